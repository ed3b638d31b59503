/* Generic functions and types: their instances.
 *
 * An instance is a copy of the FUNCTION (or TYPE_DEFINITION) tree in which the type parameters are bound: types by TYPE
 * symbols in its own scope, integers by numbers in their place. It is resolved and inferred in the scope of the
 * original, captures what the original captures, in the same order, and is kept with the original under its bindings.
 * The checker makes instances where types are known, the virtual machine and the kernel builder where they meet values.
 *
 * Threads: instances are made while the program is being compiled, and afterwards by the thread of the session that
 * runs it, never by two threads at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/generic/deduce.h"

typedef struct _RsGenericInstance RsGenericInstance;

struct _RsGenericInstance {
  RsNode *node;            /* FUNCTION, without type parameters */
  const RsNode *original;  /* the FUNCTION (or LAMBDA) that it is an instance of */
  const RsNode *constraints; /* $specialize: what they say; else NULL */
  RsBinding *bindings;     /* [n_bindings] */
  guint n_bindings;
  gboolean is_open;        /* being inferred: its outputs are not known yet */
  gboolean is_checked;
  RsDiagnostics *findings; /* of its analysis, reported when it is checked; in the module's arena */
};

/* Whether node is $specialize (...). */
gboolean rs_is_specialization (const RsNode *node);
/* The instance that a $specialize makes, made when it is first asked for and may_make; then meta->symbol is its symbol.
 * NULL with *reason, in arena, when it can't be made. */
RsGenericInstance *rs_specialize (RsArena *arena, RsNode *meta, RsPrecision precision, gboolean may_make,
                                  const char **reason);
/* For those who make instances: bindings that live as long as the module; and what is left to do when node, original
 * and bindings of an instance are set: its symbol, names and types. */
RsBinding *rs_generic_copy_bindings (RsModule *module, const RsBinding *bindings, guint n);
void rs_generic_finish (RsGenericInstance *instance);

/* What the arguments of a call say about the type parameters. explicit: what the brackets say, [n_explicit]. actuals:
 * [n], one a parameter, NULL where a call leaves one out. is_static: types may still be unknown. Never NULL; ask
 * rs_deduction_get_reason. */
RsDeduction *rs_generic_deduce (RsArena *arena, const RsNode *function, const RsBinding *explicit, guint n_explicit,
                                const RsType *const *actuals, guint n, gboolean is_static, gboolean keep_sizes);

/* The instance for these bindings, all of which are bound; found or made. NULL with *reason (a static string or in the
 * module's arena) when types nest without an end. */
RsGenericInstance *rs_generic_instantiate (const RsNode *function, const RsBinding *bindings, const char **reason);
/* Only when there is one. */
RsGenericInstance *rs_generic_find_instance (const RsNode *function, const RsBinding *bindings);

/* The instance that call makes of function, when its types are known before the program runs; else NULL, with *reason
 * when it can't be called like that. may_make: FALSE to look only. */
RsGenericInstance *rs_generic_instance_of_call (RsArena *arena, const RsNode *function, const RsNode *call,
                                                const RsBinding *explicit, guint n_explicit, RsPrecision precision,
                                                gboolean may_make, const char **reason);

/* The FUNCTION that a callee names, f or f[int], with the arguments in brackets (in arena). NULL: it is something
 * else. */
const RsNode *rs_generic_callee (RsArena *arena, RsPrecision precision, const RsNode *callee, RsBinding **explicit,
                                 guint *n_explicit);
/* One argument in brackets, as a binding; FALSE when it is not known before the program runs. */
gboolean rs_generic_read_argument (RsArena *arena, RsPrecision precision, const RsNode *node, RsBinding *binding);
/* Whether a callee is zeros[T], uninit[T], shared[T] or shared_zeros[T] (manual 6.4). */
gboolean rs_generic_is_allocation (const RsNode *callee);
/* The array type that such a callee makes, with elements as vec[T] has them; NULL: T is not known before the program
 * runs. */
const RsType *rs_generic_allocated_type (RsArena *arena, RsPrecision precision, const RsNode *callee, int rank);

/* An expression in brackets as type text: stack[vec[int]] read as an index. NULL when it can't be a type. */
RsNode *rs_generic_type_node (RsArena *arena, const RsNode *expression);

guint rs_generic_count_parameters (const RsNode *function); /* of its type parameters */
/* Whether parameter i of a function has no type. */
gboolean rs_generic_is_untyped (const RsNode *function, guint i);

/* The generic class or array type that a call constructs, stack[int](...); NULL when a function of that name is meant,
 * or something else. */
const RsType *rs_generic_constructed_type (RsArena *arena, RsPrecision precision, const RsNode *call);

/* "`T` of `f` can't be found from the arguments; name it, as in f[int](...)". (transfer full) */
char *rs_generic_describe_unbound (const RsNode *function, const char *parameter);
