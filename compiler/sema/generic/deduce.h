/* Deduction: what the type parameters of a function, class or reduction are, from formal type texts and actual types.
 *
 * `x : cube(:,:,N)` met by an array with three channels says that N is 3; `v : vec[T]` says what T is. Types and
 * integers (sizes, linear in their parameters, and dimensions) are found alike. One RsDeduction goes through the
 * parameters of one call; what is still open at the end, because an actual type is not known, is left to the run time.
 *
 * Who uses it: calls of generic functions (generic.c, the virtual machine, the kernel builder), generic classes, and
 * parametrised reductions. Threads: one deduction belongs to one thread; it only reads scopes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

typedef struct _RsDeduction RsDeduction;

/* names: [n], interned in the names of the module that the formal types are in. scope: where other names of types are
 * looked up. Lives in arena, as the types that it finds do. */
RsDeduction *rs_deduction_new (RsArena *arena, RsScope *scope, const char *const *names, guint n);
/* Of a FUNCTION, TYPE_DEFINITION or REDUCTION with a list of type parameters. */
RsDeduction *rs_deduction_new_for (RsArena *arena, RsScope *scope, const RsNode *type_parameters);

/* Arrays that are bound to a parameter keep their sizes (kernels: small arrays stay in registers). Off at first. */
void rs_deduction_keep_sizes (RsDeduction *self);
/* Arrays of any rank may be given for a vec, as to kernels, which compute linear indices then (manual 6.8). */
void rs_deduction_flatten (RsDeduction *self);
/* Before the program runs: a cell whose items are not known may turn out to have items of one type. */
void rs_deduction_set_static (RsDeduction *self);

/* Unifies a formal type with the actual one. place: the parameter's name, for messages; may be NULL. An actual type
 * that is UNKNOWN fits, and leaves the deduction open. FALSE: they can't be unified; see rs_deduction_get_reason. */
gboolean rs_deduce (RsDeduction *self, const RsNode *formal, const RsType *actual, const char *place);

gboolean rs_deduction_is_bound (const RsDeduction *self, guint index);
/* Gives a parameter that nothing depends on the type ??. */
void rs_deduction_set_any (RsDeduction *self, guint index);

/* What the user wrote in brackets. FALSE when the parameter has another value already, or there is none at index. */
gboolean rs_deduction_set_type (RsDeduction *self, guint index, const RsType *type);
gboolean rs_deduction_set_value (RsDeduction *self, guint index, gint64 value);

/* After the last parameter: solves the sizes that were left, and checks them. FALSE with a reason. A parameter that
 * nothing says anything about is no failure: ask rs_deduction_get_unbound. */
gboolean rs_deduction_finish (RsDeduction *self);

/* Whether an actual type was unknown, so that more may be found out at run time. */
gboolean rs_deduction_is_open (const RsDeduction *self);
/* The first parameter without a value, or NULL. */
const char *rs_deduction_get_unbound (const RsDeduction *self);
/* [n], in the order of the names. */
const RsBinding *rs_deduction_get_bindings (const RsDeduction *self, guint *n);
const RsBinding *rs_deduction_find (const RsDeduction *self, const char *name);
/* Why it failed, in the user's words: "`T` is `int` in `list`, but `string` in `item`". NULL when it has not. */
const char *rs_deduction_get_reason (const RsDeduction *self);
/* How general the formal types are, on the scale of rs_type_distance: among candidates the smallest sum is taken. */
int rs_deduction_get_distance (const RsDeduction *self);

/* The type that a number, or an item of an array, stands for as a type parameter: int, scalar and cscalar are those of
 * the host, whatever they are stored as. */
const RsType *rs_deduction_type_of_element (RsArena *arena, RsElement element, RsPrecision precision);
