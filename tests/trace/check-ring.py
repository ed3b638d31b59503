#!/usr/bin/env python3
"""Recordings of the last stretch: run --profile TRACE --ring LIMITS.

check-ring.py REDSHIFT_CLI [TEST...]
SPDX-License-Identifier: Apache-2.0
"""
import contextlib
import glob
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

from traces import CLI, WORK, Skip, query, record, rows, run, run_tests

# Each round launches a kernel, and keeps an array that was there before.
BUSY = WORK + """function [] = main()
  keep = ones(64, 64)
  x = rand(64, 64)
  for n = 1..ROUNDS
    y = work(x, 5)
    if sum(y) < 0
      print n
    endif
  end
  print sum(keep)
  LAST
end
"""


def busy(rounds, last=""):
    return BUSY.replace("ROUNDS", str(rounds)).replace("LAST", last)


@contextlib.contextmanager
def recording(trace, program, *options, stderr=subprocess.PIPE):
    """A run whose recording has begun. What does not end in two minutes is killed."""
    with subprocess.Popen([CLI, "run", "-d", "cpu", "--profile", trace, *options, program], stderr=stderr,
                          text=True) as process:
        limit = threading.Timer(120, process.kill)
        limit.start()
        try:
            while not glob.glob(trace + "*") and process.poll() is None:
                time.sleep(0.002)
            yield process
        finally:
            limit.cancel()
            process.kill()


REPORTS = ("summary", "kernels", "loops", "tree", "transfers", "places", "memory", "waits", "gaps", "builtins",
           "threads", "marks", "queues", "events")


def check_reports(trace):
    """It is a trace like any other."""
    for report in REPORTS:
        run("trace", report, "--json", trace)
    damage = run("trace", "summary", trace)
    assert damage.stderr == "", damage.stderr
    with subprocess.Popen([CLI, "trace", "events", "--csv", "--limit", "100000000", trace],
                          stdout=subprocess.PIPE) as printed:
        n = sum(1 for _ in printed.stdout) - 1
    assert n == query(trace, "SELECT count(*) FROM events")[0][0]


def check_length(folder):
    """What is kept is the end of the run; its start is told, and what was there before it is known."""
    trace = record(folder, busy(30000), "--ring", "200ms", "--lines")
    meta = dict(query(trace, "SELECT name, value FROM meta"))
    start, end = map(int, meta["part"].split())
    assert end - start == 200000000 == int(meta["wall"]) and meta["saved"] == "the program has ended", meta
    assert meta["complete"] == "1" and meta["program"].endswith("p.q"), meta
    past = "(6, 13, 20, 31, 17)"
    least, = query(trace, f"SELECT min(end) FROM events WHERE kind NOT IN {past}")[0]
    assert start <= least <= end, (start, least)
    launches, = query(trace, "SELECT count(*) FROM events WHERE kind = 4")[0]
    assert 0 < launches < 100000, launches
    summary, = rows(trace, "summary")
    assert summary["device_busy_ns"] <= summary["wall_ns"] == end - start, summary
    middle = (start + end) // 2
    assert rows(trace, "summary", "--from", f"{middle}ns")[0]["wall_ns"] == end - middle
    assert query(trace, "SELECT count(*) FROM named_events WHERE kind = 'argument'") != [(0,)]
    check_reports(trace)
    living = {row["variable"]: row for row in rows(trace, "memory", "--at", f"{start}ns")}
    assert living["keep"]["bytes"] == 64 * 64 * 4, living
    assert all(row["bytes"] >= 0 for row in rows(trace, "memory")), rows(trace, "memory")
    assert rows(trace, "loops") and rows(trace, "lines"), trace
    text = run("trace", "summary", trace).stdout
    assert re.search(r"^part +from .* to ", text, re.M) and "saved" in text, text


def check_whole(folder):
    """A run that is shorter than the stretch is there as a whole."""
    record(folder, busy(5), name="before")  # what is compiled first has events of its own
    trace = record(folder, busy(5), "--ring", "100s,100MB")
    assert query(trace, "SELECT count(*) FROM meta WHERE name = 'part'") == [(0,)]
    whole = record(folder, busy(5), name="whole")
    kinds = "SELECT kind, count(*) FROM events WHERE kind IN (1, 3, 4) GROUP BY kind"
    assert query(trace, kinds) == query(whole, kinds), (query(trace, kinds), query(whole, kinds))
    check_reports(trace)


def peak_memory(command):
    """Kilobytes."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    assert status == 0, command
    return usage.ru_maxrss


def check_memory_is_bounded(folder):
    """Events beyond the limit go: a run with ten times the events takes no more memory."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    peaks, counts = [], []
    for rounds in (20000, 120000):
        with open(program, "w") as file:
            file.write(busy(rounds))
        peaks.append(peak_memory([CLI, "run", "-d", "cpu", "--profile", trace, "--ring", "2MB", program]))
        counts.append(query(trace, "SELECT count(*) FROM events WHERE kind <> 6")[0][0])
        assert os.path.getsize(trace) < 4 << 20, os.path.getsize(trace)
    # 64 bytes an event.
    assert all(20000 < count <= (2 << 20) // 64 + 100 for count in counts), counts
    # Kept whole, 100,000 rounds would take 60 MB and more; sanitizers' own memory goes up and down by 10.
    assert peaks[1] < peaks[0] + 24 * 1024, peaks
    check_reports(trace)


def check_signal(folder):
    """SIGUSR1 saves what there is, and the program goes on."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write(busy(10 ** 9))
    with recording(trace, program, "--ring", "200ms,16MB") as process:
        time.sleep(1.5)
        for _ in range(2):
            process.send_signal(signal.SIGUSR1)
            said = process.stderr.readline()
            assert "SIGUSR1: the last 200 ms" in said, said
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    saved = sorted(glob.glob(os.path.join(folder, "*.rstrace")))
    assert [os.path.basename(path) for path in saved] == ["t-1.rstrace", "t-2.rstrace", "t.rstrace"], saved
    parts = []
    for path in saved:
        check_reports(path)
        parts.append(tuple(map(int, query(path, "SELECT value FROM meta WHERE name = 'part'")[0][0].split())))
    assert parts[0] < parts[1] < parts[2] and all(end - start == 200000000 for start, end in parts), parts
    assert query(saved[0], "SELECT value FROM meta WHERE name = 'saved'") == [("SIGUSR1",)]


def check_ended_by_signal(folder):
    """What has ended the program is told; SIGUSR1 that comes before there is a recording ends nothing."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write(busy(10 ** 9))
    with recording(trace, program, "--ring", "200ms,16MB", stderr=subprocess.DEVNULL) as process:
        process.send_signal(signal.SIGUSR1)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == -signal.SIGTERM
    assert query(trace, "SELECT value FROM meta WHERE name = 'saved'") == [("SIGTERM has ended the program",)]


def check_threads_run_out(folder):
    """Where there is no thread to be had that saves a trace, the writer's does."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write("function [] = main()\n  print 1\n  pause(2500)\n  print 2\nend\n")
    user = 54321
    sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"  # looks for leaks in a thread, too
    if os.getuid() != 0:
        raise Skip("only root can limit the threads of another user")
    os.chmod(folder, 0o777)
    with subprocess.Popen([CLI, "run", "-d", "cpu", "--profile", trace, "--ring", "10s", program], user=user,
                          env={**os.environ, "HOME": folder, "XDG_CACHE_HOME": folder, "ASAN_OPTIONS": sanitizer},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "1\n", process.stderr.read()
        subprocess.run(["/usr/bin/prlimit", f"--pid={process.pid}", "--nproc=1:1"], user=user, check=True)
        process.send_signal(signal.SIGUSR1)
        output, said = process.communicate(timeout=60)
        assert process.returncode == 0 and output == "2\n" and "SIGUSR1: the last" in said, (process.returncode, said)
    check_reports(os.path.join(folder, "t-1.rstrace"))


def check_error(folder):
    """A program that fails leaves its last stretch."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write(busy(5000, 'error("enough")'))
    run("run", "-d", "cpu", "--profile", trace, "--ring", "20ms", program, status=1)
    assert query(trace, "SELECT value FROM meta WHERE name = 'saved'") == [("the program has ended with an error",)]
    assert query(trace, "SELECT count(*) FROM events WHERE kind = 4")[0][0] > 0
    check_reports(trace)


def check_limit(folder):
    """A span that takes too long has what led to it saved."""
    text = busy(2000).replace("  for n = 1..2000\n", "  for n = 1..2000\n    if n == 1000\n      slow()\n    endif\n")
    text = "function [] = slow()\n  pause(60)\nend\n" + text
    trace = record(folder, text, "--ring", "5s", "--ring-when", "slow>30ms")
    saved = os.path.join(folder, "p-1.rstrace")
    reason, = query(saved, "SELECT value FROM meta WHERE name = 'saved'")[0]
    assert re.fullmatch(r"slow took [0-9.]+ ms, more than 30.0 ms", reason), reason
    took, = query(saved, "SELECT max(end - start) FROM named_events WHERE name = 'slow' AND kind = 'function'")[0]
    assert took > 30000000, took
    check_reports(saved)
    assert not os.path.exists(os.path.join(folder, "p-2.rstrace"))
    for path in (saved, trace):
        os.remove(path)
    record(folder, text, "--ring", "5s", "--ring-when", "slow>10s")
    assert not os.path.exists(saved)


def check_limit_again(folder):
    """A span that takes too long soon after another is in a trace as well, and the last trace has its own reason."""
    text = busy(2000).replace("  for n = 1..2000\n", "  for n = 1..2000\n    if n == 1000\n      slow(60)\n"
                              "      pause(300)\n      slow(80)\n    endif\n")
    text = "function [] = slow(t : int)\n  pause(t)\nend\n" + text
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "p.rstrace")
    with open(program, "w") as file:
        file.write(text.replace("  print sum(keep)\n", '  print sum(keep)\n  error("enough")\n'))
    run("run", "-d", "cpu", "--profile", trace, "--ring", "5s", "--ring-when", "slow>30ms", program, status=1)
    saved = [query(os.path.join(folder, name), "SELECT value FROM meta WHERE name = 'saved'")[0][0]
             for name in ("p-1.rstrace", "p-2.rstrace", "p.rstrace")]
    assert re.match(r"slow took 6.* ms", saved[0]) and re.match(r"slow took 8.* ms", saved[1]), saved
    assert saved[2] == "the program has ended with an error", saved
    took, = query(os.path.join(folder, "p-2.rstrace"),
                  "SELECT max(end - start) FROM named_events WHERE name = 'slow' AND kind = 'function'")[0]
    assert took >= 80000000, took


def check_unmet(folder):
    """A name that nothing bears is told at the end; one that is met, but never takes long, is not."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "p.rstrace")
    with open(program, "w") as file:
        file.write("function y = work(x)\n  pause(2)\n  y = x + 1\nend\nprint work(1)\n")
    for name, told in (("wrok", True), ("work", False)):
        said = run("run", "-d", "cpu", "--profile", trace, "--ring", "5s", "--ring-when", name + ">10s", program).stderr
        assert ("warning: --ring: wrok: no function" in said) == told, said


def check_many(folder):
    """Who asks for more traces than are saved is told so."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write("function [] = main()\n  pause(60000)\nend\n")
    with recording(trace, program, "--ring", "1MB") as process:
        time.sleep(1)
        for number in range(101):
            process.send_signal(signal.SIGUSR1)
            said = process.stderr.readline()
            assert (f"t-{number + 1}.rstrace" in said) == (number < 100), (number, said)
        assert "100 traces" in said, said
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def check_built(folder):
    """A built program keeps a ring as `run` does: a signal saves it, which is told, and so is how the program ends."""
    program, built, trace = (os.path.join(folder, name) for name in ("p.q", "built", "t.rstrace"))
    with open(program, "w") as file:
        file.write('function [] = main()\n  print 1\n  pause(3000)\n  error("enough")\nend\n')
    run("build", program, "-o", built)
    with subprocess.Popen([built, "--redshift-profile=" + trace, "--redshift-set=PROFILER_RING=10s"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "1\n", process.stderr.read()
        process.send_signal(signal.SIGUSR1)
        said = process.communicate(timeout=60)[1]
    assert "SIGUSR1: the last" in said and "enough" in said, said
    saved = [query(os.path.join(folder, name), "SELECT value FROM meta WHERE name = 'saved'")[0][0]
             for name in ("t-1.rstrace", "t.rstrace")]
    assert saved == ["SIGUSR1", "the program has ended with an error"], saved


def check_options(folder):
    """Mistakes are told; a setting does the same."""
    program, trace = os.path.join(folder, "p.q"), os.path.join(folder, "t.rstrace")
    with open(program, "w") as file:
        file.write("print 1\n")
    for options, words in ((("--ring", "10s"), "--profile"), (("--profile", trace, "--ring", "10"), "10s,100MB"),
                           (("--profile", trace, "--ring", "1s,1s"), "10s,100MB"),
                           (("--profile", trace, "--ring", "10KB"), "at least 1MB"),
                           (("--profile", trace, "--ring-when", "f>1ms"), "--ring LIMITS"),
                           (("--profile", trace, "--ring", "1s", "--ring-when", "f>1"), "work>20ms"),
                           (("--profile", trace, "--ring", "1s", "--metrics", "all"), "--metrics"),
                           (("--profile", trace, "--set", "PROFILER_RING=often"), "PROFILER_RING")):
        assert words in run("run", "-d", "cpu", *options, program, status=2).stderr, options
    with open(program, "w") as file:
        file.write("p = 3\nprint p\n")
    run("run", "-d", "cpu", "--profile", trace, "--set", "PROFILER_RING=10s", program)
    assert query(trace, "SELECT value FROM meta WHERE name = 'saved'") == [("the program has ended",)]
    assert json.loads(run("trace", "summary", "--json", trace).stdout)[0]["complete"] == 1


if __name__ == "__main__":
    sys.exit(run_tests({name: test for name, test in globals().items() if name != "check_reports"}))
