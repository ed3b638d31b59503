% proves: 2.1 where ranges of loops end: fractions, NaN, infinities, steps of all kinds, compiled or not
% expect: stdout
%> [ 4, 6, 7, 3, 3]
%> [ 3, 3, 6, 2, 3]
%> [ 0, 0, 7, 0, 3]
%> [ 4, 6, 5, 3, 3]
%> [ 0, 0, 0, 0, 0]
%> [ 4, 6, 0, 3, 2]
%> [ 5, 10, 1, 4, 1]
%> 400,200,0
%> 300,-200,300
%> 400,-200,300
%> 1100,1012,0
%> 1100,-1012,1100
%> 0,0,0
%> the step of a range is 0
%> the step of a range is 0
function [] = __kernel__ f(y : mat, a : scalar, x : scalar, st : scalar, pos : ivec2)
   n = 0
   s = 0.0
   for i=0..x
     n += 1
     s += i
   endfor
   y[pos[0],0] = n
   y[pos[0],1] = s
   n = 0
   for i=a..st..x
     n += 1
     if n > 100
       break
     endif
   endfor
   y[pos[0],2] = n
   n = 0
   for i=-1..-1..-x
     n += 1
     if n > 100
       break
     endif
   endfor
   y[pos[0],3] = n
   n = 0
   for i=int(a)..int(st*2)..int(x)
     n += 1
     if n > 100
       break
     endif
   endfor
   y[pos[0],4] = n
endfunction
function [] = go(a, x, st)
y = zeros(1,5)
parallel_do([1,1], y, a, x, st, f)
print y
endfunction
go(0, 2.9999995, 0.5)
go(0, 2.99, 0.5)
go(0.5, -2.5, -0.5)
go(1,3*0.1*10,0.5)
go(3, nan, 1)
go(nan, 3, 1)
go(0, 4, inf)
function [n,s,m] = h(a, x, st)
    n = 0
    s = 0.0
    m=0
    {!serial for}
    for k=0..99
      for i = a..st..x
          n += 1
          if n > 1000
            break
          endif
      endfor
      for i = int(a)..int(st*2)..x
          s += i
          if abs(s) > 1000
            break
          endif
      endfor
      for i = int(a)..-x
          m += 1
          if m > 1000
            break
          endif
      endfor
    endfor
endfunction
[n,s,m]=h(0, 2.9999995, 1)
print n,",",s,",",m
[n,s,m]=h(0, -2.5, -1)
print n,",",s,",",m
[n,s,m]=h(0.5, -2.5, -1)
print n,",",s,",",m
[n,s,m]=h(0.5, inf, 2)
print n,",",s,",",m
[n,s,m]=h(0.5, -inf, -2)
print n,",",s,",",m
[n,s,m]=h(0.5, nan, -2)
print n,",",s,",",m
try
go(1, 1, 0)
catch e
 print e
endtry
try
[n,s,m]=h(0, 0, 0)
catch e
 print e
endtry
