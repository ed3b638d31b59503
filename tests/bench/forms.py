#!/usr/bin/env python3
# One computation in many ways of writing: how much slower the slowest is than the fastest. By name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: forms.py [--threads N] [--rounds N] REDSHIFT_CLI [NAME...]
       forms.py --show NAME FORM > PROG.q     the program with this form only, to look into

Each program of tests/bench/forms computes the same by functions form_NAME, of what its function inputs returns. A main
is added that calls each in turn, ROUNDS times; the first time (compiling) does not count. Prints for each form the
shortest time (what else runs on the machine only adds) as a multiple of the fastest one's, then slowest / fastest, and
their geometric mean. Results of the forms
must agree to 1e-4 of the largest sum.
"""
import argparse
import glob
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS = 5
SKIPPED = 2  # rounds of each form in which it is compiled, and what it reads comes into the caches


def add_main(text, rounds, only=None):
    """The program with a main, and the names of its forms. only: the one to call."""
    inputs = re.search(r"^function \[(.*?)\] = inputs\(\)", text, re.M).group(1)
    forms = re.findall(r"^function (\w+) = form_(\w+)\((.*?)\)", text, re.M)
    forms = [form for form in forms if only in (None, form[1])]
    lines = ["", "function [] = main()", f"    {f'[{inputs}]' if ',' in inputs else inputs} = inputs()"]
    for _, name, parameters in forms:
        lines += [f"    for round=1..{rounds + SKIPPED}", "        tic()",
                  f"        result = form_{name}({parameters})",
                  "        syncthreads(host)", "        elapsed = toc(\"\")",
                  f"        printf(\"{name} %.9g %.9g\\n\", elapsed, sum(result))", "    endfor"]
    return "\n".join([text, *lines, "endfunction", ""]), [name for _, name, _ in forms]


def measure(cli, path, rounds, threads):
    """{form: (shortest time, sum of the result)}"""
    with open(path, encoding="utf-8") as file:
        text, forms = add_main(file.read(), rounds)
    with tempfile.NamedTemporaryFile("w", suffix=".q", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run([cli, "run", "-q", "--set", f"RUNTIME_OPENMP_THREADS={threads}", file.name],
                              capture_output=True, text=True, check=False)
    finally:
        os.unlink(file.name)
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    found = {}
    for line in done.stdout.splitlines():
        name, seconds, total = line.split()
        found.setdefault(name, []).append((float(seconds), float(total)))
    assert list(found) == forms, (path, done.stdout)
    return {name: (min(time for time, _ in rows[SKIPPED:]), rows[-1][1]) for name, rows in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--show", nargs=2, metavar=("NAME", "FORM"))
    parser.add_argument("cli", nargs="?")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.show:
        with open(os.path.join(HERE, "forms", options.show[0] + ".q"), encoding="utf-8") as file:
            print(add_main(file.read(), options.rounds, options.show[1])[0])
        return 0
    spreads, differ = [], 0
    for path in sorted(glob.glob(os.path.join(HERE, "forms", "*.q"))):
        name = os.path.basename(path)[:-2]
        if options.names and name not in options.names:
            continue
        found = measure(os.path.abspath(options.cli), path, options.rounds, options.threads)
        fastest = min(time for time, _ in found.values())
        totals = [total for _, total in found.values()]
        agree = max(totals) - min(totals) <= 1e-4 * max(map(abs, totals))
        differ += not agree
        spreads.append(max(time for time, _ in found.values()) / fastest)
        print(f"{name:14} {fastest:8.2f} ms  slowest {spreads[-1]:6.2f}  "
              + " ".join(f"{form} {found[form][0] / fastest:.2f}" for form in sorted(found, key=found.get))
              + ("" if agree else f"  RESULTS DIFFER {dict((f, t) for f, (_, t) in found.items())}"), flush=True)
    print(f"geometric mean of slowest / fastest: {math.exp(statistics.mean(map(math.log, spreads))):.2f}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
