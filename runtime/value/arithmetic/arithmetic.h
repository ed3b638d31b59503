/* Operators on values of any kind, one operation at a time: what the virtual machine calls when its fast paths for
 * numbers do not apply. Fused expressions on large arrays take the way of runtime/sched/specialize/specialize.h
 * instead; both give the same result up to rounding.
 *
 * Rules: LANGUAGE.md "Numbers", STDLIB.md 1.3. Array results have the selected precision; host numbers are double.
 * Arrays of different sizes are an error (RS_RUNTIME_ERROR_SIZE) that states both sizes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"
#include "runtime/value/array.h"

/* op: ARITHMETIC, COMPARISON, AND or OR (both evaluated, element-wise). (transfer full) in *result. */
gboolean
rs_value_binary (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error);
/* op: NEGATE, PLUS, NOT. */
gboolean rs_value_unary (RsOperator op, RsValue operand, RsPrecision precision, RsValue *result, GError **error);

/* The value of a compound assignment: an ARITHMETIC operator, or MAXIMUM, MINIMUM, AND, OR, XOR as their assignment
 * operators (numbers, or arrays element by element). (transfer full) in *result. */
gboolean
rs_value_combine (RsOperator op, RsValue left, RsValue right, RsPrecision precision, RsValue *result, GError **error);

/* Whether a condition holds; an array or string is an error (STDLIB.md 1.3: `if` needs a scalar). */
gboolean rs_value_is_true (RsValue value, gboolean *truth, GError **error);

/* [a, b, ...]: numbers give a vec, vectors of equal length the rows of a mat, matrices a cube; one range is that range;
 * integer literals only give an int array... see LANGUAGE.md "Arrays". */
gboolean rs_value_new_matrix (const RsValue *elements, guint n, RsPrecision precision, RsValue *result, GError **error);

/* [...a, b]: what rs_value_new_matrix makes of the elements of the spread arrays and the other values, for numbers and
 * for vectors of numbers of at most 32 bits: a whole vector at a time. can_join says whether they are that. */
gboolean rs_value_can_join (const RsValue *parts, const gboolean *is_spread, guint n);
gboolean rs_value_join (const RsValue *parts, const gboolean *is_spread, guint n, RsPrecision precision,
                        RsValue *result, GError **error);

/* The range as a vector, int or scalar. */
gboolean rs_value_range_to_array (const RsRange *range, RsPrecision precision, RsValue *result, GError **error);

/* Checks value against a declared type and converts it (STDLIB.md 1.4): number to int by truncation, element types of
 * arrays, 1 x N to vec. what: names the thing in the message ("parameter x of gamma"). (transfer full) in *result. */
gboolean rs_value_convert (RsValue value, const RsType *type, RsPrecision precision, const char *what, RsValue *result,
                           GError **error);
/* The same in a kernel or device function: of a number that no plain `int` holds the nearest one. */
gboolean rs_value_convert_in_kernel (RsValue value, const RsType *type, RsPrecision precision, const char *what,
                                     RsValue *result, GError **error);

/* x : T, type(x, "T"): no conversion. */
gboolean rs_value_has_type (RsValue value, const RsType *type);
