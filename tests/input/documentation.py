#!/usr/bin/env python3
# Every built-in function is documented, and its example prints what the table says.
# SPDX-License-Identifier: Apache-2.0
"""usage: documentation.py REDSHIFT_CLI BUILTINS.DEF

For each row of compiler/builtins.def: there is a signature, a documentation and an example that names the function;
`redshift-cli doc` shows all of them; and the example, run as a program on `interp` and on `cpu`, prints what the row
says. Reports in TAP."""
import ast
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from parts import part_of  # noqa: E402

STRING = r'"(?:[^"\\]|\\.)*"'
TEXT = rf"{STRING}(?:\s*{STRING})*"
ROW = re.compile(rf"^RS_BUILTIN \((\w+), "
                 rf"({STRING}),[^\"]*?(RS_RESULT_\w+),\s*({TEXT}),\s*({TEXT}),\s*({TEXT}),\s*({TEXT})\)", re.M)


def rows(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = [tuple(map(unquote, (row[1], *row[3:]))) for row in ROW.findall(text)]
    if len(found) != len(re.findall(r"^RS_BUILTIN \(", text, re.M)):
        sys.exit(f"{path}: {len(found)} rows could be read, but there are more")
    return found


def unquote(text):
    """C strings side by side."""
    return "".join(ast.literal_eval(part) for part in re.findall(STRING, text))


def problem(cli, row):
    name, signature, documentation, example, prints = row
    if not signature or len(documentation) < 8 or not documentation.endswith("."):
        return "it is not documented"
    if not re.search(rf"\b{name}\b", example) or not prints:
        return "its example does not use it, or prints nothing"
    shown = subprocess.run([cli, "doc", name], capture_output=True, text=True, check=False).stdout
    for part in (signature, documentation, *example.split("\n"), *prints.split("\n")):
        if part not in shown:
            return f"redshift-cli doc does not show {part!r}"
    for device in ("interp", "cpu"):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "example.q")
            with open(path, "w", encoding="utf-8") as file:
                file.write(example + "\n")
            run = subprocess.run([cli, "run", "-d", device, "--no-windows", path], capture_output=True, text=True,
                                 cwd=folder,
                                 timeout=60, check=False)
        if run.returncode != 0 or run.stderr:
            return f"its example fails on {device}: {run.stderr}"
        if run.stdout != prints + "\n":
            return f"its example prints {run.stdout!r} on {device}, not {prints!r}"
    return None


def main():
    cli = os.path.abspath(sys.argv[1])
    table = part_of(rows(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "0/1")
    failed = False
    print(f"1..{len(table)}")
    for number, row in enumerate(table, 1):
        reason = problem(cli, row)
        print(f"{'not ok' if reason else 'ok'} {number} - {row[0]}")
        if reason:
            failed = True
            print("# " + reason.replace("\n", "\n# "))
    sys.exit(failed)


main()
