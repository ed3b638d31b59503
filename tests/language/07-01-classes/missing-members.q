% manual: 2.2.6, 3.8 members without a default value have to be given: known before the run
% expect: check-error wiggle.*has no default constructor.*shape, react
type wiggle : class
    size : scalar
    shape : mat
    react : [scalar -> scalar]
endtype
print wiggle(size:=3).size
