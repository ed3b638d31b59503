% proves: 2.1 eval is called where it stands; a lambda carries it elsewhere
% expect: check-error `eval` is no value: .*; write a lambda that calls it, as in text -> eval\(text\)
f = eval
