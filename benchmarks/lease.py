"""Only what a lease costs: ``python -m benchmarks.lease`` is ``python -m benchmarks`` for its first rows."""

from __future__ import annotations

import sys

from benchmarks.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["--rows", "constant", "random", "classes", "debug", *sys.argv[1:]]))
