% proves: 5.4 asserting the opposite is an error that quotes both
% expect: check-error !is_prime\(two\)` is contradictory with `is_prime\(two\)
symbolic is_prime, two
assert(is_prime(two))
assert(!is_prime(two))
