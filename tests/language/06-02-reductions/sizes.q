% proves: 6.2, 6.7 sizes and numbers of dimensions as parameters of a reduction, found before and during the run
% expect: ok
reduction (N, x : vec(N)) -> length_of(x) = N
reduction (N, x : cube{N}) -> rank_of(x) = 10*N
reduction (N, x : mat(N, 2*N)) -> half_of(x) = vec(N)
late = x -> length_of(x)
late_rank = x -> rank_of(x)
assert(length_of([1,2]) == 2 && late([1,2,3]) == 3)
assert(rank_of(ones(2,2)) == 20 && late_rank(ones(2,2,2)) == 30)
assert(numel(half_of(ones(3,6))) == 3)
caught = false
try
  h = x -> half_of(x)
  h(ones(3,5))
catch ex
  caught = true
endtry
assert(caught)
print "ok"
