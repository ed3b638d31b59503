#!/usr/bin/env python3
# Each code of a message keeps its meaning, is explained, and comes with a program that gives it.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-codes.py REDSHIFT_CLI DIAGNOSTICS_DEF ERRORS_DEF ERRORS_MD CODES_TXT [--write]

CODES_TXT holds the rows that DIAGNOSTICS_DEF and ERRORS_DEF (RUN_NAME) once had: all have to be there, as they were.
--write adds new ones. Each code has a part in ERRORS_MD, which `doc CODE` shows; its program gives the code: in `check
--format json`, or at the end of a line of what `run` says."""
import json
import os
import re
import subprocess
import sys
import tempfile

# Codes that no small program gives, and why.
PAGES = "the program would be of many pages"
FAILING = "a device has to fail; tests/devices/ has stand-ins that do"
WITHOUT_PROGRAM = {
    "E0207": PAGES, "E0208": PAGES, "E0228": PAGES, "E1011": PAGES,
    "E1008": "a library has to be missing: tests/input/bad_input.py and the builds without it",
    "E1502": FAILING, "W1003": FAILING,
    "E1504": "compiled code has to break: tests/unit/device/test-queue.c does",
}
# Rows of ERRORS_DEF whose errors are not told as messages of a run, and why.
WITHOUT_CODE = {
    "STOPPED": "the user stopped the run, and is told just that",
    "DEBUGGER": "the debugger's answer to a command of its own",
}
# What the run of a program needs beside it: words of the command, files in its folder.
WORDS = {
    "E1009": ["--set", "RUNTIME_STACK_DEPTH=many"], "E1501": ["-d", "no-such-device"],
    "E1302": ["-d", "cpu"], "W1004": ["-d", "cpu"],
    "E1503": ["-d", "cpu", "--set", "CC_PATH=/nowhere/cc"], "E1505": ["-d", "mine"],
    "W1001": ["--set", "COMPILER_PERFORM_BOUNDSCHECKS=true"], "W1008": ["--check-races"],
    "W1501": ["-d", "cpu", "--metrics", "overview"],
}
FILES = {
    "E0232": {"broken.qlib": "no library"},
    "E1505": {"config/redshift/devices.xml": "<quasar>\n <computation-engine />\n</quasar>\n"},
}
LEVELS = {"E": ("error", "warning"), "W": ("warning",), "N": ("note",)}


def read_kept(path):
    with open(path, encoding="utf-8") as file:
        return {tuple(line.split()) for line in file if line.strip() and not line.startswith("#")}


def read_parts(path):
    """The parts of the page by code, each with its heading."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n## ")[1:]
    return {part.split(":")[0]: part for part in parts}


def read_rows(messages, errors):
    """(code, name) of each row of the two tables, and the names in the second without a code."""
    with open(messages, encoding="utf-8") as file:
        rows = [(code, name) for name, code in
                re.findall(r'^RS_DIAGNOSTIC \((\w+),\s+"(\w+)",', file.read(), re.MULTILINE)]
    with open(errors, encoding="utf-8") as file:
        found = re.findall(r'^RS_ERROR \((\w+), (?:"(\w+)"|NULL)\)', file.read(), re.MULTILINE)
    return rows + [(code, f"RUN_{name}") for name, code in found if code], {name for name, code in found if not code}


def get_codes(cli, code, program):
    """The codes that check and run give to the program, with the severity of each."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**FILES.get(code, {}), "program.q": program}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        environment = dict(os.environ, XDG_CONFIG_HOME=os.path.join(folder, "config"))
        checked = subprocess.run([cli, "check", "--format", "json", "program.q"], cwd=folder, env=environment,
                                 capture_output=True, text=True, timeout=60, check=False)
        found = {(item["code"], item["severity"]) for item in json.loads(checked.stdout)}
        if not any((code, level) in found for level in LEVELS[code[0]]):
            ran = subprocess.run([cli, "run", *WORDS.get(code, []), "program.q"], cwd=folder, env=environment,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
            found |= {(told, level or "error") for level, told in
                      re.findall(r"^.*?: (?:(error|warning|note): )?.* \[(\w+)\]$", ran.stderr, re.MULTILINE)}
    return found


def check_part(cli, code, part):
    program = re.search(r"```quasar\n(.*?)```", part, re.DOTALL)
    shown = subprocess.run([cli, "doc", code], capture_output=True, text=True, check=False).stdout
    if shown.strip() != part.strip():
        yield f"`doc {code}` does not show its part of the page: {shown!r}"
    if (program is None) != (code in WITHOUT_PROGRAM):
        yield f"{code}: a program is missing, or it is in WITHOUT_PROGRAM and has one"
    if program is not None:
        found = get_codes(cli, code, program[1])
        if not any((code, level) in found for level in LEVELS[code[0]]):
            yield f"{code}: its program gives {sorted(found) or 'no code'}"


def main():
    cli, messages, errors, page, list_path = os.path.abspath(sys.argv[1]), *sys.argv[2:6]
    rows, uncoded = read_rows(messages, errors)
    kept, parts, wrong = read_kept(list_path), read_parts(page), []
    new, codes = [row for row in rows if row not in kept], {code for code, _ in rows}
    if "--write" in sys.argv:
        with open(list_path, "a", encoding="utf-8") as file:
            file.writelines(f"{code} {name}\n" for code, name in new)
        return 0
    gone = sorted(kept - set(rows))
    wrong += [f"{code} {name} is not in its table any more, or has another code" for code, name in gone]
    wrong += [f"{code} {name} is new: check-codes.py --write keeps it" for code, name in new]
    wrong += [f"{name} of {errors} has no code" for name in sorted(uncoded - set(WITHOUT_CODE))]
    wrong += [f"{code} has no part in {page}" for code in sorted(codes - set(parts))]
    wrong += [f"{code} has a part in {page}, but no message" for code in sorted(set(parts) - codes)]
    wrong += [f"{code}: no such form" for code in codes if not re.fullmatch(r"[EWN]\d{4}", code)]
    for code, part in parts.items():
        wrong += check_part(cli, code, part)
    print("\n".join(wrong) if wrong else f"ok: {len(rows)} messages, {len(codes)} codes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
