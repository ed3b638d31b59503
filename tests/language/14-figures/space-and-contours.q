% proves: 14.2 lines and markers in three dimensions, lines of equal height, logarithmic axes of surfaces
% expect: ok
function [] = fails(f, words)
    message = ""
    try
        f()
    catch ex
        message = sprintf("%s", ex)
    endtry
    assert(message == words, message)
endfunction

% How many pixels differ from white, where a figure shows nothing but its series.
function n = count_ink(fig)
    axis("off")
    im = fig.rasterize()
    n = sum(im[:,:,0] < 250 || im[:,:,1] < 250 || im[:,:,2] < 250)
endfunction

function [] = main()
    t = 0..0.01..1
    fig = plot3(t, 2*t, 3*t)
    assert(sum(abs(xlim() - [0,1])) < 1e-5 && sum(abs(ylim() - [0,2])) < 1e-5 && sum(abs(zlim() - [0,3])) < 1e-5, "limits")
    ink = count_ink(fig)
    assert(ink > 100 && ink < 3000, "one line, not a surface", ink)
    fig = plot3([0,nan,1], [0,0,1], [0,0,1])
    assert(count_ink(fig) == 0, "what is no number interrupts the line")

    % A point behind a surface is hidden by it.
    fig = surf([[1,1],[1,1]])
    zlim([0,2])
    hold("on")
    scatter3(0.5, 0.5, 0.2, 60, [1,0,0])
    axis("off")
    im = fig.rasterize()
    assert(sum(im[:,:,0] > 200 && im[:,:,1] < 50) == 0, "hidden")
    scatter3(0.5, 0.5, 1.8, 60, [1,0,0])
    im = fig.rasterize()
    assert(sum(im[:,:,0] > 200 && im[:,:,1] < 50) > 10, "in front")
    hold("off")

    % A contour of a plane is a straight line where the height is.
    [X, Y] = meshgrid(0..10, 0..10)
    fig = contour(X, [2.5], "r")
    assert(sum(abs(xlim() - [0,10])) == 0 && sum(abs(ylim() - [0,10])) == 0, "the limits are those of the grid")
    axis("off")
    im = fig.rasterize()
    columns = find(sum(im[:,:,0] > 200 && im[:,:,1] < 100, 0) > 100)
    assert(size(columns,0) >= 1 && size(columns,0) <= 2, "one vertical line", columns)
    assert(abs(columns[0,1] / size(im,1) - 0.25) < 0.02, "at a quarter", columns)
    fig = contour(X .* Y, 0.0 .* [1,2])
    fig = contour(ones(4,4))
    assert(count_ink(fig) == 0, "a plane has no lines")

    fig = surf(1..3, 1..3, [[1,10,100],[1,10,100],[1,10,100]])
    before = fig.rasterize()
    axis("logz")
    assert(sum(abs(fig.rasterize() - before)) > 0, "logarithmic heights")
    axis("linear")
    assert(sum(abs(fig.rasterize() - before)) == 0, "and back")

    fails(() -> plot3([1,2], [1,2], [1,2,3]), "plot3: x, y and z have to agree, but argument 1 has 2 elements and argument 3 3")
    fails(() -> plot3([1,2], [1,2], [1,2], [1,2]), "plot3: it is used as: plot3(x, y, z)")
    fails(() -> scatter3([1,2], [1,2,3], [1,2]), "scatter3: x, y and z have to agree, but x has 2 elements and y 3")
    fails(() -> contour([1,2]), "contour: the heights have to be a matrix of at least 2 x 2, but are 1 x 2")
    fails(() -> contour(ones(3,3), 0), "contour: there can be 1 to 1000 levels, not 0")
    fails(() -> contour("x"), "contour: argument 1 has to be a matrix of heights, but is a string")
    print "ok"
endfunction
