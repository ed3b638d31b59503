% proves: 6.3 types with parameters: classes, aliases, nesting, sizes; typename
% expect: ok
type stack[T] : mutable class
    tab : vec[T]
    pointer : int
endtype
type node[T] : mutable class
    value : T
    next : ^node[T]
endtype
type buffer[T, N] : class
    data : vec[T](N)
    factor : scalar = 2
endtype
type grid[T] : mat[T]
type row[N] : vec(N)
type pair[T] : class
    first : T
    second : T
endtype
s = stack[int](tab := vec[int](10), pointer := 0)
s.tab[0] = 5
s.pointer += 1
assert(type(s) == "stack[int]" && s.tab[0] == 5 && s.pointer == 1)
% without arguments, arrays are empty
q = stack[scalar]()
assert(q.pointer == 0 && numel(q.tab) == 0)
n = node[string](value := "a", next := nullptr)
m = node[string](value := "b", next := n)
assert(m.next.value == "a")
b = buffer[uint8, 4]()
assert(type(b.data) == "vec[uint8](4)" && b.factor == 2 && type(b) == "buffer[uint8,4]")
g : grid[int] = grid[int](2, 3)
assert(type(g) == "imat" && type(grid[uint8](2,2)) == "mat[uint8]" && numel(row[3]()) == 3)
t = typename(pair[scalar])(first := 1.5, second := 2)
assert(t.first == 1.5 && type(t) == "pair[scalar]")
function y = added[T](a : pair[T], b : pair[T])
    y = pair[T](first := a.first + b.first, second := a.second + b.second)
endfunction
p = added(pair[int](first := 1, second := 2), pair[int](first := 3, second := 4))
assert(type(p) == "pair[int]" && p.second == 6)
function y = cells[T](x : grid[T])
    y = zeros[T](numel(x))
endfunction
assert(type(cells(g)) == "ivec(6)")
made = stack[stack[cscalar]]
assert(type(made()) == "stack[stack[cscalar]]")
print "ok"
