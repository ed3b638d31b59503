% proves: 4.9.3 the uses of circular reductions give no further errors
% expect: check-error (?s)\A(?!.*Symbolic).*circular cross-reference
reduction x -> first(x) = second(x)
reduction x -> second(x) = first(x)
print(first(1))
y = second(2) + 1
