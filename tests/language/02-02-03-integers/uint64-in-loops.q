% Elements of uint64 take numbers up to 2^64 in compiled loops, and those of int64 take -2^63.
% expect: ok
function [] = main()
    n = 2000
    a = ones(n) * 1.5e19
    a[1] = 1e30
    a[2] = -5
    clipped : vec[uint64'sat] = uint64(zeros(n))
    checked : vec[uint64'checked] = uint64(zeros(n))
    for i = 0..n-1
        clipped[i] = a[i]
    endfor
    assert(abs(clipped[0] - 1.5e19) < 1e13 && clipped[1] > 1.8e19 && clipped[2] == 0)
    a[1] = 3
    a[2] = 0
    for i = 0..n-1
        checked[i] = a[i]
    endfor
    assert(abs(checked[0] - 1.5e19) < 1e13 && checked[1] == 3)
    for i = 0..n-1
        checked[i] += 1e18
    endfor
    assert(abs(checked[0] - 1.6e19) < 1e13)
    copied = zeros(n)
    for i = 0..n-1
        copied[i] = checked[i]
    endfor
    assert(abs(copied[0] - 1.6e19) < 1e13)
    whole : vec[int64'checked] = int64(zeros(n))
    for i = 0..n-1
        whole[i] = a[2] - 9223372036854775808.0
    endfor
    assert(whole[7] == -9223372036854775807 - 1)
    x : uint64 = 1.5e19
    assert(x > 1.4e19 && uint64(1.5e19) > 1.4e19)
    print "ok"
endfunction
