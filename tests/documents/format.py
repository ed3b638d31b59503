#!/usr/bin/env python3
# Whether sources keep to 120 columns, and changed lines to .clang-format.
# SPDX-License-Identifier: Apache-2.0
"""usage: format.py SOURCE_FOLDER [--since COMMIT]

All sources: no line of more than 120 columns. Generated texts and data are passed over.

C sources: `clang-format-diff` of the lines that have changed (not those of files that moved) since COMMIT, or since
this branch left origin/main or main, or, where it has not left them (a clean clone, CI), since this check was added: of
a sixth of the files each day, and of those that the last commits changed.
Skipped, with the reason, without git or the history back to there, and without clang-format 14, whose layout differs
from that of other versions. Reports in TAP.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from parts import is_changed, is_turn  # noqa: E402

WIDTH = 120
KINDS = (".c", ".h", ".def", ".py", ".sh", ".q", ".build", "meson_options.txt")
# Generated texts, and programs whose length is what they test.
EXEMPT = ("tests/kernels/golden/", "tests/language/", "tests/input/", "tests/cli/mistakes.q", "tests/bench/")
VERSION = "14."


def sources(root):
    for folder, folders, files in os.walk(root):
        if folder == root:
            folders[:] = [name for name in folders if name != ".git" and not name.startswith("build")]
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), root)
            if name.endswith(KINDS) and (name.endswith(".py") or not path.startswith(EXEMPT)):
                yield path


def long_lines(root):
    """path -> numbers of its lines that are too long"""
    found = {}
    for path in sorted(sources(root)):
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as lines:
            numbers = [number for number, line in enumerate(lines, 1) if len(line.rstrip("\n")) > WIDTH]
        if numbers:
            found[path] = numbers
    return found


def check_widths(root):
    for path, numbers in long_lines(root).items():
        yield f"{path}: {len(numbers)} lines of more than {WIDTH} columns: {', '.join(map(str, numbers[:5]))}"


def git(root, *arguments):
    done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def find_base(root):
    """(the commit behind which lines count as changed, whether it is that of this check); (None, reason)"""
    if shutil.which("git") is None or git(root, "rev-parse", "--show-toplevel") is None:
        return None, "no git, or no checkout"
    if "--since" in sys.argv:
        return sys.argv[sys.argv.index("--since") + 1], False
    head = git(root, "rev-parse", "HEAD")
    for branch in ("origin/main", "main"):
        base = git(root, "merge-base", "HEAD", branch)
        if base is not None and base != head:
            return base, False
    added = git(root, "log", "--diff-filter=A", "--format=%H", "--", "tests/documents/format.py")
    if not added or git(root, "rev-parse", "--verify", "--quiet", f"{added}^") is None:
        return None, "the history does not go back to where this check was added"
    return added, True


def find_clang_format():
    """(command, None), or (None, reason)"""
    for command in ("clang-format-14", "clang-format"):
        if shutil.which(command):
            version = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
            if f"version {VERSION}" in version:
                return command, None
    return None, "no clang-format 14"


def keep_files(diff, paths):
    """of a diff, what is about these paths"""
    parts = diff.split(b"\ndiff --git ")
    wanted = {b"+++ b/" + path for path in paths}
    return b"\ndiff --git ".join([b"", *(part for part in parts if not wanted.isdisjoint(part.splitlines()[:9]))])


def find_suspects(root, command, diff, days):
    """paths of the diff in which something is laid out another way: one process for all, before one for each"""
    paths = [line[len(b"+++ b/"):] for line in diff.splitlines() if line.startswith(b"+++ b/")]
    paths = [path for number, path in enumerate(paths)
             if is_turn(number, days) or is_changed(os.path.join(root, path.decode()))]
    done = subprocess.run([command, "--dry-run", *paths], cwd=root, capture_output=True) if paths else None
    return {path for path in paths if done.returncode != 0 or path + b":" in done.stderr}


def check_layout(root):
    """(failures, reason to skip)"""
    base, takes_turns = find_base(root)
    if base is None:
        return [], takes_turns
    command, reason = find_clang_format()
    if command is None:
        return [], reason
    tool = next((name for name in ("clang-format-diff-14", "clang-format-diff") if shutil.which(name)), None)
    if tool is None:
        return [], "no clang-format-diff"
    # -M: what only moved with its file has not changed.
    changed = subprocess.run(["git", "-C", root, "diff", "-M", "-l100000", "-U0", "--no-color", base, "--",
                              "*.c", "*.h"], capture_output=True)
    if changed.returncode != 0:
        return [f"git diff {base}: {changed.stderr.decode().strip()}"], None
    diff = b"\n" + changed.stdout
    done = subprocess.run([tool, "-p1", "-binary", shutil.which(command)], cwd=root,
                          input=keep_files(diff, find_suspects(root, command, diff, 6 if takes_turns else 1)),
                          capture_output=True)
    text = (done.stdout + done.stderr).decode(errors="replace").strip()
    if not text:
        return [], None
    return [*text.splitlines(), f"`git diff -M -l100000 -U0 {base} | {tool} -p1 -i` makes these changes"], None


def report(number, name, failures, reason=None):
    for failure in failures:
        print(f"# {failure}")
    print(f"{'not ' if failures else ''}ok {number} {name}" + (f" # SKIP {reason}" if reason else ""))
    return not failures


def main():
    root = sys.argv[1]
    print("1..2")
    good = report(1, "widths", list(check_widths(root)))
    good &= report(2, "layout", *check_layout(root))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
