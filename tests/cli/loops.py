#!/usr/bin/env python3
"""What `check --loops` says of loops and kernels against what a run decides, as `trace loops` has it.

usage: loops.py REDSHIFT_CLI [--part K/N] [--list] FILE_OR_FOLDER...
--part: as in ../parts.py. --list: every difference, and not those alone that loops-differences.txt
does not have.

A loop agrees when both call it parallel, parallel in part, serial or interpreted. What check leaves to the run
("decided when it is reached") agrees with everything, and so does what no run reaches; a loop that is part of another
one has no decision of its own. A run may decide several times, for several types: check has to have said one of them.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import collections
import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from parts import is_changed, part_of  # noqa: E402

KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loops-differences.txt")


def category(text):
    """The word that a decision begins with."""
    text = text.lower()
    if text.startswith(("decided when", "built when")):
        return "open"
    if text.startswith("part of"):
        return "part"
    if text.startswith(("parallel in part", "partly", "in part")) or re.match(r"parallel[^;:]*(in order|serial)", text):
        return "parallel"
    if text.startswith("in order"): # as native code, or step by step: by the sizes that a run meets
        return "serial"
    for word in ("parallel", "serial", "interpreted"):
        if text.startswith(word):
            return word
    return text.split(":")[0].split(",")[0]


def predicted(cli, path):
    done = subprocess.run([cli, "check", "--loops", "--format", "json", path], capture_output=True, text=True,
                          timeout=120, check=False)
    if done.returncode != 0:
        return None
    found = collections.defaultdict(set)
    for item in json.loads(done.stdout):
        match = re.match(r"this (loop|kernel): (.*)", item["message"], re.DOTALL)
        if match and os.path.abspath(item["file"]) == os.path.abspath(path):
            found[(match[1], item["line"])].add(match[2])
    return found


def decided(cli, path, arguments, options):
    """What the run decided, by kind and line; None: the program does not run here."""
    with tempfile.TemporaryDirectory(prefix="rs-loops-") as folder:
        trace = os.path.join(folder, "t.rstrace")
        try:
            subprocess.run([cli, "run", "-d", "cpu", "--no-windows", "--profile", trace, *options, path, *arguments],
                           stdin=subprocess.DEVNULL,
                           capture_output=True, cwd=folder, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            return None
        if not os.path.exists(trace):
            return None
        rows = subprocess.run([cli, "trace", "loops", "--csv", trace], capture_output=True, text=True, timeout=60,
                              check=False).stdout
    found = collections.defaultdict(set)
    for row in list(csv.reader(io.StringIO(rows)))[1:]:
        place, line = row[0].rsplit(":", 1)
        kind = "loop" if row[1].startswith("loop at line") else None if row[1].startswith("expression") else "kernel"
        if kind and row[2] and os.path.basename(place) == os.path.basename(path): # not what no run reached
            if not row[5].startswith(("fused", "not fused",
                                      "one kernel with")): # with another one: no decision on the kernel itself
                found[(kind, int(line))].add(row[5])
    return found


def head(path, word):
    """Arguments and options that a test names in its first lines."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in list(file)[:12]:
            match = re.match(r"%\s*" + word + r":\s*(.*)", line)
            if match:
                return match[1].split()
    return []


counts = collections.Counter()


def compare(cli, path):
    said = predicted(cli, path)
    if said is None:
        return []
    options = head(path, "options")
    did = decided(cli, path, head(path, "args"), options)
    if did is None or "--double" in options:
        return []
    differences = []
    for place, texts in sorted(said.items(), key=lambda item: item[0][1]):
        words = {category(text) for text in texts}
        done = {category(text) for text in did.get(place, ())}
        counts["compared"] += bool(done)
        if not done or "open" in words or words & done:
            continue
        differences.append((path, place[1], place[0], sorted(texts), sorted(did[place])))
    return differences


def programs(places):
    for place in places:
        if os.path.isfile(place):
            yield place
        for folder, _, files in sorted(os.walk(place)):
            for name in sorted(files):
                if name.endswith(".q"):
                    yield os.path.join(folder, name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli", type=os.path.abspath)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("places", nargs="+")
    options = parser.parse_args()
    known = set()
    if not options.list and os.path.exists(KNOWN):
        with open(KNOWN, encoding="utf-8") as file:
            known = {line.split("#")[0].strip() for line in file} - {""}
    n = n_known = n_wrong = 0
    paths = list(programs(os.path.abspath(place) for place in options.places))
    for path in part_of(paths, options.part, is_changed):
        n += 1
        for path, line, kind, texts, decisions in compare(options.cli, path):
            name = "/".join(path.split(os.sep)[-2:]) + f":{line}"
            if name in known:
                n_known += 1
                continue
            n_wrong += 1
            print(f"not ok {name}: this {kind}: check says {texts}, the run {decisions}", flush=True)
    print(f"{n} programs, {counts['compared']} loops and kernels that were reached, {n_wrong} differences, {n_known} "
          f"known ones")
    sys.exit(n_wrong > 0)


if __name__ == "__main__":
    main()
