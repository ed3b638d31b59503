% proves: 2.2.3 int64(x) of an array keeps the 64 bits of its elements
% expect: stdout
%> [ 9007199254740993, 1]
%> vec[int64](2)
%> vec[int64](3)
%> [ 3000000001, 6]
%> vec[int64](2)
%> the value: an element does not fit int
function [] = main()
    x = [9007199254740993, 1]
    print int64(x)
    print type(int64(x))
    print type(int64(1..3))
    y = [3000000000, 5]
    z = int64(y + 1)
    print z
    print type(z)
    try
        print int32(y)
    catch ex
        print ex
    end
end
