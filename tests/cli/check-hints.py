#!/usr/bin/env python3
# What people write who know MATLAB, Octave or Python, and what they are told before the run.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-hints.py REDSHIFT_CLI FILE [--write]

FILE has small programs with a line `----` between them. The lines of a program that begin with `%! ` say which messages
`check` gives for it, and no others: LINE: SEVERITY: TEXT, where LINE counts the lines of the program alone; notes are
passed over. A program without such lines gives none. --write puts what is said today into FILE: read it before it is
kept.

Every name that a module of the library defines is then used without its import, and has to be told with the module."""
import json
import os
import re
import subprocess
import sys
import tempfile

SEPARATOR = "\n----\n"


def messages(cli, folder, program):
    path = os.path.join(folder, "program.q")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program + "\n")
    result = subprocess.run([cli, "check", "--format", "json", path], capture_output=True, text=True, timeout=60,
                            check=False)
    return [f"{item['line']}: {item['severity']}: {item['message']}" for item in json.loads(result.stdout)
            if item["severity"] != "note"]


def split(part):
    """The program, and the messages that it has to give."""
    lines = part.strip("\n").split("\n")
    return "\n".join(line for line in lines if not line.startswith("%! ")), [line[3:] for line in lines
        if line.startswith("%! ")]


def check_programs(cli, path, write):
    with open(path, encoding="utf-8") as file:
        parts = [split(part) for part in file.read().split(SEPARATOR)]
    wrong, written = [], []
    with tempfile.TemporaryDirectory() as folder:
        for program, wanted in parts:
            said = messages(cli, folder, program)
            written.append("\n".join([program] + ["%! " + line for line in said]))
            if said != wanted:
                wrong.append("\n".join([program, "  says"] + said + ["  and not"] + wanted))
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(SEPARATOR.join(written) + "\n")
        return []
    return wrong


def library_names(folder):
    """Name -> the modules that define it at their top level."""
    names = {}
    for module in sorted(os.listdir(folder)):
        if module.endswith(".q"):
            with open(os.path.join(folder, module), encoding="utf-8") as file:
                text = file.read()
            for name in re.findall(r"^function .*?= *(?:__\w+__ +)*(\w+)\(|^(\w+) *= ", text, re.M):
                names.setdefault(name[0] or name[1], []).append(module)
    return names


def check_library(cli, library):
    names = library_names(library)
    with tempfile.TemporaryDirectory() as folder:
        said = messages(cli, folder, "\n".join(f"y{i} = {name}" for i, name in enumerate(names)))
    wrong = []
    for i, (name, modules) in enumerate(names.items()):
        lines = [line for line in said if line.startswith(f"{i + 1}: ")]
        if not any(f'`{name}` is not defined here; it is in the library: write import "{module}" at the top' in line
                   for line in lines for module in modules):
            wrong.append(f"{name} of {modules[0]}: {lines}")
    return wrong if len(names) > 100 else wrong + [f"only {len(names)} names in {library}"]


def main():
    cli, path = sys.argv[1:3]
    library = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", "library")
    wrong = check_programs(cli, path, "--write" in sys.argv) + check_library(cli, library)
    print("\n\n".join(wrong) if wrong else "ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
