% proves: STDLIB 1.2 a missing .q is an error that names it
% expect: check-error import `no-such-file.q` was not found
import "no-such-file.q"
