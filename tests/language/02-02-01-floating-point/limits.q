% proves: 2.2.1 eps, maxvalue and minvalue of the default precision
% expect: ok
assert(abs(eps - 2^-23) < 1e-12, "single precision")
assert(maxvalue(scalar) > 3.4e38 && maxvalue(scalar) < 3.41e38)
assert(minvalue(scalar) < -3.4e38)
assert(maxvalue(int8) == 127 && minvalue(int8) == -128)
assert(maxvalue(uint8) == 255 && minvalue(uint8) == 0)
assert(maxvalue(int16) == 32767 && minvalue(int16) == -32768)
assert(maxvalue(uint16) == 65535 && maxvalue(int32) == 2147483647 && minvalue(int32) == -2147483648)
assert(maxvalue(uint32) == 4294967295)
x = vec(1)
x[0] = 16777217
assert(x[0] == 16777216, "2^24+1 is not exact in single precision")
print "ok"
