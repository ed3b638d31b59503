# Random kernels with parts of arrays, objects, output arguments and functions (p), with arrays that work items make
# (d), kernels and loops that go across rows (r), and loops with running sums (c).
# SPDX-License-Identifier: Apache-2.0
"""Cases for differential.py: each function returns the lines of one test function. Nothing that a case prints depends
on the order in which work items run: elements belong to one work item, or are updated by one operator with whole
numbers."""

PRELUDE = """type fuzz_gain : class
  factor : scalar
  shift : int
endtype
type fuzz_state : mutable class
  total : int
  top : scalar
  tab : vec
  v : vec3
endtype
type fuzz_item : mutable class
  a : scalar
  n : int
  w : vec2
endtype
type fuzz_items : vec[fuzz_item]
function y = __device__ fuzz_of(a : scalar)
  y = a * 0.5 + 1
endfunction
function y = __device__ fuzz_of(a : int)
  y = a * 2
endfunction
function y = __device__ fuzz_of(a : vec2)
  y = a[0] - a[1]
endfunction
function y = __device__ fuzz_rest(a : scalar, ...rest : vec[scalar])
  y = a
  for k = 0..numel(rest)-1
    y += rest[k] * (k + 1)
  endfor
endfunction
function y = __device__ fuzz_total(v : vec)
  y = 0.0
  for e = v
    if e > 3
      continue
    endif
    y += e
  endfor
endfunction
function y : scalar = __device__ fuzz_half(a : scalar)
  y = a / 2
endfunction
function y : scalar = __device__ fuzz_shift(a : scalar)
  y = a + 0.25
endfunction
function y : scalar = __device__ fuzz_square(a : scalar)
  y = mod(a * a, 31)
endfunction
function [] = __device__ fuzz_grow(self : ^fuzz_item, by : scalar)
  self.a += by
  self.n += 1
endfunction
function y : scalar = __device__ fuzz_spread(self : fuzz_item)
  self.a = self.a + self.w[1]
  y = self.a * self.n
endfunction
"""

FUNCTIONS = ["fuzz_half", "fuzz_shift", "fuzz_square"]


def part(rng, array, rows, columns, is_row=False):
    """A part of a matrix that has one dimension; a column is no vec."""
    row = rng.choice(["pos", f"mod(pos+{rng.randint(0, 5)}, {rows})", str(rng.randrange(rows))])
    column = rng.choice([f"mod(pos, {columns})", str(rng.randrange(columns))])
    choice = rng.choice([0, 3, 4, 5] if is_row else [0, 1, 2, 3, 4, 5])
    if choice < 2:
        return f"{array}[{row},:]"
    if choice == 2:
        return f"{array}[:,{column}]"
    low, high = sorted(rng.sample(range(columns), 2))
    if choice == 3:
        return f"{array}[{row},{low}..{high}]"
    if choice == 4:
        return f"{array}[{row},{low}..{rng.randint(1, 3)}..m-{rng.randint(1, 3)}]"
    return f"{array}[{row},mod(pos,3)..mod(pos,3)+n]"


def vector(rng, depth, parts):
    """An expression of parts of one and the same length."""
    if depth <= 0 or rng.random() < 0.2:
        return rng.choice(parts)
    a, b = vector(rng, depth - 1, parts), vector(rng, depth - 1, parts)
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} .* {b})", f"({a} * 0.5)", f"({a} + pos)", f"(-{a})",
                       f"abs({a})", f"max({a}, {b})", f"min({a}, 1.5)", f"floor({a})", f"({a} / 4)"])


def inner_kernel(rng, writer, number):
    """A kernel that kernels launch: its name, its lines and a launch of it, for elements of row `r` of y."""
    w = writer(rng)
    w.depth = 2
    is_plane, method = rng.random() < 0.5, rng.choice(["parallel_do", "serial_do"])
    column = "mod(pos[0] + pos[1], m)" if is_plane else "pos"
    w.scope = [("pos[0]" if is_plane else "pos", "i", False), ("m", "i", False), ("r", "i", False), ("c", "s", False)]
    w.reads = [("s", lambda: f"x[{w.integer(1)}, {w.integer(1)}]"), ("s", lambda: f"y[r, {column}]")]
    if method == "serial_do": # what others of a parallel launch have written is open
        w.reads.append(("s", lambda: f"mod(y[r, {w.integer(0)}], 64)"))
    for _ in range(rng.randint(0, 2)):
        w.statement(False)
    if rng.random() < 0.3:
        w.put(f"if {w.condition(1)}")
        w.put("  return")
        w.put("endif")
    w.put(f"y[r, {column}] {rng.choice(['=', '+=', '-='])} mod({w.scalar(1)}, 64) + {w.everything()}")
    lines = [f"  function [] = __kernel__ inner{number}(x : mat, y : mat, r : int, m : int, c : scalar, pos : "
             f"{'ivec2' if is_plane else 'int'})"]
    if method == "serial_do":
        dims = ["[2, m]", "[3, 2]", "[mod(pos, 3), 4]"] if is_plane else ["m", "min(m, 3)", "min(m, mod(pos, 4))"]
    else: # no element twice
        dims = ["[1, m]", "[m, 1]", "[mod(pos, 2), m]"] if is_plane else ["m", "min(m, 3)", "min(m, mod(pos, 4))"]
    return [*lines, *w.lines, "  endfunction"], f"{method}({rng.choice(dims)}, x, y, pos, m, {{c}}, inner{number})"


def parts_case(rng, number, writer):
    rows, columns = rng.randint(3, 12), rng.choice([rng.randint(4, 12), rng.randint(70, 90)])
    w = writer(rng)
    w.depth = 2
    w.scope = [("pos", "i", False), ("m", "i", False), ("n", "i", False)]
    w.reads = [("s", lambda: f"x[{w.integer(1)}, {w.integer(1)}]"),
               ("s", lambda: f"sum({part(rng, 'x', rows, columns)})"),
               ("s", lambda: f"max({part(rng, 'x', rows, columns)})"),
               ("i", lambda: f"numel({part(rng, 'x', rows, columns)})"),
               ("s", lambda: f"fuzz_of({w.scalar(0)})"), ("i", lambda: f"fuzz_of({w.integer(0)})"),
               ("s", lambda: f"fuzz_rest({', '.join(w.scalar(0) for _ in range(rng.randint(1, 4)))})"),
               ("s", lambda: f"fuzz_total({part(rng, 'x', rows, columns, True)})"), ("s", lambda: "g.factor"),
               ("i", lambda: "g.shift"), ("s", lambda: f"f({w.scalar(0)})"), ("s", lambda: "p[pos].a"),
               ("s", lambda: f"p[pos].w[{rng.randrange(2)}]"), ("s", lambda: "fuzz_of(p[pos].w)"),
               ("s", lambda: f"fs[mod({w.integer(0)}, 2)]({w.scalar(0)})")]
    for _ in range(rng.randint(1, 4)):
        w.statement(False)
    if rng.random() < 0.6:
        w.put(f"q = fuzz_item(a:={w.scalar(1)}, n:=int({w.integer(1)}), w:=[{w.scalar(0)} + 0.0, {w.scalar(0)} + 0.0])")
        if rng.random() < 0.5:
            w.put("r = q")
            w.put("r.fuzz_grow(0.5)")
        w.put("q.fuzz_grow(1)")
        w.reads.append(("s", lambda: rng.choice(["q.a", "q.n * 0.5", "q.w[1]", "q.fuzz_spread()"])))
    if rng.random() < 0.6:
        w.put(f"h = {rng.choice(FUNCTIONS)}")
        w.put(f"if {w.condition(1)}")
        w.put(f"  h = {rng.choice(FUNCTIONS)}")
        w.put("endif")
        w.reads.append(("s", lambda: f"h({w.scalar(0)})"))
    same = part(rng, "x", rows, columns, True)
    w.put(f"lazy = {vector(rng, 2, [same])}")
    w.reads.append(("s", lambda: rng.choice(["sum(lazy)", "max(lazy)", "mean(lazy)", "lazy[1]", "fuzz_total(lazy)"])))
    for _ in range(rng.randint(0, 2)):
        w.statement(False)
    own = rng.choice(["y[pos,:]", "y[pos,1..m-2]", "y[pos,0..m-1]"])
    source = own.replace("y[", "x[")
    w.put(f"{own} = {rng.choice([vector(rng, 2, [source]), w.scalar(1), vector(rng, 1, [source, own])])}")
    if rng.random() < 0.5:
        w.put(f"{own} {rng.choice(['+=', '-='])} {rng.choice([source, '0.5', own + ' * 0.5'])}")
    inner = []
    if rng.random() < 0.4:
        inner, call = inner_kernel(rng, writer, number)
        w.put(call.format(c=f"0.0 + {w.scalar(1)}"))
    w.put(f"p[pos].a {rng.choice(['=', '+='])} {w.scalar(1)}")
    w.put(f"p[pos].n {rng.choice(['=', '+=', '-='])} {w.integer(1)}")
    if rng.random() < 0.5:
        w.put("p[pos].fuzz_grow(0.5)")
    w.put(f"s.total {rng.choice(['+=', '-='])} {w.integer(1)}")
    w.put(f"s.top ^^= {w.scalar(1)}")
    w.put("s.tab[pos] = s.v[1] + pos")
    w.put(f"out {rng.choice(['+=', '^^='])} {w.integer(1)}")
    w.put(f"z[pos] = {w.scalar()} + {w.everything()}")
    w.put(f"counts[mod({w.integer(1)}, 4)] += {w.integer(1)}")
    chosen = rng.choice(FUNCTIONS)
    lines = [f"function [] = case{number}()",
             f"  g = fuzz_gain(factor:={rng.choice(['0.5', '2.0'])}, shift:={rng.randint(-3, 5)})",
             f"  s = fuzz_state(total:=3, top:=-100, tab:=zeros({rows}), v:=[1.0, 2.0, 3.0])",
             f"  p = fuzz_items({rows})",
             "  {!interpreted for}", f"  for i=0..{rows}-1", "    p[i].a = i * 0.5", "    p[i].n = i",
             "    p[i].w = [i, 1.5]", "  endfor", *inner,
             f"  fs = {{{', '.join(rng.sample(FUNCTIONS, 2))}}}",
             "  function [out : int, counts : ivec4] = __kernel__ k(x : mat, y : mat, z : vec, g : fuzz_gain, s : "
             "^fuzz_state, "
             "p : fuzz_items, f : [__device__ scalar -> scalar], fs : vec[[__device__ scalar -> scalar]], m : int, n "
             ": int, pos : int)"]
    lines += w.lines
    lines += ["  endfunction", f"  x = data([{rows},{columns}], {rng.randint(0, 9)})", f"  y = zeros({rows},{columns})",
              f"  z = zeros({rows})",
              f"  [out, counts] = parallel_do({rows}, x, y, z, g, s, p, {chosen}, fs, {columns}, "
              f"{rng.randint(0, columns - 4)}, k)",
              "  show(y)", "  show(z)", "  show([0.0 + out])", "  show(float(counts))",
              "  show([0.0 + s.total, s.top])", "  show(s.tab)",
              "  {!interpreted for}", f"  for i=0..{rows}-1", "    show([0.0 + p[i].a, p[i].n])", "  endfor",
              "endfunction"]
    return lines


def dynamic_case(rng, number, writer):
    rows, columns = rng.randint(2, 9), rng.randint(4, 12)
    w = writer(rng)
    w.depth = 2
    w.scope = [("pos", "i", False), ("m", "i", False), ("n", "i", False)]
    w.reads = [("s", lambda: f"x[{w.integer(1)}, {w.integer(1)}]")]
    length = rng.choice(["n+1", "n+1", "mod(pos,3)+1", "m"])
    vectors = ["v"]   # of one length

    def add(name):
        w.reads.extend([("s", lambda: f"{name}[{w.integer(1)}]"), ("s", lambda: f"sum({name})"),
                        ("s", lambda: f"max({name})"),
                        ("i", lambda: f"numel({name})")])

    w.put(f"v = {rng.choice([f'zeros({length})', f'ones({length})', f'vec({length})'])}")
    add("v")
    if rng.random() < 0.5:
        w.put(f"c : vec[int] = vec[int]({length})")
        w.put(f"c[{w.integer(0)}] {rng.choice(['=', '+='])} mod({w.integer(1)}, 50)")
        w.reads.append(("i", lambda: f"c[{w.integer(1)}]"))
    if rng.random() < 0.6:
        w.put(f"A = {rng.choice([f'zeros({length}, n+1)', f'ones({length}, n+1)', f'x[pos..pos+n, 0..m-2]'])}")
        w.put(f"A[{w.integer(0)}, {w.integer(0)}] = {w.scalar(1)}")
        products = ["transpose(A)", "A*transpose(A)", "transpose(A)*A", "A .* A", "A - 1", "A*eye(size(A,1))"]
        w.put(f"B = {rng.choice(products)}")
        w.reads.extend([("s", lambda: f"A[{w.integer(1)}, {w.integer(1)}]"),
                        ("s", lambda: f"mod(B[{w.integer(1)}, {w.integer(1)}], 64)"),
                        ("i", lambda: f"size({rng.choice('AB')}, {rng.randint(0, 1)})")])
    if rng.random() < 0.5:
        w.put(f"u = x[pos,{rng.choice([':', '1..m-2', '0..n'])}]")
        w.put(f"u[{w.integer(0)}] = {w.scalar(1)}")
        add("u")
    for _ in range(rng.randint(1, 4)):
        choice = rng.randrange(6)
        if choice == 0:
            w.statement(False)
        elif choice == 1:
            name = w.fresh()
            w.put(f"for {name}=0..numel(v)-1")
            w.depth += 1
            w.scope.append((name, "i", False))
            w.put(f"v[{name}] {rng.choice(['=', '+=', '-=', '^^='])} mod({w.scalar(2)}, 64)")
            w.depth -= 1
            w.put("endfor")
            w.scope.pop()
        elif choice == 2:
            w.put(f"v = {vector(rng, 2, ['v', 'ones(numel(v))'])}")
            w.put("v = min(max(v, -1000), 1000)")
        elif choice == 3:
            w.put(f"v[{rng.randint(0, 1)}..numel(v)-1] = {rng.choice(['v[0]', w.scalar(1), '2'])}")
        elif choice == 4:
            w.put(f"if {w.condition(1)}")
            w.put(f"  v = v {rng.choice(['+', '-', '.*'])} {rng.choice(['v', '0.5', 'v*2'])}")
            w.put("  v = min(max(v, -1000), 1000)")
            w.put("endif")
        else:
            w.put(f"v[0..numel(v)-2] = v[1..numel(v)-1]")
    w.put(f"y[pos,0..{rng.choice(['n', 'm-2'])}] = {rng.choice(['sum(v)', 'v[0]', w.scalar(1)])}")
    w.put(f"z[pos] = {w.scalar(2)} + {w.everything()}")
    lines = [f"function [] = case{number}()",
             "  function [] = __kernel__ k(x : mat, y : mat, z : vec, m : int, n : int, pos : int)"]
    lines += w.lines
    return lines + ["  endfunction", f"  x = data([{rows},{columns}], {rng.randint(0, 9)})",
                    f"  y = zeros({rows},{columns})", f"  z = zeros({rows})",
                    f"  parallel_do({rows}, x, y, z, {columns}, {rng.randint(0, 5)}, k)", "  show(y)", "  show(z)",
                    "endfunction"]


def across_case(rng, number, writer):
    """A kernel or two loops that go through matrices across their rows, or sum up products of rows and columns."""
    is_product = rng.random() < 0.4
    rows, columns = (rng.choice([rng.randint(1, 9), rng.randint(30, 70)]) for _ in range(2))
    if is_product:
        rows, columns = rng.randint(5, 30), rng.choice([rng.randint(1, 70), rng.randint(125, 140)])
    length, is_loop = rng.randint(1, 9), rng.random() < 0.5
    i, j = ("i", "j") if is_loop else ("pos[0]", "pos[1]")
    w = writer(rng)
    w.depth = 3 if is_loop else 2
    w.scope = [(i, "i", False), (j, "i", False)]
    offset = lambda: rng.choice(["", "", "", f"+{rng.randint(1, 3)}", f"-{rng.randint(1, 3)}"])
    w.reads = [("s", lambda: f"x[{i}{offset()}, {j}{offset()}]"), ("s", lambda: f"x[{j}{offset()}, {i}{offset()}]"),
               ("i", lambda: f"z[{j}, {i}{offset()}]")]
    for _ in range(rng.randint(0, 2)):
        w.statement(False)
    value = f"{w.scalar(2)} + {w.everything()}"
    if is_product:
        w.put("product = 0.0")
        w.put(f"for k=0..{length}-1")
        w.put(f"  product += x[{i}{offset()}, k{offset()}] * b[k, {j}{offset()}]")
        w.put("endfor")
        value = rng.choice(["product", "product * 0.5", f"product + {value}"])
    targets = rng.choice([["y"], ["y"], ["u"], ["y", "u"], ["v"], ["v", "y"]])
    for target in targets:
        index = f"{i}, {j}" if target == "u" else f"{j}{offset()}, {i}{offset()}"
        guard = rng.random() < 0.2
        if guard:
            w.put(f"if {w.condition(1)}")
        w.put(f"{target}[{index}] {rng.choice(['=', '=', '=', '+='])} "
              f"{'int(' + w.integer(1) + ')' if target == 'v' else value}")
        if guard:
            w.put("endif")
    mode = rng.choice(["", "'mirror", "'circular", "'clamped", "'safe"])
    lines = [f"function [] = case{number}()"]
    if not is_loop:
        lines += [f"  function [] = __kernel__ k(x : mat{mode}, b : mat, z : mat[int]{mode}, y : mat, u : mat, v : "
                  f"mat[int], pos : ivec2)",
                  *w.lines, "  endfunction"]
    x = (rows, columns) if rng.random() < 0.5 else (columns, rows)
    lines += [f"  x = data([{x[0]}, {x[1]}], {rng.randint(0, 9)})",
              f"  b = data([{length}, {columns}], {rng.randint(0, 9)})",
              f"  z = whole([{columns}, {rows}], {rng.randint(0, 9)})", f"  y = zeros({columns}, {rows})",
              f"  u = zeros({rows}, {columns})", f"  v = mat[int]({columns}, {rows})"]
    if is_loop:
        lines += [f"  for i=0..{rows}-1", f"    for j=0..{columns}-1", *w.lines, "    endfor", "  endfor"]
    else:
        lines.append(f"  parallel_do([{rows},{columns}], x, b, z, y, u, v, k)")
    return lines + [f"  show({target})" for target in targets] + ["endfunction"]


# How a running value goes on: kind, its first value, the statement for a new number.
RUNNING = [("s", "0.0", "{r} += {v}"), ("s", "3.5", "{r} -= {v}"), ("s", "1", "{r} = {v} + {r}"),
           ("s", "0.0", "{r} = {r} + {v}"),
           ("i", "int(2)", "{r} += {w}"), ("i", "int(0)", "{r} += 1"), ("i", "0", "{r} = {r} - {w}"),
           ("s", "-50.0", "{r} = max({r}, {v})"),
           ("s", "50.0", "{r} = min({v}, {r})"), ("s", "-50.0", "{r} ^^= {v}"), ("i", "int(90)", "{r} __= {w}"),
           ("s", "1.0", "{r} *= {w} > 2 ? -1 : 1"), ("i", "int(0)", "{r} |= abs({w})"),
           ("i", "int(127)", "{r} &= abs({w})"),
           ("s", "0.0", "{r} = {r}*0.5 + {v}"), ("s", "0.0", "{r} = {w} > 4 ? 0.0 : {r} + {v}"),
           ("s", "0.0", "{r} = {v}")]
BEFORE = ["{y}[{p}] + {v}", "{v} + {y}[{p}]", "{y}[{p}] - {v}", "max({y}[{p}], {v})", "min({y}[{p}], {v})",
          "mod({y}[{p}]*2 + {v}, 64)",
          "{y}[{p}]*0.5 + {v}", "{y}[{p}] + {y}[{q}] + {v}"]


def running_case(rng, number, writer):
    """Loops that use the running value of a sum, a minimum and the like, or that go on from the element before."""
    levels = rng.choice([1, 1, 2, 2, 3])
    sizes = {1: [rng.choice([rng.randint(1, 9), rng.randint(260, 900)])], 2: [rng.randint(1, 30), rng.randint(15, 40)],
             3: [4, 7, 12]}[levels]
    names = ["i", "j", "k"][:levels]
    own = ", ".join(names)
    w = writer(rng)
    w.devices = False
    w.scope = [(name, "i", False) for name in names]
    w.reads = [("s", lambda: f"x[{own}]"), ("i", lambda: f"z[{own}]"),
               ("s", lambda: f"x[{', '.join(names[:-1] + [names[-1] + '+1'])}]")]
    value = lambda: f"mod({w.scalar(1)}, 8)" if rng.random() < 0.5 else rng.choice([f"x[{own}]", f"z[{own}]"])
    whole = lambda: f"mod({w.integer(1)}, 8)" if rng.random() < 0.5 else f"z[{own}]"
    variables = [(f"r{n}", *rng.choice(RUNNING), rng.randrange(-1, levels)) for n in range(rng.randint(0, 3))]
    lines = [f"function [] = case{number}()"]
    lines += [f"  {name} = {'whole' if name == 'z' else 'data'}([{', '.join(map(str, sizes))}], {rng.randint(0, 9)})"
              for name in "xzyuv"]
    lines += [f"  {name} = {first}" for name, _, first, _, _ in variables]
    for d, name in enumerate(names):
        low, high = rng.choice([("0", f"{sizes[d]}-1")] * 4
                               + [("1", f"{sizes[d]}-1"), ("0", f"{sizes[d]}-2"), (f"{sizes[d]}-1..-1", "0"),
                                  ("0..2", f"{sizes[d]}-1")])
        w.put(f"for {name}={low}..{high}")
        w.depth += 1
        for variable, _, first, _, level in variables:
            if level == d < levels - 1:
                w.put(f"{variable} = {first}")
    for variable, kind, _, update, _ in variables:
        use = f"{rng.choice('yu')}[{own}] = {rng.choice([variable, variable + ' * 0.5', variable + f' + x[{own}]'])}"
        if rng.random() < 0.2:
            w.put(use)
        guard = rng.random() < 0.25
        if guard:
            w.put(f"if {w.condition(1)}")
        w.put(update.format(r=variable, v=value(), w=whole()))
        if guard:
            w.put("endif")
        if rng.random() < 0.7:
            w.put(use)
    if rng.random() < 0.5 or not variables:
        along = rng.randrange(levels)
        before = [[f"{name}-{distance}" if d == along else name for d, name in enumerate(names)] for distance in (1, 2)]
        w.put(f"v[{own}] = "
              + rng.choice(BEFORE).format(y="v", v=value(), p=", ".join(before[0]), q=", ".join(before[1])))
    while w.depth > 1:
        w.depth -= 1
        w.put("endfor")
    return lines + w.lines + [f"  show({name})" for name in "yuv"] + [f"  show([0.0 + {variable[0]}])"
                                                                      for variable in variables] + ["endfunction"]
