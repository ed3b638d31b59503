% proves: 14 print, num2str, sprintf, strings, cells and objects write a number with the digits that read back
% expect: stdout
%> 1234567.25 9007199254740992 9.313225746154785e-10
%> 1234567.25 1234567.25 1234567.25
%> { 1234567.25, [ 1234567.2, 0.1]} T(a:=1234567.25) object(a:=1234567.25) 1048576.125-0.3333333333333333i
%> 0.10000000149011612 [ 0.1] [ 0.1, 0.33333334] 5e-324 [ 1e-45]
%> [ 0, 0.1, 0.2, 0.30000000000000004]
%> 1e+20 -9.223372036854776e+18
%> 0 of 100001, 0 of 40000 changed
type T : class
  a : scalar'double
endtype
v = 1234567.25
o = object()
o.a = v
x = [0.1, 1/3]
print v, " ", 2.0^53, " ", 2.0^(-30)
print num2str(v), sprintf(" %d %s", v, v)
print {v, [v, 0.1]}, " ", T(a:=v), " ", o, " ", complex(1048576.125, -1/3)
print x[0], " ", x[0..0], " ", x, " ", 2.0^(-1074), " ", [1e-45]
print 0..0.1..0.3
printf("%d %i\n", 1e20, -2.0^63)
wrong = 0
for k=0..100000
  w = 1048576 + k/8
  wrong += str2num(num2str(w)) != w
endfor
others = 0
for k=1..40000
  w = (k*40503.0 + 1)*2.0^(mod(k, 200)-140)
  others += str2num(num2str(w)) != w
  others += str2num(sprintf("%d", -w/3)) != -w/3
endfor
print wrong, " of 100001, ", others, " of 40000 changed"
