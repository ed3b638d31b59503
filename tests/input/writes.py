#!/usr/bin/env python3
# Files that programs write appear whole or not at all; files of earlier versions and of other programs are read.
# SPDX-License-Identifier: Apache-2.0
"""usage: writes.py REDSHIFT_CLI

Every function that writes a file is run with too little room for it (a limit on the size of files, once reported and
once ending the process; and a disk of 64 KB that is full, where one can be mounted), and killed at random moments while
it writes again and again. The file that was there before has to be there afterwards, whole. Reports in TAP."""
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Of each: the file, what writes a small one and a large one, and what reads it.
WRITERS = {
    "save": ("f.qdat", 'save("f.qdat", x)', 'sum(load("f.qdat"))'),
    "save .mat": ("f.mat", 'o = object()\no.x = x\nsave("f.mat", o)', 'sum(load("f.mat").x)'),
    "save .npy": ("f.npy", 'save("f.npy", x)', 'sum(load("f.npy"))'),
    "csvwrite": ("f.csv", 'csvwrite("f.csv", x)', 'sum(csvread("f.csv"))'),
    **{f"imwrite .{ending}": (f"f.{ending}", f'imwrite("f.{ending}", x)', f'sum(imread("f.{ending}"))')
       for ending in ("png", "jpg", "tif", "bmp", "pgm", "webp")},
}
MOUNT = ["unshare", "--map-root-user", "--mount"]
SMALL = "x = ones(2,2) * 7\n"
LARGE = "seed(3)\nx = floor(rand(300,400) * 256)\n"


class Failed(Exception):
    pass


class Runner:
    def __init__(self, cli, folder):
        self.cli, self.folder = cli, folder

    def start(self, text, before=None):
        path = os.path.join(self.folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.Popen([self.cli, "run", "-d", "interp", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, cwd=self.folder, preexec_fn=before, restore_signals=False)

    def run(self, text, before=None):
        process = self.start(text, before)
        output, messages = process.communicate(timeout=120)
        return process.returncode, output.strip(), messages.strip()

    def expect(self, text, wanted):
        status, output, messages = self.run(text)
        if status != 0 or output != wanted:
            raise Failed(f"status {status}, output {output!r}, not {wanted!r}: {messages}")

    def left_over(self):
        return [name for name in os.listdir(self.folder) if ".part-" in name]


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))


def limit_files_and_end():
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))


def check_full(runner, name):
    file, write, read = WRITERS[name]
    wanted = runner.run(f"{SMALL}{write}\nprint {read}")[1]
    status, _, messages = runner.run(LARGE + write, limit_files)
    if status != 1 or file not in messages:
        raise Failed(f"status {status}: {messages}")
    runner.expect("print " + read, wanted)
    if runner.left_over():
        raise Failed(f"left over: {runner.left_over()}")
    runner.run(LARGE + write, limit_files_and_end)
    runner.expect("print " + read, wanted)
    for part in runner.left_over():
        os.unlink(os.path.join(runner.folder, part))


def can_mount(folder):
    """Whether a disk can be mounted that only one process and its children see; root needs no user namespace for it."""
    for options in (["unshare", "--mount"], MOUNT):
        try:
            run = subprocess.run([*options, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder],
                                 capture_output=True,
                                 check=False)
        except FileNotFoundError:
            return None
        if run.returncode == 0:
            return options
    return None


FULL_DISK = '''mount -t tmpfs -o size=64k tmpfs "$1"
cd "$1"
printf '%s' "$3" > small.q
printf '%s' "$4" > large.q
printf '%s' "$5" > read.q
"$2" run -d interp small.q
"$2" run -d interp read.q
"$2" run -d interp large.q 2>&1 && echo "no error"
ls -A | grep -F .part- && echo "left over"
"$2" run -d interp read.q
'''


def check_full_disk(runner, name, options):
    """A file on a disk that has room for it, then one for which there is none."""
    file, write, read = WRITERS[name]
    disk = os.path.join(runner.folder, "disk")
    os.makedirs(disk, exist_ok=True)
    run = subprocess.run([*options, "sh", "-c", FULL_DISK, "sh", disk, runner.cli, f"{SMALL}{write}\n",
                          f"{LARGE}{write}\n", f"print {read}\n"], capture_output=True, text=True, timeout=120,
                          check=False)
    lines = run.stdout.strip().split("\n")
    if len(lines) < 3 or lines[0] != lines[-1] or file not in run.stdout or "no error" in lines or "left over" in lines:
        raise Failed(f"{run.stdout}{run.stderr}")
    if not re.search("No space left on device|disk is full|disk may be full", run.stdout):
        raise Failed(f"the message does not say why: {run.stdout}")


def check_kill(runner, name):
    file, write, read = WRITERS[name]
    path = os.path.join(runner.folder, file)
    if os.path.exists(path):
        os.unlink(path)
    possible = {runner.run(f"{SMALL}{write}\nprint {read}")[1], runner.run(f"{LARGE}{write}\nprint {read}")[1]}
    for _ in range(2):
        process = runner.start(f"for k=1..1000\n{SMALL}{write}\n{LARGE}{write}\nendfor")
        time.sleep(random.uniform(0.15, 0.5))
        process.kill()
        process.communicate()
        status, output, messages = runner.run("print " + read)
        if status != 0 or output not in possible:
            raise Failed(f"after a kill: status {status}, {output!r}, possible {possible}: {messages}")
        for part in runner.left_over():
            os.unlink(os.path.join(runner.folder, part))


def check_link(runner):
    os.mkdir(os.path.join(runner.folder, "elsewhere"))
    os.symlink("elsewhere/real.qdat", os.path.join(runner.folder, "link.qdat"))
    runner.expect('save("elsewhere/real.qdat", 1)\nsave("link.qdat", 2)\nprint load("elsewhere/real.qdat")', "2")
    if not os.path.islink(os.path.join(runner.folder, "link.qdat")):
        raise Failed("the link was replaced")
    path = os.path.join(runner.folder, "elsewhere", "real.qdat")
    os.chmod(path, 0o640)
    runner.expect('save("elsewhere/real.qdat", 3)', "")
    if os.stat(path).st_mode & 0o777 != 0o640:
        raise Failed("the rights have changed")


# --- files of today's version ---

VERSION_1 = '''[a, b, c, d, e, f, g, h, i, s, t, n, q] = load("{0}")
print a, " ", b, " ", c, " ", d, " ", e, " ", sum(f), size(f), " ", g, " ", h[1][0], " ", i.x, " ", s
print t.name, t.center.y, t.next.next.name, " ", n, " ", q[0] == q[1]
q[0][0] = 5
print q[1][0]
'''
CLASSES = '''type point : class
    x : scalar
    y : scalar
end
type shape : mutable class
    name : string
    center : point
    next : ^shape
end
'''
MAKE = '''i = object()
i.x = 3
t = shape(name:="t", center:=point(x:=1,y:=2), next:=nullptr)
t.next = shape(name:="u", center:=point(x:=3,y:=4), next:=t)
v = [1,2]
c = reshape(0..23,[2,3,4])
save("{0}", 7, 2.5, nan, true, complex(1,-2), c, [], {{1,{{"in"}}}}, i, "grün", t, nullptr, {{v, v}})
'''
WANTED = '7 2.5 NaN 1 1-2i 276[ 2, 3, 4] [] in 3 grün\nt2t null [ 1, 1]\n5'


def check_version(runner):
    runner.expect(CLASSES + VERSION_1.format(os.path.join(HERE, "saved", "version-1.qdat")), WANTED)
    runner.run(CLASSES + MAKE.format("now.qdat"))
    runner.expect(CLASSES + VERSION_1.format("now.qdat"), WANTED)
    old, new = (list(sqlite3.connect(path).execute("SELECT * FROM value")) for path in
                (os.path.join(HERE, "saved", "version-1.qdat"), os.path.join(runner.folder, "now.qdat")))
    if old != new:
        raise Failed("what save writes has changed: count up the version and keep the old file")


def check_damage(runner):
    """Cut off at every length, of another version, without the class."""
    with open(os.path.join(HERE, "saved", "version-1.qdat"), "rb") as file:
        whole = file.read()
    lines = []
    for length in [*range(0, 120, 7), *range(120, len(whole), 997)]:
        with open(os.path.join(runner.folder, f"cut-{length}.qdat"), "wb") as file:
            file.write(whole[:length])
        lines.append(f'try\n  x = load("cut-{length}.qdat")\n  print "read"\ncatch ex\n  print ex\nend\n')
    status, output, messages = runner.run("".join(lines))
    for line in output.split("\n"):
        if not line.endswith(("was not written by save", "damaged or not complete")):
            raise Failed(line)
    if status != 0:
        raise Failed(messages)
    runner.expect(f'try\n  x = load("{HERE}/saved/version-1.qdat")\n  print x\ncatch ex\n  print ex\nend', "7")
    path = os.path.join(runner.folder, "now.qdat")
    runner.run(CLASSES + 'p = point(x:=1,y:=2)\nsave("now.qdat", p)')
    status, _, messages = runner.run('x = load("now.qdat")')
    if "the class point, which this program does not define" not in messages:
        raise Failed(messages)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    status, _, messages = runner.run('x = load("now.qdat")')
    if "version 2 of the format" not in messages:
        raise Failed(messages)


def check_matlab(runner):
    runner.expect(f'r = load("{HERE}/saved/scipy-1.11.mat")\n'
                  'print r.a[1,2], type(r.f), " ", r.i[0,1], " ", type(r.i), " ", r.u, r.z, r.s, r.chars[1], '
                  'r.cell[1], '
                  'r.st[1].q, r.one.y, r.one.deep.k, r.cube[1,2,3], r.sparse, r.logical, size(r.empty)',
                  "6vec(2) -2 mat[int16] 7[ 1+2i, 3-4i]gründefxtwowhy[ 1, 2, 3]23[ 0, 1, 0]\n[ 2, 0, 3][ 1, 0][ 0, 3]")


def check_version_73(runner):
    """HDF5: whole, cut off, and with bytes that are wrong; it is read where it can do no harm."""
    saved = os.path.join(HERE, "saved", "version-7.3.mat")
    runner.expect(f'r = load("{saved}")\n'
                  'print r.x[1,2], r.name, type(r.bytes), " ", r.bytes[1,1,1], r.z[0,1], r.s.a, r.s.b, r.c[0][0,1], '
                  'r.c[1], r.n\n'
                  f'[a,b] = load("{saved}")\nprint size(a)',
                  "6hellocube[uint8] 2552-4i2.5field3world7\n[ 2, 2, 2]") # by name
    whole = open(saved, "rb").read()
    for number in range(40):
        damaged = bytearray(whole)
        if number % 4 == 0:
            del damaged[random.randrange(520, len(damaged)):]
        else:
            for _ in range(8):
                damaged[random.randrange(520, len(damaged))] = random.choice((0, 1, 127, 128, 255))
        with open(os.path.join(runner.folder, "damaged.mat"), "wb") as out:
            out.write(damaged)
        status, output, messages = runner.run('try\n  x = load("damaged.mat")\n  print "read"\ncatch ex\n  print '
                                              'ex\nend\n')
        if status != 0 or ("load: can't read" not in output and (number % 4 == 0 or output.strip() != "read")):
            raise Failed(f"{number}: {status} {output} {messages}")


def main():
    failed = False
    random.seed(5)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(os.path.abspath(sys.argv[1]), folder)
        tests = [(f"{name}, disk full", lambda name=name: check_full(runner, name)) for name in WRITERS]
        tests += [(f"{name}, killed", lambda name=name: check_kill(runner, name)) for name in WRITERS]
        options = can_mount(folder)
        if options:
            tests += [(f"{name}, no space left", lambda name=name: check_full_disk(runner, name, options))
                      for name in WRITERS]
        tests += [("links and rights", lambda: check_link(runner)), ("version 1", lambda: check_version(runner)),
                  ("damage", lambda: check_damage(runner)), ("a file of another program", lambda: check_matlab(runner)),
                  ("a file of version 7.3", lambda: check_version_73(runner))]
        skipped = [] if options else [f"{name}, no space left" for name in WRITERS]
        print(f"1..{len(tests) + len(skipped)}")
        for number, name in enumerate(skipped, len(tests) + 1):
            print(f"ok {number} - {name} # SKIP no disk can be mounted here")
        for number, (name, test) in enumerate(tests, 1):
            try:
                test()
                print(f"ok {number} - {name}")
            except (Failed, OSError) as problem:
                failed = True
                print(f"not ok {number} - {name}\n# " + str(problem).replace("\n", "\n# "))
    sys.exit(failed)


main()
