% proves: STDLIB messages name the function that was called
% expect: ok
% Not beside the tests of these modules, which an import would find first.
import "imfilter.q"
import "immedfilt.q"
import "imresize.q"
import "immorphology.q"
import "imsegment.q"
import "dwt.q"
function text = message_of(f)
    text = ""
    try
        f()
    catch e
        text = e.message
    endtry
endfunction
function [] = starts(f, name : string)
    given = fromascii(message_of(f))
    wanted = fromascii(name)
    assert(numel(given) > numel(wanted) && all(given[0..numel(wanted)-1] == wanted), name)
endfunction
function y = names_rgb2gray(text : string)
    given = fromascii(text)
    wanted = fromascii("; rgb2gray(x) makes one of a colour image")
    n = numel(given) - numel(wanted)
    y = n > 0 && all(given[n..numel(given)-1] == wanted)
endfunction
any_value = {"text"}
x = any_value[0]
starts(() -> imfilter(x, [1,2,1]), "imfilter: the image")
starts(() -> imfilter(5, [1,2,1]), "imfilter: the image")
starts(() -> gaussian_filter(x, 1.0), "gaussian_filter: the image")
starts(() -> gaussian_filter([1,2,3], -1.0), "gaussian_filter: sigma")
starts(() -> average_filter(x, 1), "average_filter: the image")
starts(() -> immedfilt(x, 1), "immedfilt: the image")
starts(() -> imresize(x, 2), "imresize: the image")
starts(() -> imresize([1,2,3], -2), "imresize: the factor")
starts(() -> imresize([1,2,3], 0/0), "imresize: the factor")
starts(() -> imerode(x, [1,1]), "imerode: the image")
starts(() -> imdilate([1,2], [0,0]), "imdilate: the structuring element")
starts(() -> imfilter(complex([1,2],[3,4]), [1,1]), "imfilter: the image")
starts(() -> dwt2d(x, haar, 1), "dwt2d: the image")
starts(() -> idwt2d({[1,2]}, haar, 2), "idwt2d: a transform of 2 scales")
starts(() -> idwt1d({[1,2]}, haar, 2), "idwt1d: a transform of 2 scales")
starts(() -> graythresh(x), "graythresh: the image")
starts(() -> bwlabel(zeros(4,4,3)), "bwlabel: a matrix")
assert(names_rgb2gray(message_of(() -> bwlabel(uint8(zeros(4,4,3))))))
assert(names_rgb2gray(message_of(() -> edge(zeros(4,4,3), 1, 2))))
assert(!names_rgb2gray(message_of(() -> bwlabel(zeros(4,4,2)))))
starts(() -> bwlabel([1,0], 6), "bwlabel: connectivity")
starts(() -> regionprops([[1,2]], 2, [1,2,3]), "regionprops: the image")
starts(() -> edge(zeros(5,5), 3, 2), "edge: low")
starts(() -> accumarray([0,1], [1], 2), "accumarray: there are 2 positions")
starts(() -> accumarray([0,-1], [1,2], 2), "accumarray: position 1")
starts(() -> regionprops([[1,3]], 2, [1,2]), "regionprops: there are labels")
starts(() -> edge(zeros(5,5), -1, 2), "edge: low")
starts(() -> polyfit([0,1], [1,3], 2), "polyfit: 2 points")
print "ok"
