#!/usr/bin/env python3
# Whether the OpenCL C of kernels is OpenCL C.
# SPDX-License-Identifier: Apache-2.0
"""usage: opencl-text.py REDSHIFT_CLI [EVERY] [FOLDER...]

Compiles what `emit --stage opencl` prints for each EVERY-th .q file of tests, examples and data/library (or of the
FOLDERs) by `clang -x cl -cl-std=CL1.2 -pedantic-errors`, kernel by kernel, for the generic 64-bit target. Reports in
TAP; skipped without clang.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("tests", "examples", "data/library")
# Kernels of a file follow each other; each begins with the prelude's first line.
FIRST = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
CLANG = ["clang", "-x", "cl", "-cl-std=CL1.2", "-pedantic-errors", "-w", "-target", "spir64", "-Xclang",
         "-finclude-default-header",
         "-fsyntax-only", "-"]


def kernels_of(command, program):
    done = subprocess.run([command, "emit", "--stage", "opencl", program], capture_output=True, timeout=60,
                          stdin=subprocess.DEVNULL)
    if done.returncode < 0:
        return None
    text = done.stdout.decode(errors="replace")
    return [FIRST + part.rstrip("\n") + "\n" for part in text.split(FIRST)[1:]]


def check(job):
    """(name, number of kernels, what is wrong or None)"""
    command, program = job
    name = os.path.relpath(program, ROOT)
    kernels = kernels_of(command, program)
    if kernels is None:
        return name, 0, "redshift-cli was killed"
    for text in kernels:
        done = subprocess.run(CLANG, input=text.encode(), capture_output=True)
        if done.returncode != 0:
            return name, len(kernels), done.stderr.decode(errors="replace")
    return name, len(kernels), None


def find_programs(folders):
    found = []
    for folder in folders:
        for path, below, names in os.walk(os.path.join(ROOT, folder)):
            below.sort()
            found += [os.path.join(path, name) for name in sorted(names) if name.endswith(".q")]
    return found


def main():
    command = os.path.abspath(sys.argv[1])
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if shutil.which("clang") is None:
        print("1..0 # SKIP clang is not installed (package clang)")
        return
    jobs = [(command, program) for program in find_programs(sys.argv[3:] or FOLDERS)[::every]]
    n_kernels = 0
    print(f"1..{len(jobs) + 1}")
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for number, (name, count, wrong) in enumerate(pool.map(check, jobs), 1):
            n_kernels += count
            print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}: {count} kernels", flush=True)
            for line in (wrong or "").splitlines()[:12]:
                print("# " + line)
    print(f"{'ok' if n_kernels > 0 else 'not ok'} {len(jobs) + 1} - {n_kernels} kernels were compiled")


if __name__ == "__main__":
    main()
