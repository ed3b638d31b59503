#!/usr/bin/env python3
# Whether two builds make the same text of every kernel.
# SPDX-License-Identifier: Apache-2.0
"""usage: same-text.py BUILD_FOLDER OTHER_BUILD_FOLDER [--stage STAGE] [--run EVERY] [FOLDER...]

Compares, byte for byte, what `emit --stage c` (or opencl, cuda: STAGE) of two builds prints for each .q file of tests
(its bench among them), examples and data/library (or of the FOLDERs): kernel functions and loops, by the types that
are known before a run.
With --run EVERY each EVERY-th program that takes no arguments is also run by both, and the texts of all that is
compiled meanwhile are compared: expressions and kernels for the values at hand, too. Lists what differs with its first
different line; status 1 when something does. A build beside itself shows whether texts differ from run to run.
"""
import concurrent.futures
import functools
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("tests", "examples", "data/library")
TIMEOUT = 60  # seconds
KERNEL = r"\(const RsKernelBox \*restrict const box|(?m:^RS_KERNEL void)"


def command_of(build):
    return os.path.join(os.path.abspath(build), "ide", "cli", "redshift-cli")


def emitted(stage, build, program):
    """The text of the kernels of a program; what is said about those that can't be had counts too, but for errors."""
    try:
        done = subprocess.run([command_of(build), "emit", "--stage", stage, program], capture_output=True,
                              timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return ["no end after 60 s"]
    return [done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace") if done.returncode == 0 else ""]


def compiled(build, program):
    """The texts that are compiled while a program runs, by title and content: in which order is a matter of threads."""
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, RUNTIME_KEEP_TEMPS=kept)
        try:
            subprocess.run([command_of(build), "run", "-d", "cpu", program], capture_output=True, timeout=TIMEOUT,
                           stdin=subprocess.DEVNULL, env=environment, cwd=folder)
        except subprocess.TimeoutExpired:
            return ["no end after 60 s"]
        texts = []
        for name in os.listdir(kept):
            if name.endswith(".c"):
                with open(os.path.join(kept, name), encoding="utf-8", errors="replace") as text:
                    texts.append(name.rsplit("-", 1)[0] + "\n" + text.read())
        return sorted(texts)


def first_difference(one, other):
    a, b = "\n".join(one).split("\n"), "\n".join(other).split("\n")
    for number, (x, y) in enumerate(zip(a, b), 1):
        if x != y:
            return f"text line {number}:\n    {x[:200]}\n    {y[:200]}"
    return f"{len(a)} lines and {len(b)} lines"


def compare(job):
    builds, program, look = job
    one, other = (look(build, program) for build in builds)
    how = "run" if look is compiled else "emit"
    n_kernels = sum(len(re.findall(KERNEL, text)) for text in one)
    return f"{program} ({how}): {first_difference(one, other)}" if one != other else None, n_kernels


def find_programs(folders):
    found = []
    for folder in folders:
        for path, folders_below, names in os.walk(os.path.join(ROOT, folder)):
            folders_below.sort()
            found += [os.path.join(path, name) for name in sorted(names) if name.endswith(".q")]
    return found


def is_run(program):
    """Programs that read from the terminal, show windows or go on for ever are left out: those have arguments or no
    test head."""
    with open(program, encoding="utf-8", errors="replace") as text:
        head = text.read(2000)
    return "% expect: " in head and "% args:" not in head and "check-" not in head


def main():
    arguments = sys.argv[1:]
    every, stage = 0, "c"
    if "--stage" in arguments:
        at = arguments.index("--stage")
        stage = arguments[at + 1]
        del arguments[at:at + 2]
    if "--run" in arguments:
        at = arguments.index("--run")
        every = int(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    builds, programs = arguments[:2], find_programs(arguments[2:] or FOLDERS)
    jobs = [(builds, program, functools.partial(emitted, stage)) for program in programs]
    if every > 0:
        jobs += [(builds, program, compiled) for program in [p for p in programs if is_run(p)][::every]]
    n_different = n_kernels = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for difference, count in pool.map(compare, jobs):
            n_kernels += count
            if difference is not None:
                n_different += 1
                print(difference, flush=True)
    print(f"{len(jobs)} comparisons of {len(programs)} programs, {n_kernels} kernels: {n_different} differ")
    if n_kernels == 0:
        sys.exit("no kernel was compared")
    sys.exit(n_different > 0)


if __name__ == "__main__":
    main()
