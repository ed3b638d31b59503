#!/usr/bin/env python3
# Whether folders call only what stands above them in folders.txt, and circles of files stay small.
# SPDX-License-Identifier: Apache-2.0
"""usage: check.py BUILD_FOLDER [--circles]

Reads what the objects of the three libraries define and use (nm), and fails for each call that goes from a folder to
one that is lower in folders.txt, naming the files and symbols, and for each group of more than 15 files that reach
each other, but the recursive descent of the kernel builder. --circles lists these groups.
"""
import collections
import os
import re
import subprocess
import sys

LIBRARIES = ("compiler", "runtime", "profiler")
LARGEST_CIRCLE = 15
ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
RECURSIVE_DESCENT = "compiler/kernel/build/"


def read_order(path):
    """place -> rank, a place being a folder or a file"""
    ranks = {}
    with open(path, encoding="utf-8") as lines:
        for rank, line in enumerate(line for line in lines if line.strip() and not line.startswith("#")):
            ranks.update((place, rank) for place in line.split())
    return ranks


def objects(build):
    """source file -> object file; meson writes folders of a library as `folder_file.c.o`, names have no underscores"""
    found = {}
    for library in LIBRARIES:
        folder = os.path.join(build, library, f"libredshift-{library}.a.p")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".c.o"):
                source = library + "/" + name[:-2].replace("_", "/").replace("meson-generated/../", "")
                found[source] = os.path.join(folder, name)
    return found


def read_symbols(files):
    """symbol -> file that defines it; file -> symbols that it uses"""
    defined, used = {}, collections.defaultdict(list)
    names = {path: name for name, path in files.items()}
    text = subprocess.run(["nm", "-g", "-A", *files.values()], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        path, _, rest = line.partition(":")
        words = rest.split()
        if words[-2] in "Uw":
            used[names[path]].append(words[-1])
        elif words[-2] in "TDBRV":
            defined[words[-1]] = names[path]
    return defined, used


def calls_between(files, defined, used):
    """file -> {file that it calls: [symbols]}"""
    calls = {name: collections.defaultdict(list) for name in files}
    for name, symbols in used.items():
        for symbol in symbols:
            if defined.get(symbol, name) != name:
                calls[name][defined[symbol]].append(symbol)
    return calls


def rank_of(ranks, name):
    place = name
    while place and place not in ranks:
        place = os.path.dirname(place)
    return ranks.get(place), place


def check(calls, ranks):
    failures = []
    for name in sorted(calls):
        rank, place = rank_of(ranks, name)
        if rank is None:
            failures.append(f"{name} has no line in folders.txt")
            continue
        for other, symbols in sorted(calls[name].items()):
            other_rank, other_place = rank_of(ranks, other)
            if other_rank is not None and other_rank > rank:
                failures.append(f"{name} ({place}) calls {other} ({other_place}), which stands above it: "
                                f"{', '.join(symbols)}")
    return failures


def check_headers(defined):
    """What headers declare away from its definition: in another folder, and in none above or below it."""
    failures = []
    for library in LIBRARIES:
        for folder, _, names in os.walk(os.path.join(ROOT, library)):
            for name in (name for name in names if name.endswith(".h")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    symbols = re.findall(r"^[A-Za-z][\w *]*?\b(rs_\w+) \(", file.read(), re.MULTILINE)
                header = os.path.relpath(folder, ROOT) + "/"
                for symbol in symbols:
                    source = os.path.dirname(defined.get(symbol, header)) + "/"
                    if not source.startswith(header) and not header.startswith(source):
                        failures.append(f"{header}{name} declares {symbol}, which {defined[symbol]} defines")
    return failures


def circles(calls):
    """Groups of files that reach each other, by Tarjan's algorithm without recursion, largest first."""
    index, low, stack, on_stack, groups = {}, {}, [], set(), []
    for root in calls:
        if root in index:
            continue
        work = [(root, iter(calls[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            name, others = work[-1]
            step = next((o for o in others if o not in index or o in on_stack), None)
            if step is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    at = stack.index(name)
                    groups.append(sorted(stack[at:]))
                    on_stack.difference_update(stack[at:])
                    del stack[at:]
            elif step in index:
                low[name] = min(low[name], index[step])
            else:
                index[step] = low[step] = len(index)
                stack.append(step)
                on_stack.add(step)
                work.append((step, iter(calls[step])))
    return sorted((g for g in groups if len(g) > 1), key=len, reverse=True)


def main():
    files = objects(sys.argv[1])
    defined, used = read_symbols(files)
    calls = calls_between(files, defined, used)
    if "--circles" in sys.argv:
        for group in circles(calls):
            print(len(group), " ".join(group))
        return 0
    ranks = read_order(os.path.join(os.path.dirname(os.path.abspath(__file__)), "folders.txt"))
    failures = check(calls, ranks) + check_headers(defined)
    if not check(calls, {place: -rank for place, rank in ranks.items()}):
        failures.append("the order turned upside down has no failures either: nm or the names of objects are misread")
    groups = circles(calls)
    failures += [f"{len(group)} files reach each other: {' '.join(group)}" for group in groups
                 if len(group) > LARGEST_CIRCLE and not all(name.startswith(RECURSIVE_DESCENT) for name in group)]
    if not any(name.startswith(RECURSIVE_DESCENT) for group in groups for name in group):
        failures.append("the kernel builder is no circle: calls are misread")
    for failure in failures:
        print(failure)
    print(f"{len(calls)} files, {len(failures)} failures; "
          f"circles of files, the largest: {', '.join(str(len(group)) for group in groups[:4])}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
