/* What the files of the reducer share.
 *
 * A place is an expression in a module with all that matching needs to know about it. A match is one reduction that
 * fits a place: what its variables stand for, and what is still open (types or a condition that only values decide).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/sema/generic/deduce.h"
#include "compiler/sema/infer/infer-private.h"
#include "compiler/sema/logic/logic.h"
#include "compiler/sema/reduce/reduce.h"

typedef struct {
  RsNode *node;        /* REDUCTION */
  RsModule *module;
  RsScope *scope;      /* that node opens: its parameters */
  RsNode *pattern;
  RsNode *replacement;
  RsNode *where;       /* or NULL */
  guint n_variables;   /* type parameters included */
  guint size;          /* calls, operators and constants in the pattern */
  guint index;         /* in the order of definition */
  gboolean is_circular; /* rewrites into itself; never applied */
  RsNode *functions[2]; /* FUNCTIONs that compute the replacement, for the host and for devices, or NULL; see late.c */
} RsReduction;

/* What a variable of a pattern stands for. */
typedef struct {
  RsSymbol *parameter;
  RsNode *node;      /* NULL while it is not bound, and for variadic ones */
  GPtrArray *list;   /* of RsNode; variadic only */
} RsOperand;

/* A test that only run time can make: whether node is of a type. */
typedef struct {
  RsNode *node;
  const RsType *type;
  RsNode *type_node; /* as the reduction writes it */
} RsOpenType;

typedef enum { RS_DECIDED_NO, RS_DECIDED_OPEN, RS_DECIDED_YES } RsDecision;

typedef struct {
  RsReduction *reduction;
  RsOperand *operands; /* [n_operands], in the order of the parameters; in scratch memory */
  guint n_operands;
  GArray *open;        /* of RsOpenType */
  int distance;        /* of the operands' types from those of the variables */
  RsDecision where;
  RsDeduction *types;  /* what the type parameters stand for; NULL when there are none */
  gboolean is_late;    /* only run time can tell what they stand for */
} RsMatch;

typedef struct {
  RsNode **slot;
  RsScope *scope;
  guint depth;
  gboolean in_sum;     /* an operand of + or - */
  const RsAssumption *assumed;
} RsPlace;

/* What rewriting one expression has taken so far, and how much it may take. All zeros at the start. */
typedef struct {
  guint n_visits;    /* of nodes: walked over, copied */
  guint n_places;    /* where the last step could have replaced something */
  guint most_visits;
  guint most_places;
} RsEffort;

typedef struct {
  RsProgram *program;
  RsDiagnostics *diagnostics;
  GPtrArray *reductions;    /* of RsReduction (owned): all of the program */
  RsModule *module;         /* being rewritten */
  RsReduceOptions options;  /* of that module */
  guint32 position;         /* of the statement in it */
  GPtrArray *visible;       /* of RsReduction: those that the module can see */
  RsInference inference;
  GHashTable *tried;        /* RsNode -> GPtrArray of RsReduction that do not apply to it any more */
  GHashTable *makers;       /* RsNode -> RsMaker: the reductions that it comes from */
  GHashTable *chains;       /* RsNode (TERNARY) -> RsAssumption: what holds in its first branch */
  GHashTable *groups;       /* RsNode -> RsGroup: copies of one operand */
  GHashTable *origins;      /* RsNode -> text of what the user wrote, for what replaced it */
  GHashTable *reported;     /* set of pairs of reductions and of nodes that have had their message */
  GHashTable *lambda_names; /* RsScope of a lambda -> RsSymbol that it is bound to */
  GHashTable *known;        /* RsNode -> RsFacts: what holds before an expression; NULL when no condition asks */
  const RsFacts *facts;     /* of the expression that is being rewritten, or NULL */
  gboolean has_work;        /* there is a reduction, or a |> */
  gboolean allow_open;      /* choices at run time may be made now */
  RsEffort effort;          /* that the expression being rewritten has taken */
  gboolean changed;
  GPtrArray *trial;         /* while something is tried out: of RsReduction, those that were applied; else NULL */
  guint n_tried;            /* reductions that trials have compared with, of all modules */
  guint n_temporaries;
  GPtrArray *new_functions; /* of RsReduction and its new FUNCTION, in turn: not part of the program yet */
} RsReducer;

/* One of the reductions that a node comes from. */
typedef struct _RsMaker RsMaker;
struct _RsMaker {
  const RsReduction *reduction;
  const RsMaker *next;
};

/* The copies of one operand that a replacement repeats. */
typedef struct {
  RsScope *scope; /* that the operand was evaluated in */
} RsGroup;

/* --- collect.c --- */
/* Collects the reductions of program, and of what is around it. self is all zeros. */
void rs_reducer_init (RsReducer *self, RsProgram *program, RsDiagnostics *diagnostics);
void rs_reducer_clear (RsReducer *self);
/* From here on module is rewritten: its settings, and the reductions that it sees. */
void rs_reduce_enter (RsReducer *self, RsModule *module);
/* The reductions that module sees, its own ones and those of its imports. (transfer container) */
GPtrArray *rs_reduce_visible (RsReducer *self, RsModule *module);
/* Whether a place at position in scope comes after the definition and inside its function. */
gboolean rs_reduction_is_seen (const RsReduction *reduction, RsModule *module, const RsScope *scope, guint32 position);
/* Whether some pattern has this function, method or operator at its root or inside. */
gboolean rs_reduce_has_head (const RsReducer *self, const char *name);
/* Whether a reduction of this function, method or operator is circular, which has been told. */
gboolean rs_reduce_has_circle (const RsReducer *self, const char *name);
/* The program's settings with the #pragma lines of module. */
RsReduceOptions rs_reduce_options (const RsProgram *program, RsModule *module);

/* --- match.c --- */
/* NULL when pattern and place do not fit; what is open is listed. (transfer full) */
RsMatch *rs_reduce_match (RsReducer *self, RsReduction *reduction, const RsPlace *place);
void rs_match_free (RsMatch *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsMatch, rs_match_free)
RsOperand *rs_match_find (const RsMatch *match, const RsSymbol *symbol);
/* Whether the value of node is made by reductions only (a function that nobody defines, a |> b), and they are still to
 * come. */
gboolean rs_reduce_is_pending (RsReducer *self, const RsNode *node);
/* Whether a reduction takes part in calculations with formulas: its function is one that only reductions define, and
 * some reduction leads from that function to such functions again. Operands of those have to keep their structure. */
gboolean rs_reduce_is_symbolic (RsReducer *self, const RsReduction *reduction);
static inline gboolean
rs_match_is_certain (const RsMatch *match)
{
  return match->open->len == 0 && !match->is_late && match->where == RS_DECIDED_YES;
}

/* --- match-type.c --- */
RsDecision rs_reduce_match_type (const RsType *formal, const RsType *actual, int *distance);

/* --- match-sum.c --- */
/* Whether the pattern is sum([term]) with variadic variables in the term. */
gboolean rs_reduce_is_sum_pattern (const RsReduction *reduction);
gboolean rs_reduce_match_sum (RsReducer *self, RsMatch *match, const RsPlace *place);

/* --- order.c --- */
/* Whether two patterns are the same but for their variables. */
gboolean rs_pattern_has_shape_of (const RsNode *a, const RsNode *b);
/* Negative when a is tried before b. */
int rs_match_compare (const RsMatch *a, const RsMatch *b);
/* All matches of a place, best first. (element-type RsMatch) (transfer full) */
GPtrArray *rs_reduce_candidates (RsReducer *self, const RsPlace *place);

/* --- copy-match.c --- */
/* The replacement (or condition) with the operands in place, resolved for the place. */
RsNode *rs_reduce_instantiate (RsReducer *self, const RsMatch *match, const RsNode *part, const RsPlace *place);
/* A copy of a resolved expression for use in scope. */
RsNode *rs_reduce_copy (RsReducer *self, const RsNode *node, RsScope *scope);
/* symbol as it is named in scope: captured by the functions between. */
RsSymbol *rs_reduce_see (RsReducer *self, RsScope *scope, const RsSymbol *symbol);
/* A new variable of scope. */
RsSymbol *rs_reduce_temporary (RsReducer *self, RsScope *scope, RsSpan span);
RsNode *rs_reduce_name (RsReducer *self, RsSymbol *symbol, RsSpan span);
/* The name of a built-in function. */
RsNode *rs_reduce_builtin (RsReducer *self, guint id, RsSpan span);
RsNode *rs_reduce_node (RsReducer *self, RsNodeKind kind, RsSpan span, guint n, ...);

/* --- where.c --- */
/* Collects what holds before each expression of the module, when a reduction that it sees has a condition. */
void rs_reduce_learn (RsReducer *self, RsArena *arena);
/* What of it belongs to the expression, or to what is evaluated in it. */
const RsFacts *rs_reduce_find_facts (RsReducer *self, const RsNode *expression);
/* The where clause of the match, about the place, with its meta functions evaluated. */
RsNode *rs_reduce_condition (RsReducer *self, const RsMatch *match, const RsPlace *place);
/* The same as a single truth value for the run: comparisons of arrays ask for all elements. Changes condition. */
RsNode *rs_reduce_truth (RsReducer *self, RsNode *condition, const RsPlace *place);
RsDecision rs_reduce_decide (RsReducer *self, const RsNode *condition, const RsPlace *place);

/* --- tidy.c --- */
/* Simplifies the formulas that reductions on symbolic functions made below node. */
void rs_reduce_tidy (RsReducer *self, RsNode *root);

/* --- chain.c --- */
/* Makes the place a choice at run time between the first candidate and the original, to which the others may still
 * apply. */
void rs_reduce_chain (RsReducer *self, GPtrArray *candidates, const RsPlace *place);
/* type (node, T) of a copy of node for scope, with T as a reduction writes it. */
RsNode *rs_reduce_type_test (RsReducer *self, RsScope *scope, const RsNode *node, const RsNode *type_node);
/* The reduction, and those of before (or NULL), are not applied to node any more. */
void rs_reduce_mark_tried (RsReducer *self, const RsNode *node, const GPtrArray *before, RsReduction *reduction);

/* --- compound.c --- */
/* Has the compound assignments among the places that reductions certainly give a meaning say it in full. TRUE: there
 * was one; the places are no longer those of the expression. */
gboolean rs_reduce_expand_compounds (RsReducer *self, const GArray *places);
/* Makes the first compound assignment that an object at run time would give a meaning a choice between both. FALSE:
 * there is none. */
gboolean rs_reduce_choose_compound (RsReducer *self, const GArray *places);

/* --- late.c --- */
/* Whether a reduction with type parameters may wait at this place until run time knows the types. */
gboolean rs_reduce_may_be_late (RsReducer *self, const RsReduction *reduction, const RsPlace *place);
/* Whether a place is in a kernel or device function. */
gboolean rs_reduce_is_native (const RsScope *scope);
/* Of a match that is late, whose operands are plain: the test, and the value when it holds. */
RsNode *rs_reduce_late_test (RsReducer *self, const RsMatch *match, const RsPlace *place);
RsNode *rs_reduce_late_call (RsReducer *self, const RsMatch *match, const RsPlace *place);
/* The functions that tests and calls name become statements. Between two walks only: blocks get new lists. */
void rs_reduce_place_functions (RsReducer *self);

/* --- pipe.c --- */
gboolean rs_reduce_is_pipe (const RsNode *node);
/* Gives the innermost a |> b of the places that no reduction is for its own meaning: b applied to a. FALSE: there is
 * none. */
gboolean rs_reduce_pipe (RsReducer *self, const GArray *places);
/* y := a |> b where y has no value yet: y = zeros(size(a)) comes first. FALSE: slot is something else. */
gboolean rs_reduce_give_size (RsReducer *self, RsNode **slot, RsScope *scope);

/* --- share.c --- */
/* Has operands that replacements repeat evaluated once. */
void rs_reduce_share (RsReducer *self, RsNode **root, RsScope *scope);
gboolean rs_reduce_is_plain (const RsNode *node);

/* --- rewrite.c --- */
/* Applies what applies to one expression, until nothing does. */
void rs_reduce_expression (RsReducer *self, RsNode **slot, RsScope *scope);
/* One step; FALSE when nothing applies. */
gboolean rs_reduce_step (RsReducer *self, RsNode **slot, RsScope *scope, const RsAssumption *assumed);
/* Whether the steps since effort was all zeros have walked over so much, or made so much of it, that they will
 * not end. */
gboolean rs_reduce_is_endless (const RsReducer *self);

/* --- safety.c --- */
void rs_reduce_check_definitions (RsReducer *self);
void rs_reduce_check_use (RsReducer *self, const RsMatch *match, const RsPlace *place);
void rs_reduce_check_conflicts (RsReducer *self, GPtrArray *candidates, const RsPlace *place);

/* --- report.c --- */
void rs_reduce_report (RsReducer *self, RsSeverity severity, RsModule *module, RsSpan span, RsMessageId id,
                       const char *format, ...) G_GNUC_PRINTF (6, 7);
/* Adds an expression, shortened, to a text of the form `a` -> `b`. */
void rs_reduce_add_step (GString *way, const char *expression);
/* The text of what the user wrote where node stands now. */
const char *rs_reduce_origin (RsReducer *self, const RsNode *node);
/* Reports what reductions should have replaced, or leaves it to run time where they were tried there. */
void rs_reduce_check_rest (RsReducer *self, RsModule *module);
