% proves: 2.1 old endings, chosen for the whole file
% expect: ok
function y = f(x)
    y = 0
    for i=0..x
        if i > 2
            y += i
        endif
    end
end
assert(f(4) == 7, "old endings")
print "ok"
