% proves: STDLIB 1.3 a vector gathers by an index array; by a matrix of indices, the result has the matrix's size
% expect: ok
function y : mat = look_up(table : vec, x : mat)
    y = table[int(x)]
end
function [] = main()
    v = [10, 20, 30, 40]
    m = [[0, 1], [2, 3], [3, 0]]
    y = v[m]
    assert(size(y) == [3, 2])
    assert(y[2,0] == 40 && y[0,1] == 20)
    assert(size(v[m] + 1) == [3, 2] && (v[m] + 1)[1,1] == 41)
    assert(size(look_up(v + 0.5, m)) == [3, 2] && look_up(v + 0.5, m)[2,1] == 10.5)
    assert(numel(v[[3, 1]]) == 2 && v[[3, 1]][1] == 20)
    c = zeros(2, 2, 2)
    c[1,1,1] = 3
    assert(size(v[c]) == [2, 2, 2] && v[c][1,1,1] == 40 && v[c][0,0,1] == 10)
    t = zeros(256)
    t[0..255] = 255 - (0..255)
    x = mod(reshape(0..299, [15, 20]), 256)
    assert(sum(abs(t[x] - (255 - x))) == 0)
    v[[[0, 1], [2, 3]]] = [[1, 2], [3, 4]]
    assert(sum(abs(v - [1, 2, 3, 4])) == 0)
    print "ok"
end
