#!/usr/bin/env python3
"""Kernels that are compiled before they are reached: results, messages, the end of the program, and the cache when the
program is killed.

usage: check-compile.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
KERNEL = """function [] = __kernel__ k{0}(x : mat'mirror, y : mat'unchecked, pos : ivec2)
    y[pos] = y[pos] + {0}.5*x[pos[0],pos[1]-1] + x[pos]
endfunction
"""
LAUNCH = "parallel_do(size(x), x, y, k{0})\n"


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def many(n, reached):
    """n kernels, all of which the text names, and the first `reached` of which are launched."""
    text = "".join(KERNEL.format(i)
                   for i in range(n)) + "x = ones(20,20)\ny = zeros(20,20)\nlimit = numel(x) - %d\n" % (400 - reached)
    return text + "".join("if limit > {0}\n    ".format(i) + LAUNCH.format(i) + "endif\n"
                          for i in range(n)) + "print y[5,5]\n"


def compiler(folder, name, command):
    """A C compiler that runs command before it compiles a kernel, whose text is "$text"."""
    path = write(folder, name,
                 "#!/bin/sh\ncase \"$*\" in *' -c '*|'-c '*) text=$(mktemp); trap 'rm -f $text' EXIT; cat >$text; %s; "
                 "cc \"$@\" <$text ;; "
                 "*) exec cc \"$@\" ;; esac\n" % command)
    os.chmod(path, stat.S_IRWXU)
    return path


def command(folder, program, *settings):
    cache = os.path.join(folder, "cache")
    sets = [word for setting in settings for word in ("--set", setting)]
    return [CLI, "run", "-d", "cpu", "--set", "RUNTIME_CACHE_DIR=" + cache, *sets, program]


def run(folder, program, *settings):
    done = subprocess.run(command(folder, program, *settings), stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=100)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def objects(folder):
    """The kernels in the cache; each has to be whole."""
    cache = os.path.join(folder, "cache")
    names = [name for name in os.listdir(cache) if name.endswith(".so") and not name.startswith("tmp-")]
    for name in names:
        data = open(os.path.join(cache, name), "rb").read()
        assert data[-48:-40] == b"RSKERN01" and int.from_bytes(data[-40:-32], "little") == len(data) - 48, name
        assert hashlib.sha256(data[:-48]).digest() == data[-32:], name
    return names


def temporaries(folder):
    return [name for name in os.listdir(os.path.join(folder, "cache")) if name.startswith("tmp-")]


def test_results(folder):
    path = write(folder, "six.q", many(6, 6))
    for jobs in (1, 4):
        with tempfile.TemporaryDirectory() as inner:
            assert run(inner, path, "COMPILER_JOBS=%d" % jobs) == (0, "24\n", ""), jobs
            assert len(objects(inner)) == 6 and not temporaries(inner)
            assert run(inner, path, "COMPILER_JOBS=%d" % jobs) == (0, "24\n", ""), "all of them in the cache"


def test_not_reached(folder):
    """The end does not wait for kernels that the program did not come to, and says nothing about them."""
    path = write(folder, "one.q", many(8, 1))
    waited = os.path.join(folder, "waited")
    slow = compiler(folder, "slow-cc", f'if ! grep -q 0.5 "$text"; then sleep 60; touch {waited}; fi')
    assert run(folder, path, "COMPILER_JOBS=3", "CC_PATH=" + slow) == (0, "1.5\n", "")
    assert not os.path.exists(waited)
    assert len(objects(folder)) == 1 and not temporaries(folder)


def test_failure(folder):
    """A kernel that the C compiler refuses is named when it is reached, and interpreted; else nothing is said."""
    broken = compiler(folder, "broken-cc", 'if grep -q 2.5 "$text"; then echo "out of order" >&2; exit 1; fi')
    for reached in (2, 5):
        with tempfile.TemporaryDirectory() as inner:
            path = write(inner, "some.q", many(5, reached))
            status, out, err = run(inner, path, "COMPILER_JOBS=3", "CC_PATH=" + broken)
            total = sum(1.5 + i for i in range(reached))
            assert (status, float(out)) == (0, total), (status, out, err)
            assert ("k2 could not be compiled" in err and "out of order" in err) if reached == 5 else err == "", err


def test_refused(folder):
    """Loops and expressions that the C compiler refuses are interpreted; a warning and the trace say so, once a
    place."""
    broken = compiler(folder, "broken-cc", 'echo "out of order" >&2; exit 1')
    path = write(folder, "loops.q",
                 "x = ones(100,100)\ny = zeros(100,100)\nfor k=1..3\n    for m=0..99\n        for n=0..99\n"
                 "            y[m,n] = y[m,n] + k * x[m,n] + mod(m, 3)\n        endfor\n    endfor\n"
                 "    print sum(x .* x + y) > 0\n"
                 "endfor\nprint sum(y)\n")
    trace = os.path.join(folder, "t.rstrace")
    words = command(folder, path, "CC_PATH=" + broken)
    done = subprocess.run(words[:2] + ["--profile", trace] + words[2:], capture_output=True, timeout=100)
    said = done.stderr.decode()
    assert done.returncode == 0 and done.stdout.decode().split()[-1] == "89700", done
    for line, place in ((4, "loop"), (9, "expression")):
        assert said.count("loops.q:%d:" % line) == 1 and ("this %s is interpreted: " % place) in said, said
    assert "out of order" in said
    loops = subprocess.run([CLI, "trace", "loops", trace], capture_output=True, timeout=60).stdout.decode()
    assert "interpreted: " in loops and "could not be compiled" in loops, loops


def test_killed(folder):
    """Killed in the middle of compilations: what is in the cache is whole, and the next run goes on from there."""
    path = write(folder, "six.q", many(6, 6))
    slow = compiler(folder, "slow-cc", "sleep 0.1")
    for seconds in (0.15, 0.3, 0.6):
        child = subprocess.Popen(command(folder, path, "COMPILER_JOBS=4", "CC_PATH=" + slow), stdout=subprocess.DEVNULL)
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        child.wait()
        objects(folder)
    assert run(folder, path, "COMPILER_JOBS=4", "CC_PATH=" + slow) == (0, "24\n", "")
    assert len(objects(folder)) == 6


def main():
    for test in (test_results, test_not_reached, test_failure, test_refused, test_killed):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "cache"), 0o700)
            test(folder)


if __name__ == "__main__":
    main()
