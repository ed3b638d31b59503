% proves: 14.2 what save can't write leaves the old file, and load says what is wrong
% expect: ok
q = toascii([34])
function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end

save("r.qdat", 42)
m = failure(() -> save("r.qdat", {1, x -> x}))
assert(m == sprintf("save: can't write %sr.qdat%s: a function lambda can't be saved, which value 1 holds", q, q), m)
assert(load("r.qdat") == 42, "the old file")
m = failure(() -> save("/nonexistent/r.qdat", 1))
assert(m == sprintf("save: can't write %s/nonexistent/r.qdat%s: No such file or directory", q, q), m)
f = fopen("r.txt", "w")
fprintf(f, "no such file")
fclose(f)
m = failure(() -> load("r.txt"))
assert(m == sprintf("load: can't read %sr.txt%s: it was not written by save; text is written by fprintf and read by fgets", q, q), m)
m = failure(() -> save("r.TXT", 1))
assert(m == sprintf("save: can't write %sr.TXT%s: no program that knows such names could read it: text is written by fprintf and read by fgets; what save writes has a name that ends in .qdat, .mat or .npy", q, q), m)
m = failure(() -> save("r.png", ones(4,4)))
assert(m == sprintf("save: can't write %sr.png%s: no program that knows such names could read it: an image is written by imwrite and read by imread; what save writes has a name that ends in .qdat, .mat or .npy", q, q), m)
imwrite("r.png", ones(4,4))
m = failure(() -> load("r.png"))
assert(m == sprintf("load: can't read %sr.png%s: it was not written by save; an image is written by imwrite and read by imread", q, q), m)
save("r.foo", 42)
assert(load("r.foo") == 42, "a name that means nothing")
m = failure(() -> load("nothing.qdat"))
assert(strfind(m, sprintf("load: can't read %snothing.qdat%s: there is no such file in the ", q, q)) == 0, m)
print "ok"
