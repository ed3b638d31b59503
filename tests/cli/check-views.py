#!/usr/bin/env python3
"""Views of arrays in expressions: a kernel reads them where they lie, which shows in the grid that it has. Results:
tests/language/08-02-loops/lists-and-shapes.q.

usage: check-views.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])

# Expressions of whole arrays have one dimension of work items; those with views have as many as the result.
VIEWS = ["x[p,:] + y", "x[:,p] .* y", "x[p,p[0]..199] + y", "reshape(x, size(y)) + y[n-1..-1..0,:]",
         "squeeze(x) + y[n-1..-1..0,:]", "sum(x .* y, 0)", "mean(x - y, 0)", "sum(reshape(x, n, n) .* y, 0)",
         "sum(x[p,:] .* y, 1)"]
# Parts that get elements as they are: without a launch they are copied twice.
COPIES = ["y[1..n-1,:] = x[0..n-2,:]", "y[0..n-1,:] = x[p,:]", "k[0..n-1,:] = i[:,p]", "y[0..n-1,:] = transpose(x)",
          "b[0..n-1,:] = flipud(c)"]
# One dimension is left where the whole array is read in another shape.
WHOLE = ["reshape(x, [1, n*n])*2", "squeeze(x) + y"]


def grids(folder, lines):
    """{line: the work items of a box}, of a program with one expression a line, from line 5 on."""
    path = os.path.join(folder, "p.q")
    with open(path, "w") as file:
        file.write("function [] = main()\nn = 200; x = rand(n, n); y = rand(n, n)\nc = x > y; b = y > x\n"
                   "p = mod((0..n-1)*3, n); i = int(x*9); k = int(y*9)\n" + "\n".join(lines) + "\nendfunction\n")
    done = subprocess.run([CLI, "run", "-d", "cpu", path], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, RS_DEBUG="boxes"))
    assert done.returncode == 0, done.stderr
    return {int(line): items for line, items in re.findall(r"boxes: .*:(\d+): .* has \d+ of ([\d x]+) work items",
                                                           done.stderr)}


with tempfile.TemporaryDirectory() as folder:
    if "no C compiler" not in subprocess.run([CLI, "devices"], capture_output=True, text=True, timeout=300).stdout:
        lines = [f"r = {view}" for view in VIEWS] + COPIES
        found = grids(folder, lines)
        for i, view in enumerate(lines):
            assert " x " in found.get(5 + i, ""), (view, found)
        found = grids(folder, [f"r = {view}" for view in WHOLE])
        for i, view in enumerate(WHOLE):
            assert " x " not in found.get(5 + i, " x "), (view, found)
