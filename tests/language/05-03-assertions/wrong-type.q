% proves: 5 a type assertion that can never hold is found at compile time
% expect: check-error never be true
s = "text"
assert(type(s, "mat"))
