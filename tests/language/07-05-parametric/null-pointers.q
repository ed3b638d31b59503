% proves: 7.5, 17.1.3 the declared type of a null pointer tells what the type parameters of a function stand for
% expect: ok
type tree[T] : mutable class
    v : T
    left : ^tree[T]
    right : ^tree[T]
endtype
function y = depth[T](n : ^tree[T])
    if n == nullptr
        y = 0
    else
        y = 1 + max(depth(n.left), depth(n.right))
    endif
endfunction
function y = values[T](n : ^tree[T])
    if n == nullptr
        y = vec[T](0)
    else
        y = [...values(n.left), n.v, ...values(n.right)]
    endif
endfunction
function y = insert[T](n : ^tree[T], v : T)
    if n == nullptr
        y = tree[T](v:=v, left:=nullptr, right:=nullptr)
    else
        if v < n.v
            n.left = insert(n.left, v)
        else
            n.right = insert(n.right, v)
        endif
        y = n
    endif
endfunction
root : ^tree[scalar] = nullptr
assert(depth(root) == 0)
for x=[5.5, 2, 8, 1, 3]
    root = insert(root, x)
endfor
assert(depth(root) == 3)
assert(sum(abs(values(root) - [1, 2, 3, 5.5, 8])) == 0)
whole : ^tree[int] = nullptr
whole = insert(whole, 4)
assert(depth(whole) == 1 && depth(whole.left) == 0)
print "ok"
