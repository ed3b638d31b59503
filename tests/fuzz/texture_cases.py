# Random kernels that read textures.
# SPDX-License-Identifier: Apache-2.0
"""Cases for differential.py. Coordinates are multiples of 1/8 and elements small whole numbers, so that what is
interpolated is exact, whatever the order."""

MODES = ("", "'safe", "'clamped", "'mirror", "'circular")
ELEMENTS = ("", "", "[uint8]", "[int8]", "[int16]", "[uint16]", "[int]")
TYPES = {1: "vec", 2: "mat", 3: "cube"}
POSITIONS = ("pos[0]", "pos[1]", "pos[0]+1", "pos[1]-2", "1")


def coordinate(rng):
    if rng.random() < 0.25:
        return rng.choice(POSITIONS)
    factor = rng.choice(("0.5", "0.25", "1.375", "-0.25", "0.125"))
    return f"{factor}*pos[{rng.randrange(2)}]+{rng.choice(('0', '0.5', '-1.5', '2', '-3', '7.25', '0.125'))}"


def element(rng, rank, components, depth):
    """One element of x; of pixels also a sum over some of theirs."""
    if rank == 2 and rng.random() < 0.3:
        return f"x[{rng.choice(('0.5', '1.25', '1'))}*pos]"
    indices = [coordinate(rng) for _ in range(rank)]
    if components > 1:
        indices[2] = str(rng.randint(0, depth))
        if rng.random() < 0.5:
            return f"sum(x[{indices[0]}, {indices[1]}, 0..{rng.randint(1, components - 1)}])"
    return f"x[{', '.join(indices)}]"


def texture_case(rng, number):
    rank = rng.choice((1, 2, 2, 2, 3))
    components = rng.choice((1, 2, 4)) if rank == 3 else 1
    dims = [rng.choice((1, 3, 5, 8, 16)) for _ in range(rank)]
    if components > 1:
        dims[2] = rng.choice((components, components, 2, 3, 4, 5))
    kind, access = TYPES[rank] + rng.choice(ELEMENTS), rng.choice(("nearest", "linear"))
    count = f"({components})" if components > 1 else ""
    terms = [f"{rng.randint(1, 3)}*{element(rng, rank, components, dims[-1])}" for _ in range(rng.randint(1, 3))]
    writes = rank == 2 and rng.random() < 0.2  # what it reads was there before
    lines = [f"function [] = case{number}()",
             f"  function [] = __kernel__ k(x : {kind}'hwtex_{access}{count}{rng.choice(MODES)}, y : mat, n : int, "
             "pos : ivec2)",
             "    s = 0.0", "    for i=1..n", f"      s += {' + '.join(terms)}", "    endfor", "    y[pos] = s"]
    if writes:
        lines += ["    x[pos] = 3"]
    shape, names = ",".join(map(str, dims)), "abc"[:rank]
    lines += ["  endfunction", f"  x = {kind}({shape})"]
    lines += [f"  for {name}=0..{n - 1}" for name, n in zip(names, dims)]
    lines += [f"    x[{','.join(names)}] = mod({'+'.join(f'{3 * i + 7}*{name}' for i, name in enumerate(names))}, "
              f"{rng.choice((7, 61))})"]
    lines += ["  endfor"] * rank
    lines += ["  y = zeros(9,11)", f"  parallel_do(size(y), x, y, {rng.randint(1, 2)}, k)", "  show(y)"]
    return lines + (["  show(x)"] if writes else []) + ["endfunction"]
