#!/usr/bin/env python3
"""Programs that nest, chain or repeat without measure: each ends with a result or a diagnostic, and in time.

usage: bombs.py REDSHIFT_CLI [NAME...]
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

CLI = os.path.abspath(sys.argv[1])
LIMIT = 60
N = 100000


def lines(pattern, n, first=0):
    return "".join(pattern.format(i=i, j=i + 1) for i in range(first, n))


BOMBS = {
    "parentheses": "x = " + "(" * N + "1" + ")" * N + "\n",
    "matrices": "x = " + "[" * N + "1" + "]" * N + "\n",
    "cells": "x = " + "{" * N + "\n",
    "unclosed": "x = " + "(" * N + "\n",
    "quotes": "'" * N + "\n",
    "sum": "a = 1\nx = " + "+".join(["a"] * N) + "\nprint x\n",
    "negations": "x = " + "-" * N + "1\n",
    "nots": "x = " + "!" * N + "1\n",
    "powers": "x = " + "2^" * N + "1\n",
    "ternaries": "x = " + "1?2:" * N + "1\n",
    "calls": "x = " + "f(" * N + "1" + ")" * N + "\n",
    "calls of results": "x = a" + "()" * N + "\n",
    "indices": "a = [1]\nx = a" + "[0]" * N + "\n",
    "indices in indices": "a = [1]\nx = " + "a[" * N + "0" + "]" * N + "\n",
    "fields": "x = a" + ".b" * N + "\n",
    "transposes": "x = a" + "'" * N + "\n",
    "lambdas": "f = " + "x->" * N + "1\n",
    "functions": lines("function y = f{i}(x)\n", 10000) + "y = 1\n" + "endfunction\n" * 10000,
    "functions that run": lines("function y = f{i}(x)\n", 500) + "y = 1\n" + "endfunction\n" * 500,
    "ifs": "x = 3\n" + "if x\n" * 10000 + "endif\n" * 10000,
    "ifs that run": "x = 3\n" + "if x\n" * 900 + "print 1\n" + "endif\n" * 900,
    "else-ifs": "x = 3\nif x == 0\n y = 1\n" + lines("elseif x == {i}\n y = {i}\n", 20000, 1) + "endif\n",
    "loops": lines("for i{i} = 0..0\n", 10000) + "endfor\n" * 10000,
    "tries": "try\n" * 10000 + "x = 1\n" + "catch e\nend\n" * 10000,
    "arms": "match 3 with\n" + lines("| {i} -> x = {i}\n", 20000) + "endmatch\n",
    "types": "x : " + "vec[" * N + "int" + "]" * N + " = 0\n",
    "pointers": "x : " + "^" * N + "int = 0\n",
    "type classes": "x : " + "[" * N + "int" + "]" * N + "\n",
    "types that are read": "x : " + "vec[" * 900 + "int" + "]" * 900 + " = 0\n",
    "aliases": lines("type t{i} : t{j}\n", 20000) + "type t20000 : int\nx : t0 = 1\n",
    "aliases in a circle": "type a : b\ntype b : a\nx : a = 1\n",
    "enumeration": "type c : enum\n" + lines(" A{i}\n", 30000) + "endtype\n",
    "macro in itself": "macro [] = m(x)\n {!m x}\nendmacro\n{!m 1}\n",
    "macros that double": lines("macro [] = m{i}(x)\n {{!m{j} x}}\n {{!m{j} x}}\nendmacro\n", 60)
                          + "macro [] = m60(x)\n x += 1\nendmacro\ny = 0\n{!m0 y}\n",
    "elements": "x = [" + ",".join(["1"] * N) + "]\nprint numel(x)\n",
    "arguments": "print " + ",".join(["1"] * N) + "\n",
    "parameters": "function y = f(" + ",".join("a%d" % i for i in range(70000)) + ")\ny = 1\nendfunction\n",
    "variables": lines("v{i} = {i}\n", 70000),
    "lambdas side by side": "".join("f = x -> x + %d\n" % (i % 97) for i in range(66000)) + "print f(0)\n",
    "named arguments": "function z = g(a : int, b : int)\n z = a\nendfunction\n" + "z = g(b:=1, a:=2)\n" * 66000,
    "recursion": "function y = f(x)\ny = f(x + 1) + 1\nendfunction\nprint f(1)\n",
    "recursion of a lambda": "f = x -> f(x + 1)\nprint f(1)\n",
    "recursion of a type parameter": "function y = f[T](x : T)\n y = f({x})\nendfunction\nprint f(1)\n",
    "recursion on a device": "function y = __device__ f(x : scalar)\n y = f(x + 1) + 1\nendfunction\n"
                             "function [] = __kernel__ k(a : vec, pos : int)\n a[pos] = f(pos)\nendfunction\n"
                             "a = zeros(10)\nparallel_do(10, a, k)\nprint a\n",
    "eval in itself": 'function y = g(n)\n y = eval("1") + g(n)\nendfunction\nprint g(1)\n',
    "deep cell": "x = {}\nfor i = 0..200000\n x = {x}\nend\nx = 0\nprint \"ok\"\n",
    "deep cell, printed": "x = {}\nfor i = 0..200000\n x = {x}\nend\nprint x\n",
    "deep cell, copied": "x = {}\nfor i = 0..200000\n x = {x}\nend\ny = copy(x)\ny = deepcopy(x)\nprint x == y\nz = "
                         "size(y)\n",
    "comment": "%" + "x" * 5000000 + "\n",
    "name": "x" * 1000000 + " = 1\n",
    "string": 'x = "' + "x" * 1000000 + '"\n',
}
# What `run` has to say of them: their instructions have no room for such numbers.
TOLD = {"variables": "is too large", "lambdas side by side": "more than 60000 functions",
        "named arguments": "more than 60000 functions"}


def main():
    chosen = sys.argv[2:] or list(BOMBS)
    failed = 0
    print("1..%d" % len(chosen))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bomb.q")
        for number, name in enumerate(chosen, 1):
            with open(path, "w", encoding="utf-8") as out:
                out.write(BOMBS[name])
            why = ""
            for command in (["check"], ["run", "-d", "interp"], ["fmt", "--check"]):
                try:
                    done = subprocess.run([CLI, *command, path], stdin=subprocess.DEVNULL, capture_output=True,
                                          timeout=LIMIT, check=False)
                except subprocess.TimeoutExpired:
                    why += "# %s: no end after %d s\n" % (command[0], LIMIT)
                    continue
                if not 0 <= done.returncode <= 2 or (done.returncode == 2 and not done.stderr):
                    why += "# %s: status %d: %s\n" % (command[0], done.returncode, done.stderr[-300:])
                if command[0] == "run" and TOLD.get(name, "").encode() not in done.stderr:
                    why += "# run: not `%s`: %s\n" % (TOLD[name], done.stderr[-300:])
            print("%sok %d %s\n%s" % ("not " if why else "", number, name, why), end="", flush=True)
            failed += bool(why)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
