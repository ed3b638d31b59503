/* How the runtime calls a compiled CPU kernel: the layout that the C back end prints and the CPU device fills in.
 *
 * A CPU kernel is `void NAME (const RsKernelBox *box, void *const *arguments)`: it runs the work items of one box of
 * the grid, one after the other or in SIMD lanes, in one thread. It contains no parallel region, no lock, no exit.
 *
 * arguments[i] belongs to RsKernel.parameters[i]:
 *   NUMBER       points to the number, in its element type (a small vector: to its elements)
 *   ARRAY        points to an RsKernelArray
 *   RESULT       points to an RsKernelArray that the runtime allocated
 *   ACCUMULATOR  points to double[n_boxes * length] (INT64 for integers); the kernel writes the partial results of its
 * box at
 *                box->index * length, and the runtime combines them in the order of the boxes. In a kernel with running
 * sums it
 *                finds there what it has come to before the box, and leaves what it has come to behind it; with
 *                RS_KERNEL_TOTALS it runs nothing and leaves what the box adds
 *   SHARED       unused: memory of a block, which the kernel makes itself
 *   DYNAMIC      unused: memory of a work item, which the kernel makes itself
 *   FINAL        points to double[length] (INT64 for integers); written by the last work item of the grid only
 *
 * The generated text repeats these structures; compiler/cpu/c.c prints them from the strings below, so that there
 * is one place. It may include no header.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/target/target.h"


#define RS_DYNAMIC_OVERHEAD_BYTES 32 /* that an array which a work item makes takes besides its elements */

typedef struct {
  void *data;
  gint64 dims[16]; /* 1 beyond the rank */
} RsKernelArray;

/* Why a kernel stopped. */
typedef enum {
  RS_KERNEL_OK = 0,
  RS_KERNEL_OUT_OF_BOUNDS = 1, /* parameter, dimension, index, size; text: 1 when index has the bits of a double */
  RS_KERNEL_ASSERT = 2,        /* text: number of the message in RsKernel.messages; dimension: 1 when the first % of the
                                * message stands for a number, whose bits as a double index has */
  RS_KERNEL_OVERFLOW = 3,      /* parameter; index: the value */
  RS_KERNEL_STOPPED = 4,
  RS_KERNEL_BLOCK_MEMORY = 5, /* size: bytes that a block needs */
  RS_KERNEL_DYNAMIC_ARRAY
  = 6, /* size: bytes of an array that a work item makes; index: the limit, 0: memory is at its end */
  RS_KERNEL_DYNAMIC_TOTAL = 7, /* size: bytes of all arrays that a work item has; index: the limit */
} RsKernelCode;

/* An access outside an array that went on as 'safe (COMPILER_PERFORM_BOUNDSCHECKS). */
typedef struct {
  gint32 line, parameter, dimension;
  /* of a small array: message, as of RS_KERNEL_ASSERT, and parameter is -1; else as of RS_KERNEL_OUT_OF_BOUNDS */
  gint32 text;
  gint64 index, size;
  gint32 is_write, unused;
} RsKernelWarning;

/* A line of the .q file, and above RS_PLACE_LINE_BITS a column, from 1; 0: not known, or too far to the right. Columns
 * from RS_PLACE_ELSEWHERE on say that the text stands in another file: they count RsKernel.elsewhere, and the line is
 * that of the kernel's own file that leads there. */
typedef guint32 RsIrPlace;

#define RS_PLACE_LINE_BITS 20
#define RS_PLACE_ELSEWHERE 1536
#define RS_PLACE_COLUMNS (1 << (31 - RS_PLACE_LINE_BITS))

static inline guint
rs_place_line (RsIrPlace place)
{
  return place & ((1u << RS_PLACE_LINE_BITS) - 1);
}

static inline guint
rs_place_column (RsIrPlace place)
{
  const guint column = place >> RS_PLACE_LINE_BITS;

  return column < RS_PLACE_ELSEWHERE ? column : 0;
}

/* The number of the place elsewhere, from 0; -1: it is in the kernel's file. */
static inline int
rs_place_get_elsewhere (RsIrPlace place)
{
  const int column = (int)(place >> RS_PLACE_LINE_BITS);

  return column < RS_PLACE_ELSEWHERE ? -1 : column - RS_PLACE_ELSEWHERE;
}

/* line: from 1; beyond 20 bits 0, which is no line. What comes out is no negative int. */
static inline RsIrPlace
rs_place (guint line, guint column)
{
  if (line >= 1u << RS_PLACE_LINE_BITS)
    return 0;
  return line | (column < RS_PLACE_ELSEWHERE ? column << RS_PLACE_LINE_BITS : 0);
}

/* elsewhere: a number; what can't be told is the line alone. */
static inline RsIrPlace
rs_place_elsewhere (guint line, guint elsewhere)
{
  return line
         | (elsewhere < RS_PLACE_COLUMNS - RS_PLACE_ELSEWHERE ? (RS_PLACE_ELSEWHERE + elsewhere) << RS_PLACE_LINE_BITS
                                                              : 0);
}

#define RS_KERNEL_WARNINGS 8 /* of a launch; more are left out */

typedef struct {
  gint32 code; /* RsKernelCode; atomic */
  gint32 line; /* RsIrPlace */
  gint32 parameter;
  gint32 dimension;
  gint64 index;
  gint64 size;
  gint32 text;
  gint32 is_write;
  gint32 n_warnings; /* atomic; may be larger than RS_KERNEL_WARNINGS */
  gint32 lock;       /* held, when it is not 0, by who writes what stands above and box */
  gint64 box;        /* atomic: the first box that fails, whose failure this is; boxes behind it need not run */
  RsKernelWarning warnings[RS_KERNEL_WARNINGS];
} RsKernelStatus;

/* What a kernel with running sums does with a box. */
typedef enum { RS_KERNEL_ITEMS, RS_KERNEL_TOTALS } RsKernelPhase;

typedef struct _RsKernelPadding RsKernelPadding;
typedef struct _RsKernelBox RsKernelBox;

struct _RsKernelBox {
  gint64 low[RS_MAX_GRID];  /* first position of the box in each grid dimension; 0 beyond the grid's rank */
  gint64 high[RS_MAX_GRID]; /* one past the last; 1 beyond the rank */
  gint64 grid[RS_MAX_GRID]; /* the whole launch */
  gint64 block[RS_MAX_GRID]; /* block size */
  gint64 index;             /* number of this box in the launch, from 0 */
  RsKernelStatus *status;   /* shared by the boxes of a launch */
  const gint *stop;         /* not 0: leave loops of unknown length at their back edge */
  void *scratch;            /* per worker, RsKernel.scratch_bytes */
  /* What a kernel with `pads` calls: runs the box by the functions of padding. */
  void (*run_padded) (const RsKernelBox *box, void *const *arguments, const RsKernelPadding *padding);
  gint64 phase;             /* RsKernelPhase, of kernels with running sums */
  gint64 alone;             /* not 0: no other thread runs boxes of the launch meanwhile */
};

/* What stands beyond the edge of an array. */
typedef enum { RS_EDGE_ZERO, RS_EDGE_MIRROR, RS_EDGE_CIRCULAR, RS_EDGE_CLAMPED } RsKernelEdge;

/* An array of which a work item reads, in dimension k, the elements from factor * position + low to factor * position +
 * high; position is that in grid dimension `dimension`. */
typedef struct {
  gint32 argument, rank, bytes; /* bytes: of an element */
  gint32 edge;                  /* RsKernelEdge */
  gint32 dimension[RS_MAX_GRID];
  gint64 factor[RS_MAX_GRID], low[RS_MAX_GRID], high[RS_MAX_GRID];
} RsKernelPad;

typedef void (*RsKernelPart) (const RsKernelBox *box, void *const *arguments);

struct _RsKernelPadding {
  RsKernelPart interior; /* for boxes from interior_low to interior_high, or on copies */
  RsKernelPart border;   /* for any box */
  gint64 interior_low[RS_MAX_GRID], interior_high[RS_MAX_GRID];
  gint64 low[RS_MAX_GRID], high[RS_MAX_GRID]; /* where interior may run on copies */
  const RsKernelPad *pads;
  gint32 n_pads, n_arguments, rank; /* rank: of the grid */
  gint32 strip;                     /* work items of a row for which interior is made; 1: it is quick for any number */
};
