% proves: 3.2 rows of different length are an error at check time where they are literals
% expect: check-error size|length
x = [[1,2],[3,4,5]]
print x
