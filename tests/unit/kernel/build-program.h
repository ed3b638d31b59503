/* Builds kernels from program text: what runtime/sched does with values at hand, with values that a test gives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

#include "run-kernel.h"

/* A value of an outer variable or parameter, found by its name. */
typedef struct {
  const char *name;
  RsElement element;
  int rank;          /* 0: a number */
  gint64 dims[4];
  void *data;        /* array: elements; number: gint64, double or guint8 by element */
  gboolean is_constant;
} TestValue;

typedef struct {
  RsProgram *program;
  RsKernel *kernel;  /* NULL: see reason */
  char *reason;
  GArray *inputs;    /* of TestValue, in the order of the inputs */
  const char *after; /* last pass that test_build_run lets run; NULL: all */
} TestBuild;

/* Builds the first kernel function (FUNCTION), loop nest (LOOP) or assigned expression (EXPRESSION) of text. double
 * precision when asked. Aborts the test when the program has errors. */
TestBuild *test_build (const char *text, RsKernelForm form, const TestValue *values, guint n_values, guint grid_rank,
                       RsPrecision precision);
void test_build_free (TestBuild *self);

/* Optimises, compiles, and runs the grid in n_boxes. result: array of an EXPRESSION, else NULL. numbers: what the
 * ACCUMULATOR and FINAL parameters hold afterwards, in order; accumulators of all boxes added to their identity. */
RsKernelStatus
test_build_run (TestBuild *self, const gint64 *grid, guint n_boxes, RsKernelArray *result, double *numbers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestBuild, test_build_free)
