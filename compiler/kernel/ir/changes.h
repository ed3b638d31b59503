/* What the compiler did to a kernel, as data: each pass in its order, and what it changed, where and how often.
 *
 * The list is kept with the kernel: `redshift-cli emit --stage kernel --passes` prints it, RS_DEBUG=passes prints it
 * for the kernels of a run, and an editor can show it beside the lines.
 *
 * Threads: a finished kernel is only read; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"

/* One kind of change at one line. */
typedef struct {
  const char *pass;  /* "build" (before the passes), or the name of a pass; static */
  guint line;        /* in the kernel's .q file; 0: the kernel as a whole */
  guint count;       /* how often; at least 1 */
  guint total;       /* of how many; 0: they are not counted */
  const char *text;  /* in the user's words: "boundary checks of `x` left out in the interior"; the kernel's */
} RsKernelChange;

typedef struct {
  const char *name; /* as --after and COMPILER_PASSES_OFF take it; that of the manual's transform where it is one */
  const char *documentation; /* a sentence */
} RsPassInfo;

/* In the order in which they were made. (transfer none) */
const RsKernelChange *rs_kernel_get_changes (const RsKernel *kernel, guint *n);
/* "line 7: boundary checks of `x` left out in the interior: 3 of 4". (transfer full) */
char *rs_kernel_change_to_string (const RsKernelChange *change);
/* All passes in order, each with its changes in the lines behind it; passes that changed nothing have none. Ends with a
 * newline. (transfer full) */
char *rs_kernel_describe_passes (const RsKernel *kernel);

/* The passes in the order in which they run. n may be NULL. (transfer none) */
const RsPassInfo *rs_passes_get (guint *n);
/* Names between commas, as bits in that order, for RsKernelRequest.passes_off. Fails with G_OPTION_ERROR_BAD_VALUE and
 * the names that there are. */
gboolean rs_passes_parse (const char *names, guint64 *passes, GError **error);
