/* What the files of this folder share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/print/print.h"
#include "compiler/target/plan.h"

typedef struct {
  gboolean is_strided; /* a work item runs many positions: what would end it goes on with the next one */
  gboolean can_fail;   /* has a status */
} OpenclContext;

static inline OpenclContext *
opencl (const Printer *p)
{
  return p->context;
}

extern const Dialect opencl_dialect;

/* NULL: the kernel can be printed; else why not. (transfer full) */
char *opencl_refuse (const RsKernel *kernel);
/* Whether the statement itself, not its blocks, has a load that may fail. */
gboolean opencl_has_checked_load (const RsIrStatement *s);
/* Ends the work item: text of a statement. */
void opencl_append_exit (Printer *p, GString *out);
const char *opencl_element_type (RsElement element); /* in memory */
const char *opencl_space (const Printer *p, guint parameter); /* RS_GLOBAL or RS_LOCAL */
void opencl_append_load (Printer *p, GString *out, const RsIrExpression *e);
void opencl_append_inside (Printer *p, GString *out, const RsIrExpression *e);
void opencl_append_function (Printer *p, GString *out, const RsIrExpression *e);
char *opencl_get_function (Printer *p, RsIrOp op, RsIrType type);
void opencl_need_helper (Printer *p, const char *name, RsIrType type);
void opencl_need_fail (Printer *p);
void opencl_append_atomic (Printer *p, GString *out, const RsIrStatement *s, const char *element);
gboolean opencl_is_atomic_known (const RsKernel *kernel, const RsIrStatement *s);
/* The fixed part of the prelude. */
void opencl_append_prelude (GString *out, const RsTarget *target);
