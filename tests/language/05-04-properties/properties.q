% proves: 5.4 properties of things that the program declares as symbolic; 5.5 unassert takes them back
% expect: stdout
%> Valid
%> Unsatisfiable
%> Satisfiable
%> Satisfiable
%> Valid
symbolic is_even, is_prime, two, nine
assert(is_prime(two))
print $check(is_prime(two))
print $check(!is_prime(two))
print $check(is_prime(nine))
unassert(is_prime(two))
print $check(!is_prime(two))
assert(is_even(two) && is_prime(two))
unassert(!is_prime(two))
print $check(is_prime(two) && is_even(two))
