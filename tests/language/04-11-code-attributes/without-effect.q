% proves: 4.11 8.2 11 12.3 17.2 attributes and parameters that change nothing on the CPU are notes of `check` at their line
% expect: ok
%! 14: note: `multi_device` of {!parallel} is without effect on the CPU: there is one device
%! 14: note: `blkdim` of {!parallel} is without effect on the CPU: the loop has no 'shared variable
%! 16: note: {!simd_noupcast} is without effect on the CPU: sums of bytes and other narrow integers are made in 32 bits
%! 20: note: `interleave` of {!unroll} is without effect on the CPU: the C compiler orders the statements
%! 25: note: {!kernel_shuffle} is without effect on the CPU: the order of a loop's dimensions
%! 26: note: {!shared_mem_promotion} is without effect on the CPU: the processor's caches keep
%! 29: note: {!sched} is without effect on the CPU: there is one device, the CPU
%! 31: note: {!transfer} is without effect on the CPU: all memory is the CPU's
%! 32: note: there is no code attribute or macro `somebodys_own`; this is a comment
x = mat[uint8](4,64)
y = zeros(4)
{!parallel for; multi_device=true; blkdim=[2,2]}
for m = 0..3
  {!simd_noupcast enable=x}
  r = vec[uint8](16)
  s = 0
  x[m,:] = 100 + (0..63)
  {!unroll times=4; interleave=true}
  for k = 0..47
    r += x[m, k + (0..15)]
    s += k
  endfor
  {!kernel_shuffle dims=[1,0]}
  {!shared_mem_promotion assume_blk_constant={x}}
  y[m] = r[15] + s
endfor
{!sched mode=gpu}
z = 2*y
{!transfer vars=z; target=gpu}
{!somebodys_own key=5}
assert(y[3] == 48*115 + 2*47*24 && z[0] == 2*y[0], "no sum overflows")
print "ok"
