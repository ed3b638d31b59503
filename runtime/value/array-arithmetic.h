/* Element-wise operators on arrays; behind rs_value_binary and rs_value_unary.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/arithmetic.h"
#include "runtime/value/blocks.h"

/* What an arithmetic operator gives for two operands, each an ARRAY, BOOL, INT, SCALAR or COMPLEX: the wider type, where
 * integers narrower than 32 bits and logical values count as int, and a number widens an array's kind (int, real,
 * complex) but not its precision. Divisions and powers of integers are real. */
RsElement rs_arithmetic_element (RsOperator op, RsValue left, RsValue right, RsPrecision precision);

/* left and right: ARRAY or number, at least one an ARRAY. (transfer full) */
RsArray *rs_array_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, GError **error);
RsArray *rs_array_unary (RsOperator op, RsArray *operand, RsPrecision precision, GError **error);

/* The matrix product of two arrays (STDLIB.md 1.3); runtime/value/matrix-product.c. */
RsArray *rs_array_product (RsArray *left, RsArray *right, RsPrecision precision, GError **error);

/* Complex power; whole exponents by repeated multiplication, so that (1+2i)^2 is exact. */
double _Complex rs_complex_power (double _Complex base, double _Complex exponent);
