#!/usr/bin/env python3
"""{!kernel_fusion}: which launches become one kernel, which do not and why, and what that saves. Results: tests/language/17-01-fusion.

usage: check-fusion.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])

KERNELS = """function [] = __kernel__ double(x : mat, y : mat, pos : ivec2)
    y[pos] = 2 * x[pos]
endfunction
function [] = __kernel__ next(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos[0],pos[1]+1]
endfunction
function [] = __kernel__ total(x : mat, s : vec, pos : ivec2)
    s[0] += x[pos]
endfunction
"""
BODY = """function y = f(x : mat)
    {!kernel_fusion %s}
%s
endfunction
x = ones(300,200)
y = f(x)
print sum(y)
function [] = __kernel__ careful(x : mat, y : mat, pos : ivec2)
    assert(x[pos] < 10)
    y[pos] = x[pos]
endfunction
"""
# what: (attribute, body, kernels that are fused, each as its titles; lines that tell why not; the sum)
CASES = {
    "a chain": ('strategy="smart"', "t = x + 1\nu = t .* t\ny = u - x",
                [r"expression at line 12 \+ expression at line 13 \+ expression at line 14 are one kernel; 2 arrays in no memory"], [], 180000),
    "what lives on": ('strategy="smart"', "t = x + 1\ny = t .* t\nprint y[0,0] + t[0,0]",
                      ["are one kernel; 0 arrays in no memory"], [], 240000),
    "loops and expressions": ('strategy="smart"', "t = x + 1\ny = zeros(size(x))\nfor m=0..size(x,0)-1\n for n=0..size(x,1)-1\n  y[m,n] = t[m,n] - 1\n endfor\nendfor\ny = y .* 3",
                              [r"expression at line 12 \+ loop at line 14 \+ expression at line 19 are one kernel; 2 arrays"], [], 180000),
    "a barrier": ('strategy="manual"', "t = x + 1\n{!kernel_fusion barrier}\ny = t .* t", [], [], 240000),
    "a neighbour": ('strategy="smart"', "t = zeros(size(x))\ny = zeros(size(x))\nparallel_do(size(x), x, t, double)\nparallel_do(size(x), t, y, next)",
                    [], [r"`next` is not fused with `double`: one writes `y`, and not both use it at the position of the work item only"], 119400),
    "a sum in an element": ('strategy="smart"', "y = zeros(1)\nt = x + 1\nparallel_do(size(x), t, y, total)",
                            [r"expression at line 13 \+ total are one kernel; 1 array in no memory"], [], 120000),
    "other sizes": ('strategy="smart"', "t = x[0..99,0..199] + 1\nu = x + 1\ny = u .* u\nt = t .* t",
                    [r"expression at line 12 \+ expression at line 15 are one kernel", r"expression at line 13 \+ expression at line 14 are one kernel"], [], 240000),
    "other sizes in order": ('strategy="noreordering"', "t = x[0..99,0..199] + 1\nu = x + 1\nt = t .* t\ny = u .* u", [], [], 240000),
}


def run(program, profile=False):
    """The finished process, and the names of the kernels in its trace."""
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
        with open(path, "w") as file:
            file.write(program)
        done = subprocess.run([CLI, "run", "-d", "cpu", *(["--profile", trace] if profile else []), path], capture_output=True,
                              text=True, timeout=300, env=dict(os.environ, RS_DEBUG="launch"))
        if not profile:
            return done, []
        with sqlite3.connect(trace) as store:
            names = store.execute("SELECT k.name FROM kernels k JOIN launches l USING (launch) ORDER BY k.start")
            return done, [name for (name,) in names]


failed = 0
CASES["a kernel that can fail"] = ('strategy="smart"', "t = x + 1\nparallel_do(size(x), t, t, careful)\ny = t .* t", [],
                                   ["`careful` is not fused: it can end with an error"], 240000)
for what, (attribute, body, fused, told, total) in CASES.items():
    done, _ = run(KERNELS + BODY % (attribute, body))
    lines = [line for line in done.stderr.splitlines() if line.startswith("fusion:")]
    problems = [pattern for pattern in fused + told if not any(re.search(pattern, line) for line in lines)]
    n = sum("are one kernel" in line for line in lines)
    if done.returncode != 0 or problems or n != len(fused) or float(done.stdout.split()[-1]) != total:
        failed += 1
        print(f"{what}: {problems} {done.stdout}{done.stderr}")

# A trace has one kernel with one launch for all of them.
done, names = run(KERNELS + BODY % ('strategy="smart"', "t = x + 1\nu = t .* t\ny = u - x"), profile=True)
expected = " + ".join(f"expression at line {line}" for line in (12, 13, 14))
if names[:1] != [expected]:
    failed += 1
    print(f"the trace has {names}: {done.stderr}")
# Temporaries that are held are given up when memory runs short. (Instrumented builds do not start under a limit.)
def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1500 << 20, 1500 << 20))


with tempfile.TemporaryDirectory() as folder:
    for name, body, total in ("small", "y = x", 60000), ("large", "y = ones(4000,4000)\nfor k=1..40\n t = y .* 0.5\n y = t + 0.5\nendfor", 16e6):
        path = os.path.join(folder, name + ".q")
        with open(path, "w") as file:
            file.write(BODY % ('strategy="smart"', body))
        done = subprocess.run([CLI, "run", "-d", "cpu", path], capture_output=True, text=True, timeout=300, preexec_fn=limit_memory)
        if name == "small" and done.returncode != 0:
            break
        if done.returncode != 0 or float(done.stdout) != total:
            failed += 1
            print(f"{name}: {done.stdout}{done.stderr}")
sys.exit(failed > 0)
