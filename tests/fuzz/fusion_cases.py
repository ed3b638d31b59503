# Random functions with {!kernel_fusion}: launches over the same and over other grids, with host code between them.
# SPDX-License-Identifier: Apache-2.0
"""Cases for differential.py, like kernel_cases.py. No launch reads neighbours in an array that it writes, and values
stay small."""

PRELUDE = """function [] = __kernel__ fuse_scale(t : mat, s : mat, a : scalar, pos : ivec2)
    t[pos] = s[pos] * a - 1
endfunction
function [] = __kernel__ fuse_cut(t : mat, s : mat, a : scalar, pos : ivec2)
    t[pos] = mod(t[pos] + s[pos[0],pos[1]] * 0.25, 64)
    if s[pos] > a
        t[pos] = a
    endif
endfunction
function [] = __kernel__ fuse_early(t : mat, s : mat, a : scalar, pos : ivec2)
    if s[pos] > a
        return
    endif
    t[pos] += a
endfunction
function [] = __kernel__ fuse_bytes(t : mat, s : mat[uint8]'sat, a : scalar, pos : ivec2)
    s[pos] = t[pos] * a * 8
    t[pos] = s[pos] * 0.5
endfunction
function [] = __kernel__ fuse_next(t : mat, s : mat'circular, a : scalar, pos : ivec2)
    t[pos] = s[pos[0]+1,pos[1]-1] * 0.5 + a
endfunction
function [] = __kernel__ fuse_mirror(t : mat, s : mat'mirror, a : scalar, pos : ivec2)
    t[pos] = s[pos] * a + s[pos[0],pos[1]] * 0.125
endfunction
function [] = __kernel__ fuse_blur(t : mat, s : mat, a : scalar, pos : ivec2)
    b = 0.0
    for i=-1..1
        for j=-1..1
            b += s[pos + [i,j]]
        endfor
    endfor
    t[pos] = b * 0.125 + a
endfunction
function [] = __kernel__ fuse_edge(t : mat, s : mat'clamped, a : scalar, pos : ivec2)
    t[pos] = s[pos[0]-1,pos[1]] - s[pos[0]+2,pos[1]] + s[pos] * a
endfunction
function [] = __kernel__ fuse_turned(t : mat, s : mat'mirror, a : scalar, pos : ivec2)
    t[pos] = max(s[pos[0],pos[1]-1], s[pos[0],pos[1]+1]) - a
endfunction
function [] = __kernel__ fuse_warp(t : mat, s : mat, a : scalar, pos : ivec2)
    k = int(s[pos] * 0.25)
    t[pos] = s[pos[0]+k,pos[1]-k] + a
endfunction
function [] = __kernel__ fuse_off(t : mat'safe, s : mat, a : scalar, pos : ivec2)
    t[pos[0]+1,pos[1]] = s[pos[0]+1,pos[1]] * a
endfunction
function [] = __kernel__ fuse_assert(t : mat, s : mat, a : scalar, pos : ivec2)
    assert(s[pos] < 4 * a)
    t[pos] = s[pos] + 1
endfunction
function y = fuse_inner(x)
    t = x .* 0.5
    y = t + 0.25
endfunction
function y = fuse_nested(x : mat)
    {!kernel_fusion strategy="noreordering"}
    t = x + 0.75
    y = t .* t - x
endfunction
"""
KERNELS = ["fuse_scale", "fuse_cut", "fuse_early", "fuse_next", "fuse_mirror", "fuse_off", "fuse_blur", "fuse_edge",
           "fuse_turned", "fuse_warp"]
NEIGHBOURS = ["fuse_next", "fuse_mirror", "fuse_off", "fuse_blur", "fuse_edge", "fuse_turned", "fuse_warp"]
STRATEGIES = ["smart", "smart", "noreordering", "manual", "minsyncgrid", "minworkingmemory"]
SHAPES = {"m": ("size(x,0)", "size(x,1)"), "t": ("size(x,1)", "size(x,0)"), "c": ("size(x,0)", "size(x,1)", "3")}


class Body:
    """The statements of one function; arrays of a shape: m as x, t its lengths exchanged, c with three channels, z
    complex."""

    def __init__(self, rng, dims, has_parts=False):
        self.rng = rng
        self.has_parts = has_parts
        self.dims = dims
        self.lines = []
        self.arrays = {"m": ["x", "x2"], "t": ["w"], "c": ["p"], "z": []}
        self.count = 0
        self.helds = []

    def put(self, text):
        self.lines.append("  " + text)

    def fresh(self, shape):
        self.count += 1
        name = f"{shape}{self.count}"
        self.arrays[shape].append(name)
        return name

    def target(self, shape, is_new=False):
        """An array that may be written, old or new: arguments are left alone mostly."""
        old = [a for a in self.arrays[shape] if a[0] == shape]
        if old and not is_new and self.rng.random() < 0.5:
            return self.rng.choice(old)
        name = f"{shape}{self.count + 1}"
        sizes = ", ".join(SHAPES[shape])
        self.put(f"{name} = {self.rng.choice(['zeros', 'ones'])}({sizes})")
        return self.fresh(shape)

    def value(self, leaves, depth=2):
        rng = self.rng
        if depth <= 0 or rng.random() < 0.2:
            return rng.choice(leaves)()
        a, b = self.value(leaves, depth - 1), self.value(leaves, depth - 1)
        return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5)", f"abs({a})", f"max({a}, {b})",
                           f"min({a}, 3)"])

    def part(self):
        """A part, of the lengths of x, of an array that is larger, has channels, or is read in another order."""
        rng = self.rng
        rows, columns = self.dims
        channels, same = self.arrays["c"], self.arrays["m"]
        first, second = rng.randint(0, 2), rng.randint(0, 3)
        return rng.choice([f"large[{first}..{rows + first - 1},{second}..{columns + second - 1}]",
                           f"{rng.choice(channels)}[:,:,{rng.randint(0, 2)}]",
                           f"{rng.choice(same)}[{rows - 1}..-1..0,:]", f"{rng.choice(same)}[:,0..{columns - 1}]"])

    def expression(self):
        shape = self.rng.choice("mmmmtc")
        leaves = [lambda: self.rng.choice(self.arrays[shape])]
        if self.has_parts and shape == "m":
            leaves.append(self.part)
        text = self.value(leaves)
        if self.rng.random() < 0.3:
            text = f"mod({text} .* {leaves[0]()}, 32)"
        old = [a for a in self.arrays[shape] if a[0] == shape]
        if old and self.rng.random() < 0.4:
            self.put(f"{self.rng.choice(old)} = {text} + 0")
        else:
            self.put(f"{shape}{self.count + 1} = {text} + 0")
            self.fresh(shape)

    def complex(self):
        if not self.arrays["z"] or self.rng.random() < 0.4:
            self.put(f"z{self.count + 1} = complex({self.rng.choice(self.arrays['m'])}, "
                     f"{self.rng.choice(self.arrays['m'])})")
            self.fresh("z")
        a, b = (self.rng.choice(self.arrays["z"]) for _ in "ab")
        if self.rng.random() < 0.5:
            self.put(f"z{self.count + 1} = {a} * complex(0.5, -0.5) - {b}")
            self.fresh("z")
        else:
            self.put(f"m{self.count + 1} = {self.rng.choice(['real', 'imag'])}({a}) + "
                     f"{self.rng.choice(self.arrays['m'])}")
            self.fresh("m")

    def loop(self):
        rng = self.rng
        shape = rng.choice("mmmtc")
        names = ["i", "j", "k"][:len(SHAPES[shape])]
        channels = shape == "c" and rng.random() < 0.5
        target = self.target(shape)
        sources = [a for a in self.arrays[shape] if a != target]
        late = rng.randint(0, 1) if rng.random() < 0.3 else 0
        grid = names[:2] if channels else names
        for depth, name in enumerate(grid):
            self.put("  " * depth
                     + f"for {name}={rng.choice(['0', '0', '0', str(late)])}..{SHAPES[shape][depth]}-1-{late}")
        indent = "  " * len(grid)

        def element(array):
            if array != target and rng.random() < 0.07:
                return f"{array}[{', '.join([names[0] + '+1', *names[1:]])}]"
            return f"{array}[{', '.join(names)}]"

        for channel in ("0", "1", "2") if channels else (None,):
            if channel:
                names[2] = channel
            leaves = [lambda: element(rng.choice(sources or [target])), lambda: rng.choice(["0.5", "1.25", "2.0"]),
                      lambda: element(target)]
            text = f"{target}[{', '.join(names)}] {rng.choice(['=', '=', '+=', '-='])} mod({self.value(leaves)}, 16)"
            if rng.random() < 0.25:
                self.put(f"{indent}if {element(target)} > 0.5")
                self.put(f"{indent}  {text}")
                self.put(f"{indent}endif")
            else:
                self.put(indent + text)
        for depth in reversed(range(len(grid))):
            self.put("  " * depth + "endfor")

    def kernel(self):
        rng = self.rng
        shape = rng.choice("mmmt")
        kernel = rng.choice(KERNELS)
        # An old one may be a second name of the source: what a neighbour holds would depend on the order.
        target = self.target(shape, kernel in NEIGHBOURS)
        sources = [a for a in self.arrays[shape] if a != target or kernel in ("fuse_scale", "fuse_cut")]
        grid = f"size({target})" if rng.random() < 0.8 else f"[{SHAPES[shape][0]}-1,{SHAPES[shape][1]}]"
        if rng.random() < 0.1 and shape == "m":
            self.put(f"parallel_do(size(q), {target}, q, {rng.randint(1, 3)}.0, fuse_bytes)")
        else:
            self.put(f"parallel_do({grid}, {target}, {rng.choice(sources)}, {rng.randint(1, 3)}.0, {kernel})")

    def total(self):
        rng = self.rng
        shape = rng.choice("mmtc")
        a = rng.choice(self.arrays[shape])
        self.count += 1
        what = rng.choice(["sum({0})", "max(abs({0}))", "min({0} .* 2)", "mean({0})", "sum({0} .* 0.5 + 1)"])
        if shape == "m" and rng.random() < 0.4:
            what = what.replace("{0}", f"fuse_inner({a})")
        if rng.random() < 0.7 or shape == "c":
            self.put(f"s{self.count} = {what.format(a)}")
        else:
            self.put(f"s{self.count} = 0.0")
            self.put(f"for i=0..{SHAPES[shape][0]}-1")
            self.put(f"  for j=0..{SHAPES[shape][1]}-1")
            self.put(f"    s{self.count} {rng.choice(['+=', '-='])} {a}[i,j]")
            self.put("  endfor")
            self.put("endfor")
        self.put(f"print round(s{self.count} / numel({a}) * 100)")

    def failing(self):
        a = self.rng.choice(self.arrays["m"])
        self.put(f"m{self.count + 1} = zeros(size(x))")
        target = self.fresh("m")
        self.put("try")
        self.put(f"  parallel_do(size(x), {target}, {a}, {self.rng.randint(1, 5)}.0, fuse_assert)")
        self.put("catch ex")
        self.put(f"  {target} = {a} + 0")
        self.put("endtry")

    def host(self):
        rng = self.rng
        shape = rng.choice("mmt")
        name = rng.choice(self.arrays[shape])
        rows, columns = self.dims if shape == "m" else self.dims[::-1]
        place = f"[{rng.randrange(rows)},{rng.randrange(columns)}]"
        old = [a for a in self.arrays[shape] if a[0] == shape]
        choice = rng.randrange(9)
        if choice == 0:
            self.put("{!kernel_fusion barrier}")
        elif choice == 1:
            self.put(f"print {name}{place}")
        elif choice == 2 and old:
            self.put(f"{rng.choice(old)}{place} = {rng.randint(1, 9)}.5")
        elif choice == 3:
            self.put(f"{shape}{self.count + 1} = "
                     f"{rng.choice(['fuse_inner', 'fuse_inner', 'fuse_nested', 'copy'])}({name})")
            self.fresh(shape)
        elif choice == 4:
            self.put(f"{shape}{self.count + 1} = {name}")
            self.fresh(shape)
        elif choice == 5:
            self.put(f"kept[{rng.randrange(3)}] = {name}")
        elif choice == 6:
            self.put(f"held = {name}")
            self.put("later = (a) -> a + held[0,0]")
        elif choice == 7 and old:
            gone = rng.choice(old)
            self.put(f"{gone} = {rng.choice([a for a in self.arrays[shape] if a != gone])}")
        elif choice == 8:
            self.put(f"print numel({name}), max({name})")


def fusion_case(rng, number, has_parts=False):
    dims = rng.choice([[20, 33], [34, 12], [18, 18], [1, 300], [300, 1], [16, 40]])
    body = Body(rng, dims, has_parts)
    body.put(f'{{!kernel_fusion strategy="{rng.choice(STRATEGIES)}"}}')
    body.put("kept = cell(3)")
    if has_parts:
        body.put(f"large = data([{dims[0] + 2}, {dims[1] + 3}], 3)")
    for _ in range(rng.randint(3, 12)):
        choice = rng.random()
        if choice < 0.3:
            body.expression()
        elif choice < 0.5:
            body.loop()
        elif choice < 0.7:
            body.kernel()
        elif choice < 0.78:
            body.complex()
        elif choice < 0.82:
            body.failing()
        elif choice < 0.9:
            body.total()
        else:
            body.host()
    shown = [a for a in body.arrays["m"] + body.arrays["t"] + body.arrays["c"] if a[0] in "mtc"
             and rng.random() < 0.5][-3:]
    shown += [name for name in ["x2"] if not shown]
    outputs = [f"r{n}" for n in range(len(shown))]
    body.lines += [f"  {output} = {name}" for output, name in zip(outputs, shown)]
    rows, columns = dims
    lines = [f"function [{', '.join(outputs)}, kept] = fused{number}(x : mat, x2 : mat, w : mat, p : cube, q : "
             f"mat[uint8])", *body.lines,
             "endfunction", f"function [] = case{number}()", f"  x = data([{rows}, {columns}], {rng.randint(0, 9)})",
             f"  w = data([{columns}, {rows}], {rng.randint(0, 9)})",
             f"  p = data([{rows}, {columns}, 3], {rng.randint(0, 9)})",
             f"  q = mat[uint8]({rows}, {columns})"]
    results = [f"y{n}" for n in range(len(shown))]
    other = "x" if rng.random() < 0.2 else "w'"
    for _ in range(2):
        lines.append(f"  [{', '.join(results)}, kept] = fused{number}(x, {other if other == 'x' else 'x .* 0.5'}, w, "
                     f"p, q)")
        lines += [f"  show({name})" for name in results]
        lines += ["  for n=0..2", "    if !isempty(kept[n])", "      show(kept[n])", "    endif", "  endfor",
                  "  show(x)", "  show(q)"]
    return lines + ["endfunction"]
