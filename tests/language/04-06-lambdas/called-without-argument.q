% manual: 4.6 a variable that holds one lambda expression is called with its arguments
% expect: check-error without its argument `b`
weigh = (a, b) -> 2 * a + b
print weigh(1)
