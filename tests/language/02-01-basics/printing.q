% proves: LANGUAGE "Text and printing"
% expect: stdout
%> a = 1, b = 2.5
%> 0.1
%> 1e-06
%> 3
%> 1+2i
%> [ 1, 2.5, 3]
%> [ 1, 2, 3]
%> 1
%> text
print "a = ", 1, ", b = ", 2.5
print 0.1
print 0.000001
print 3.0
print 1+2i
print [1, 2.5, 3]
print [1, 2, 3]
print 3 > 2
print("text")
