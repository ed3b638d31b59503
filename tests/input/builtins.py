#!/usr/bin/env python3
# Calls every built-in function with values that make no sense for it.
# SPDX-License-Identifier: Apache-2.0
"""usage: builtins.py REDSHIFT_CLI BUILTINS.DEF [PART [SEED]]

For each row of compiler/builtins.def one program calls the function with every single value of a list, with random
combinations of them, and as its example does but for one argument, which takes every value of the list in turn. Each
call has to give a value or raise an error that names the function: no crash, no hang, no allocation of absurd size.
Calls with one argument too few or too many have to be errors before the run. PART: as K/N of ../parts.py. Reports in
TAP."""
import ast
import functools
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from parts import part_of  # noqa: E402

VALUES = ["[]", "1", "-1", "0", "2.5", "nan", "inf", "-inf", "1e18", "-1e18", "9007199254740993", "1e300", "[1,2,3]",
          "[-1,2]",
          "[nan,inf]", "[1e9,1e9,1e9]", "zeros(0,3)", "zeros(3,0)", "zeros(2,0,2)", "ones(2,3)", "ones(2,2,2)",
          "nan*ones(2,2)",
          '"text"', '""', '{1,"a"}', "{}", "complex(1,2)", "complex(ones(2,2),ones(2,2))", "(x -> x)", "1..0", "1..5",
          "true",
          "mat[uint8](2,2)", "cell(2,2)", "zeros(1,1,1,1,2)", "[0,0]", "1e5", '"%d %s %q %999999d"',
          '"/nonexistent/x"', "object()"]
# These do as they are told: their errors are about what they are told, and some take as long as they are told.
OTHER_ERRORS = {"error", "eval"}
LONG = {"pause": {"inf", "1e18", "9007199254740993", "1e300", "1e5"}}
STRING = r'"(?:[^"\\]|\\.)*"'
TEXT = rf"{STRING}(?:\s*{STRING})*"
ROW = re.compile(rf'^RS_BUILTIN \((\w+), "(\w+)", (-?\d+), (-?\d+), ([^,]+), (\w+),\s*{TEXT},\s*{TEXT},\s*({TEXT}),',
                 re.M)
RANDOM_CALLS = 120
MEMORY_KIB = 4_000_000
TIMEOUT = 60


def rows(path):
    text = open(path, encoding="utf-8").read()
    for name, word, fewest, most, flags, result, example in ROW.findall(text):
        flags = {flag.strip() for flag in flags.split("|")}
        if "N" not in flags and "H" in flags:
            example = "".join(ast.literal_eval(part) for part in re.findall(STRING, example))
            yield word, int(fewest), int(most), flags, result, example


def calls(fewest, most):
    most = min(most if most >= 0 else fewest + 3, 4)
    for n in range(fewest, most + 1):
        if n <= 1:
            yield from itertools.product(VALUES, repeat=n)
        else:
            for _ in range(RANDOM_CALLS):
                yield tuple(random.choice(VALUES) for _ in range(n))


def arguments_of(text, start):
    """The arguments of the call whose bracket opens before start, and the position behind it; None when it goes on in
    the next line."""
    found, depth, first, quoted = [], 0, start, False
    for i in range(start, len(text)):
        c = text[i]
        if c == '"':
            quoted = not quoted
        if quoted:
            continue
        if (c == "," or c == ")") and depth == 0:
            found.append(text[first:i].strip())
            first = i + 1
        if c == ")" and depth == 0:
            return found, i + 1
        depth += (c in "([{") - (c in ")]}")
        if c == "\n":
            break
    return None


def without_functions(example):
    """The lines outside and those inside of function definitions."""
    parts, is_inside = ([], []), False
    for line in example.split("\n"):
        is_inside |= line.startswith("function")
        parts[is_inside].append(line)
        is_inside &= not line.startswith("end")
    return parts


def spoiled_examples(word, lines):
    """The lines of an example with each argument of a call replaced by each value."""
    for number, line in enumerate(lines):
        for call in re.finditer(rf"\b{word} ?\(", line):
            taken = arguments_of(line, call.end())
            if taken is None or taken[0] == [""] or line.startswith((" ", "repeat", "until", "for")):
                continue
            for i, value in itertools.product(range(len(taken[0])), VALUES):
                values = list(taken[0])
                values[i] = value
                yield lines[:number], f"{line[:call.end()]}{', '.join(values)}{line[taken[1] - 1:]}"


def attempt(label, statements):
    quoted = label.replace('"', "'").replace("%", "%%")
    body = "\n".join("  " + statement for statement in statements)
    return f'print "@{quoted}"\ntry\n{body}\ncatch ex\n  printf("E %s", ex)\nend'


def attempts(word, fewest, most, result, example):
    """The functions that they need, and programs that call the function once."""
    pieces = []
    for values in calls(fewest, most):
        if not LONG.get(word, set()) & set(values):
            call = f"{word}({', '.join(values)})"
            pieces.append(attempt(call, [call if result == "RS_RESULT_NOTHING" else "r = " + call]))
    outside, functions = without_functions(example)
    for before, line in spoiled_examples(word, outside):
        if not any(value in line for value in LONG.get(word, ())):
            pieces.append(attempt(line, [*before, line]))
    return [re.sub(r"\bendfunction$", "end", line) for line in functions], pieces


def problem_of_counts(cli, folder, word, fewest, most):
    """Calls with too few and too many arguments, which are errors before the run."""
    for n in [fewest - 1] * (fewest > 0) + [most + 1] * (most >= 0):
        path = os.path.join(folder, "count.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{word}({', '.join(['1'] * n)})\n")
        run = subprocess.run([cli, "check", path], capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if run.returncode != 2 or not re.search(rf"error: .*\b{word}\b", run.stdout + run.stderr):
            return f"{n} arguments: status {run.returncode}: {run.stderr}{run.stdout}"
    return None


@functools.cache
def is_sanitized(cli):
    """A build with AddressSanitizer, which reserves more address space than any limit allows."""
    with open(cli, "rb") as file:
        return b"__asan_init" in file.read()


def run_program(cli, folder, word, text):
    path = os.path.join(folder, word + ".q")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    limited = ["sh", "-c", 'ulimit -v "$1"; shift; exec "$@"', "sh"]
    limit = "unlimited" if is_sanitized(cli) else str(MEMORY_KIB)
    return subprocess.run([*limited, limit, cli, "run", "-d", "interp", "--no-windows", path], capture_output=True,
                          cwd=folder,
                          stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)


def problem_of_output(word, flags, output):
    started = ""
    for line in output.split("\n"):
        started = line if line.startswith("@") else started
        names_it = "S" in flags or word in OTHER_ERRORS or re.search(rf"\b{word}\b", line)
        if line.startswith("E ") and not names_it and re.match(rf"@{word}\(", started):
            return f"{started} raises an error that does not name the function: {line}"
    return None


def problem_of_calls(cli, folder, word, flags, functions, pieces):
    """All in one program; where one of them is an error before the run, each in its own."""
    run = run_program(cli, folder, word, "\n".join([*functions, *pieces, 'print "done"\n']))
    output = run.stdout.decode("utf-8", "replace")
    if run.returncode == 2 and len(pieces) > 1:
        half = len(pieces) // 2
        return (problem_of_calls(cli, folder, word, flags, functions, pieces[:half])
                or problem_of_calls(cli, folder, word, flags, functions, pieces[half:]))
    refused = run.returncode == 2 and b": error: " in run.stderr
    if not refused and (run.returncode != 0 or not output.endswith("done\n")):
        started = re.findall(r"^@.*", output, re.M)[-1:]
        return f"status {run.returncode} in {started}: {run.stderr.decode('utf-8', 'replace')[-3000:]}"
    return problem_of_output(word, flags, output)


def problem(cli, folder, word, fewest, most, flags, result, example):
    functions, pieces = attempts(word, fewest, most, result, example)
    try:
        return problem_of_calls(cli, folder, word, flags, functions, pieces) or problem_of_counts(cli, folder, word,
                                                                                                  fewest, most)
    except subprocess.TimeoutExpired as late:
        started = re.findall(r"^@.*", (late.stdout or b"").decode("utf-8", "replace"), re.M)
        return f"no end after {TIMEOUT} s, in {started[-1:]}"


def main():
    cli, table = os.path.abspath(sys.argv[1]), sys.argv[2]
    random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    functions = part_of(list(rows(table)), sys.argv[3] if len(sys.argv) > 3 else "0/1")
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
