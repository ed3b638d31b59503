/* The edge of the kernel compiler: what the runtime asks for, and what it gets.
 *
 * The runtime describes a kernel function, a loop nest or an expression together with the types of everything that
 * flows in (never its values, but for constants worth specialising for). The compiler answers with a kernel: its IR,
 * what each parameter binds to, what it reads and writes, and its source text for a device; or with the reason why
 * there is none, in the user's words. A request that fails is no error: the same code also runs from its bytecode.
 *
 * Threads: a build touches nothing but its arguments; several run at once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/abi.h"
#include "compiler/sema/names/symbol.h"
#include "compiler/types/class.h"

typedef struct _RsKernel RsKernel; /* compiler/kernel/ir/ir.h */

typedef enum {
  RS_KERNEL_FROM_FUNCTION,   /* FUNCTION or LAMBDA with KERNEL, launched by parallel_do */
  RS_KERNEL_FROM_LOOP,       /* a FOR nest, see compiler/kernel/places/nest.h */
  RS_KERNEL_FROM_EXPRESSION, /* element-wise expression, see compiler/kernel/places/leaves.h */
} RsKernelForm;

/* Something that flows into the kernel. Inputs form one flat list; the captures of a function input follow somewhere
 * in the same list. */
typedef struct {
  const RsSymbol *symbol; /* FUNCTION, LOOP: the parameter or outer variable; NULL for the ranges of a loop */
  const RsNode *leaf;     /* EXPRESSION: the leaf node whose value this is */
  const RsType *type; /* NUMBER, ARRAY, FUNCTION, CELL or CLASS. Numbers: BOOL, INT64, DOUBLE, CDOUBLE as on the host */
  gboolean is_constant;   /* number: constant holds the value and may be compiled in */
  double constant;
  gboolean is_list;       /* array: of indices (RsArrayPart), which has nothing to do with what is computed in */
  int last_length;        /* array: the elements along its last dimension, which may be compiled in; 0: they may not */
  guint same_as;          /* array: 1 + the first input that is the same array, where others are; 0: none is */
  const RsNode *function; /* FUNCTION type: the FUNCTION or LAMBDA node whose closure this is */
  guint first_capture;    /* FUNCTION type: its captures, in the order of scope->captures; CELL: its elements;
                           * CLASS, and CELL of objects: the members, see class */
  const RsClass *class; /* of an object, or of all objects of a CELL: its members are the inputs from first_capture on:
                           * numbers in an array of one element, in an immutable object as numbers; of a CELL, numbers
                           * and vectors in arrays of its dimensions, vectors along one more; UNKNOWN: can't be had */
  guint n_captures;       /* CELL: 0 when its elements are not among the inputs */
} RsKernelInput;

/* EXPRESSION: a leaf that is a part of an array, of which the kernel reads the elements where they lie; or the part
 * that the value is assigned to. index: of a table, an expression: the element there, instead of all that follows; the
 * launch counts for nothing where an index is outside. is_circular: an index that is outside comes in on the other
 * side. is_linear: the array is a vector of all its elements, of which step[d] lie between those of neighbours along
 * dimension d of the result. is_target: leaf is what the value is assigned to; the kernel writes there, or into a
 * result where a launch may turn out to count for nothing, or values would have to be tested. */
typedef struct {
  const RsNode *leaf;
  guint array;         /* the input that it is a part of */
  const RsNode *index; /* NULL: it is no table */
  int dimensions
      [RS_MAX_RANK];       /* that of the result along which each dimension of the array is gone through; -1: none */
  guint low[RS_MAX_RANK];  /* the input that holds the first index in each dimension of the array */
  guint step[RS_MAX_RANK]; /* ... and what is added from one to the next */
  guint list[RS_MAX_RANK]; /* 1 + the input, a vector, that holds the indices themselves, all inside; 0: none does */
  gboolean is_circular, is_linear, is_target;
} RsArrayPart;

typedef struct {
  const RsTarget *target;        /* what for; lives as long as the kernel */
  RsKernelForm form;
  RsModule *module;
  const RsNode *node;
  const RsNode *attribute;       /* LOOP: the ATTRIBUTE before a WHILE or REPEAT, or NULL */
  const RsKernelInput *inputs;
  guint n_inputs;
  const RsArrayPart *parts; /* EXPRESSION: leaves that are no inputs themselves */
  guint n_parts;
  guint along; /* EXPRESSION: the dimension of the grid that is summed up, + 1, where the grid has one position; 0 */
  guint along_length;   /* ... the input that holds its length */
  const RsNode *masked; /* EXPRESSION: x[m]: of all elements those are reduced that m selects, or get the value, x being
                         * an input then; or NULL */
  guint grid_rank;      /* FUNCTION: number of launch dimensions, 1..RS_MAX_GRID; EXPRESSION with parts: of the
                                  * result, and of all leaves that are arrays */
  guint largest_block;  /* FUNCTION: work items that a block of its launches has at most; 0: not known */
  guint n_levels;                /* LOOP: levels of the nest that become the grid, outermost first */
  guint level_low[RS_MAX_GRID];  /* LOOP: index of the input that holds the first value of the level's variable */
  guint level_step[RS_MAX_GRID]; /* LOOP: ... and its step */
  guint level_count[RS_MAX_GRID]; /* LOOP: ... and of its number of iterations */
  gboolean parallel_only;        /* LOOP: rather no kernel than one work item */
  gboolean serial;               /* LOOP: one work item runs all iterations, in their order */
  gboolean with_prefix; /* LOOP: what is accumulated may be read as well, as running sums in the order of the loop */
  guint inner_levels;            /* LOOP: bits of the levels whose iterations a work item runs, in their order */
  guint ordered_levels; /* LOOP: bits of the levels that are dimensions of the grid whose positions run in order */
  guint last_level;              /* LOOP: the level that becomes the last dimension, + 1; 0: in the order of the nest */
  const RsNode
      *row_length; /* LOOP of one level, from 0 by 1: iterations are whole rows of that length (rows.h), and may
                             * become two dimensions of the grid; NULL: they are not */
  guint short_levels;            /* LOOP: bits of the levels with few iterations: a hint */
  guint wide_levels;             /* LOOP: bits of those with many: a hint, too */
  guint
      n_opened; /* LOOP: levels behind those of the nest, which go through the parts of arrays that iterations write */
  guint *
      openable; /* LOOP, out, or NULL: the dimensions of all these parts; 0 or RS_MAX_GRID: it can have no such level */
  guint *free_levels; /* LOOP, out, or NULL: bits of the levels over which no iterations depend on each other */
  RsPrecision precision;
  gboolean check_bounds;         /* COMPILER_PERFORM_BOUNDSCHECKS */
  gboolean check_nan;            /* COMPILER_PERFORM_NAN_CHECKS: of what is stored */
  gboolean check_infinite;       /* COMPILER_PERFORM_NAN_INF_CHECKS: of NaN too */
  gboolean exact_math;           /* no contraction, scalar mathematics */
  guint64 passes_off;            /* bits of passes that shall not run, see changes.h */
  gboolean force_parallel;       /* {!parallel for}: dependences warn */
  gboolean same_arrays_possible; /* two array inputs may be the same memory: no `restrict` */
  gint64 dynamic_array;          /* FUNCTION: bytes of an array that a work item makes, at most; 0: no limit */
  gint64 dynamic_total;          /* FUNCTION: ... and of all that it has at a time */
  gboolean *lacks_sizes;         /* out, or NULL: set where a length was needed that the types leave open */
} RsKernelRequest;

/* A loop with fewer iterations, long loops inside and a dependence does not become one work item: its inner loops may
 * be parallel, and are offered on their own (the steps of a simulation over an image). */
#define RS_ITERATIONS_WORTH_SERIAL 20000

typedef enum {
  RS_BIND_NUMBER,
  RS_BIND_ARRAY,
  RS_BIND_RESULT,      /* EXPRESSION: the array it makes */
  RS_BIND_ACCUMULATOR, /* a reduction over the whole grid */
  RS_BIND_FINAL,       /* LOOP: a variable of the body that is used after the loop */
  RS_BIND_SHARED,      /* FUNCTION: shared memory of a block; nothing is passed */
  RS_BIND_DYNAMIC,     /* an array that each work item makes for itself; nothing is passed */
} RsKernelBinding;

typedef enum {
  RS_REDUCE_SUM,
  RS_REDUCE_PRODUCT,
  RS_REDUCE_MINIMUM,
  RS_REDUCE_MAXIMUM,
  RS_REDUCE_AND, /* of whole numbers, bit by bit: always with is_integer */
  RS_REDUCE_OR,
  RS_REDUCE_XOR,
} RsReduceOperator;

static inline gboolean rs_reduce_is_bitwise (RsReduceOperator reduce) { return reduce >= RS_REDUCE_AND; }

/* A parameter of the finished kernel, in the order of its arguments. */
typedef struct {
  RsKernelBinding binding;
  char *name;           /* as the user knows it; for messages */
  guint input;          /* NUMBER, ARRAY: index in RsKernelRequest.inputs */
  const RsSymbol *symbol; /* ACCUMULATOR, FINAL of a loop: the variable; else NULL */
  RsElement element;
  int rank;             /* ARRAY, RESULT, SHARED, DYNAMIC */
  int last_length;      /* ARRAY: the kernel is for arrays of so many elements along the last dimension; 0: for all */
  int length;           /* NUMBER: 1, or the length of a small vector; ACCUMULATOR, FINAL alike, or of all elements of a
                         * small array; an ACCUMULATOR of a complex element has two for each: real, imaginary */
  gboolean reads, writes; /* ARRAY */
  gboolean is_replaced;   /* ARRAY of a loop: of a copy, which the variable `symbol` stands for behind the loop */
  gboolean covers;        /* ARRAY: a launch over all its elements writes each and reads none, though reads is set */
  gboolean is_integer;  /* ACCUMULATOR, FINAL: a 64-bit integer throughout, and an int for the host */
  RsReduceOperator reduce; /* ACCUMULATOR */
  gboolean is_prefix;   /* ACCUMULATOR: the kernel uses what it has come to so far: its work items run in order, see
                         * rs_kernel_has_prefix */
  gboolean is_mean;     /* ACCUMULATOR of an expression: the runtime divides by the number of elements */
  gboolean needs_number; /* ACCUMULATOR: the place is interpreted where the variable is NaN before the loop */
  /* ACCUMULATOR: more than 0 where the launch met what this kernel is not for; then it counts for nothing, and the
   * place is interpreted */
  gboolean is_witness;
} RsKernelParameter;

/* Component k of the input of a parameter, a number or a short vector; or the length of its dimension k where it is an
 * array. FALSE: it is no whole number. */
typedef gboolean (*RsGivenNumber) (const RsKernelParameter *parameter, guint k, gint64 *value, gpointer data);

/* Whether a kernel function says {!kernel memorymodel="cooperative"}: its work items make arrays without limits. */
gboolean rs_kernel_is_cooperative (const RsNode *function);

/* Builds the IR and checks it. On failure returns NULL and *reason is a sentence with the place
 * ("line 12: x[i-1] may be written by another iteration"); user errors (a host function called from a kernel) are
 * reported to diagnostics as well. (transfer full) */
RsKernel *rs_kernel_build (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason);

/* The loop as running sums, where those are all that its iterations hand on; else NULL. (transfer full) */
RsKernel *rs_kernel_build_prefix (const RsKernelRequest *request, RsDiagnostics *diagnostics);

/* A loop in the best form that its dependences allow: parallel, parallel in some of its levels, or serial. *reason is
 * also set when there is a kernel that is not parallel in all levels. (transfer full) */
RsKernel *rs_kernel_build_loop (const RsKernelRequest *request, RsDiagnostics *diagnostics, char **reason);

/* Runs the passes for its target. after: stop behind the pass of that name, "build" for none, NULL for all. Fails when
 * there is no such pass, when one that is off is needed for this kernel, and when a pass made something that is not
 * well formed. */
gboolean rs_kernel_optimize (RsKernel *kernel, const char *after, GError **error);

/* The IR as text, which rs_kernel_parse reads. (transfer full) */
char *rs_kernel_print (const RsKernel *kernel);

/* What the user sees of a place, before there is a kernel: see rs_kernel_get_title. (transfer full) */
char *rs_kernel_dup_title (RsKernelForm form, const RsModule *module, const RsNode *node);
const char *rs_kernel_get_name (const RsKernel *kernel);    /* C identifier of the entry */
const char *rs_kernel_get_title (const RsKernel *kernel);   /* what the user sees: "gamma_kernel", "loop at line 12" */
guint rs_kernel_get_line (const RsKernel *kernel);
/* FUNCTION: 1 when the kernel takes its position as one number; its grid then has as many work items as the launch. */
guint rs_kernel_get_grid_rank (const RsKernel *kernel);
/* LOOP: whether the launch is what the kernel is for, and how long the levels behind those of the nest are, with what
 * the parameters of the kernel are given: 1 to 2^31 - 1 each. lengths: [RS_MAX_GRID], those of levels of the nest are
 * left alone. */
gboolean rs_kernel_get_lengths (const RsKernel *kernel, RsGivenNumber number, RsGivenNumber length, gpointer data,
                                gint64 *lengths);
/* Positions of a launch: from first to end (exclusive) in the first dimension of the grid, all in the others. */
typedef struct {
  RsGivenNumber number, length; /* what the parameters of the kernel are given */
  gpointer data;
  const gint64 *grid; /* [RS_MAX_GRID]; of the whole launch */
  gint64 first, end;
} RsPositions;

/* What an array has at indices from low to high (exclusive) of its n ones in the first dimension; of a vector, and of
 * an array that the kernel takes as one, in all. Nothing where high is not above low. */
typedef struct {
  gint64 low, high, n;
} RsRows;

/* The rows of an array, parameter number i, that the work items at these positions use at most. FALSE: that is not
 * known. */
gboolean rs_kernel_get_rows (const RsKernel *kernel, guint i, const RsPositions *positions, RsRows *rows);
/* Whether work items at different positions of the first dimension have nothing to do with each other but what they
 * only read: launches of parts of the grid, in any order and at a time, leave what a launch of it leaves. No two of its
 * arrays may be the same one. Kernels that see blocks are not. */
gboolean rs_kernel_is_divisible (const RsKernel *kernel);
const RsKernelParameter *rs_kernel_get_parameters (const RsKernel *kernel, guint *n);
const char *rs_kernel_get_message (const RsKernel *kernel, gint32 text); /* of RS_KERNEL_ASSERT */
/* The other file (borrowed) that a RsIrPlace of the kernel is in, with the place there; NULL: it is in the kernel's. */
RsSource *rs_kernel_find_elsewhere (const RsKernel *kernel, RsIrPlace *place);
gboolean rs_kernel_can_fail (const RsKernel *kernel);
gboolean rs_kernel_is_one_block (const RsKernel *kernel); /* its grid has to be launched as one block */
gboolean rs_kernel_is_serial (const RsKernel *kernel); /* its grid is one work item */
gboolean rs_kernel_is_exact (const RsKernel *kernel);  /* exact_math of the request */
guint
rs_kernel_get_serial_levels (const RsKernel *kernel); /* LOOP: bits of the levels of the nest that are not parallel */
guint rs_kernel_get_level (const RsKernel *kernel,
                           guint dimension); /* LOOP: of the nest that is this dimension of the grid; of one level in
                                              * rows (row_length): 0 counts these, 1 the positions in them */
/* Whether it has running sums (abi.h): boxes cut the first dimension of the grid only, and each has to know what those
 * before it have come to. */
gboolean rs_kernel_has_prefix (const RsKernel *kernel);
const RsTarget *rs_kernel_get_target (const RsKernel *kernel);
void rs_kernel_free (RsKernel *kernel);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsKernel, rs_kernel_free)
