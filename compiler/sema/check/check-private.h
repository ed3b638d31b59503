/* What the checks share: where a walk over a module is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/base/suggest.h"
#include "compiler/sema/check/check.h"
#include "compiler/sema/infer/infer.h"

typedef struct {
  RsModule *module;
  RsDiagnostics *diagnostics;
  RsArena *arena;        /* scratch, for types of expressions */
  RsPrecision precision;
  RsScope *scope;        /* innermost function around the node */
  const RsNode *attribute; /* the {!...} statement before the node, or NULL */
  guint loop_depth;      /* loops around the node, inside the innermost parallel loop when there is one */
  gboolean in_parallel;  /* inside a {!parallel for} of this function */
  guint generic_depth;   /* instances being checked inside each other */
  const RsNode *parts;   /* a MATRIX that several targets take apart, or the values of a pattern: no matrix */
  const RsNode *targets; /* nor is the MATRIX of these targets */
  const RsNode *callee;  /* of the call being visited: no value */
  /* try bodies and lambdas around the node: what surely fails is caught there, so it is a warning only */
  guint guarded;
  /* choices of reductions around the node, whose first branch may never be taken: nothing is reported */
  guint undecided;
  gboolean shows_last;   /* the value of the module's last statement is its result */
  GHashTable *properties; /* set of names that reductions define as members */
  GHashTable *warned;    /* set of RsSymbol: variables that have had their warning */
} RsCheck;

void rs_check_report (RsCheck *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format, ...)
    G_GNUC_PRINTF (5, 6);

/* check-calls.c: numbers and types of arguments, who may call whom. */
void rs_check_call (RsCheck *self, const RsNode *call);
/* check-const.c: whether an argument is 'const, and the function changes elements of the parameter that gets it. */
gboolean rs_check_const_is_written (const RsNode *argument, const RsNode *function, const RsNode *parameter);
/* check-generic.c: a call of a generic function, and the instance that it makes. */
void rs_check_generic_call (RsCheck *self, const RsNode *call);
void rs_check_specialization (RsCheck *self, const RsNode *meta);
/* check.c: node and what is in it. */
void rs_check_visit (RsCheck *self, const RsNode *node);
/* check-kernels.c: rules for one function. */
void rs_check_function (RsCheck *self, const RsNode *function);
/* node makes a value that no work item can hold: an error in a loop that has to be parallel. */
void rs_check_parallel_value (RsCheck *self, const RsNode *node, const char *what);
/* check-functions.c: parameters, outputs and overloads of one function; an overloaded function used as a value. */
void rs_check_definition (RsCheck *self, const RsNode *function);
void rs_check_handle (RsCheck *self, const RsNode *name);
/* check-outputs.c: outputs of one function that get no value. */
void rs_check_outputs (RsCheck *self, const RsNode *function);
/* check-shapes.c: sizes that can't go together; how sure failures are reported where the node stands. */
void rs_check_binary (RsCheck *self, const RsNode *binary);
void rs_check_matrix (RsCheck *self, const RsNode *matrix);
void rs_check_index (RsCheck *self, const RsNode *index);
/* sum (x, dimension) */
void rs_check_dimension (RsCheck *self, const RsNode *call, const RsBuiltin *builtin);
RsSeverity rs_check_certain (const RsCheck *self);
/* check-loop-bounds.c: accesses outside of arrays by the variable of a FOR. */
void rs_check_loop_bounds (RsCheck *self, const RsNode *loop);
/* x[1..numel(x)] */
void rs_check_index_length (RsCheck *self, const RsNode *index);
/* check-habits.c: what people from other languages write and is something else here. value: what stands before a
 * comment that may be meant as the right side of a remainder. */
void rs_check_remainder (RsCheck *self, const RsNode *value);
void rs_check_separators (RsCheck *self, const RsNode *matrix);
void rs_check_store_into_empty (RsCheck *self, const RsNode *target);
void rs_check_index_fractions (RsCheck *self, const RsNode *index);
void rs_check_size_fractions (RsCheck *self, const RsNode *call, const RsBuiltin *builtin);
void rs_check_parameter_fraction (RsCheck *self, const RsNode *argument, const char *parameter, const RsType *type);
/* barrier.c: the words of syncthreads and memfence. */
/* Warns of a pragma that nobody knows, of one whose value says nothing, and of a setting that changes nothing in a
 * file. */
void rs_check_pragma (RsCheck *self, const RsNode *pragma);
void rs_check_synchronisation (RsCheck *self, const RsNode *call, const RsBuiltin *builtin);
/* check-operands.c: values of a kind that the operation does not know. */
gboolean rs_check_operands (RsCheck *self, const RsNode *place, RsOperator op, const RsNode *left, const RsNode *right);
void rs_check_unary (RsCheck *self, const RsNode *unary);
/* `_` and `...` among what node computes with. */
void rs_check_places (RsCheck *self, const RsNode *node);
void rs_check_mathematics (RsCheck *self, const RsNode *call, const RsBuiltin *builtin);
void rs_check_condition (RsCheck *self, const RsNode *condition);
void rs_check_looped_over (RsCheck *self, const RsNode *loop);
void rs_check_element_store (RsCheck *self, const RsNode *target, const RsNode *value);
void rs_check_taking_apart (RsCheck *self, const RsNode *target, const RsNode *value);
void rs_check_callee (RsCheck *self, const RsNode *call);
/* check-arguments.c: what is wrong whatever is called; texts that a launch passes, from argument `first` on. */
gboolean rs_check_argument_order (RsCheck *self, const RsNode *call);
void rs_check_launched_texts (RsCheck *self, const RsNode *call, guint first, const char *name);
/* Warns of a launch whose first argument is two numbers in brackets, a grid of two dimensions, where the kernel counts
 * its blocks along one line: it usually means a length and a block size (2.4.4 of the manual writes [dims,block]). */
void rs_check_grid_of_line (RsCheck *self, const RsNode *call, const RsNode *parameters, guint n_parameters);
/* check-types.c */
void rs_check_assignment (RsCheck *self, const RsNode *assignment);
void rs_check_typed (RsCheck *self, const RsNode *typed);
void rs_check_typed_arguments (RsCheck *self, const RsNode *call);
/* catch e : T */
void rs_check_catch (RsCheck *self, const RsNode *variable);
void rs_check_pointer (RsCheck *self, const RsNode *pointer);

/* check-class.c */
void rs_check_class (RsCheck *self, const RsNode *type_definition);
void rs_check_field (RsCheck *self, const RsNode *field);
/* value: NULL where it is no expression of its own. */
void rs_check_member_store (RsCheck *self, const RsNode *target, const RsNode *value);
/* T(...); function: when a function of that name is called, else NULL. */
void rs_check_construction (RsCheck *self, const RsNode *call, const RsClass *class, const RsSymbol *function);
void rs_check_native_parameter (RsCheck *self, const RsNode *parameter);
void rs_check_collect_properties (GHashTable *names, const RsModule *module);

/* Whether a value may be passed: FALSE only when no conversion could ever help. */
gboolean rs_check_argument_fits (const RsType *formal, const RsType *actual);
