/* Function values: closures over bytecode, sets of overloads, partial applications and built-ins used as values.
 *
 * A closure binds the variables of enclosing functions by value when it is defined. A capture that has no value then
 * is taken from the defining frame at each call, as long as that frame is on the stack (LANGUAGE.md "Functions").
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/bytecode/bytecode.h"
#include "compiler/sema/names/symbol.h"
#include "runtime/value/value.h"

typedef enum {
  RS_FUNCTION_CLOSURE,
  RS_FUNCTION_OVERLOADS, /* members: the candidates, in order of definition */
  RS_FUNCTION_BUILTIN,
  RS_FUNCTION_PARTIAL, /* members[0] called with bound; NONE in bound stands for an argument of the call */
} RsFunctionKind;

typedef struct _RsInstance RsInstance; /* runtime/vm/vm.h: a module in a session */

struct _RsFunction {
  RsObject base;
  RsFunctionKind kind;
  const char *name; /* for messages: its name, or "lambda"; never NULL */

  /* CLOSURE */
  RsModule *module; /* owned reference: keeps proto and node */
  const RsProto *proto;
  const RsNode *node;   /* FUNCTION or LAMBDA; node->scope has the captures */
  RsInstance *instance; /* borrowed: lives as long as the session's run */
  RsValue *captures;    /* [proto->n_captures]; NONE: taken at the call */
  guint64 home;         /* serial number of the defining frame */
  guint home_depth;     /* its place in the stack of frames */

  RsBinding *arguments; /* CLOSURE of a generic function, in brackets: f[int] of f[T, N]; [n_arguments] */
  guint n_arguments;
  RsArena *arena; /* owned; holds them, or NULL */

  const RsBuiltin *builtin; /* BUILTIN; OVERLOADS: the built-in of that name, for calls that fit none, or NULL */

  const RsType *constructs; /* OVERLOADS: the class of the same name, made when no overload fits, or NULL */

  guint *tiers; /* OVERLOADS: [n_tiers] where members begin that are tried only when none before them fits */
  guint n_tiers;
  RsFunction **members; /* OVERLOADS, PARTIAL; references */
  guint n_members;
  RsValue *bound;     /* PARTIAL: [n_bound], references */
  char **bound_names; /* PARTIAL: [n_bound]; NULL where the argument is positional; or NULL: all are */
  guint n_bound;
};

RsFunction *rs_function_new_closure (RsModule *module, RsInstance *instance, const RsProto *proto);
RsFunction *rs_function_new_builtin (const RsBuiltin *builtin);
/* Takes a reference to each member. */
RsFunction *rs_function_new_overloads (const char *name, RsFunction *const *members, guint n_members);
/* names: NULL, or the names of named arguments, [n_bound]. */
RsFunction *
rs_function_new_partial (RsFunction *function, const RsValue *bound, const char *const *names, guint n_bound);

static inline RsFunction *
rs_function_ref (RsFunction *function)
{
  function->base.ref_count++;
  return function;
}

void rs_function_unref (RsFunction *function);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsFunction, rs_function_unref)
/* Called by rs_object_free: drops what it refers to. */
void rs_function_free (RsFunction *function);

/* CLOSURE with __kernel__. */
gboolean rs_function_is_kernel (const RsFunction *function);
