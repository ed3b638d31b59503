% proves: LANGUAGE "Bounds": outside loops and kernels an access is 'checked; the message names variable, index and size
% expect: error 5:.*7.*x.*5
% status: 2
x = zeros(5)
print x[7]
