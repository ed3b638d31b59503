#!/usr/bin/env python3
# Measures what compiling kernels costs; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: latency.py [--keep FOLDER] [--flags "FLAG..."] BUILD_FOLDER [PROGRAM...]

Runs programs (the kernels of bench.py, the examples and the tests of the library, or those that are named) on an empty
cache and keeps what they give to the C compiler. Then each kernel is compiled again, alone, as often as it takes to see
the shortest time of three, and its parts: start-up of compiler and driver (an empty file), parsing, optimisation,
assembling, linking.
Times are processor time, user and system, of all processes that take part. Prints median, 90 % and worst of each part,
and the slowest kernels. --keep: the kernels stay there, NAME.c beside NAME.args, and are taken from there if it is not
empty.
--flags: compiled with these flags behind the usual ones.
"""
import argparse
import glob
import os
import shlex
import subprocess
import sys
import tempfile

import bench

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
TURNS, ONCE = 3, 0.5  # what takes more seconds is not repeated
PARTS = ("start-up", "parsing", "optimisation", "assembling", "linking", "all")

# Stands in for the C compiler: keeps source and flags, then does what it was asked to.
WRAPPER = """#!/bin/sh
for last; do :; done
case $last in *.c)
  name=$(mktemp {folder}/kernel-XXXXXX)
  cp "$last" $name.c
  printf '%s\\n' "$@" | grep -v -x -e "$last" -e '-o' -e '.*\\.o' > $name.args
  rm $name;;
esac
exec cc "$@"
"""


def programs():
    """Command lines behind `run`, one for each program."""
    for program in bench.PROGRAMS.values():
        yield [os.path.join(HERE, "programs", program.file + ".q"), "1", *program.arguments]
    for pattern in ("examples/*.q", "tests/language/library/*.q"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            yield [path]


def collect(cli, commands, folder):
    with tempfile.TemporaryDirectory() as scratch:
        wrapper = os.path.join(scratch, "cc")
        with open(wrapper, "w", encoding="utf-8") as out:
            out.write(WRAPPER.format(folder=shlex.quote(os.path.abspath(folder))))
        os.chmod(wrapper, 0o755)
        options = ["--set", f"CC_PATH={wrapper}", "--set", f"RUNTIME_CACHE_DIR={scratch}/cache", "--no-windows"]
        for command in commands:
            result = subprocess.run([cli, "run", "-d", "cpu", *options, *map(os.path.abspath, command[:1]),
                                     *command[1:]],
                                    cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if result.returncode:
                print(f"{' '.join(command)}: {result.stderr.strip().splitlines()[-1:]}", file=sys.stderr)


def seconds(command):
    """Processor time of a command and what it starts: the shortest of TURNS."""
    times = []
    while len(times) < TURNS and not any(time > ONCE for time in times):
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        status, usage = os.wait4(child.pid, 0)[1:]
        if status:
            sys.exit(f"failed: {shlex.join(command)}")
        times.append(usage.ru_utime + usage.ru_stime)
    return min(times)


def measure(source, arguments, scratch):
    """Milliseconds of each of PARTS."""
    empty, target = (os.path.join(scratch, name) for name in ("empty.c", os.path.basename(source)))
    with open(empty, "w", encoding="utf-8"):
        pass
    compiler = ["cc", *arguments]
    started = seconds([*compiler, "-fsyntax-only", empty])
    parsed = seconds([*compiler, "-fsyntax-only", source])
    optimised = seconds([*compiler, "-S", "-o", "/dev/null", source])
    assembled = seconds([*compiler, "-o", target + ".o", source])
    linked = seconds(["ld", "-shared", "--as-needed", "-o", target + ".so", target + ".o", "-lmvec", "-lm"])
    parts = (started, parsed - started, optimised - parsed, assembled - optimised, linked, assembled + linked)
    return [1e3 * max(part, 0) for part in parts]


def title(source):
    """Names of the functions and the first line of the program that the kernel comes from."""
    with open(source, encoding="utf-8") as text:
        lines = text.read().splitlines()
    places = [line.split(" ", 2)[2] for line in lines if line.startswith('#line')]
    functions = [line.split(" (")[0].split(" ")[-1] for line in lines if "(const RsKernelBox *restrict" in line]
    first = [line for line in lines if line.startswith("#line")]
    where = f"{os.path.basename(places[0].strip(chr(34)))}:{first[0].split(' ')[1]}" if places else ""
    return f"{where} {functions[-1] if functions else ''}, {len(lines)} lines"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--keep")
    parser.add_argument("--flags", default="")
    parser.add_argument("build")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or os.path.join(scratch, "kernels")
        os.makedirs(folder, exist_ok=True)
        if not os.listdir(folder):
            collect(os.path.abspath(os.path.join(options.build, "ide", "cli", "redshift-cli")),
                    [[path] for path in options.programs] or programs(), folder)
        rows = []
        for source in sorted(glob.glob(os.path.join(folder, "*.c"))):
            with open(source[:-2] + ".args", encoding="utf-8") as text:
                arguments = text.read().splitlines() + shlex.split(options.flags)
            rows.append((measure(source, arguments, scratch), f"{os.path.basename(source)} {title(source)}"))
    print(f"{len(rows)} kernels; processor time in ms{'median':>13} {'90 %':>9} {'worst':>9} {'sum':>10}")
    for i, part in enumerate(PARTS):
        times = sorted(row[0][i] for row in rows)
        print(f"{part:38} {times[len(times) // 2]:9.1f} {times[len(times) * 9 // 10]:9.1f} {times[-1]:9.1f} "
              f"{sum(times):10.0f}")
    for times, name in sorted(rows, reverse=True, key=lambda row: row[0][-1])[:12]:
        print(f"{times[-1]:9.1f} ms, optimisation {times[2]:9.1f}: {name}")


if __name__ == "__main__":
    main()
