#!/usr/bin/env python3
"""clang as the C compiler: programs of tests/language whose kernels use what gcc and clang write or take differently.

usage: check-clang.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "language")
NAMES = ("02-04-kernels/while-in-kernel.q", "08-02-loops/channels-of-pixels.q",
         "14-builtins/extremes-of-nothing-but-nan.q",
         "14-builtins/reductions-of-long-arrays.q")
SUMS = """x = mod(0..99999, 7)
y = zeros(size(x))
s = 0.0
for i=0..numel(x)-1
    s += x[i]
    y[i] = s
endfor
print y[99999] == sum(x)
"""


def run(path):
    """What is wrong, or None."""
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run([CLI, "run", "-d", "cpu", "--set", "CC_PATH=" + shutil.which("clang"), "--set",
                               "RUNTIME_CACHE_DIR=" + cache, path],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100)
    return done.stderr if done.returncode != 0 or "could not be compiled" in done.stderr else None


def main():
    if shutil.which("clang") is None:
        print("there is no clang")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        sums = os.path.join(folder, "sums.q")
        with open(sums, "w", encoding="utf-8") as out:
            out.write(SUMS)
        wrong = {path: run(path) for path in [*(os.path.join(PROGRAMS, name) for name in NAMES), sums]}
    for path, why in wrong.items():
        if why is not None:
            print(f"{path}: {why[:400]}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main())
