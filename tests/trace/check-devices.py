#!/usr/bin/env python3
"""One program on two devices, statement by statement: values, the largest difference, times.

check-devices.py REDSHIFT_CLI
SPDX-License-Identifier: Apache-2.0
"""
import csv
import fcntl
import io
import json
import math
import os
import pty
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios

CLI = os.path.abspath(sys.argv[1])


def run(*arguments, status=0):
    done = subprocess.run([CLI, *arguments], capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-1000:], done.stderr[-3000:])
    return done


def write(folder, text, name="p"):
    path = os.path.join(folder, name + ".q")
    with open(path, "w") as file:
        file.write(text)
    return path


def compare(folder, text, devices, *options):
    """Rows of the report by (line, variable): what both devices say, the first one first."""
    program, trace = write(folder, text), os.path.join(folder, "p.rstrace")
    done = run("run", "--compare-devices", devices, "--profile", trace, *options, program)
    found = {}
    for row in json.loads(run("trace", "devices", "--json", trace).stdout):
        found.setdefault((int(row["place"].rsplit(":", 1)[1]), row["variable"]), []).append(row)
    return found, done, trace


def second_device():
    devices = json.loads(run("devices", "--json").stdout)
    names = [device["name"] for device in devices if device["name"].startswith("opencl") and device["usable"]]
    return names[0] if names else None


PROGRAM = """function y = twice(x)
  y = 2 * x
end
function [] = main()
  a = rand(40, 50)
  b = twice(a)
  s = 0.0
  x = rand(20000)
  for i = 0..19999
    s += x[i]
  end
  c = complex(a, b)
  n = 3
  k = 0
  while k < 4
    b = b + 1
    k += 1
  end
  m = a .* 0
  m[2, 3] = 0/0
  m[1, 1] = -5
  print "end"
end
"""


def check_equal(folder, first, second):
    """What both devices agree about, against what it has to be; output comes once."""
    found, done, trace = compare(folder, PROGRAM, f"{first},{second}")
    assert done.stdout == "end\n", done.stdout
    for key, rows in found.items():
        assert rows[-1]["verdict"] == "" or rows[-1]["verdict"].startswith("in a loop, not reached on "), (key, rows)
        assert all(row["total_ns"] >= row["fastest_ns"] > 0 for row in rows), (key, rows)
    expected = {(2, "y"), (5, "a"), (6, "b"), (7, "s"), (8, "x"), (9, "s"), (12, "c"), (13, "n"), (14, "k"), (15, "b"),
                (15, "k"), (16, "b"), (17, "k"), (19, "m"), (20, "m"), (21, "m")}
    assert expected <= set(found) <= expected | {(10, "s")}, sorted(found)
    for key in expected:
        assert [row["device"] for row in found[key]] == [first, second], (key, found[key])
    a, b, c = (found[key][0] for key in ((5, "a"), (6, "b"), (12, "c")))
    assert (b["minimum"], b["maximum"], b["times"]) == (2 * a["minimum"], 2 * a["maximum"], 1), (a, b)
    assert math.isclose(b["mean"], 2 * a["mean"], rel_tol=1e-6), (a, b)
    assert math.isclose(c["mean"], 1.5 * a["mean"], rel_tol=1e-6), (a, c)
    for row in found[17, "k"]:
        assert (row["times"], row["minimum"], row["maximum"], row["mean"]) == (4, 1, 4, 2.5), row
    for row in found[21, "m"]:
        assert (row["nan"], row["minimum"], row["maximum"]) == (1, -5, 0), row
        assert math.isclose(row["mean"], -5 / 1999), row
    assert [row["difference"] for row in found[21, "m"]] == [None, 0], found[21, "m"]
    # In the order of the text, though `twice` ends before the line that calls it.
    lines = [line for line, _ in found]
    assert lines == sorted(lines), lines
    sums = found[9, "s"]
    assert math.isclose(sums[0]["mean"], found[8, "x"][0]["mean"] * 20000, rel_tol=1e-4), sums
    assert sums[1]["relative"] < 1e-4
    return found, trace


# The second run finds the file of the first: it plants a difference in one element, at one time, and in the way.
PLANTED = """function [] = main()
  f = fopen("FOLDER/mark", "a")
  fprintf(f, "x")
  fclose(f)
  f = fopen("FOLDER/mark", "r")
  was_here = fgets(f) != "x"
  fclose(f)
  z = ones(30, 40)
  for t = 1..5
    z = z * 2
    if was_here && t == 4
      z[7, 11] = 20
    endif
  end
  w = zeros(5 + was_here)
  u = zeros(9)
  if was_here
    u[4] = 0/0
  endif
  v = sum(u)
  o = ones(8)
end
"""


def check_planted(folder, first, second):
    """It is found at its line, with its place; so are NaN, other sizes and lines that only one device came to."""
    mark = os.path.join(folder, "mark")
    if os.path.exists(mark):
        os.remove(mark)
    text = PLANTED.replace("FOLDER", folder)
    found, done, _ = compare(folder, text, f"{first},{second}")
    last = {key: rows[-1] for key, rows in found.items()}
    assert last[6, "was_here"]["verdict"] == "differs", last[6, "was_here"]
    planted = last[12, "z"]
    assert planted["verdict"] == f"in a loop, not reached on {first}" and planted["times"] == 1, planted
    after = last[10, "z"]
    assert (after["verdict"], after["difference"], after["relative"]) == ("differs", 8, 0.2), after
    assert after["where"] == "[7, 11], time 5: 32, 40", after
    whole = last[9, "z"]
    assert (whole["verdict"], whole["where"]) == ("differs", "[7, 11], time 1: 32, 40"), whole
    assert last[15, "w"]["verdict"] == "other size" and last[15, "w"]["difference"] is None, last[15, "w"]
    assert (last[18, "u"]["verdict"], last[18, "u"]["nan"]) == (f"not reached on {first}", 1), last[18, "u"]
    assert (last[20, "v"]["verdict"], last[20, "v"]["difference"]) == ("differs", "inf"), last[20, "v"]
    assert last[21, "o"]["verdict"] == "" and last[21, "o"]["difference"] == 0, last[21, "o"]
    assert "beyond the tolerance of 0.0001" in done.stderr, done.stderr
    assert any("p.q:10" in line and "differs" in line for line in done.stderr.splitlines()), done.stderr


# The same for values in cells and objects, for texts, and for arrays of as many numbers and other sizes.
CONTAINERS = """type point : mutable class
  x : scalar
  tags
end
function [] = main()
  f = fopen("FOLDER/mark", "a")
  fprintf(f, "x")
  fclose(f)
  f = fopen("FOLDER/mark", "r")
  was_here = int(fgets(f) != "x")
  fclose(f)
  shape = zeros(4 + 4*was_here, 8 - 4*was_here)
  turned = {ones(3, 2 - was_here), 1}
  c = {1, {ones(4, 5), "seven"}, 3}
  c[1][0][2, 3] = 1 + was_here
  t = was_here == 1 ? "a tree" : "a house"
  p = point(x:=1, tags:={"one", 2})
  p.x = 3 + was_here
  p.tags[0] = t
  same = {p.tags[1], {ones(3, 3), "text"}, complex(1, 2)}
  loop = cell(2)
  loop[0] = loop
  loop[1] = 5 + was_here
  k = 0
  kept = {-1, -1, -1}
  while k < 3
    kept[k] = k + was_here*(k == 2)
    k += 1
  end
end
"""


def check_containers(folder, first, second):
    """Cells, objects and texts are compared by value, with the place of the largest difference in them."""
    mark = os.path.join(folder, "mark")
    if os.path.exists(mark):
        os.remove(mark)
    found, _, _ = compare(folder, CONTAINERS.replace("FOLDER", folder), f"{first},{second}")
    last = {key: rows[-1] for key, rows in found.items()}

    def told(line, name):
        row = last[line, name]
        return row["verdict"], row["difference"], row["where"]

    assert told(12, "shape") == ("other size", None, ""), last[12, "shape"]
    assert told(13, "turned") == ("other size", None, ""), last[13, "turned"]
    assert told(14, "c") == ("", 0, ""), last[14, "c"]
    assert (last[14, "c"]["minimum"], last[14, "c"]["maximum"]) == (1, 3), last[14, "c"]
    assert told(15, "c") == ("differs", 1, "[1][0][2, 3], time 1: 1, 2"), last[15, "c"]
    assert last[15, "c"]["relative"] == 0.5, last[15, "c"]
    assert told(16, "t") == ("differs", "inf", 'time 1: "a house", "a tree"'), last[16, "t"]
    assert last[16, "t"]["minimum"] is None, last[16, "t"]
    assert told(17, "p") == ("", 0, ""), last[17, "p"]
    assert told(18, "p") == ("differs", 1, ".x, time 1: 3, 4"), last[18, "p"]
    assert told(19, "p") == ("differs", "inf", '.tags[0], time 1: "a house", "a tree"'), last[19, "p"]
    assert told(20, "same") == ("", 0, ""), last[20, "same"]
    assert told(22, "loop")[0] == "", last[22, "loop"]
    assert told(23, "loop") == ("differs", 1, "[1], time 1: 5, 6"), last[23, "loop"]
    assert told(26, "kept") == ("differs", 1, "[2], time 1: 2, 3"), last[26, "kept"]
    if (27, "kept") in last:
        assert told(27, "kept") == ("differs", 1, "[2], time 3: 2, 3"), last[27, "kept"]


def check_tolerance(folder, first, second):
    """Sums in another order differ by little: with the tolerance it is told, or not."""
    text = "x = rand(1000000)\ns = 0.0\nfor i = 0..999999\n  s += sin(x[i])\nend\n"
    found, _, _ = compare(folder, text, f"{first},{second}")
    row = found[3, "s"][1]
    assert row["verdict"] == "" and 0 < row["relative"] < 1e-4, row
    assert math.isclose(row["difference"], row["relative"] * row["maximum"], rel_tol=1e-3), row
    found, done, _ = compare(folder, text, f"{first},{second}", "--tolerance", "1e-15")
    assert found[3, "s"][1]["verdict"] == "differs" and "tolerance of 1e-15" in done.stderr, (found, done.stderr)


def check_tables(folder, trace):
    """CSV has what JSON has; the page has the table, that of another trace has not, whose report says what to do."""
    rows = json.loads(run("trace", "devices", "--json", trace).stdout)
    table = list(csv.reader(io.StringIO(run("trace", "devices", "--csv", trace).stdout)))
    assert table[0] == list(rows[0]) and len(table) == len(rows) + 1, table[0]
    assert [line[1] for line in table[1:]] == [row["variable"] for row in rows]
    page = os.path.join(folder, "p.html")
    run("trace", "report", "-o", page, trace)
    assert "<h2>Two devices side by side</h2>" in open(page).read()
    other = os.path.join(folder, "q.rstrace")
    run("run", "-d", "interp", "--profile", other, write(folder, "a = 1\n", "q"))
    run("trace", "report", "-o", page, other)
    assert "Two devices" not in open(page).read()
    done = run("trace", "devices", other)
    assert "--compare-devices" in done.stderr and len(done.stdout.splitlines()) == 1, done


def read_terminal(columns, *arguments):
    """What a command writes on a terminal of that width."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    with subprocess.Popen([CLI, *arguments], stdin=follower, stdout=follower, stderr=follower) as process:
        os.close(follower)
        text = b""
        try:
            while block := os.read(leader, 65536):
                text += block
        except OSError:  # the other side is closed
            pass
    os.close(leader)
    assert process.returncode == 0, text
    return text.decode().splitlines()


def check_narrow(folder):
    """On a terminal the table has no line that is wider: what does not fit stands below, behind the place, the
    variable and the device again."""
    program = write(folder, "x = rand(100,100)\ny = x * 2\nlong_name_of_a_sum = sum(y)\n", "narrow")
    lines = read_terminal(80, "run", "--compare-devices", "interp,cpu", program)
    table = [line for line in lines if "narrow.q:" in line or line.startswith("place")]
    titles = [line for line in table if line.startswith("place")]
    assert len(titles) > 1 and all(line.split()[:3] == ["place", "variable", "device"] for line in titles), lines
    assert max(len(line) for line in table) <= 80, lines
    words = " ".join(titles).split()
    for title in ("verdict", "times", "total", "fastest", "minimum", "maximum", "mean", "difference", "relative",
                  "where"):
        assert words.count(title) == 1, (title, titles)
    assert all(len([line for line in table if f"narrow.q:3  long_name_of_a_sum  {device}" in line]) == len(titles)
               for device in ("interp", "cpu   ")), table
    wide = [line for line in read_terminal(300, "run", "--compare-devices", "interp,cpu", program)
            if line.startswith("place")]
    assert len(wide) == 1, wide


def check_hostile(folder, trace):
    """Texts that are none of ours end the table, and nothing else."""
    draw = random.Random(7)
    for _ in range(30):
        broken = os.path.join(folder, "broken.rstrace")
        shutil.copy(trace, broken)
        base = sqlite3.connect(broken)
        name = draw.choice(["compared", "compared 1", "compared 3"])
        text = base.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()[0]
        fields = text.split("\t")
        k = draw.randrange(len(fields))
        fields[k:k + draw.randrange(2)] = draw.choice([[], ["x" * 100000], ["-1"], ["1e999"], ["\x1b[31m"], ["nan"],
                                                       ["9" * 40]])
        base.execute("UPDATE meta SET value = ? WHERE name = ?", ("\t".join(fields), name))
        base.commit()
        base.close()
        done = run("trace", "devices", "--json", broken)
        json.loads(done.stdout)
        assert "\x1b" not in run("trace", "devices", broken).stdout


def check_mistakes(folder):
    program = write(folder, "a = 1\n")
    for options, text in ((["--compare-devices", "cpu"], "two devices"),
                          (["--compare-devices", "a,b,c"], "two devices"),
                          (["--compare-devices", "interp,nothing"], "there is no device \"nothing\""),
                          (["--compare-devices", "interp,cpu", "-d", "cpu"], "leave -d cpu out"),
                          (["--compare-devices", "interp,cpu", "--tolerance", "much"], "--tolerance takes"),
                          (["--tolerance", "1"], "goes with --compare-devices")):
        done = run("run", *options, program, status=2)
        assert text in done.stderr and done.stdout == "", (options, done.stderr)
    failing = write(folder, 'a = 1\nprint "begun"\nb = 2\nerror("it breaks")\n')
    done = run("run", "--compare-devices", "interp,interp", failing, status=1)
    assert done.stdout == "begun\n" and done.stderr.count("error: it breaks") == 1 and "p.q:3" in done.stderr, done


def check_pattern(folder):
    """The table is that of the file which %p makes."""
    program = write(folder, "a = ones(4, 4)\n")
    done = run("run", "--compare-devices", "interp,interp", "--profile", os.path.join(folder, "c-%p.rstrace"), program)
    assert "p.q:1" in done.stdout + done.stderr and "%p" not in done.stderr, done


def check_stopped(folder):
    """Ctrl+C in the first run: it ends, and no table is made up."""
    path = write(folder, "print \"begun\"\nk = 0.0\nwhile k >= 0\n  k += 1\nend\n", "endless")
    with subprocess.Popen([CLI, "run", "--compare-devices", "interp,cpu", path], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode != 0 and "comparison" not in err and "place" not in err, (process.returncode, err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        _, trace = check_equal(folder, "interp", "cpu")
        check_tables(folder, trace)
        check_narrow(folder)
        check_hostile(folder, trace)
        check_planted(folder, "cpu", "interp")
        check_containers(folder, "cpu", "interp")
        check_tolerance(folder, "interp", "cpu")
        check_mistakes(folder)
        check_pattern(folder)
        check_stopped(folder)
        other = second_device()
        if other is None:
            print("no OpenCL device: pairs with it are left out")
            return
        check_equal(folder, "cpu", other)
        check_planted(folder, other, "cpu")
        check_containers(folder, "cpu", other)


main()
