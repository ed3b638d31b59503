% proves: 14 limits of axes that are far apart, next to each other or of huge numbers draw or are refused, and figures link once
% expect: ok
refused = 0
cases = {[-1e300,1e300], [-1.7e308,1.7e308], [1e308,1.7e308], [0,5e-324], [0,1e-320], [1,1.0000000000000002], [1e300,1.0000000000000002e300],
         [-1e-300,1e-300], [0,inf], [nan,1], [1,1], [2,1], [-1e18,1e18], [123456789,123456789.0000001]}
function [n] = attempt(f)
    n = 0
    try
        f()
    catch ex
        n = 1
    end
end
for k=0..numel(cases)-1
    c = cases[k]
    fig = plot([1,2,3], [4,5,6])
    refused += attempt(() -> xlim(c))
    refused += attempt(() -> ylim(c))
    refused += attempt(() -> axis([c[0],c[1],c[0],c[1]]))
    fig.save("f.svg")
    fig.rasterize()
    fig = loglog([1,10,100], [1,1e300,1e-300])
    attempt(() -> xlim(c))
    attempt(() -> ylim(c))
    fig.save("f.svg")
    fig = surf([[0,1],[1e300,-1e300]])
    attempt(() -> zlim(c))
    attempt(() -> caxis(c))
    fig.save("f.svg")
    fig.rasterize()
    close("all")
end
assert(refused > 6 && refused < 40, refused)
a = plot([1,2])
b = plot([2,1])
for k=1..1000
    a.connect(b)
    b.connect(a)
    a.connect(a)
end
a.save("a.svg")
print "ok"
