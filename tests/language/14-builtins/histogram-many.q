% proves: counts beyond 2^24 are exact, few parts (counted privately) and many (one by one); interpreted it takes 10 s
% devices: cpu
% expect: stdout
%> 17000001 17000001
import "numeric.q"
many = zeros(17000001)
print histogram(many, 4, 0, 1)[0], " ", histogram(many, 3000, 0, 1)[0]
