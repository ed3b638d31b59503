# Random kernels of blocks: shared memory and barriers (b), the same with so many blocks that they run in SIMD lanes
# (t), tiles with a border and sums in shared memory (s), 'shared copies (h), groups of work items (g), barriers of the
# grid (w).
# SPDX-License-Identifier: Apache-2.0
"""Cases for differential.py, like kernel_cases.py. Between two barriers a work item writes elements of its own, and
reads those that nobody writes; where work items part, all of them meet the same number of barriers."""
import math

MODES = ["", "'safe", "'circular", "'mirror", "'clamped"]
# Not uint32: what negative numbers become there is beyond 2^24, where a scalar of single precision keeps no integer.
INTEGERS = ["int", "int", "int32", "int16", "uint16", "int8", "uint8"]


def block_case(rng, number, writer, many=False):
    """many: so many blocks that they run together, in SIMD lanes; their loops leave arrays and common counts alone."""
    rank = rng.choice([1, 1, 2])
    block = [rng.choice([1, 2, 4, 8, 16])] if rank == 1 else [rng.choice([1, 2, 4]), rng.choice([1, 2, 3])]
    blocks = [rng.randint(1, 4) for _ in range(rank)]
    if many:
        blocks[rng.randrange(rank)] = rng.randint(16, 40)
    dims = [a * b for a, b in zip(block, blocks)]
    if not many and rng.random() < 0.2:
        dims = [max(d - rng.randrange(b), 1) for d, b in zip(dims, block)]
    size = block[0] if rank == 1 else block[0] * block[1]
    w = writer(rng)
    w.depth = 2
    here = "blkpos" if rank == 1 else f"blkpos[0]*{block[1]}+blkpos[1]"
    w.scope = [("me", "i", False), ("n", "i", False)] + ([("pos", "i", False)] if rank == 1
                                                         else [("pos[0]", "i", False)])
    w.put(f"me = int({here})")
    w.put(f"even = shared({size})")
    w.put(f"odd = shared[{'int' if many else rng.choice(INTEGERS)}]({size})")
    w.put("count = shared(2)")
    current = {"even": False, "odd": False}
    common = [lambda: f"xor(me, {rng.randint(0, 7)})",
              lambda: f"mod(me*{rng.randint(0, 5)} + n, {size + 1})"] if many else []
    read = {"s": lambda: f"even[mod({w.integer(1)}, {size})]", "i": lambda: f"odd[mod({w.integer(1)}, {size})]"}
    arrays = [] if many else [("s", lambda: f"x[{w.integer(1)}]")]
    w.reads = arrays
    if many:
        w.put(f"first = x[{here} + 3*pos{'' if rank == 1 else '[0]'}]")
        w.scope.append(("first", "s", False))

    def phase(target=None):
        """All work items write their own element of one array, and may read the other one."""
        target = target or rng.choice(["even", "odd"])
        other = "odd" if target == "even" else "even"
        kind = "i" if other == "odd" else "s"
        w.reads = arrays + ([(kind, read[kind])] * 2 if current[other] else [])
        for _ in range(rng.randint(0, 2)):
            w.statement(False)
        guard = rng.random() < 0.3
        if guard:
            w.put(f"if {w.condition(1)}")
            w.depth += 1
        value = f"mod({w.scalar(2)}, 64)" if target == "even" else f"mod({w.integer(2)}, 64)"
        if many and current[other] and rng.random() < 0.8:
            value = f"mod({value} + {other}[{rng.choice(common)()}], 64)"
        w.put(f"{target}[me] {rng.choice(['=', '=', '+='])} {value}")
        if guard:
            w.depth -= 1
            w.put("endif")
        if rng.random() < 0.3 and not many:
            w.put(f"count[{rng.randrange(2)}] += {rng.randint(1, 3)}")
        w.reads = []
        w.put("syncthreads")
        current[target] = True

    for _ in range(rng.randint(1, 3)):
        choice = rng.randrange(4 if many else 5)
        mark = len(w.scope)
        if choice == 4:
            target = rng.choice(["even", "odd"])
            w.put(f"if {w.condition(1)}")
            for follows in ("else", "endif"):
                w.depth += 1
                phase(target)
                w.depth -= 1
                w.put(follows)
                del w.scope[mark:]
        elif choice == 0:
            name = w.fresh()
            w.put(f"for {name}=0..{rng.choice(['n', '2', '1'])}")
            w.depth += 1
            w.scope.append((name, "i", False))
            phase()
            phase()
            w.depth -= 1
            w.put("endfor")
            del w.scope[mark:]
        elif choice == 1:
            w.put(f"if n {rng.choice(['>', '<', '=='])} {rng.randint(0, 3)}")
            w.depth += 1
            phase()
            w.depth -= 1
            w.put("endif")
            del w.scope[mark:]
        elif choice == 2:
            name = w.fresh()
            w.put(f"{name} = int(1)")
            w.put(f"while {name} < {size}")
            w.depth += 1
            phase()
            w.put(f"{name} *= 2")
            w.depth -= 1
            w.put("endwhile")
            del w.scope[mark:]
        else:
            phase()
    w.reads = [("s", read["s"]), ("i", read["i"])]
    w.put(f"y[pos] = {w.scalar(2)} + {w.everything()} + even[{size}-1-me] + odd[me] + count[0] * 100 + count[1]")
    if rng.random() < 0.5 and not many:
        w.put("if me == 0")
        w.put("  out += int(count[0]) + odd[0]")
        w.put("endif")
    position = "int" if rank == 1 else "ivec2"
    shape = ", ".join(map(str, dims))
    grid = f"[[{shape}],[{', '.join(map(str, block))}]]"
    lines = [f"function [] = case{number}()",
             f"  function [out : int] = __kernel__ k(x : vec, y : {'vec' if rank == 1 else 'mat'}, n : int, pos : "
             f"{position}, blkpos : {position})"]
    lines += w.lines
    return lines + ["  endfunction", f"  x = data([{rng.randint(2, 30)}], {rng.randint(0, 9)})",
                    f"  y = zeros([{shape}])",
                    f"  out = parallel_do({grid}, x, y, {rng.randint(0, 3)}, k)", "  show(y)", "  show([0.0 + out])",
                    "endfunction"]


def launch(dims, block):
    return f"[[{', '.join(map(str, dims))}],[{', '.join(map(str, block))}]]"


def random_grid(rng, size=None):
    """(dims, block), of one or two dimensions; the last blocks are cut off in every fourth."""
    rank = rng.choice([1, 1, 2])
    block = [size or rng.choice([4, 8, 16, 20, 32])] if rank == 1 else [rng.choice([2, 4]), rng.choice([2, 3, 5, 8])]
    dims = [b * rng.randint(1, 4) for b in block]
    if rng.random() < 0.25:
        dims = [max(d - rng.randrange(b), b) for d, b in zip(dims, block)]
    return dims, block


def tile_case(rng, number, writer):
    """A block copies a part of an array with its border, and each work item computes something of its surroundings."""
    block = [rng.choice([2, 4, 8]), rng.choice([2, 4, 8, 16])]
    dims = [rng.randint(b, 3 * b + 3) for b in block]
    border = [rng.randint(0, 2), rng.randint(0, 3)]
    sides = [b + 2 * c for b, c in zip(block, border)]
    kind, mode = rng.choice(["", "", "[int]", f"[{rng.choice(INTEGERS)}]"]), rng.choice(MODES)
    bins, top = rng.choice([1, 4, 16]), rng.choice(["^^", "__"])
    w = writer(rng)
    w.depth = 2
    w.scope = [("pos[0]", "i", False), ("pos[1]", "i", False), ("blkidx[1]", "i", False), ("n", "i", False)]
    w.put(f"tile = shared{kind}({sides[0]}, {sides[1]})")
    w.put(f"bins = shared_zeros{rng.choice(['', '[int]'])}({bins})")
    w.put("best = shared(1)")
    w.put(f"for p=blkpos[0]..{block[0]}..{sides[0] - 1}")
    w.put(f"  for q=blkpos[1]..{rng.choice(['blkdim[1]', str(block[1])])}..{sides[1] - 1}")
    w.put(f"    tile[p,q] = x[blkidx[0]*{block[0]} + p - {border[0]}, blkidx[1]*{block[1]} + q - "
          f"{border[1]}]{rng.choice(['', ' * 2', ' + p'])}")
    w.put("  endfor")
    w.put("endfor")
    w.put("syncthreads")
    near = lambda k: f"blkpos[{k}]+{rng.randint(0, 2 * border[k])}"
    w.reads = [("s", lambda: f"tile[{near(0)}, {near(1)}]"),
               ("s", lambda: f"tile[{near(0)}, mod({w.integer(1)}, {sides[1]})]")]
    w.put("total = 0.0")
    w.scope.append(("total", "s", True))
    w.put(f"for p=0..{2 * border[0]}")
    w.put(f"  for q={rng.choice(['0', '0', 'mod(pos[1],2)'])}..{2 * border[1]}")
    w.put(f"    total {rng.choice(['+=', '+=', '^^=', '__='])} tile[blkpos[0]+p, "
          f"blkpos[1]+q]{rng.choice(['', ' * 0.5', ' * (p+q)'])}")
    w.put("  endfor")
    w.put("endfor")
    for _ in range(rng.randint(0, 3)):
        w.statement(False)
    w.put(f"bins[mod({w.integer(1)}, {bins})] += mod({w.integer(1)}, 7)")
    w.put(f"best[0] {top}= {w.scalar(1)}")
    w.put("syncthreads")
    w.put(f"for p=blkpos[0]*{block[1]}+blkpos[1]..{block[0] * block[1]}..{bins - 1}")
    w.put("  g[p] += bins[p]")
    w.put("endfor")
    w.put(f"y[pos] = {w.scalar(2)} + {w.everything()} + best[0]")
    lines = [f"function [] = case{number}()",
             f"  function [] = __kernel__ k(x : mat{mode}, y : mat, g : vec, n : int, pos : ivec2, blkpos : ivec2, "
             f"blkidx : ivec2, blkdim : ivec2)"]
    size = dims if rng.random() < 0.6 else [rng.randint(1, 12), rng.randint(1, 12)]
    return lines + w.lines + ["  endfunction",
                              f"  x = {rng.choice(['data', 'whole'])}([{size[0]}, {size[1]}], {rng.randint(0, 9)})",
                              f"  y = zeros({dims[0]}, {dims[1]})", f"  g = zeros({bins})",
                              f"  parallel_do({launch(dims, block)}, x, y, g, {rng.randint(-3, 9)}, k)", "  show(y)",
                              "  show(g)", "endfunction"]


def exchange(rng, w, groups):
    """A call that all work items of a group make together, or those that are there."""
    group, kind, name = rng.choice(groups), rng.choice(["i", "s"]), w.fresh()
    value, method = w.value(kind), rng.randrange(5 if group == "this_thread_block" and rng.random() < 0.95 else 9)
    if method < 5:
        other = [f"shfl({value}, {w.integer(1)})", f"shfl({value}, {rng.randint(0, 7)})",
                 f"shfl_up({value}, {rng.randint(0, 4)})",
                 f"shfl_down({value}, {rng.randint(0, 4)})",
                 f"shfl_xor({value}, {rng.choice([1, 2, 3, 4, 8, 16])})"][method]
        w.put(f"{name} = {group}.{other}")
        w.scope.append((name, kind, True))
    elif method < 7:
        w.put(f"{name} = {group}.{rng.choice(['any', 'all'])}({w.condition(1)}) ? {w.integer(0)} : {w.integer(0)}")
        w.scope.append((name, "i", True))
    else:
        mask = rng.choice([f"ballot({w.condition(1)})", f"match_any({w.integer(1)})",
                           f"match_all(mod({w.integer(1)}, 2))", "active_mask"])
        w.put(f"{name} = mod({group}.{mask}, {rng.choice([255, 4096, 65521])})")
        w.scope.append((name, "i", True))


def meet(rng, w, groups, depth=0):
    """Work items part and meet at exchanges."""
    choice = rng.randrange(8)
    mark = len(w.scope)
    if choice < 4 or depth > 1:
        exchange(rng, w, groups)
        return
    if choice == 4:
        w.put(f"if {w.condition(1)}")
        end = "endif"
    elif choice == 5:
        name = w.fresh()
        w.put(f"for {name}=0..{rng.choice(['1', '2', f'mod({w.integer(0)}, 3)', 'mod(me, 3)'])}")
        w.scope.append((name, "i", False))
        end = "endfor"
    elif choice == 6:
        name = w.fresh()
        w.put(f"{name} = int({rng.randint(0, 2)})")
        w.put(f"while {name} < {rng.choice(['3', 'mod(me, 4)'])}")
        w.put(f"  {name} += 1")
        w.scope.append((name, "i", False))
        end = "endwhile"
    else:
        w.statement(False)
        return
    w.depth += 1
    meet(rng, w, groups, depth + 1)
    w.assign()
    if rng.random() < 0.3:
        meet(rng, w, groups, depth + 1)
    w.depth -= 1
    if choice == 4 and rng.random() < 0.4:
        del w.scope[mark:]
        w.put("else")
        w.depth += 1
        meet(rng, w, groups, depth + 1)
        w.assign()
        w.depth -= 1
    w.put(end)
    del w.scope[mark:]


def group_case(rng, number, writer):
    dims, block = random_grid(rng, size=rng.choice([4, 8, 20, 32, 40, 64]))
    rank, smallest = len(dims), math.prod(d % b or b for d, b in zip(dims, block))
    here = "blkpos" if rank == 1 else f"blkpos[0]*{block[1]}+blkpos[1]"
    w = writer(rng)
    w.depth = 2
    w.scope = [("me", "i", False), ("n", "i", False), ("value", "s", True), ("count", "i", True)]
    w.put(f"me = int({here})")
    w.put(f"value = x[me + {rng.choice(['3', '7'])}*pos{'' if rank == 1 else '[0]'}]")
    w.put(f"count = int(mod(me*{rng.randint(1, 5)}, {rng.randint(2, 9)}))")
    # what a part of the work items exchanges over the whole block meets barriers of the others
    has_memory = rng.random() < 0.3
    groups = ["coalesced_threads"] + (["this_thread_block"] if math.prod(block) <= 32 and not has_memory else [])
    # When the two warps of a part that lies in both come to an exchange is open, unless the whole block waits.
    sizes = [n for n in (2, 3, 4, 8, 16, 32) if n < smallest and (n != 3 or math.prod(block) <= 32)]
    for n in range(rng.randint(0, 2) if sizes else 0):
        size = rng.choice(sizes)
        # which of two that overlap waits is open
        sizes = [other for other in sizes if size % other == 0 or other % size == 0]
        w.put(f"part{n} = {rng.choice(['coalesced_threads', 'this_thread_block'])}.partition({size})"
              if size <= min(smallest % 32 or 32, 32)
              else f"part{n} = this_thread_block.partition({size})")
        groups.append(f"part{n}")
    for group in groups:
        w.scope += [(f"{group}.thread_idx", "i", False), (f"{group}.size", "i", False)]
    if has_memory:
        w.put(f"memory = shared({math.prod(block)})")
    for n in range(rng.randint(1, 5)):
        meet(rng, w, groups)
        if has_memory and rng.random() < 0.5:
            w.put(f"memory[me] = {w.scalar(1)}")
            w.put(rng.choice(["syncthreads", "this_thread_block.sync()", "syncthreads(block)"]))
            w.put(f"value += memory[mod({w.integer(1)}, {block[0]})]")
            w.put("syncthreads")
        elif rng.random() < 0.2:
            w.put(rng.choice(["syncthreads(warp)", f"{rng.choice(groups)}.sync()", "syncthreads"]))
        elif rng.random() < 0.1:
            w.put(f"if {w.condition(1)} && me > 2")
            w.put("  return")
            w.put("endif")
    w.put(f"y[pos] = mod({w.scalar(2)} + {w.everything()}, 4096)")
    position, shape = "int" if rank == 1 else "ivec2", ", ".join(map(str, dims))
    lines = [f"function [] = case{number}()",
             f"  function [] = __kernel__ k(x : vec'circular, y : {'vec' if rank == 1 else 'mat'}, n : int, pos : "
             f"{position}, "
             f"blkpos : {position}, coalesced_threads : thread_block, this_thread_block : thread_block)"]
    return lines + w.lines + ["  endfunction", f"  x = data([{rng.randint(5, 60)}], {rng.randint(0, 9)})",
                              f"  y = zeros({shape})",
                              f"  parallel_do({launch(dims, block)}, x, y, {rng.randint(0, 5)}, k)", "  show(y)",
                              "endfunction"]


def grid_case(rng, number, writer):
    """All blocks write an array, wait, and read what others have written; blocks may part on the way."""
    dims, block = random_grid(rng)
    rank = len(dims)
    kind = "vec" if rank == 1 else "mat"
    w = writer(rng)
    w.depth = 2
    here = ["pos"] if rank == 1 else ["pos[0]", "pos[1]"]
    has_blocks = rng.random() < 0.05 # interpreted
    index = here[0] if not has_blocks else "blkidx" if rank == 1 else "blkidx[0]"
    w.scope = [(name, "i", False) for name in [*here, index, "n"]]
    own = ", ".join(here)
    far = lambda: ", ".join(f"mod({w.integer(1)}, {d})" for d in dims)
    current = rng.choice(["u", "v"])
    w.put(f"{current}[{own}] = {w.scalar(1)} + {here[0]}")
    w.put("syncthreads(grid)")
    for _ in range(rng.randint(1, 3)):
        last, current = current, "v" if current == "u" else "u"
        w.reads = [("s", lambda last=last: f"{last}[{far()}]")] * 2 + [("s", lambda: f"x[{w.integer(1)}]")]
        mark = len(w.scope)
        is_apart, is_again = rng.random() < 0.3, rng.random() < 0.3
        if is_again:
            name = w.fresh()
            w.put(f"for {name}=1..{rng.randint(1, 3)}")
            w.depth += 1
            w.scope.append((name, "i", False))
        for _ in range(rng.randint(0, 2)):
            w.statement(False)
        inner = len(w.scope)
        if is_apart:
            w.put(f"if {rng.choice([index, here[0]])} {rng.choice(['<', '>', '=='])} {rng.randint(0, 2)}")
            w.depth += 1
        w.put(f"{current}[{own}] {rng.choice(['=', '=', '+='])} mod({w.scalar(2)}, 64)")
        w.put("syncthreads(grid)")
        if is_apart:
            w.depth -= 1
            del w.scope[inner:]
            w.put("else")
            w.put("  syncthreads(grid)")
            w.put("endif")
        if is_again:
            w.depth -= 1
            del w.scope[mark:]
            w.put("endfor")
    w.reads = [("s", lambda: f"{current}[{far()}]")]
    w.put(f"y[{own}] = {w.scalar(2)} + {w.everything()}")
    position, shape = "int" if rank == 1 else "ivec2", ", ".join(map(str, dims))
    lines = [f"function [] = case{number}()",
             f"  function [] = __kernel__ k(x : vec, u : {kind}, v : {kind}, y : {kind}, n : int, pos : "
             f"{position}{', blkidx : ' + position if has_blocks else ''})"]
    grid = launch(dims, block) if has_blocks or rng.random() < 0.3 else f"[{shape}]"
    return lines + w.lines + ["  endfunction", f"  x = data([{rng.randint(2, 30)}], {rng.randint(0, 9)})"] + [
        f"  {name} = zeros({shape})"
        for name in "uvy"] + [f"  parallel_do({grid}, x, u, v, y, {rng.randint(0, 5)}, k)"] + [
        f"  show({name})" for name in "uvy"] + ["endfunction"]


def copy_case(rng, number, writer):
    """'shared variables: a copy of a part of an array, which all work items of a block read, or sums of a block."""
    side, border = rng.choice([2, 4, 8]), [rng.randint(0, 2), rng.randint(0, 3)]
    dims = [side * rng.randint(1, 4) for _ in range(2)]
    mode, bins = rng.choice(MODES), rng.choice([2, 5, 16])
    w = writer(rng)
    w.depth = 2
    w.scope = [("pos[0]", "i", False), ("pos[1]", "i", False), ("n", "i", False), ("p0", "i", False),
               ("p1", "i", False)]
    w.put(f"p = pos - mod(pos, {side})")
    w.put("[p0, p1] = pos - p")
    low = [f"p[{k}]+({-c}..{side - 1 + c})" for k, c in enumerate(border)]
    w.put(f"tile : 'shared = {rng.choice(['', '', '2*', '0.5*'])}x[{low[0]}, {low[1]}]")
    near = lambda k: f"p{k}+{rng.randint(0, 2 * border[k])}"
    w.reads = [("s", lambda: f"tile[{near(0)}, {near(1)}]"), ("s", lambda: f"x[{w.integer(0)}, {w.integer(0)}]")]
    has_bins = rng.random() < 0.5
    if has_bins:
        w.put(f"bins : 'shared = zeros({bins})")
    w.put("total = 0.0")
    w.scope.append(("total", "s", True))
    w.put(f"for a=0..{2 * border[0]}")
    w.put(f"  for b=0..{2 * border[1]}")
    w.put(f"    total {rng.choice(['+=', '+=', '^^=', '__='])} tile[p0+a, p1+b]"
          f"{rng.choice(['', ' * 0.5', ' * (a+b)'])}")
    w.put("  endfor")
    w.put("endfor")
    for _ in range(rng.randint(0, 3)):
        w.statement(False)
    if has_bins:
        w.put(f"bins[mod({w.integer(1)}, {bins})] += mod({w.integer(1)}, 7)")
        w.put("g[:] += bins")
    w.put(f"y[pos] = {w.scalar(2)} + {w.everything()}")
    size = dims if rng.random() < 0.6 else [rng.randint(1, 12), rng.randint(1, 12)]
    lines = [f"function [] = case{number}()",
             f"  function [] = __kernel__ k(x : mat{mode}, y : mat, g : vec({bins}), n : int, pos : ivec2)"]
    return lines + w.lines + ["  endfunction", f"  x = data([{size[0]}, {size[1]}], {rng.randint(0, 9)})",
                              f"  y = zeros({dims[0]}, {dims[1]})",
                              f"  g = zeros({bins})",
                              f"  parallel_do({launch(dims, [side, side])}, x, y, g, {rng.randint(-3, 9)}, k)",
                              "  show(y)", "  show(g)", "endfunction"]
