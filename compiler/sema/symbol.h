/* Names and what they stand for.
 *
 * compiler/sema/resolve.c walks a module once, makes a scope a function (and one for the top level), and hangs a symbol
 * on every name. Everything later (bytecode, kernels, hover, rename) reads symbols and never looks a name up again.
 *
 * Scoping: a function or lambda has one scope; blocks do not open scopes. A name that is assigned, declared or is a
 * parameter in a scope is a variable of that scope; in a nested function it is a captured variable, read-only (manual
 * 4.2). Functions are visible in the whole scope that defines them, before their definition too. Built-ins come last,
 * so that a variable `sum` hides the function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/builtins.h"
#include "compiler/types/type.h"


typedef enum {
  RS_SYMBOL_VARIABLE,  /* of this scope: slot */
  RS_SYMBOL_CAPTURED,  /* of an enclosing scope: slot is the index among this function's captures, origin the variable */
  RS_SYMBOL_FUNCTION,  /* declarations: the overloads, in order of definition */
  RS_SYMBOL_TYPE,      /* user type: declaration is the TYPE_DEFINITION */
  RS_SYMBOL_BUILTIN,   /* builtin */
  RS_SYMBOL_BUILTIN_TYPE, /* type: scalar, mat, uint8, ... */
  RS_SYMBOL_SYMBOLIC,
} RsSymbolKind;

/* What the first value of a variable says about integers (LANGUAGE.md, "Integer variables"). */
typedef enum {
  RS_INTEGER_NO,       /* not an integer, or not known: takes the type of each value */
  RS_INTEGER_LITERAL,  /* s = 0: becomes a scalar the first time it meets one */
  RS_INTEGER_COMPUTED, /* n = numel(x): truncates scalars, other kinds rebind */
  RS_INTEGER_DECLARED, /* n : int: truncates scalars, other kinds are an error */
} RsIntegerRule;

struct _RsSymbol {
  RsSymbolKind kind;
  const char *name;
  RsScope *scope;          /* where it lives */
  guint slot;              /* VARIABLE: index in scope->variables; CAPTURED: index in scope->captures */
  RsSymbol *origin;        /* CAPTURED: the symbol in the enclosing scope (VARIABLE, CAPTURED or FUNCTION) */
  RsNode *first;           /* the node that introduces it */
  RsNode *declaration;     /* FUNCTION of one, TYPE */
  GPtrArray *overloads;    /* FUNCTION: of RsNode (FUNCTION), (not owned) */
  const RsBuiltin *builtin;
  const RsType *type;      /* declared or inferred; rs_type_unknown when open */
  RsIntegerRule integer_rule;
  gboolean is_parameter;
  gboolean is_output;
  gboolean is_declared;    /* has a type annotation: values are checked and converted */
  gboolean is_captured;    /* some inner function names it */
  gboolean is_assigned_again; /* assigned more than once: not a constant of its scope */
};

struct _RsScope {
  RsScope *parent;         /* enclosing function's; NULL for the top level */
  RsModule *module;
  RsNode *node;            /* FUNCTION, LAMBDA or the module's root BLOCK */
  GPtrArray *variables;    /* of RsSymbol: parameters first, in order, then outputs, then locals */
  GPtrArray *captures;     /* of RsSymbol */
  GHashTable *names;       /* interned name -> RsSymbol */
  gboolean is_kernel;      /* __kernel__ or __device__ */
};
