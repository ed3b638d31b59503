% proves: 2.1 where one array would fit another when it is repeated, the error says how to repeat it
% expect: ok
function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end
function z = plus(x, y)
    z = x + y
end

row = ones(1, 3)
column = ones(3, 1)
m = failure(() -> plus(ones(4, 3), row))
assert(strfind(m, "repmat(right, [4,1]) has the size of the left one") > 0, m)
m = failure(() -> plus(column, ones(3, 5)))
assert(strfind(m, "repmat(left, [1,5]) has the size of the right one") > 0, m)
m = failure(() -> plus(ones(4, 4, 3), ones(4, 4)))
assert(strfind(m, "repmat(right, [1,1,3]) has the size of the left one") > 0, m)
m = failure(() -> plus(ones(2, 3), ones(3, 2)))
assert(numel(strfind(m, "repmat")) == 0, m)
assert(strfind(m, "needs arrays of the same size") > 0, m)

assert(max(plus(ones(4, 3), repmat(row, [4, 1]))) == 2)
assert(max(plus(repmat(column, [1, 5]), ones(3, 5))) == 2)
assert(max(plus(ones(4, 4, 3), repmat(ones(4, 4), [1, 1, 3]))) == 2)
print "ok"
