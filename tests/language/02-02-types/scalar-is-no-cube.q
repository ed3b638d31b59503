% proves: 2.2 a failing type check of a constant is an error at check time
% expect: check-error type check failed.*an integer.*`cube`
print(1:cube)
