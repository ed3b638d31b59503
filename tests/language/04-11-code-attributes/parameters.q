% proves: 4.11 a parameter or word that an attribute does not have gets a warning with those that it has
% expect: ok
%! 9: {!parallel} has no parameter `privat`, and it is ignored; did you mean `private`
%! 13: {!unroll} has no parameter `rounds`, and it is ignored; it has times, interleave, multi_device
%! 17: {!serial} is ignored without the word `for`: {!serial for}
%! 18: there is no `warpshufle` for {!kernel_accumulator algorithm=...}; there is default, sharedmemory, warpshuffle, warpshuffler, atomicop
%! 18: note: {!kernel_accumulator} is without effect on the CPU: accumulators are found
x = zeros(10)
{!parallel for; privat=k}
for k = 0..9
  x[k] = k
endfor
{!unroll rounds=2}
for k = 0..9
  x[k] += k
endfor
{!serial}
{!kernel_accumulator name=s; algorithm="warpshufle"}
s = sum(x)
assert(s == 90)
print "ok"
