#!/usr/bin/env python3
# Feeds redshift-cli what goes wrong in practice; reports in TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: bad_input.py REDSHIFT_CLI

Each case states the exit status and a text that the one message has to contain; no case may end by a signal, hang, or
lose a file that was there before.
"""
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import zlib

CLI = os.path.abspath(sys.argv[1])
TIMEOUT = 60
SANITIZED = "asan" in CLI
cases = []


class Skip(Exception):
    pass


def case(function):
    cases.append(function)
    return function


def cli(*arguments, status, message=None, output=None, messages=None, **options):
    """Runs the CLI in the current folder and checks its status, its output and what it says."""
    result = subprocess.run([CLI, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
                            check=False, **options)
    out, err = result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")
    shown = f"status {result.returncode}\n--- out\n{out[-600:]}\n--- err\n{err[-1500:]}"
    assert result.returncode == status, f"expected status {status}: {shown}"
    if message is not None:
        assert re.search(message, err), f"no /{message}/: {shown}"
    if messages is not None:
        count = len(re.findall(r"^redshift-cli: |\b(?:error|warning): ", err, re.MULTILINE))
        assert count == messages, f"{count} messages, expected {messages}: {shown}"
    if output is not None:
        assert re.search(output, out), f"no /{output}/ in the output: {shown}"
    return out, err


def write(name, data):
    with open(name, "wb") as out:
        out.write(data if isinstance(data, bytes) else data.encode())
    return name


def png(rows, columns):
    """A grey PNG; rows may be 0, which no encoder would write."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    pixels = b"".join(b"\0" + bytes(columns) for _ in range(rows))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b""))


@case
def empty_file():
    write("empty.q", "")
    cli("run", "empty.q", status=0, output=r"^$")
    cli("check", "empty.q", status=0)


@case
def binary_file():
    write("binary.q", bytes(range(256)) * 64)
    cli("run", "binary.q", status=2, message="binary.q.*not a text file", messages=1)


@case
def bytes_that_are_not_utf8():
    write("latin.q", b"% caf\xe9\nprint \"caf\xe9\"\n")
    cli("run", "latin.q", status=0, output="caf\u00e9")


@case
def line_of_ten_megabytes():
    write("long.q", "x = " + " + ".join(["1"] * (10_000_000 // 4)) + "\n")
    result = subprocess.run([CLI, "check", "long.q"], capture_output=True, timeout=TIMEOUT, check=False)
    assert result.returncode in (0, 2), result
    assert len(result.stderr) < 100_000, "the message repeats the line"


@case
def long_line_with_an_error():
    write("long.q", "x = [" + "1, " * 1_000_000 + "\nprint x)\n")
    _, err = cli("check", "long.q", status=2, message="long.q:")
    assert len(err) < 100_000, "the message repeats the line"


@case
def unclosed_bracket():
    write("open.q", "x = [1, 2\ny = 3\nprint y\n")
    cli("check", "open.q", status=2, message=r"open.q:\d+:\d+: error: .*\[")


@case
def unclosed_string():
    write("open.q", "print \"hello\nprint 1\n")
    cli("check", "open.q", status=2, message=r"open.q:1:7: error: .*(string|quote)")


@case
def unclosed_blocks():
    write("open.q", "function y = f(x)\n  for i=0..3\n    y = i\n")
    cli("check", "open.q", status=2, message=r"open.q:.*error: .*(endfor|for)")


@case
def all_errors_of_a_file():
    write("many.q", "".join(f"x{i} = [{i}, \ny{i} = {i} +* 2)\nz{i} = {i}\n" for i in range(50)))
    _, err = cli("check", "many.q", status=2)
    assert err.count("error:") >= 20, err[-2000:]


@case
def deep_nesting():
    write("deep.q", "x = " + "(" * 100_000 + "1" + ")" * 100_000 + "\n")
    cli("check", "deep.q", status=2, message="deep|nest")
    write("deep.q", "if 1\n" * 20_000 + "endif\n" * 20_000)
    cli("check", "deep.q", status=2, message="deep|nest")


@case
def missing_program():
    cli("run", "nowhere.q", status=2, message="nowhere.q.*(No such file|not found|does not exist)", messages=1)


@case
def folder_as_program():
    os.mkdir("folder.q")
    cli("run", "folder.q", status=2, message="folder.q", messages=1)


@case
def program_without_read_permission():
    write("secret.q", "print 1\n")
    os.chmod("secret.q", 0)
    if os.access("secret.q", os.R_OK):
        if not shutil.which("setpriv"):
            raise Skip("root reads everything, and there is no setpriv")
        os.chmod(".", 0o755)
        here = os.path.abspath(".")
        while here != "/":
            if not os.stat(here).st_mode & stat.S_IXOTH:
                raise Skip(f"another user can't enter {here}")
            here = os.path.dirname(here)
        result = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", CLI, "run", "secret.q"],
                                capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if result.returncode in (126, 127):
            raise Skip("another user can't run the program")
        assert result.returncode == 2 and re.search("secret.q.*[Pp]ermission", result.stderr), result
        return
    cli("run", "secret.q", status=2, message="secret.q.*[Pp]ermission")


@case
def missing_image():
    write("p.q", 'x = imread("nowhere.png")\nprint "never"\n')
    cli("run", "p.q", status=1, message=r"p\.q:1.*error: .*nowhere\.png", messages=1)


@case
def truncated_png():
    data = png(64, 64)
    for cut in (4, 20, 33, 45, len(data) - 20):
        write("cut.png", data[:cut])
        write("p.q", 'x = imread("cut.png")\nprint "never"\n')
        cli("run", "p.q", status=1, message=r"cut\.png", messages=1)


@case
def wrong_kind_of_image():
    write("text.png", "this is no image")
    write("p.q", 'x = imread("text.png")\n')
    cli("run", "p.q", status=1, message=r"text\.png", messages=1)


@case
def image_of_one_pixel():
    write("one.png", png(1, 1))
    write("p.q",
          'x = imread("one.png")\nprint numel(x)\nx[0,0] = 7\nimwrite("two.png", x)\ny = imread("two.png")\n'
          'print y[0,0]\n')
    cli("run", "p.q", status=0, output=r"^1\n7\n$")


@case
def image_without_rows():
    write("none.png", png(0, 5))
    write("p.q", 'x = imread("none.png")\n')
    cli("run", "p.q", status=1, message=r"none\.png", messages=1)
    write("old.png", b"precious")
    write("p.q", 'imwrite("old.png", zeros(0,5))\n')
    cli("run", "p.q", status=1, message=r"old\.png|empty", messages=1)
    with open("old.png", "rb") as file:
        assert file.read() == b"precious", "the old file is gone"


@case
def trace_that_is_none():
    write("no.rstrace", "not a database at all, but long enough to hold a header" * 10)
    cli("trace", "summary", "no.rstrace", status=2, message=r"no\.rstrace", messages=1)
    write("none.rstrace", "")
    cli("trace", "summary", "none.rstrace", status=2, message=r"none\.rstrace", messages=1)
    cli("trace", "summary", "missing.rstrace", status=2, message=r"missing\.rstrace", messages=1)


@case
def trace_that_was_cut():
    write("p.q", "x = ones(100,100)\nfor k=0..99\n  x = x + 1\nendfor\nprint sum(x)\n")
    cli("run", "--profile", "t.rstrace", "p.q", status=0)
    with open("t.rstrace", "rb") as file:
        data = file.read()
    write("t.rstrace", data[:len(data) // 2])
    for suffix in ("-wal", "-shm"):
        if os.path.exists("t.rstrace" + suffix):
            os.remove("t.rstrace" + suffix)
    result = subprocess.run([CLI, "trace", "summary", "t.rstrace"], capture_output=True, text=True, timeout=TIMEOUT,
                            check=False)
    assert result.returncode in (0, 2) and (result.returncode == 0 or "t.rstrace" in result.stderr), result


LAUNCHES = """function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
endfunction
x = ones(4)
y = zeros(4)
for i=1..200000
  parallel_do(4, x, y, k)
endfor
print sum(y)
"""


EMPTY_TRACE = 50  # kilobytes


@case
def full_disk_while_tracing():
    """The trace holds the events that the message promises, and most of what the disk has room for, however slow the
    program is: an event takes some 20 bytes."""
    os.mkdir("small")
    write("p.q", LAUNCHES)
    for kilobytes in 300, 800:
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", "small"], capture_output=True,
                          check=False).returncode:
            raise Skip("a small tmpfs can't be mounted here")
        try:
            said = cli("run", "-d", "interp", "--profile", "small/t.rstrace", "p.q", status=0, output="^8\n$",
                       message="the trace holds the first [0-9]+ events: small/t.rstrace: the disk is full")
            promised = int(re.search("the first ([0-9]+) events", said[1])[1])
            held = cli("trace", "query", "--csv", "select count(*), sum(kind = 'kernel') from named_events",
                       "small/t.rstrace", status=0)
            events, kernels = (int(number or 0) for number in held[0].split()[-1].split(","))
            assert events == promised and events - 100 <= kernels, (promised, held)
            assert kernels >= (kilobytes - EMPTY_TRACE) * 1000 / 75, held
            cli("trace", "summary", "small/t.rstrace", status=0, output="p.q")
        finally:
            subprocess.run(["umount", "small"], check=False)


@case
def trace_into_a_missing_folder():
    write("p.q", 'print "ran"\n')
    cli("run", "--profile", "nowhere/t.rstrace", "p.q", status=2, message="nowhere/t.rstrace", output="^$", messages=1)


KERNEL = """function [] = __kernel__ k(x : vec, y : vec, pos : int)
    y[pos] = 2*x[pos]
endfunction
x = ones(1000)
y = zeros(1000)
parallel_do(1000, x, y, k)
print sum(y)
"""


@case
def read_only_cache():
    write("p.q", KERNEL)
    write("file", "")
    # A file in the place of the folder: not even root can write there.
    cli("run", "-d", "cpu", "--set", "RUNTIME_CACHE_DIR=file/kernels", "p.q", status=0, output="^2000\n$",
        message="file/kernels", messages=1)


@case
def no_compiler():
    write("p.q", KERNEL)
    cli("run", "--set", "CC_PATH=/nowhere/cc", "p.q", status=0, output="^2000\n$")
    write("q.q", KERNEL.replace("1000", "100000"))
    cli("run", "--set", "CC_PATH=/nowhere/cc", "q.q", status=0, output="^200000\n$", message="/nowhere/cc", messages=1)
    cli("run", "-d", "cpu", "--set", "CC_PATH=/nowhere/cc", "p.q", status=2, message="/nowhere/cc", output="^$",
        messages=1)


@case
def compiler_that_fails():
    write("cc", "#!/bin/sh\necho broken compiler >&2\nexit 1\n")
    os.chmod("cc", 0o755)
    write("p.q", KERNEL)
    cli("run", "-d", "cpu", "--set", f"CC_PATH={os.path.abspath('cc')}", "--set", "RUNTIME_CACHE_DIR=cache", "p.q",
        status=0,
        output="^2000\n$", message="compiler|cc")


@case
def wrong_command_lines():
    cli(status=2)
    cli("rum", "p.q", status=2, message="rum")
    cli("run", status=2)
    cli("run", "--no-such-option", "p.q", status=2, message="no-such-option")
    write("p.q", "print 1\n")
    cli("run", "-d", "toaster", "p.q", status=2, message="toaster")
    cli("run", "--set", "NO_SUCH_SETTING=1", "p.q", status=2, message="NO_SUCH_SETTING")
    cli("run", "--set", "RUNTIME_OPENMP_THREADS=many", "p.q", status=2, message="many")


@case
def not_supported_yet():
    write("p.q", 'print "before"\nfunction [] = __kernel__ k(x : vec\'shared, pos : int)\n  x[pos] = 1\nendfunction\n'
          "parallel_do(9, zeros(9), k)\n")
    cli("run", "p.q", status=2, message=r"p\.q:2:\d+: error: not supported yet: ", output="^$")


@case
def endless_recursion():
    write("p.q", "function y = f(x)\n  y = f(x+1)\nendfunction\nprint f(0)\n")
    cli("run", "p.q", status=1, message="stack overflow")


@case
def too_much_memory():
    write("p.q", "x = zeros(10000000,10000000)\n")
    cli("run", "p.q", status=1, message=r"p\.q:1.*(memory|large|size)", messages=1)
    write("p.q", "x = zeros(4000000000,4000000000,4)\n")
    cli("run", "p.q", status=1, message=r"p\.q:1.*(memory|large|size)", messages=1)


@case
def checked_access_in_a_kernel():
    write("p.q",
          "function [] = __kernel__ shift(x : vec'checked, y : vec, pos : int)\n    y[pos] = x[pos+3]\nendfunction\n"
                 "x = ones(5)\ny = zeros(5)\nparallel_do(5, x, y, shift)\nprint sum(y)\n")
    for device in ("cpu", "interp"):
        cli("run", "-d", device, "p.q", status=1, message=r"x.*\b[5-7]\b.*line 2|p\.q:2.*\b[5-7]\b.*x", output="^$",
            messages=1)


@case
def unchecked_access_to_unmapped_memory():
    if SANITIZED:
        raise Skip("the handler of faults is off under AddressSanitizer")
    write("p.q",
          "function [] = __kernel__ far(x : mat'unchecked, pos : ivec2)\n    x[pos[0]+100000000,pos[1]] = 1\n"
          "endfunction\n"
                 "x = ones(512,512)\ntry\n    parallel_do(size(x), x, far)\n    print \"missed\"\ncatch ex\n"
                 "    print \"caught\"\nendtry\nprint \"alive\"\n")
    cli("run", "-d", "cpu", "p.q", status=0, output="^caught\nalive\n$")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    print(f"1..{len(cases)}", flush=True)
    failed = 0
    start = os.getcwd()
    for number, function in enumerate(cases, 1):
        with tempfile.TemporaryDirectory(prefix="redshift-input-") as folder:
            os.chdir(folder)
            try:
                function()
                print(f"ok {number} {function.__name__}", flush=True)
            except Skip as why:
                print(f"ok {number} {function.__name__} # SKIP {why}", flush=True)
            except (AssertionError, subprocess.TimeoutExpired) as why:
                failed += 1
                print(f"not ok {number} {function.__name__}", flush=True)
                print("\n".join("# " + line for line in str(why).splitlines()), flush=True)
            finally:
                os.chdir(start)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
