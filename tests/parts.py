# Which tests of a suite run, where a run takes only a part of them: days take turns.
# SPDX-License-Identifier: Apache-2.0
"""With RS_ALL_TESTS in the environment everything runs, whatever part was asked for.

What the last commits changed runs, whoever's turn it is. Where git can't say what that is (no repository, a shallow
clone), it is the turn alone that counts.
"""
import collections
import datetime
import functools
import inspect
import os
import re
import subprocess

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
LAST = 3 * 3600 # s of commits whose changes count


def runs_all():
    return bool(os.environ.get("RS_ALL_TESTS"))


def is_turn(number, days):
    """Whether the one of that number is among those of today, where so many days run all."""
    return runs_all() or datetime.date.today().toordinal() % days == number % days


def git(*words):
    """What git says of the tree; nothing where it can't."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, errors="replace", timeout=60,
                              check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def parse_changes(text):
    """The (first, last) lines that a `git diff -U0` says are new or other, by path below the tree."""
    changes, path, is_head = collections.defaultdict(list), None, False
    for line in text.splitlines():
        hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)
        is_head = line.startswith("diff --git ") or (is_head and not hunk)
        if is_head and line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else None
        elif hunk and path:
            first = int(hunk[1])
            changes[path].append((first, first + max(int(hunk[2] or 1), 1) - 1))
    return dict(changes)


@functools.cache
def changes():
    """What was changed in the hours up to the newest commit, and since: as parse_changes gives it."""
    newest = git("log", "-1", "--format=%ct").strip()
    before = git("rev-list", "-1", f"--before={int(newest) - LAST}", "HEAD").strip() if newest else ""
    return parse_changes(git("diff", "-U0", "--no-color", "--no-ext-diff", before)) if before else {}


def is_changed(path, first=1, last=1 << 30):
    """Whether something in these lines of a file was changed."""
    lines = changes().get(os.path.relpath(os.path.realpath(path), ROOT), ())
    return any(begin <= last and first <= end for begin, end in lines)


def is_function_changed(function):
    """Whether something in its lines was changed."""
    lines, first = inspect.getsourcelines(function)
    return is_changed(inspect.getsourcefile(function), first, first + len(lines) - 1)


def is_folder_changed(folder):
    """Whether a file below a folder of the tree was changed."""
    return any(path.startswith(folder + "/") for path in changes())


def part_of(tests, part, was_changed=lambda test: False):
    """Of a list: with part K/N every N-th from the K-th on (from 0); K may be `today`, so that N days run all. Several
    with commas: each of what the one before leaves. With today's part run those of which was_changed says so; a quarter
    more than it has itself, at most."""
    for piece in part.split(","):
        first, _, count = piece.partition("/")
        count = int(count)
        if first != "today":
            tests = tests[int(first) % count::count]
            continue
        chosen = [test for number, test in enumerate(tests) if is_turn(number, count)]
        others = [test for number, test in enumerate(tests) if not is_turn(number, count) and was_changed(test)]
        tests = chosen + others[:len(chosen) // 4 + 1]
    return tests
