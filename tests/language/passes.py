#!/usr/bin/env python3
# Runs programs with each kernel pass switched off in turn, in several numbers of threads and in tiny boxes; reports in TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: passes.py REDSHIFT_CLI [--all] [FILTER]

The programs of this folder that work with kernels and loops (SECTIONS), of which a few (SAMPLE) without --all; they say
what has to come out, the same as on the interpreter. For each pass, and for all passes at once: with one, two and five
threads, and with two threads in boxes of seven work items in reverse order. With --all it takes half an hour.
"""
import os
import re
import subprocess
import sys

import run as language

HERE = os.path.dirname(os.path.abspath(__file__))
SECTIONS = ("02-03", "02-04", "04-05", "04-07", "07-00", "08-", "09-", "10-", "12-", "15-")
SAMPLE = ("02-04-kernels/boundary-modes-2d.q", "02-04-kernels/early-return-in-step.q", "02-04-kernels/shared-memory-native.q",
          "02-04-kernels/sums-over-windows.q", "08-04-reductions/operators.q")
WAYS = {"1 thread": ["RUNTIME_OPENMP_THREADS=1"], "2 threads": ["RUNTIME_OPENMP_THREADS=2"],
        "5 threads": ["RUNTIME_OPENMP_THREADS=5"], "tiny boxes": ["RUNTIME_OPENMP_THREADS=2", "RUNTIME_STRESS_BOX=7"]}


def get_passes(cli):
    done = subprocess.run([cli, "emit", "--stage", "kernel", "--without", "none", "k.q"], capture_output=True, check=False)
    return re.search(r"the passes are (.*)", done.stderr.decode()).group(1).split(", ")


def find_programs(everything, pattern):
    for path in language.find(HERE, pattern):
        name = os.path.relpath(path, HERE)
        fields, _ = language.header(path)
        if "cpu" not in fields.get("devices", "cpu").split() or fields["expect"].startswith("check-"):
            continue
        if name in SAMPLE or (everything and name.startswith(SECTIONS)):
            yield path


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--all"]
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    cli, everything = os.path.abspath(arguments[0]), "--all" in sys.argv
    programs = list(find_programs(everything, arguments[1] if len(arguments) > 1 else ""))
    passes = get_passes(cli)
    cases = [(path, off, way) for path in programs for off in passes + [",".join(passes)]
             for way in (WAYS if everything else ("2 threads", "tiny boxes"))]
    print(f"1..{len(cases)}", flush=True)
    failed = 0
    for number, (path, off, way) in enumerate(cases, 1):
        outcome, why = language.run(cli, "cpu", path, ["COMPILER_PASSES_OFF=" + off] + WAYS[way])
        failed += outcome == "fail"
        print(f"{'not ok' if outcome == 'fail' else 'ok'} {number} {os.path.relpath(path, HERE)} without "
              f"{off if ',' not in off else 'any pass'}, {way}", flush=True)
        if outcome == "fail":
            print(f"# {' '.join(why.split())}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
