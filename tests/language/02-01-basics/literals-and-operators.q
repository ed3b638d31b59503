% proves: 2.1 (3), (8), table 2.1: number literals, operators, precedence (STDLIB 1.1)
% expect: ok
assert(1011011b == 91 && 1011B == 11, "binary")
assert(123456o == 42798 && 17O == 15, "octal")
assert(1Fh == 31 && 0ECD3Fh == 970047 && 0ffH == 255, "hexadecimal")
assert(-1.9e-4 == 0-0.00019 && 1e3 == 1000, "scientific")
assert(real(1+1j) == 1 && imag(1-1i) == -1, "complex")
assert((1+2i)*(3-1i) == 5+5i && (1+1i)/(1-1i) == 1i, "complex arithmetic")
assert(-2^2 == -4 && 2^-3 == 0.125 && 10.0.^-1 == 0.1, "power and signs")
a = 3
b = 2
assert(-a^b == -9, "- before ^")
assert(7/2*2 == 7 && 2-3-4 == -5 && 2+3*4 == 14, "left to right")
n = 3
k = 0
for i=-n..n-1
  k += 1
endfor
assert(k == 6, "-n..n-1")
assert(sum(0..1) == 1 && sum([0.,0.]) == 0 && 1./2 == 0.5, "dots")
v = [1,2,4]
w = 8./v
assert(w[0] == 8 && w[1] == 4 && w[2] == 2, "./")
assert(!(1 > 2) && (1 < 2 || 1/0 < 0), "logic")
assert(!0 == 1 && true + true == 2, "logical values count")
assert(and(12,10) == 8 && or(12,10) == 14 && xor(12,10) == 6, "bits")
assert(shl(1,5) == 32 && shr(32,2) == 8 && not(0) == -1, "shifts")
assert(5 > 3 == true, "comparison is a value")
assert((2 > 1 ? 10 : 20) == 10 && (x -> x > 0 ? 1 : -1)(-3) == -1, "ternary")
assert("a\n" == "a\n" && numel("H:\out\") == 7, "backslash is ordinary")
c = d = 4
assert(c == 4 && d == 4, "a = b = 1")
e = 10
e -= 3
e *= 2
e /= 4
assert(e == 3, "a compound assignment of two integers stays an integer")
f = 2
f ^= 3
assert(f == 8, "^=")
v .*= [2,2,2]
v ./= [1,2,4]
v .^= 2
assert(v[0] == 4 && v[1] == 4 && v[2] == 4, ".*= ./= .^=")
[p, q] = [1, 2]
[p, q] = [q, p]
assert(p == 2 && q == 1, "swap")
[p, _] = [5, 6]
[_, q] = [5, 6]
assert(p == 5 && q == 6, "placeholder")
assert(1/0 == 1e999 && 0/0 != 0/0 && -1/0 < 0, "IEEE")
print "ok"
