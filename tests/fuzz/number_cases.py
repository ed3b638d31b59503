# Random expressions, loops and kernels over arrays of every element type (n), and of complex numbers and small vectors
# (z).
# SPDX-License-Identifier: Apache-2.0
"""Cases for differential.py: each function returns the lines of one test function. Among the values are the ends of
each type, NaN and infinities."""

PRELUDE = """function y = spread_over(y, low : scalar, high : scalar, salt : int)
  {!interpreted for}
  for i=0..numel(y)-1
    k = mod(i*31 + salt*17, 13)
    y[i] = k == 0 ? low : k == 1 ? high : k < 8 ? max(low, mod(i*7 + salt, 11) - 3) : max(low, floor(high / (k - 5)))
  endfor
endfunction
function y = with_gaps(n : int, salt : int)
  y = zeros(n)
  {!interpreted for}
  for i=0..n-1
    k = mod(i*29 + salt*5, 61)
    y[i] = k == 0 ? 0/0 : k == 1 ? 1/0 : k == 2 ? -1/0 : (k - 25) / 4
  endfor
endfunction
function y = pairs(n : int, salt : int)
  y = complex(zeros(n), zeros(n))
  {!interpreted for}
  for i=0..n-1
    y[i] = complex(mod(i*5 + salt, 9) - 4, mod(i*3 + salt, 7) / 2)
  endfor
endfunction
function [] = tell(y)
  print type(y, "vec[int]"), type(y, "vec[int64]"), type(y, "vec[bool]"), type(y, "vec")
  show(y)
endfunction
function [] = tell_pairs(y)
  show(real(y))
  show(imag(y))
endfunction
"""

TYPES = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535),
         "int": (-2147483648, 2147483647), "uint32": (0, 4294967295), "int64": (-2**52, 2**52)}
RULES = ["", "'sat", "'unchecked"]


def whole(rng, depth, arrays, numbers):
    """An expression of integer arrays."""
    if depth <= 0 or rng.random() < 0.15:
        return rng.choice(arrays)
    a, b = whole(rng, depth - 1, arrays, numbers), whole(rng, depth - 1, arrays, numbers)
    c = rng.choice(numbers)
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} + {c})", f"({c} - {a})", f"({a} * {c})", f"(-{a})",
                       f"max({a}, {b})",
                       f"min({a}, {c})", f"mod({a}, 7)", f"({c}*({a} > {b}))", f"(({a} != {c}) .* {b})",
                       f"(({a} > 3) + ({b} <= {c}))",
                       f"({a} .* ({b} > {c}))", f"int({a})", f"(!({a} > {c}) + 1)"])


def real(rng, depth, arrays, numbers):
    if depth <= 0 or rng.random() < 0.2:
        return rng.choice(arrays)
    a, b = real(rng, depth - 1, arrays, numbers), real(rng, depth - 1, arrays, numbers)
    c = rng.choice(numbers + ["0.5", "-1.5"])
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5)", f"max({a}, {b})", f"min({b}, {a})",
                       f"max({c}, {a})", f"min({a}, {c})",
                       f"({a} .* ({b} > {c}))", f"({a} + ({b} == {c}))", f"abs({a})", f"floor({a} * 0.25)",
                       f"(isnan({a}) + {b})",
                       f"isfinite({a}) .* {b}"])


def element(rng, name, n):
    return f"{name}[{rng.choice(['i', 'i', 'i', 'i+1', 'i-2', f'{n - 1}-i', 'mod(i*3, 17)', '2*i'])}]"


def term(rng, depth, names, n):
    """An expression of elements, of whole numbers as long as all arrays are."""
    if depth <= 0:
        return rng.choice([element(rng, rng.choice(names), n), str(rng.randint(-3, 9)), "i"])
    a, b = term(rng, depth - 1, names, n), term(rng, depth - 1, names, n)
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"max({a}, {b})", f"min({a}, {b})",
                       f"mod({a}, {rng.randint(1, 9)})", f"({a} > {b} ? {a} : {b})",
                       f"({a} == {b} ? 1 : 0)", f"({a} * {rng.randint(-2, 3)})", f"abs({a})"])


def reductions(rng, names, n, put):
    """Accumulators over the loop; the names of those that are declared before it, with their first values."""
    before = []
    for k in range(rng.randint(1, 4)):
        name, value = f"r{k}", term(rng, rng.randint(0, 2), names, n)
        kind = rng.choice(["sum", "sum", "max", "min", "second max", "second min", "count", "update", "prefix", "last"])
        before.append((name, "int(0)" if kind == "count" else rng.choice(["0.0", "1e9", "-5.0", "0/0"])
                       if "m" in kind[-3:] and kind != "sum" else "0.0"))
        guarded = rng.random() < 0.3
        if guarded:
            put(f"if {term(rng, 1, names, n)} > {rng.randint(-2, 5)}")
        put({"sum": f"{name} += {value}", "max": f"{name} = max({name}, {value})",
             "min": f"{name} = min({name}, {value})",
             "second max": f"{name} = max({value}, {name})", "second min": f"{name} = min({value}, {name})",
             "count": f"{name} += {term(rng, 0, names, n)} > 2",
             "update": f"{name} {rng.choice(['^^=', '__='])} {value}",
             "prefix": f"{name} += mod({term(rng, 1, names, n)}, 5)", "last": f"{name} = {value}"}[kind])
        if guarded:
            put("endif")
        if kind == "prefix" and not guarded:
            put(f"p[i] = {name}")
    return before


def number_case(rng, number):
    n = rng.choice([90, 300, 1030])
    lines = [f"function [] = case{number}()", f"  n = int({rng.choice([2, 3, 100, 40000, -7])})", "  m = true"]
    names = []
    for k in range(rng.randint(2, 3)):
        kind = rng.choice(list(TYPES))
        low, high = TYPES[kind]
        lines.append(f"  x{k} = spread_over(vec[{kind}{rng.choice(RULES)}]({n}), {low}, {high}, {rng.randint(0, 9)})")
        names.append(f"x{k}")
    lines.append(f"  f = with_gaps({n}, {rng.randint(0, 9)})" if rng.random() < 0.6
                 else f"  f = data([{n}], {rng.randint(0, 9)})")
    numbers = ["2", "100", "-3", "n", "m", "255", "3000000000"]
    for k in range(rng.randint(1, 3)):
        if rng.random() < 0.6:
            expression = whole(rng, rng.randint(1, 3), names, numbers)
        else:
            expression = real(rng, rng.randint(1, 3), names + ["f", "f"], numbers)
        if rng.random() < 0.4:
            expression = f"{rng.choice(['sum', 'max', 'min', 'mean', 'sum'])}({expression})"
            lines += [f"  e{k} = {expression}", f"  show([0.0 + e{k}])"]
        else:
            lines += [f"  e{k} = {expression}", f"  tell(e{k})"]
    body = []
    used = names + (["f"] if rng.random() < 0.6 else [])
    before = reductions(rng, used, n, body.append)
    kind = rng.choice(list(TYPES) + ["scalar"])
    rule = rng.choice(["'sat", "'unchecked"]) if kind != "scalar" else ""
    stores = rng.random() < 0.6
    if stores:
        body.append(f"y[i] {rng.choice(['=', '=', '+=', '-='])} {term(rng, 2, used if kind == 'scalar' else names, n)}")
    lines += [f"  y = vec[{kind}{rule}]({n})", f"  p = zeros({n})"] + [f"  {name} = {value}" for name, value in before]
    lines += ["  " + rng.choice(["", "", "{!serial for}"]), f"  for i=0..{n - 1}"] + ["    " + line
        for line in body] + ["  endfor"]
    lines += ["  tell(y)", "  show(p)"] + [f"  show([0.0 + {name}])" for name, _ in before]
    lines += kernel_part(rng, names, n, kind, rule)
    return [line for line in lines if line.strip()] + ["endfunction"]


def kernel_part(rng, names, n, kind, rule):
    """A kernel over the same arrays, with updates."""
    g = rng.choice(list(QUIET))
    return [f"  function [] = __kernel__ k({', '.join(names)}, y, g, pos : int)", "    i = pos",
            f"    t = {term(rng, 1, names, n)}",
            f"    if t > {rng.randint(-3, 9)}", f"      t = {term(rng, 2, names, n)}", "    endif",
            f"    y[pos] {rng.choice(['=', '+=', '^^=', '__='])} t",
            f"    g[mod(pos, 5)] {rng.choice(['+='] if g == 'int' else ['+=', '^^=', '__='])} {term(rng, 0, names, n)}",
            "  endfunction",
            f"  y = vec[{kind}{rule}]({n})", f"  g = vec[{g}{QUIET[g]}](5)",
            f"  parallel_do({n}, {', '.join(names)}, y, g, k)",
            "  tell(y)", "  tell(g)"]


QUIET = {"int": "'unchecked", "int64": "'unchecked", "scalar": ""}


# --- complex numbers and small vectors ---

def pair(rng, depth, names):
    if depth <= 0:
        return rng.choice(names + ["complex(0.5, -1)", "complex(1, 0.25)"])
    a, b = pair(rng, depth - 1, names), pair(rng, depth - 1, names)
    return rng.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * 0.5)", f"({a} .* {b})", f"conj({a})", f"(-{a})",
                       f"({a} + {rng.randint(1, 3)})",
                       f"({a} .* {rng.choice(['2', '-0.5'])})", f"complex(real({a}), imag({b}))"])


def size_of(rng, text):
    return f"{rng.choice(['abs', 'real', 'imag'])}({text})"


def complex_case(rng, number):
    n = rng.choice([80, 300])
    size = rng.choice([2, 3, 4])
    lines = [f"function [] = case{number}()", f"  z = pairs({n}, {rng.randint(0, 9)})",
             f"  w = pairs({n}, {rng.randint(0, 9)})",
             f"  c = data([{n}, {size}], {rng.randint(0, 9)})", f"  d = data([{n}, {size}], {rng.randint(0, 9)})"]
    lines += [f"  e = {pair(rng, rng.randint(1, 3), ['z', 'w'])} + z .* 0", "  tell_pairs(e)"]
    lines += [f"  s = sum({pair(rng, rng.randint(1, 2), ['z', 'w'])} + z .* 0)", "  show([real(s), imag(s)])"]
    elements = ["z[i]", "w[i]", "z[i+1]", f"w[{n - 1}-i]"]
    total = rng.choice(["complex(0, 0)", "complex(1, -1)", "0.0"])
    update = rng.choice([("h +=", ""), ("h -=", ""), ("h = h +", ""), ("h = max(h,", ")"), ("h = min(h,", ")")])
    v, u = f"c[i, 0..{size - 1}]", f"d[{rng.choice(['i', f'{n - 1}-i'])}, 0..{size - 1}]"
    lines += [f"  q = complex(zeros({n}), zeros({n}))", f"  a = zeros({n})", f"  t = {total}", f"  b = zeros({size})",
              "  top = -1.0",
              f"  h = {rng.choice(['[0, 0, 0, 0]', '[5, -5, 1, 2]'])}",
              f"  for i=0..{n - 1}", f"    x = {pair(rng, 2, elements)}",
              f"    if {size_of(rng, pair(rng, 1, elements))} > {rng.choice(['0', '1.5', '-1'])}",
              f"      x = {pair(rng, 2, elements + ['x'])}", "    endif", "    q[i] = x",
              f"    t += {pair(rng, 1, elements + ['x'])}",
              f"    a[i] = {size_of(rng, 'x')} + sum({v} .* {u})",
              f"    b += {rng.choice([v, u, f'{v} + {u}', f'{v}*a[i]'])}",
              f"    top = {rng.choice(['max(top, sum(' + v + '))', 'max(' + size_of(rng, 'x') + ', top)'])}",
              f"    {update[0]} [i, {rng.choice(['mod(i, 3)', 'i*i*100000', '-i*i'])}, int(c[i, 0]*4), "
              f"{rng.randint(-2, 2)}]{update[1]}", "  endfor",
              "  tell_pairs(q)", "  show(a)", "  show(b)", "  show([real(t), imag(t), top])", "  show(h)"]
    lines += [f"  function [] = __kernel__ k(z : cvec{rng.choice(['', chr(39) + 'mirror', chr(39) + 'circular'])}, w "
              f": cvec, q : cvec, c : mat, g : vec{size}, pos : int)", "    i = pos",
              f"    v = {v}", f"    x = {pair(rng, 2, elements)}",
              f"    v[{rng.randrange(size)}] += {size_of(rng, 'x')}",
              f"    q[pos] = {pair(rng, 2, elements + ['x'])} * v[mod(pos, {size})]",
              f"    g[mod(pos, {size})] += floor(v[0])", "  endfunction",
              f"  q = complex(zeros({n}), zeros({n}))", f"  g = zeros({size})", f"  parallel_do({n}, z, w, q, c, g, k)",
              "  tell_pairs(q)", "  show(g)"]
    return lines + ["endfunction"]
