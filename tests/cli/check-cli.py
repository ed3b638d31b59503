#!/usr/bin/env python3
"""The command line as a user meets it: exit status, what goes where, and what mistakes are answered with.

usage: check-cli.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])


def run(*arguments, **more):
    done = subprocess.run([CLI, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def expect(arguments, status, out=None, err=None):
    got, stdout, stderr = run(*arguments)
    where = "%s: status %d, stdout %r, stderr %r" % (" ".join(arguments), got, stdout[:300], stderr[:300])
    assert got == status, where
    assert out is None or out in stdout, where
    assert err is None or err in stderr, where
    if status == 2:
        assert stdout == "", "nothing on standard output after a mistake; " + where
        assert stderr != "", "a message for each mistake; " + where


def test_commands():
    expect([], 2, err="usage")
    expect(["--help"], 0, out="usage")
    expect(["help", "check"], 0, out="--format")
    expect(["--version"], 0, out="Redshift ")
    expect(["chek"], 2, err='did you mean "check"')
    expect(["prog.q"], 2, err="redshift-cli run prog.q")
    expect(["help", "nonsense"], 2, err="nonsense")


def test_debug_topics(program):
    def debug(topics, *arguments):
        return run(*arguments, env=dict(os.environ, RS_DEBUG=topics))

    status, stdout, stderr = debug("help")
    assert (status, stdout) == (0, ""), (status, stdout)
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "compiler", "base", "debug-topics.def")
    with open(table, encoding="utf-8") as lines:
        topics = re.findall(r'^RS_DEBUG_TOPIC \(\w+, "(\w+)",\s+"(.*)"\)$', lines.read(), re.MULTILINE)
    assert len(topics) > 2
    for name, told in topics:
        assert re.search(f"^  {name} +{re.escape(told)}$", stderr, re.MULTILINE), stderr
    status, _, stderr = debug("lauch,passes", "check", program)
    assert status == 0 and 'no topic "lauch"; there are launch, passes' in stderr and '"passes"' not in stderr, stderr
    status, _, stderr = debug("launch,", "check", program)
    assert status == 0 and "RS_DEBUG" not in stderr, stderr


def test_options(program):
    expect(["check", "--fromat", "json", program], 2, err="did you mean --format")
    expect(["check", "--format", "yaml", program], 2, err="text or json")
    expect(["check", program, "--format"], 2, err="needs a value")
    expect(["check"], 2, err="missing")
    expect(["devices", "--json=yes"], 2, err="takes no value")
    expect(["devices", "extra"], 2, err="extra")


def test_check(folder, good, bad):
    expect(["check", good], 0)
    expect(["check", bad], 2, err="bad.q:2:")
    expect(["check", good, bad, good], 2, err="bad.q:2:")
    expect(["check", os.path.join(folder, "none.q")], 2, err="No such file")
    expect(["check", folder], 2, err="is a folder")
    status, stdout, _ = run("check", "--format", "json", good, bad)
    found = json.loads(stdout)
    assert status == 2 and len(found) >= 1
    assert found[0]["line"] == 2 and found[0]["severity"] == "error" and found[0]["file"].endswith("bad.q")
    assert found[0]["end_column"] >= found[0]["column"] >= 1
    binary = os.path.join(folder, "binary.q")
    open(binary, "wb").write(b"\0\1\2\377" * 100)
    expect(["check", binary], 2, err="binary.q")


def test_devices():
    status, stdout, _ = run("devices", "--json")
    devices = json.loads(stdout)
    assert status == 0 and any(d["name"] == "cpu" for d in devices)
    for device in devices:
        assert device["usable"] or device["reason"]
    expect(["devices"], 0, out="cpu")


def test_doc():
    expect(["doc", "sqrt"], 0, out="sqrt")
    expect(["doc"], 0, out="sqrt")
    expect(["doc", "sqr"], 2, err="did you mean")
    expect(["doc", "gaussian_filter"], 0, out="imfilter.q, line")
    expect(["doc", "gaussian_filter"], 0, out="Parameters:\n        sigma: standard deviation in pixels\n")
    expect(["doc", "gaussian_filter"], 0, out="Example:\n        y = gaussian_filter(im, 2.0)\n    Where")
    expect(["doc", "blur"], 2, err="no \"blur\"; these speak of it:\n    average_filter       Blurs")
    expect(["doc", "imfilter.q"], 0, out="gaussian_filter      Smooths")
    expect(["doc", "nothere.q"], 2, err="cannot open nothere.q")


def test_emit(folder, good, bad):
    for stage in ("bytecode", "kernel", "c", "opencl", "cuda"):
        expect(["emit", "--stage", stage, bad], 2, err="bad.q:2:")
    kernel = os.path.join(folder, "kernel.q")
    open(kernel, "w").write("function [] = __kernel__ twice(x : mat, pos : ivec2)\n    x[pos] = 2 * x[pos]\n"
                            "endfunction\nx = ones(4, 4)\nfor i=0..3\n    x[i, 0] = i\nendfor\n"
                            "parallel_do(size(x), x, twice)\n")
    expect(["emit", "--stage", "kernel", kernel], 0, out="twice")
    expect(["emit", "--stage", "c", kernel], 0, out="#line 2")
    expect(["emit", "--stage", "opencl", kernel], 0, out="RS_KERNEL RS_BOUNDS (256) void")
    expect(["emit", "--stage", "cuda", kernel], 0, out="__global__")
    steps = os.path.join(folder, "steps.q")
    open(steps, "w").write("x = zeros(9, 9)\ny = zeros(9, 9)\nfor k=0..3\n  for i=1..7\n    for j=1..7\n"
                           "      y[i,j] = x[i-1,j] + x[i+1,j]\n    endfor\n  endfor\n  for i=0..8\n    for j=0..8\n"
                           "      x[i,j] = y[i,j]\n    endfor\n  endfor\nendfor\n")
    for stage in "opencl", "cuda": # the loops of a loop that is none there
        expect(["emit", "--stage", stage, steps], 0, out="#line 6", err="steps.q:3:1: note")
        expect(["emit", "--stage", stage, steps], 0, out="#line 11")
    shared = os.path.join(folder, "shared.q")
    for boundary, is_atomic in ("'clamped", True), ("'mirror", True), ("'circular", True), ("", False):
        open(shared, "w").write("function [] = __kernel__ count(y : vec, pos : int, blkpos : int)\n"
                                f"  part : vec{boundary} = shared(8)\n  part[blkpos] += 1\n  syncthreads\n"
                                "  if blkpos < 8\n    y[pos] = part[blkpos]\n  endif\nendfunction\n"
                                "parallel_do([[64],[64]], zeros(64), count)\n")
        done = subprocess.run([CLI, "emit", "--stage", "opencl", shared], capture_output=True)
        assert done.returncode == 0 and (b"rs_atomic_add" in done.stdout) == is_atomic, (boundary, done)
    known = os.path.join(folder, "known.q")
    open(known, "w").write("function [] = __kernel__ k(x : vec, n : int, i : int, pos : int, blkpos : int)\n"
                           "    assert(n <= 16 && n > 0)\n    assert(i >= 0 && i < numel(x))\n    s = shared(n)\n"
                           "    s[mod(blkpos, n)] = x[i]\n    syncthreads\n    if n > 20\n        x[pos] = 12345\n"
                           "    else\n        x[pos] = s[0]\n    endif\nendfunction\nx = ones(16)\n"
                           "parallel_do(16, x, 8, 3, k)\n")
    done = subprocess.run([CLI, "emit", "--stage", "kernel", known], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0 and b"(capacity 16)" in done.stdout, done
    assert b"unchecked 5" in done.stdout and b"12345" not in done.stdout, done
    expect(["emit", "--stage", "c", "--after", "no-such-pass", kernel], 2, err="no-such-pass")
    expect(["emit", "--stage", "ast", good], 0, out="block")
    expect(["emit", "--stage", "typed", good], 0, out="good.q")
    expect(["emit", "--stage", "bytecode", good], 0, out="call-builtin")
    expect(["emit", good], 2, err="--stage takes")


def test_fmt(folder, bad):
    path = os.path.join(folder, "layout.q")
    open(path, "w").write('x=1+2 % keep me\nif x==3\nprint   x\nendif\n')
    expect(["fmt", "--check", path], 1, out="layout.q")
    expect(["fmt", path], 0)
    text = open(path).read()
    assert "x = 1+2 % keep me\n" in text and "\n    print x\n" in text, text
    expect(["fmt", "--check", path], 0)
    expect(["run", path], 0, out="3")
    link = os.path.join(folder, "link.q")
    os.symlink(path, link)
    open(path, "w").write("x=1\n")
    os.chmod(path, 0o750)
    expect(["fmt", link], 0)
    assert os.path.islink(link) and open(path).read() == "x = 1\n" and os.stat(path).st_mode & 0o777 == 0o750
    before = open(bad).read()
    expect(["fmt", bad], 2, err="bad.q:2:")
    assert open(bad).read() == before


LOOPS = """function [] = main()
    x = zeros(1000)
    s = 0.0
    for i = 1..999
        x[i] = 0.5*x[i-1] + 1
    end
    for i = 0..999
        s += x[i]
    end
    for k = 0..2
        print s
        {!serial for}
        for i = 0..999
            x[i] = i
        end
    end
end
"""


COUNTERS = """function y = twice_plus(x, z)
    return 2.0*x + z
endfunction
function [] = pairs(n : int, a : vec, b : vec)
    j = -1
    for i=0..n-1
        j += 1
        a[j] = b[i]
        j += 1
        a[j] = twice_plus(b[i], 1)
    endfor
endfunction
function [] = grows(n : int, a : vec)
    s = 0.5
    for i=0..n-1
        s -= 2.0
        a[i] = s
    endfor
endfunction
function [] = both_ways(n : int, a : vec)
    j = 0
    for i=0..n-1
        a[j] = i
        if a[j] > 2
            j += 1
        endif
    endfor
endfunction
"""


def test_counters(folder):
    """Counters that every iteration moves by the same, and host functions of numbers: the loop is parallel; a counter
    that is no whole number is a running sum."""
    path = os.path.join(folder, "counters.q")
    open(path, "w").write(COUNTERS)
    status, _, stderr = run("check", "--loops", path)
    lines = [line for line in stderr.splitlines() if "this loop: " in line]
    said = {int(line.split(":")[1]): line.split("this loop: ")[1] for line in lines}
    assert status == 0 and said[6].startswith("parallel ["), stderr
    assert said[15].startswith("parallel, with the running sum `s`"), stderr
    assert said[22].startswith("serial"), stderr


def decision_kinds(trace):
    """Of the loops of a trace, by line (runtime/sched/specialize/decision.h)."""
    status, rows, stderr = run("trace", "query", "--csv", "select distinct line, a from named_events where kind = "
                               "'decision' and name like 'loop at %'", trace)
    assert status == 0, stderr
    return {int(line): int(kind) for line, kind in csv.reader(rows.splitlines()[1:])}


def test_loops(folder):
    """Why loops are not parallel: as notes of check, and as a table of a trace."""
    path, trace = os.path.join(folder, "loops.q"), os.path.join(folder, "loops.rstrace")
    open(path, "w").write(LOOPS)
    status, _, stderr = run("check", path)
    notes = [line.split(":")[1] for line in stderr.splitlines() if "does not run in parallel" in line]
    assert status == 0 and notes == ["4", "10"], stderr
    assert "line 5: the element of `x` that is read here" in stderr and "line 11: `print`" in stderr, stderr
    status, _, stderr = run("check", "--loops", path)
    assert status == 0 and "loops.q:7:5: note: this loop: parallel, with the sum `s`" in stderr, stderr
    assert ":4:5: note: this loop: serial, as native code: line 5: the element of `x`" in stderr, stderr
    lines = [line.split(":")[1] for line in stderr.splitlines() if "loops.q:" in line]
    assert len(lines) == len(set(lines)), stderr # one note a loop
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    decisions = {}
    for row in csv.reader(rows.splitlines()[1:]):
        decisions.setdefault(int(row[0].rsplit(":", 1)[1]), []).append(row[5])
    assert status == 0 and decisions[7] == ["parallel, with the sum `s`"], (rows, stderr)
    assert any("`print`" in text for text in decisions[10]), rows
    assert any("of `x`" in text for text in decisions[4]), rows
    assert decision_kinds(trace) == {4: 1, 7: 3, 10: 0, 13: 1}, decision_kinds(trace)
    open(path, "w").write("x = ones(100000)\ny = zeros(100000)\ns = 0.0\nfor i=0..99999\n    s += x[i]\n"
                          "    y[i] = s\nendfor\nprint y[99999]\n")
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    assert decision_kinds(trace) == {4: 4}, decision_kinds(trace)
    open(path, "w").write("x = zeros(1000)\n{!interpreted for}\nfor i=0..99999\n    x[mod(i,1000)] = i\nendfor\n")
    expect(["run", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    assert status == 0 and [row[5].split(":")[0] for row in csv.reader(rows.splitlines()[1:])] == ["interpreted"], rows


PLACES = """import "unused.q"
x = rand(300,300)
y = 2.*x + sin(x)
c = {0, 0, 0}
for i=0..99999
    c[mod(i,3)] = i
endfor
print numel(y)
"""


def test_places(folder):
    """Expressions have their launches in trace loops, loops of libraries that were not reached no row, and the summary
    tells of interpreted loops."""
    path, trace = os.path.join(folder, "places.q"), os.path.join(folder, "places.rstrace")
    open(path, "w").write(PLACES)
    open(os.path.join(folder, "unused.q"),
         "w").write("function [] = f()\n    for i=0..9\n        print i\n    endfor\nendfunction\n")
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    rows = {row[1]: row for row in csv.reader(rows.splitlines()[1:])}
    assert status == 0 and sorted(rows) == ["expression at line 3", "loop at line 5"], (rows, stderr)
    assert rows["expression at line 3"][2:4] == ["1", "90000"] and int(rows["expression at line 3"][4]) > 0, rows
    status, text, stderr = run("trace", "summary", trace)
    assert status == 0 and re.search(r"places.q:5 +loop at line 5 +1 +100,000 .* interpreted: line 6: ", text), (text,
                                                                                                                stderr)


IMAGES = """g = imread("a.png")
y = zeros(size(g))
for m=0..size(g,0)-1
    for n=0..size(g,1)-1
        for c=0..2
            y[m,n,c] = 2*g[m,n,c]
        endfor
    endfor
endfor
"""


def test_images(folder):
    """Loops over what imread gives are judged as if it were a cube."""
    path = os.path.join(folder, "images.q")
    open(path, "w").write(IMAGES)
    status, _, stderr = run("check", "--loops", path)
    assert status == 0 and ":3:1: note: this loop: parallel (with `g` as a cube" in stderr, stderr


STEPS = """x = ones(1000,1000)
y = zeros(1000,1000)
for k=1..50
    for m=1..998
        for n=1..998
            y[m,n] = x[m-1,n] + x[m+1,n] - x[m,n]
        endfor
    endfor
    for m=1..998
        for n=1..998
            x[m,n] = y[m,n]
        endfor
    endfor
endfor
"""


def test_steps(folder):
    """The steps of a simulation run one after the other, the loops inside each of them, which are long, in parallel."""
    path, trace = os.path.join(folder, "steps.q"), os.path.join(folder, "steps.rstrace")
    open(path, "w").write(STEPS)
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    decisions = {int(row[0].rsplit(":", 1)[1]): row[5] for row in csv.reader(rows.splitlines()[1:])}
    assert status == 0 and decisions[4] == decisions[9] == "parallel", (rows, stderr)
    assert "serial" not in decisions.get(3, ""), rows


def test_rest_of_steps(folder):
    """Steps of little work: what is left of them runs as a whole, and one row has the runs and iterations of all."""
    path, trace = os.path.join(folder, "rest.q"), os.path.join(folder, "rest.rstrace")
    program = STEPS.replace("1000", "60").replace("998", "last").replace("..50", "..500")
    open(path, "w").write(program.replace("y = ", "last = 58; y = "))
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    found = [row[2:] for row in csv.reader(rows.splitlines()[1:]) if row[0].endswith(":3")]
    assert status == 0 and len(found) == 1 and found[0][:2] == ["1", "500"], (rows, stderr)
    assert found[0][3].startswith("in order, step by step, then serial, as native code: line 6: "), found
    status, text, stderr = run("trace", "query", "--csv", "SELECT b, end - start + (SELECT sum(total) FROM totals "
                               "WHERE kind = 4) FROM named_events WHERE kind = 'loop' AND line = 3", trace)
    spans = list(csv.reader(text.splitlines()[1:]))
    assert len(spans) == 1 and spans[0][0] == "1" and 0 < int(found[0][2]) <= int(spans[0][1]), (rows, text, stderr)


def test_loop_of_two_types(folder):
    """Runs of a loop stand in the row of what the compiler made of it for their types."""
    path, trace = os.path.join(folder, "types.q"), os.path.join(folder, "types.rstrace")
    open(path, "w").write("""function y = take(y, c)
    for i=0..numel(y)-1
        y[i] = y[i] + c[min(i, 9)]
    endfor
endfunction
for k=1..3
    take(zeros(200000), ones(10))
endfor
c = cell(10)
for i=0..9
    c[i] = i
endfor
c[3] = "a"
try
    take(zeros(200000), c)
catch e
endtry
""")
    expect(["run", "-d", "cpu", "--profile", trace, path], 0)
    status, rows, stderr = run("trace", "loops", "--csv", trace)
    found = {row[5].split(":")[0]: row[2:4] for row in csv.reader(rows.splitlines()[1:]) if row[0].endswith(":2")}
    # The first run compiles; the others may be too short to tell.
    runs, iterations = (int(text) for text in found["parallel"])
    assert status == 0 and found["interpreted"] == ["1", "4"] and 1 <= runs <= 3, (rows, stderr)
    assert iterations == 200000 * runs, rows


NOTES = """function [] = __kernel__ k(y : vec, M : int, N : int, pos : int)
  assert(M <= 10 && N < 17)
  part = shared(M, N, 3)
  fixed = shared(20)
  y[pos] = numel(part)
endfunction
x = rand(20,20)
y = zeros(20,20)
for i=0..19
  for j=0..19
    y[i,j] = x[i,j] * $eval(2*3)
  endfor
endfor
"""


def test_notes(folder):
    """What assertions say about shared memory; evaluated meta functions are no reason against a loop."""
    path = os.path.join(folder, "notes.q")
    open(path, "w").write(NOTES)
    status, _, stderr = run("check", path)
    notes = [line.split(":", 1)[1] for line in stderr.splitlines() if " note: " in line]
    assert status == 0, stderr
    assert notes == ["3:10: note: calculated an upper bound for the amount of shared memory: 1920 bytes "
                     "[N0601]"], stderr


def test_full_output():
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            done = subprocess.run([CLI, "doc"], stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 1 and b"standard output" in done.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        good, bad = os.path.join(folder, "good.q"), os.path.join(folder, "bad.q")
        open(good, "w").write('print "hello"\n')
        open(bad, "w").write('x = 1\ny = (x +\n')
        test_commands()
        test_options(good)
        test_debug_topics(good)
        test_check(folder, good, bad)
        test_devices()
        test_doc()
        test_emit(folder, good, bad)
        test_fmt(folder, bad)
        test_counters(folder)
        test_loops(folder)
        test_images(folder)
        test_places(folder)
        test_steps(folder)
        test_rest_of_steps(folder)
        test_loop_of_two_types(folder)
        test_notes(folder)
        test_full_output()


if __name__ == "__main__":
    main()
