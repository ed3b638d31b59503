# A program that computes many cases in one process, and what came of them.
# SPDX-License-Identifier: Apache-2.0
"""Program collects inputs, functions and statements; each case is a statement that sets R[k]. Inputs and results are
files that keep every bit (qdat.py). An error that a case raises is its result, as text; the inputs are written back at
the end, since no function may change them."""
import os
import subprocess
import tempfile
from collections import namedtuple

import numpy as np

import qdat

Mode = namedtuple("Mode", "device precision")
MODES = [Mode(d, p) for d in ("cpu", "interp") for p in ("single", "double")]
# what: the function and its arguments; way; check(got) gives None or what is wrong; count: how many comparisons it
# stands for.
Case = namedtuple("Case", "what way check")
TIMEOUT = 300


class Program:
    def __init__(self, name, mode, imports=()):
        self.name, self.mode = name, mode
        self.lines = [f'import "{module}"' for module in imports]
        self.lines += ['X = load("in.qdat")', "R = cell(LENGTH)"]
        self.inputs, self.cases = [], []
        self.n_names = 0
        self.compiled = {} # line: way, of what has to be compiled on the CPU

    def add_input(self, array):
        for k, other in enumerate(self.inputs):
            if other is array:
                return k
        self.inputs.append(array)
        return len(self.inputs) - 1

    def fresh(self):
        self.n_names += 1
        return self.n_names

    def put(self, *lines):
        self.lines += lines

    def attempt(self, lines, cases):
        """Lines that compute the results of these cases: texts, the values of which they are."""
        first = len(self.cases)
        self.put("try", *["  " + line for line in lines])
        for k, (value, case) in enumerate(cases):
            self.put(f"  R[{first + k}] = {value}")
            self.cases.append(case)
        self.put("catch ex", *[f'  R[{first + k}] = strcat("!error: ", ex)' for k in range(len(cases))], "end")

    def run(self, cli, keep=None):
        """What came out: a list of (case, what is wrong), and messages about the process."""
        with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
            folder = keep or folder
            os.makedirs(folder, exist_ok=True)
            return self.run_in(cli, folder)

    def run_in(self, cli, folder):
        text = "\n".join(self.lines).replace("LENGTH", str(max(1, len(self.cases))))
        text += '\nsave("out.qdat", R)\nsave("after.qdat", X)\n'
        path = os.path.join(folder, "program.q")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        qdat.write(os.path.join(folder, "in.qdat"), self.inputs)
        command = [cli, "run", "-d", self.mode.device, *(["--double"] if self.mode.precision == "double" else []),
                   "program.q"]
        try:
            process = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False,
                                     env={**os.environ, "RS_DEBUG": "launch"})
        except subprocess.TimeoutExpired:
            return [(None, f"{self.name}: not done after {TIMEOUT} s")], []
        if process.returncode != 0:
            return [(None, f"{self.name}: status {process.returncode}: {process.stderr[-2000:]}")], []
        results = qdat.read(os.path.join(folder, "out.qdat"))
        wrong = [(case, case.check(result)) for case, result in zip(self.cases, results)]
        after = qdat.read(os.path.join(folder, "after.qdat"))
        changed = [k for k, (x, y) in enumerate(zip(self.inputs, after)) if x.dtype != y.dtype
                   or x.tobytes() != y.tobytes()]
        wrong += [(None, f"{self.name}: input {k} was changed: {self.inputs[k]!r} is {after[k]!r}") for k in changed]
        return [(case, reason) for case, reason in wrong if reason], self.not_compiled(process.stderr)

    def not_compiled(self, messages):
        """On the CPU: what was not compiled although its way says so."""
        if self.mode.device != "cpu":
            return []
        told = {}
        for line in messages.splitlines():
            if line.startswith("launch: program.q:"):
                _, _, number, what = line.split(":", 3)
                told[int(number)] = what.strip()
        return [f"{way}: {told.get(number, 'was not tried')}" for number, way in self.compiled.items()
                if not told.get(number, "").startswith("compiled")]
