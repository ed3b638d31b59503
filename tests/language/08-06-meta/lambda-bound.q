% proves: 8.6 $subs inside of a lambda
% expect: check-error inside of a lambda `u` can only be replaced by a number
symbolic u
k = 4
f = n -> $subs(u=k, (t -> t + u + n)(3))
