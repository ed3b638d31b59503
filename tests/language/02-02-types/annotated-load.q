% proves: 2.2 types in the targets of a multiple assignment are checked when the values arrive
% expect: error B.*vec
f = "annotated-load.tmp.dat"
save(f, complex(zeros(2,2,2)), zeros(3,3))
[A : ccube, B : vec] = load(f)
print size(A)
