#!/usr/bin/env python3
"""Nothing is lost and nothing hangs: files, devices, pipes, limits, full disks and signals, as tables.

usage: hostile.py REDSHIFT_CLI [WORD]    WORD: only the rows whose name contains it
A row is a shell script in an empty folder; $RS is the command. Faults are made with tmpfs (as root), ulimit, FIFOs and
signals; what can't be made here is skipped, with the reason.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
ONLY = sys.argv[2] if len(sys.argv) > 2 else ""
SECONDS = 40  # a row that takes longer hangs
STOPS_WITHIN = 0.2

HELLO = 'print "hello"\n'
PROGRAMS = {
    "hello.q": HELLO,
    "ugly.q": "x=1;   y   =2\nif   x>0\nprint(x)\nendif\n",
    "wrong.q": "x = (1 +\n",
    "open.q": 'f = fopen("out.txt", "w")\nfor k=0..9\n    fprintf(f, "line %d\\n", k)\nendfor\n',
    "full.q": 'f = fopen("/dev/full", "w")\nfprintf(f, "text\\n")\n',
    "show.q": "plot(0..10)\n",
    "kernel.q": "x = zeros(300,300)\nfor m=0..299\n    for n=0..299\n        x[m,n] = m*n\n    endfor\nendfor\nprint sum(x)\n",
    "product.q": "x = ones(300,300)\ny = x*x\nprint y[0,0]\n",
    "save.q": 'save("v.qdat", "x", rand(100,100))\n',
}

# name, script, status (or the name of a signal), what standard output, standard error have to hold (regular expressions)
ROWS = [
    # --- programs are read once ---
    ("stdin", "$RS run /dev/stdin < hello.q", 0, r"^hello\n$", r"^$"),
    ("stdin pipe", "cat hello.q | $RS run /dev/stdin", 0, r"^hello\n$", r"^$"),
    ("stdin dash", "cat hello.q | $RS run -", 0, r"^hello\n$", r"^$"),
    ("stdin dash arguments", "echo 'function [] = main(a)\nprint a\nendfunction' | $RS run - word", 0, r"^word\n$", r"^$"),
    ("stdin substitution", "$RS run <(cat hello.q)", 0, r"^hello\n$", r"^$"),
    ("stdin fifo", "mkfifo f.q; cat hello.q > f.q & $RS run f.q; wait", 0, r"^hello\n$", r"^$"),
    ("stdin check", "cat wrong.q | $RS check -", 2, r"^$", r"standard input:\d+:\d+: error"),
    ("stdin check fifo", "$RS check <(cat hello.q)", 0, r"^$", r"^$"),
    ("stdin fmt", "cat ugly.q | $RS fmt -", 0, r"^x = 1;? *\n?.*y = 2\n", r"^$"),
    ("stdin fmt wrong", "cat wrong.q | $RS fmt -", 2, r"^$", r"error"),
    ("stdin fmt check", "cat ugly.q | $RS fmt --check -", 1, r"standard input", r"^$"),
    ("stdin build", "cat hello.q | $RS build - -o hello && ./hello", 0, r"^hello\n$", r"^$"),
    ("stdin profile", "cat hello.q | $RS run --profile t.rstrace - && $RS trace summary t.rstrace", 0, r"hello\n[^$]*standard input", r"^$"),
    ("stdin error", "printf 'x = 1\\nerror(\"my end\")\\n' | $RS run -", 1, r"^$", r"standard input:2:\d+: error: my end"),
    ("stdin folder of imports", r"printf 'function y = twice(x)\ny = 2*x\nendfunction\n' > own.q; "
     r"""printf 'import "own.q"\nprint twice(4)\n' | $RS run /dev/stdin""", 0, r"^8\n$", r"^$"),
    ("stdin train", "cat kernel.q | $RS build --train '' - -o kernel && ./kernel", 0, r"^2011522500|^2.0115", r"^$"),
    ("stdin emit", "cat hello.q | $RS emit --stage ast -", 0, r"hello", r"^$"),
    ("stdin repl", "cat hello.q | $RS repl -", 2, r"^$", r"give the program as a file"),
    ("repl fifo", "echo 'print 5' | $RS repl <(cat hello.q)", 0, r"^hello\n5\n$", r"^$"),
    ("debug fifo", "echo 'run' | $RS debug <(cat hello.q)", 0, r"hello\n", r"^$"),
    ("stdin empty", "$RS run - < /dev/null", 0, r"^$", r"^$"),
    ("stdin closed", "$RS run - <&-", 2, r"^$", r"standard input can't be read"),
    ("program without end", "$RS check /dev/zero", 2, r"^$", r"/dev/zero: this is not a text file"),
    ("program too long", "yes 'x = 1' | $RS fmt -", 2, r"^$", r"standard input: the file is larger than 256 MB"),
    ("program folder", "$RS run .", 2, r"^$", r"is a folder"),
]

# name, program, seconds until it is stopped, signal
STOPS = [
    ("sum", "s = 0.0\nfor i=0..200000000000\n    s += sqrt(i)\nendfor\nprint s\n", "SIGINT"),
    ("sum of mod", "s = 0\nfor i=0..200000000000\n    s += mod(i,7)\nendfor\nprint s\n", "SIGINT"),
    ("max", "s = 0\nfor i=0..100000000000\n    s = max(s, mod(i,7919))\nendfor\nprint s\n", "SIGINT"),
    ("nest", "s = 0\nfor i=0..1000000\n    for j=0..1000000\n        s += mod(i*j,7919)\n    endfor\nendfor\nprint s\n", "SIGINT"),
    ("serial", "s = 0.5\nfor i=0..100000000000\n    s = 3.9*s*(1-s)\nendfor\nprint s\n", "SIGTERM"),
    ("serial inside", "x = zeros(1000)\nfor i=0..999\n    s = 0.5\n    for k=0..10000000000\n        s = 3.9*s*(1-s)\n    endfor\n"
     "    x[i] = s\nendfor\nprint sum(x)\n", "SIGHUP"),
    ("kernel", "function [] = __kernel__ f(x : vec, n : int, pos : int)\n    s = 0.5\n    for k=0..n\n        s = 3.9*s*(1-s)\n    endfor\n"
     "    x[pos] = s\nendfunction\nx = zeros(1000)\nparallel_do(1000, x, 2000000000, f)\nprint sum(x)\n", "SIGINT"),
    ("kernel that allocates", "function [] = __kernel__ f(x : vec, n : int, pos : int)\n    y = zeros(n)\n    s = 0.5\n    for k=0..2000000000\n"
     "        s = 3.9*s*(1-s) + y[mod(k,n)]\n    endfor\n    x[pos] = s\nendfunction\nx = zeros(1000)\n"
     "parallel_do(1000, x, 100, f)\nprint sum(x)\n", "SIGINT"),
    ("product", "x = rand(3000,3000)\ny = x\nfor k=0..1000\n    y = y*x\nendfor\nprint sum(y)\n", "SIGINT"),
    ("interpreted", "n = 0\nwhile true\n    n = n + 1\nendwhile\n", "SIGINT"),
    ("pause", "pause(100000)\nprint 1\n", "SIGTERM"),
    ("input", 'f = fopen("/dev/stdin", "r")\nx = fgets(f)\nprint 1\n', "SIGINT"),
]


class Folder:
    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="rs-hostile-")
        for name, text in PROGRAMS.items():
            with open(os.path.join(self.path, name), "w") as file:
                file.write(text)
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def environment(folder):
    return dict(os.environ, RS=CLI, XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), HOME=folder)


def can_mount():
    return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], stderr=subprocess.DEVNULL).returncode == 0


def why_not(script):
    """A reason to skip a row; None: there is none."""
    if "mount -t" in script and not can_mount():
        return "file systems can only be mounted by root"
    if "setpriv" in script and (os.geteuid() != 0 or shutil.which("setpriv") is None):
        return "only root can become another user"
    for program in ("bash", "mkfifo"):
        if shutil.which(program) is None:
            return "there is no " + program
    return None


def check_row(name, script, status, out, err):
    with Folder() as folder:
        wrapper = ["unshare", "-m", "bash", "-c"] if "mount -t" in script else ["bash", "-c"]
        child = subprocess.Popen(wrapper + [script], cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, start_new_session=True)
        try:
            stdout, stderr = child.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return "hangs"
    got = child.returncode
    wanted = 128 + getattr(signal, status) if isinstance(status, str) else status
    text, errors = stdout.decode(errors="replace"), stderr.decode(errors="replace")
    if got not in (wanted, 128 - wanted):
        return "status %d instead of %s; stdout %r, stderr %r" % (got, status, text[-400:], errors[-400:])
    if not re.search(out, text):
        return "stdout %r has no %r; stderr %r" % (text[-600:], out, errors[-300:])
    if not re.search(err, errors):
        return "stderr %r has no %r" % (errors[-600:], err)
    return None


def stop_once(path, folder, number):
    """Seconds from the signal to the end, and what went wrong."""
    child = subprocess.Popen([CLI, "run", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(folder),
                             cwd=folder)
    line = child.stdout.readline()
    time.sleep(1.5)
    if child.poll() is not None:
        return 0, "it ended by itself: %r" % child.communicate()[1]
    began = time.monotonic()
    child.send_signal(number)
    try:
        _, stderr = child.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return SECONDS, None
    seconds = time.monotonic() - began
    if child.returncode != -number or b"stopped" not in stderr or line != b"started\n":
        return seconds, "status %d, stdout %r, stderr %r" % (child.returncode, line, stderr)
    return seconds, None


def check_stop(text, name):
    """The best of three: other programs may hold the processor for a while."""
    with Folder() as folder:
        path = os.path.join(folder, "long.q")
        with open(path, "w") as file:
            file.write('print "started"\n' + text)
        best = SECONDS
        for _ in range(3):
            seconds, problem = stop_once(path, folder, getattr(signal, name))
            if problem is not None:
                return problem
            best = min(best, seconds)
            if best <= STOPS_WITHIN:
                return None
        return "stops after %.2f s" % best


def main():
    counts = {"ok": 0, "not ok": 0, "skip": 0}
    checks = [(row[0], lambda row=row: check_row(*row), row[1]) for row in ROWS]
    checks += [("stop " + row[0], lambda row=row: check_stop(row[1], row[2]), "") for row in STOPS]
    for name, check, script in checks:
        if ONLY not in name:
            continue
        reason = why_not(script)
        if reason is not None:
            print("skip %s: %s" % (name, reason))
            counts["skip"] += 1
            continue
        problem = check()
        counts["ok" if problem is None else "not ok"] += 1
        print("ok %s" % name if problem is None else "not ok %s: %s" % (name, problem), flush=True)
    print("%(ok)d passed, %(not ok)d failed, %(skip)d skipped" % counts)
    sys.exit(counts["not ok"] > 0)


if __name__ == "__main__":
    main()
