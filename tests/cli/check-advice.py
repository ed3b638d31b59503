#!/usr/bin/env python3
"""check --loops: how a loop may be written otherwise, and that it is parallel then.

usage: check-advice.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
# A loop, what is advised of it, and the loop written so; the last two are "": nothing is advised.
LOOPS = [
    ("""x = rand(200,300)
y = zeros(200,300)
for m=0..199
    for n=0..299
        if x[m,n] > 0.5
            ratio = 2.0
        endif
        y[m,n] = ratio
    endfor
endfor
""", "where none from another iteration is meant, give `ratio` a value before it is used, such as `ratio = 0.0` behind "
     "line 4",
     """x = rand(200,300)
y = zeros(200,300)
for m=0..199
    for n=0..299
        ratio = 0.0
        if x[m,n] > 0.5
            ratio = 2.0
        endif
        y[m,n] = ratio
    endfor
endfor
"""),
    ("""x = rand(300)
for k=1..298
    x[k] = 0.5*(x[k-1] + x[k+1])
endfor
""", "read them from a copy: `x0 = copy(x)` before line 2, and `x[k] = 0.5*(x0[k-1]+x0[k+1])` here",
     """x = rand(300)
x0 = copy(x)
for k=1..298
    x[k] = 0.5*(x0[k-1] + x0[k+1])
endfor
"""),
    ("""p = int(rand(3000)*9)
h = zeros(10)
for k=0..2999
    h[p[k]] = h[p[k]] + 1
endfor
""", "write `h[p[k]] += 1`, which iterations may do at the same time",
     """p = int(rand(3000)*9)
h = zeros(10)
for k=0..2999
    h[p[k]] += 1
endfor
"""),
    ("""x = rand(300)
y = zeros(300)
for k=0..299
    y[k] = 2*x[k]
    print y[k]
endfor
""", "keep what `print` shows in an array, and show it behind the loop",
     """x = rand(300)
y = zeros(300)
for k=0..299
    y[k] = 2*x[k]
endfor
print y
"""),
    ("""x = rand(300)
y = zeros(300)
for k=1..299
    y[k] = 0.9*y[k-1] + x[k] + y[0]*0
endfor
""", "where the elements from before the loop are meant, read them from a copy", ""),
    ("x = rand(300)\ny = zeros(300)\nfor k=0..299\n    y[k] = 2*x[k]\nendfor\n", "", ""),
]


def check(folder, text):
    path = os.path.join(folder, "loop.q")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([CLI, "check", "--loops", path], capture_output=True, timeout=60, check=True)
    return [line for line in done.stderr.decode().splitlines() if "this loop: " in line]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for text, advice, otherwise in LOOPS:
            said = check(folder, text)
            if advice:
                assert any(advice in line and "this loop: parallel" not in line for line in said), (text, said)
            else:
                assert all("this loop: parallel" in line and ";" not in line for line in said), (text, said)
            if otherwise:
                said = check(folder, otherwise)
                assert said and all("this loop: parallel" in line or "part of" in line for line in said), said


main()
