#!/usr/bin/env python3
# What kernels need of a GPU, as CUDA's assembler says.
# SPDX-License-Identifier: Apache-2.0
"""usage: cuda-registers.py REDSHIFT_CLI [--update]

Compares the registers of a work item, and the bytes that do not fit into them and are spilled, of the kernels of
tests/kernels, tests/bench/programs and examples (`emit --stage cuda`) for sm_75 and sm_90 with cuda-registers.txt, so
that a change of the text shows; --update writes the file anew, and git diff shows what became better or worse. Skipped
where the compiler of CUDA is not the one of the file.
"""
import os
import re
import subprocess
import sys

import nvrtc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("tests/kernels", "tests/bench/programs", "examples")
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cuda-registers.txt")
FIRST = "#ifdef __cplusplus\n"
HEAD = ("# Registers of a work item, and bytes spilled, of each kernel for two architectures: see cuda-registers.py.\n"
        "# NVRTC {version}\n")


def find_programs():
    for folder in FOLDERS:
        for path, below, names in os.walk(os.path.join(ROOT, folder)):
            below.sort()
            yield from (os.path.join(path, name) for name in sorted(names) if name.endswith(".q"))


def kernels_of(command, program):
    text = subprocess.run([command, "emit", "--stage", "cuda", program], capture_output=True, text=True, timeout=60,
                          stdin=subprocess.DEVNULL, check=False).stdout
    return [FIRST + part for part in text.split(FIRST)[1:]]


def measure(compiler, text):
    """name of the kernel, "sm_75 R S sm_90 R S\""""
    name = re.search(r"^RS_KERNEL (?:RS_BOUNDS\w* \([\d, ]+\) )?void (\w+)", text, re.M).group(1)
    words = []
    for architecture in ("sm_75", "sm_90"):
        options = [f"--gpu-architecture={architecture}", "--device-as-default-execution-space", "--ptxas-options=-v"]
        failure, log, _ = compiler.compile(text, "kernel.cu", options)
        if failure:
            return name, f"{architecture}: {log}"
        registers = re.search(r"Used (\d+) registers", log).group(1)
        spilled = re.search(r"(\d+) bytes spill stores", log).group(1)
        words.append(f"{architecture} {registers} {spilled}")
    return name, " ".join(words)


def measure_all(compiler, command):
    rows = []
    for program in find_programs():
        for number, text in enumerate(kernels_of(command, program), 1):
            name, found = measure(compiler, text)
            rows.append(f"{os.path.relpath(program, ROOT)} {number} {name} {found}")
    return rows


def compare(rows):
    with open(TABLE, encoding="utf-8") as table:
        expected = [line.rstrip("\n") for line in table if not line.startswith("#")]
    for row in expected:
        if row not in rows:
            print("# - " + row)
    for row in rows:
        if row not in expected:
            print("# + " + row)
    return rows == expected


def main():
    library, tried = nvrtc.load()
    if library is None:
        print(f"1..0 # SKIP the compiler of CUDA was not found: {'; '.join(tried)}")
        return
    compiler = nvrtc.Compiler(library)
    head = HEAD.format(version=compiler.version())
    if "--update" not in sys.argv and open(TABLE, encoding="utf-8").read(len(head)) != head:
        print(f"1..0 # SKIP this is NVRTC {compiler.version()}, the figures are those of another one")
        return
    rows = measure_all(compiler, os.path.abspath(sys.argv[1]))
    if "--update" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as table:
            table.write(head + "".join(row + "\n" for row in rows))
        return
    same = compare(rows)
    print(f"1..1\n{'ok' if same and rows else 'not ok'} 1 - registers and spills of {len(rows)} kernels")
    if not same:
        print("# where that is meant: tests/kernels/cuda-registers.py REDSHIFT_CLI --update")


if __name__ == "__main__":
    main()
