#!/usr/bin/env python3
# Measures Redshift against C, and the times a person waits; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: bench.py BUILD_FOLDER [NAME...]

Kernels (gamma, mean, mandelbrot, sum, saxpy): each Quasar program and its C reference (tests/bench/reference.c, the same
compiler flags, both with OpenMP) run in turn, ROUNDS times with REPETITIONS each; the first repetition of a process is
left out. Prints the median times, the ratio C / Redshift (above 1: Redshift is faster), the median over the rounds, the
time as a multiple of a copy of as many bytes, and whether the results agree.

Host programs (host): five small programs, interpreted, against Lua 5.4 and Octave where they are there, and check: how long
`check` takes for 1,000 to 20,000 lines. memory: a matrix of 1 MB made again and again, with the memory it takes.

Waiting times (start, second: a program with one new kernel; power: the same with x^g; hello, check) and the interpreted loop against Lua 5.4 (loop) are whole processes.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, REPETITIONS = 9, 5
FLAGS = "-O3 -march=native -fno-math-errno -fno-trapping-math -fno-signed-zeros -ffp-contract=fast -fopenmp".split()
# Bytes that each program has to move at least, read and written.
BYTES = {"gamma": 2 * 4 * 72e6, "mean": 2 * 4 * 2**24, "mandelbrot": 4 * 2**22, "sum": 4 * 2**26, "saxpy": 3 * 4 * 2**26}
COPY_BYTES = 2 * 4 * 2**26


def run(command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def repetitions(output):
    """Milliseconds of all repetitions but the first, and the last check value."""
    rows = [line.split() for line in output.splitlines() if len(line.split()) == 3]
    return [float(row[1]) for row in rows[1:]], float(rows[-1][2])


def kernels(cli, reference, names):
    environment = dict(os.environ, GOMP_SPINCOUNT="1000")
    copy = statistics.median(repetitions(run([reference, "copy", "12"], env=environment))[0])
    print(f"copy of 2^26 floats: {copy:.2f} ms ({COPY_BYTES / copy / 1e6:.1f} GB/s)")
    print(f"{'program':12} {'C ms':>9} {'Redshift':>9} {'ratio':>6} {'C/copy':>7} {'GB/s':>6}  results")
    for name in names:
        ratios, ours, theirs = [], [], []
        for _ in range(ROUNDS):
            c_times, c_check = repetitions(run([reference, name, str(REPETITIONS + 1)], env=environment))
            program = os.path.join(HERE, "programs", name + ".q")
            q_times, q_check = repetitions(run([cli, "run", "-d", "cpu", program, str(REPETITIONS + 1)]))
            theirs.append(statistics.median(c_times))
            ours.append(statistics.median(q_times))
            ratios.append(theirs[-1] / ours[-1])
        c_time, q_time = statistics.median(theirs), statistics.median(ours)
        agree = abs(c_check - q_check) <= 1e-4 * abs(c_check)
        print(f"{name:12} {c_time:9.2f} {q_time:9.2f} {statistics.median(ratios):6.2f} "
              f"{c_time / copy * COPY_BYTES / BYTES[name]:7.2f} {BYTES[name] / q_time / 1e6:6.1f}  "
              f"{'agree' if agree else f'DIFFER: {c_check} and {q_check}'}", flush=True)


def wall(command, before=None, rounds=11):
    times = []
    for _ in range(rounds):
        if before:
            before()
        start = time.perf_counter()
        run(command)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def check_file(folder):
    path = os.path.join(folder, "long.q")
    with open(path, "w", encoding="utf-8") as out:
        for i in range(100):
            out.write(f"function y = f{i}(x : mat, n : int)\n    y = zeros(size(x))\n    for i=0..size(x,0)-1\n"
                      f"        for j=0..size(x,1)-1\n            y[i,j] = {i} * x[i,j] + sin(n * x[i,j])\n"
                      f"        endfor\n    endfor\n    print \"f{i} \", sum(y)\nendfunction\n\n")
    return path


def waiting(cli, names):
    programs = os.path.join(HERE, "programs")
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        small, power = ([cli, "run", "-d", "cpu", "--set", f"RUNTIME_CACHE_DIR={cache}", os.path.join(programs, program)]
                        for program in ("small.q", "small-power.q"))
        for name, command, before, goal in (
                ("start", small, lambda: run(["rm", "-rf", cache]), 120),
                ("second", small, None, 40),
                ("power", power, lambda: run(["rm", "-rf", cache]), 120),
                ("hello", [cli, "run", os.path.join(programs, "hello.q")], None, 30),
                ("check", [cli, "check", check_file(folder)], None, 30)):
            if name in names:
                print(f"{name:12} {wall(command, before):9.1f} ms (goal: under {goal})", flush=True)
    if "loop" in names:
        lua, ours, ratios = [], [], []
        for _ in range(9):
            lua.append(wall(["lua5.4", os.path.join(programs, "loop.lua")], rounds=1))
            ours.append(wall([cli, "run", "-d", "interp", os.path.join(programs, "loop.q")], rounds=1))
            ratios.append(ours[-1] / lua[-1])
        print(f"{'loop':12} {statistics.median(ours):9.1f} ms, Lua 5.4 {statistics.median(lua):.1f} ms: "
              f"{statistics.median(ratios):.2f} times Lua (goal: at most 1.5)")


HOST = ("fib", "loops", "strings", "cells", "objects")


def host(cli):
    programs = os.path.join(HERE, "programs")
    print(f"{'host program':12} {'ms':>8} {'Lua 5.4':>9} {'ratio':>6} {'Octave':>9} {'ratio':>6}")
    for name in HOST:
        path = os.path.join(programs, "host-" + name)
        commands = {"ours": [cli, "run", "-d", "interp", path + ".q"]}
        if shutil.which("lua5.4"):
            commands["lua"] = ["lua5.4", path + ".lua"]
        if shutil.which("octave-cli") and os.path.exists(path + ".m"):
            commands["octave"] = ["octave-cli", "--norc", "--quiet", path + ".m"]
        answers = {key: float(run(command)) for key, command in commands.items()}
        times = {key: [] for key in commands}
        for round_ in range(9):
            for key, command in commands.items():
                if key != "octave" or round_ == 0:
                    times[key].append(wall(command, rounds=1))
        ours, lua, octave = (statistics.median(times[key]) if key in times else float("nan") for key in ("ours", "lua", "octave"))
        print(f"{name:12} {ours:8.1f} {lua:9.1f} {ours / lua:6.2f} {octave:9.1f} {octave / ours:6.1f}"
              + ("" if len(set(answers.values())) == 1 else f"  DIFFER: {answers}"), flush=True)


def check_growth(cli):
    with tempfile.TemporaryDirectory() as folder:
        text = open(check_file(folder), encoding="utf-8").read()
        for n in (1, 5, 10, 20):
            path = os.path.join(folder, f"check{n}.q")
            with open(path, "w", encoding="utf-8") as out:
                for i in range(n):
                    out.write(re.sub(r"\bf(\d+)\b", rf"f{i}_\1", text))
            lines = n * text.count("\n")
            print(f"check, {lines:6} lines {wall([cli, 'check', path]):9.1f} ms", flush=True)


def memory(cli, rounds="100000"):
    command = [cli, "run", "-d", "interp", os.path.join(HERE, "programs", "memory.q")]
    for n in (rounds[:-2], rounds):
        start = time.perf_counter()
        child = subprocess.Popen(command + [n], stdout=subprocess.DEVNULL)
        usage = os.wait4(child.pid, 0)[2]
        seconds = time.perf_counter() - start
        print(f"1 MB, {n:>8} times {seconds:9.2f} s, {seconds / int(n) * 1e6:6.2f} us each, {usage.ru_maxrss / 1024:6.1f} MB at most",
              flush=True)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    cli = os.path.join(sys.argv[1], "ide", "cli", "redshift-cli")
    names = sys.argv[2:] or list(BYTES) + ["start", "second", "power", "hello", "check", "loop", "host", "memory"]
    reference = os.path.join(sys.argv[1], "bench-reference")
    run(["cc", *FLAGS, os.path.join(HERE, "reference.c"), "-o", reference, "-lmvec", "-lm"])
    chosen = [name for name in BYTES if name in names]
    if chosen:
        kernels(cli, reference, chosen)
    waiting(cli, names)
    if "host" in names:
        host(cli)
        check_growth(cli)
    if "memory" in names:
        memory(cli)
    return 0


if __name__ == "__main__":
    sys.exit(main())
