#!/usr/bin/env python3
# Measures Redshift against C, and the times a person waits; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: bench.py [--quick] [--threads N] [--rounds N] BUILD_FOLDER [NAME...]

Kernels (the table PROGRAMS; `kernels` means all): each Quasar program (tests/bench/programs) and its C reference
(tests/bench/reference, the same compiler flags, OpenMP) run in turn, ROUNDS times with some repetitions each; the first
run of a process is left out. Prints the median times, the ratio C / Redshift (above 1: Redshift is faster) as the
median over the rounds, the ratio of the shortest times (`best`; what remains on a machine that has other work), what
Redshift moves or computes a second beside the ceiling of a copy, the C time as a multiple of a copy of as many bytes,
and whether the results agree. --quick: three rounds. --threads: for both sides.

Host programs (host): five small programs, interpreted, against Lua 5.4 and Octave where they are there, and check: how
long `check` takes for 1,000 to 20,000 lines. memory: a matrix of 1 MB made again and again, with the memory it takes.

Waiting times (start, second: a program with one new kernel; power: the same with x^g; twenty: a program of 20 kernels;
hello, check) and the interpreted loop against Lua 5.4 (loop) are whole processes.
"""
import argparse
import glob
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, QUICK_ROUNDS = 9, 3
FLAGS = ("-O3 -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math -fno-signed-zeros "
         "-ffp-contract=fast "
         "-fopenmp").split()
COPY_BYTES = 2 * 4 * 2**26

# file and arguments of the Quasar program; name of the C program, which gets the same arguments; repetitions a round;
# bytes that it has to move at least, read and written, or floating-point operations that it has to do.
Program = namedtuple("Program", "file arguments reference repetitions bytes flops", defaults=(0,))
MEGA = 2**20
PROGRAMS = {
    "saxpy": Program("saxpy", (), "saxpy", 5, 12 * 64 * MEGA),
    "elementwise": Program("elementwise", (), "elementwise", 7, 16 * 16 * MEGA),
    "gamma": Program("gamma", (), "gamma", 4, 8 * 72e6),
    "lab": Program("lab", (), "lab", 5, 8 * 18e6),
    **{f"mean-{2*r+1}-{mode}": Program("mean", (str(r), mode), "mean", 7, 8 * 16 * MEGA)
       for r in (1, 4) for mode in ("mirror", "circular", "clamped", "safe")},
    "gaussian": Program("gaussian", (), "gaussian", 7, 0, 68 * 16 * MEGA),
    "bilateral": Program("bilateral", (), "bilateral", 7, 0, 81 * 11 * MEGA),
    "nlmeans": Program("nlmeans", (), "nlmeans", 1, 0, 441 * 153 * MEGA),
    "sobel": Program("sobel", (), "sobel", 7, 8 * 16 * MEGA),
    "haar": Program("haar", (), "haar", 5, 4 * 8 * 16 * MEGA),
    "mandelbrot": Program("mandelbrot", (), "mandelbrot", 5, 0, 10 * 4 * MEGA * 67.4),
    "histogram": Program("histogram", (), "histogram", 5, 64 * MEGA),
    "sum": Program("sum", (), "sum", 9, 4 * 64 * MEGA),
    "minmax": Program("reductions", ("minmax",), "reductions", 9, 4 * 64 * MEGA),
    "dot": Program("reductions", ("dot",), "reductions", 9, 8 * 64 * MEGA),
    "moments": Program("reductions", ("moments",), "reductions", 9, 4 * 64 * MEGA),
    "scan-rows": Program("scans", ("scan_rows",), "scans", 7, 8 * 16 * MEGA),
    "scan-columns": Program("scans", ("scan_columns",), "scans", 7, 8 * 16 * MEGA),
    "scan-vector": Program("scans", ("scan_vector",), "scans", 7, 8 * 16 * MEGA),
    "decay-columns": Program("scans", ("decay_columns",), "scans", 7, 8 * 16 * MEGA),
    "integral": Program("scans", ("integral",), "scans", 7, 16 * 16 * MEGA),
    "transpose": Program("transpose", (), "transpose", 7, 8 * 16 * MEGA),
    **{f"{name}-{n}": Program(name, (str(n),), name, repetitions, 0, 2 * n**3)
       for name in ("matmul", "blas") for n, repetitions in ((512, 15), (1024, 9), (2048, 3))},
    "bitonic": Program("bitonic", (), "bitonic", 3, 0, 4 * MEGA * 55),
    "rotate-nearest": Program("rotation", ("rotate_nearest",), "rotation", 9, 8 * 4 * MEGA),
    "rotate-bilinear": Program("rotation", ("rotate_bilinear",), "rotation", 9, 8 * 4 * MEGA),
    "dither": Program("dither", (), "dither", 5, 0, 10 * 4 * MEGA),
    **{name: Program("serial", (name,), "serial", 9, *work)
       for name,
       work in (("eliminate", (0, 2 * 512**3 // 3)), ("cholesky", (0, 512**3 // 3)), ("distances", (20 * MEGA,)))},
    "heat": Program("heat", (), "heat", 1, 8 * MEGA * 1000),
    "nbody": Program("nbody", (), "nbody", 5, 0, 20 * 8192**2),
    "life": Program("life", (), "life", 1, 8 * 16 * MEGA * 100),
}


def run(command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def repetitions(output):
    """Milliseconds of all repetitions but the first, and the last check value."""
    rows = [line.split() for line in output.splitlines() if len(line.split()) == 3]
    return [float(row[1]) for row in rows[1:]], float(rows[-1][2])


class Measurement:
    """The times of one program on both sides, in milliseconds, a list a round; and whether the results agree."""

    def __init__(self, name, cli, reference, rounds, threads):
        program = PROGRAMS[name]
        environment = dict(os.environ, GOMP_SPINCOUNT="1000", OMP_NUM_THREADS=str(threads))
        if "avx512f" in open("/proc/cpuinfo", encoding="ascii").read():
            environment["OPENBLAS_CORETYPE"] = "SkylakeX"
        source = os.path.join(HERE, "programs", program.file + ".q")
        theirs = [reference, program.reference, str(program.repetitions), *program.arguments]
        ours = [cli, "run", "-d", "cpu", "--set", f"RUNTIME_OPENMP_THREADS={threads}", source, str(program.repetitions),
                *program.arguments]
        self.theirs, self.ours = [], []
        for _ in range(rounds):
            times, their_check = repetitions(run(theirs, env=environment))
            self.theirs.append(times)
            times, our_check = repetitions(run(ours))
            self.ours.append(times)
        self.difference = None if abs(their_check - our_check) <= 1e-4 * abs(their_check) else (their_check, our_check)

    def ratio(self):
        return statistics.median(statistics.median(c) / statistics.median(q) for c, q in zip(self.theirs, self.ours))

    def best_ratio(self):
        return min(map(min, self.theirs)) / min(map(min, self.ours))


def median_of(rounds):
    return statistics.median(map(statistics.median, rounds))


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def kernels(cli, reference, names, rounds, threads):
    environment = dict(os.environ, GOMP_SPINCOUNT="1000", OMP_NUM_THREADS=str(threads))
    copy = statistics.median(repetitions(run([reference, "copy", "12"], env=environment))[0])
    print(f"threads {threads}, load {os.getloadavg()[0]:.1f}; copy of 2^26 floats: {copy:.2f} ms "
          f"({COPY_BYTES / copy / 1e6:.1f} GB/s)")
    print(f"{'program':16} {'C ms':>9} {'Redshift':>9} {'ratio':>6} {'best':>6} {'GB/s':>6} {'Gflop/s':>7} "
          f"{'C/copy':>7}  results")
    ratios, best = [], []
    for name in names:
        program, measured = PROGRAMS[name], Measurement(name, cli, reference, rounds, threads)
        c_time, q_time = median_of(measured.theirs), median_of(measured.ours)
        ratios.append(measured.ratio())
        best.append(measured.best_ratio())
        bandwidth = f"{program.bytes / q_time / 1e6:6.1f}" if program.bytes else " " * 6
        flops = f"{program.flops / q_time / 1e6:7.1f}" if program.flops else " " * 7
        copies = f"{c_time / copy * COPY_BYTES / program.bytes:7.2f}" if program.bytes else " " * 7
        print(f"{name:16} {c_time:9.2f} {q_time:9.2f} {ratios[-1]:6.2f} {best[-1]:6.2f} {bandwidth} {flops} {copies}  "
              + ("agree" if measured.difference is None else "DIFFER: {} and {}".format(*measured.difference)),
              flush=True)
    print(f"{'geometric mean':36} {geometric_mean(ratios):6.2f} {geometric_mean(best):6.2f}; load "
          f"{os.getloadavg()[0]:.1f}")


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


def many_kernels(folder, n=20):
    """A program of n kernels of a few lines."""
    path = os.path.join(folder, "twenty.q")
    with open(path, "w", encoding="utf-8") as out:
        for i in range(n):
            out.write(f"function [] = __kernel__ k{i}(x : mat'mirror, y : mat'unchecked, pos : ivec2)\n"
                      f"    y[pos] = {i}.5*x[pos[0],pos[1]-1] + 0.5*x[pos] + 0.25*x[pos[0],pos[1]+{i % 3 + 1}]\n"
                      f"endfunction\n")
        out.write("x = eye(64)\ny = zeros(64,64)\n")
        for i in range(n):
            out.write(f"parallel_do(size(x), x, y, k{i})\n")
        out.write("print y[5,5]\n")
    return path


def waiting(cli, names):
    programs = os.path.join(HERE, "programs")
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        small, power, twenty = (
            [cli, "run", "-d", "cpu", "--set", f"RUNTIME_CACHE_DIR={cache}", program]
            for program in (os.path.join(programs, "small.q"), os.path.join(programs, "small-power.q"),
                            many_kernels(folder)))
        for name, command, before, goal in (
                ("start", small, lambda: run(["rm", "-rf", cache]), 120),
                ("second", small, None, 40),
                ("power", power, lambda: run(["rm", "-rf", cache]), 120),
                ("twenty", twenty, lambda: run(["rm", "-rf", cache]), 1200),
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
        ours, lua, octave = (statistics.median(times[key]) if key in times else float("nan")
                             for key in ("ours", "lua", "octave"))
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
        print(f"1 MB, {n:>8} times {seconds:9.2f} s, {seconds / int(n) * 1e6:6.2f} us each, "
              f"{usage.ru_maxrss / 1024:6.1f} MB at most",
              flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    others = ["start", "second", "power", "twenty", "hello", "check", "loop", "host", "memory"]
    names = options.names or ["kernels"] + others
    unknown = [name for name in names if name not in PROGRAMS and name not in others + ["kernels"]]
    if unknown:
        parser.error(f"no program {unknown[0]}; there are kernels, {', '.join([*PROGRAMS, *others])}")
    cli = os.path.join(options.build, "ide", "cli", "redshift-cli")
    reference = os.path.join(options.build, "bench-reference")
    chosen = [name for name in PROGRAMS if name in names or "kernels" in names]
    if chosen:
        sources = glob.glob(os.path.join(HERE, "reference", "*.c"))
        run(["cc", *FLAGS, *sources, "-o", reference, "-lmvec", "-lm", "-ldl"])
        kernels(cli, reference, chosen, options.rounds or (QUICK_ROUNDS if options.quick else ROUNDS), options.threads)
    waiting(cli, names)
    if "host" in names:
        host(cli)
        check_growth(cli)
    if "memory" in names:
        memory(cli)
    return 0


if __name__ == "__main__":
    sys.exit(main())
