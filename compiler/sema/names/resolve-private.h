/* What declare.c and resolve.c share: the state of one module's name resolution.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/sema/names/symbol.h"

/* A scope while it is being resolved. */
typedef struct _RsFrame RsFrame;
struct _RsFrame {
  RsFrame *parent;
  RsScope *scope;
  GHashTable *assigned;    /* set of RsSymbol: variables with an assignment before the place that is being resolved */
  GHashTable *first_loops; /* RsSymbol -> RsNode: the outermost loop around its first assignment */
  const RsNode *loop;      /* outermost loop around the place that is being resolved, or NULL */
  RsSymbol *first_target;  /* variable whose first value is being resolved, or NULL */
  gboolean reads_outer;    /* ... and that value reads the outer variable of that name */
  RsSymbol *self;          /* what this function is bound to in the parent's scope, or NULL */
  GPtrArray *declarations; /* of RsNode: the assignments x : T = value so far */
};

struct _RsResolver {
  RsModule *module;
  RsDiagnostics *diagnostics;
  RsPrecision precision;
  RsScope *root;
  RsFrame *frame;          /* innermost */
  GHashTable *soft_names;  /* set of names that reductions may define */
  GHashTable *builtins;    /* name -> RsSymbol (BUILTIN) */
  GHashTable *builtin_types; /* name -> RsSymbol (BUILTIN_TYPE) */
  gboolean missing_library;
  guint quiet;             /* not 0: unknown names are no error here */
  const RsNode *stored;    /* the FIELD or INDEX that is assigned to, while its names are resolved */
  /* the innermost CELL in single quotes around the place, until an unknown name in it is reported */
  const RsNode *quoted;
  RsSymbol *pending_self;  /* what the lambda that comes next is assigned to */
  const RsNode *original;  /* the function that comes next is an instance of this one, or NULL */
  const RsBinding *bindings; /* ... for these, [n_bindings] */
  guint n_bindings;
};

/* scope.c */
RsScope *rs_scope_new (RsModule *module, RsScope *parent, RsNode *node, RsPrecision precision);
RsSymbol *rs_scope_add_variable (RsScope *scope, const char *name, RsNode *first);
RsSymbol *rs_scope_add_function (RsScope *scope, RsNode *function);
RsSymbol *rs_scope_add_type (RsScope *scope, const char *name, RsNode *declaration);
/* A type parameter with the type that it stands for. */
void rs_scope_bind_type (RsScope *scope, RsNode *parameter, const RsType *type);
RsSymbol *rs_scope_find_own_type (const RsScope *scope, const char *name);
RsSymbol *rs_scope_find_type (RsScope *scope, const char *name);
/* Lets scope see a type that another one declares, unless it has one of that name. */
void rs_scope_share_type (RsScope *scope, RsSymbol *type);
void rs_scope_compute_type (RsSymbol *symbol);
/* Gives the types declared in scope their RsType, and classes their description. */
void rs_scope_compute_types (RsScope *scope);
/* class.c: the description of a TYPE symbol whose definition is a CLASS; NULL when it is its own base. */
const RsClass *rs_class_describe (RsSymbol *symbol);
/* Functions of scope that have the name of a class are constructors of it. */
void rs_scope_link_constructors (RsScope *scope);
/* Own names and, for a root, those of its imports. callee: what it can mean in front of parentheses. */
RsSymbol *rs_scope_find_own (RsScope *scope, const char *name, gboolean callee);
/* The capture of origin in scope, made when it is new. */
RsSymbol *rs_scope_capture (RsScope *scope, RsSymbol *origin);

/* declare.c: first pass over the statements of one scope. */
/* The functions that patterns of an imported module's reductions introduce. */
void rs_declare_patterns (RsResolver *self, RsNode *root);
void rs_declare_statements (RsResolver *self, RsFrame *frame, RsNode *body);
void rs_declare_parameters (RsResolver *self, RsFrame *frame, RsNode *const *parameters, guint n, gboolean outputs);
/* The type parameters of an instance of the function with this list. */
void rs_declare_bindings (RsFrame *frame, const RsNode *list, const RsBinding *bindings, guint n);
void rs_declare_type_parameters (RsResolver *self, RsFrame *frame, const RsNode *list);

/* position.c: what type a kernel's `pos` has that is declared without one. */
void rs_resolve_position (const RsNode *function);

/* resolve.c: a FUNCTION of its own, made after the module was resolved; its symbol is in scope already. */
void rs_resolve_function (RsScope *scope, RsNode *function);
/* resolve.c: one node of any kind, and what hangs on it. */
void rs_resolve_node (RsResolver *self, RsNode *node);
/* resolve.c: frame, of the caller, becomes the innermost; the second ends it. */
void rs_resolver_push_frame (RsResolver *self, RsFrame *frame, RsScope *scope);
void rs_resolver_pop_frame (RsResolver *self);

/* resolve-function.c: each kind of node that has a scope of its own, and SYMBOLIC. */
void rs_resolve_function_node (RsResolver *self, RsNode *node);
void rs_resolve_lambda (RsResolver *self, RsNode *node);
void rs_resolve_reduction (RsResolver *self, RsNode *node);
void rs_resolve_symbolic (RsResolver *self, RsNode *node);

/* resolve-type.c: the names in a type. The second gives a variable the type that is declared. */
void rs_resolve_type (RsResolver *self, RsNode *node);
void rs_resolve_declared_type (RsResolver *self, RsSymbol *symbol, RsNode *type_node);

/* resolve-assignment.c: an ASSIGN or DEFINE; what is given a value, by an assignment or otherwise. */
void rs_resolve_assignment (RsResolver *self, RsNode *node);
void rs_resolve_target (RsResolver *self, RsNode *target);

/* find-name.c: what the name of a node means here, NULL when nothing; callee: in front of parentheses. The second puts
 * it on the node, and reports an unknown one. */
RsSymbol *rs_resolver_find (RsResolver *self, const RsNode *node, gboolean callee);
void rs_resolve_name (RsResolver *self, RsNode *node, gboolean callee);
/* For messages. */
const char *rs_resolver_function_name (const RsScope *scope);
/* find-name.c: symbol of owner as seen in scope, captured by every function between. */
RsSymbol *rs_resolver_capture (RsResolver *self, RsScope *scope, RsScope *owner, RsSymbol *symbol);

/* eval-scope.c: captures what the text of a call of eval in the innermost scope may name. */
void rs_resolve_eval (RsResolver *self);

/* type-string.c: makes the string in type (x, "T") a type where it names types of the program. */
void rs_resolve_type_string (RsResolver *self, RsNode *call);

/* resolve-assignment.c: x : T = value converts the value, where other declarations say something else about x. */
void rs_resolve_declarations (RsResolver *self);
/* typed-lambda.c: a conversion of value to a type, for variable name or (NULL) for what a function returns. */
RsNode *rs_resolver_new_conversion (RsResolver *self, RsNode *value, RsNode *type, const char *name);
/* typed-lambda.c: gives a lambda the types that the declaration of target says. */
void rs_resolver_type_lambda (RsResolver *self, const RsNode *target, RsNode *lambda);

/* A FUNCTION of a root without overloads of its own. */
RsSymbol *rs_scope_add_merged_function (RsScope *root, const char *name, RsNode *first);

/* merge.c: lets the functions of the imports stand behind the module's own ones. */
void rs_merge_imported_functions (RsResolver *self);

/* find-name.c: whether the search for a near name is worth its time; not in a file with hundreds of mistakes. */
gboolean rs_resolver_may_suggest (const RsResolver *self);
/* suggest.c: the visible name, or the value of an ENUM, that looks most like name, or NULL. */
const char *rs_suggest_name (RsScope *scope, const char *name);
const char *rs_suggest_item (const RsNode *enumeration, const char *name);
/* The visible type, of the program or of the language, that looks most like name, or NULL. */
const char *rs_suggest_type (const RsScope *scope, const char *name);

/* enumerations.c. The first numbers the values of a TYPE_DEFINITION of an ENUM. The second makes a FIELD whose object
 * is resolved, and names an enumeration, a NUMBER (or an ERROR, reported); FALSE when it does not. The third does the
 * same for names in the patterns of a MATCH whose subject is resolved; other names are left alone. */
void rs_declare_enumeration (RsResolver *self, const RsNode *definition);
gboolean rs_resolve_enumeration_field (RsResolver *self, RsNode *field);
void rs_resolve_enumeration_patterns (RsResolver *self, RsNode *match);
gboolean rs_symbol_is_enumeration (const RsSymbol *symbol);

void rs_resolver_report (RsResolver *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format,
                         ...) G_GNUC_PRINTF (5, 6);
