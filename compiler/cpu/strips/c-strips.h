/* State of the printing of a strip, shared by c-strips.c, c-pixels.c and c-window.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/cpu/c-private.h"

#include "compiler/kernel/analysis/integers/window.h"

typedef struct {
  Printer *p;
  RsRowValues rows;
  RsIrType word;                    /* what a vector holds; where it is F32, an F64 is two vectors, see is_wide */
  guint half;                       /* which of the two is printed: 0 or 1 */
  guint lanes;                      /* of a vector */
  guint vectors;                    /* of a strip, for all of its rows */
  const RsIrExpression *packed;     /* a load that reads from the buffer of c_open_rows, or NULL */
  const RsIrStatement *packed_loop; /* whose iterations it reads, one vector after the other */
  guint rows_together;              /* rows of which the strip goes through each statement together; 1 as a rule */
  gboolean is_straight;             /* there is no loop in the body */
  gboolean may_repeat;              /* work items may run twice: they read nothing that they write */
  guint last;                       /* grid dimension of a row */
  guint n_names;
} Strip;

/* A vector type of the element that may stand at any of its addresses, defined when it is needed. (transfer full) */
char *c_strip_element_type (Strip *self, RsElement element);
/* The address of the element from which n_vectors vectors are read or written. (transfer full) */
char *c_strip_address (Strip *self, const char *element, guint n_vectors, gboolean writes);
/* e for all lanes of vector u, an expression of C; what goes lane by lane is printed before. The C variables `first`
 * and the position in the last dimension hold the work item of the first lane. (transfer full) */
char *c_strip_text (Strip *self, const RsIrExpression *e);
/* The same for a load of a channel of the work item's pixel that vectors can do; else NULL. (transfer full) */
char *c_strip_channel_text (Strip *self, const RsIrExpression *e);
/* Prints s and the stores behind it that make a whole pixel with it, and returns the last of them; NULL: it prints
 * nothing. */
const RsIrStatement *c_print_pixel_stores (Strip *self, const RsIrStatement *s);
/* Whether a value of this type takes two vectors for as many lanes as one of the word. */
gboolean c_strip_is_wide (const Strip *self, RsIrType type);
/* Whether a loop of the strip is a window that c_print_window can print. */
gboolean c_strip_find_window (const Strip *self, const RsIrStatement *loop, RsWindow *window);
/* Around what is printed for each vector u of the strip. */
void c_open_vectors (Strip *self);
void c_close_vectors (Strip *self);
/* Statements under the mask `condition`, or NULL; the variables that they need. */
void c_print_strip_block (Strip *self, const RsIrBlock *block, const char *condition);
void c_print_strip_locals (const Strip *self);
/* One strip for the rows from rows_low to rows_high, and what has to stand before the first strip. */
void c_open_rows (Strip *self, const RsIrBlock *block);
void c_print_rows_of_strip (Strip *self, const RsIrBlock *block);
/* Prints a window, see compiler/kernel/analysis/integers/window.h. */
void c_print_window (Strip *self, const RsWindow *window);
