#!/usr/bin/env python3
"""redshift-cli repl from a pipe and on a terminal, and eval.

usage: check-repl.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])


def repl(text, *arguments, device="interp", folder=None):
    done = subprocess.run([CLI, "repl", "-d", device, *arguments], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60, cwd=folder)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def expect(text, out, status=0, err=None, arguments=(), **more):
    got, stdout, stderr = repl(text, *arguments, **more)
    where = "%r: status %d, stdout %r, stderr %r" % (text, got, stdout, stderr)
    assert got == status, where
    assert stdout == out, where
    assert (err is None and stderr == "") or (err is not None and re.search(err, stderr)), where


def test_values():
    expect("1 + 2\n", "3\n")
    expect('"text"\n', '"text"\n')
    expect("x = 3\nx + 1\n", "4\n")
    expect("x = 3;x\nx;\n", "3\n")
    expect('print "only this"\n', "only this\n")
    expect("", "")
    expect("quit\n1\n", "")
    expect("exit()\n1\n", "")
    expect("1 + 2", "3\n")
    # What has shown itself is not shown once more.
    expect("x = [1,2,3]\nplot(x);\nplot(x)\nimshow(x)\n", "", arguments=["--no-windows"])
    expect("h = plot([1,2])\nh\n", "figure\n", arguments=["--no-windows"])
    assert re.fullmatch(r"Elapsed time: [0-9.]+ ms\n", repl("toc()\n")[1])


def test_many_variables():
    """An input takes no longer the more variables there are; those that it uses without naming them are there, too."""
    def seconds(n):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        expect("".join(f"v{i} = {i}\n" for i in range(n)) + f"v0 + v{n - 1}\n", f"{n - 1}\n")
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    few, many = min(seconds(500) for _ in range(3)), min(seconds(4000) for _ in range(3))
    print("500 inputs: %.2f s, 4,000: %.2f s" % (few, many))
    assert many < 8 * few + 1, "500 inputs: %.2f s, 4,000: %.2f s" % (few, many)
    expect('x = 3\ny = 4\nprint eval("x + y")\n', "7\n")
    expect('x = 3\nmacro [] = show_x()\n    print x\nendmacro\nx = 5\nshow_x()\n', "5\n")
    expect("count = 3\nprint coutn\n", "", status=2, err=r"`count`")
    expect("reduction a -> twice(a) = 2 * a\nx = 3\nprint twice(x)\n", "6\n")


def test_help():
    assert "doc language" in repl("help\n")[1]
    assert "Sum of all elements" in repl("doc sum\n")[1] and "endfor" in repl("doc for\n")[1]
    expect("help = 3\nhelp\n", "3\n")
    expect("doc nosuchname\n1\n", "1\n", err="there is no \"nosuchname\"")


def test_shown():
    """As print writes it, but strings in quotes and big arrays so short that they are seen at a glance."""
    expect("[[1,2],[3,4]]\n", "[ 1, 2]\n[ 3, 4]\n")
    expect('{"a", [[1,2],[3,4]]}\n', '{ "a", [[ 1, 2], [ 3, 4]]}\n')
    row = "[ 0, 0, 0, ..., 0, 0, 0]"
    expect("zeros(100,100)\n", "\n".join([row] * 3 + ["..."] + [row] * 3) + " (100 x 100)\n")
    expect("zeros(2,2,3000)\n", "%s\n...\n%s (2 x 2 x 3000)\n" % tuple(
        "\n".join("[:,:,%d] =\n[ 0, 0]\n[ 0, 0]" % i for i in places) for places in ((0, 1, 2), (2997, 2998, 2999))))


def test_definitions():
    expect("x = [1,2,3]\nx[1] = 7\nx += 1\nx\n", "[ 2, 8, 4]\n")
    expect("function y = f(t)\n  y = 2 * t\nendfunction\nfunction y = g(t)\n  y = f(t) + 1\nendfunction\ng(3)\n"
           "function y = f(t)\n  y = 10 * t\nendfunction\ng(3)\nf(1)\n", "7\n31\n10\n")
    expect("function y = f(t)\n  y = t\nendfunction\nfunction y = f(t)\n  y = -t\nendfunction\nh = f\nh(3)\n", "-3\n")
    expect("n = 5\nh = t -> t * n\nn = 6\nh(2)\n", "10\n")
    expect("x = 1\nx = {x, x}\nx = \"s\"\nx\n", '"s"\n')
    expect("sum = 4\nsum([1,2])\nsum\n", "3\n4\n")
    expect("f = 3\nfunction y = f()\n y = 4\nendfunction\nf()\n", "4\n")
    expect("type color : enum\n Red\n Green\nendtype\ncolor.Green\n", "1\n")
    expect("macro [] = inc(v)\n v += 1\nendmacro\nz = 4\n{!inc z}\nz\n", "5\n")
    for device in ("interp", "cpu"):
        expect("function [] = __kernel__ k(x : mat, pos : ivec2)\n x[pos] = x[pos] + 1\nendfunction\nx = "
               "zeros(100,100)\n"
               "parallel_do(size(x), x, k)\nsum(x)\nparallel_do(size(x), x, k)\nsum(x)\n"
               "function [] = __kernel__ k(x : mat, pos : ivec2)\n x[pos] = 5\nendfunction\nparallel_do(size(x), x, "
               "k)\nsum(x)\n",
               "10000\n20000\n50000\n", device=device)


def test_inputs():
    expect("for i = 0..2\n  if i == 1\n    print i\n  endif\nendfor\n", "1\n")
    expect("y = [1,\n 2]\ny\n", "[ 1, 2]\n")
    expect("y = 3 _\n + 4\ny\n", "7\n")
    expect("y = 3 +\n\n 4\ny\nx =\n 5\nx\n", "7\n5\n")
    expect("y = = 3 +\n4\n", "4\n", status=2, err="input 1:1:5: error")
    expect("3 +", "", status=2, err="expected an expression before the end")
    expect("match 3 with\n| 3 -> print \"three\"\n| _ -> print \"other\"\nend\n", "three\n")
    expect("(1\n", "", status=2, err="never closed")
    expect("for i = 0..2\nprint i\n", "", status=2, err="`endfor` is missing")


def test_errors():
    expect("nonsense\n1\n", "1\n", status=2, err="`nonsense` is not defined")
    expect('x = 1\nerror "boom"\nx\n', "1\n", status=1, err="input 2:1:1: error: boom")
    expect("x = 1\nx = 2; y = [1,2]; error(\"boom\")\nx\n", "2\n", status=1, err="boom")
    expect("function y = f(n)\n y = f(n+1)\nendfunction\nf(1)\n2\n", "2\n", status=1, err="stack overflow")
    expect("type p : class\n a : int\nendtype\nfunction y = f(x : p)\n y = x.a\nendfunction\ntype p : class\n a : "
           "int\nendtype\n"
           "r = p(3)\nf(r)\n", "", status=1, err="a p object of another type with that name")
    expect('import "none.q"\n2\n', "2\n", status=2, err="none.q")
    expect("\x00\n\xff\n1\n", "1\n", status=2, err="error")


def test_files(folder):
    with open(os.path.join(folder, "lib.q"), "w") as out:
        out.write('print "once"\nfunction y = twice(x)\n  y = 2 * x\nendfunction\nbase = 5\n')
    expect('import "lib.q"\ntwice(base)\nimport "lib.q"\nbase = 6\ntwice(base)\n', "once\n10\n12\n", folder=folder)
    got = repl("base = base + 1\ntwice(base)\n", "lib.q", folder=folder)
    assert got == (0, "once\n12\n", ""), got
    assert repl("", "none.q")[0] == 2
    inner = os.path.join(folder, "inner")
    os.mkdir(inner)
    for name, text in (("reads.q", "x = 1\n"), ("numbers.csv", "1,2\n")):
        with open(os.path.join(inner, name), "w") as out:
            out.write(text)
    got = repl('sum(csvread("numbers.csv"))\n', "inner/reads.q", folder=folder)
    assert got == (0, "3\n", ""), got


def test_many():
    """An array that is changed in place is not copied at each input, and inputs stay cheap."""
    text = "x = zeros(1000,1000)\n" + "".join("x[%d,3] = %d\n" % (i, i) for i in range(1000)) + "sum(x)\n"
    before = os.times().children_user
    expect(text, "499500\n")
    assert os.times().children_user - before < 20


class Terminal:
    def __init__(self, folder):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(XDG_STATE_HOME=folder, TERM="dumb")
            os.execv(CLI, [CLI, "repl", "-d", "interp"])
        self.text = ""

    def wait(self, pattern, seconds=20):
        end = time.time() + seconds
        while not re.search(pattern, self.text):
            assert time.time() < end, "no %r in %r" % (pattern, self.text)
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    assert re.search(pattern, self.text), "ended: %r" % self.text
        self.text = self.text[re.search(pattern, self.text).end():]

    def send(self, text):
        os.write(self.fd, text.encode())

    def end(self):
        """Sends the end of the input until it is seen: the terminal may not be in its mode for editing yet."""
        for _ in range(50):
            self.send("\x04")
            time.sleep(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
        raise AssertionError("Ctrl+D does not end it: %r" % self.text)


def test_terminal(folder):
    terminal = Terminal(folder)
    terminal.wait(">>> ")
    terminal.send("6 * 7\n")
    terminal.wait(r"42\r?\n.*>>> ")
    terminal.send("for i = 0..1\n")
    terminal.wait(r"\.\.\. ")
    terminal.send("quit\n")
    terminal.wait(r"is not complete: .*Ctrl\+C.*\n.*\.\.\. ")
    terminal.send("\x03")
    terminal.wait(r">>> |\.\.\. ")
    terminal.send("1000 + 1\n")
    terminal.wait("1001")
    terminal.send("k = 0\nwhile 1\nk += 1\nendwhile\n")
    time.sleep(1)
    terminal.send("\x03")
    terminal.wait("stopped")
    terminal.send("k > 0 ? 555 : 444\n")
    terminal.wait(r"\n555\r?\n.*>>> ")
    assert terminal.end() == 0
    with open(os.path.join(folder, "redshift", "history")) as history:
        assert "6" in history.read()
    terminal = Terminal(folder)
    terminal.wait(">>> ")
    terminal.send("quit\n")
    assert terminal.end() == 0


def test_reductions():
    """Those of earlier inputs, with type parameters that only a run or a kernel's types tell."""
    for device in ("interp", "cpu"):
        expect("function y = __device__ apart[T](a : T, b : T)\n y = a - b\nendfunction\n"
               "function y = __device__ inner[T](a : vec[T], b : vec[T])\n y = dotprod(a, b)\nendfunction\n"
               "reduction (T, a : T, b : T) -> joined(a, b) = apart(a, b)\n"
               "reduction (T, a : vec[T], b : vec[T]) -> joined(a, b) = inner(a, b)\n"
               "function y = f(a, b)\n y = joined(a, b)\nendfunction\n"
               "f(5, 3)\nf([1.0,2], [3.0,4])\n"
               "function y = __device__ g(a, b)\n y = joined(a, b)\nendfunction\n"
               "function [] = __kernel__ k(y, x, pos)\n y[pos] = g(x[pos], 1.0) + g([x[pos], 1], [x[pos], "
               "2])\nendfunction\n"
               "y = zeros(3)\nparallel_do(3, y, [1.0,2,3], k)\ny\n",
               "2\n11\n[ 3, 7, 13]\n", device=device)


def test_eval():
    for text, status, out in (("1+2", 0, "3\n"), ("[1,2]*2", 0, "[ 2, 4]\n"), ("x = 3", 0, "3\n"),
                              ("x = 3; x + 1;", 0, "4\n"),
                              ("[[1,2],[3,4]]", 0, "[ 1, 2]\n[ 3, 4]\n"), ('{"a"}', 0, '{ "a"}\n'),
                              ('"a" + "b"', 0, "ab\n"),
                              ('import "system.q"; 2 + 2', 0, "4\n"), ("for i = 1..2; print i; endfor", 0, "1\n2\n"),
                              ("zeros(1,101)", 0, None), ('printf("%d", 3)', 0, "3\n"),
                              ("f = x -> 2*x; f(3)", 0, "6\n"),
                              ("sqrt(-1)", 0, None), ("x -> ", 2, ""),
                              ("nonsense", 2, ""), ('"a', 2, ""), ("[1,2][7]", 2, ""), ("error(3)", 1, ""),
                              ("", None, None)):
        done = subprocess.run([CLI, "eval", text], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        where = "%r: %r" % (text, done)
        assert done.returncode in (0, 1, 2) and (status is None or done.returncode == status), where
        assert out is None or done.stdout.decode() == out, where
        assert done.returncode == 0 or done.stderr != b"", where


def main():
    signal.alarm(110)
    test_values()
    test_help()
    test_many_variables()
    test_shown()
    test_reductions()
    test_definitions()
    test_inputs()
    test_errors()
    test_many()
    test_eval()
    with tempfile.TemporaryDirectory() as folder:
        test_files(folder)
        test_terminal(folder)


if __name__ == "__main__":
    main()
