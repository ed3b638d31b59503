#!/usr/bin/env python3
# Whether the CUDA C++ of kernels is CUDA C++.
# SPDX-License-Identifier: Apache-2.0
"""usage: cuda-text.py REDSHIFT_CLI [EVERY] [FOLDER...]

Compiles what `emit --stage cuda` prints for each EVERY-th .q file of tests, examples and data/library (or of the
FOLDERs) by NVRTC to machine code for sm_75 and sm_90, kernel by kernel, as the CUDA device does; a warning is a
failure. No GPU is needed. Reports in TAP; skipped where libnvrtc is not found.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

import nvrtc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("tests", "examples", "data/library")
ARCHITECTURES = ("sm_75", "sm_90")
# Kernels of a file follow each other; each begins with the prelude's first line.
FIRST = "#ifdef __cplusplus\n"
OPTIONS = ["--device-as-default-execution-space", "--generate-line-info"]  # as in plugins/cuda/module.c
COMPILER = None  # of each process
READS = """function [] = __kernel__ constant(x : vec'hwtex_const'unchecked, y : vec'unchecked, pos : int)
  y[pos] = x[pos] * x[pos+1]
endfunction
function [] = __kernel__ pixels(x : cube'hwtex_nearest(4), y : mat'unchecked, pos : ivec2)
  p = x[pos[0], pos[1]+1, 0..3]
  y[pos] = p[0] + p[1] * p[2] - p[3]
endfunction
function [] = __kernel__ linear(x : mat'hwtex_linear'clamped, y : mat'unchecked, pos : ivec2)
  y[pos] = x[0.3 * pos]
endfunction
"""


def begin():
    global COMPILER
    COMPILER = nvrtc.Compiler(nvrtc.load()[0])


def kernels_of(command, program):
    done = subprocess.run([command, "emit", "--stage", "cuda", program], capture_output=True, timeout=60,
                          stdin=subprocess.DEVNULL, check=False)
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
        for architecture in ARCHITECTURES:
            failure, log, binary = COMPILER.compile(text, "kernel.cu", [f"--gpu-architecture={architecture}", *OPTIONS])
            if failure or log or not binary:
                return name, len(kernels), f"{architecture}: {failure or 'warning'}\n{log}"
    return name, len(kernels), None


def check_reads(command):
    """What is wrong with the instructions by which textures are read, or None: those of arrays that a kernel only reads
    are read-only loads; all elements of a pixel are one read of a texture unit, in the interior and in the border, and
    what it interpolates is one. One load more is that of the stop flag."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "k.q")
        with open(program, "w", encoding="utf-8") as text:
            text.write(READS)
        kernels = kernels_of(command, program)
    compiler = nvrtc.Compiler(nvrtc.load()[0])
    for text, wanted in zip(kernels, ((3, 0), (1, 2), (1, 1)), strict=True):
        failure, log, code = compiler.compile(text, "kernel.cu", ["--gpu-architecture=compute_75", *OPTIONS], "PTX")
        found = code.count(b"ld.global.nc"), code.count(b"\ttex.2d.v4")
        if failure or found != wanted:
            return f"read-only loads, reads of texture units: {found} instead of {wanted}\n{log}\n{text}"
    return None


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
    library, tried = nvrtc.load()
    if library is None:
        print(f"1..0 # SKIP the compiler of CUDA was not found: {'; '.join(tried)}")
        return
    print("# NVRTC " + nvrtc.Compiler(library).version())
    jobs = [(command, program) for program in find_programs(sys.argv[3:] or FOLDERS)[::every]]
    n_kernels = 0
    print(f"1..{len(jobs) + 2}")
    # NVRTC compiles one program at a time.
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count(), initializer=begin) as pool:
        for number, (name, count, wrong) in enumerate(pool.map(check, jobs), 1):
            n_kernels += count
            print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}: {count} kernels", flush=True)
            for line in (wrong or "").splitlines()[:12]:
                print("# " + line)
    print(f"{'ok' if n_kernels > 0 else 'not ok'} {len(jobs) + 1} - {n_kernels} kernels were compiled")
    wrong = check_reads(command)
    print(f"{'ok' if wrong is None else 'not ok'} {len(jobs) + 2} - reads of textures")
    for line in (wrong or "").splitlines():
        print("# " + line)


if __name__ == "__main__":
    main()
