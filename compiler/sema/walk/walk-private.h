/* What the files of the walk share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/messages.h"
#include "compiler/sema/logic/logic-private.h"
#include "compiler/sema/walk/walk.h"

typedef struct _RsLogicWalk RsLogicWalk;

struct _RsLogicWalk {
  RsModule *module;
  RsArena *arena;            /* of facts, and of new nodes when the walk changes the module (then the module's) */
  RsDiagnostics *diagnostics; /* NULL: the walk only visits */
  gboolean will_run;         /* the program is about to run: what can fail there need not be an error here */
  gboolean changed;          /* a META node got a value */
  RsFacts *facts;            /* what holds where the walk is */
  RsLogicVisitFunc visit;    /* or NULL */
  gpointer data;
  guint try_depth, conditional_depth;
  gboolean is_for_cpu;       /* the condition decides over code attributes, which are read for the CPU */
  GHashTable *functions;     /* RsSymbol -> RsNode (LAMBDA): variables that hold one function for ever */
  const RsNode *launch;      /* the walk is through the kernel of this launch, or NULL */
  RsLogicWalk *launcher;     /* ... that this walk met */
};

void rs_logic_report (RsLogicWalk *self, RsSeverity severity, const RsNode *node, RsMessageId id, const char *format,
                      ...) G_GNUC_PRINTF (5, 6);

/* walk-expression.c: meta functions in it get their values, lambdas are walked, effects on the facts follow. */
void rs_logic_walk_expression (RsLogicWalk *self, RsNode *node);
/* An expression without META nodes: the values of those in it. node itself when it has none. */
RsNode *rs_logic_expand (RsLogicWalk *self, RsNode *node);
/* The condition is decided here: it is marked, when it has no effects. */
RsAnswer rs_logic_mark_condition (RsLogicWalk *self, RsNode *condition, const RsNode *expanded);
void rs_logic_walk_statement (RsLogicWalk *self, RsNode *node);
void rs_logic_walk_function (RsLogicWalk *self, RsNode *node);

/* walk-captured.c: what holds of a kernel's captures where it is defined. */
void rs_logic_note_captured (RsLogicWalk *self, RsNode *kernel);

/* walk-launch.c: what a kernel asserts about arguments of known value. */
void rs_logic_walk_launch (RsLogicWalk *self, const RsNode *call);

/* walk-shared.c: a note on the shared memory of a kernel. */
void rs_logic_walk_shared (RsLogicWalk *self, const RsNode *call);

/* walk-assert.c: assert (...) and unassert (...); TRUE when call is one of them. */
gboolean rs_logic_walk_assertion (RsLogicWalk *self, RsNode *call);

/* walk-apply.c: the values that META nodes have got stand in their place. */
void rs_logic_apply_tree (RsModule *module, RsNode *node);
