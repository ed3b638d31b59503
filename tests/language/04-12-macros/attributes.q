% proves: 4.12 a macro may combine code attributes, with conditions
% expect: ok
macro [] = fast()
  {!author name="nobody"}
  {!parallel for}
endmacro
x = zeros(100)
{!fast}
for k = 0..99
  x[k] = 2 * k
endfor
assert(sum(x) == 9900, "the attribute goes to the loop behind the use")
macro [] = profile(radius, input)
  {!specialize args=(radius==1 || radius==2)}
  if radius <= 3
    shared_size = (2*radius+1)^2
    {!kernel_transform enable="localwindow"}
    {!kernel_arg name=input, type="in", access="localwindow", min=[-radius,-radius,0], numel=2048}
  endif
  {!kernel_tiling dims=[128,128,1], mode="global"}
endmacro
function [] = __kernel__ blur(input : mat, output : mat, radius : int, pos : ivec2)
  {!profile radius, input}
  s = 0.0
  for i = -radius..radius
    s += input[pos[0], pos[1] + i]
  endfor
  output[pos] = s
endfunction
a = ones(4,5)
b = zeros(4,5)
parallel_do(size(a), a, b, 1, blur)
assert(b[0,0] == 2 && b[2,2] == 3, "in a kernel")
print "ok"
