#!/usr/bin/env python3
# Texts of numbers as other programs write them, read with csvread.
# SPDX-License-Identifier: Apache-2.0
"""usage: csv.py REDSHIFT_CLI

Each text has to give its rows and headings, or the error that names place and text; the same without the last end of
line, with \\r\\n and \\r, and behind a byte order mark. Reports in TAP."""
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
NAN = float("nan")

# name: text, further arguments, rows, headings
GOOD = {
    "commas": ("1,2\n3,4\n", "", [[1, 2], [3, 4]], []),
    "semicolons": ("1;2\n3;4\n", "", [[1, 2], [3, 4]], []),
    "tabs": ("1\t2\n3\t4\n", "", [[1, 2], [3, 4]], []),
    "blanks": ("1 2\n 3   4 \n", "", [[1, 2], [3, 4]], []),
    "blanks and tabs": ("1 2\t 3\n4\t5 6\n", "", [[1, 2, 3], [4, 5, 6]], []),
    "commas and blanks": ("1, 2,\t3\n 4 , 5, 6\n", "", [[1, 2, 3], [4, 5, 6]], []),
    "one column": ("1.5\n-2\n+3e2\n", "", [[1.5], [-2], [300]], []),
    "decimal commas": ("1,5;2\n-0,25;1,5e3\n", "", [[1.5, 2], [-0.25, 1500]], []),
    "decimal points and semicolons": ("1.5;2\n", "", [[1.5, 2]], []),
    "decimal commas of one column": ("1,5\n2,25\n", ', ";"', [[1.5], [2.25]], []),
    "decimal commas that look like columns": ("1,5\n2,25\n", "", [[1, 5], [2, 25]], []),
    "quotes": ('"1","2"\n"3.5", "4" \n', "", [[1, 2], [3.5, 4]], []),
    "decimal commas in quotes": ('"1,5";"2"\n', "", [[1.5, 2]], []),
    "headings": ("time,level\n1,2\n", "", [[1, 2]], ["time", "level"]),
    "headings in quotes": ('"a, b","say ""c""",""\n1,2,3\n', "", [[1, 2, 3]], ["a, b", 'say "c"', ""]),
    "headings over two lines": ('"a\nb",c\n1,2\n', "", [[1, 2]], ["a\nb", "c"]),
    "first heading is empty": (",a,b\n0,1.5,2\n", "", [[0, 1.5, 2]], ["", "a", "b"]),
    "headings with blanks over tabs": ("time [s]\tlevel one\n1\t2\n", "", [[1, 2]], ["time [s]", "level one"]),
    "headings with commas over semicolons": ("speed, in m/s;level\n1,5;2\n", "", [[1.5, 2]],
                                             ["speed, in m/s", "level"]),
    "headings over blanks": ("time level\n1 2\n", "", [[1, 2]], ["time", "level"]),
    "empty fields": ("1,,3\n,5,\n", "", [[1, 0, 3], [0, 5, 0]], []),
    "empty fields between tabs": ("1\t\t3\n\t5\t\n", "", [[1, 0, 3], [0, 5, 0]], []),
    "short rows": ("1,2\n\n  \n3\n", "", [[1, 2], [3, 0]], []),
    "no number": ("1,NaN\nNA,inf\n", "", [[1, NAN], [NAN, float("inf")]], []),
    "lines passed over": ("a;b\n%\n1;2,5\n", ", 2", [[1, 2.5]], []),
    "lines and separator": ("a\n1:2\n", ', 1, ":"', [[1, 2]], []),
    "tab is named": ("1\t2\n", r', "\t"', [[1, 2]], []),
    "blank is named": ("1 2  3\n", ', " "', [[1, 2, 3]], []),
    "comma is named": ("1,2\n", ', ","', [[1, 2]], []),
    "digits": ("0.1,1e-300,16777217,123456789012\n", "", [[0.1, 1e-300, 16777217, 123456789012]], []),
    "nothing": ("", "", [], []),
    "blank lines": (" \n\t\n", "", [], []),
}

# name: text, further arguments, line:column, what is no number
BAD = {
    "word": ("1,2\n3,four\n", "", "2:3", "four"),
    "word behind a number": ("3,4abc\n", "", "1:3", "4abc"),
    "half a number": ("1e5x,2\n", "", "1:1", "1e5x"),
    "date": ("2024-01-05,7\n", "", "1:1", "2024-01-05"),
    "time": ("0,12:30\n", "", "1:3", "12:30"),
    "date between semicolons": ("5;2024-01-05\n", "", "1:3", "2024-01-05"),
    "two numbers in a field": ("1,2 3\n", "", "1:3", "2 3"),
    "other separator later": ("1,2\n" * 30 + "3;4\n", "", "31:1", "3;4"),
    "decimal comma and point": ("1,5;2\n3.5;4\n", "", "2:1", "3.5"),
    "two decimal signs": ("1;2.000,5\n", "", "1:3", "2.000,5"),
    "quote is not closed": ('1,"2\n3,4\n', "", "1:3", "2..."),
    "dates alone": ("2024-01-05,12:30\n", "", "1:1", "2024-01-05"),
    "behind a quote": ('1,"2"3x\n', "", "1:3", "23x"),
    "second line of headings": ("a,b\nm,s\n1,2\n", "", "2:1", "m"),
    "one of the headings is a number": ("a,2020\n1,2\n", "", "1:1", "a"),
    "comma is named": ("1;2\n", ', ","', "1:1", "1;2"),
    "zero byte": ("1,2\0 3\n", "", "1:3", None),
    "signs alone": ("1,-\n", "", "1:3", "-"),
    "characters are counted": ("ä,b\n1,é\n", "", "2:3", "é"),
}


def program(file, arguments):
    return (f'[x, h] = csvread("{file}"{arguments})\nprint size(x)\n'
            'for i=0..size(x,0)-1\n  for j=0..size(x,1)-1\n    printf("%.17g", x[i,j])\n  end\nend\n'
            'for i=0..numel(h)-1\n  print "<", h[i], ">"\nend\n')


def run(text, arguments, folder):
    with open(os.path.join(folder, "t.csv"), "wb") as out:
        out.write(text)
    with open(os.path.join(folder, "t.q"), "w", encoding="utf-8") as out:
        out.write(program("t.csv", arguments))
    return subprocess.run([CLI, "run", "--double", "t.q"], cwd=folder, capture_output=True, text=True, timeout=60,
                          check=False)


def check_good(folder, text, arguments, rows, headings):
    result = run(text, arguments, folder)
    assert result.returncode == 0, result.stderr
    wanted = [f"[ {len(rows)}, {len(rows[0]) if rows else 0}]"]
    wanted += [("nan" if x != x else "%.17g" % x) for row in rows for x in row]
    wanted += "".join(f"<{heading}>\n" for heading in headings).splitlines()
    got = result.stdout.splitlines()
    assert got == wanted, f"wanted {wanted}, got {got}"


def check_bad(folder, text, arguments, place, what):
    result = run(text, arguments, folder)
    shown = f'csvread: t.csv:{place}: "{what}" is no number' if what is not None else f"csvread: t.csv:{place}: "
    assert result.returncode == 1 and shown in result.stderr, (
        f"wanted {shown!r}, got {result.returncode} {result.stderr}")


def variants(text):
    data = text.encode()
    yield data
    yield data.removesuffix(b"\n")
    yield data.replace(b"\n", b"\r\n")
    yield data.replace(b"\n", b"\r")
    yield b"\xef\xbb\xbf" + data


def main():
    failed = False
    tests = [(name, check_good, case) for name, case in GOOD.items()] + [(name, check_bad, case) for name,
        case in BAD.items()]
    print(f"1..{len(tests)}")
    for number, (name, check, (text, *rest)) in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                for data in variants(text):
                    check(folder, data, *rest)
                print(f"ok {number} - {name}")
            except (AssertionError, subprocess.TimeoutExpired) as problem:
                failed = True
                print(f"not ok {number} - {name}\n# " + str(problem).replace("\n", "\n# "))
    sys.exit(failed)


main()
