/* How a CPU runs a kernel's work items: what its passes decide and its printer carries out. What copies of the body
 * there are (interior, collapsed, totals, pads) is part of the kernel.
 *
 * Each field is a way of running work items, by default not taken. schedule.def says which ways go together: a pass
 * asks rs_cpu_schedule_allows before it takes one, and the verifier runs behind each pass.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/target/target.h"

typedef struct {
  guint strip; /* after `strips`: work items of a row that go through each statement together; 0: one by one */
  guint strip_word;      /* RsIrType of their values: F32 or F64 */
  gboolean strips_first; /* a strip goes through all rows before the next begins */
  guint lanes;           /* after `spmd`: work items of a group that runs in step, with masks; 0: one after the other */
  /* after `interleave`: work items that run in turn, statement by statement; 0: one after the other */
  guint interleaved;
  guint64 bins;          /* after `bins`: bit k: array parameter k is only added to, and may have copies in each box */
  guint tile;            /* after `tiles`: a box runs in tiles of so many work items in two dimensions; 0: whole rows */
  guint tile_across;     /* the dimension of a tile beside the last */
  gboolean tile_turned;  /* the loop over it is the innermost one in a tile */
  gint64 box[RS_MAX_GRID]; /* work items of a box in each dimension, as the program asks; 0: as is best */
  guint together;        /* after `together`: neighbouring blocks that run together, one a SIMD lane; 0: one by one */
  gboolean scans;        /* after `scan`: running sums of a piece of a row are made before its work items run */
  guint64 gathers;       /* after `gathers`: bit k: array parameter k is read by gathers, where its size allows it */
  guint overlap;         /* after `overlap`: work items of a row that end it together, some twice; 0: none does */
  gboolean has_border_function; /* after `border` */
} RsCpuSchedule;

typedef enum {
#define RS_CPU_WAY(NAME, text, excludes, needs) RS_CPU_##NAME,
#include "compiler/cpu/schedule.def"
#undef RS_CPU_WAY
  RS_CPU_N_WAYS
} RsCpuWay;

struct _RsKernel;

/* Whether the kernel may be run in this way beside those that it has: none of them excludes it. */
gboolean rs_cpu_schedule_allows (const struct _RsKernel *kernel, RsCpuWay way);
/* NULL, or which ways of the kernel do not go together. (transfer full) */
char *rs_cpu_schedule_verify (const struct _RsKernel *kernel);
