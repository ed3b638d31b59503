#!/usr/bin/env python3
"""redshift-cli build: executables and libraries, what they need, and damaged ones.

usage: check-build.py REDSHIFT_CLI [MUTATIONS [SEED]]
SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
MUTATIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 60
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
SEAL = 48

PROGRAM = """import "part.q"
function [] = __kernel__ scale(x : mat, factor : scalar, pos : ivec2)
    x[pos] = x[pos] * factor + pos[0]
endfunction
function [] = main(n : int, ... rest)
    x = ones(200, 300)
    parallel_do(size(x), x, n, scale)
    print sum(x), " ", numel(rest), " ", twice(n), " \u00e9"
    if n > 100
        print x[n, 0]  % \u00e9
    endif
endfunction
"""
PART = "function y = twice(x)\n    y = 2 * x\nendfunction\n"


def run(command, folder, **more):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def expect(command, folder, status, out=None, err=None, **more):
    got, stdout, stderr = run(command, folder, **more)
    where = "%s: status %d, stdout %r, stderr %r" % (" ".join(command), got, stdout[-300:], stderr[-600:])
    assert got == status, where
    assert out is None or out == stdout, where
    assert err is None or err in stderr, where
    return stderr


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        out.write(text)


def test_executable(folder):
    want = "%d 0 6 \u00e9\n" % (3 * 60000 + 300 * sum(range(200)))
    expect([CLI, "build", "program.q", "-o", "program"], folder, 0, out="", err="")
    for name in ("program.q", "part.q"):
        os.rename(os.path.join(folder, name), os.path.join(folder, "away-" + name))
    for device in ("interp", "cpu"):
        expect(["./program", "--redshift-device=" + device, "3"], folder, 0, out=want)
        expect(["./program", "3"], folder, 0, out=want, env=dict(os.environ, RS_DEVICE=device))
    expect(["./program", "3", "--redshift-device=cpu", "x"], folder, 0, out=want.replace(" 0 ", " 2 "))
    expect(["./program"], folder, 2, err="n [rest ...]")
    expect(["./program", "--redshift-nonsense=1"], folder, 2, err="--redshift-nonsense")
    expect(["./program", "--redshift-device=nonsense"], folder, 2, err="nonsense")
    expect(["./program", "--redshift-set=RUNTIME_STACK_DEPTH=x"], folder, 2, err="RUNTIME_STACK_DEPTH")
    expect(["./program", "--redshift-help"], folder, 0)
    message = expect(["./program", "300"], folder, 1, err="program.q:10:15: error")
    assert "print x[n, 0]" in message, message
    for name in ("program.q", "part.q"):
        os.rename(os.path.join(folder, "away-" + name), os.path.join(folder, name))


def test_files(folder):
    """What a program reads lies in the current folder or beside the executable, wherever its source was."""
    away = os.path.join(folder, "away")
    os.mkdir(away)
    write(folder, "reads.q", 'print sum(csvread("numbers.csv"))\n')
    write(away, "numbers.csv", "1,2\n3,4\n")
    expect([CLI, "build", "reads.q", "-o", "away/reads"], folder, 0)
    expect(["away/reads"], folder, 0, out="10\n")
    os.symlink("away/reads", os.path.join(folder, "link"))
    expect(["./link"], folder, 0, out="10\n")
    write(folder, "numbers.csv", "5\n")
    expect(["away/reads"], folder, 0, out="5\n")


def test_options(folder):
    expect([CLI, "build", "--strip", "program.q", "-o", "stripped"], folder, 0)
    message = expect(["./stripped", "300"], folder, 1, err="program.q:10:15: error")
    assert "print x" not in message, message
    assert b"factor + pos" not in open(os.path.join(folder, "stripped"), "rb").read()
    expect([CLI, "build", "--double", "program.q", "-o", "double"], folder, 0)
    expect(["./double", "3"], folder, 0)
    expect([CLI, "build", "program.q"], folder, 2, err="-o OUT")
    expect([CLI, "build", "--lib", "program.q", "-o", "library"], folder, 2, err="library.qlib")
    expect([CLI, "build", "none.q", "-o", "none"], folder, 2, err="none.q")
    expect([CLI, "build", "program.q", "-o", "no/such/folder"], folder, 1, err="no/such/folder")
    expect([CLI, "build", "program.q", "-o", "program.q"], folder, 2, err="the input itself")
    write(folder, "wrong.q", "x = (1 +\n")
    expect([CLI, "build", "wrong.q", "-o", "wrong"], folder, 2, err="wrong.q:1:")
    assert not os.path.exists(os.path.join(folder, "wrong"))


def test_training(folder):
    """What has known types, and what was trained, needs no compiler; other kernels are interpreted there."""
    if "no C compiler" in run([CLI, "devices"], folder)[1]:
        return
    fresh = ["--redshift-set=RUNTIME_CACHE_DIR=" + os.path.join(folder, "cache")]
    nowhere = dict(os.environ, PATH="/nonexistent", RS_DEBUG="launch")
    want = run(["./program", "3"], folder)[1]
    message = expect(["./program"] + fresh + ["3"], folder, 0, out=want, env=nowhere)
    assert "program.q:2: compiled" in message, message
    write(folder, "untyped.q", PROGRAM.replace("factor : scalar", "factor"))
    expect([CLI, "build", "untyped.q", "-o", "untyped"], folder, 0, out="")
    expect(["./untyped"] + fresh + ["3"], folder, 0, out=want, env=nowhere, err="interpreted")
    expect([CLI, "build", "--train", "3", "untyped.q", "-o", "trained"], folder, 0, out="")
    message = expect(["./trained", "--redshift-device=cpu"] + fresh + ["3"], folder, 0, out=want, env=nowhere)
    assert "untyped.q:2: compiled" in message, message
    assert not os.path.exists(os.path.join(folder, "cache")), "nothing is compiled again"
    expect([CLI, "build", "--train", "", "program.q", "-o", "untrained"], folder, 2, err="training run")


def test_library(folder):
    write(folder, "inner.q", 'import "part.q"\nvalue = 5\nfunction y = thrice(x)\n    y = twice(x) + x\nendfunction\n'
                             'function [] = main()\n    print "not this one"\nendfunction\n')
    expect([CLI, "build", "--lib", "inner.q", "-o", "inner.qlib"], folder, 0, out="", err="")
    write(folder, "user.q", 'import "inner.qlib"\nimport "part.q"\nprint thrice(value), " ", twice(4)\n')
    expect([CLI, "run", "user.q"], folder, 0, out="15 8\n")
    expect([CLI, "build", "user.q", "-o", "user"], folder, 0)
    os.rename(os.path.join(folder, "inner.qlib"), os.path.join(folder, "other.qlib"))
    expect(["./user"], folder, 0, out="15 8\n")
    expect([CLI, "run", "user.q"], folder, 2, err="inner.qlib")
    write(folder, "inner.qlib", "function y = f(x)\n")
    expect([CLI, "run", "user.q"], folder, 2, err="no program or library of Redshift")
    write(folder, "user2.q", 'import "other.qlib"\nimport "other.qlib"\nprint thrice(1)\n')
    expect([CLI, "run", "user2.q"], folder, 0, out="3\n")
    db = sqlite3.connect(os.path.join(folder, "other.qlib"))
    assert db.execute("SELECT count(*) FROM modules").fetchone()[0] == 2, "a library is an SQLite file"
    db.close()


def seal(data):
    return data + struct.pack("<Q", len(data)) + hashlib.sha256(data).digest() + b"RSPACK01"


def mutated(random_, data):
    """Damaged as a disk would, and as somebody would who also writes a new seal."""
    data = bytearray(data)
    choice = random_.randrange(4)
    if choice == 0:
        return bytes(data[:random_.randrange(len(data))])
    if choice == 1:
        data[random_.randrange(len(data))] ^= 1 << random_.randrange(8)
        return bytes(data)
    body = data[:-SEAL]
    for _ in range(random_.randrange(1, 6)):
        # Most of it are trees: past the first page.
        at = random_.randrange(4096, len(body))
        body[at] = random_.choice([0, 1, 127, 128, 255, random_.randrange(256)])
    return seal(bytes(body))


def test_damage(folder):
    random_ = random.Random(SEED)
    whole = open(os.path.join(folder, "other.qlib"), "rb").read()
    write(folder, "user.q", 'import "bad.qlib"\nprint thrice(value), " ", twice(4)\n')
    for i in range(MUTATIONS):
        bad = mutated(random_, whole)
        open(os.path.join(folder, "bad.qlib"), "wb").write(bad)
        status, out, err = run([CLI, "run", "-d", "interp", "user.q"], folder)
        assert status in (0, 1, 2), "seed %d, mutation %d: status %d: %s" % (SEED, i, status, err)
        assert seal(bad[:-SEAL]) == bad or status == 2, "seed %d, mutation %d: %s" % (SEED, i, out)
    program = open(os.path.join(folder, "program"), "rb").read()
    for cut in (len(program) - 1, len(program) - 100, len(program) - 5000):
        open(os.path.join(folder, "cut"), "wb").write(program[:cut])
        os.chmod(os.path.join(folder, "cut"), 0o755)
        expect(["./cut", "3"], folder, 2, err="can't be run")


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "program.q", PROGRAM)
        write(folder, "part.q", PART)
        test_executable(folder)
        test_files(folder)
        test_options(folder)
        test_training(folder)
        test_library(folder)
        test_damage(folder)


if __name__ == "__main__":
    main()
