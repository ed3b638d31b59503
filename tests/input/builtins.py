#!/usr/bin/env python3
# Calls every built-in function with values that make no sense for it.
# SPDX-License-Identifier: Apache-2.0
"""usage: builtins.py REDSHIFT_CLI BUILTINS.DEF [SEED]

For each row of compiler/builtins.def one program calls the function with every single value of a list and with random
combinations of them. Each call has to give a value or raise an error that names the function: no crash, no hang, no
allocation of absurd size. Reports in TAP."""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

VALUES = ["[]", "1", "-1", "0", "2.5", "nan", "inf", "-inf", "1e18", "-1e18", "9007199254740993", "[1,2,3]", "[-1,2]",
          "[1e9,1e9,1e9]", "zeros(0,3)", "zeros(2,0,2)", "ones(2,3)", "ones(2,2,2)", "nan*ones(2,2)", '"text"', '""',
          '{1,"a"}', "{}", "complex(1,2)", "complex(ones(2,2),ones(2,2))", "(x -> x)", "1..0", "1..5", "true",
          "mat[uint8](2,2)", "cell(2,2)", "zeros(1,1,1,1,2)", "[0,0]", "1e5", '"%d %s %q %999999d"',
          '"/nonexistent/x"']
# These wait, write files, end the program, need a kernel or read a type or a word instead of a value.
LEFT_OUT = {"PAUSE", "HOLD", "PARALLEL_DO", "SHARED", "SHARED_ZEROS", "SYNCTHREADS", "MEMFENCE", "ERROR", "SAVE", "IMWRITE", "CSVWRITE", "FOPEN",
            "TYPE", "MAXVALUE", "MINVALUE", "CAST", "EVAL"}
RANDOM_CALLS = 120
MEMORY_KIB = 16_000_000
TIMEOUT = 60


def rows(path):
    text = open(path, encoding="utf-8").read()
    pattern = r'RS_BUILTIN \((\w+), "(\w+)", (-?\d+), (-?\d+), ([^,]+), (\w+),'
    for name, word, fewest, most, flags, result in re.findall(pattern, text):
        flags = {flag.strip() for flag in flags.split("|")}
        if name not in LEFT_OUT and "N" not in flags and "H" in flags:
            yield word, int(fewest), int(most), flags, result


def calls(fewest, most):
    most = min(most if most >= 0 else fewest + 3, 4)
    for n in range(fewest, most + 1):
        if n <= 1:
            yield from itertools.product(VALUES, repeat=n)
        else:
            for _ in range(RANDOM_CALLS):
                yield tuple(random.choice(VALUES) for _ in range(n))


def program(word, fewest, most, result):
    lines = []
    for values in calls(fewest, most):
        if word.endswith("_do") and values and values[-1] == "(x -> x)":
            continue  # refused before the program runs
        call = f"{word}({', '.join(values)})"
        assigned = "" if result == "RS_RESULT_NOTHING" else "r = "
        quoted = call.replace('"', "'")
        lines.append(f'print "@{quoted}"\ntry\n  {assigned}{call}\ncatch ex\n  printf("E %s", ex)\nendtry')
    return "\n".join(lines) + '\nprint "done"\n'


def problem(cli, folder, word, fewest, most, flags, result):
    path = os.path.join(folder, word + ".q")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program(word, fewest, most, result))
    limited = ["sh", "-c", 'ulimit -v "$1"; shift; exec "$@"', "sh"]
    # A sanitized build reserves more address space than any limit allows.
    limit = "unlimited" if os.environ.get("ASAN_OPTIONS") is not None else str(MEMORY_KIB)
    try:
        run = subprocess.run([*limited, limit, cli, "run", "-d", "interp", path], capture_output=True, cwd=folder,
                             stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired as late:
        started = re.findall(r"^@.*", (late.stdout or b"").decode("utf-8", "replace"), re.M)
        return f"no end after {TIMEOUT} s, in {started[-1:]}"
    lines = run.stdout.decode("utf-8", "replace").split("\n")
    started = ""
    for line in lines:
        started = line if line.startswith("@") else started
        if line.startswith("E ") and "S" not in flags and not re.search(rf"\b{word}\b", line):
            return f"{started} raises an error that does not name the function: {line}"
    if run.returncode != 0 or "done" not in lines:
        return f"status {run.returncode} in {started}: {run.stderr.decode('utf-8', 'replace')[-300:]}"
    return None


def main():
    cli, table = os.path.abspath(sys.argv[1]), sys.argv[2]
    random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    functions = list(rows(table))
    print(f"1..{len(functions)}")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for number, function in enumerate(functions, 1):
            reason = problem(cli, folder, *function)
            print(f"{'not ok' if reason else 'ok'} {number} - {function[0]}")
            if reason:
                failed = True
                print("# " + reason.replace("\n", "\n# "))
    sys.exit(failed)


main()
