#!/usr/bin/env python3
"""Running programs: output, exit status, arguments, figures, traces, Ctrl+C.

usage: check-run.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])


def processor_seconds(pid):
    """What a process, and those that it has waited for, have used of processors in code of their own."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[13])) / os.sysconf("SC_CLK_TCK")


def run(*arguments):
    done = subprocess.run([CLI, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def expect(arguments, status, out=None, err=None):
    got, stdout, stderr = run(*arguments)
    where = "%s: status %d, stdout %r, stderr %r" % (" ".join(arguments), got, stdout[:300], stderr[:300])
    assert got == status, where
    assert out is None or out == stdout, where
    assert err is None or err in stderr, where
    return stderr


def program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def test_status(folder):
    expect(["run", program(folder, "hello.q", 'print "hello"\n')], 0, "hello\n", "")
    expect(["run", program(folder, "wrong.q", 'print "before"\nerror("my reason")\n')], 1, "before\n", "my reason")
    expect(["run", program(folder, "bad.q", "x = (1 +\n")], 2, "", "bad.q:1:")
    expect(["run", os.path.join(folder, "none.q")], 2, "", "No such file")
    expect(["run", folder], 2, "", "is a folder")
    expect(["run"], 2, "", "missing")
    hello = os.path.join(folder, "hello.q")
    expect(["run", "-d", "nonsense", hello], 2, "", "nonsense")
    expect(["run", "--set", "RUNTIME_RANDOM_SEED=x", hello], 2, "", "whole number")
    expect(["run", "--set", "RUNTIME_RANDOM_SED=1", hello], 2, "", "RUNTIME_RANDOM_SEED")
    expect(["run", "-d", "interp", hello], 0, "hello\n")


def test_errors_where_nothing_leads(folder):
    """A function that neither the top level nor main leads to may have errors: warnings for run, errors for check."""
    text = """function y = never(x : vec)
  y = unknown_thing(x) + later(x)
endfunction
function y = later(x)
  y = x + 1
endfunction
function [] = __kernel__ never_launched(x : vec, pos : int)
  never(x)
  break
endfunction
function [] = main()
  print "it runs ", later(2)
endfunction
"""
    path = program(folder, "partly.q", text)
    said = expect(["run", path], 0, "it runs 3\n", "partly.q:2:7: warning: `unknown_thing` is not defined "
                  "(an error where `never` is called, which is nowhere)")
    assert "error: " not in said, said
    expect(["check", path], 2, None, "")
    reached = program(folder, "reached.q", text.replace("later(2)", "never([2])"))
    expect(["run", reached], 2, "", "reached.q:2:7: error: `unknown_thing`")
    evaluated = program(folder, "evaluated.q", text.replace("later(2)", 'eval("later(2)")'))
    expect(["run", evaluated], 2, "", "error: `unknown_thing`")


def test_eval():
    expect(["eval", "1 + 2"], 0, "3\n")
    expect(["eval", "-5"], 0, "-5\n")
    expect(["eval", "1 +"], 2, "")
    expect(["eval", "1 + $"], 2, "", "expression:1:5: error: ")
    said = expect(["eval", "[1,2] + [1,2,3]"], 2, "", "expression:1:1: error: ")
    assert said.splitlines()[1:3] == ["  [1,2] + [1,2,3]", "  ^"], said
    expect(["eval", "sum(unknown)"], 2, "", "expression:1:5: error: ")
    expect(["eval", "1 + error(\"no\")"], 1, "", "expression:1:5: error: no")
    expect(["eval", "1; error(\"no\")"], 1, "", "expression:1:4: error: no")
    expect(["eval"], 2, "", "one expression")


def test_arguments(folder):
    path = program(folder, "main.q", "function [] = main(a, b)\n    print a, \" \", b\nendfunction\n")
    expect(["run", path, "first", "--second"], 0, "first --second\n")
    expect(["run", path, "-d", "interp"], 0, "-d interp\n")
    path = program(folder, "plain.q", "print 1\n")
    expect(["run", path, "-d", "interp"], 2, "",
           "-d stands behind the program, which takes no arguments; options stand before it")
    expect(["run", path, "--device=interp"], 2, "", "redshift-cli run --device=interp ... ")
    expect(["run", path, "word", "-5"], 0, "1\n")
    # a main that takes arguments is given them, and what it can't use is told with the parameter's name
    path = program(folder, "sizes.q", "function [] = main(n = 4, name = \"no\")\n"
                   "    print size(zeros(n, n)), \" \", name\nendfunction\n")
    expect(["run", path, "-2.5e0", "-d"], 1, "", "options stand before it: redshift-cli run -d ... ")
    expect(["run", path, "3", "word"], 0, "[ 3, 3] word\n")
    for argument in ("-d", "--help"):
        said = expect(["run", path, argument, "interp"], 2, "", "redshift-cli run %s ... " % argument)
        assert ('sizes.q:1:1: error: the program is given "%s" for the parameter n of main, which has to be a number'
                % argument) in said, said
    path = program(folder, "any.q", "function [] = main(n)\n    print size(zeros(n, n))\nendfunction\n")
    expect(["run", path, "-d"], 1, "", "options stand before it: redshift-cli run -d ... ")


def test_library_error(folder):
    """What fails inside the library is told at the line of the program that called it, with the way there below."""
    path = program(folder, "call.q",
                   'import "imfilter.q"\nfunction y = mine(x)\n    y = imfilter(x, ones(3,3), [1,1], "miror")\n'
                   'endfunction\nprint mine(zeros(4,4))\n')
    said = expect(["run", "-d", "interp", path], 1, "",
                  "call.q:3:9: error: imfilter: the boundary `miror` is not known")
    assert re.search(r"in check_boundary \(.*imboundary.q:\d+\)\n  in imfilter .*\n  in mine \(.*call.q:3\)",
                     said), said


def test_places_in_kernels(folder):
    """A failure of compiled code is told at the access, as the interpreter tells it; one in a function of another file
    in that file, with the kernel's statement that leads there below."""
    program(folder, "pick.q", "function y = __device__ pick(x : vec'checked, i : int)\n    y = 1.0\n"
            "    y = y + x[i]\nendfunction\n")
    texts = {
        "read.q": ("    y[pos] = 2 * y[pos] + 3 * x[pos+1]\n", "read.q:4:31", None),
        "write.q": ("    z += 1; y[2*pos] = x[0] % äöü\n", "write.q:4:13", None),
        "umlaut.q": ("    äöü = 1\n    y[pos] = äöü * x[pos + 7]\n", "umlaut.q:5:20", None),
        "assert.q": ("    y[pos] = 1\n    if pos > 2\n        assert(x[0] > 1, \"too small\")\n    endif\n",
                     "assert.q:6:9", None),
        "other.q": ("    y[pos] = 2 * pick(x, pos + 3)\n", "pick.q:3:13", "in k (other.q:4)"),
    }
    devices = ["cpu"] + (["opencl"] if run("eval", "-d", "opencl", "1")[0] == 0 else [])
    for name, (body, place, frame) in texts.items():
        path = program(folder, name, 'import "pick.q"\nfunction [] = __kernel__ k(x : vec\'checked, '
                       "y : vec'checked, pos : int)\n    z = 1.0\n" + body +
                       "endfunction\nx = ones(8)\ny = zeros(8)\nparallel_do(8, x, y, k)\nprint y\n")
        for device in ["interp", *devices]:
            said = expect(["run", "-d", device, path], 1, "", f"{place}: error: ")
            assert frame is None or frame.replace("(", "(" + folder + "/") in said or frame in said, said


def test_black_image(folder):
    name = os.path.join(folder, "black.png")
    path = program(folder, "black.q", f'x = rand(4,4)\nfor k=0..1\n    imwrite("{name}", x)\nendfor\n'
                   f'imwrite("{name}", x, [0,1])\nimwrite("{name}", 255*x)\nimwrite("{name}", zeros(4,4))\n')
    said = expect(["run", path], 0, "", "black.q:3: warning: imwrite: all values are between 0 and 1")
    assert said.count("warning") == 1, said


def test_figures(folder):
    path = program(folder, "show.q", "x = zeros(4,6)\nx[1,2] = 255\nimshow(x)\n")
    figures = os.path.join(folder, "new", "figures")
    expect(["run", "--figures", figures, path], 0, "")
    data = open(os.path.join(figures, "figure-1.png"), "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (6, 4)
    plots = program(folder, "plots.q", 'plot(0..10, (0..10).^2, "r--")\ntitle("Squares & more")\n'
                    'repeat\n    imshow(rand(3,4))\n    n = 1\nuntil !hold("on")\nerror("my end")\n')
    expect(["run", "--figures", figures, plots], 1, "", "my end")
    svg = open(os.path.join(figures, "figure-1.svg"), encoding="utf-8").read()
    assert "Squares &amp; more" in svg and "stroke-dasharray" in svg and ">100</text>" in svg
    data = open(os.path.join(figures, "figure-1.png"), "rb").read()
    assert struct.unpack(">II", data[16:24]) == (640, 480)
    data = open(os.path.join(figures, "figure-2.png"), "rb").read()
    assert struct.unpack(">II", data[16:24]) == (4, 3), "what was shown before an error is written"
    assert not os.path.exists(os.path.join(figures, "figure-3.png"))
    expect(["run", path], 0, "")
    expect(["run", "--figures", "/dev/null/x", path], 2, "", "/dev/null/x")


def test_profile(folder):
    path = program(folder, "kernel.q", "function [] = __kernel__ fill(x : mat, pos : ivec2)\n"
                   "    x[pos] = pos[0] + pos[1]\nendfunction\n"
                   "x = zeros(512,512)\nfor k=0..2\n    parallel_do(size(x), x, fill)\nendfor\nprint x[3,4]\n")
    trace = os.path.join(folder, "kernel.rstrace")
    expect(["run", "-d", "cpu", "--profile", trace, path], 0, "7\n")
    assert not os.path.exists(trace + "-wal")
    plain = os.path.join(folder, "kernel.plain")
    expect(["trace", "unpack", "-o", plain, trace], 0, "")
    db = sqlite3.connect(plain)
    kernels = db.execute("SELECT name, file, line, items, threads FROM kernels").fetchall()
    assert len(kernels) == 3, kernels
    for name, file, line, items, threads in kernels:
        assert name == "fill" and file.endswith("kernel.q") and 1 <= line <= 2 and items == 512 * 512 and threads >= 1
    launches = db.execute("SELECT count(*) FROM kernels JOIN launches USING (launch)").fetchone()[0]
    assert launches == 3, "each kernel is tied to its launch"
    meta = dict(db.execute("SELECT name, value FROM meta"))
    assert meta["complete"] == "1" and meta["program"] == path and meta["device"] == "cpu"
    status, out, _ = run("trace", "summary", trace)
    assert status == 0 and "fill" in out and "3 launches" in out
    expect(["run", "--profile", path, path], 2, "", "not overwritten")
    expect(["run", "--profile", os.path.join(folder, "no", "t.rstrace"), path], 2, "", "cannot create")
    assert open(path).read().startswith("function"), "a program given as the trace's name stays as it is"


PARTS = """function y = beyond(z : vec'mirror, t : vec, n : int, k : int)
  y = z[-5..n] + t[k]
endfunction
function y = listed(x : mat, p : vec, t : vec, k : int)
  y = x[p,0..999] - t[k]
endfunction
z = ones(40000)
x = ones(100,1000)
t = [1,2,3]
print sum(beyond(z, t, 39994, 2)), " ", sum(listed(x, 99 - (0..99), t, 1))
"""


def test_parts_taken_once(folder):
    """Parts beside what may fail are taken once where they reach outside of arrays with a boundary mode: no array is
    made beside the part and the result. Those of lists are read where they lie."""
    path, trace = program(folder, "parts.q", PARTS), os.path.join(folder, "parts.rstrace")
    expect(["run", "-d", "cpu", "--profile", trace, path], 0, "160000 -100000\n")
    query = ("select line, count(*) from named_events where kind = 'allocate' and (line, b) in ((2, 160000), "
             "(5, 400000)) group by line")
    expect(["trace", "query", "--csv", query, trace], 0, "line,count(*)\n2,2\n5,1\n")


def test_builtin_name(folder):
    """A device function with the name of a built-in one is compiled like any other."""
    path = program(folder, "clamp.q", "function y = __device__ clamp(x : scalar)\n    y = x > 10 ? 1 : 0\nendfunction\n"
                                      "function [] = __kernel__ k(y : vec, pos : int)\n    y[pos] = clamp(pos)\n"
                                      "endfunction\n"
                                      "y = zeros(9000)\nparallel_do(9000, y, k)\nprint sum(y)\n")
    said = expect(["run", "-d", "cpu", path], 0, "8989\n")
    assert "interpreted" not in said, said


def test_interrupt(folder):
    path = program(folder, "endless.q", 'print "started"\nn = 0\nwhile true\n    n = n + 1\nendwhile\n')
    trace = os.path.join(folder, "endless.rstrace")
    child = subprocess.Popen([CLI, "run", "--profile", trace, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout.readline() == b"started\n"
    before = os.times().children_user
    used = processor_seconds(child.pid)
    child.send_signal(signal.SIGINT)
    _, stderr = child.communicate(timeout=60)
    assert child.returncode == -signal.SIGINT and b"stopped" in stderr, (child.returncode, stderr)
    assert os.times().children_user - before - used < 2 # it stops soon, however long others keep the processors
    status, out, _ = run("trace", "summary", trace)
    assert status == 0 and "incomplete" not in out


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_status(folder)
        test_errors_where_nothing_leads(folder)
        test_eval()
        test_arguments(folder)
        test_library_error(folder)
        test_places_in_kernels(folder)
        test_black_image(folder)
        test_figures(folder)
        test_profile(folder)
        test_parts_taken_once(folder)
        test_builtin_name(folder)
        test_interrupt(folder)


if __name__ == "__main__":
    main()
