% proves: 4.11 a code attribute that is nearly one of the manual's gets a warning, another unknown one none
% expect: ok
%! 6: the code attribute `paralel` is not known and ignored; did you mean `parallel`
%! 10: the code attribute `kernel_tranform` is not known and ignored; did you mean `kernel_transform`
x = zeros(10)
{!paralel for}
for k = 0..9
  x[k] = k
endfor
{!kernel_tranform enable="localwindow"}
{!somebodys_own key=5}
assert(sum(x) == 45)
print "ok"
