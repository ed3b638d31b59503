% proves: 14.1 texts are taken apart, put together, searched and changed; positions count characters
% expect: ok
function [] = fails(f, words)
  message = ""
  try
    f()
  catch ex
    message = sprintf("%s", ex)
  end
  assert(message == words, message)
end

c = strsplit("a,b,,c", ",")
assert(numel(c) == 4 && c[0] == "a" && c[2] == "" && c[3] == "c")
assert(numel(strsplit("", ",")) == 1 && strsplit("", ",")[0] == "")
assert(numel(strsplit("a--b", "--")) == 2 && numel(strsplit("a", "--")) == 1)
assert(numel(strsplit(" two  words ")) == 2 && strsplit(" two  words ")[1] == "words" && numel(strsplit(" ")) == 0)
assert(strjoin(strsplit("x y z"), "+") == "x+y+z" && strjoin({}, ",") == "" && strjoin([1,2.5], ";") == "1;2.5")
assert(strjoin({"a",1,"b"}) == "a1b" && strjoin(1..3, " ") == "1 2 3")
assert(strrep("one two one", "one", "1") == "1 two 1" && strrep("aaa", "aa", "b") == "ba" && strrep("abc", "b", "") == "ac")
assert(strrep("", "a", "b") == "" && strrep("grün", "ü", "ue") == "gruen")
assert(all(strfind("banana", "ana") == [1,3]) && numel(strfind("banana", "x")) == 0 && strfind("grün", "n")[0] == 3)
assert(substr("grün.png", 0, 4) == "grün" && substr("grün.png", 4) == ".png" && substr("abc", 3) == "" && substr("abc", 1, 0) == "")
assert(upper("grün 1") == "GRÜN 1" && lower("ÄPfel") == "äpfel" && strtrim("  a b ") == "a b" && strtrim("   ") == "")
total = 0.0
for part = strsplit("1,2,3.5", ",")
  total += str2num(part)
end
assert(total == 6.5)
s = sort({"pear", "apple", "Fig", "apple"})
assert(strjoin(s, " ") == "Fig apple apple pear")
[s, k] = sort({"b", "c", "a"}, "descend")
assert(strjoin(s) == "cba" && all(k == [1,0,2]))
fails(() -> strsplit("a", ""), "strsplit: the separator is an empty text")
fails(() -> strsplit(3), "strsplit: argument 1 has to be a string, but is an integer")
fails(() -> strrep("a", "", "b"), "strrep: the text to be replaced is empty")
fails(() -> strfind("a", ""), "strfind: the text to be found is empty")
fails(() -> substr("abc", 2, 2), "substr: 2 characters from position 2 on are wanted, but the text has 3 characters, and positions count from 0")
fails(() -> substr("abc", -1), "substr: 4 characters from position -1 on are wanted, but the text has 3 characters, and positions count from 0")
fails(() -> strjoin("abc", ","), "strjoin: argument 1 has to be a cell or an array, but is a string")
fails(() -> sort({"a", 1}), "sort: a cell has to hold texts alone, but element 1 is none")
fails(() -> upper([1,2]), "upper: argument 1 has to be a string, but is a vector of 2 elements")
print "ok"
