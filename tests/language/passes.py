#!/usr/bin/env python3
# Runs programs with each kernel pass switched off in turn, in several numbers of threads and in tiny boxes; reports in
# TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: passes.py REDSHIFT_CLI [--all] [--part K/N] [FILTER]

The programs of this folder that run compiled kernels, loops or expressions, of which a few (SAMPLE) without --all; they
say what has to come out, the same as on the interpreter. Each runs with all passes, without each of those that change
one of its kernels (RS_DEBUG=passes says which), and without any but those that barriers need: with one, two and five
threads, and with two threads in boxes of seven work items in reverse order. --part takes every N-th program.
"""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import run as language

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = ("02-04-kernels/boundary-modes-2d.q", "02-04-kernels/early-return-in-step.q",
          "02-04-kernels/shared-memory-native.q",
          "02-04-kernels/sums-over-windows.q", "08-04-reductions/operators.q")
WAYS = {"1 thread": ["RUNTIME_OPENMP_THREADS=1"], "2 threads": ["RUNTIME_OPENMP_THREADS=2"],
        "5 threads": ["RUNTIME_OPENMP_THREADS=5"], "tiny boxes": ["RUNTIME_OPENMP_THREADS=2", "RUNTIME_STRESS_BOX=7"]}
# without these, kernels that read textures or have barriers are interpreted
NEEDED = ("texture-sampling", "group-exchange", "cpu-skeleton")


def get_passes(cli):
    done = subprocess.run([cli, "emit", "--stage", "kernel", "--without", "none", "k.q"], capture_output=True,
                          check=False)
    return re.search(r"the passes are (.*)", done.stderr.decode()).group(1).split(", ")


def find_programs(everything, pattern):
    for path in language.find(HERE, pattern):
        fields, _ = language.header(path)
        if "cpu" not in fields.get("devices", "cpu").split() or fields["expect"].startswith("check-"):
            continue
        if everything or os.path.relpath(path, HERE) in SAMPLE:
            yield path


def find_changes(cli, path, passes):
    """The passes that change something in a kernel of the program; None when it has no kernel."""
    fields, _ = language.header(path)
    with tempfile.TemporaryDirectory(prefix="redshift-test-") as folder:
        shutil.copytree(os.path.dirname(path), os.path.join(folder, "t"))
        command = [cli, "run", "-d", "cpu", *shlex.split(fields.get("options", "")), os.path.basename(path),
                   *shlex.split(fields.get("args", ""))]
        try:
            done = subprocess.run(command, cwd=os.path.join(folder, "t"), stdin=subprocess.DEVNULL, capture_output=True,
                                  check=False,
                                  timeout=language.TIMEOUT, env=dict(os.environ, RS_DEVICE="cpu", RS_DEBUG="passes"))
        except subprocess.TimeoutExpired:
            return passes
    listed = re.findall(r"^  ([a-z-]+) +(.*)$", done.stderr.decode("utf-8", "replace"), re.MULTILINE)
    changed = {name for name, change in listed if change != "-"}
    return [name for name in passes if name in changed] if any(name in passes for name, _ in listed) else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("filter", nargs="?", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="1/1")
    options = parser.parse_intermixed_args()
    cli, ways = os.path.abspath(options.cli), WAYS if options.all else ("2 threads", "tiny boxes")
    part, parts = map(int, options.part.split("/"))
    passes, number, failed = get_passes(cli), 0, 0
    for path in list(find_programs(options.all, options.filter))[part - 1::parts]:
        changes = find_changes(cli, path, passes)
        if changes is None:
            continue
        if "compiled" in language.header(path)[0]:
            changes = [name for name in changes if name not in NEEDED]
        for off in ["", *changes, ",".join(name for name in passes if name not in NEEDED)]:
            for way in ways:
                outcome, why = language.run(cli, "cpu", path, ["COMPILER_PASSES_OFF=" + off] + WAYS[way])
                number += 1
                failed += outcome == "fail"
                print(f"{'not ok' if outcome == 'fail' else 'ok'} {number} {os.path.relpath(path, HERE)} without "
                      f"{'any pass' if ',' in off else off or 'none'}, {way}", flush=True)
                if outcome == "fail":
                    print(f"# {' '.join(why.split())}", flush=True)
    print(f"1..{number}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
