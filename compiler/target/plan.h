/* How a generated kernel is to be launched: what its target's printer knows and the runtime has to do.
 *
 * A host target's function runs boxes of the grid (compiler/kernel/ir/abi.h): the plan says how to cut them. A device
 * target's function is a work item: the plan lists its arguments one by one and how many work items to start.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/target/target.h"

/* How the grid may be cut into boxes. */
typedef struct {
  gint64 row_items;    /* boxes cut a row at multiples of this where the row is longer; 0: anywhere */
  gint64 rows;         /* boxes have at least so many rows where there are; 0: it does not matter */
  gint64 size[RS_MAX_GRID]; /* the program asks for boxes of so many work items, whole row_items; 0: as is best */
  gboolean is_tall;    /* boxes rather have more rows than longer ones */
  /* has running sums: boxes cut the first dimension only, and each begins with what those before leave */
  gboolean has_prefix;
  gboolean has_totals; /* ... and tells what a box adds, so that boxes run side by side; else there is one */
  gboolean leaves_totals; /* ... and has come to exactly what it began with plus that when it has run */
  gboolean allocates;  /* asks for memory, so that it is not ended from outside and looks at `stop` in its loops */
  guint ordered;       /* bits of the dimensions that boxes do not cut */
  gint64 blocks;       /* boxes have at least so many blocks where there are; 0: it does not matter */
} RsPlanBoxes;

/* What an argument of a device's function is. `parameter` is one of the kernel's.
 *
 * Memory is an argument of its own. All that is a number is a member of one struct that is passed by value: drivers
 * take time, and PoCL memory, for each argument. */
typedef enum {
  RS_ARGUMENT_NUMBERS, /* the struct, `index` bytes: RsLaunchPlan.numbers */
  RS_ARGUMENT_NUMBER,  /* component `index` of a number */
  RS_ARGUMENT_MEMORY,  /* of an array, of a result; `index`: bytes of constant memory that it may take; 0: none */
  RS_ARGUMENT_OFFSET,  /* I64: where its elements begin in that memory, in elements (of a complex array: in pairs) */
  RS_ARGUMENT_LENGTH,  /* I64: its length in dimension `index` */
  RS_ARGUMENT_COUNT,   /* I64: of all its elements */
  RS_ARGUMENT_TEXTURE, /* I64: what texture units know the array by; `index`: RS_TEXTURE_... */
  RS_ARGUMENT_PARTIAL, /* memory for what each group adds to an accumulator, see RsPlanGrid */
  RS_ARGUMENT_BEGIN,   /* F64 or I64: what an accumulator with a running sum begins with */
  RS_ARGUMENT_FINAL,   /* memory for the last values of a variable: `index` values of 8 bytes */
  RS_ARGUMENT_SHARED,  /* last, and not passed: shared memory of a block to ask for at the launch, `index` bytes */
  RS_ARGUMENT_LOW,     /* I64: the first position in dimension `index` of the grid */
  RS_ARGUMENT_HIGH,    /* I64: one past the last */
  RS_ARGUMENT_GRID,    /* I64: length of the whole launch in dimension `index` */
  RS_ARGUMENT_BLOCK,   /* I64: block size in dimension `index` */
  RS_ARGUMENT_STATUS,  /* memory for an RsDeviceStatus, zero before the launch */
  RS_ARGUMENT_STOP,    /* memory with an int: not 0: the program is to stop */
  RS_ARGUMENT_BARRIER, /* memory of two ints for barriers of the grid, zero before the first launch that has one */
} RsArgumentKind;

/* index of a TEXTURE: elements in a place (of dimensions 0 and 1; dimension 2 are these), RsIrFilter, RsElement. */
#define RS_TEXTURE_INDEX(texels, filter, element) ((guint)(texels) | (guint)(filter) << 8 | (guint)(element) << 16)
#define RS_TEXTURE_TEXELS(index) ((index)&0xff)
#define RS_TEXTURE_FILTER(index) ((index) >> 8 & 0xff)
#define RS_TEXTURE_ELEMENT(index) ((index) >> 16 & 0xff)

/* Of an argument that is a number. */
typedef enum {
  RS_ARGUMENT_BOOL, /* a byte where the host keeps it, an int as an argument */
  RS_ARGUMENT_I32,
  RS_ARGUMENT_I64,
  RS_ARGUMENT_F32,
  RS_ARGUMENT_F64,
} RsArgumentType;

typedef struct {
  guint8 kind; /* RsArgumentKind */
  guint8 type; /* RsArgumentType; MEMORY for constant memory: bytes of an element */
  guint16 parameter;
  guint index;
  guint offset; /* of a number: bytes from where the struct begins, see RS_ARGUMENT_NUMBERS */
} RsPlanArgument;

/* How many work items run, and which.
 *
 * Work item w[0], w[1], w[2] of the launch, counted from 0, has the position low[k] + w[rank - 1 - k] in dimension k of
 * the grid: neighbours in the last dimension run side by side. A fourth dimension shares w[2] with the third from the
 * last: w[2] is (p0 - low0) * (high1 - low1) + p1 - low1. Work items beyond the box end at once, so that sizes may be
 * rounded up to whole blocks. Where a work item runs several positions (`positions`), it knows itself which.
 *
 * Where it is strided, work items are counted in one dimension only: each runs every so-manieth position of the box.
 * There may be any number of groups of `group_items`, and group g leaves its part of accumulator a at partial[g *
 * length + component]. */
#define RS_PLAN_LARGEST_GROUP 256 /* work items, where a group may be any: texts may count on that */

typedef struct {
  guint rank;          /* dimensions of the launch: 1..3 */
  gboolean is_strided;
  /* exactly so many in the first dimension, 1 in the others; 0: any block of up to RS_PLAN_LARGEST_GROUP */
  guint group_items;
  /* how many positions a work item runs in the first and the second dimension of the launch (0: one): there are so many
   * times fewer work items */
  guint positions[2];
  /* Strided, with running sums: the function NAME_totals, of the same arguments and groups, runs before; a group leaves
   * there what it adds, finds it in NAME, and the last one leaves what the sum has come to. One group needs none. */
  gboolean has_totals;
  gboolean is_blocks;  /* groups are the blocks of the program, whose work items share memory or meet at barriers */
  gboolean is_together; /* blocks wait for each other: all have to run at a time */
} RsPlanGrid;

/* The first failure of a launch, as a device's function leaves it; see RsKernelStatus. */
typedef struct {
  gint32 code, line, parameter, dimension, text, is_write;
  gint64 index, size;
} RsDeviceStatus;

typedef struct {
  RsPlanBoxes boxes;  /* RS_DIALECT_C */
  RsPlanGrid grid;    /* others */
  GArray *arguments;  /* of RsPlanArgument, in their order; NULL: RS_DIALECT_C */
  GArray *numbers;    /* of RsPlanArgument, the members of the struct of numbers in their order; likewise */
} RsLaunchPlan;
