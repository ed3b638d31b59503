/* State of the printing of a group in step, shared by c-spmd.c, c-spmd-narrow.c and c-spmd-text.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/cpu/c-private.h"

#define VECTORS 2
#define NUMBER_LIMIT (G_GINT64_CONSTANT (1) << 28) /* of numbers of the launch, and of what the steps may add up to */
#define NARROW_LIMIT (2 * NUMBER_LIMIT + LARGEST_STEP * 2)
#define LARGEST_STEP (G_GINT64_CONSTANT (1) << 10)

typedef struct {
  Printer *p;
  guint lanes;         /* of one vector */
  RsIrType floating;   /* F32 or F64: the type of the word */
  RsIrType integer;    /* I32 or I64 */
  gboolean *is_narrow; /* by local: I64, kept in the word */
  gboolean *is_wide;   /* by local: not of the word, kept lane by lane */
  gboolean *outlives;  /* by local: read by work items that did not take part when it was set */
  GPtrArray *guards;   /* of RsIrExpression: numbers that must be small */
  gint64 steps;        /* that narrow locals make in a round of all loops, at most; 0: none */
  GArray *masks;       /* of guint: labels of the enclosing loops and regions, outermost first */
  guint n_loops;       /* enclosing loops of unknown length */
  guint n_regions;     /* enclosing regions, which work items may leave and yet stay in the loop */
  guint n_names;
} Group;

/* --- c-spmd-narrow.c --- */
/* Fills g->is_narrow and g->steps by what the body does. */
void c_find_narrow (Group *g, const RsIrBlock *block);
/* The largest magnitude that an integer expression can have, or -1 when it is not known to fit the word. add_guards:
 * for which numbers of the launch have to be small, which g->guards gets. */
gint64 c_group_bound (Group *g, const RsIrExpression *e, gboolean add_guards);
/* The step when value is `local + constant`, else 0. */
gint64 c_group_step (const RsIrExpression *value, guint local);

/* --- c-spmd-text.c --- */
/* The type of a vector of such values. */
const char *c_group_type (const Group *g, RsIrType type);
/* Whether vectors can compute all of e. */
gboolean c_is_group_vector (Group *g, const RsIrExpression *e);
/* data: set of the locals that it gets. */
void c_collect_locals (const RsIrExpression *e, gpointer data);
/* Around what is printed for each lane under the mask, with these locals in scalars. */
void c_open_lanes (Group *g, GHashTable *locals, const char *mask);
void c_close_lanes (Group *g);
/* a where condition, a mask, is set, else b. (transfer full) */
char *c_group_select (Group *g, const char *condition, const char *a, const char *b, RsIrType type);
/* e for vector u; what goes lane by lane under the mask is printed before. (transfer full) */
char *c_group_text (Group *g, const RsIrExpression *e, const char *mask);
