% proves: 4.11 every attribute of the tables is read; those that are not known are ignored silently
% expect: stdout
%> 3000
%> 3300
%> 10
%> 512
%> 21
%> 300
%> in if
%> 2
%> 220
{!author name="A. Author, B. Author"}
{!doc category="Image Processing/Multiresolution"}
{!copyright text="(c) nobody"}
{!description text="a description, with; signs"}
{!region name="Declarations"}
x = zeros(10,10,3)
{!endregion}
{!parallel for; dim=2}
{!unroll times=4; multi_device =true; interleave=true}
for m=0..9
  for n=0..9
    for k=0..2
      x[m,n,k] = m+n+k
    endfor
  endfor
endfor
print sum(x)
{!parallel for, dim=2}
for m=0..9
  for n=0..9
    for k=0..2
      x[m,n,k] += 1
    endfor
  endfor
endfor
print sum(x)
{!serial for}
for m=1..9
  x[m,0,0] = x[m-1,0,0] + 1
endfor
print x[9,0,0]
{!serial for, dim=1}
for m=1..9
  x[m,0,0] = x[m-1,0,0] + 1
endfor
{!interpreted for}
for m=1..9
  x[m,0,0] = x[m-1,0,0] * 2
endfor
print x[9,0,0]
finished = false
index = 0
{!serial for}
while !finished
  index += 1
  if index > 20
    finished = true
  endif
endwhile
print index
{!sched mode=cpu}
{!sched mode=gpu}
{!sched mode=auto}
{!sched gpu_index=1}
{!alloc mode=auto}
{!alloc type=pinnedhostmem}
{!transfer vars=x,index; target=cpu}
{!parallel for; multi_device=true}
for m=0..9
  x[m,0,0] = m
endfor
function [] = __kernel__ k(x : cube, pos : ivec3)
  {!kernel target="cpu gpu"}
  {!kernel_transform enable="localwindow"}
  {!kernel_arg name=x, type="inout", access="shared", op="+=", cache_slices=x[:,:,pos[2],:], numel=20}
  {!kernel_accumulator name=x; type="+="}
  {!kernel_shuffle dims=[1,0]}
  {!kernel_tiling dims=[1,4,1]; mode="global local"; target="cpu gpu"}
  {!auto_inline}
  {!auto_vectorize}
  {!specialize args=(pos==1 && x==2 || pos==3)}
  {!function_transform enable="imperfectloop"}
  x[pos] = 1
endfunction
parallel_do(size(x),x,k)
print sum(x)
{!unknown_thing}
{!unknown_thing a b c; x=[1,2,{3}], y="z"}
{!}
if true
  {!x}
  print "in if"
endif
f = x -> x + 1 {!after}
print f(1)
%{!comment for}
{!function_transform enable="imperfectloop"}
for m=0..9
  for n=m..9-m
    x[m,n,0] = 5
  endfor
endfor
print sum(x[:,:,0])
