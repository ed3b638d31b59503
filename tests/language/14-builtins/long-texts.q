% proves: 14.1 characters of long texts, one by one and in any order, with letters of several bytes
% expect: ok
text = ""
for k=1..12
  text = text + "aß水🙂-" + text
end
n = 5*4095
assert(numel(text) == n && size(text,1) == n)
letters = "aß水🙂-"

% each iteration is a look at one character: in time that does not grow with the text
count = 0
for r=1..20
  for k=0..n-1
    count += text[k] == letters[mod(k,5)]
  end
end
assert(count == 20*n, count)
for k=n-1..-1..0
  assert(text[k] == letters[mod(k,5)])
end
for k=0..n-1
  p = mod(k*7919, n)
  assert(text[p] == letters[mod(p,5)] && substr(text,p,1) == text[p])
end
assert(text[5..9] == letters && text[9..-1..5] == "-🙂水ßa" && numel(text[0..2..n-1]) == (n+1)/2)

plain = ""
for k=1..16
  plain = plain + "abc" + plain
end
count = 0
for k=0..numel(plain)-1
  count += plain[k] == "b"
end
assert(count == 65535 && plain[numel(plain)-1] == "c")
print "ok"
