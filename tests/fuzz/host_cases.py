# Random loops that call host functions of numbers and elements, for differential.py.
# SPDX-License-Identifier: Apache-2.0
"""The functions have branches, loops of all kinds, ways out, short vectors, and write elements of what they are given.
Numbers are quarters of moderate size after each statement, so that single precision holds them."""


def quarter(text):
    return f"floor(4*min(max({text}, -50), 50))/4"


class Function:
    """The text of one function; its variables: arrays with their number of dimensions, ints and numbers."""

    def __init__(self, rng, name, arrays, known, gives_vector=False):
        self.rng, self.name, self.arrays, self.known, self.gives_vector = rng, name, arrays, known, gives_vector
        self.ints, self.numbers, self.vectors = ["n"], ["p"], ["q"]
        self.lines, self.depth, self.count, self.loops = [], 1, 0, 0

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def integer(self, depth=1):
        r = self.rng
        if depth == 0 or r.random() < 0.4:
            return r.choice(self.ints + [str(r.randint(0, 5))])
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"(2*{a} + 1)", f"int({a}/3)", f"min({a}, {b})"])

    def element(self):
        name = self.rng.choice(list(self.arrays))
        indices = []
        for i in range(self.arrays[name]):
            length = f"numel({name})" if self.arrays[name] == 1 else f"size({name}, {i})"
            inside = self.rng.random() < 0.97
            indices.append(f"mod({self.integer(2)}, {length})" if inside else self.integer(0))
        return f"{name}[{', '.join(indices)}]"

    def part(self):
        """An element of a short vector."""
        index = self.rng.choice(["0", "1", "2", f"mod({self.integer(1)}, 3)"])
        return f"{self.rng.choice(self.vectors)}[{index}]"

    def vector(self, depth=1):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            return r.choice(self.vectors + ["[0.5, -1, 2]"])
        if r.random() < 0.3:
            return f"[{self.number(depth - 1)}, {self.number(depth - 1)}, 0.5*{self.integer(0)}]"
        a, b = self.vector(depth - 1), self.vector(depth - 1)
        return r.choice([f"({a} + {b})", f"({a} - {self.number(0)})", f"0.5*{a}", f"min({a}, {b})", f"(-{a})"])

    def number(self, depth=2):
        r = self.rng
        if depth == 0 or r.random() < 0.3:
            return r.choice([r.choice(self.numbers), self.element(), self.integer(0), "0.25", "-1.5", self.part(),
                             f"sum({r.choice(self.vectors)})"])
        a, b = self.number(depth - 1), self.number(depth - 1)
        choices = [f"({a} + {b})", f"({a} - {b})", f"0.5*{a}", f"max({a}, {b})", f"abs({a})",
                   f"({self.condition(0)} ? {a} : {b})"]
        if self.known:
            choices.append(self.call())
        return r.choice(choices)

    def call(self):
        other = self.rng.choice(self.known)
        arrays = [self.rng.choice([n for n in self.arrays if self.arrays[n] == rank] or [None])
                  for rank in other.arrays.values()]
        if None in arrays:
            return "0.75"
        call = f"{other.name}({', '.join(arrays + [self.integer(1), self.number(0), self.vector()])})"
        return f"sum({call})" if other.gives_vector else call

    def condition(self, depth=1):
        a, b = (self.number(depth), self.number(depth)) if self.rng.random() < 0.6 else \
               (self.integer(depth), self.integer(depth))
        text = f"{a} {self.rng.choice(['<', '>', '==', '<='])} {b}"
        return text if depth == 0 or self.rng.random() < 0.7 else f"{text} && {self.condition(0)}"

    def inside(self, n):
        """A block; what is first assigned there is not known behind it."""
        ints, numbers, vectors = list(self.ints), list(self.numbers), list(self.vectors)
        self.depth += 1
        for _ in range(n):
            self.statement()
        self.depth -= 1
        self.ints, self.numbers, self.vectors = ints, numbers, vectors

    def loop(self):
        r, counter = self.rng, f"k{self.count}"
        self.count += 1
        self.loops += 1
        kind = r.randrange(3)
        if kind == 0:
            self.put(f"for {counter}={self.integer(0)}..{r.choice(['', '2..'])}{self.integer(1)}")
            self.ints.append(counter)
            self.inside(r.randint(1, 3))
            if r.random() < 0.3:
                self.put(f"  if {self.condition()}")
                self.put(f"    {r.choice(['break', 'continue'])}")
                self.put("  endif")
                self.inside(1)
            self.ints.remove(counter)
            self.put("endfor")
        else:
            self.put(f"{counter} = int({r.randint(1, 6)})")
            self.put(f"while {counter} > 0 && {self.condition(0)}" if kind == 1 else "repeat")
            self.put(f"  {counter} -= 1")
            self.ints.append(counter)
            self.inside(r.randint(1, 3))
            self.put("endwhile" if kind == 1 else f"until {counter} <= 0 || {self.condition(0)}")
        self.loops -= 1

    def statement(self):
        r = self.rng
        choice = r.random()
        if choice < 0.1:
            name = r.choice(self.vectors + [f"w{self.count}"])
            self.count += 1
            self.put(f"{name} = {quarter(self.vector())}")
            if name not in self.vectors:
                self.vectors.append(name)
        elif choice < 0.15:
            self.put(f"{self.part()} = {quarter(self.number())}")
        elif choice < 0.35:
            name = r.choice(self.numbers + [f"v{self.count}"])
            self.count += 1
            self.put(f"{name} = {quarter(self.number())}")
            if name not in self.numbers:
                self.numbers.append(name)
        elif choice < 0.55:
            target = self.element()
            if r.random() < 0.3:
                self.put(f"{target} += {r.choice(['0.25', '1', '-0.5'])}")
            else:
                self.put(f"{target} = {quarter(self.number())}")
        elif choice < 0.8 and self.loops < 2:
            self.loop()
        elif choice < 0.95:
            self.put(f"if {self.condition()}")
            self.inside(r.randint(1, 2))
            if r.random() < 0.5:
                self.put("else")
                self.inside(1)
            self.put("endif")
        else:
            self.put(f"if {self.condition()}")
            self.put(f"  return {quarter(self.result(1))}")
            self.put("endif")

    def result(self, depth):
        return self.vector(depth) if self.gives_vector else self.number(depth)

    def text(self):
        for _ in range(self.rng.randint(1, 4)):
            self.statement()
        if self.rng.random() < 0.97:
            self.put(f"y = {quarter(self.result(2))}")
        else:
            self.put("if p > 1")
            self.put(f"  y = {'q' if self.gives_vector else 'p'}")
            self.put("endif")
        parameters = ", ".join(list(self.arrays) + ["n", "p", "q"])
        return [f"function y = {self.name}({parameters})"] + self.lines + ["endfunction"]


def host_case(rng, number):
    dims = {"a": [rng.choice([1, 3, 40, 300])], "b": [rng.choice([5, 64])], "c": [rng.choice([1, 6, 30]),
                                                                                  rng.choice([2, 17])],
            "e": [rng.choice([5, 70]), 3]}
    lines, functions = [], []
    for k in range(rng.randint(1, 3)):
        names = rng.sample(["u", "v", "w"], rng.randint(1, 3))
        function = Function(rng, f"host{number}_{k}", {n: rng.choice([1, 1, 2]) for n in names},
                            list(functions), rng.random() < 0.3)
        lines += function.text()
        functions.append(function)
    lines += [f"function [] = case{number}()", "  s = 0.0", "  t = [0.25, 1.5, -1]"]
    for name, size in dims.items():
        lines.append(f"  {name} = floor(4*data([{', '.join(map(str, size))}], {rng.randint(1, 9)}))/4")
    for _ in range(rng.randint(1, 3)):
        function = rng.choice(functions)
        given = [rng.choice(["a", "b"]) if rank == 1 else "c" for rank in function.arrays.values()]
        target, p = rng.choice([("a", "i"), ("b", "i"), ("c", "i, j")]), rng.choice(["0.5", "s", "-2", "i"])
        if function.gives_vector and rng.random() < 0.7:
            call = f"{function.name}({', '.join(given + ['i', p, 'e[i, 0..2]'])})"
            lines += ["  for i=0..size(e, 0)-1", f"    e[i, 0..2] = {call}", "  endfor"]
            continue
        q = rng.choice(["[0.5, i, 2]", "[1, 2, -3]", "e[mod(i, size(e, 0)), 0..2]", "t"])
        call = f"{function.name}({', '.join(given + ['i', p, q])})"
        call = f"max({call})" if function.gives_vector else call
        lines.append(f"  for i=0..size({target[0]}, {1 if target[0] != 'c' else 0})-1")
        if target[0] == "c":
            lines.append(f"    for j=0..size(c, 1)-1")
        kind = rng.random()
        if kind < 0.5:
            lines.append(f"      {target[0]}[{target[1]}] = {call}")
        elif kind < 0.8:
            lines.append(f"      s = {quarter(f's + {call}')}")
        else:
            lines.append(f"      s = {quarter(call)}")
        if target[0] == "c":
            lines.append("    endfor")
        lines.append("  endfor")
    return lines + ["  show(a)", "  show(b)", "  show(c)", "  show(e)", "  show(t)", "  show([0.0 + s])", "endfunction"]
