#!/usr/bin/env python3
"""redshift-cli debug: transcripts of tests/debug, and each command.

usage: check-debug.py REDSHIFT_CLI [--update | --devices]
--update writes the transcripts anew; they are to be read before they are kept. --devices: what needs an OpenCL device;
ends with 77 where there is none.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "debug")
PROGRAMS = ["recursion", "closures", "classes", "generics", "barriers", "exceptions"]
STOP = re.compile(r"^ +\d+  ", re.M)


def debug(script, *arguments, device="auto", folder=None, status=0, err=""):
    done = subprocess.run([CLI, "debug", "--no-windows", "-d", device, *arguments], input=script.encode(),
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, cwd=folder)
    out, stderr = done.stdout.decode(), done.stderr.decode()
    where = "%r: status %d, stdout %s, stderr %s" % (script, done.returncode, out, stderr)
    assert status is None or done.returncode == status, where
    assert re.search(err, stderr) if err else stderr == "", where
    return out


def program(text):
    path = os.path.join(tempfile.mkdtemp(), "prog.q")
    with open(path, "w") as file:
        file.write(text)
    return path


def expect(script, lines, text=None, *arguments, **more):
    """The transcript has these lines, in this order."""
    path = [program(text)] if text is not None else []
    out = debug(script, *path, *arguments, **more)
    at = 0
    for line in lines:
        found = out.find(line + "\n", at)
        assert found >= 0, "%r is missing behind position %d of:\n%s" % (line, at, out)
        at = found + len(line)
    return out


def test_transcripts():
    n_stops = 0
    for name in PROGRAMS:
        with open(os.path.join(FOLDER, name + ".script")) as file:
            script = file.read()
        path = os.path.join(FOLDER, name + ".expected")
        for device in ("auto", "interp"):
            out = debug(script, name + ".q", device=device, folder=FOLDER, status=1 if name == "exceptions" else 0,
                        err="exceptions.q:4:9: error: negative: -2" if name == "exceptions" else "")
            if "--update" in sys.argv:
                with open(path, "w") as file:
                    file.write(out)
            with open(path) as file:
                expected = file.read()
            assert out == expected, "%s on %s:\n%s\nexpected:\n%s" % (name, device, out, expected)
        n_stops += len(STOP.findall(expected))
    assert n_stops >= 60, n_stops


LOOPS = """x = zeros(300, 300)
for i = 0..299
    for j = 0..299
        x[i, j] = i * j
    end
end
n = 0
for i = 0..199999
    n += 1
end
print n
"""


KERNEL = """function [] = __kernel__ k(y : mat, pos : ivec2)
    v = pos[0] + pos[1]
    if v > 20
        w = v
    endif
    y[pos] = v
endfunction

function [] = main()
    y = zeros(8, 20)
    parallel_do(size(y), y, k)
    print sum(sum(y))
endfunction
"""


def test_breakpoints():
    expect("break 3\nrun\n",
           ["line 3 has no code; breakpoint 1 is at line 4", "1: prog.q:4"], "x = 1\n% nothing\n% here\nprint x\n")
    out = debug("break 99\nbreak nowhere\nbreak other.q:3\nbreak 1 when x\nbreak\nuntil\ndelete 7\nenable 3\n",
                program("x = 1\n"), status=1)
    for text in ("has no code from line 99 on", 'has no function "nowhere"', "there is no file other.q",
                 '"when x" is not understood', "give a place", "there is no breakpoint 7"):
        assert text in out, out
    # inside of loops that are compiled otherwise
    expect("break 4 if i == 100 && j == 7\nrun\nlist\ndelete\nbreak 9 hits 1000\nrun\nprint n\ndelete\ncontinue\n",
           ["breakpoint 1, main program (prog.q:4)", "i : int = 100", "j : int = 7",
            "breakpoint 2, main program (prog.q:9)", "999", "200000"], LOOPS)
    expect('break 9 hits 199999 say "n is {n}, {n + nosuch}"\nrun\n',
           ["n is 199998, {n + nosuch: `nosuch` is not defined}", "n is 199999, {n + nosuch: `nosuch` is not defined}",
            "200000"], LOOPS)
    expect("break 9 if nosuch > 1\nrun\nbreakpoints\ndelete\ncontinue\n",
           ['breakpoint 1: its condition "nosuch > 1" has an error, which stops only once: `nosuch` is not defined, '
            'main program (prog.q:9)',
            "1: prog.q:9, if nosuch > 1, which had an error: `nosuch` is not defined, hit 1 time", "200000"], LOOPS)
    # It stops once and holds where it can be computed; changed, it may have another error.
    path = program(KERNEL)
    out = debug("break 6 if w == 25\nrun\nprint v\ncontinue\nprint v\nbreak 6 if ww == 1\ncontinue\n"
                "breakpoints\ncontinue\n", path)
    assert out.count("\nbreakpoint ") == 4, out
    for text in ('breakpoint 1: its condition "w == 25" has an error, which stops only once: `w` is not defined, work '
                 'item [0, 0], k (prog.q:6)', "\n0\n", "\nbreakpoint 1, work item [6, 19], k (prog.q:6)\n", "\n25\n",
                 'breakpoint 2: its condition "ww == 1" has an error',
                 "1: prog.q:6, if w == 25, which had an error: `w` is not defined, hit 2 times\n",
                 "2: prog.q:6, if ww == 1, which had an error: `ww` is not defined, hit 1 time\n"):
        assert text in out, (text, out)
    expect("tbreak 9\nrun\nbreakpoints\ncontinue\n", ["breakpoint 1, main program (prog.q:9)", "200000"], LOOPS)
    expect("break 9\ndisable 1\nbreakpoints\nrun\n", ["1: prog.q:9, off", "200000"], LOOPS)
    expect("start\nuntil 11\nprint n + 1\ncontinue\n",
           ["main program (prog.q:1)", "breakpoint 1, main program (prog.q:11)", "200001", "200000"], LOOPS)


def test_interpreted_only_where_needed():
    """A stop in one loop leaves the other compiled: the marks of a recording say so."""
    path = program("""function [] = main()
    a = 0.0
    for i = 0..2999999
        a += sin(i)
    end
    b = 0.0
    for i = 0..2
        b += 1
    end
    print a + b > 0
end
""")
    def cpu(script):
        before = os.times()
        debug(script, path)
        after = os.times()
        return after.children_user - before.children_user
    debug("run\n", path)
    plain, other, inside = cpu("run\n"), cpu("break 8\nrun\ndelete\ncontinue\n"), cpu("break 4 if i == 2999999\nrun\n"
                                                                                      "delete\ncontinue\n")
    assert other < plain + 0.5 * (inside - plain), (plain, other, inside)


def test_not_finite():
    expect("nan on\nrun\nlist\ncontinue\n", ["not finite: the result is inf", "main program (prog.q:3)",
                                             "x : scalar = inf"],
           "z = 0.0\nx = 1.0 / z\ny = 1\n")
    text = """function [] = __kernel__ divide(x : mat, d : mat, pos : ivec2)
    x[pos[0], pos[1]] = x[pos[0], pos[1]] / d[pos[0], pos[1]]
end
function [] = main()
    x = ones(400, 500)
    d = ones(400, 500)
    d[2, 3] = 0
    parallel_do(size(x), x, d, divide)
    print "ended"
end
"""
    for device in ("cpu", "auto"):
        expect("nan on\nrun\ncontinue\n", ["not finite: [2, 3] of x, a mat of 400x500, is inf", "main (prog.q:9)",
                                           "ended"], text, device=device)
    expect("nan on\nrun\nnan off\ncontinue\n", ["not finite: the result is inf", "divide (prog.q:2)", "ended"], text,
           device="interp")
    expect("nan off\nrun\n", ["ended"], text)


def test_watch():
    text = """function [] = main()
    n = 1
    x = [1.0, 2.0]
    y = 5
    n = n + y
    x[1] = 7
    for i = 0..1000
        y = y + 1
    end
    print n, x
end
"""
    out = expect("break 4\nrun\nwatch n\nwatch x\ncontinue\ncontinue\ndelete\nwatch y\nlist\ncontinue\nbreakpoints\n"
                 "delete\ncontinue\n",
                 ["2: n is watched", "watch 2: n was 1, is 6", "main (prog.q:6)", "watch 3: x was [1, 2], is [1, 7]",
                  "main (prog.q:7)",
                  "watch 4: y was 5, is 6", "4: y is watched", "6[ 1, 7]"], text)
    assert "y : int = 1" not in out
    object_number = re.search(r"object (\d+), x",
                              debug("break 6\nrun\nlist objects\nquit\n", program(text), status=1,
                                    err="stopped")).group(1)
    expect("break 6\nrun\nlist objects\nwatch object %s\ncontinue\ncontinue\n" % object_number,
           ["watch 2: object %s was [1, 2], is [1, 7]" % object_number], text)
    out = debug("watch n\nbreak main\nrun\nwatch nosuch\nwatch object 1\ncontinue\n", program(text))
    for line in ("a variable can be watched while the program stands",
                 'no function that is being called has a variable "nosuch"',
                 "no variable holds an object 1"):
        assert line in out, out
    expect("break f\nrun\nwatch a\ncontinue\ncontinue\ncontinue\n",
           ["watch 2: the function of a has ended; the watch is taken away", "1"],
           "function y = f(a)\n    y = a\nend\nprint f(1)\nprint 2\n")


def test_watch_of_index():
    """An element whose index is a variable is another one when the variable is."""
    text = """function [] = main()
    x = [5, 5, 7, 8]
    i = 0
    k = 0
    i = 1
    i = 2
    k = 3
    x[i] = 9
    print x[k]
end
"""
    expect("break 4\nrun\nwatch x[i]\ncontinue\ncontinue\ncontinue\n",
           ["2: x[i] is watched", "watch 2: x[i] was 5, is 7", "main (prog.q:7)", "watch 2: x[i] was 7, is 9",
            "main (prog.q:9)", "8"], text)


def test_watch_of_much():
    """A cell of which not all is compared says so, once; texts inside of cells are compared by what they say."""
    text = """function [] = main()
    c = cell(200000)
    c[0] = sprintf("%s", "one")
    d = {sprintf("%d", 111), 2}
    for k = 1..3
        d[0] = sprintf("%d", 110 + k)
    end
    c[199999] = 3
    c[0] = 4
    print "end"
end
"""
    out = expect("break 5\nrun\nwatch d\nwatch c\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\n",
                 ["3: c is watched", '; d[0] is "112"', '; d[0] is "113"', "main (prog.q:10)", "end"],
                 text)
    assert out.count("c is too large to be compared as a whole") == 1, out


def test_watch_of_parts():
    """Of a cell or an object the part is told that changed, however far inside; an element or a member stops when it
    is another one, not when its neighbour is."""
    text = """type inner : mutable class
    v : vec
end
type point : mutable class
    x : scalar
    at : inner
end
function [] = main()
    c = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, {1, 2}}
    p = point(x:=1, at:=inner(v:=zeros(20)))
    x = [1.0, 2.0, 3.0]
    c[9] = 10
    c[10] = {1, 5}
    p.at.v[15] = 3
    x[0] = 7
    x[2] = 8
    p.x = 4
    p.at.v[3] = 1
    x = [1.0]
    print x
end
"""
    out = expect("break 12\nrun\nwatch c\ncontinue\ncontinue\ncontinue\n",
                 ["watch 2: c was {0, 1, 2, 3, 4, 5, 6, 7, ...}, is {0, 1, 2, 3, 4, 5, 6, 7, ...}; c[9] is 10",
                  "main (prog.q:13)", "main (prog.q:14)"], text)
    assert "; c[10] is {1, 5}" in out or "; c[10][1] is 5" in out, out
    out = expect("break 12\nrun\nwatch p\ncontinue\ncontinue\ncontinue\ncontinue\n",
                 ["main (prog.q:15)", "main (prog.q:18)", "main (prog.q:19)"], text)
    assert "; p.at.v is [" in out and "; p.x is 4" in out, out
    expect("break 12\nrun\nwatch x[2]\nwatch p.at.v[3]\ncontinue\ncontinue\ncontinue\ncontinue\ncontinue\n",
           ["2: x[2] is watched", "3: p.at.v[3] is watched", "watch 2: x[2] was 3, is 8", "main (prog.q:17)",
            "watch 3: p.at.v[3] was 0, is 1", "main (prog.q:19)",
            "watch 2: x[2] was 8, has no value: index 2 is outside x, a vector of 1 element: its indices are 0 to 0"],
           text)
    assert "no function that is being called has a variable" in debug("break 12\nrun\nwatch q[3]\ncontinue\n",
                                                                      program(text))
    assert "index 9 is outside x" in debug("break 12\nrun\nwatch x[9]\ncontinue\n", program(text))


def test_position_as_condition():
    """A condition that is a vector holds where all of it does: one work item by its position."""
    text = """function [] = __kernel__ fill(x : mat, pos : ivec2)
    x[pos[0], pos[1]] = pos[0] + pos[1]
end
function [] = main()
    x = zeros(5, 6)
    parallel_do(size(x), x, fill)
    print x[4, 5]
end
"""
    out = expect("break 2 if pos == [3,4]\nrun\npos\nbreakpoints\ncontinue\n",
                 ["breakpoint 1, work item [3, 4], fill (prog.q:2)", "[ 3, 4]", "9"], text)
    assert "hit 1 time" in out, out


def device_kernel():
    """Where a breakpoint has a kernel interpreted that would run on a device, that is told, once."""
    text = """function [] = __kernel__ fill(x : mat, pos : ivec2)
    x[pos[0], pos[1]] = pos[0] + pos[1]
end
function [] = main()
    x = zeros(5, 6)
    parallel_do(size(x), x, fill)
    parallel_do(size(x), x, fill)
    print x[4, 5]
end
"""
    told = "fill is interpreted on the host, where it can be stopped: not on the program's devices\n"
    script = "break 2 if pos == [3,4]\nrun\ncontinue\ncontinue\n"
    out = debug(script, program(text), device="opencl")
    assert out.count(told) == 1 and out.endswith("9\n"), out
    assert told not in debug(script, program(text), device="cpu")


def device_array():
    """What only a device has is told to be there, and is not copied before somebody asks for it; for an element that
    alone is."""
    text = """function [] = main()
    x = zeros(600, 600)
    for i = 0..599
        for j = 0..599
            x[i,j] = i + j
        end
    end
    n = 1
    print n
end
"""
    there = "x : mat 600x600 = (on opencl:0: copied when it is looked at)\n"
    out = debug("break 9\nrun\nlist\nx[3,4] * 6\nlist\nsum(x[0..599,7])\nx\nlist\ncontinue\n", program(text),
                device="opencl")
    assert out.count(there) == 2 and "\n42\n" in out and "x : mat 600x600 = [0, 1, 2, 3, 4, 5, 6, 7, ...]\n" in out, out


def test_warnings():
    text = "function [] = f(k)\n    for i = k..1\n        print i\n    end\nend\nf(5)\nprint \"end\"\n"
    out = debug("warnings on\nrun\nk * 11\ncontinue\n", program(text), err="warning")
    assert out.startswith("warning: ") and "f (prog.q:2)" in out and out.endswith("55\nend\n"), out
    out = debug("run\n", program(text), err="warning")
    assert "warning" not in out, out
    assert "warnings: on or off" in debug("warnings maybe\n", status=1)


def test_error_in_compiled_code():
    """Where an error was met in a loop that is compiled, what is known of it is told."""
    text = """function y = part(a, i)
    y = a[i + 10]
end
function [] = main()
    s = 1..100000
    x = zeros(100000)
    try
        for i = 0..99999
            x[i] = part(s, i)
        end
    catch ex
        print "caught"
    end
end
"""
    out = debug("errors all\nrun\ntrace\ncontinue\n", program(text))
    assert "error: index 100000 is outside s" in out and out.endswith("caught\n"), out
    assert "the error was met in compiled code: what the loop or kernel changes is as it was before" in out, out


def test_evaluation():
    text = """function y = area(w : int, h)
    k = 3
    y = w * h
end
function [] = main()
    total = 10
    print area(2, 5), total
end
"""
    expect("break 3\nrun\nw\nw = 4\nh = 2.5\nw * h\nfresh = [1,2]\nfresh[1] + w;\nsum(fresh)\nlist\nup\ntotal = 20\n"
           "list\ncontinue\n",
           ["breakpoint 1, area (prog.q:3)", "2", "10", "3", "w : int = 4", "h : scalar = 2.5",
            "fresh : ivec(2) 1x2 = [1, 2]", "#1   main (prog.q:7)",
            "total : int = 20", "1020"], text)
    out = debug("break 3\nrun\nw = \"text\"\nw\nfor i = 0..2\n  h = h + i\nend\nh\nerror \"mine\"\n1 + )\ntrace\n"
                "continue\n", program(text))
    assert "error: `w` " in out or "error: w" in out, out
    assert "\n8\n" in out and "error: mine" in out and "#1   main (prog.q:7)" in out, out
    expect("x = [1, 2, 3]\nsum(x)\ny = 2;\nlist\nfunction z = f(a)\n  z = a + 1\nend\nf(y)\n",
           ["6", "x : ivec(3) 1x3 = [1, 2, 3]", "y : int = 2", "3"])


def test_workspace():
    text = "k = 4\nfunction y = f(a)\n    y = a + 1\nend\nprint f(k)\n"
    path = program(text)
    # load runs no statement, but functions and variables are there
    assert debug("f(3)\nk\nlist\n", path) == "4\n4\nk : int = 4\nf = y = f(a)\n"
    assert debug("load %s\nk\nrun\nk = 9\nk\nrun\nk\nclear\nlist\n" % path) == "4\n5\n9\n5\n4\n"
    assert debug("run\n", program('function [] = main(n : int, s)\n    print n + 1, s\nend\n'), "4",
                 "text") == "5text\n"
    assert debug("run 6 other\nrun\n", program('function [] = main(n : int, s)\n    print n + 1, s\nend\n'), "4",
                 "text") == "7other\n7other\n"
    assert path in debug("mod\n", path) and "library" in debug("path\n")
    assert debug("x = 3\nreset\nlist\n") == ""
    assert debug("closeall\ncls\n") == ""


def test_status():
    failing = program('print "a"\nerror "b"\n')
    assert debug("run\n", failing, status=1, err="prog.q:2:1: error: b").startswith("a\nerror: b\n")
    debug("errors none\nrun\nprint 1\n", failing, status=1, err="error: b")
    debug("run\ncontinue\nprint 1\nrun\nstop\n1 + 1\n", failing, status=1, err="error: b")
    debug("print 1 + )\n", status=2, err="error")
    debug("break 1\n", status=1)
    debug("quit\nprint 1\n", failing)
    debug("break 1\nrun\nquit\n", failing, status=1, err="stopped")
    debug("", program("x = = 1\n"), status=2, err="error")
    # a script that ends while the program stands lets it go on
    assert debug("break 1\nrun\n", program("for i = 0..3\n  print i\nend\n")).endswith("0\n1\n2\n3\n")
    assert subprocess.run([CLI, "debug", "nosuch.q"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE).returncode == 2


def test_words():
    out = debug("help\n")
    for word in ("compile", "load", "run/r", "list/l", "trace/t", "step/s", "stepover/so", "stepout/sx", "mod", "path",
                 "clear",
                 "closeall", "stop", "reset", "buildexe", "buildqlib", "cls", "quit", "break", "tbreak", "delete",
                 "watch", "until", "print",
                 "up", "down", "help"):
        assert re.search(r"^  %s\b" % re.escape(word), out, re.M), word
    assert "list/l" in debug("help l\n") and "closeall" not in debug("help l\n")
    for word, nearest in (("stpe", "step"), ("brek", "break"), ("stepovr", "stepover"), ("lod", "load"),
                          ("contine", "continue")):
        assert 'there is no command or variable "%s"; did you mean "%s"?' % (word, nearest) in debug(word + "\n",
                                                                                                     status=1)
    out = debug("break 2\nrun\nstpe\ncontinue\n", program("x = 1\nprint x\n"))
    assert 'did you mean "step"' in out, out
    # names of commands may be variables
    assert debug("step = 3\nprint step + 1\nlist = [1, 2]\nprint list[1]\nr = 4\np r\n") == "4\n2\n4\n"
    # where a program stands, its variables come before short forms; whole words stay commands
    out = debug("break 5\nrun\nr\nt\n n \nq\nbreak 6\nc\ntrace\nb\nnext\n",
                program("r = 11\nt = 12\nn = 13\nq = 14\nprint 21\nb = 0\nprint 22\n"))
    for name, value, command in (("r", 11, "run"), ("t", 12, "trace"), ("n", 13, "stepover"), ("q", 14, "quit")):
        assert "%d\n`%s` is a variable here; the command is `%s`\n" % (value, name, command) in out, (name, out)
    assert out.count("\n21\n") == 1 and "main program (prog.q:6)" in out and "main program (prog.q:7)" in out, out
    assert "break: give a place" in out and out.endswith("22\n"), out
    for line in ("step", "continue", "stepout", "trace", "up", "until 3", "show"):
        assert "no program stands" in debug(line + "\n", status=1), line
    assert "run: load a program first" in debug("run\n", status=1)
    out = debug("break 1\nrun\nload x.q\nclear\nreset\ncontinue\n", program("x = 1\n"))
    assert out.count("a program stands; `stop` ends it") == 3, out


def test_type_of_what_is_assigned():
    """What is assigned at a pause has the type that the variable has, which the rest of the run computes with; where it
    can't have that, the note says so."""
    text = """function [] = __kernel__ half(y : vec, pos : int)
    c = 2.5
    y[pos] = c / 2
    d = y[pos]
    y[pos] = d
endfunction
function [] = main()
    y = zeros(1)
    parallel_do(1, y, half)
    x = 2.5
    n = 4
    b = n > 3
    v = [1.5, 2.5]
    print "here"
    w = [x, x]
    w[0] = 0.5
    v[0] = 0.25
    print y, w, v
endfunction
"""
    out = debug("break 3\nbreak 14\nrun\nc = 5\nlist\ncontinue\nx = 3\nn = 7.0\nb = 0\nv = [3, 4]\nlist\n"
                "b = \"no\"\nx = \"a\"\nx = 2.0\nx = 3\ncontinue\n", program(text))
    for line in ("c : scalar = 5", "x : scalar = 3", "n : int = 7", "b : bool = 0", "v : vec(2) 1x2 = [3, 4]",
                 "b was bool and is string from here on", "x was scalar and is string from here on",
                 "[ 2.5][ 0.5, 3][ 0.25, 4]"):
        assert line in out, (line, out)


def test_building():
    path = program("function [] = main()\n    print 42\nend\n")
    folder = os.path.dirname(path)
    assert "has no errors" in debug("compile\n", path) and "has no errors" in debug("compile %s\n" % path)
    debug("buildexe\n", path)
    assert subprocess.run([path[:-2] + ".exe"], stdout=subprocess.PIPE, timeout=60).stdout == b"42\n"
    debug("buildqlib %s %s/lib.qlib\n" % (path, folder))
    assert os.path.exists(folder + "/lib.qlib")
    assert "name a program" in debug("buildexe\n", status=1)


def test_show():
    expect("break 3\nrun\nshow\ncontinue\n", ["     2  b = 2", ">    3  c = 3", "     4  d = 4"],
           "a = 1\nb = 2\nc = 3\nd = 4\n")


def test_library():
    text = 'import "imfilter.q"\nx = ones(8, 8)\ny = imfilter(x, ones(3, 3), [1, 1], "mirror")\nprint "end"\n'
    out = debug("break 3\nrun\nstep\nstep\ncontinue\n", program(text))
    assert "imfilter.q" not in out and "prog.q:4" in out, out
    out = debug("break 3\nrun\nlibrary on\nstep\ntrace\ndelete\ncontinue\n", program(text))
    assert "imfilter.q" in out, out


def test_step_into_kernel():
    with open(os.path.join(FOLDER, "barriers.q")) as file:
        text = file.read()
    expect("break 17\nrun\nstep\nstep\nstep\nlist\nstepover\nstepover\nstepover\ncontinue\n",
           ["breakpoint 1, main (prog.q:17)", "reverse (prog.q:3)", "reverse (prog.q:4)", "reverse (prog.q:5)",
            "pos : int = 0",
            "reverse (prog.q:6)", "reverse (prog.q:7)", "main (prog.q:18)"], text)


def test_step_into_a_call():
    """Of several calls of a statement the one that is named; others run; one that is not there is told."""
    text = """function y = f(x)
    y = g(x) + 1
endfunction
function y = g(x)
    y = 2*x
endfunction
function [] = __kernel__ fill(y : vec'unchecked, pos : int)
    v = 2
    y[pos] = v
endfunction
h = x -> 10*x
a = f(g(1)) + h(2)
if f(3) > g(1) + 100
    print "never"
endif
w = zeros(2)
parallel_do(2, w, fill)
print a, " ", sum(w)
"""
    expect("break 12\nrun\nstep h\ntrace\nstep\nstep\nstep k\nstep f\ntrace\nstep f\ncontinue\n",
           ["lambda (prog.q:11)", "main program (prog.q:13)", "error: step: this statement calls f, g, not \"k\"",
            "f (prog.q:2)", "#1   main program (prog.q:13)",
            "error: step: this statement calls g, not \"f\"", "25 4"], text)
    expect("break 17\nrun\nstep fill\ndelete\ncontinue\n", ["fill (prog.q:8)", "25 4"], text)
    # One that the line does not come to: the step ends behind it.
    expect("break 3\nrun\nstep f\ncontinue\n", ["main program (prog.q:4)", "0"],
           "f = x -> x\na = 0\nb = a > 0 && f(1) > 0\nprint a\n")


JUMPS = """function y = f(x)
    y = 0
    try
        y = x + 1
    catch e
        y = -1
    endtry
    for k=1..3
        if k == 2
            y += 10
        else
            y += 1
        endif
        y += 100
    endfor
    g = z -> z + 1
    y = g(y)
endfunction
function [] = __kernel__ fill(y : vec'unchecked, pos : int)
    v = 2
    y[pos] = v
endfunction
a = 1
c = f(a)
w = zeros(3)
parallel_do(3, w, fill)
print a, " ", c, " ", sum(w)
"""


def test_jump():
    """The next statement is another one of the function: in a loop that has begun, out of it, at its start, in another
    branch; nothing between runs, and steps, conditions and breakpoints go on from there."""
    expect("break 9\nrun\njump 14\nprint k\njump 12\nstepover\nprint y\ndelete\njump 8\nstepover\nprint k\njump 3\n"
           "stepover\nprint y\njump 16\ncontinue\n",
           ["breakpoint 1, f (prog.q:9)", "goes on here, f (prog.q:14)", "   14  y += 100", "1",
            "goes on here, f (prog.q:12)", "f (prog.q:14)", "3", "goes on here, f (prog.q:8)",
            "f (prog.q:9)", "1", "goes on here, f (prog.q:4)", "f (prog.q:8)", "2", "goes on here, f (prog.q:16)",
            "1 3 6"], JUMPS)
    # At the top level, and behind everything: the function ends there.
    expect("break 24\nrun\njump 27\nprint 7\nstop\n", ["goes on here, main program (prog.q:27)", "7"], JUMPS,
           status=1, err="stopped")
    expect("break 9\nrun\ndelete\njump 18\nstepout\nstepover\nprint c\ncontinue\n",
           ["goes on here, f (prog.q:18)", "main program (prog.q:24)", "main program (prog.q:25)", "2", "1 2 6"], JUMPS)
    # A condition that never held is skipped; the breakpoint there stops the next time.
    expect("break 14\nrun\njump 9\nstepover\nprint k\ncontinue\nprint k\nstop\n",
           ["breakpoint 1, f (prog.q:14)", "goes on here, f (prog.q:9)", "f (prog.q:12)", "1",
            "breakpoint 1, f (prog.q:14)", "1"], JUMPS, status=1, err="stopped")


def test_jump_is_refused():
    """Into a loop, a try, a catch, a kernel, another function, a line without a statement; the program stands where it
    stood."""
    out = debug("break 2\nbreak 9\nbreak 20\nrun\njump 9\njump 4\njump 6\njump 24\njump 13\njump 99\njump x\njump\n"
                "step\nprint y\ncontinue\njump 4\ndelete 2\ncontinue\njump 21\nstop\n", program(JUMPS), status=1,
                err="stopped")
    for text in ("line 9 is inside of a loop that has not begun", "line 4 is inside of the body of a try",
                 "line 6 is inside of a catch", "no statement of f begins on line 24",
                 "no statement of f begins on line 13", "no statement of f begins on line 99", '"x" is no line',
                 '"" is no line', "f (prog.q:4)\n    4  y = x + 1\n0\n", "stands in a kernel"):
        assert text in out, (text, out)
    assert out.count("line 4 is inside") == 2, out
    # In the midst of an instruction.
    failing = program("function [] = main()\n    a = [1,2]\n    b = a*[1,2,3]\nendfunction\n")
    out = debug("errors all\nrun\njump 2\nstop\n", failing, status=1, err="sizes")
    assert "in the midst of what a line computes" in out, out


def test_work_item():
    """One work item by its position, on copies, compared with the launch."""
    with open(os.path.join(FOLDER, "barriers.q")) as file:
        text = file.read()
    for device in ("auto", "cpu", "interp"):
        expect("item 1 reverse\nrun\nlist\nstepover\nstepover\nlist\nx[0] = 50\nitem [1, 2]\nlist\nstepover\nstepover\n"
               "stepover\nstepover\nlist\ncontinue\n",
               ["work item [1], reverse (prog.q:3)", "x : vec(4) 1x4 = [1, 2, 3, 4]", "reverse (prog.q:5)",
                "s : vec(4) 1x4 = [1, 2, 0, 0]",
                "work item [1] of reverse (with its block): 4 changed elements, the same after the launch",
                "[ 4, 3, 2, 1]",
                "work item [1, 2], scale (prog.q:10)", "pos : ivec(2) 1x2 = [1, 2]", "scale (prog.q:13)",
                "work item [1, 2] of scale: 1 changed element, the same after the launch", "main (prog.q:21)",
                "y : mat 2x3 = [2, 2, 2, 2, 2, 2]"],
               text, device=device)
    # others write the element too; objects and cells are copied; errors are those of the copy
    text = """type point : class
    x : vec
end
function [] = __kernel__ count(n : vec, p : point, c : vec[vec], pos : int)
    n[0] += 1
    c[1][pos] = pos
    p.x[pos] = 3
end
function [] = __kernel__ fail(x : vec'checked, pos : int)
    x[pos + 99] = 1
end
function [] = main()
    n = zeros(2)
    p = point(x:=zeros(100))
    c = vec[vec](2)
    c[0] = zeros(100)
    c[1] = zeros(100)
    parallel_do(100, n, p, c, count)
    print n[0], p.x[7], c[1][7]
    try
        parallel_do(2, zeros(100), fail)
    catch ex
        print "caught"
    end
end
"""
    expect("item 7\nrun\nstepout\nlist\nitem 1 fail\ncontinue\n",
           ["work item [7], count (prog.q:5)",
            "work item [7] of count: 1 of 3 changed elements read otherwise after the launch (as they may where other "
            "work items write them, too)",
            "  n[0] is 1 interpreted, 100 after the launch", "main (prog.q:19)", "work item [1], fail (prog.q:10)",
            "work item [1] of fail ended with an error: index 100 is outside x, a vector of 100 elements: its indices "
            "are 0 to 99", "caught"], text)
    others = ("1 of 3 changed elements read otherwise after the launch (as they may where other work items write them, "
              "too)")
    begun = ("the launch that the program stood in had begun, and can't begin anew: the next one that has the work "
             "item stands there; to look at several of one launch, ask for the first before it begins")
    # from there another one of the same launch, also an earlier one, without breakpoints on the way
    for device in ("auto", "cpu", "interp"):
        expect("break 6\nitem 7\nrun\nitem 3 count\ndelete\nstepover\nlist\nitem 2\ncontinue\n",
               ["work item [7], count (prog.q:5)", "work item [3], count (prog.q:5)", "count (prog.q:6)",
                "pos : int = 3",
                "work item [2], count (prog.q:5)",
                *(f"work item [{item}] of count: {others}" for item in (7, 3, 2)), "caught"], text, device=device)
        expect("break 6\nrun\ndelete\nitem 1\ncontinue\n",
               ["work item [0], count (prog.q:6)", begun,
                "work item [1], fail (prog.q:10)", "caught"], text, device=device)
    expect("item 200\nrun\n", ["caught", "no launch had a work item [200]"], text)
    for bad in ("item", "item x", "item 1,2,-3", "item 99999999999999999999"):
        assert "is no position" in debug(bad + "\n", status=1), bad
    expect("item 0 fail\nrun\nquit\n", ["work item [0], fail (prog.q:10)"], text, status=1, err="stopped")


def test_interrupt():
    """Ctrl+C stands still where the program is; it goes on, and a second one ends it."""
    path = program("n = 0\nk = 1\nwhile k > 0\n    n = mod(n * 7 + k, 1000)\n    s = {n}\nend\n")
    process = subprocess.Popen([CLI, "debug", "--no-windows", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdin.write(b"run\n")
    process.stdin.flush()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    lines = [process.stdout.readline().decode(), process.stdout.readline().decode()]
    assert re.match(r"paused, main program \(prog.q:[3-6]\)", lines[0]), lines
    process.stdin.write(b"k\nk = 0\ncontinue\n")
    process.stdin.close()
    assert process.stdout.read() == b"1\n" and process.wait(30) == 0, process.stderr.read()


def heed_signals():
    """What started the tests may ignore them, as nohup does."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def start(text, commands=b"run\n"):
    process = subprocess.Popen([CLI, "debug", "--no-windows", program(text)], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_signals)
    process.stdin.write(commands)
    process.stdin.flush()
    return process


def test_pause_inside():
    """A pause reaches compiled loops, waits for them, and built-in functions; the program goes on, or ends there."""
    loop = ("function [] = main()\n    y = [1, 2]\n    n = 0.0\n    for i = 0..200000000000\n"
            "        n += sin(i) * 0.5\n    end\nend\n")
    product = ("function [] = main()\n    y = [1, 2]\n    x = rand(6000, 6000)\n"
               "    x = x * x * x * x * x * x * x * x * x * x * x * x * x * x * x * x\n    print 1\nend\n")
    for text in (loop, product, "function [] = main()\n    y = [1, 2]\n    pause(100000)\nend\n"):
        process = start(text)
        time.sleep(1.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        line = process.stdout.readline().decode()
        took = time.monotonic() - begin
        assert line.startswith("paused") and took < 60, (line, took)
        process.stdin.write(b"list\nprint 1 + 1\nstop\nprint y\n")
        process.stdin.close()
        out = process.stdout.read().decode()
        assert "y : ivec(2) 1x2 = [1, 2]" in out and out.endswith("[ 1, 2]\n"), out
        assert process.wait(30) == 1
    # and it goes on
    process = start("function [] = main()\n    n = 0.0\n    for i = 0..2000000000\n        n += sin(i) * 0.5\n    end\n"
                    "    print 42\nend\n")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.stdout.readline()
    process.stdin.write(b"stepover\nlist\ncontinue\n")
    process.stdin.close()
    out = process.stdout.read().decode()
    assert "main (prog.q:6)" in out and out.endswith("42\n") and process.wait(60) == 0, out


def pause_and_ask(text, script, wait=1.5, status=1):
    """What the debugger answers where a pause meets the program after that many seconds."""
    process = start(text)
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    first = process.stdout.readline().decode()
    assert first.startswith("paused"), first
    process.stdin.write(script.encode())
    process.stdin.close()
    out = process.stdout.read().decode()
    assert process.wait(30) == status, (out, process.stderr.read())
    return first + out


def test_pause_behind_the_end():
    """A pause reaches a program whose host code has come to its end while a loop that it started is computed."""
    for text in ("n = 0\nwhile true\n    n = n + 1\nend\n",
                 "function [] = main()\n    n = 0\n    repeat\n        n += 1\n    until n < 0\nend\n"):
        out = pause_and_ask(text, "list\nn + 1 > 0\nstop\n")
        assert "n : int = (being computed)\n" in out, out
        assert "error: n is still being computed: it can be looked at when this line has ended\n" in out, out
        assert "other threads go on computing meanwhile: loop at line " in out, out


def test_numbers_being_computed():
    """Of what a loop at work gives variables nothing is shown, neither what they had before it nor what they will have
    behind it; the others, and what is assigned there, are shown."""
    text = """function [] = main()
    n = 40
    y = zeros(n)
    for i = 0..n-1
        t = 0.0
        for k = 0..30000000
            t = t + sin(k * 0.001) * i
        end
        y[i] = t
    end
    print sum(y)
end
"""
    out = pause_and_ask(text, "list\ni + 1\nn + 2\nstop\n", wait=1)
    assert "n : int = 40\n" in out and "i : int = (being computed)\n" in out and "\n42\n" in out, out
    assert "error: i is still being computed: it can be looked at when this line has ended\n" in out, out
    assert "loop at line 4; of what it changes, nothing is shown\n" in out, out


def test_pause_in_numbers():
    """Where the loop of numbers itself stands, nothing goes on beside it."""
    out = pause_and_ask("function [] = main()\n    t = 1.0\n    k = 0\n    while t > 0\n"
                        "        t = t * 0.5 + 1e-9\n        k += 1\n    end\n    print k\nend\n", "stop\n")
    assert "main (prog.q:" in out and "go on computing" not in out, out


BESIDE = """type point : class
    x : vec
    k : int
end
function y = twice(a)
    y = 2 * a
end
g = [10, 20, 30]
function [] = main()
    y = [1, 2]
    c = {1, [2, 3], "abc"}
    p = point(x:=[1,2,3], k:=4)
    f = twice
    total = 0.0
    for i = 0..%s
        total += sin(i) * 0.5
    end
    print y, g, p.k, f(2)
end
"""


def test_computing_inside():
    """Where a pause has come to compiled code, texts compute with copies of the variables; the program keeps its
    own."""
    out = pause_and_ask(BESIDE % "200000000000",
                        "list\nsum(y .* 2)\nc[1] + 1\np.x[2] + p.k\ny[0] = 7\ny\ng[1] = 5\ng[1] + y[0]\n"
                        "qq = y + 1\nqq[1] * 11\ntwice(3)\nf(3)\nnosuch\nstatistics y + 1\nstop\n")
    for line in ('c : cell 1x3 = {1, [2, 3], "abc"}', "p : point = point(x:=[ 1, 2, 3], k:=4)", "6", "[ 3, 4]", "7",
                 "[ 7, 2]", "12", "33", "error: `nosuch` is not defined",
                 "error: twice is a function of the program, which stands inside of what this line computes: step to "
                 "the next line to call it",
                 "error: f is a function of the program, which stands inside of what this line computes: step to the "
                 "next line to call it"):
        assert line + "\n" in out, (line, out)
    assert out.count("this has changed a copy: ") == 3 and "y + 1: 2 elements, least 3" in out, out
    out = pause_and_ask(BESIDE % "600000000", "y[0] = 7\ny\ncontinue\n", wait=1, status=0)
    assert "[ 7, 2]\n" in out and out.endswith("[ 1, 2][ 10, 20, 30]44\n"), out


def test_functions_of_the_program_inside():
    """Where a text reaches a function of the program some other way than by its name, it is refused as well."""
    text = """type holder : mutable class
    n : int
end
p = holder(n:=1)
function y = change(k)
    p.n = 99
    y = k
end
function [] = main()
    c = {k -> change(k), 3}
    total = 0.0
    for i = 0..600000000
        total += sin(i) * 0.5
    end
    print p.n
end
"""
    out = pause_and_ask(text, "c[0](4)\neval(\"change(4)\")\neval(\"1 + 1\") + 40\ncontinue\n", wait=1, status=0)
    assert out.count("which stands inside of what this line computes") == 2 and "\n42\n" in out, out
    assert out.endswith("1\n"), out


def test_arrays_being_computed():
    """What a launch writes is neither waited for nor shown half done."""
    text = """function [] = main()
    x = zeros(2000, 2000)
    y = [1.0, 2.0]
    {!parallel for}
    for i = 0..1999
        for j = 0..1999
            s = 0.0
            for k = 0..2000000
                s = s + sin(k * i + j)
            end
            x[i, j] = s
        end
    end
    print x[0, 0]
end
"""
    out = pause_and_ask(text, "list\nx[0, 0]\nstats x\na = {x}\ny[1] + 1\nstop\n", wait=3)
    assert "x : mat 2000x2000 = (being computed)\n" in out and "\n3\n" in out, out
    assert out.count("error: x is still being computed: it can be looked at when this line has ended") == 3, out


def test_signals():
    """The debugger dies of what ended it."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        process = start("while true\nend\n")
        time.sleep(1)
        process.send_signal(number)
        assert process.wait(30) == -number, process.returncode
        process = start("x = 1\nprint x\n", b"break 2\nrun\n")
        process.stdout.readline()
        process.send_signal(number)
        assert process.wait(30) == -number, process.returncode


def test_left_by_main():
    """What main leaves can be computed with; a top level's names come first."""
    text = ("k = 4\nfunction y = f(a)\n    y = a + 1\nend\n"
            "function [] = main(n : int)\n    k = 7\n    m = eye(2)\n    f = 3\n    n += 1\nend\n")
    path = program(text)
    out = debug("run 5\nm[0,0] + n\nf(n)\nm = m + n\nm[0,1]\nlist\n", path)
    for part in ("7\n7\n6\n", "n : int = 6", "m : mat 2x2 = [7, 6, 6, 7]", "f = y = f(a)"):
        assert part in out, out
    # also of a main that fails
    out = debug("run 5\nm[0,0]\n", program(text.replace("n += 1", "error \"no\"")), status=1, err="error: no")
    assert out.endswith("1\n"), out


def test_arrays():
    text = "z = \"text\"\nx = reshape(0..5999, [100, 60]) * 1.0\nx[7, 3] = 1.0/0\ny = [1, 2]\n"
    for script in ("run\n", "break 4\nrun\n"):
        out = debug(script + "stats x\nstats x + 1\ntable x 6 2\nstatistics z\ntable x 1\n"
                    + "continue\n" * ("break" in script), program(text), status=None)
        assert "x: 6000 elements, least 0, mean 2999.929, most 5999, deviation 1731.876, 1 NaN or infinite" in out, out
        assert "\n          2     3     4 " in out and "\n    7   422   inf   424 " in out, out
        assert "\n   25  1502  1503 " in out and "\n   26  " not in out, out
        assert ("x + 1: 6000 elements" in out) == ("break" in script), out
        assert "table: give NAME [ROW COLUMN [PLANE]]" in out and "z is no array of numbers" in out, out


def test_numbers_of_single_precision():
    """Elements read as print writes them."""
    out = debug("break 2\nrun\ntable x\nlist\ntable x 4 4\n", program("x = ones(2, 3) * 0.8\nprint x[0, 0] > 0\n"),
                status=None)
    assert "         0    1    2\n    0  0.8  0.8  0.8\n    1  0.8  0.8  0.8\n" in out, out
    assert "x : mat 2x3 = [0.8, 0.8, 0.8, 0.8, 0.8, 0.8]" in out, out
    assert "error: table: x has 2 rows, 3 columns and 1 planes, each counted from 0" in out, out


STEPPED = """t = 0
for i = 1..3
    t = t + 1
    u = t
end
print t
"""


def test_watch_and_step():
    """Where it stands for a write, it does not stand again: neither for a step nor for a breakpoint of that line, which
    counts the hit."""
    out = expect("break 4\nrun\nwatch t\ncontinue\nstep\ncontinue\ncontinue\nbreakpoints\n",
                 ["breakpoint 1, main program (prog.q:4)", "watch 2: t was 1, is 2", "watch 2: t was 2, is 3", "3"],
                 STEPPED)
    assert re.findall(r"^ +(\d+)  ", out, re.M) == ["4", "4", "2", "4"], out
    out = debug("break 4\nrun\nwatch t\ncontinue\nbreakpoints\nquit\n", program(STEPPED), status=1, err="stopped")
    assert "1: prog.q:4, hit 1 time\n" in out, out


def test_conditions_are_read():
    """What is no condition is told where it is typed."""
    out = debug("break 3 if t = 1\nbreak 3 if t ~= 1\nbreak 3 if t += 1\nbreak 3 if t +\nbreak 3 if t == 1; t\n"
                "breakpoints\n"
                "break 3 if (t = 1) == 5\nrun\n",
                program(STEPPED))
    for text in ('error: the condition "t = 1": `=` assigns; write `==` to compare\n',
                 'error: the condition "t ~= 1": `~=` changes what is left of it; write `!=` for different\n',
                 'error: the condition "t += 1": a condition is one expression',
                 'error: the condition "t +": ', 'error: the condition "t == 1; t": a condition is one expression'):
        assert text in out, out
    assert "1: prog.q:3, if (t = 1) == 5\n" in out and "breakpoint 1" not in out, out


def test_steps_of_an_expression():
    """Statements that run as one kernel elsewhere are seen one by one, with what each has computed."""
    text = ("function s = steps(x, y)\n    d = x - y\n    e = d .* d\n    s = e + 1\nendfunction\n"
            "x = ones(300, 300) * 5\nz = steps(x, x - 3)\nprint z[0,0]\n")
    for device in ("auto", "interp"):
        expect("break 2\nrun\nstep\nprint d[0,0]\nstep\nprint e[1,1]\nstep\ncontinue\n",
               ["    2  d = x - y", "    3  e = d .* d", "3", "    4  s = e + 1", "9", "10"], text, device=device)


WAYS = """function [] = check(x)
    if x == 2
        error "two"
    endif
end
function y = ways(n)
    y = 0
    for i = 0..n-1; y += i; end
    for i = 0..n-1
        if i == 1
            continue
        endif
        try
            check(i)
        catch e
            y += 100
        end
        if (i == 3 ||
            i == 4)
            y += 1
        else
            y += 2
        endif
    end
    while y > 140
        y -= 7
    end
    repeat
        y += 1
    until y > 145 ||
        y < 0
    y += sum([1, 2,
              sum_to(3)])
end
function y = sum_to(n)
    y = 0
    if n > 0
        y = n + sum_to(n - 1)
    endif
end
function [] = __kernel__ fill(x : vec, pos : int)
    for k = 0..2; x[pos] += k; end
    for k = 0..2
        if mod(pos, 2) == 0
            continue
        endif
        x[pos] += k
    end
end
function [] = main()
    x = zeros(5)
    for k = 0..1
        parallel_do(5, x, fill); print ways(5 + k)
    end
    print x[4]
end
"""


def test_lines_are_reached_alike():
    """Where only breakpoints may stop, only their lines are looked at: they are reached as often as where all
    instructions are (`nan on`)."""
    path = program(WAYS)
    n_reached = 0
    for line in range(1, WAYS.count("\n") + 1):
        script = "break %d hits 1000000\nrun\nbreakpoints\n" % line
        some, every = (debug(before + script, path, device="interp") for before in ("", "nan on\n"))
        counts = [re.search(r"^1: .*hit (\d+) time", out, re.M) for out in (some, every)]
        some, every = (int(count[1]) if count else 0 for count in counts)
        assert some == every, "line %d: reached %d times, %d where all is looked at" % (line, some, every)
        n_reached += every > 1
    assert n_reached > 20, n_reached


def test_speed_beside_a_breakpoint():
    """Lines beside that of a breakpoint run as fast as without it: a kernel takes less than four times what it takes
    without a debugger, also interpreted; it is 1.5 times."""
    path = program("function [] = __kernel__ add(x : vec, pos : int)\n    s = 0.0\n    for i = 0..29\n"
                   "        s += x[pos] * i\n    end\n    x[pos] = s\nend\nfunction [] = main()\n    x = ones(100000)\n"
                   "    parallel_do(100000, x, add)\n    print x[7]\nend\n")

    def cpu(*command, script=""):
        before = os.times()
        subprocess.run([CLI, *command, "--no-windows", "-d", "interp", path], input=script.encode(), check=True,
                       stdout=subprocess.DEVNULL, timeout=60)
        after = os.times()
        return after.children_user - before.children_user
    without = min(cpu("run") for _ in range(3))
    beside = min(cpu("debug", script="break 6 hits 1000000\nrun\n") for _ in range(3))
    print("a kernel with a breakpoint: %.2f times as long" % (beside / without))
    assert beside < 4 * without, (beside, without)


def test_speed_of_conditions():
    """A condition takes at most 2 us of processor time, by 300,000 iterations of the loop that holds it; with
    sanitizers, which slow both down, five times that."""
    path = program("function [] = main()\n    n = 0\n    for i = 0..299999\n        n += i\n    end\n"
                   "    print n\nend\n")
    def cpu(script):
        before = os.times()
        debug(script, path)
        after = os.times()
        return after.children_user - before.children_user
    without = min(cpu("break 4 hits 1000000\nrun\n") for _ in range(3))
    with_condition = min(cpu("break 4 if i < 0\nrun\n") for _ in range(3))
    print("a condition: %.2f us" % ((with_condition - without) / 300000 * 1e6))
    with open(CLI, "rb") as file:
        most = 10e-6 if b"__asan_init" in file.read() else 2e-6
    assert with_condition - without < 300000 * most, (without, with_condition)


def has_opencl():
    listed = subprocess.run([CLI, "devices"], stdout=subprocess.PIPE, timeout=60).stdout.decode()
    return "\nopencl:0 " in listed


NEEDS_DEVICE = "--devices" in sys.argv
if NEEDS_DEVICE and not has_opencl():
    print("no OpenCL device")
    sys.exit(77)
for name, test in list(globals().items()):
    if name.startswith("device_" if NEEDS_DEVICE else "test_"):
        test()
