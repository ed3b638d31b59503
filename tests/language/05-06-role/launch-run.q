% proves: 5 ... and is raised where it is met when the program is run; what fits is no error
% expect: stdout
%> 3
%> caught
%> caught
%> 5
kernel = __kernel__ (y : vec, b : int, pos : int) -> (assert(b >= 3 && b < 9); y[pos] = b)
y = zeros(4)
parallel_do(4, y, 3, kernel)
print y[2]
b = 2
try
  parallel_do(4, y, b, kernel)
  print y[2]
catch ex
  print "caught"
endtry
function [] = launch(y, n)
  parallel_do(4, y, n, kernel)
endfunction
try
  launch(y, 10)
  print y[2]
catch ex
  print "caught"
endtry
function [] = __kernel__ branch(y : vec, b : int, pos : int)
  if b > 100
    assert(b < 200)
    y[pos] = 1
  else
    y[pos] = b
  endif
endfunction
parallel_do(4, y, 5, branch)
print y[3]
