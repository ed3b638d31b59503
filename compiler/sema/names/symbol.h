/* Names and what they stand for.
 *
 * compiler/sema/names/resolve/resolve.c walks a module once, makes a scope a function (and one for the top level), and
 * hangs a symbol on every name. Everything later (bytecode, kernels, hover, rename) reads symbols and never looks a
 * name up again.
 *
 * After that symbols, scopes and types are read-only and may be read from any thread. They live as long as their
 * module.
 *
 * Scoping: a function or lambda has one scope; blocks do not open scopes. A name that is assigned, declared or is a
 * parameter in a scope is a variable of that scope; in a nested function it is a captured variable, read-only (manual
 * 4.2). Functions are visible in the whole scope that defines them, before their definition too. Built-ins come last,
 * so that a variable `sum` hides the function. Before the first assignment to a variable in its scope, the same name
 * still means what it means outside: in `sum = sum (x)` the second one is the built-in, and in a function `a = a + x`
 * reads the outer a and makes a new one.
 *
 * Imports: the top level of a module sees the variables and functions of what it imports, by their own symbols, whose
 * scope is the root of their module. Its own functions come first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/builtins.h"
#include "compiler/types/class.h"

typedef enum {
  RS_SYMBOL_VARIABLE, /* of this scope: slot */
  RS_SYMBOL_CAPTURED, /* of an enclosing scope: slot is the index among this function's captures, origin the variable */
  RS_SYMBOL_FUNCTION, /* declarations: the overloads, in order of definition */
  RS_SYMBOL_TYPE,     /* user type: declaration is the TYPE_DEFINITION */
  RS_SYMBOL_BUILTIN,  /* builtin */
  RS_SYMBOL_BUILTIN_TYPE, /* type: scalar, mat, uint8, ... */
  RS_SYMBOL_SYMBOLIC,
} RsSymbolKind;

/* `RsNode.symbol` is set for NAME, PARAMETER, FUNCTION, for TYPE_NAME of a user type, and for the FIELD in a call
 * obj.f (x) when a function f is visible (else NULL). A NAME without a symbol is an argument word (host), or a function
 * that only a library that is missing can define: calling it is an error at run time.
 *
 * A FUNCTION node whose symbol is a VARIABLE is a function defined under the name of an output: it assigns it. */

/* What the first value of a variable says about integers (LANGUAGE.md, "Integer variables"). */
typedef enum {
  RS_INTEGER_NO,       /* not an integer, or not known: takes the type of each value */
  RS_INTEGER_LITERAL,  /* s = 0: becomes a scalar the first time it meets one */
  RS_INTEGER_COMPUTED, /* n = numel(x): truncates scalars, other kinds rebind */
  RS_INTEGER_DECLARED, /* n : int: truncates scalars, other kinds are an error */
} RsIntegerRule;

/* What a type parameter stands for in one instance: a type, or an integer (sizes and dimensions). */
typedef enum { RS_BINDING_OPEN, RS_BINDING_TYPE, RS_BINDING_VALUE } RsBindingKind;

typedef struct {
  const char *name;
  RsBindingKind kind;
  const RsType *type;  /* TYPE */
  gint64 value;        /* VALUE */
  gboolean may_be_any; /* OPEN: a cell of anything was met; ?? when nothing says more */
  gboolean is_soft;    /* may still give way: bound by a number alone, or by the dimensions of one array */
  gboolean is_given;   /* brackets say it */
  const char *origin;  /* the parameter that said so; for messages */
} RsBinding;

struct _RsSymbol {
  RsSymbolKind kind;
  const char *name;
  RsScope *scope;          /* where it lives */
  guint slot;              /* VARIABLE: index in scope->variables; CAPTURED: index in scope->captures */
  RsSymbol *origin;        /* CAPTURED: the symbol in the enclosing scope (VARIABLE, CAPTURED or FUNCTION) */
  gboolean is_self;        /* CAPTURED: this function itself: the lambda or function that origin is bound to here */
  RsNode *first;           /* the node that introduces it */
  RsNode *first_target;    /* VARIABLE: where the text first gives it a value; NULL for parameters that it never does */
  const RsNode *type_node; /* VARIABLE: the text of its declared type, or NULL */
  const RsNode *initial;   /* VARIABLE: the expression of its first value, NULL where there is none to name */
  RsNode *declaration;     /* FUNCTION of one, TYPE */
  GPtrArray *overloads;    /* FUNCTION: of RsNode (FUNCTION), (not owned) */
  /* FUNCTION: of RsSymbol: those of imported modules of that name, whose overloads stand behind its own and are meant
   * by calls that fit none of these; or NULL */
  GPtrArray *imported;
  const RsBuiltin *builtin; /* BUILTIN; FUNCTION: the built-in of that name, for calls that fit no overload, or NULL */
  const RsType *type;      /* declared or inferred; rs_type_unknown when open */
  RsSymbol *enumeration;   /* VARIABLE: the type (TYPE) whose values it was declared to hold, or given; or NULL */
  const RsClass *class_description; /* TYPE of a class; NULL before its scope is computed */
  const RsSymbol *constructs; /* FUNCTION: the class of the same name, of which it is one more constructor, or NULL */
  RsIntegerRule integer_rule;
  gboolean is_parameter;
  gboolean is_output;
  RsBoundary boundary;     /* of accesses through this variable, where it is declared: x : 'circular */
  gboolean is_constant;    /* declared 'const, with or without a type */
  gboolean is_declared;    /* has a type annotation: values are checked and converted */
  gboolean is_captured;    /* some inner function names it */
  gboolean is_exposed;     /* VARIABLE: text that eval gets may name it */
  gboolean is_data; /* VARIABLE: no function, as its values are written: sum (x) is no call of a variable `sum` */
  RsSymbol *generic;       /* TYPE: the generic type that this is an instance of, or NULL */
  RsBinding *arguments;    /* ... [n_arguments]: with these arguments */
  guint n_arguments;
  GPtrArray *instances;    /* TYPE with parameters: of RsSymbol (TYPE), made so far; or NULL */
  gboolean is_assigned_again; /* assigned more than once: not a constant of its scope */
};

struct _RsScope {
  RsScope *parent;         /* enclosing function's; NULL for the top level */
  RsModule *module;
  RsNode *node;            /* FUNCTION, LAMBDA or the module's root BLOCK */
  GPtrArray *variables;    /* of RsSymbol: parameters first, in order, then outputs, then locals */
  GPtrArray *captures;     /* of RsSymbol */
  GHashTable *names;       /* interned name -> RsSymbol (VARIABLE, FUNCTION, CAPTURED, SYMBOLIC) */
  GHashTable *functions;   /* interned name -> RsSymbol: functions that a variable of the same name hides; or NULL */
  GHashTable *types;       /* interned name -> RsSymbol (TYPE); or NULL */
  GPtrArray *imports;      /* root: of RsScope, roots of what the module imports, also indirectly, last one first */
  GPtrArray *instances;    /* FUNCTION with type parameters, or specialised: of RsGenericInstance; or NULL */
  struct _RsGenericInstance *instance; /* FUNCTION: what it is an instance of, or NULL (generic.h) */
  GPtrArray *merged; /* root: of RsSymbol: functions that only imported modules define, several of them; or NULL */
  GPtrArray *inner;        /* of RsScope: of the functions and lambdas in it, in order */
  GPtrArray *known;        /* kernels: of RsNode, conditions about captures that hold when it is defined; or NULL */
  RsPrecision precision;   /* of the types in it */
  gboolean is_kernel;      /* __kernel__ or __device__, or inside one */
  gboolean names_double;   /* ... and its text has a type with 'double */
};

/* Makes the scopes and symbols of a module's top level and everything that it declares; the second step then resolves
 * the names. With cyclic imports the first step is done for all modules before the second. */
typedef struct _RsResolver RsResolver;
/* parent: NULL, or for eval the scope whose names are visible. */
RsResolver *rs_resolver_new (RsModule *module, RsScope *parent, RsPrecision precision, RsDiagnostics *diagnostics);
/* A variable that has a value before the module begins: of an earlier input at the prompt. Assignments in the module
 * change it. is_data: that value is no function. */
void rs_resolver_add_known (RsResolver *resolver, const char *name, gboolean is_data);
/* Puts the reductions and symbolic variables that scope and the functions around it define before position in front of
 * a parsed text. Its module must not outlive theirs. */
void rs_eval_add_reductions (RsModule *text, const RsScope *scope, guint32 position);
/* Types that the functions around a text declare: those of scope and of the functions around it. */
void rs_resolver_add_types (RsResolver *resolver, const RsScope *scope);
/* imports: of RsModule, everything that the module imports, also indirectly, last one first. missing_library: a library
 * could not be loaded, so that unknown functions are no error. Frees the resolver. */
void rs_resolver_finish (RsResolver *resolver, GPtrArray *imports, gboolean missing_library);

/* What name means in scope: own and enclosing variables, functions and types, and those of imports. Makes no captures:
 * the answer of an enclosing function is its own symbol. NULL for built-ins and unknown names. name need not be
 * interned. */
RsSymbol *rs_scope_lookup (RsScope *scope, const char *name);

/* The user type of that name seen from the RsScope that is passed as data, or NULL. */
const RsType *rs_scope_lookup_type (const char *name, gpointer scope);

/* The same for rs_type_from_node: a TYPE_NAME, with its parameters when the type is generic. */
const RsType *rs_scope_lookup_type_node (const RsNode *node, gpointer scope);

/* The type that a type node in scope names; rs_type_from_node with what the scope knows. */
const RsType *rs_scope_type_of_node (RsArena *arena, RsScope *scope, const RsNode *node);

/* Whether the kernel or device function of scope computes in double precision although single is selected: when its
 * text, or that of the one around it, says 'double, or an array of doubles is declared in it (manual 2.2.2). */
gboolean rs_scope_computes_double (const RsScope *scope);

/* How many of a FUNCTION's overloads its own module defines: they come first. */
guint rs_symbol_count_own_overloads (const RsSymbol *symbol);

/* The VARIABLE or FUNCTION behind captures; other symbols are their own origin. NULL for NULL. */
const RsSymbol *rs_symbol_get_origin (const RsSymbol *symbol);

/* Whether type(symbol, formal) is decided by the declaration: FALSE unless both are integer types and symbol is
 * declared with one of a certain width (x : int8), which its value, an integer like every other one, does not show. */
gboolean rs_symbol_decides_type (const RsSymbol *symbol, const RsType *formal, gboolean *holds);

/* Whether symbol lives at the top level of a module. */
static inline gboolean
rs_symbol_is_global (const RsSymbol *symbol)
{
  return symbol->scope != NULL && symbol->scope->parent == NULL;
}

/* The scope that a place in the module belongs to. Never NULL for a resolved module. */
RsScope *rs_scope_at (RsModule *module, guint32 offset);

/* The innermost NAME, PARAMETER, FUNCTION, FIELD or TYPE_NAME node at a place, or NULL; its symbol is what hover and
 * rename are about. */
RsNode *rs_symbol_node_at (RsModule *module, guint32 offset);

/* Every node of the module that names what symbol names (captures included), in order. (element-type RsNode) (transfer
 * container) */
GPtrArray *rs_symbol_get_references (RsModule *module, const RsSymbol *symbol);

/* One line of an outline: functions, types and top-level variables. */
typedef struct {
  const RsNode *node; /* FUNCTION, TYPE_DEFINITION, or the first NAME */
  const char *name;
  guint depth;        /* nesting */
  char *detail;       /* signature or type; owned */
} RsOutlineItem;

/* (element-type RsOutlineItem) (transfer full) */
GPtrArray *rs_module_get_outline (RsModule *module);

/* Whether a parameter of that name is set by the launch of a kernel: pos, blkpos, ... (manual 2.4.1), or the copy of a
 * texture. */
gboolean rs_is_special_parameter (const char *name);

/* Gives a copied FUNCTION, an instance of original, its scope and symbols. */
void rs_resolve_instance (RsNode *copy, const RsNode *original, const RsBinding *bindings, guint n);
/* ... and a copied TYPE_DEFINITION its names. */
void rs_resolve_type_instance (RsScope *scope, RsNode *copy);

/* Parameters that a launch sets: pos, blkpos, ... (manual 2.4.1). */
gboolean rs_is_special_parameter (const char *name);
