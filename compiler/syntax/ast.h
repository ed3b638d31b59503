/* The abstract syntax tree: one node type for host code, kernels, type text and reductions.
 *
 * A node has a kind, an exact span and children by position; node-kinds.def says what the children of each kind are,
 * and the RS_<KIND>_<CHILD> constants below name the positions. One uniform node keeps every walk over the tree (dump,
 * name resolution, lowering, formatting) a short loop.
 *
 * A tree is owned by its RsModule's arena. The parser makes it; compiler/sema fills in `symbol`; after that it is
 * read-only and may be read from any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/arena.h"
#include "compiler/base/diagnostics.h"
#include "compiler/base/names.h"

typedef enum {
#define RS_NODE(KIND, text, children) RS_NODE_##KIND,
#include "compiler/syntax/node-kinds.def"
#undef RS_NODE
  RS_N_NODE_KINDS
} RsNodeKind;

typedef enum {
  RS_OP_NONE,
#define RS_OPERATOR(NAME, text, class) RS_OP_##NAME,
#include "compiler/syntax/operators.def"
#undef RS_OPERATOR
  RS_N_OPERATORS
} RsOperator;

typedef enum {
  RS_NODE_INTEGER = 1 << 0,     /* NUMBER: no decimal point, no exponent */
  RS_NODE_IMAGINARY = 1 << 1,   /* NUMBER */
  RS_NODE_COMMAND = 1 << 2,     /* CALL without parentheses */
  RS_NODE_KERNEL = 1 << 3,      /* FUNCTION, LAMBDA, TYPE_FUNCTION: __kernel__ */
  RS_NODE_DEVICE = 1 << 4,      /* FUNCTION, LAMBDA, TYPE_FUNCTION: __device__ */
  RS_NODE_VARIADIC = 1 << 5,    /* PARAMETER */
  RS_NODE_MUTABLE = 1 << 6,     /* CLASS */
  RS_NODE_DYNAMIC = 1 << 7,     /* CLASS */
  RS_NODE_STEP = 1 << 7,        /* UNARY, BINARY, CALL: a variable was given this value, see rs_expression_join; FOR:
                                 * stands for statements, see rs_expression_find_run */
  RS_NODE_PARENTHESES = 1 << 8, /* an expression that was written in parentheses: (a, b) and `x : T` need to know */
  RS_NODE_TYPE_FIRST = 1 << 9,  /* TYPED: written `int n` */
  RS_NODE_EVALUATED = 1 << 10,  /* META: the last child is its value; CALL of (un)assert: no code is needed */
  RS_NODE_ALWAYS = 1 << 11,     /* a condition that always holds */
  RS_NODE_NEVER = 1 << 12,      /* a condition that never holds */
  RS_NODE_TEXTURE = 1 << 15,    /* INDEX, SEQUENCE: reads a texture, see compiler/sema/rewrite/texture.h */
  RS_NODE_REFUSED = 1 << 14,    /* FUNCTION: has an error, which is its text, and nothing leads to it */
  RS_NODE_REDUCED = 1 << 13,    /* TERNARY: a choice that a reduction leaves to the run, whose types then decide */
} RsNodeFlags;

typedef struct _RsNode RsNode;
typedef struct _RsSymbol RsSymbol; /* compiler/sema/names/symbol.h */
typedef struct _RsScope RsScope;   /* compiler/sema/names/symbol.h */

struct _RsNode {
  guint8 kind;  /* RsNodeKind */
  guint8 op;    /* RsOperator */
  guint16 flags; /* RsNodeFlags */
  guint32 n_children;
  RsSpan span;
  RsNode **children;     /* [n_children]; an optional child may be NULL */
  const char *name;      /* interned in RsModule.names, or NULL */
  const char *text;      /* string contents, path, words; in the arena; may hold any bytes but NUL */
  const char **modifiers; /* type nodes: names after apostrophes, interned, NULL-terminated; or NULL */
  double number;
  RsSymbol *symbol;      /* set by compiler/sema for NAME, PARAMETER, FUNCTION, MEMBER; NULL before */
  RsScope *scope;        /* set by compiler/sema for FUNCTION, LAMBDA and the root: the scope that it opens */
};

/* Positions of children. */
enum { RS_TERNARY_CONDITION, RS_TERNARY_THEN, RS_TERNARY_ELSE };
enum { RS_RANGE_LOW, RS_RANGE_STEP, RS_RANGE_HIGH };
enum { RS_CALL_CALLEE, RS_CALL_FIRST_ARGUMENT };
enum { RS_INDEX_ARRAY, RS_INDEX_FIRST };
enum { RS_ASSIGN_TARGET, RS_ASSIGN_VALUE };
enum { RS_TYPED_EXPRESSION, RS_TYPED_TYPE };
enum { RS_FOR_VARIABLE, RS_FOR_RANGE, RS_FOR_BODY };
enum { RS_WHILE_CONDITION, RS_WHILE_BODY };
enum { RS_REPEAT_BODY, RS_REPEAT_CONDITION };
enum { RS_MATCH_SUBJECT, RS_MATCH_FIRST_ARM };
enum { RS_ARM_PATTERN, RS_ARM_BODY };
enum { RS_TRY_BODY, RS_TRY_VARIABLE, RS_TRY_HANDLER };
enum { RS_FUNCTION_TYPE_PARAMETERS, RS_FUNCTION_OUTPUTS, RS_FUNCTION_PARAMETERS, RS_FUNCTION_BODY };
enum { RS_PARAMETER_TYPE, RS_PARAMETER_DEFAULT };
enum { RS_TYPE_DEFINITION_TYPE_PARAMETERS, RS_TYPE_DEFINITION_DEFINITION };
enum { RS_CLASS_BASE, RS_CLASS_FIRST_MEMBER };
enum {
  RS_REDUCTION_TYPE_PARAMETERS,
  RS_REDUCTION_PARAMETERS,
  RS_REDUCTION_PATTERN,
  RS_REDUCTION_REPLACEMENT,
  RS_REDUCTION_WHERE
};
enum { RS_MACRO_OUTPUTS, RS_MACRO_PARAMETERS, RS_MACRO_BODY };
enum { RS_TYPE_FUNCTION_INPUTS, RS_TYPE_FUNCTION_OUTPUTS };

/* One file after parsing. It owns its text, its arena and its tree, and lives as long as anybody refers to it: a
 * program, a function value, a stack frame, an editor. */
typedef struct {
  gatomicrefcount ref_count;
  RsSource *source; /* owned */
  RsNames *names;   /* owned reference; shared by the modules of a program */
  RsArena *arena;   /* owned; holds the tree and what compiler/sema and compiler/bytecode hang on it */
  RsNode *root;     /* BLOCK; never NULL, even after errors */
  /* the text ends inside of a bracket, of a statement with an ending or behind an operator: it goes on */
  gboolean is_open;
  void (*analyze_instance) (RsNode *function,
                            RsDiagnostics *diagnostics); /* of a generic function, when it is made; or NULL */
} RsModule;

/* Parses a whole file; any text gives a tree. Errors are reported to diagnostics, each with its place, and parsing
 * goes on after them (at most 200 a file, then one that says so). Nesting deeper than 1,000 is an error, not a crash.
 * (transfer full) */
RsModule *rs_parse (RsSource *source, RsNames *names, RsDiagnostics *diagnostics);

RsModule *rs_module_ref (RsModule *module);
void rs_module_unref (RsModule *module);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsModule, rs_module_unref)

const char *rs_node_kind_to_string (RsNodeKind kind);
const char *rs_operator_to_string (RsOperator op);

/* The arithmetic operator in a compound assignment: ASSIGN_ADD gives ADD. NONE for ASSIGN and those without one. */
RsOperator rs_operator_of_assignment (RsOperator op);

/* The tree as indented text, one node a line with its span: what `emit --stage ast` prints. (transfer full) */
char *rs_ast_dump (const RsModule *module);

/* The expression or type as source text in canonical spacing, for messages and $str. (transfer full) */
char *rs_node_to_string (const RsNode *node);

/* The first part of an expression that does more than to look at values, or may do so: a call, an assignment, a
 * function. NULL: computing it changes nothing. */
const RsNode *rs_node_find_effect (const RsNode *node);

#define RS_MAX_EXACT_INTEGER 9007199254740992.0 /* 2^53 */

/* The value of a NUMBER that was written as an integer; FALSE when it is none, or has more than 64 bits. */
gboolean rs_node_get_integer (const RsNode *node, gint64 *value);

/* The code attribute that the statement behind `statement` has, when `attribute` is the one that `statement` itself
 * has: the last of those in a row before it that is about loops, else the first of them; or NULL. */
const RsNode *rs_attribute_for_next (const RsNode *attribute, const RsNode *statement);
/* What {!name parameter=value} in the body of a function gives as value, the last one; NULL when there is none. */
const RsNode *rs_attribute_get_value (const RsNode *function, const char *name, const char *parameter);
/* The work items that a block of this kernel has at most by {!cuda_launch_bounds}; G_MAXINT64 when it does not say. */
gint64 rs_attribute_get_launch_bound (const RsNode *function);
/* The blocks that a multiprocessor is to have room for by {!cuda_launch_bounds}; 0 when it does not say. */
guint rs_attribute_get_least_blocks (const RsNode *function);
/* The platforms (RsPlatform, as bits) that a kernel function is for by {!kernel target="cpu gpu"}; all of them where it
 * does not say. */
guint rs_attribute_get_platforms (const RsNode *function);

static inline RsNode *
rs_node_child (const RsNode *node, guint index)
{
  return index < node->n_children ? node->children[index] : NULL;
}

static inline RsNode *
rs_node_last (const RsNode *node)
{
  return node->n_children > 0 ? node->children[node->n_children - 1] : NULL;
}
