#!/usr/bin/env python3
# What kernel fusion saves; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: fusion.py REDSHIFT_CLI [--rounds N] [--repetitions N] [--size N] [NAME...]

Each program runs with {!kernel_fusion strategy="smart"} and without, in turn, in one thread. Prints the shortest
processor time (user and system) of one call in milliseconds, of both, and their ratio (above 1: fused is faster), and
whether the results are the same. A call's time is what a process of some calls takes more than a process of one.
"""
import argparse
import os
import subprocess
import sys
import tempfile

PROLOGUE = """function [] = __kernel__ blur(t : mat, y : mat, pos : ivec2)
    s = 0.0
    for i=-1..1
        for j=-1..1
            s += t[pos + [i,j]]
        endfor
    endfor
    y[pos] = s / 9
endfunction
function [] = __kernel__ sharpen(t : mat'mirror, y : mat, pos : ivec2)
    [m,n] = pos
    y[pos] = 5*t[m,n] - t[m-1,n] - t[m+1,n] - t[m,n-1] - t[m,n+1]
endfunction
"""
PROGRAMS = {
    "chain of 6": "a = x .* 2 + 1\nb = a .* a\nc = b - x\nd = abs(c) .* 0.5\ne = max(d, a)\ny = e - c",
    "mean of 3x3": "t = x .* 2 + 1\nu = zeros(size(x))\nparallel_do(size(x), t, u, blur)\ny = u > 2",
    "sharpened": "t = x .* 2 + 1\nu = zeros(size(x))\nparallel_do(size(x), t, u, sharpen)\ny = u > 2",
    "sum of a chain": "a = x .* 2 + 1\nb = a .* a - x\ny = [sum(abs(b)), 0]",
}


def write(folder, name, is_fused):
    path = os.path.join(folder, "fused.q" if is_fused else "apart.q")
    attribute = '{!kernel_fusion strategy="smart"}\n' if is_fused else ""
    with open(path, "w") as file:
        file.write(f"""{PROLOGUE}function y = f(x : mat)
{attribute}{PROGRAMS[name]}
endfunction
function [] = main(calls, rows)
    x = zeros(int(rows), int(rows))
    for m=0..size(x,0)-1
        for n=0..size(x,1)-1
            x[m,n] = mod(m * 7 + n * 3, 11) / 8
        endfor
    endfor
    for k=1..int(calls)
        y = f(x)
    endfor
    print sum(y)
endfunction
""")
    return path


def measure(cli, path, calls, size):
    """Seconds of the processor, and what the program printed."""
    command = [cli, "run", "-d", "cpu", "--set", "RUNTIME_OPENMP_THREADS=1", path, str(calls), str(size)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                          env=dict(os.environ, OMP_NUM_THREADS="1")) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    if status != 0:
        sys.exit(f"{path} failed")
    return usage.ru_utime + usage.ru_stime, output.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--size", type=int, default=4096)
    options = parser.parse_args()
    print(f"{'ms a call':20}{'apart':>10}{'fused':>10}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or PROGRAMS:
            paths = [write(folder, name, False), write(folder, name, True)]
            once, often, results = [float("inf")] * 2, [float("inf")] * 2, ["", ""]
            for _ in range(options.rounds):
                for i, path in enumerate(paths):
                    once[i] = min(once[i], measure(options.cli, path, 1, options.size)[0])
                    seconds, results[i] = measure(options.cli, path, 1 + options.repetitions, options.size)
                    often[i] = min(often[i], seconds)
            apart, fused = [(b - a) / options.repetitions * 1000 for a, b in zip(once, often)]
            differ = "" if results[0] == results[1] else f"  results differ: {results}"
            print(f"{name:20}{apart:10.1f}{fused:10.1f}{apart / fused:8.2f}{differ}", flush=True)


main()
