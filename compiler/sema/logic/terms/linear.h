/* Exact linear arithmetic: the theory behind the logic system.
 *
 * A system is a conjunction of constraints `sum of coefficient * variable + constant  (<, <=, ==) 0` over rational or
 * integer variables. Equalities are substituted, then variables are eliminated (Fourier-Motzkin), with limits: where
 * numbers or rows become too many, the system counts as satisfiable, so that "unsatisfiable" is always proven.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* numerator / denominator, in lowest terms; denominator > 0, or 0 for "out of range". */
typedef struct {
  gint64 numerator, denominator;
} RsRational;

#define RS_RATIONAL_ZERO ((RsRational){ 0, 1 })
#define RS_RATIONAL_ONE ((RsRational){ 1, 1 })

RsRational rs_rational (gint64 numerator, gint64 denominator);
/* The shortest decimal that reads back as value, exactly; out of range for very large and very small numbers. */
RsRational rs_rational_from_double (double value);
double rs_rational_to_double (RsRational r);
RsRational rs_rational_add (RsRational a, RsRational b);
RsRational rs_rational_multiply (RsRational a, RsRational b);
RsRational rs_rational_negate (RsRational a);
RsRational rs_rational_invert (RsRational a);
/* Of a number in range: -1, 0, 1. */
int rs_rational_sign (RsRational a);
static inline gboolean
rs_rational_is_valid (RsRational a)
{
  return a.denominator != 0;
}
static inline gboolean
rs_rational_is_integer (RsRational a)
{
  return a.denominator == 1;
}

typedef enum { RS_RELATION_LESS, RS_RELATION_LESS_EQUAL, RS_RELATION_EQUAL } RsRelation;

/* One term of a linear form. */
typedef struct {
  guint variable;
  RsRational coefficient; /* 0 is allowed: the variable is named, and must be a number, all the same */
} RsLinearTerm;

/* sum of terms + constant. Terms are sorted by variable, one for each. */
typedef struct {
  GArray *terms; /* of RsLinearTerm */
  RsRational constant;
} RsLinear;

typedef struct _RsSystem RsSystem;

/* is_integer: for each of the n_variables. Copied. */
RsSystem *rs_system_new (guint n_variables, const gboolean *is_integer);
RsSystem *rs_system_copy (const RsSystem *system);
void rs_system_free (RsSystem *system);
/* linear RELATION 0; negated: -linear RELATION 0. */
void rs_system_add (RsSystem *system, const RsLinear *linear, RsRelation relation, gboolean negated);
/* TRUE only when no values can satisfy the system. */
gboolean rs_system_is_unsatisfiable (const RsSystem *system);
/* The least upper bound of linear that elimination finds; FALSE when there is none. *is_strict: linear stays below. */
gboolean rs_system_upper_bound (const RsSystem *system, const RsLinear *linear, RsRational *bound, gboolean *is_strict);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSystem, rs_system_free)
