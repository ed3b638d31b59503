% proves: 7.6 a class that is defined twice and derived from what is not defined has messages (it ended the compiler)
% expect: check-error derived from
type shape : nothing
    x : int
end
type shape : nowhere
    y : int
end
print "unreachable"
