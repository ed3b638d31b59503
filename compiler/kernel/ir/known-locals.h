/* What is known about locals while a walk goes through a block in the order of execution: the value of those that are
 * assigned once, from the assignment to the end of the block that holds it, and the loop of each counter.
 *
 * Used by analyses that want to see through private variables (dependence, interior).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct {
  const RsIrExpression **values; /* by local; NULL where it is not known */
  const RsIrStatement **loops;   /* by local: the one LOOP that it counts, or NULL */
  guint *n_sets;
} RsKnownLocals;

void rs_known_locals_init (RsKnownLocals *self, const RsKernel *kernel, const RsIrBlock *block);
void rs_known_locals_clear (RsKnownLocals *self);
/* Behind the expressions of statement, before its blocks. */
void rs_known_locals_enter (RsKnownLocals *self, const RsIrStatement *statement);
/* At the end of a block. */
void rs_known_locals_leave (RsKnownLocals *self, const RsIrBlock *block);

/* No position, no private variable, no memory: the same for all work items. */
gboolean rs_ir_is_uniform (const RsIrExpression *e);
/* Whether e reads the local, one number. */
gboolean rs_ir_names_local (const RsIrExpression *e, guint local);
