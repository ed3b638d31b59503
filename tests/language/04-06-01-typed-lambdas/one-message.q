% proves: 4.6.1 a lambda with too many parameters for its type is told once
% expect: check-error ^(?!.*error:.*error:).*3:26: error: this lambda expression has 2 parameters
f : [scalar -> scalar] = (x, y) -> x
