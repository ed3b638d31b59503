% proves: 2.1(3) decimal, scientific, binary, octal, hexadecimal and imaginary numbers
% expect: ok
assert(5.678 == 5678/1000, "decimal")
assert(abs(-1.9e-4 + 0.00019) < 1e-12, "scientific")
assert(1011b == 11, "binary")
assert(17o == 15, "octal")
assert(1Fh == 31 && 0ECh == 236, "hexadecimal")
z = 1+1j
assert(real(z*z) == 0 && imag(z*z) == 2, "imaginary")
assert(7/2 == 3.5, "/ of two integers is a scalar")
assert(int(7/2) == 3 && int(-7/2) == -3, "int truncates toward zero")
assert(mod(-1,3) == 2 && mod(5,3) == 2, "mod has the sign of its second argument")
assert(2^10 == 1024 && -2^2 == -4 && 2^-1 == 0.5, "powers")
print "ok"
