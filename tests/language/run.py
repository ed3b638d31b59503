#!/usr/bin/env python3
# Runs self-checking Quasar programs and reports in TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: run.py REDSHIFT_CLI DEVICE FOLDER [FILTER] [EVERY]

DEVICE is cpu or interp; built-cpu and built-interp run every program as an executable that `redshift-cli build` made, and
qlib-cpu and qlib-interp through a program that does nothing but import it as a library (those with a main, which an
import passes over, are skipped). EVERY n runs each n-th of the tests.

Every .q file below FOLDER with an `% expect:` line among its first comment lines is a test; files without are helpers.
Those lines say what has to come out:

  % proves: <section> <statement>     (or: % manual: ...)
  % expect: ok                        status 0 and the last line of output is "ok"
  % expect: stdout                    status 0 and the output is exactly the `%> ` lines
  % expect: error REGEX               `run` fails with a message that REGEX finds
  % expect: check-error REGEX         `check` fails with a message that REGEX finds
  % expect: check-warning             `check` ends with status 0 and the warnings of the `%! ` lines; it is not run
  %! LINE: REGEX                      a warning of `check` in that line of the program that REGEX finds
  %! LINE: note: REGEX                a note
  % status: N                         the exit status of an error; 1 or 2 for error, 2 for check-error unless given
  % args: a b                         arguments of the program
  % options: --double                 options of `run`; built programs and libraries are skipped
  % devices: cpu interp               only on these
  % compiled: all                     nothing that the run reaches may be left to the interpreter on cpu

`check` has to give exactly the warnings of the `%! ` lines for a program with `ok` or `stdout` too; in the folder of this
script that is none where there is no such line. Notes that no line asks for are passed over.

No generated kernel may be refused: neither by the C compiler nor by the checks between the passes.

KNOWN_FAILURES beside this script lists tests that fail today, each with a reason; the list may only shrink: a test on
it that passes fails the run.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 60

# What RS_DEBUG=launch says where the kernel compiler made something that can't be used; the program goes on interpreted.
BROKEN = re.compile(r"^launch: (.*(?:could not be compiled|can't be loaded|has no kernel|the pass ).*)$", re.MULTILINE)


# What it says of a place that is interpreted.
INTERPRETED = re.compile(r"^launch: (.*:\d+: (?!compiled).*)$", re.MULTILINE)


def header(path):
    fields, lines = {}, []
    with open(path, encoding="utf-8", errors="replace") as text:
        for line in text:
            line = line.rstrip("\n")
            if not line.startswith("%"):
                break
            if line.startswith("%>"):
                lines.append(line[3:] if line.startswith("%> ") else line[2:])
                continue
            match = re.match(r"%\s*([a-z]+):\s*(.*?)\s*$", line)
            if match:
                fields[match.group(1)] = match.group(2)
    return fields, lines


def wanted_messages(path):
    """(line, severity, regex) of each `%! ` line."""
    wanted = []
    with open(path, encoding="utf-8", errors="replace") as text:
        for line in text:
            if not line.startswith("%"):
                break
            match = re.match(r"%!\s*(\d+):\s*(note:)?\s*(.*?)\s*$", line)
            if match:
                wanted.append((int(match.group(1)), "note" if match.group(2) else "warning", match.group(3)))
    return wanted


def judge_check(cli, path):
    """Why what `check` says is not what the program's `%! ` lines say; None when it is, or when nothing was asked."""
    if not wanted_messages(path) and not path.startswith(os.path.dirname(os.path.abspath(__file__)) + os.sep):
        return None
    folder, name = os.path.split(path)
    result = subprocess.run([cli, "check", "--format", "json", name], cwd=folder, stdin=subprocess.DEVNULL,
                            capture_output=True, timeout=TIMEOUT, check=False)
    if result.returncode != 0:
        return f"check ends with status {result.returncode}: {(result.stdout + result.stderr)[-400:].decode('utf-8', 'replace')}"
    said = [message for message in json.loads(result.stdout) if message["file"] == name]
    for line, severity, regex in wanted_messages(path):
        found = [message for message in said if message["severity"] == severity and message["line"] == line
                 and re.search(regex, message["message"], re.IGNORECASE)]
        if not found:
            return f"check gives no {severity} /{regex}/ in line {line}: {[(m['line'], m['message']) for m in said]}"
        said.remove(found[0])
    left = [f"{message['line']}: {message['message']}" for message in said if message["severity"] != "note"]
    return f"check warns of {left}" if left else None


def find(folder, pattern):
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(root, name)
            if name.endswith(".q") and pattern in path and "expect" in header(path)[0]:
                yield path


def said(stderr, path):
    """The messages without the quoted source lines and carets: an expected error must not be found in those."""
    with open(path, encoding="utf-8", errors="replace") as text:
        source = {line.strip() for line in text if line.strip()}
    return "\n".join(line for line in stderr.replace(os.path.basename(path), "PROGRAM").splitlines()
                     if line.strip() not in source and not re.match(r"^\s*\^|^launch: ", line))


def judge(fields, lines, path, result):
    kind, _, pattern = fields["expect"].partition(" ")
    out = result.stdout.decode("utf-8", "replace")
    err = result.stderr.decode("utf-8", "replace")
    broken = BROKEN.search(err)
    if broken:
        return f"a kernel is broken: {broken.group(1)}"
    interpreted = INTERPRETED.search(err) if "compiled" in fields else None
    if interpreted:
        return f"not compiled: {interpreted.group(1)}"
    if result.returncode < 0 or result.returncode > 2:
        return f"ended with status {result.returncode}: {err[-400:]}"
    if kind in ("ok", "stdout"):
        if result.returncode != 0:
            return f"status {result.returncode}: {err[-400:]}"
        got = [line.rstrip() for line in out.rstrip("\n").split("\n")] if out.strip("\n") else []
        if kind == "ok":
            return None if got and got[-1] == "ok" else f"the last line is {got[-1:]}"
        want = [line.rstrip() for line in lines]
        return None if got == want else f"the output is {got}, expected {want}"
    # Without a status, an `error` may be found before the program runs (2) or while it does (1).
    wanted = [int(fields["status"])] if "status" in fields else [2] if kind == "check-error" else [1, 2]
    if result.returncode not in wanted:
        return f"status {result.returncode}, expected {wanted}: {err[-400:]}"
    return None if re.search(pattern, said(err, path), re.IGNORECASE) else f"no /{pattern}/ in: {err[-400:]}"


def build(cli, form, name, device, folder):
    """The command that runs a program in another form, or None and the outcome that there is instead."""
    library = form == "qlib"
    if library:
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as text:
            if re.search(r"^\s*function\b.*\bmain\b", text.read(), re.MULTILINE):
                return None, ("skip", "a main is not run by an import")
        with open(os.path.join(folder, "import-it.q"), "w", encoding="utf-8") as out:
            out.write('import "program.qlib"\n')
    target = "program.qlib" if library else "program"
    made = subprocess.run([cli, "build", name, "-o", target] + (["--lib"] if library else []), cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False)
    if made.returncode != 0:
        return None, made
    os.remove(os.path.join(folder, name))
    return [cli, "run", "-d", device, "import-it.q"] if library else [os.path.join(folder, "program")], None


def run(cli, device, path, settings=()):
    """settings: KEY=VALUE, for programs that are run and not built."""
    form, _, device = device.rpartition("-")
    fields, lines = header(path)
    if form and fields["expect"].startswith("check-error"):
        return "skip", "its errors are found before it is built"
    if device not in fields.get("devices", device).split():
        return "skip", f"only for {fields['devices']}"
    if form and "options" in fields:
        return "skip", "its options are those of run"
    kind = fields["expect"].partition(" ")[0]
    if kind in ("ok", "stdout", "check-warning") and (not form or kind == "check-warning"):
        try:
            why = judge_check(cli, path)
        except subprocess.TimeoutExpired:
            why = f"check has no end after {TIMEOUT} s"
        if why or kind == "check-warning":
            return ("fail", why) if why else ("pass", "")
    with tempfile.TemporaryDirectory(prefix="redshift-test-") as folder:
        shutil.copytree(os.path.dirname(path), os.path.join(folder, "t"))
        name = os.path.basename(path)
        if fields["expect"].startswith("check-error"):
            command = [cli, "check", name]
            fields.pop("args", None)
        else:
            command = [cli, "run", "-d", device, *shlex.split(fields.get("options", "")),
                       *[word for setting in settings for word in ("--set", setting)], name]
        try:
            instead = None
            if form:
                command, instead = build(cli, form, name, device, os.path.join(folder, "t"))
            if isinstance(instead, tuple):
                return instead
            result = instead or subprocess.run(command + shlex.split(fields.get("args", "")), cwd=os.path.join(folder, "t"),
                                               stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False,
                                               env=dict(os.environ, RS_DEVICE=device, RS_DEBUG="launch"))
        except subprocess.TimeoutExpired:
            return "fail", f"no end after {TIMEOUT} s"
    why = judge(fields, lines, path, result)
    return ("fail", why) if why else ("pass", "")


def known_failures(device):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "KNOWN_FAILURES")
    known = {}
    with open(path, encoding="utf-8") as text:
        for line in text:
            match = re.match(r"(\S+)\s+(\S+)\s+(.*)$", line)
            if match and not line.startswith("#") and match.group(2) in ("all", device):
                known[match.group(1)] = match.group(3)
    return known


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    cli, device, folder = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3])
    if not os.path.isdir(folder):
        print(f"1..0 # SKIP {sys.argv[3]} is not on this machine")
        return 0
    known = known_failures(device.rpartition("-")[2])
    tests = list(find(folder, sys.argv[4] if len(sys.argv) > 4 else ""))
    tests = tests[::int(sys.argv[5]) if len(sys.argv) > 5 else 1]
    print(f"1..{len(tests)}", flush=True)
    failed = 0
    for number, path in enumerate(tests, 1):
        name = os.path.relpath(path, folder)
        outcome, why = run(cli, device, path)
        why = " ".join(why.split())
        if name in known:
            outcome, why = {"pass": ("fail", "passes now: take it off KNOWN_FAILURES"),
                            "fail": ("skip", f"known failure: {known[name]}")}.get(outcome, (outcome, why))
        if outcome == "skip":
            print(f"ok {number} {name} # SKIP {why}", flush=True)
        else:
            print(f"{'ok' if outcome == 'pass' else 'not ok'} {number} {name}", flush=True)
        if outcome == "fail":
            failed += 1
            print(f"# {why}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
