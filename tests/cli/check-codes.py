#!/usr/bin/env python3
# Each code of a message keeps its meaning, is explained, and comes with a program that gives it.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-codes.py REDSHIFT_CLI DIAGNOSTICS_DEF ERRORS_MD CODES_TXT [--write]

CODES_TXT holds the rows that DIAGNOSTICS_DEF once had: all have to be there, as they were. --write adds new ones.
Each code has a part in ERRORS_MD, which `doc CODE` shows; its program gives the code, in `check --format json`."""
import json
import os
import re
import subprocess
import sys
import tempfile

# Their programs would be of many pages.
WITHOUT_PROGRAM = {"E0207", "E0208", "E0228"}
LEVELS = {"E": ("error", "warning"), "W": ("warning",), "N": ("note",)}


def read_kept(path):
    with open(path, encoding="utf-8") as file:
        return {tuple(line.split()) for line in file if line.strip() and not line.startswith("#")}


def read_parts(path):
    """The parts of the page by code, each with its heading."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n## ")[1:]
    return {part.split(":")[0]: part for part in parts}


def get_codes(cli, program):
    """The codes that check gives to the program, with the severity of each."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        result = subprocess.run([cli, "check", "--format", "json", path], capture_output=True, text=True, timeout=60,
                                check=False)
    return {(item["code"], item["severity"]) for item in json.loads(result.stdout) if "code" in item}


def check_part(cli, code, part):
    program = re.search(r"```quasar\n(.*?)```", part, re.DOTALL)
    shown = subprocess.run([cli, "doc", code], capture_output=True, text=True, check=False).stdout
    if shown.strip() != part.strip():
        yield f"`doc {code}` does not show its part of the page: {shown!r}"
    if (program is None) != (code in WITHOUT_PROGRAM):
        yield f"{code}: a program is missing, or it is in WITHOUT_PROGRAM and has one"
    if program is not None:
        found = get_codes(cli, program[1])
        if not any((code, level) in found for level in LEVELS[code[0]]):
            yield f"{code}: its program gives {sorted(found) or 'no code'}"


def main():
    cli, table, page, list_path = os.path.abspath(sys.argv[1]), *sys.argv[2:5]
    with open(table, encoding="utf-8") as file:
        found = re.findall(r'^RS_DIAGNOSTIC \((\w+), "(\w+)",', file.read(), re.MULTILINE)
    rows = [(code, name) for name, code in found]
    kept, parts, wrong = read_kept(list_path), read_parts(page), []
    new, codes = [row for row in rows if row not in kept], {code for code, _ in rows}
    if "--write" in sys.argv:
        with open(list_path, "a", encoding="utf-8") as file:
            file.writelines(f"{code} {name}\n" for code, name in new)
        return 0
    gone = sorted(kept - set(rows))
    wrong += [f"{code} {name} is not in {table} any more, or has another code" for code, name in gone]
    wrong += [f"{code} {name} is new: check-codes.py --write keeps it" for code, name in new]
    wrong += [f"{code} has no part in {page}" for code in sorted(codes - set(parts))]
    wrong += [f"{code} has a part in {page}, but no message" for code in sorted(set(parts) - codes)]
    wrong += [f"{code}: no such form" for code in codes if not re.fullmatch(r"[EWN]\d{4}", code)]
    for code, part in parts.items():
        wrong += check_part(cli, code, part)
    print("\n".join(wrong) if wrong else f"ok: {len(rows)} messages, {len(codes)} codes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
