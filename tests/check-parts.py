#!/usr/bin/env python3
# Days take turns so that none of them leaves anything out.
# SPDX-License-Identifier: Apache-2.0
"""usage: check-parts.py BUILD_FOLDER

What parts.py and run.py choose each day; whether the tests of turns.txt are there.
"""
import contextlib
import datetime
import math
import os
import subprocess
import sys
import tempfile
from unittest import mock

import parts
import run

FIRST = datetime.date(2026, 2, 27)
# Only where the machine has what they need.
OPTIONAL = {"threads-recorder", "threads-queue", "opencl", "cuda"}
DIFF = """diff --git a/one.q b/one.q
--- a/one.q
+++ b/one.q
@@ -3 +3,2 @@ function
+++ b/not-a-file
+line
@@ -9,2 +10,0 @@
-gone
diff --git a/gone.q b/gone.q
--- a/gone.q
+++ /dev/null
@@ -1,5 +0,0 @@
-all of it
"""


@contextlib.contextmanager
def day(number, everything=False):
    environment = {name: value for name, value in os.environ.items() if name != "RS_ALL_TESTS"}
    with mock.patch.dict(os.environ, environment, clear=True), mock.patch.object(parts.datetime, "date") as date:
        date.today.return_value = FIRST + datetime.timedelta(number)
        if everything:
            os.environ["RS_ALL_TESTS"] = "1"
        yield


def on_days(count, choose):
    """What is chosen on so many days that follow each other."""
    chosen = []
    for number in range(count):
        with day(number):
            chosen.append(choose())
    return chosen


def check_parts():
    tests = list(range(100))
    for part, count, all_of_them in (("today/3", 3, tests), ("today/48", 48, tests), ("today/1", 1, tests),
                                     ("2/9,today/3", 3, tests[2::9])):
        chosen = on_days(count, lambda part=part: parts.part_of(tests, part))
        assert sorted(sum(chosen, [])) == all_of_them, (part, chosen)
        with day(0, everything=True):
            assert parts.part_of(tests, part) == all_of_them, part
    assert parts.part_of(tests, "2/9") == tests[2::9]
    for chosen in on_days(4, lambda: parts.part_of(tests, "today/4", lambda test: test in (1, 2, 3, 4))):
        assert {1, 2, 3, 4} < set(chosen) and len(chosen) == 25 + 3, chosen
    for chosen in on_days(4, lambda: parts.part_of(tests, "today/4", lambda test: True)):
        assert len(chosen) == len(set(chosen)) == 25 + 7, chosen


def check_changes():
    changes = parts.parse_changes(DIFF)
    assert changes == {"one.q": [(3, 4), (10, 10)]}, changes
    path = os.path.join(parts.ROOT, "one.q")
    with mock.patch.object(parts, "changes", return_value=changes):
        assert parts.is_changed(path) and parts.is_changed(path, 1, 3) and parts.is_changed(path, 10, 20)
        assert not parts.is_changed(path, 5, 9) and not parts.is_changed(path, 1, 2)
        assert not parts.is_changed(os.path.join(parts.ROOT, "two.q"))
    with mock.patch.object(parts, "git", return_value=""):  # no repository, or a shallow one
        parts.changes.cache_clear()
        assert parts.changes() == {}
    parts.changes.cache_clear()


def check_turns(build):
    tests = run.introspect(build, "--tests")
    names = {test["name"] for test in tests}
    for kind in "plain", "sanitized":
        turns = run.read_turns(kind)
        most = math.lcm(*(days for _, days, _ in turns.values()))
        with mock.patch.object(parts, "changes", return_value={}):
            waiting = on_days(most, lambda turns=turns: run.waiting_tests(tests, turns))
        for name, (_, days, folders) in turns.items():
            assert name in names | OPTIONAL, f"turns.txt: there is no test {name}"
            assert name not in names or sum(name not in some for some in waiting) == most // days, (name, waiting)
            for folder in folders:
                assert os.path.isdir(os.path.join(parts.ROOT, folder)), f"turns.txt: there is no folder {folder}"
                with mock.patch.object(parts, "changes", return_value={folder + "/one.c": [(1, 2)]}):
                    assert not any(name in some for some in on_days(
                        days, lambda turns=turns: run.waiting_tests(tests, turns))), (name, folder)
        for number, some in enumerate(waiting):
            has_changed = max(some, key=list(turns).index)
            path = next(word for test in tests if test["name"] == has_changed for word in test["cmd"]
                        if os.path.isfile(word) and "python" not in word)
            with mock.patch.object(run, "is_changed", side_effect=lambda word, path=path: word == path), \
                    mock.patch.object(parts, "changes", return_value={}), day(number):
                assert has_changed not in run.waiting_tests(tests, turns), has_changed
            with mock.patch.object(run, "is_changed", return_value=True), \
                    mock.patch.object(parts, "changes", return_value={}), day(number):
                assert 0 < len(some) - len(run.waiting_tests(tests, turns)) <= (len(turns) - len(some)) // 4 + 1
        with day(0, everything=True):
            assert not run.waiting_tests(tests, turns)


PROJECT = """project('few')
shell = find_program('sh')
test('fine', shell, args: ['-c', 'exit 0'])
test('bad', shell, args: ['-c', 'echo why; exit 1'])
test('slow', shell, args: ['-c', 'exec sleep 60'], timeout: 1)
test('tap', shell, args: ['-c', 'echo 1..3; echo ok 1 a; echo not ok 2 b; echo ok 3 c'], protocol: 'tap')
test('dies', shell, args: ['-c', 'echo 1..1; echo ok 1 d; echo last words >&2; exit 7'], protocol: 'tap')
test('ends', shell, args: ['-c', 'echo 1..2; echo ok 1 e'], protocol: 'tap')
"""


def check_failures():
    """A test that ran out of time, whose program failed after its last subtest, or that left some out, is no pass."""
    with tempfile.TemporaryDirectory(prefix="redshift-few-") as folder:
        with open(os.path.join(folder, "meson.build"), "w", encoding="utf-8") as file:
            file.write(PROJECT)
        build = os.path.join(folder, "build")
        for command in ["meson", "setup", build, folder], ["meson", "test", "-C", build]:
            subprocess.run(command, capture_output=True, check=False)
        tests = run.read_log(build)
        passed, failed, skipped = run.count(build, tests)
        words = {test["name"]: run.last_words(test) for test in tests}
    failed = {name.removeprefix(build + ": ") for name in failed}
    assert failed == {"few: bad", "few.tap: 2 b", "dies: ERROR", "ends: ERROR", "slow: TIMEOUT"}, failed
    assert (passed, skipped) == (5, 0), (passed, skipped) # fine, a, c, d, e
    assert words["dies"][:3] == ["dies: ERROR, exit status 7", "1..1", "last words"], words["dies"]


def main():
    check_failures()
    check_parts()
    check_changes()
    check_turns(sys.argv[1])
    print("ok")


if __name__ == "__main__":
    main()
