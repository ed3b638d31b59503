#!/usr/bin/env python3
# An OpenCL device without double precision (the layer narrow.c): what needs none runs there, the rest beside it.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-narrow.py REDSHIFT_CLI NARROW_LAYER"""
import os
import sys
import tempfile

from device import Driver, write

OPENCL = Driver(os.path.abspath(sys.argv[1]), "opencl", OPENCL_LAYERS=os.path.abspath(sys.argv[2]))
# Kernels of their own; numbers below the normal ones and infinite ones come back as they are.
PROGRAM = """x = linspace(-4, 5, 1000)
x[7] = 1e-42
x[8] = 1/0
y = sin(x)*2.5 + mod(x, 3) + floor(1e3*x)/7
a = max(x .* x)
b = min(abs(x))
n = 0
w = 0.0
v = 0.0
for i=0..999
  if x[i] > 0
    n += 1
  endif
endfor
for i=0..999
  y[i] = x[i] + 1
  w = x[mod(i+8, 1000)]
endfor
for i=0..999
  y[i] = y[i] * 2
  v = x[mod(i+9, 1000)]
endfor
print a, " ", b == 0 || b < 1e-38, " ", n, " ", w == x[7], w < 1e-41, w > 0, " ", v
s = 0.0
for i=0..999
  s += y[mod(i, 8)]
endfor
print abs(s) > 1
"""
COMPILED, SUMS = {4, 5, 6, 10, 15, 19}, {25}
ON_CPU = "no double precision"


def get_places(program, *options):
    """What came out, and where each line of the program runs that is compiled."""
    done = OPENCL.run("run", "-d", "opencl", *options, program, RS_DEBUG="launch")
    lines = [line.split(": ", 2) for line in done.stderr.splitlines()]
    assert all(line[0] == "launch" for line in lines), done.stderr
    return done.stdout, {int(place.rsplit(":", 1)[1]): what for _, place, what in lines if place.startswith(program)}


def main():
    with tempfile.TemporaryDirectory(prefix="redshift-narrow-") as folder:
        program = os.path.join(folder, "narrow.q")
        write(program, PROGRAM)
        output, places = get_places(program)
        assert output == OPENCL.run("run", "-d", "interp", program).stdout, output
        assert output.split()[0] == "inf" and output.split()[-2] == "inf", output
        assert {line for line, what in places.items() if what == "compiled for opencl:0"} == COMPILED, places
        assert {line for line, what in places.items() if ON_CPU in what} == SUMS, places
        # What a session of double precision computes is the CPU's.
        output, places = get_places(program, "--double")
        assert output == OPENCL.run("run", "-d", "interp", "--double", program).stdout, output
        assert all(ON_CPU in what for what in places.values()), places
        listed = OPENCL.run("devices").stdout
        assert "no double precision" not in listed and "opencl:0" in listed, listed


main()
