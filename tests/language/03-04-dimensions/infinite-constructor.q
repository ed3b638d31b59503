% proves: 3.4 infinite dimensional arrays can't be constructed
% expect: error dimension|cube\{:\}
type any : cube{:}
x = any()
print x
