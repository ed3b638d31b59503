% manual: 4.6.1 the types of an explicitly typed lambda expression hold for its arguments
% expect: check-error scalar.*string
double : [scalar -> scalar] = x -> 2 * x
print double("text")
