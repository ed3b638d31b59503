#!/usr/bin/env python3
"""Loops of launches: small ones become one piece of native code, large ones and products of matrices stay launches.
Results: tests/language/08-02-loops.

usage: check-steps.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])

# The loop inside is at line 6, the steps at line 4.
STEPS = """function q = run(n : int, steps : int)
    q = 1.0
    x = 0.5
    for t=1..steps
        s = 0.0
        for i=0..n-1
            s += sqrt(i + t*q)
        endfor
        q = 0.5*q + s/(s + x)
    endfor
endfunction
"""


# The product of line 4 is the library's.
PRODUCTS = """function d = run(a : mat, steps : int)
    d = zeros(size(a,0))
    for t=1..steps
        c = a*a
        for i=0..size(a,0)-1
            d[i] += c[i,i]
        endfor
    endfor
endfunction
d = run(ones(200,200), 30)
assert(all(d == 6000))
"""


def compiled(folder, text):
    """Which lines were compiled, and how."""
    path = os.path.join(folder, "p.q")
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run([CLI, "run", "-d", "cpu", path], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, RS_DEBUG="launch"))
    assert done.returncode == 0, done.stderr
    return [line.split(path)[-1] for line in done.stderr.splitlines() if line.startswith("launch: ")
            and ": compiled" in line]


with tempfile.TemporaryDirectory() as folder:
    if "no C compiler" not in subprocess.run([CLI, "devices"], capture_output=True, text=True, timeout=300).stdout:
        small = compiled(folder, STEPS + "print run(100, 40)\n")
        assert any(line.startswith(":4: compiled, serial") for line in small), small
        # What was little for 100 numbers is not so for a million: n alone tells.
        large = compiled(folder, STEPS + "print run(100, 40)\nprint run(1000000, 40)\n")
        assert ":6: compiled" in large, large
        assert not [line for line in compiled(folder, PRODUCTS) if line.startswith(":3: ")]
