/* State of the printing of a strip, shared by c-strips.c and c-window.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/backend/c-private.h"

#include "compiler/kernel/window.h"

#define VECTOR_BYTES 64

typedef struct {
  Printer *p;
  RsRowValues rows;
  RsIrType word;
  guint lanes;   /* of a vector */
  guint vectors; /* of a strip */
  guint last;    /* grid dimension of a row */
  guint n_names;
} Strip;

/* A vector type of the element that may stand at any of its addresses, defined when it is needed. (transfer full) */
char *c_strip_element_type (Strip *self, RsElement element);
/* e for all lanes of vector u, an expression of C; what goes lane by lane is printed before. The C variables `first` and
 * the position in the last dimension hold the work item of the first lane. (transfer full) */
char *c_strip_text (Strip *self, const RsIrExpression *e);
/* Prints a window, see compiler/kernel/window.h. */
void c_print_window (Strip *self, const RsWindow *window);
