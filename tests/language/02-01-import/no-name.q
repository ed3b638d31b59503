% proves: 2.1 import takes the name of a file in quotes
% expect: check-error (?s)3:8: error: this string is not closed.*4:8: error: expected the name of a file in quotes.*5:6: error: this string
import "inttypes.q
import 5
work "inttypes.q
