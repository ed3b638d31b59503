% proves: 7.3 a method with self by value changes a copy; by pointer, the object itself
% expect: stdout
%! 10: `self` is a copy
%> 0
%> 3
type counter : mutable class
    n : int
end
function [] = add_to_copy(self : counter, k : int)
    self.n += k
end
function [] = add(self : ^counter, k : int)
    self.n += k
end
function [] = main()
    c = counter(n := 0)
    c.add_to_copy(3)
    print c.n
    c.add(3)
    print c.n
end
