"""The version of tables and views; imports nothing, since readers check it at every start."""

from typing import Final

SCHEMA_VERSION: Final = 8
