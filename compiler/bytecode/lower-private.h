/* The inside of the lowering: one RsLower a function, and the emitter that all its files share.
 *
 * Registers of temporaries are handed out like a stack: whoever takes some gives them back with rs_lower_release. An
 * expression is lowered into a register of the caller's choice or, with RS_ANYWHERE, wherever its value lies already;
 * the target is written by the last instruction only, so that `a = (a+1)*a` may be lowered straight into a.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/bytecode/bytecode.h"

#define RS_ANYWHERE (-1)
#define RS_UNUSED (-2) /* of rs_lower_assign: only the assignment counts */

/* A loop being lowered: jumps to patch. */
typedef struct _RsLowerLoop {
  struct _RsLowerLoop *outer;
  guint n_tries;     /* try bodies around it */
  GArray *breaks;    /* of guint */
  GArray *continues; /* of guint */
} RsLowerLoop;

typedef struct _RsLower {
  const RsLowerOptions *options;
  RsBytecode *bytecode;
  RsDiagnostics *diagnostics;
  RsModule *module;
  struct _RsLower *parent;
  RsProto *proto;
  RsScope *scope;
  GArray *code, *offsets, *constants, *lists, *sites, *handlers;
  GHashTable *constant_indices; /* hash of a constant -> index + 1 */
  GPtrArray *protos;
  GHashTable *functions; /* FUNCTION symbol of this scope -> register */
  RsLowerLoop *loop;
  guint first_temporary;  /* behind variables, captures and functions */
  guint next;             /* first free temporary */
  guint32 offset;         /* source offset of what is being emitted */
  guint loop_depth;
  gboolean may_be_late;   /* the for loop that comes next need not have its results at its end */
  gboolean allocates;     /* behind {!alloc}: an array that a variable gets may be the one that it speaks of */
  gboolean fuses;         /* behind {!kernel_fusion}: launches of the statements as they stand are fused */
  guint n_tries;          /* try bodies around, in this function */
  guint n_deals;          /* loops around whose iterations are dealt out to the devices */
  GHashTable *leaves;     /* RsNode -> register, while an offered expression is lowered; or NULL */
  gboolean in_run;        /* of statements that are offered together */
  guint parts_jump;       /* behind OFFER_PARTS of that expression; G_MAXUINT: none */
  const RsNode *known;    /* an expression whose value lies in a register already, or NULL ... */
  guint known_register;   /* ... that one */
  const RsNode *assigned; /* the ASSIGN to a part of an array whose value is lowered; or NULL */
  gboolean in_brackets;   /* behind a generic function: names of types come before functions of the same name */
  gboolean rounds;        /* kernel arithmetic in single precision */
} RsLower;

/* --- lower.c: emitter --- */
guint rs_lower_emit (RsLower *lower, RsOpcode op, guint a, guint b, guint c);
/* Emits a jump (or EXTRA with a jump) to be patched. */
guint rs_lower_emit_jump (RsLower *lower, RsOpcode op, guint a);
void rs_lower_patch (RsLower *lower, guint jump, guint target);
void rs_lower_patch_here (RsLower *lower, guint jump);
void rs_lower_patch_all (RsLower *lower, GArray *jumps, guint target);
guint rs_lower_here (const RsLower *lower);
/* n consecutive temporaries. */
guint rs_lower_take (RsLower *lower, guint n);
static inline void rs_lower_release (RsLower *lower, guint mark) { lower->next = mark; }

guint rs_lower_constant (RsLower *lower, RsConstant constant);
guint rs_lower_string_constant (RsLower *lower, const char *text);
/* text: names the thing in messages, or NULL. */
guint rs_lower_type_constant (RsLower *lower, const RsType *type, const char *text);
void rs_lower_unsupported (RsLower *lower, const RsNode *node, const char *what);
/* Where the value of a target may be written. */
static inline guint
rs_lower_target (RsLower *lower, int target)
{
  return target >= 0 ? (guint)target : rs_lower_take (lower, 1);
}
const RsType *rs_lower_type (RsLower *lower, const RsNode *node);

/* In front of a way out of try bodies: launches are waited for, and their errors raised, as long as it is these that
 * catch them. */
static inline void
rs_lower_leave_tries (RsLower *lower, guint n_around)
{
  if (lower->n_tries > n_around)
    rs_lower_emit (lower, RS_OPCODE_SYNCHRONIZE, 0, 0, 0);
}

/* --- lower-expression.c --- */
guint rs_lower_expression (RsLower *lower, const RsNode *node, int target);
void rs_lower_to (RsLower *lower, const RsNode *node, guint target);
/* Value of a body that may have none (a lambda's call of print): unset then. */
void rs_lower_tail (RsLower *lower, const RsNode *node, guint target);
/* Evaluates only for the effect. */
void rs_lower_effect (RsLower *lower, const RsNode *node);
/* Jumps when the condition is not `sense`; the jumps to patch are added to jumps. */
void rs_lower_condition (RsLower *lower, const RsNode *node, gboolean sense, GArray *jumps);
gboolean rs_lower_is_surely_integer (const RsNode *node);
RsOpcode rs_lower_opcode (RsOperator op);

/* --- lower-name.c --- */
guint rs_lower_name (RsLower *lower, const RsNode *node, int target);
/* Register of a variable that this function may write. */
/* R[target] = the function, or set of functions, of another module; unset when that comes later. */
void rs_lower_global_function (RsLower *lower, const RsSymbol *symbol, guint target);
guint rs_lower_variable (RsLower *lower, const RsNode *node, const RsSymbol *symbol);
/* Of a variable or function of a top level, wherever it is captured. */
RsProtoCapture rs_lower_capture_global (const RsLower *lower, const RsSymbol *capture);
RsProtoCapture rs_lower_capture (RsLower *parent, const RsSymbol *capture);
guint rs_lower_module_index (const RsLower *lower, const RsModule *module);

/* --- lower-assign.c --- */
guint rs_lower_assign (RsLower *lower, const RsNode *node, int target);
void rs_lower_declaration (RsLower *lower, const RsNode *typed);
/* Whether a kernel may write the value straight to where it goes. */
gboolean rs_lower_is_part (const RsNode *target);
/* Stores what is in register value; a symbol's rules (declared type, integer) apply. */
void rs_lower_store (RsLower *lower, const RsNode *target, guint value);
/* The arithmetic of a compound assignment. */
RsOpcode rs_lower_compound_opcode (RsOperator op);

/* --- lower-index.c --- */
/* RS_INDEX_* of an access to parts of object. */
guint rs_lower_index_flags (RsLower *lower, const RsNode *object);
guint rs_lower_index (RsLower *lower, const RsNode *node, int target);
void rs_lower_index_store (RsLower *lower, const RsNode *target, RsOperator op, guint value);

/* --- lower-object.c --- */
guint rs_lower_field (RsLower *lower, const RsNode *node, int target);
void rs_lower_field_store (RsLower *lower, const RsNode *target, guint value);
/* obj.x op= value; the register with the new value. */
guint rs_lower_field_compound (RsLower *lower, const RsNode *node);
/* A call that makes an object of a class from members; type: CLASS. */
guint rs_lower_construct_object (RsLower *lower, const RsNode *call, const RsType *type);
guint rs_lower_method_call (RsLower *lower, const RsNode *call, guint n_results);
/* Whether obj.f is the function f, as far as the type of obj shows. */
gboolean rs_lower_is_method (RsLower *lower, const RsNode *callee);
/* What an argument is converted to: the declared type, or for an object that the body only reads a pointer to it. */
const RsType *rs_lower_parameter_type (RsLower *lower, const RsNode *body, const RsSymbol *symbol);

/* --- lower-position.c --- */
/* Whether an index is surely a vector of that many numbers, which rs_lower_component computes one by one. */
gboolean rs_lower_is_position (const RsNode *node, guint rank);
guint rs_lower_component (RsLower *lower, const RsNode *node, guint component, int target);

/* --- lower-generic.c --- */
/* The type that brackets behind the name of a generic type make: stack[int]. NULL: something else. */
const RsType *rs_lower_generic_type (RsLower *lower, const RsNode *node);

/* An index, or a generic type with its parameters as a value. */
guint rs_lower_brackets (RsLower *lower, const RsNode *node, int target);
/* Behind the lowering of a callee into function: where the call hands objects over that may be null pointers to a
 * generic function, the instance that their declared types mean takes its place. */
void rs_lower_instance_of_pointers (RsLower *lower, const RsNode *call, guint function);
/* $specialize (f, ...) */
guint rs_lower_specialization (RsLower *lower, const RsNode *meta, int target);

/* --- lower-call.c --- */
/* Calls; the results lie in the returned register and behind it (temporaries). */
guint rs_lower_call_results (RsLower *lower, const RsNode *node, guint n_results);
guint rs_lower_call (RsLower *lower, const RsNode *node, int target);
/* Values of nodes (some named or spread) into consecutive temporaries from the next one on. TRUE and *list when they
 * need an argument list. */
gboolean rs_lower_arguments (RsLower *lower, RsNode *const *nodes, guint n, guint *list);
/* The built-in function that callee is; NULL: none. */
const RsBuiltin *rs_lower_called_builtin (const RsNode *callee);

/* --- lower-statement.c, lower-loop.c --- */
void rs_lower_statement (RsLower *lower, const RsNode *node);
void rs_lower_block (RsLower *lower, const RsNode *block);
void rs_lower_for (RsLower *lower, const RsNode *node, const RsNode *attribute);
void rs_lower_while (RsLower *lower, const RsNode *node, const RsNode *attribute);
void rs_lower_repeat (RsLower *lower, const RsNode *node, const RsNode *attribute);
void rs_lower_jump_out (RsLower *lower, const RsNode *node);

/* --- lower-late.c --- */
/* Whether statement i of the block is a loop whose results are not needed by the statement behind it. symbols: the
 * variables that it gives them to are added. */
gboolean rs_lower_may_be_late (const RsLower *lower, const RsNode *block, guint i, GPtrArray *symbols);
/* Whether the statement may run before these variables have what they are given. */
gboolean rs_lower_may_precede (const RsNode *statement, const GPtrArray *symbols);
/* The variables that are assigned in it as a whole; not those of for loops. */
void rs_lower_add_assigned (const RsNode *node, GPtrArray *symbols);

/* --- lower-offer.c --- */
/* When the expression is worth a kernel: evaluates its leaves into registers and returns TRUE with the number of its
 * site. Until rs_lower_offer_done, rs_lower_expression uses those registers. */
gboolean rs_lower_offer_expression (RsLower *lower, const RsNode *node, guint target, guint *site);
void rs_lower_offer_done (RsLower *lower, guint site);
/* Offers a sum along a dimension before its leaves are evaluated. FALSE: it is none, nothing is done. *jump: to patch
 * behind it. */
gboolean rs_lower_offer_sum_along (RsLower *lower, const RsNode *node, guint target, guint *jump);
/* A view that is a value by itself (y = t[x]), with the offer to compute it. FALSE: it is none, nothing is done. */
gboolean rs_lower_offer_view (RsLower *lower, const RsNode *node, guint target);
/* Offers a value that is assigned as it is, a number to what a mask selects, a part to another part: done behind the
 * site's assigned_end, or the value lies in `result` behind *jump. FALSE: it is not one, nothing is done. */
gboolean rs_lower_offer_alone (RsLower *lower, const RsNode *node, guint result, guint *jump);
/* Offers y += e as y + e, into `result`, as rs_lower_offer_expression does. */
gboolean rs_lower_offer_compound_variable (RsLower *lower, const RsNode *node, guint result, guint *site);
/* Offers y[m] += e as y[m] = y[m] + e: done behind the site's assigned_end, or the new values of the part lie in
 * `result` behind *jump. FALSE: nothing is done. */
gboolean rs_lower_offer_compound (RsLower *lower, const RsNode *node, guint result, guint *jump, guint *index);
/* Offers what statements come to before they are lowered, see rs_expression_join. target: what gets the value, which
 * lies in `result` behind *jump; a part of an array may have it already behind the site's assigned_end. FALSE: nothing
 * is done. */
gboolean rs_lower_offer_steps (RsLower *lower, const RsNode *joined, const RsNode *target, guint result, guint *jump,
                               guint *index);
/* The register that holds the value of a leaf of the expression being offered. */
gboolean rs_lower_find_leaf (RsLower *lower, const RsNode *node, guint *held);
/* The nest that starts at this loop, when it may be launched: adds its site and returns TRUE. */
gboolean rs_lower_offer_loop (RsLower *lower, const RsNode *node, const RsNode *attribute, guint *site);

/* --- lower-function.c --- */
RsProto *rs_lower_function (RsLower *parent, const RsNode *node);
/* The captures are those of original. */
RsProto *rs_lower_instance (RsLower *parent, const RsNode *node, const RsProto *original);
void rs_lower_hoist (RsLower *lower);
void rs_lower_function_statement (RsLower *lower, const RsNode *node);
guint rs_lower_lambda (RsLower *lower, const RsNode *node, int target);
/* Starts a function; proto->name is still to be set. */
void rs_lower_begin (RsLower *lower, RsLower *parent, const RsNode *node);
RsProto *rs_lower_finish (RsLower *lower);
