#!/usr/bin/env python3
# Runs the meson tests of one or more build folders and adds them up.
# SPDX-License-Identifier: Apache-2.0
"""usage: run.py BUILD_FOLDER...

Each folder's tests run through `meson test`; TAP subtests count one by one, other tests as one each. Those in
turns.txt run on some days only; which ones wait for theirs is told. With RS_ALL_TESTS in the environment everything
runs, in the suites, too (parts.py). Failing and skipped tests are listed with their reasons, and the slowest. The last
line is `N passed, M failed, K skipped`.
"""
import collections
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from parts import is_changed, is_folder_changed, is_turn

MOST_WORDS = 30  # lines of the failures at the end
PASSING = ("OK", "SKIP", "EXPECTEDFAIL")
TURNS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "turns.txt")


def introspect(folder, what):
    return json.loads(subprocess.run(["meson", "introspect", folder, what], capture_output=True, check=True).stdout)


def is_sanitized(folder):
    return any(option["name"] == "b_sanitize" and option["value"] != "none"
               for option in introspect(folder, "--buildoptions"))


def read_turns(build):
    """The number among those of its row's days, the days and the folders of each test of turns.txt: there and back
    again, so that no day has the longest of each round."""
    turns, counts = {}, collections.Counter()
    with open(TURNS, encoding="utf-8") as file:
        rows = [line.split() for line in file if line.strip() and not line.startswith("#")]
    for _, days, name, *folders in (row for row in rows if row[0] == build):
        days = int(days)
        there, number = divmod(counts[days], days)
        turns[name] = (number if there % 2 == 0 else days - 1 - number, days, folders)
        counts[days] += 1
    return turns


def waiting_tests(tests, turns):
    """The names of those that don't run today. tests: as meson gives them. Those whose own file was changed do: a
    quarter more than have their turn, at most, the shortest ones."""
    files = {test["name"]: [word for word in test["cmd"] if os.path.isfile(word)] for test in tests}
    waiting = [name for name, (number, days, folders) in turns.items()
               if name in files and not is_turn(number, days) and not any(map(is_folder_changed, folders))]
    changed = [name for name in reversed(waiting) if any(is_changed(path) for path in files[name])]
    return set(waiting) - set(changed[:(len(turns) - len(waiting)) // 4 + 1])


def todays_tests(folder):
    """Their names, those first that meson would start first, of these the longest ones, which turns.txt has in their
    order: begun late, one of them would be what all others wait for. None: all of them run."""
    tests = introspect(folder, "--tests")
    turns = read_turns("sanitized" if is_sanitized(folder) else "plain")
    waiting = waiting_tests(tests, turns)
    if not waiting:
        return []
    print(f"another day (turns.txt): {', '.join(sorted(waiting))}", flush=True)
    order = {name: number for number, name in enumerate(turns)}
    tests.sort(key=lambda test: (-test["priority"], order.get(test["name"], len(order))))
    return list(dict.fromkeys(test["name"] for test in tests if test["name"] not in waiting))


def run_folder(folder):
    print(f"== {folder}", flush=True)
    # Two more processes than cores: the tests of the window, two at a time, wait for most of their time. The limits of
    # time are for tests that hang, and not for machines with other things to do.
    process = subprocess.run(["meson", "test", "-C", folder, "--no-rebuild", "--print-errorlogs", "--num-processes",
                              str(os.cpu_count() + 2), "--timeout-multiplier", "4", *todays_tests(folder)],
                             stdin=subprocess.DEVNULL)
    return process.returncode


def read_log(folder):
    """What meson says of each test that ran."""
    with open(os.path.join(folder, "meson-logs", "testlog.json"), encoding="utf-8") as log:
        return [json.loads(line) for line in log]


def is_broken(test):
    return test["result"] not in PASSING


def count(folder, tests):
    """How many passed, those that failed, how many were skipped. tests: of read_log. The JUnit file has what failed
    inside a test, but neither that a test ran out of time nor that its program failed after the last subtest."""
    passed, failed, skipped = 0, [], 0
    broken = {test["name"]: test["result"] for test in tests if is_broken(test)}
    path = os.path.join(folder, "meson-logs", "testlog.junit.xml")
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                failed.append(f"{folder}: {suite.get('name')}: {case.get('name')}")
                for name in (case.get("name"), suite.get("name").partition(".")[2]):
                    broken.pop(name, None)
            elif case.find("skipped") is not None:
                skipped += 1
            elif case.get("name") not in broken:
                passed += 1
    return passed, failed + [f"{folder}: {name}: {result}" for name, result in broken.items()], skipped


def short_name(test):
    return test["name"].split(" / ")[-1]


def slowest(tests, n=12):
    """The tests that took longest, in seconds."""
    tests = sorted(tests, key=lambda test: -test["duration"])
    return ", ".join(f'{short_name(test)} {test["duration"]:.0f}' for test in tests[:n])


def last_words(test, n=6):
    """How a test ended, and what it said: beside its subtests that failed, and last, since a program may fail though
    each of them passed."""
    words = [line[:200] for line in (test.get("stdout", "") + test.get("stderr", "")).splitlines()
             if line.strip() and not line.startswith("ok ")]
    told = {k for i, line in enumerate(words) if line.startswith("not ok ") for k in range(i, i + 2 * n)}
    told |= set(range(len(words) - n, len(words)))
    return [f'{short_name(test)}: {test["result"]}, exit status {test.get("returncode")}',
            *(line for k, line in enumerate(words) if k in told)]


def skip_reasons(folder):
    """Reasons of TAP skips, which the JUnit file leaves out."""
    path = os.path.join(folder, "meson-logs", "testlog.txt")
    with open(path, encoding="utf-8", errors="replace") as log:
        return re.findall(r"^ok \d+ (\S+) # SKIP ?(.*)$", log.read(), re.MULTILINE)


def main():
    passed, failed, skipped, words = 0, [], 0, []
    for folder in sys.argv[1:]:
        status = run_folder(folder)
        tests = read_log(folder)
        p, f, s = count(folder, tests)
        if status and not f:
            f = [f"{folder}: meson test ended with status {status}"]
        passed, failed, skipped = passed + p, failed + f, skipped + s
        print(f"slowest in {folder} (s): {slowest(tests)}")
        words += [f"{folder}: {line}" for test in tests if is_broken(test) for line in last_words(test)]
        for name, reason in skip_reasons(folder):
            print(f"skipped: {folder}: {name}: {reason or 'no reason given'}")
    for name in failed:
        print(f"FAILED: {name}")
    # Last, so that it is there where a log's end is all that is kept.
    for line in words[:MOST_WORDS]:
        print(line)
    print(f"{passed} passed, {len(failed)} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
