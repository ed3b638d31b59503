#!/usr/bin/env python3
# The introduction to the language shows what its programs print.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-help.py REDSHIFT_CLI PAGE [--write]

Each block ```quasar of PAGE is a program, and the block ```text behind it its output, on every device. Nothing may be
said on standard error.
--write puts the output of today into PAGE. `redshift-cli doc language` has to show the page."""
import os
import re
import subprocess
import sys
import tempfile

BLOCKS = re.compile(r"```quasar\n(.*?)```\n```text\n(.*?)```", re.DOTALL)


def run(cli, device, program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        result = subprocess.run([cli, "run", "-d", device, "--no-windows", path], capture_output=True, text=True,
                                cwd=folder,
                                timeout=60, check=False)
    return result.stdout + result.stderr


def main():
    cli, page = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    if "--write" in sys.argv:
        with open(page, "w", encoding="utf-8") as file:
            file.write(BLOCKS.sub(lambda m: f"```quasar\n{m[1]}```\n```text\n{run(cli, 'interp', m[1])}```", text))
        return 0
    wrong = []
    for match in BLOCKS.finditer(text):
        for device in ("interp", "cpu"):
            output = run(cli, device, match[1])
            if output != match[2]:
                wrong.append(f"{device}:\n{match[1]}prints\n{output}and not\n{match[2]}")
    if text.count("```quasar\n") != len(BLOCKS.findall(text)) or len(BLOCKS.findall(text)) < 8:
        wrong.append("a program has no output behind it")
    if subprocess.run([cli, "doc", "language"], capture_output=True, text=True, check=False).stdout != text:
        wrong.append("`doc language` does not show the page")
    print("\n".join(wrong) if wrong else "ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
