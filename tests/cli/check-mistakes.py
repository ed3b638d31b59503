#!/usr/bin/env python3
# A file with many mistakes gives one message at the place of each, and no others.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-mistakes.py REDSHIFT_CLI FILE"""
import re
import subprocess
import sys


def main():
    cli, path = sys.argv[1:3]
    with open(path, encoding="utf-8") as text:
        lines = text.read().split("\n")
    expected = [number + 2 for number, line in enumerate(lines) if line.startswith("%!")]
    result = subprocess.run([cli, "check", path], capture_output=True, text=True, timeout=60, check=False)
    said = [int(line) for line in re.findall(r"^[^\n]*\.q:(\d+):\d+: (?:error|warning): ", result.stderr, re.MULTILINE)]
    wrong = [f"line {n}: {said.count(n)} messages: {lines[n - 1]}" for n in expected if said.count(n) != 1]
    wrong += [f"line {n}: a message that is no mistake of its own: {lines[n - 1]}"
              for n in sorted(set(said) - set(expected))]
    if len(expected) < 50:
        wrong.append(f"only {len(expected)} mistakes in {path}")
    print("\n".join(wrong) if wrong else f"{len(expected)} mistakes, {len(said)} messages")
    return 1 if wrong or result.returncode != 2 else 0


if __name__ == "__main__":
    sys.exit(main())
