#!/usr/bin/env python3
"""What people expect of a command and of its messages, as a table: exit status, what goes to standard output and to standard error.

usage: conventions.py REDSHIFT_CLI [WORD]    WORD: only the rows and tests whose name contains it
A row is a shell script in a folder of its own; $RS is the command.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""

PROGRAMS = {
    "hello.q": 'print "hello"\n',
    "wrong.q": "x = (1 +\n",
    "down.q": "function [] = f(n)\n    for k=0..1\n        for j=n-1..0\n            print j\n        endfor\n    endfor\nendfunction\nf(5)\n",
}

# name, script, status, what standard output and standard error have to hold (regular expressions)
ROWS = [
    ("a loop that counts up is told in the run, once", "$RS run -d interp down.q", 0, r"^$",
     r"^down.q:3:15: warning: this loop does not run: it counts up from 4 to 0; downwards.*: 4\.\.-1\.\.0\n(?!.*warning)"),
    ("the same when its loop is compiled", "$RS run -d cpu down.q", 0, r"^$", r"4\.\.-1\.\.0"),
    ("doc of signs", "for sign in + - '*' .* ./ '^' == '!=' '&&' '!' = += -= .. ... : := '?' '->' '[]' '{}' \"'\" '%' ';'; do $RS doc \"$sign\" >out || "
     "echo \"nothing of $sign\"; grep -q 'It is written' out || echo \"no form of $sign\"; done", 0, r"^$", r"^$"),
    ("help at the prompt", "printf 'help\\n' | $RS repl", 0, r"doc NAME", r"^$"),
    ("help of a name at the prompt", "printf 'help sqrt\\nhelp .*\\ndoc =\\n' | $RS repl", 0, r"sqrt\(x\)(?s:.*)element by element(?s:.*)copy\(x\)", r"^$"),
    ("doc and help as variables", "printf 'doc = 3\\nhelp = doc + 4\\nhelp\\nprint doc\\n' | $RS repl", 0, r"^7\n3\n$", r"^$"),
]


def environment(folder):
    return dict(os.environ, RS=CLI, HOME=folder, XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")))


def check_row(name, script, status, out, err):
    """What is wrong; None: nothing."""
    with tempfile.TemporaryDirectory(prefix="rs-conventions-") as folder:
        for file, text in PROGRAMS.items():
            with open(os.path.join(folder, file), "w", encoding="utf-8") as stream:
                stream.write(text)
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120, check=False)
    where = f"status {done.returncode}, stdout {done.stdout[-600:]!r}, stderr {done.stderr[-600:]!r}"
    if done.returncode != status:
        return f"{where}; status {status} was expected"
    if not re.search(out, done.stdout):
        return f"{where}; no {out!r} in stdout"
    if not re.search(err, done.stderr):
        return f"{where}; no {err!r} in stderr"
    return None


def main():
    failed = 0
    for row in ROWS:
        if ONLY not in row[0]:
            continue
        problem = check_row(*row)
        failed += problem is not None
        print(f"not ok {row[0]}: {problem}" if problem else f"ok {row[0]}", flush=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
