#!/usr/bin/env python3
# Runs self-checking Quasar programs and reports in TAP.
# SPDX-License-Identifier: Apache-2.0
"""usage: run.py [--many PROGRAM] [--no-checks] [--part K/N | --best K/N] [--set KEY=VALUE] REDSHIFT_CLI DEVICE
              FOLDER [FILTER]

DEVICE is cpu, interp, opencl, cuda, cuda:N, several of these with commas; built-cpu and built-interp run every
program as an executable that `redshift-cli build` made, and qlib-cpu and qlib-interp through a program that does
nothing but import it as a library (those with a main, which an import passes over, are skipped). --part runs each
N-th of the tests, from the K-th on; K may be `today`, so that N days run all of them. --best runs all, but has the C
compiler optimize the kernels of that part only as it does for a user: of the others quickly. --many is the program of
many.c, which runs the commands in one process, a session each; a test that fails so is run again in a process of
its own, and what it says of that is in the failure. --no-checks leaves out what is judged without a run, and is the
same on each device. --set gives each run a setting; tests on KNOWN_FAILURES are left out then.

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

`check` has to give exactly the warnings of the `%! ` lines for a program with `ok` or `stdout` too; in the folder of
this script that is none where there is no such line. Notes that no line asks for are passed over.

Each error and warning of a run has a code at the end of its line.

No generated kernel may be refused: neither by the C compiler nor by the checks between the passes.

On cpu nothing that a run of a program here reaches may be left to the interpreter, but for the programs of INTERPRETED
beside this script, each with the reasons that the kernel compiler gives; a reason that it gives no more fails, too.

KNOWN_FAILURES beside this script lists tests that fail today, each with a reason; the list may only shrink: a test on
it that passes fails the run.
"""
import argparse
import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, os.pardir))
from parts import is_changed, part_of  # noqa: E402

QUICK = os.path.join(HERE, os.pardir, "quick-cc")
TIMEOUT = int(os.environ.get("RS_TEST_TIMEOUT", "60")) # seconds

# What RS_DEBUG=launch says where the kernel compiler made something that can't be used; the program goes on
# interpreted.
BROKEN = re.compile(r"^launch: (.*(?:could not be compiled|can't be loaded|has no kernel|the pass |refused its "
                    r"text).*)$", re.MULTILINE)


# A message without a code: `redshift-cli doc` explains those.
UNCODED = re.compile(r"^(?!launch: )[^\n\"`]*?: (?:error|warning): (?!.* \[[EWN]\d{4}\]$).*$", re.MULTILINE)

# What it says of a place that is interpreted; the reason is the group.
INTERPRETED = re.compile(r"^launch: .*?:\d+: (?!compiled)(?:line \d+: )?(.*)$", re.MULTILINE)


class Processes:
    """Runs each command in a process of its own."""

    def __init__(self, cli, device=None, quick=False):
        """quick: kernels are compiled by the C compiler of QUICK, and not optimized by PoCL."""
        self.cli = cli
        self.environment = dict(os.environ, RS_DEBUG="launch", **({"RS_DEVICE": device} if device else {}))
        if quick:
            self.environment["PATH"] = QUICK + os.pathsep + self.environment["PATH"]
            self.environment["POCL_EXTRA_BUILD_FLAGS"] = "-cl-opt-disable"

    @staticmethod
    def alike(other):
        """Those with the same program and environment."""
        made = Processes(other.cli)
        made.environment = other.environment
        return made

    def run(self, words, folder):
        """words: the command line without redshift-cli. Raises subprocess.TimeoutExpired."""
        return subprocess.run([self.cli, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=TIMEOUT,
                              check=False, env=self.environment)


class Many(Processes):
    """Runs commands one after the other in one process, that of many.c."""

    def __init__(self, cli, device, program, quick=False):
        super().__init__(cli, device, quick)
        self.program = program
        self.process = None
        self.outputs = tempfile.mkdtemp(prefix="redshift-test-outputs-")

    def run(self, words, folder):
        files = [os.path.join(self.outputs, name) for name in ("out", "err")]
        for path in files:
            with open(path, "wb"):
                pass
        if self.process is None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            env=self.environment)
        self.process.stdin.write("\t".join([folder, *files, *words]).encode() + b"\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], TIMEOUT)[0]:
            self.process.kill()
            self.process.wait()
            self.process = None
            raise subprocess.TimeoutExpired(words, TIMEOUT)
        line = self.process.stdout.readline()
        if not line: # it has died; what sanitizers say is in the error output
            status = self.process.wait()
            self.process = None
        else:
            status = int(line)
        contents = []
        for path in files:
            with open(path, "rb") as file:
                contents.append(file.read())
        return subprocess.CompletedProcess(words, status, *contents)

    def end(self):
        """The status of the process at its end: leaks are found then."""
        status = 0
        if self.process is not None:
            self.process.stdin.close()
            status = self.process.wait()
        shutil.rmtree(self.outputs, ignore_errors=True)
        return status


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


def judge_check(commands, path):
    """Why what `check` says is not what the program's `%! ` lines say; None when it is, or when nothing was asked."""
    if not wanted_messages(path) and not path.startswith(HERE + os.sep):
        return None
    folder, name = os.path.split(path)
    result = commands.run(["check", "--format", "json", name], folder)
    if result.returncode != 0:
        said = (result.stdout + result.stderr)[-400:].decode("utf-8", "replace")
        return f"check ends with status {result.returncode}: {said}"
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


def interpreted_programs():
    """The reasons of each program of INTERPRETED, by its path below this folder."""
    with open(os.path.join(HERE, "INTERPRETED"), encoding="utf-8") as text:
        rows = [line.rstrip("\n").partition(": ") for line in text if not line.startswith("#")]
    return {name: set(reasons.split(" | ")) for name, _, reasons in rows}


def judge_compiled(path, err):
    licensed = interpreted_programs().get(os.path.relpath(path, HERE), set())
    found = set(INTERPRETED.findall(err))
    if found - licensed:
        return f"not compiled: {' | '.join(sorted(found - licensed))}"
    if licensed - found:
        return f"no reason to interpret it any more, take it off INTERPRETED: {' | '.join(sorted(licensed - found))}"
    return None


def judge(fields, lines, path, result):
    kind, _, pattern = fields["expect"].partition(" ")
    out = result.stdout.decode("utf-8", "replace")
    err = result.stderr.decode("utf-8", "replace")
    broken = BROKEN.search(err)
    if broken:
        return f"a kernel is broken: {broken.group(1)}"
    uncoded = UNCODED.search(said(err, path))
    if uncoded:
        return f"a message without a code: {uncoded.group()}"
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


def run(cli, device, path, settings=(), commands=None, checks=True):
    """settings: KEY=VALUE, for programs that are run and not built; such a run leaves `check` out. commands: Processes
    or Many; None: a process of its own."""
    form, _, device = device.rpartition("-")
    commands = commands or Processes(cli, device)
    fields, lines = header(path)
    if form and fields["expect"].startswith("check-error"):
        return "skip", "its errors are found before it is built"
    if device not in fields.get("devices", device).split():
        return "skip", f"only for {fields['devices']}"
    if form and "options" in fields:
        return "skip", "its options are those of run"
    kind = fields["expect"].partition(" ")[0]
    if kind in ("ok", "stdout", "check-warning") and (not (form or settings) or kind == "check-warning"):
        try:
            why = judge_check(commands, path) if checks or kind == "check-warning" else None
        except subprocess.TimeoutExpired:
            why = f"check has no end after {TIMEOUT} s"
        if why or kind == "check-warning":
            return ("fail", why) if why else ("pass", "")
    with tempfile.TemporaryDirectory(prefix="redshift-test-") as folder:
        shutil.copytree(os.path.dirname(path), os.path.join(folder, "t"))
        name = os.path.basename(path)
        if fields["expect"].startswith("check-error"):
            command = ["check", name]
            fields.pop("args", None)
        else:
            command = ["run", "-d", device, *shlex.split(fields.get("options", "")),
                       *[word for setting in settings for word in ("--set", setting)], name]
        try:
            instead = None
            if form:
                command, instead = build(cli, form, name, device, os.path.join(folder, "t"))
            if isinstance(instead, tuple):
                return instead
            words = (command or []) + shlex.split(fields.get("args", "")) # none where there is an outcome instead
            if instead:
                result = instead
            elif form:
                result = subprocess.run(words, cwd=os.path.join(folder, "t"), stdin=subprocess.DEVNULL,
                                        capture_output=True,
                                        timeout=TIMEOUT, check=False, env=commands.environment)
            else:
                result = commands.run(words, os.path.join(folder, "t"))
        except subprocess.TimeoutExpired:
            return "fail", f"no end after {TIMEOUT} s"
    why = judge(fields, lines, path, result)
    if why is None and device == "cpu" and not form and not settings and path.startswith(HERE + os.sep):
        why = judge_compiled(path, result.stderr.decode("utf-8", "replace"))
    return ("fail", why) if why else ("pass", "")


def has_device(cli, driver):
    listed = json.loads(subprocess.run([cli, "devices", "--json"], capture_output=True, check=True,
                                       timeout=TIMEOUT).stdout)
    return any(device["name"].startswith(driver + ":") and device["usable"] for device in listed)


def known_failures(device):
    path = os.path.join(HERE, "KNOWN_FAILURES")
    known = {}
    with open(path, encoding="utf-8") as text:
        for line in text:
            match = re.match(r"(\S+)\s+(\S+)\s+(.*)$", line)
            if match and not line.startswith("#") and match.group(2) in ("all", device.partition(":")[0]):
                known[match.group(1)] = match.group(3)
    return known


def run_with(commands, device, path, checks, settings):
    """In the one process; in one of its own again when that fails."""
    outcome, why = run(commands.cli, device, path, settings, commands=commands, checks=checks)
    if outcome == "fail" and isinstance(commands, Many):
        outcome, why_alone = run(commands.cli, device, path, settings, Processes.alike(commands), checks)
        if outcome == "pass":
            return "fail", "fails behind others in one process: " + why
        why = why_alone
    return outcome, why


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("cli", type=os.path.abspath)
    parser.add_argument("device")
    parser.add_argument("folder", type=os.path.abspath)
    parser.add_argument("filter", nargs="?", default="")
    parser.add_argument("--many", type=os.path.abspath)
    parser.add_argument("--no-checks", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--best", default="0/1")
    parser.add_argument("--set", action="append", default=[], dest="settings")
    return parser.parse_args()


def main():
    values = parse_arguments()
    if not os.path.isdir(values.folder):
        print(f"1..0 # SKIP {values.folder} is not on this machine")
        return 0
    driver = values.device.partition(":")[0]
    if driver in ("opencl", "cuda") and not has_device(values.cli, driver):
        print(f"1..0 # SKIP there is no device of {driver} on this machine")
        return 0
    known = known_failures(values.device.rpartition("-")[2])
    commands, quick_commands = (
        Many(values.cli, values.device, values.many, quick) if values.many
        else Processes(values.cli, values.device.rpartition("-")[2], quick) for quick in (False, True))
    tests = part_of(list(find(values.folder, values.filter)), values.part, is_changed)
    best = set(part_of(tests, values.best, is_changed))
    print(f"1..{len(tests) + (1 if values.many else 0)}", flush=True)
    failed = 0
    for number, path in enumerate(tests, 1):
        name = os.path.relpath(path, values.folder)
        if name in known and values.settings:
            print(f"ok {number} {name} # SKIP known failure: {known[name]}", flush=True)
            continue
        outcome, why = run_with(commands if path in best else quick_commands, values.device, path,
                                not values.no_checks, values.settings)
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
    if values.many:
        status = next(filter(None, [both.end() for both in (commands, quick_commands)]), 0)
        failed += status != 0
        print(f"{'not ok' if status else 'ok'} {len(tests) + 1} the process that ran them ends well")
        if status:
            print(f"# it ended with status {status}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
