#!/usr/bin/env python3
"""The settings of the manual's table 17.3: each does what the table says, or a warning says why it means nothing here.

usage: check-settings.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])


# The settings of the table that mean nothing here.
UNUSED = """NVCC_PATH INTERMEDIATE_DIR COMPILER_OUTPUT_OPTIMIZED_FILE COMPILER_LAMBDAEXPRESSION_INLINING
COMPILER_USEFUNCTIONPOINTERS COMPILER_OPTIMIZATIONLEVEL COMPILER_BACKEND_CPU COMPILER_BACKEND_CUDA
COMPILER_BACKEND_OPENCL COMPILER_BACKEND_GENERATE_HUMAN_READABLE_CODE COMPILER_BACKEND_OUTPUTLINEINFO
CUDA_BACKEND_DYNAMICPARALLELISM CUDA_BACKEND_COOPERATIVEGROUPS""".split()


def run(folder, text, *settings, device="cpu"):
    path = os.path.join(folder, "p.q")
    with open(path, "w") as file:
        file.write(text)
    sets = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([CLI, "run", "-d", device, *sets, path], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


UNCHECKED = """function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos+%d] = x[pos]
endfunction
x = ones(1000)
y = zeros(1000)
parallel_do(1000,x,y,k)
print sum(y)
"""
NUMBERS = """function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = %s
endfunction
x = zeros(100)
y = zeros(100)
parallel_do(100,x,y,k)
print "end"
"""
LOOP = "x = zeros(100)\ny = zeros(100)\nfor i=0..99\n    y[i] = %s\nendfor\nprint \"end\"\n"


WATCHED = """function [] = __kernel__ k(x : mat, y : mat, pos : ivec2)
    y[pos] = x[pos[0]-1,pos[1]]
    y[pos[0]+1,pos[1]] = 0
    v = [1,2,3]
    y[pos] += v[pos[0]]
endfunction
function [] = __kernel__ declared(x : mat'safe, y : mat'mirror, pos : ivec2)
    y[pos] += x[pos[0]-1,pos[1]] + y[pos[0]+1,pos[1]]
endfunction
x = ones(4,4)
y = zeros(4,4)
for i=0..2
    parallel_do(size(y),x,y,k)
    parallel_do(size(y),x,y,declared)
endfor
w = zeros(100)
for i=0..499
    w[i] = x[0,mod(i,4)+1]
endfor
print sum(w)
"""


def test_watched(folder):
    """Accesses outside arrays that are 'safe by default only are told, once a place."""
    for device in ("cpu", "interp"):
        assert "'safe: reads" not in run(folder, WATCHED, device=device)[2], device
        status, out, err = run(folder, WATCHED, "COMPILER_PERFORM_BOUNDSCHECKS=true", device=device)
        warnings = sorted((int(line.split(":")[1]), line.split("warning: ")[1]) for line in err.splitlines()
                          if "warning: index" in line)
        if device == "cpu": # which of its indices is met first depends on the workers
            warnings = [(line, re.sub(r"^index [1-4]\d\d is outside w", "index 100 is outside w", text)) for line,
                        text in warnings]
        ending = "; here it is 'safe: reads give 0 and writes are dropped [W1001]"
        there = " in dimension %d is outside %s, a 4-by-4 matrix: there, indices are 0 to 3" + ending
        assert (status, out) == (0, "75\n"), (device, out, err)
        assert warnings == [(2, "index -1" + there % (0, "x")), (3, "index 4" + there % (0, "y")),
                            (5, "index 3 is outside v, a vector of 3 elements: its indices are 0 to 2" + ending),
                            (18, "index 100 is outside w, a vector of 100 elements: its indices are 0 to 99" + ending),
                            (18, "index 4" + there % (1, "x"))], (device, warnings)


def test_bounds(folder):
    for device in ("cpu", "interp"):
        status, out, err = run(folder, UNCHECKED % 1, "COMPILER_PERFORM_BOUNDSCHECKS=true", device=device)
        assert status == 1 and "index 1000 " in err, (device, err)
        assert run(folder, UNCHECKED % 0, "COMPILER_PERFORM_BOUNDSCHECKS=true", device=device) == (0, "1000\n",
            ""), device


def test_numbers(folder):
    for device in ("cpu", "interp"):
        for text in (NUMBERS, LOOP):
            at = "x[i]" if text is LOOP else "x[pos]"
            for value, setting, fails in ((at + "/" + at, "NAN_CHECKS", True), ("1/" + at, "NAN_CHECKS", False),
                                          ("1/" + at, "NAN_INF_CHECKS", True), (at + "/" + at, "NAN_INF_CHECKS", True),
                                          (at + "+1", "NAN_INF_CHECKS", False)):
                status, out, err = run(folder, text % value, "COMPILER_PERFORM_%s=true" % setting, device=device)
                where = (device, text % value, setting, status, err)
                assert status == (1 if fails else 0) and (out == "end\n") != fails, where
                assert not fails or "stored into `y` is NaN" in err, where
            assert run(folder, text % (at + "/" + at), device=device)[:2] == (0, "end\n")


def test_messages(folder):
    warned = "x = [1,2,3]\nx[0] = 0.5\nprint x[0]\n"
    assert "warning" in run(folder, warned)[2]
    assert run(folder, warned, "COMPILER_DISPLAY_WARNINGS=false") == (0, "0\n", "")
    serial = "x = zeros(1000)\nfor i=1..999\n    x[i] = x[i-1] * 0.5 + 1\nendfor\nprint x[999]\n"
    assert run(folder, serial)[2] == ""
    said = run(folder, serial, "COMPILER_SHOW_MISSED_OPT_OPPORTUNITIES=true")[2]
    assert "p.q:2: note: loop at line 2 is compiled and not parallel: line 3:" in said, said


def compiled(folder, text, *settings):
    """The lines of the places that were compiled."""
    os.environ["RS_DEBUG"] = "launch"
    status, _, err = run(folder, text, *settings)
    del os.environ["RS_DEBUG"]
    assert status == 0, err
    return sorted(int(line.split(":")[2]) for line in err.splitlines() if line.startswith("launch: ")
                  and ": compiled" in line)


SWITCHED = """x = zeros(1000)
y = ones(1000)
#pragma loop_parallelizer (off)
for i=0..999
    x[i] = i
endfor
{!parallel for}
for i=0..999
    x[i] += 1
endfor
k = 0
while k < 2000
    k += 1
endwhile
#pragma loop_parallelizer (on)
for i=0..999
    x[i] += 1
endfor
#pragma expression_optimizer (off)
y = x .* 2 + 1
#pragma expression_optimizer (on)
y = y .* 2 + 1
print y[999]
"""


def test_switches(folder):
    """The pragmas of 17.3 hold from their line on, and come before the settings; {!parallel for} is no automatic
    choice."""
    for setting, places in (("", [8, 16, 22]), ("COMPILER_AUTO_FORLOOP_PARALLELIZATION=false", [8, 16, 22]),
                            ("COMPILER_EXPRESSION_OPTIMIZER=false", [8, 16, 22])):
        found = compiled(folder, SWITCHED, *([setting] if setting else []))
        assert found == places, (setting, found)
    plain = "\n".join(line for line in SWITCHED.split("\n") if not line.startswith("#")) + "\n"
    assert compiled(folder, plain) == [3, 7, 11, 14, 17, 18], compiled(folder, plain)
    assert compiled(folder, plain, "COMPILER_AUTO_FORLOOP_PARALLELIZATION=false") == [7, 17, 18]
    assert compiled(folder, plain, "COMPILER_EXPRESSION_OPTIMIZER=false") == [3, 7, 11, 14]


REDUCTIONS = """reduction (x : mat) -> twice(x) = 2*x
function y = twice(x : mat)
    y = 3*x
endfunction
print sum(twice(ones(2,2)))
"""


def test_reductions(folder):
    status, out, err = run(folder, REDUCTIONS, "COMPILER_DISPLAY_REDUCTIONS=true")
    assert (status, out) == (0, "8\n") and "twice" in err, (out, err)
    assert run(folder, REDUCTIONS) == (0, "8\n", "")
    assert run(folder, REDUCTIONS, "COMPILER_PERFORM_REDUCTIONS=false")[:2] == (0, "12\n")
    assert run(folder, "#pragma COMPILER_PERFORM_REDUCTIONS off\n" + REDUCTIONS)[:2] == (0, "12\n")
    assert "twice" in run(folder, "#pragma show_reductions (on)\n" + REDUCTIONS)[2]


def test_others(folder):
    modules = os.path.join(folder, "modules")
    os.mkdir(modules)
    with open(os.path.join(modules, "m.q"), "w") as file:
        file.write("function y = twice(x)\n    y = 2*x\nendfunction\n")
    assert run(folder, 'import "m.q"\nprint twice(4)\n', "MODULE_DIR=/nowhere, " + modules) == (0, "8\n", "")
    assert run(folder, NUMBERS % "x[pos]/4 + 1*2", "COMPILER_SIMPLIFY_EXPRESSIONS=false") == (0, "end\n", "")
    fused = "x = ones(200,200)\nprint sum(x .* x + 1)\n"
    assert run(folder, fused, "COMPILER_EXPRESSION_OPTIMIZER=false") == (0, "80000\n", "")
    status, out, err = run(folder, "x = rand(500,500)\nprint sum(x.*x) > 0\n", "CC_PATH=/nowhere/cc")
    assert "/nowhere/cc" in err, (status, out, err)
    for name in UNUSED:
        status, out, err = run(folder, "print 1\n", name + "=1")
        assert (status, out) == (0, "1\n") and "warning: the setting %s has no meaning here: " % name in err, err


FAST = """function [] = __kernel__ tell(x : vec, y : vec, pos : int)
    y[pos] = isnan(x[pos]) ? 1 : 0
endfunction
x = zeros(1000)
z = zeros(1000)
w = zeros(1000)
for i=0..999
    x[i] = z[i] / z[i]
    w[i] = 1 / z[i]
endfor
y = zeros(1000)
parallel_do(1000,x,y,tell)
print sum(y)
n = 0
for i=0..999
    n += (w[i] > 1e30 && !(x[i] == x[i])) ? 1 : 0
endfor
print n
"""
POWERS = """x = linspace(0,4,100000)
y = x.^0.45 + (x+1).^2.4
worst = 0.0
for i=0..99999
    want = exp(0.45*log(max(x[i],1e-30))) + exp(2.4*log(x[i]+1))
    worst = max(worst, abs(y[i]-want)/want)
endfor
print worst < 1e-4, ",", mod(x[99999]*1.5,3)
"""


def flags(folder, text, *settings):
    """The C compiler's flags, without the names of files; None when all kernels were in the cache."""
    compiler, log = os.path.join(folder, "cc"), os.path.join(folder, "flags")
    if not os.path.exists(compiler):  # a new one would have no objects in the cache
        with open(compiler, "w") as file:
            file.write('#!/bin/sh\necho "$@" >> %s\nexec cc "$@"\n' % log)
        os.chmod(compiler, 0o755)
    if os.path.exists(log):
        os.unlink(log)
    status, out, err = run(folder, text, "CC_PATH=" + compiler, "RUNTIME_CACHE_DIR=" + os.path.join(folder, "cache"),
                           *settings)
    assert status == 0, (out, err)
    if not os.path.exists(log):
        return None
    with open(log) as file:
        return {word for line in file if " -c " in " " + line for word in line.split() if word.startswith("-f")}


def test_fast_math(folder):
    """NaN and infinities are those of IEEE 754 unless COMPILER_FAST_MATH is on; COMPILER_EXACT_MATH and checks come
    first."""
    for device in ("cpu", "interp"):
        assert run(folder, FAST, device=device) == (0, "1000\n1000\n", ""), device
    fast = {"-ffinite-math-only", "-fassociative-math"}
    loop = "x = zeros(100000)\ny = zeros(100000)\nfor i=0..99999\n    y[i] = x[i]*3+%d\nendfor\nprint y[7]\n"
    assert not flags(folder, loop % 1) & fast
    assert flags(folder, loop % 1, "COMPILER_FAST_MATH=true") >= fast, "not the object of the cache"
    assert flags(folder, loop % 1, "COMPILER_FAST_MATH=true") is None, "from the cache"
    for k, other in enumerate(("EXACT_MATH", "PERFORM_NAN_CHECKS", "PERFORM_NAN_INF_CHECKS")):
        found = flags(folder, loop % (k+2), "COMPILER_FAST_MATH=true", "COMPILER_%s=true" % other)
        assert found and not found & fast, (other, found)
    status, out, err = run(folder, FAST, "COMPILER_FAST_MATH=true")
    assert status == 0 and out != "1000\n1000\n", (out, err)
    assert run(folder, POWERS) == run(folder, POWERS, "COMPILER_FAST_MATH=true") == (0, "1,0\n", "")


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_bounds(folder)
        test_watched(folder)
        test_numbers(folder)
        test_messages(folder)
        test_switches(folder)
        test_reductions(folder)
        test_others(folder)
        test_fast_math(folder)


if __name__ == "__main__":
    main()
