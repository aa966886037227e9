"""Arrow without pandas: not imported where rows are made, and there for whoever wants it."""

import subprocess
import sys


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_rows_are_made_without_pandas() -> None:
    made = "import sys, pyarrow as pa; rows = pa.Table.from_pylist([{'a': 1}]); print('pandas' in sys.modules)"
    assert run(made) == "True"
    assert run(f"from storage.arrow import settle_without_pandas; settle_without_pandas(); {made}") == "False"


def test_pandas_can_be_imported_afterwards_and_goes_both_ways() -> None:
    code = """
from storage.arrow import settle_without_pandas
settle_without_pandas()
import pandas, pyarrow as pa
frame = pa.table({"a": [1, 2]}).to_pandas()
print(pa.Table.from_pandas(frame).to_pydict(), pa.array(pandas.Series([3, None], dtype="Int64")).to_pylist())
"""
    assert run(code) == "{'a': [1, 2]} [3, None]"
