% proves: 14.2 hold, figure and subplot say where the next picture goes
% expect: ok
function [] = main()
    a = plot([1,2])
    b = plot([1,2])
    assert(b.number == 2, "without hold, another figure")
    hold("on")
    c = plot([5,9])
    assert(c.number == 2, "with hold, the same figure")
    y = ylim()
    assert(y[0] < 1 && y[1] > 9, "both lines are there")
    hold("off")
    d = plot([1,2])
    assert(d.number == 3, "hold is off")

    % an animation: each picture replaces the one before
    n = 0
    repeat
        fig = plot([n, n+1])
        n = n + 1
        t = hold("on")
    until n == 5
    assert(fig.number == 4, "one figure")
    y = ylim()
    assert(abs(y[0] - 3.95) < 1e-6, "only the last line is there")
    hold("off")

    e = figure()
    subplot(2,1,1)
    p = plot([1,2])
    subplot(2,1,2)
    q = plot([1,2])
    assert(e.number == 5 && p.number == 5 && q.number == 5, "both axes are in one figure")
    f = figure(2)
    assert(f == b, "the figure with that number")
    g = bar([1,2])
    assert(g == b, "and drawn there")
    y = ylim()
    assert(y[0] == 0, "the lines are gone")
    a.plot([7,8])
    title("in the first")
    y = ylim()
    assert(abs(y[0] - 6.95) < 1e-6, "the first figure again")
    print "ok"
endfunction
