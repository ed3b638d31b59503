# Random expressions and assignments of parts of arrays, for differential.py.
# SPDX-License-Identifier: Apache-2.0
"""Parts of one size each, cut out of arrays of one to three dimensions by ranges with steps, `:`, numbers and lists of
positions, also of the array that is written, under a second name too, and now and then beyond its edges; arrays of that
size in another shape; sums along a dimension of all that."""
import math


def part_range(rng, length, count):
    """Indices low..step..high of a dimension of that length, count of them; mostly inside."""
    if count == length and rng.random() < 0.4:
        return ":"
    most = (length - 1) // (count - 1) if count > 1 else 1
    step = rng.choice([1, 1, 1, max(1, most), rng.randint(1, max(1, most))])
    low = rng.randint(0, max(0, length - 1 - step * (count - 1)))
    if rng.random() < 0.02:
        low += rng.choice([-1, 1])
    high = low + step * (count - 1)
    if rng.random() < 0.15:
        low, high, step = high, low, -step
    return f"{low}..{high}" if step == 1 else f"{low}..{step}..{high}"


def part_list(rng, length, count, lists):
    """The name of a list of positions, which lists gets."""
    positions = [rng.randrange(length) for _ in range(count)]
    if rng.random() < 0.02:
        positions[rng.randrange(count)] = rng.choice([-1, length])
    text = f"[{', '.join(f'{p + 0.5}' if rng.random() < 0.02 else str(p) for p in positions)}]"
    lists.append(rng.choice([f"{text}", f"int({text})", f"{text} + 0.25", f"reshape({text}, {count}, 1)"]))
    return f"l{len(lists) - 1}"


def part(rng, name, dims, counts, lists):
    """A part of the array of that many elements along one to three dimensions."""
    indices, given = [], list(counts)
    if len(dims) == len(counts):
        indices = [part_range(rng, n, c) for n, c in zip(dims, given)]
    elif len(counts) == 1: # a row: numbers before the last index
        indices = [str(rng.randrange(n)) for n in dims[:-1]] + [part_range(rng, dims[-1], given[0])]
    else:                  # numbers behind the others
        indices = [part_range(rng, n, c) for n, c in zip(dims, given)]
        indices += [str(rng.randrange(n)) for n in dims[len(counts):]]
    if len(indices) > 1 and rng.random() < 0.25:
        k = rng.choice([k for k, index in enumerate(indices) if ":" in index or ".." in index])
        if len(counts) > 1 or rng.random() < 0.5: # a vector has one index that is no number
            indices[k] = part_list(rng, dims[k], given[min(k, len(given) - 1)] if len(counts) > 1 else given[0], lists)
    return f"{name}[{','.join(indices)}]"


def other_shape(rng, counts, arrays, lines):
    """An array of that size in another shape; arrays and lines get what is reshaped."""
    n = math.prod(counts)
    shapes = [[n], [1, n], [n, 1], list(reversed(counts)), [1] + counts, counts[:1] + [1] + counts[1:], counts]
    dims = rng.choice([s for s in shapes if len(s) <= 3])
    name = f"w{len([a for a in arrays if a[0] == 'w'])}"
    arrays[name] = dims
    lines.append(f"  {name} = {rng.choice(['data', 'data', 'whole'])}([{', '.join(map(str, dims))}], 5)")
    if [d for d in dims if d != 1] == counts and rng.random() < 0.5:
        return f"squeeze({name})"
    sizes = list(counts)
    if rng.random() < 0.02:
        sizes[0] += 1
    text = ", ".join(map(str, sizes))
    return f"reshape({name}, [{text}])" if rng.random() < 0.5 else f"reshape({name}, {text})"


def expression(rng, depth, leaf):
    if depth <= 0 or rng.random() < 0.1:
        return leaf()
    a, b = expression(rng, depth - 1, leaf), expression(rng, depth - 1, leaf)
    c = rng.choice(["0.5", "2", "-1.5", "p", "q"])
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} .* {b})", f"({a} + {c})", f"({c} - {a})", f"({a} * {c})",
                       f"({a} / 4)", f"(-{a})", f"abs({a})", f"max({a}, {b})", f"min({a}, {c})", f"({a} > {b})",
                       f"floor({a})", f"(({a} > 0) .* {b})"])


def part_case(rng, number):
    counts = rng.choice([[rng.choice([1, 7, 64, 100])], [rng.choice([1, 4, 20]), rng.choice([1, 5, 18, 130])],
                         [rng.choice([1, 3, 9]), rng.choice([2, 8]), rng.choice([1, 2, 3])]])
    arrays = {}
    lines = [f"function [] = case{number}()", "  p = 0.75", f"  q = int({rng.randint(-2, 4)})"]
    for name in "abcz":
        rank = rng.randint(len(counts), 3)
        dims = [c + rng.choice([0, 1, 3, c, 2 * c + 1]) for c in counts]
        extra = [rng.choice([1, 2, 3]) for _ in range(rank - len(counts))]
        dims = extra + dims if len(counts) == 1 else dims + extra
        arrays[name] = dims
        size = ", ".join(map(str, dims))
        lines.append(f"  {name} = {'whole' if name == 'z' else 'data'}([{size}], {rng.randint(1, 9)})")
    if rng.random() < 0.3:
        lines.append("  d = a")
        arrays["d"] = arrays["a"]
    if rng.random() < 0.2:
        lines.append("  b[mod(numel(b), 2), 0] = nan" if len(arrays["b"]) == 2 and arrays["b"][0] > 1 else "  q += 1")
    whole, lists, first = [], [], len(lines)

    def leaf():
        if whole and rng.random() < 0.3:
            return rng.choice(whole)
        if rng.random() < 0.15:
            shaped = []
            text = other_shape(rng, counts, arrays, shaped)
            lines[first:first] = shaped
            return text
        name = rng.choice([n for n in arrays if (n != "z" or rng.random() < 0.3) and n[0] != "w"])
        return part(rng, name, arrays[name], counts, lists)

    for n in range(rng.randint(2, 5)):
        kind = rng.random()
        text = leaf() if rng.random() < 0.2 else expression(rng, rng.randint(1, 3), leaf)
        if kind < 0.3:
            name = rng.choice([n for n in arrays if n != "z" and n[0] != "w"])
            lines.append(f"  {part(rng, name, arrays[name], counts, lists)} {rng.choice(['=', '=', '=', '+='])} {text}")
        elif kind < 0.4 and len(counts) > 1:
            lines += [f"  r{n} = {rng.choice(['sum', 'mean'])}({text}, {rng.randrange(len(counts))})",
                      f"  show([0.0 + r{n}])"]
        elif kind < 0.5:
            lines += [f"  r{n} = {rng.choice(['sum', 'mean', 'max', 'min'])}(0.5 * {text})", f"  show([0.0 + r{n}])"]
        else:
            lines += [f"  r{n} = {text}", f"  show(r{n})"]
            whole.append(f"r{n}")
    lines[3:3] = [f"  l{n} = {text}" for n, text in enumerate(lists)]
    return lines + [f"  show({name})" for name in arrays] + ["endfunction"]


# --- rows, columns, planes and whole vectors in loops of host code ---

class Levels:
    """Loops whose iterations write parts of arrays, or give array variables new values."""

    def __init__(self, rng, number):
        self.rng = rng
        self.n, self.m = rng.choice([3, 40, 90, 270]), rng.choice([1, 2, 16, 65, 90])
        self.lines = [f"function [] = case{number}()", f"  n = {self.n}", f"  m = {self.m}",
                      f"  b = [0, {self.m - 1}, {self.m}]", f"  o = fuzz_gain(factor:=1, shift:={self.m - 1})",
                      f"  big = int64({self.m - 1})"]
        for name in "xyz":
            kind = "whole" if name == "z" and rng.random() < 0.3 else "data"
            self.lines.append(f"  {name} = {kind}([{self.n}, {self.m}], {rng.randint(1, 9)}) + 0")
        for name in "stu":
            size = rng.choice([f"[{self.m}]"] * 6 + [f"[1, {self.m}]"] * 3 + [f"[{self.m + 1}]"] * (rng.random() < 0.3))
            kind = "whole" if rng.random() < 0.1 else "data"
            self.lines.append(f"  {name} = {kind}({size}, {rng.randint(1, 9)}) + 0")
        self.lines += [f"  w = data([{self.n}], 3)",
                       f"  p = [{', '.join(str(rng.randrange(self.m)) for _ in range(max(2, self.m)))}]"]
        if rng.random() < 0.3:
            self.lines.append("  kept = s")

    def row(self, name, is_target=False):
        r = self.rng
        i = r.choice(["i"] * 8 + ["n-1-i", "max(i-1, 0)", "min(i+1, n-1)", "0"])
        part = r.choice([":"] * 10 + ["0..m-1", "0..b[1]", "b[0]..b[2]-1", "0..o.shift", "0..big", "m-1..-1..0"]
                        + ["p"] * (not is_target)) # which may name an element twice
        return f"{name}[{i},{part}]"

    def vector(self):
        r = self.rng
        return r.choice([self.row(r.choice("xyz"))] * 4 + [r.choice("stu")] * 4
                        + [r.choice("stu") + r.choice(["[m-1..-1..0]", "[p]", "[0..big]"])])

    def number(self):
        return self.rng.choice(["2", "0.5", "w[i]", "i", "s[0]", "x[i,0]", "-1"])

    def value(self, depth):
        r = self.rng
        if depth == 0 or r.random() < 0.15:
            return self.vector()
        a, b, c = self.value(depth - 1), self.value(depth - 1), self.number()
        return r.choice([f"({a} + {b})", f"({a} - {b})", f"({a} .* {b})*0.125", f"({a}*{c})", f"({c} - {a})",
                         f"max({a}, {b})", f"min({a}, {c})", f"abs({a})", f"({a} > {c})*0.5"])

    def statement(self):
        r = self.rng
        kind = r.random()
        if kind < 0.35:
            name = r.choice("stu")
            return [r.choice([f"{name} = 0.5*{name} + {self.value(1)}", f"{name} += {self.value(1)}",
                              f"{name} = {self.value(2)}", f"{name} -= {self.value(1)}*0.25", f"{name} *= 0.5",
                              f"{name} = max({name}, {self.value(1)})"])]
        if kind < 0.65:
            sign = r.choice(["=", "=", "=", "+="])
            return [f"{self.row(r.choice('yz'), True)} {sign} {self.value(2)}*0.5"]
        if kind < 0.75:
            return [f"v = {self.value(2)}", f"{self.row('y', True)} = v*0.5"]
        if kind < 0.8:
            return ["e = sum(s)*0.01", f"{self.row('z', True)} = e"]
        if kind < 0.9:
            condition = f"if {self.number()} > {r.choice(['0', 'w[i]'])}"
            return [condition] + [f"  {s}" for s in self.statement()] + ["endif"]
        return ["for q=0..1"] + [f"  {s}" for s in self.statement()] + ["endfor"]

    def make(self):
        r = self.rng
        loop = r.choice(["for i=0..n-1"] * 6 + ["for i=n-1..-1..0", "for i=1..n-1", "for i=0..2..n-1"])
        self.lines += ["  try", f"    {loop}"]
        for _ in range(r.choice([1, 1, 1, 2, 2, 3])):
            self.lines += [f"      {text}" for text in self.statement()]
        self.lines.append("    endfor")
        names = list("xyzstu") + (["kept"] if "  kept = s" in self.lines else [])
        self.lines += [f"    show({name})" for name in names]
        return self.lines + ["  catch problem", "    print \"an error\"", "  endtry", "endfunction"]


def levels_case(rng, number):
    return Levels(rng, number).make()
