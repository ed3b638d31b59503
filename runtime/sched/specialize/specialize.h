/* Where host code meets compiled code: a kernel, a loop or an expression is specialised for the types at hand, once a
 * signature, and launched; or the virtual machine is told to run its bytecode.
 *
 * Called by the virtual machine, on the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/places/leaves.h"
#include "compiler/kernel/places/nest.h"
#include "compiler/kernel/request.h"
#include "runtime/session.h"
#include "runtime/value/value.h"

typedef enum {
  RS_LAUNCH_FAILED,    /* error is set */
  RS_LAUNCH_QUEUED,    /* done, or under way */
  RS_LAUNCH_INTERPRET, /* not compiled: run the bytecode */
} RsLaunchResult;

/* Loops shorter than this, with those inside, are not worth a question. */
#define RS_ITERATIONS_WORTH_OFFERING 256
/* Nor are arrays of fewer elements. */
#define RS_ELEMENTS_WORTH_OFFERING 64

/* A place in the program that may be compiled: one a loop, expression or kernel function, kept by the bytecode. */
typedef struct _RsSite RsSite;
RsSite *rs_site_new (RsModule *module, RsKernelForm form, const RsNode *node, const RsLoopNest *nest);
void rs_site_free (RsSite *site);

/* What the code of a loop is, for the trace. */
typedef struct {
  guint32 decision; /* what its decision event says, a name; 0: nobody listened */
  gboolean is_serial;
} RsRunCode;
/* Of the loop's launch before; unset: none yet. */
RsRunCode rs_site_get_run_code (const RsSite *site);

/* parallel_do(dims, arguments..., kernel). arguments are those of the call, special parameters (pos, ...) left out;
 * block: NULL when the caller gave none; outputs: kernel output arguments: their
 * initial values, replaced by those that the kernel leaves when it was launched. */
RsLaunchResult rs_launch_kernel (RsSession *session, RsFunction *kernel, const gint64 *dims, const gint64 *block,
                                 guint rank, const RsValue *arguments, guint n_arguments, RsValue *outputs,
                                 guint n_outputs, guint line, GError **error);

/* A loop nest. ranges: one RsRange a level. inputs: values of rs_loop_nest_get_inputs in that order; after a launch the
 * entries of variables that the loop gives a new value (accumulators) hold it. finals receives the values of body
 * variables that live on, as pairs found in site order: the virtual machine passes a callback. */
typedef void (*RsSetVariable) (const RsSymbol *symbol, RsValue value, gpointer data);
/* The rest of a while or repeat loop, from the start of that iteration, the first being 1. */
RsLaunchResult
rs_launch_rest_of_loop (RsSession *session, RsSite *site, const RsNode *attribute, gint64 iteration,
                        const RsValue *inputs, guint n_inputs, RsSetVariable set, gpointer data, GError **error);
/* may_be_late: accumulators may get their values in rs_launch_settle instead, behind launches of other loops.
 * is_rest: the loop was offered before and interpreted so far, ranges is what is left: launched where what the
 * iterations have offered themselves was too little. */
RsLaunchResult
rs_launch_loop (RsSession *session, RsSite *site, const RsValue *ranges, gboolean is_rest, gboolean may_be_late,
                const RsValue *inputs, guint n_inputs, RsSetVariable set, gpointer data, GError **error);
/* Whether results of loops have not been handed back yet. */
gboolean rs_launch_has_late (const RsSession *session);
/* Waits for all launches, and hands back those results, up to the first loop that failed; its error is raised by who
 * asks the session. */
void rs_launch_settle (RsSession *session, RsSetVariable set, gpointer data);

/* An element-wise expression. leaves in the order of rs_expression_get_leaves. Answers INTERPRET at once when no leaf
 * is an array, or all of them are small. */
RsLaunchResult rs_launch_expression (RsSession *session, RsSite *site, const RsValue *leaves, guint n_leaves,
                                     RsValue *result, GError **error);
/* An element-wise expression, before the parts of arrays among its leaves are taken. values: as rs_parts_add has them.
 * assigned: the part of an array that it is assigned to, or NULL. Answers INTERPRET where a part is no plain one inside
 * of its array. *result: unset where the value is assigned. */
RsLaunchResult rs_launch_parts (RsSession *session, RsSite *site, const RsValue *values, guint n,
                                const RsNode *assigned, RsValue *result, GError **error);
