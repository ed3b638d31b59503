% proves: 5.3.1 a symbolic variable has no value
% expect: check-error symbolic|no reductions available
symbolic s
y = s + 1
