/* What the files of the logic system share: facts, and a question made into formulas.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/logic/logic.h"
#include "compiler/sema/logic/terms/linear.h"

typedef enum {
  RS_FACT_ASSUMED, /* a condition that was found or promised to hold */
  RS_FACT_VALUE,   /* an EQUAL node: a variable and the value that it was given; NaN is the same as NaN here */
  RS_FACT_SHAPE,   /* an EQUAL node: two variables that name one array; its elements may change */
} RsFactKind;

typedef struct {
  RsFactKind kind;
  gboolean from_assignment; /* follows from the text of an assignment, not from a promise */
  gboolean reads_contents;  /* of an array, cell or object */
  const RsNode *condition;  /* borrowed, or in the arena */
} RsFact;

struct _RsFacts {
  RsArena *arena;
  RsScope *scope;
  GArray *facts; /* of RsFact */
  gboolean is_unreachable;
};

/* --- terms.c: numbers as linear forms over terms --- */

/* A term is what the theory can't look into: a variable, size(x,0), x[i], a product. */
typedef struct {
  const RsNode *node; /* one occurrence; NULL for auxiliary ones */
  gboolean is_integer;
  gboolean is_exact;  /* integer or symbolic: never NaN, and arithmetic on it is exact */
} RsTerm;

typedef struct {
  const RsFacts *facts;
  RsArena *arena;    /* scratch */
  GPtrArray *terms;  /* of RsTerm */
  GHashTable *index; /* key text -> 1 + position in terms */
  GHashTable *same;  /* RsSymbol -> RsSymbol: variables that were given the same value */
  GHashTable *shapes; /* RsSymbol -> RsSymbol: arrays of the same size */
  guint depth;
  guint n_systems; /* that the current question has led to */
} RsProblem;

void rs_problem_init (RsProblem *self, const RsFacts *facts);
void rs_problem_clear (RsProblem *self);

/* The linear form of a number; NULL when the expression has none (it has effects, or is no number). */
RsLinear *rs_linear_of_node (RsProblem *self, const RsNode *node);
RsLinear *rs_linear_subtract (RsProblem *self, const RsLinear *a, const RsLinear *b);
/* A term for something without a linear form; G_MAXUINT when its value may differ from one evaluation to the next. */
guint rs_term_of_node (RsProblem *self, const RsNode *node);
const RsTerm *rs_problem_get_term (const RsProblem *self, guint index);
const RsSymbol *rs_problem_representative (GHashTable *table, const RsSymbol *symbol);
/* Whether evaluating node has no effect and gives the same value until a variable or contents change. */
gboolean rs_logic_is_pure (const RsNode *node);
gboolean rs_logic_reads_contents (const RsNode *node);
gboolean rs_logic_names_symbol (const RsNode *node, const RsSymbol *variable);
/* Whether some variable or symbolic name stands in both. */
gboolean rs_logic_share_names (const RsNode *a, const RsNode *b);
/* Whether all names in it are symbolic (and it has at least one). */
gboolean rs_logic_is_symbolic (const RsNode *node);
const RsType *rs_logic_type_of (RsProblem *self, const RsNode *node);
/* The builtin that a CALL calls, or NULL. */
const RsBuiltin *rs_logic_called_builtin (const RsNode *call);

/* --- formula.c: conditions as formulas --- */

typedef enum {
  RS_FORMULA_TRUE,
  RS_FORMULA_FALSE,
  RS_FORMULA_AND,
  RS_FORMULA_OR,
  RS_FORMULA_COMPARE,     /* linear RELATION 0; not `sense`: it is not so, and NaN may be why */
  RS_FORMULA_SAME,        /* linear == 0 of a value fact: says nothing about NaN */
  RS_FORMULA_PROPOSITION, /* term holds, or not */
  RS_FORMULA_TYPE,        /* term has the type, or not */
} RsFormulaKind;

typedef struct _RsFormula RsFormula;
struct _RsFormula {
  RsFormulaKind kind;
  gboolean sense;
  RsRelation relation;
  RsLinear *linear;
  guint term;
  const RsType *type;
  const RsFormula *left, *right; /* AND, OR */
};

/* Negation normal form of condition, or of its negation when sense is FALSE. */
const RsFormula *rs_formula_of_condition (RsProblem *self, const RsNode *condition, gboolean sense);
const RsFormula *rs_formula_of_fact (RsProblem *self, const RsFact *fact);
/* What is true of the terms of the problem by their meaning: size(x,0) >= 0. */
const RsFormula *rs_formula_of_axioms (RsProblem *self);
/* The type that the second argument of type (x, ...) names, or NULL. */
const RsType *rs_logic_type_argument (RsArena *arena, RsScope *scope, const RsNode *argument);
/* Whether every value of type actual has type formal: TRUE, FALSE (none has) or UNKNOWN. */
RsAnswer rs_logic_type_has (const RsType *formal, const RsType *actual);

/* --- decide.c --- */

/* TRUE only when no values can make all formulas hold. */
gboolean rs_problem_is_unsatisfiable (RsProblem *self, const RsFormula *const *formulas, guint n);
/* The facts as a system of the inequalities among them, for bounds. */
RsSystem *rs_problem_to_system (RsProblem *self, const RsFormula *const *formulas, guint n);

/* --- changes.c --- */

/* Variables that node assigns anywhere, and array elements, are forgotten. */
void rs_logic_forget_changes (RsFacts *facts, const RsNode *node);
/* Whether the value of a pure expression is the same all through node. */
gboolean rs_logic_is_stable (const RsNode *expression, const RsNode *node);
/* The variable or variables of a target have been assigned. value: NULL where it is not one expression. */
void rs_logic_assign_target (RsFacts *facts, const RsNode *target, const RsNode *value);
