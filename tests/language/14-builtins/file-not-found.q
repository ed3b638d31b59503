% proves: 14.2 the error for a file that is not there names the folders in which it was looked for
% expect: ok
function [text] = failure(f)
    text = ""
    try
        f()
    catch ex
        text = sprintf("%s", ex)
    end
end

function [] = expect_folders(name, m)
    assert(strfind(m, name + ": can't ") == 0, m)
    assert(strfind(m, "there is no such file in the ") > 0, m)
    assert(numel(strfind(m, "/")) > 0, m)
end

expect_folders("imread", failure(() -> imread("nofile.png")))
expect_folders("csvread", failure(() -> csvread("nofile.csv")))
expect_folders("load", failure(() -> load("nofile.qdat")))
expect_folders("fopen", failure(() -> fopen("nofile.txt", "r")))
m = failure(() -> imread("/nonexistent/x.png"))
assert(strfind(m, "No such file or directory") > 0, m)
print "ok"
