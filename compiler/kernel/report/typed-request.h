/* Requests from declared and inferred types, before the program runs.
 *
 * While a program runs, kernels are asked for with the types of the values at hand (runtime/sched). Where there are no
 * values yet, in `check`, `emit` and the editor, the types that the front end knows stand in for them, and no value but
 * the literal bounds of loops is compiled in.
 *
 * Threads: reads the module only; any thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/places/nest.h"
#include "compiler/kernel/request.h"

typedef struct {
  RsKernelRequest request; /* inputs point into the array below; for the CPU */
  GArray *inputs;          /* of RsKernelInput */
  const RsSymbol *image;   /* what imread may give as a mat or a cube, and is taken as a cube; or NULL */
} RsTypedRequest;

/* node: a FUNCTION or LAMBDA with KERNEL. FALSE when a type is only known at run time; *unknown then is the symbol. */
gboolean rs_typed_request_init_function (RsTypedRequest *self, RsModule *module, const RsNode *node,
                                         RsPrecision precision, const RsSymbol **unknown);
/* node: the loop that nest was found for; nest->n_levels > 0. assumes_cubes: an image whose file says whether it has
 * channels is taken as a cube, which is good for notes only. */
gboolean rs_typed_request_init_loop (RsTypedRequest *self, RsModule *module, const RsNode *node, const RsLoopNest *nest,
                                     RsPrecision precision, gboolean assumes_cubes, const RsSymbol **unknown);
/* Forgets first values of loops that a launch does not compile in (runtime/sched/specialize/specialize.c): for a kernel
 * whose text is that of the launch. */
void rs_typed_request_match_launch (RsTypedRequest *self);
void rs_typed_request_clear (RsTypedRequest *self);
