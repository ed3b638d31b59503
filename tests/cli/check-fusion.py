#!/usr/bin/env python3
"""{!kernel_fusion}: which launches become one kernel, which do not and why, and what that saves. Results:
tests/language/17-01-fusion.

usage: check-fusion.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import resource
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
function [] = __kernel__ next2(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos[0],pos[1]+1] + x[pos[0]+1,pos[1]]
endfunction
function [] = __kernel__ total(x : mat, s : vec, pos : ivec2)
    s[0] += x[pos]
endfunction
"""
BODY = """import "colortransform.q"
function y = f(x : mat)
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
                [r"`expression at line 16` is one kernel with `expression at line 17` and `expression at line 18`; 2 "
                 r"arrays in no memory"], [], 180000),
    "what lives on": ('strategy="smart"', "t = x + 1\ny = t .* t\nprint y[0,0] + t[0,0]",
                      ["is one kernel with `expression at line 17`; 0 arrays in no memory"], [], 240000),
    "loops and expressions": ('strategy="smart"',
                              "t = x + 1\ny = zeros(size(x))\nfor m=0..size(x,0)-1\n for n=0..size(x,1)-1\n  y[m,n] = "
                              "t[m,n] - 1\n endfor\nendfor\ny = y .* 3",
                              [r"`expression at line 16` is one kernel with `loop at line 18` and `expression at line "
                               r"23`; 2 arrays"], [], 180000),
    "a barrier": ('strategy="manual"', "t = x + 1\n{!kernel_fusion barrier}\ny = t .* t", [], [], 240000),
    "a neighbour": ('strategy="smart"', "t = zeros(size(x))\ny = zeros(size(x))\nparallel_do(size(x), x, t, "
                                        "double)\nparallel_do(size(x), t, y, next)",
                    [r"`double` is one kernel with `next`; 1 array in no memory"], [], 119400),
    "neighbours of neighbours": ('strategy="smart"',
                                 "t = zeros(size(x))\ny = zeros(size(x))\nparallel_do(size(x), x, t, "
                                 "next)\nparallel_do(size(x), t, y, next)",
                    [], [r"`next` is not fused with `next`: it reads elements that other work items of launches "
                         r"before it compute, and `x` is read at neighbours"], 59400),
    "costly neighbours": ('strategy="smart"',
                          "t = exp(sin(x)) + cos(x)\ny = zeros(size(x))\nparallel_do(size(x), t, y, next2)\ny = 0 .* y",
                    ["`next2` is one kernel with `expression at line 19`"],
                    [r"`next2` is not fused with `expression at line 16`: it reads so many elements"], 0),
    "a sum in an element": ('strategy="smart"', "y = zeros(1)\nt = x + 1\nparallel_do(size(x), t, y, total)",
                            [r"`expression at line 17` is one kernel with `total`; 1 array in no memory"], [], 120000),
    "other sizes": ('strategy="smart"', "t = x[0..99,0..199] + 1\nu = x + 1\ny = u .* u\nt = t .* t",
                    [r"`expression at line 16` is one kernel with `expression at line 19`",
                     r"`expression at line 17` is one kernel with `expression at line 18`"],
                    ["`expression at line 17` is not fused with `expression at line 16`: they run over different "
                     "grids"], 240000),
    "a sum at the end": ('strategy="smart"', "t = x + 1\nu = t .* t\ny = sum(u - x)",
                         ["`expression at line 16` is one kernel with `expression at line 17` and `expression at line "
                          "18`"], [], 180000),
    "a maximum and a loop": ('strategy="smart"',
                             "t = x + 1\nm = max(abs(t - 4))\nu = t .* m\ny = 0.0\nfor i=0..299\n for j=0..199\n  y "
                             "+= u[i,j]\n endfor\nendfor",
                             ["`expression at line 16` is one kernel with `expression at line 17`",
                              "`expression at line 18` is one kernel with `loop at line 20`"],
                             [], 240000),
    "the library": ('strategy="smart"', "g = rgb2gray(ones(300,200,3))\ny = g + 2",
                    [r"/colortransform.q:\d+: `loop at line \d+` is one kernel with `expression at line 17`"],
                    [], 180000),
    "host code between": ('strategy="smart"', "t = x + 1\na = t[0,0]\ny = t .* a", [],
                          ["`expression at line 18` is not fused with launches before it: line 17 needs what "
                           "`expression at line 16` computes"], 240000),
    "other sizes in order": ('strategy="noreordering"', "t = x[0..99,0..199] + 1\nu = x + 1\nt = t .* t\ny = u .* u",
                             [], [], 240000),
}


def run(program, profile=False):
    """The finished process, and the names of the kernels in its trace."""
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
        with open(path, "w") as file:
            file.write(program)
        done = subprocess.run([CLI, "run", "-d", "cpu", *(["--profile", trace] if profile else []), path],
                              capture_output=True,
                              text=True, timeout=300, env=dict(os.environ, RS_DEBUG="launch"))
        if not profile:
            return done, []
        query = "SELECT k.name FROM kernels k JOIN launches l USING (launch) ORDER BY k.start"
        rows = subprocess.run([CLI, "trace", "query", "--json", query, trace], capture_output=True, text=True,
                              timeout=300, check=True)
        return done, [row["name"] for row in json.loads(rows.stdout)]


failed = 0
CASES["a kernel that can fail"] = ('strategy="smart"', "t = x + 1\nparallel_do(size(x), t, t, careful)\ny = t .* t", [],
                                   ["`careful` is not fused: it can end with an error"], 240000)
for what, (attribute, body, fused, told, total) in CASES.items():
    done, _ = run(KERNELS + BODY % (attribute, body))
    lines = [line for line in done.stderr.splitlines() if line.startswith("fusion:")]
    problems = [pattern for pattern in fused + told if not any(re.search(pattern, line) for line in lines)]
    n = sum("is one kernel with" in line for line in lines)
    if done.returncode != 0 or problems or n != len(fused) or float(done.stdout.split()[-1]) != total:
        failed += 1
        print(f"{what}: {problems} {done.stdout}{done.stderr}")

# A trace has one kernel with one launch for all of them.
done, names = run(KERNELS + BODY % ('strategy="smart"', "t = x + 1\nu = t .* t\ny = u - x"), profile=True)
expected = " + ".join(f"expression at line {line}" for line in (16, 17, 18))
if names[:1] != [expected]:
    failed += 1
    print(f"the trace has {names}: {done.stderr}")
# What became of the launches is in the trace, and in notes for those who ask for them.
with tempfile.TemporaryDirectory() as folder:
    path, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(path, "w") as file:
        file.write(KERNELS + BODY % ('strategy="smart"', "t = x + 1\ny = t .* t\nu = "
                                                         "zeros(size(x))\nparallel_do(size(x), y, u, "
                                                         "next)\nparallel_do(size(x), u, y, next)"))
    told = "`next` is not fused with `next`: it reads elements"
    done = subprocess.run([CLI, "run", "-d", "cpu", "--profile", trace, "--set",
                           "COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES=true", path],
                          capture_output=True, text=True, timeout=300)
    loops = subprocess.run([CLI, "trace", "loops", trace], capture_output=True, text=True, timeout=300).stdout
    if (f"p.q:4: note: {told}" not in done.stderr or "one kernel with `expression at line 17`" not in loops
            or told.split(" is ")[1] not in loops):
        failed += 1
        print(f"told: {done.stderr}\nthe loops: {loops}")
# Steps whose variables nothing else reads are one kernel from the beginning, each time.
done, names = run("""function s = f(x)
    y = x[:,0..7] + 1
    y = y .* y
    s = sum(y - 1)
endfunction
function s = of_rows(x)
    d = x - 1
    e = d .* d
    s = sum(sum(e .* 2, 1))
endfunction
print f(ones(40,30)) + f(ones(40,30)) + of_rows(ones(40,30))
""", profile=True)
if names != ["expression at line 4"] * 2 + ["expression at line 9"] or done.stdout.strip() != "1920":
    failed += 1
    print(f"joined steps: {names} {done.stdout}{done.stderr}")
# Others that nothing asks to fuse are one kernel once they have computed for long, and not before that.
STEPS = """function [y, u] = f(x)
    y = x + 1
    u = y .* y
    y = u - x
endfunction
function [] = main()
    for round=1..%d
        [y, u] = f(ones(1024,1024))
    endfor
    print sum(y)
endfunction
"""
for rounds, is_fused in (4, False), (40, True):
    done, _ = run(STEPS % rounds)
    told = re.search("p.q:3: `expression at line 3` is one kernel with `expression at line 4`; 0 arrays in no memory",
                     done.stderr)
    if done.returncode != 0 or float(done.stdout) != 3 * 1024 * 1024 or (told is not None) != is_fused:
        failed += 1
        print(f"{rounds} rounds of steps: {done.stdout}{done.stderr}")
# Temporaries that are held are given up when memory runs short. (Instrumented builds do not start under a limit.)
def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (1500 << 20, 1500 << 20))


with tempfile.TemporaryDirectory() as folder:
    for name, body, total in ("small", "y = x", 60000), ("large",
                                                         "y = ones(4000,4000)\nfor k=1..40\n t = y .* 0.5\n y = t + "
                                                         "0.5\nendfor", 16e6):
        path = os.path.join(folder, name + ".q")
        with open(path, "w") as file:
            file.write(BODY % ('strategy="smart"', body))
        done = subprocess.run([CLI, "run", "-d", "cpu", path], capture_output=True, text=True, timeout=300,
                              preexec_fn=limit_memory)
        if name == "small" and done.returncode != 0:
            break
        if done.returncode != 0 or float(done.stdout) != total:
            failed += 1
            print(f"{name}: {done.stdout}{done.stderr}")
sys.exit(failed > 0)
