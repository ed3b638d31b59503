% proves: 14.2 wrong arguments are errors that name the function, the argument and what was expected
% expect: stdout
%> plot: x and y have to agree, but x has 3 elements and y is 1 x 2
%> plot: argument 3 has to be a style such as "r--o", or "color", "linewidth", "linestyle", "marker", "markersize" or "label" and a value, but is "zz"
%> plot: argument 3 has to be a colour such as "red", "#ff8000" or [1, 0.5, 0], but is "reddish"
%> plot: a value has to follow the option "color"
%> plot: argument 1 has to be a vector or matrix of numbers, but is a string
%> plot: argument 1 has to be real numbers, but is a complex vector of 2 elements
%> bar: argument 3 has to be a width from 0 to 1, not 2
%> hist: argument 2 has to be a number of bars from 1 to 100000, not 0
%> scatter: x and y have to agree, but x has 2 elements and y 3
%> surf: the heights have to be a matrix of at least 2 x 2, but are 1 x 3
%> surf: the heights are 2 x 2, so that x needs 2 elements and y 2 (or both the size of the heights)
%> surf: it is used as: surf(z) or surf(x, y, z)
%> xlim: argument 1 has to be [low, high] with low < high, but is [2, 1]
%> ylim: argument 1 has to be [low, high], but is a vector of 3 elements
%> title: argument 1 has to be a string, but is an integer
%> legend: argument 2 has to be a string, but is an integer
%> legend: argument 3 has to be "northeast", "northwest", "southeast", "southwest" or "best", but is a string
%> axis: argument 1 has to be equal, image, normal, tight, auto, on, off, ij, xy, logx, logy, logz or linear, but is "straight"
%> colormap: there is no colour map "rainbow"; there are gray, viridis, plasma, inferno, magma, jet, hot, cool, hsv, bone, copper, spring, summer, autumn, winter, coolwarm
%> colormap: argument 1 has to be a colour map: a name or an N x 3 matrix with values from 0 to 1
%> subplot: argument 3 has to be from 1 to 4 (places are counted along the rows), but is 5
%> figure: figures have numbers from 1 to 99999, not 0
%> hold: argument 1 has to be "on" or "off", not "maybe"
%> imshow: argument 2 has to be [low, high], [] or a colour map, but is a vector of 4 elements
%> imshow: the image is empty: its size is 1 x 0
%> imshow: of four dimensions the third are 1, 3 or 4 channels and the fourth slices, but the size is 4 x 5 x 2 x 3
%> view: the elevation has to be from -90 to 90 degrees
%> close: argument 1 has to be the number of a figure, a figure or "all", but is a string
function [] = show(f)
    try
        f()
        print "no error"
    catch e
        print e
    endtry
endfunction

function [] = main()
    show(() -> plot([1,2,3], [1,2]))
    show(() -> plot([1,2], [1,2], "zz"))
    show(() -> plot([1,2], "color", "reddish"))
    show(() -> plot([1,2], "color"))
    show(() -> plot("text"))
    show(() -> plot([1i,2]))
    show(() -> bar([1,2], [3,4], 2))
    show(() -> hist([1,2], 0))
    show(() -> scatter([1,2], [1,2,3]))
    show(() -> surf([1,2,3]))
    show(() -> surf([1,2,3], [1,2], [[1,2],[3,4]]))
    show(() -> surf([1,2], [1,2]))
    show(() -> xlim([2,1]))
    show(() -> ylim([1,2,3]))
    show(() -> title(5))
    show(() -> legend("a", 5))
    show(() -> legend("a", "location", "nowhere"))
    show(() -> axis("straight"))
    show(() -> colormap("rainbow"))
    show(() -> colormap([[2,0,0]]))
    show(() -> subplot(2,2,5))
    show(() -> figure(0))
    show(() -> hold("maybe"))
    show(() -> imshow(zeros(2,2), [1,2,3,4]))
    show(() -> imshow([]))
    show(() -> imshow(zeros(4,5,2,3)))
    show(() -> view(0, 100))
    show(() -> close("every"))
endfunction
