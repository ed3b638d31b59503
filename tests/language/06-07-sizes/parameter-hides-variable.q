% proves: 6.7 a type parameter hides a variable of the same name further out, in the body and in the types.
% expect: ok
K = 3.5
T = "text"
function y = columns[K : int](A : mat(2, K))
    y = K
end
function y = make[T](x : T)
    z : vec[T] = vec[T](2)
    z[0] = x
    y = z
end
function y = inner[N : int](A : vec(N))
    f = () -> N + K
    y = f()
end
function [] = main()
    N = 100
    assert(columns(ones(2, 3)) == 3)
    assert(columns(ones(2, 5)) == 5)
    assert(make(4)[0] == 4)
    assert(inner([1.0, 2]) == 5.5)
    assert(K == 3.5 && T == "text" && N == 100)
    print "ok"
end
