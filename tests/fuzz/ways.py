#!/usr/bin/env python3
# Random expressions, computed in every way in which the language can: bits are compared.
# SPDX-License-Identifier: Apache-2.0
"""usage: ways.py REDSHIFT_CLI [--seed N] [--seconds S | --rounds R] [--expressions N] [--keep DIR] [--show]

A round is a program of N expressions over numbers from VALUES and WHOLE (zeros of both signs, numbers that single
precision does not hold, NaN, infinities, a denormal one) and a few literals. Each is computed with

  scalar   numbers, in the virtual machine
  single   arrays of one element
  arrays   arrays of all numbers, in one expression
  kernel   a kernel function
  loop     a loop that may run in parallel
  serial   the same loop marked {!serial for}

on `interp` and on `cpu`, in single and in double precision, with COMPILER_EXACT_MATH and without. What is printed has
all digits.
Two results are the same when they have the same bits; NaN is NaN. Only what LANGUAGE.md licenses may differ:

  precision    Host scalars are double, and so are serial and interpreted loops; compiled loops, kernels and arrays have
  the
               selected precision: in single precision only ways of one precision are compared. What array
               expressions compute of numbers alone is the host's, and not tried. Expressions that join
               integer arrays with arrays of scalars are rounded at the end or after each operation.
  contraction  Of a*b+c, and mathematics within its ulp, without COMPILER_EXACT_MATH: such expressions have no products
  beside sums
               and no mathematics. Doubles (x + x) and divisions by literals are products, too.
  integers     A power of integers beyond 64 bits is a scalar in the virtual machine, and in compiled code where it is
  used as one: such
               powers become scalars at once. So do both sides of c ? x : y, as compiled code has them: an integer has
               no -0.
  zeros        A serial loop in single precision may take the smaller or larger of two zeros of different sign where one
  was rounded to 0.

S is processor time. A difference is printed with the seed that repeats it; --show writes the program. Status 1 when
there was one.
"""
import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

TIMEOUT = 600
VALUES = ["0.0", "-0.0", "1.0", "-1.0", "16777217.0", "2147483647.0", "nan_", "inf_", "-inf_", "1e-40", "-1e-40", "0.5",
          "-2.5", "3.0", "1e19", "-3e9"]
WHOLE = ["0", "1", "-1", "16777217", "2147483647", "-2147483648", "3", "-7", "2", "46341"]
LITERALS = ["0.0", "1.0", "-1.0", "2.0", "0.5", "0.25", "3.0", "(-0.0)"]
LITERAL_WHOLE = ["0", "1", "2", "-1", "3", "7", "16", "-4"]
LARGEST = 2**62 # of a whole number on the way: beyond 64 bits they wrap
NUMBERS = 260 # of each variable: loops of few iterations are interpreted

PRELUDE = """function y = text(v)
  y = sprintf("%.17g ", v)
endfunction
function [] = tell(way, v)
  s = ""
  {!interpreted for}
  for t=0..numel(v)-1
    s = s + text(v[t])
  endfor
  print way, " ", s
endfunction
"""


class Expression:
    """Text with the operators of numbers and of arrays; bound: the largest absolute value of a whole number, None of
    scalars."""

    def __init__(self, scalar, arrays, bound):
        self.scalar, self.arrays, self.bound = scalar, arrays, bound


class Maker:
    def __init__(self, rng, is_exact):
        self.rng, self.is_exact = rng, is_exact
        self.has_products = rng.random() < 0.5 # instead of sums, where products beside sums may be contracted
        self.joins = rng.random() < 0.5       # whole numbers and scalars
        self.is_mixed = False
        self.for_arrays = True

    def both(self, form, *operands, bound=None):
        names = [o.scalar for o in operands]
        plain, dotted = form.format(*names), form.replace(" * ", " .* ").replace(" / ", " ./ ").replace(" ^ ",
            " .^ ").format(*[o.arrays for o in operands])
        return Expression(plain, dotted, bound)

    def whole(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.15:
            if r.random() < 0.7:
                name = r.choice(["p", "q"])
                return Expression(name, name.upper(), 2**31)
            literal = r.choice(LITERAL_WHOLE)
            text = literal if literal[0] != "-" else f"({literal})"
            return Expression(text, text, abs(int(literal)))
        x, y = self.whole(depth - 1), self.whole(depth - 1)
        form = r.choice(["+", "-", "*", "mod", "min", "max", "int/", "floor/", "ceil/", "abs", "neg", "and", "or",
                         "xor", "square", "int", "if", "mask",
                         "int./", "sign", "clamp", "shift", "cube", "not", "same"])
        low, high = min(x.bound, y.bound), max(x.bound, y.bound)
        if form in "+-" and x.bound + y.bound < LARGEST:
            return self.both(f"({{}} {form} {{}})", x, y, bound=x.bound + y.bound)
        if form == "same":
            return self.both(r.choice(["({0} - {0})", "({0} * 0)", "(0 * {0})", "({0} * 1)", "({0} + 0)", "mod({0}, 1)",
                                       "int({0} / 1)", "({0} ^ 1)", "({0} ^ 0)"]), x, bound=max(1, x.bound))
        if form in ("*", "mask") and x.bound * y.bound < LARGEST:
            return self.both("({} * {})", x, y, bound=x.bound * y.bound)
        if form == "square" and x.bound**2 < LARGEST:
            return self.both("({} ^ 2)", x, bound=x.bound**2)
        if form == "cube" and x.bound**3 < LARGEST:
            return self.both("({} ^ 3)", x, bound=x.bound**3)
        if form in ("mod", "min", "max"):
            return self.both(f"{form}({{}}, {{}})", x, y, bound=high)
        if form in ("and", "or", "xor"):
            return self.both(f"{form}({{}}, {{}})", x, y, bound=2**(int(high).bit_length() + 1))
        if form == "not":
            return self.both("not({})", x, bound=x.bound + 1)
        if form in ("int/", "floor/", "ceil/", "int./"):
            return self.both(f"{form.rstrip('./')}({{}} {'.' if '.' in form else ''}/ {{}})".replace("./", "./")
                             if "." in form else f"{form[:-1]}({{}} / {{}})",
                             x, y, bound=x.bound + 1)
        if form == "abs":
            return self.both("abs({})", x, bound=x.bound)
        if form == "sign":
            return self.both("sign({})", x, bound=1)
        if form == "clamp":
            return self.both("clamp({}, {}, {})", x, self.whole(0), self.whole(0), bound=max(x.bound, 2**31))
        if form == "int" and self.joins:
            self.is_mixed = True
            inner = self.scalar(depth - 1)
            return self.both("int(min(max({}, -3e9), 3e9))" if r.random() < 0.5
                             else "min(max(int({}), -5000000000), 5000000000)", inner, bound=5 * 10**9)
        if form == "if":
            self.for_arrays = False
            return Expression(f"({self.condition(depth - 1)} ? {x.scalar} : {y.scalar})", "", high)
        return self.both("(-{})", x, bound=x.bound)

    def scalar(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.15:
            if r.random() < 0.75:
                name = r.choice(["a", "b"])
                return Expression(name, name.upper(), None)
            literal = r.choice(LITERALS)
            return Expression(literal if literal[0] != "-" else f"({literal})", literal if literal[0] != "-"
                              else f"({literal})", None)
        if self.joins and r.random() < 0.2:
            self.is_mixed = True
            x = self.whole(depth - 1)
        else:
            x = self.scalar(depth - 1)
        y = self.scalar(depth - 1)
        forms = ["({} / {})", "min({}, {})", "max({}, {})", "abs({})", "(-{})", "floor({})", "ceil({})", "round({})",
                 "sqrt({})", "if", "mask", "same", "sign({})",
                 "({} > {})", "({} == {})", "isnan({})", "saturate({})", "clamp({}, 0.0, {})"]
        if self.is_exact or self.has_products:
            forms += ["({} / 4.0)", "({} * {})", "({} * {})", "({} ^ 2)", "({} ^ 3)", "({} * 0.0)", "({} * 0)"]
        if self.is_exact or not self.has_products:
            forms += ["({} + {})", "({} - {})", "({} + 0.0)", "mod({}, {})", "frac({})"]
        if self.is_exact:
            forms += ["exp({})", "log({})", "sin({})", "atan2({}, {})", "({} ^ {})", "({} ^ 0.5)", "({} ^ (-1))",
                      "tanh({})", "hypot({}, {})", "cos({})", "exp2({})"]
        form = r.choice(forms)
        if not (self.is_exact or self.has_products):
            if form == "({} / {})" and not re.search("[a-z]", y.scalar):
                form = "min({}, {})"
            if form == "({} + {})" and x.scalar == y.scalar:
                form = "({} - {})"
        if self.joins and "^" in form:
            form = f"({form} / 1.0)"
        if form == "if":
            self.for_arrays = False
            x, y = ((e.scalar if e.scalar in "ab" else f"({e.scalar} / 1.0)") for e in (x, y)) # p has no -0
            return Expression(f"({self.condition(depth - 1)} ? {x} : {y})", "", None)
        if form == "mask":
            if not (self.is_exact or self.has_products):
                return self.both("min({}, {})", x, y)
            return self.both("(({} > {}) * {})", x, self.scalar(0), y)
        if form == "same":
            choices = ["min({0}, {0})", "({0} / {0})", "({0} / 1.0)", "({0} / 1)"]
            if self.is_exact or self.has_products:
                choices += ["({0} + {0})", "({0} * 1.0)", "({0} * 1)", "(0.0 * {0})", "({0} ^ 1)", "({0} ^ 0)"]
            if self.is_exact or not self.has_products:
                choices += ["({0} - {0})", "(0.0 - {0})", "({0} - 0.0)", "({0} + 0)"]
            return self.both(r.choice(choices), y)
        if not re.search(r"\b[abpq]\b", x.scalar + y.scalar): # of numbers alone it is the host's in array expressions
            x, y = Expression("a", "A", None), Expression("b", "B", None) # not the same: x + x is a product
        return self.both(form, x, y) if form.count("{}") > 1 else self.both(form, y if form[0] != "(" else x)

    def condition(self, depth):
        r = self.rng
        if r.random() < 0.5 and self.joins:
            x, y = self.whole(depth - 1), self.whole(depth - 1)
        else:
            x, y = self.scalar(depth - 1), self.scalar(depth - 1)
        return f"{x.scalar} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {y.scalar}"


def make_case(seed, is_exact):
    """(lines of the function's body, about the expression)"""
    rng = random.Random(f"{seed} {is_exact}")
    maker = Maker(rng, is_exact)
    is_whole = maker.joins and rng.random() < 0.6
    e = maker.whole(rng.randint(1, 4)) if is_whole else maker.scalar(rng.randint(1, 4))
    has_array = any(name in e.arrays for name in ("A", "B", "P", "Q")) and maker.for_arrays
    uses_whole, uses_scalars = any(n in e.scalar for n in ("p", "q")), any(n in e.scalar for n in ("a", "b"))
    result = "vec[int64](n)" if is_whole else "zeros(n)"
    pick = lambda values: "[" + ", ".join(rng.choice(values) for _ in range(NUMBERS)) + "]"
    a, b, p, q = pick(VALUES), pick(VALUES), pick(WHOLE), pick(WHOLE)
    element = "a = A[t]\n    b = B[t]\n    p = P[t]\n    q = Q[t]"
    whole_result = "int(0)" if is_whole else "0.0"
    name = f"k{seed}"
    head = [f"function [] = __kernel__ {name}(A : vec, B : vec, P : vec[int], Q : vec[int], y : "
            f"{'vec[int64]' if is_whole else 'vec'}, pos : int)", "  t = pos",
            f"  {element}".replace("    ", "  "), f"  y[t] = {e.scalar}", "endfunction"]
    body = ["nan_ = 0/0.0", "inf_ = 1/0.0", f"A = {a}", f"B = {b}", f"P = {p}", f"Q = {q}", "n = numel(A)", 's = ""',
            "{!interpreted for}",
            "for t=0..n-1", f"    {element}", f"    s = s + text({e.scalar})", "endfor", 'print "scalar ", s']
    if has_array:
        element_arrays = e.arrays
        for letter in "ABPQ":
            element_arrays = replace_name(element_arrays, letter, f"{letter}1")
        body += ['s = ""', "{!interpreted for}", "for t=0..n-1",
                 "    A1 = A[t..t]\n    B1 = B[t..t]\n    P1 = P[t..t]\n    Q1 = Q[t..t]", f"    v = {element_arrays}",
                 "    s = s + text(v[0])", "endfor", 'print "single ", s', f"v = {e.arrays}", 'tell("arrays", v)']
    body += [f"y = {result}", f"parallel_do(n, A, B, P, Q, y, {name})", 'tell("kernel", y)',
             f"y = {result}", "for t=0..n-1", f"    {element}", f"    y[t] = {e.scalar}", "endfor", 'tell("loop", y)',
             f"y = {result}", "{!serial for}", "for t=0..n-1", f"    {element}", f"    y[t] = {e.scalar}", "endfor",
             'tell("serial", y)']
    return head, body, {"text": e.scalar, "is_mixed": uses_whole and (uses_scalars or not is_whole),
                        "is_whole": is_whole, "is_pure": not uses_scalars and is_whole,
                        "values": (a, b, p, q)}


def replace_name(text, name, by):
    out, before = [], ""
    for c in text:
        out.append(by if c == name and not before.isalnum() else c)
        before = c
    return "".join(out)


def make_program(seeds, is_exact):
    lines, about = [PRELUDE], []
    for seed in seeds:
        head, body, facts = make_case(seed, is_exact)
        lines += head + [f"function [] = case{seed}()"] + ["  " + line for line in body] + ["endfunction"]
        about.append(facts)
    for seed in seeds:
        lines += [f'print "#{seed}"', "try", f"  case{seed}()", "catch ex", '  print "error ", ex', "endtry"]
    return "\n".join(lines) + "\n", about


def limit_processor():
    resource.setrlimit(resource.RLIMIT_CPU, (120, 121))


def run(cli, path, device, is_double, is_exact):
    command = [cli, "run", "-d", device] + (["--double"] if is_double else []) + (["--set", "COMPILER_EXACT_MATH=true"]
        if is_exact else [])
    done = subprocess.run(command + [path], stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False,
                          preexec_fn=limit_processor)
    results, current = {}, None
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        if line.startswith("#"):
            current = results.setdefault(int(line[1:]), {})
        elif current is not None and line:
            way, *words = line.replace("-nan", "nan").split()
            current[way] = words
    if done.returncode != 0:
        print(f"{path}: {device}: status {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-600:]}",
              flush=True)
    return results


def differences(facts, results, is_double):
    """results: by (device, way). Yields (one, other, why they have to be the same)."""
    ways = sorted({way for _, way in results})
    if "error" in ways:
        yield ("cpu", "error"), ("interp", "error"), "an error"
        return
    for way in ways:
        if not is_double and ((way == "loop" and not facts["is_pure"])
                              or (way in ("arrays", "single") and facts["is_mixed"])):
            continue # precision
        yield ("interp", way), ("cpu", way), "devices"
    if is_double:
        for device in ("interp", "cpu"):
            for way in ways:
                if way != "scalar":
                    yield (device, "scalar"), (device, way), "ways"
        return
    for device in ("interp", "cpu"):
        if facts["is_pure"]:
            for way in ways:
                yield (device, "scalar"), (device, way), "ways of whole numbers"
        elif not facts["is_mixed"]:
            for way in ("arrays", "single"):
                if way in ways:
                    yield (device, "kernel"), (device, way), "single precision"
    yield ("cpu", "kernel"), ("cpu", "loop"), "single precision"
    yield ("interp", "serial"), ("interp", "loop"), "double precision"


def compare(seed, facts, results, is_double, is_exact):
    """Prints the first difference of an expression; the number of those that differ, 0 or 1."""
    for one, other, why in differences(facts, results, is_double):
        x, y = results.get(one), results.get(other)
        if why == "devices" and one[1] == "serial" and not is_double and x and y:
            x, y = ([word.replace("-0", "0") if word == "-0" else word for word in words] for words in (x, y)) # zeros
        if x == y and "error" not in one:
            continue
        print(f"--seed {seed} --rounds 1 --expressions "
              f"1{' (double)' if is_double else ''}{' (exact)' if is_exact else ''}: {facts['text']}\n"
              f"  {why}: {' '.join(one)}, {' '.join(other)}")
        if x is None or y is None or len(x) != len(y) or "error" in one:
            print(f"  {x}\n  {y}")
        else:
            lists = [text.strip("[]").split(", ") for text in facts["values"]]
            for t, (u, v) in enumerate(zip(x, y)):
                if u != v:
                    print(f"  {u} {v}: a={lists[0][t]} b={lists[1][t]} p={lists[2][t]} q={lists[3][t]}")
                    break
        sys.stdout.flush()
        return 1
    return 0


def round_of(cli, seeds, keep):
    found = 0
    with tempfile.TemporaryDirectory(prefix="redshift-ways-") as folder:
        for is_exact in (True, False):
            text, about = make_program(seeds, is_exact)
            path = os.path.join(keep or folder, f"{seeds[0]}-{'exact' if is_exact else 'default'}.q")
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            for is_double in (False, True):
                by_device = {device: run(cli, path, device, is_double, is_exact) for device in ("interp", "cpu")}
                for seed, facts in zip(seeds, about):
                    results = {(device, way): words for device in by_device for way,
                               words in by_device[device].get(seed, {"error": ["nothing"]}).items()}
                    found += compare(seed, facts, results, is_double, is_exact)
    return found


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--expressions", type=int, default=12)
    parser.add_argument("--keep", default="")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.show:
        for is_exact in (True, False):
            print(make_program(range(options.seed, options.seed + options.expressions), is_exact)[0])
        return 0
    cli, rounds, found = os.path.abspath(options.cli), 0, 0
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    try:
        while rounds < options.rounds if options.rounds else processor_time() < options.seconds:
            first = options.seed + rounds * options.expressions
            found += round_of(cli, range(first, first + options.expressions), options.keep)
            rounds += 1
    except KeyboardInterrupt:
        print("interrupted")
    print(f"{rounds * options.expressions} expressions, {found} differences, {processor_time():.0f} s of processor "
          f"time")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
