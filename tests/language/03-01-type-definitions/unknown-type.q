% proves: 3.1 an unknown type is told by its name
% expect: error matt|not.*type|unknown
% status: 2
type x : matt
y = x(2,2)
