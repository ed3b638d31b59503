% proves: save and load of NumPy files keep arrays and numbers
% expect: ok
function [r] = again(x)
    save("t.npy", x)
    r = load("t.npy")
end
function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end
function [] = write_text(file, text)
    f = fopen(file, "w")
    fprintf(f, "%s", text)
    fclose(f)
end

a = [[1,2,3],[4,5,6.5]]
assert(sum(abs(again(a) - a)) == 0 && size(again(a)) == [2,3], "matrix")
assert(type(again([1.5,2])) == type([1.5,2]) && again([1.5,2])[1] == 2, "vector")
c = reshape(0..23,[2,3,4]) + 0.5
assert(sum(abs(again(c) - c)) == 0 && size(again(c)) == [2,3,4], "cube")
assert(again(3) == 3 && type(again(3)) == "int" && again(1/3) == 1/3 && again(true) && type(again(true)) == type(true), "numbers")
assert(again(complex(1,-2)) == complex(1,-2) && again(complex([1,2],[3,4]))[1] == complex(2,4), "complex")
l = [1.0,2.0] > 1.5
assert(type(again(l)) == type(l) && again(l)[1] && !again(l)[0], "logical")
assert(sum(again(0..9)) == 45 && numel(again([])) == 0 && size(again(zeros(0,3))) == [0,3] && size(again(ones(3,1))) == [3,1], "sizes")
assert(type(again(mat[uint8](2,2))) == "mat[uint8]" && type(again(mat[int8](2,2))) == "mat[int8]", "8 bits")
assert(type(again(mat[uint16](2,2))) == "mat[uint16]" && type(again(mat[int16](2,2))) == "mat[int16]", "16 bits")
assert(type(again(mat[uint32](2,2))) == "mat[uint32]" && type(again(cube[int32](2,2,2))) == type(cube[int32](2,2,2)), "32 bits")
assert(type(again(mat[uint64](2,2))) == "mat[uint64]" && type(again(vec[int64](2))) == type(vec[int64](2)), "64 bits")

q = toascii([34])
save("t.npy", [7,8])
m = failure(() -> save("t.npy", 1, 2))
assert(m == sprintf("save: can't write %st.npy%s: a .npy file has one array, and 2 values are given: write each into a file of its own, or give it a name that ends in .qdat or .mat", q, q), m)
m = failure(() -> save("t.npy", "text"))
assert(m == sprintf("save: can't write %st.npy%s: a .npy file has an array of numbers, and this is a string: give it a name that ends in .qdat or .mat", q, q), m)
m = failure(() -> save("t.npy", {1,[2,3]}))
assert(numel(fromunicode(m)) > 60, m)
assert(load("t.npy")[1] == 8, "the old file")
function [] = load_two()
    [x,y] = load("t.npy")
end
m = failure(() -> load_two())
assert(m == sprintf("load: can't read %st.npy%s: it holds 1 array, but 2 are wanted", q, q), m)
write_text("text.npy", "1 2 3 and more")
m = failure(() -> load("text.npy"))
assert(m == sprintf("load: can't read %stext.npy%s: it is no .npy file, which is what numpy.save writes", q, q), m)
m = failure(() -> load("nothing.NPY"))
assert(strfind(m, sprintf("load: can't read %snothing.NPY%s: there is no such file in the ", q, q)) == 0, m)
print "ok"
