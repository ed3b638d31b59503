% proves: 14.2 figures are values with members and functions, and nothing waits without a display
% expect: ok
function [] = main()
    fig1 = imshow(zeros(20,30))
    fig2 = plot([1,2,3])
    imshow(zeros(20,30), [[0,0,0],[1,1,1]], [[1,0,0],[0,0,1]]).close() % the last colour map counts; the other one is given back
    assert(fig1.number == 1 && fig2.number == 2, "each picture is a figure of its own")
    assert(fig1.title == "", "no title")
    fig1.title = "first"
    assert(fig1.title == "first", "the title")
    fig1.connect(fig2)
    assert(fig2.width == 640 && fig2.height == 480, "the size")
    fig2.width = 300
    fig2.height = 200
    assert(sum(abs(size(fig2.rasterize()) - [200,300,3])) == 0, "a picture of that size")
    same = fig1
    assert(same == fig1 && !(fig1 == fig2), "the same figure")
    assert(fig1.closed(), "nobody looks")
    assert(!hold("on"), "nobody looks")
    hold("off")
    caught = ""
    try
        fig1.titel = "x"
    catch e
        caught = sprintf("%s", e)
    endtry
    assert(caught == "a figure has no member titel; did you mean title?", caught)
    try
        fig1.width = "wide"
    catch e
        caught = sprintf("%s", e)
    endtry
    assert(caught == "the width of a figure has to be a number of pixels from 50 to 8192", caught)
    fig1.close()
    close("all")
    print "ok"
endfunction
