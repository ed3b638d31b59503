/* The kernel IR: what one work item of a grid does, as structured statements over typed expression trees.
 *
 * Values are single numbers of five types; small vectors and complex numbers of the language are taken apart into
 * their components when the IR is built (which is what lets loops over work items vectorise), and live in a local
 * vector only where the program indexes them with a variable. There are no jumps but `break` and `continue` out of
 * labelled regions.
 *
 * Expressions are immutable and may be shared; a pass builds new ones (rs_ir_map). Statements belong to one block and
 * are edited in place. Everything lives in the kernel's arena.
 *
 * The text form (print.c, parse.c) holds all of it; verify.c says what is well formed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/cpu/schedule.h"
#include "compiler/kernel/request.h"

typedef enum { RS_IR_NONE, RS_IR_BOOL, RS_IR_I32, RS_IR_I64, RS_IR_F32, RS_IR_F64, RS_IR_N_TYPES } RsIrType;

typedef enum {
#define RS_IR_OP(NAME, text, arity, rule, printing, c) RS_IR_##NAME,
#include "compiler/kernel/ir/ir-ops.def"
#undef RS_IR_OP
  RS_IR_N_OPS
} RsIrOp;

typedef enum {
  RS_IR_RULE_LEAF,
  RS_IR_RULE_NUMERIC,
  RS_IR_RULE_FLOATING,
  RS_IR_RULE_INTEGRAL,
  RS_IR_RULE_COMPARE,
  RS_IR_RULE_LOGIC,
  RS_IR_RULE_TEST,
  RS_IR_RULE_SELECT,
  RS_IR_RULE_CONVERT,
  RS_IR_RULE_TO_INTEGER,
} RsIrRule;

typedef enum {
  RS_IR_PRINT_SPECIAL,
  RS_IR_PRINT_INFIX,
  RS_IR_PRINT_PREFIX,
  RS_IR_PRINT_HELPER,
  RS_IR_PRINT_BUILTIN,
  RS_IR_PRINT_LIBM,
  RS_IR_PRINT_LIBM_SCALAR,
} RsIrPrinting;

typedef struct {
  const char *text;
  int arity;
  RsIrRule rule;
  RsIrPrinting printing;
  const char *c;
} RsIrOpInfo;

extern const RsIrOpInfo rs_ir_ops[RS_IR_N_OPS];

/* What a SAMPLE makes of the elements around its coordinates. */
typedef enum {
  RS_IR_FILTER_NONE,    /* of no SAMPLE */
  RS_IR_FILTER_NEAREST, /* the element at the subscripts, which are I64 */
  /* the sum of those around the coordinates, each times its nearness along all of them; of a floating type */
  RS_IR_FILTER_LINEAR,
  RS_IR_N_FILTERS
} RsIrFilter;

typedef struct _RsIrExpression RsIrExpression;
typedef struct _RsIrStatement RsIrStatement;
typedef struct _RsWorkPlan RsWorkPlan; /* compiler/kernel/analysis/work/work.h */

struct _RsIrExpression {
  guint8 op;        /* RsIrOp */
  guint8 type;      /* RsIrType */
  guint8 boundary;  /* LOAD, SAMPLE: RsBoundary, never DEFAULT, or RS_IR_BOUNDARY_REPORTED */
  /* NUMBER: of a small vector; POSITION, GRID, BLOCK, DIM: dimension; LOAD: 1 is the imaginary part; SAMPLE:
   * RsIrFilter; MIN, MAX, after `small`: RsElement that holds both operands, or NONE */
  guint8 component;
  guint16 index; /* LOCAL, ELEMENT: local; NUMBER, DIM, LOAD, SAMPLE, INSIDE: parameter */
  guint16 n_operands;
  RsIrPlace line; /* LOAD, SAMPLE: in the .q file */
  union {
    gint64 integer;   /* CONST: BOOL, I32, I64 */
    double floating;  /* CONST: F32 (rounded to it), F64 */
  } value;
  /* LOAD, INSIDE: one subscript a dimension of the view, I64; SAMPLE: likewise, floating where it is a coordinate that
   * values are interpolated along */
  const RsIrExpression *operands[];
};

typedef enum {
  RS_IR_SET,         /* local index = value */
  RS_IR_SET_ELEMENT, /* local vector index[subscripts[0]] = value */
  RS_IR_STORE,       /* array index[subscripts] = value */
  RS_IR_ATOMIC,   /* array index[subscripts] op= value, as one step; ADD MUL DIV MIN MAX POW BIT_AND BIT_OR BIT_XOR */
  RS_IR_REDUCE,   /* accumulator parameter index op= value; value is F64, or I64 where it is_integer; component */
  RS_IR_TOTAL,    /* local index op= value, over all work items of a box; ADD MIN MAX */
  RS_IR_FINISH,   /* final parameter index = value (F64 or I64), if this is the last work item; component */
  RS_IR_IF,       /* value; body, other */
  RS_IR_LOOP,     /* local index = low, low + step, ... up to high, both included; body */
  RS_IR_FOREVER,  /* body, then other, again and again; `continue` in body goes to other */
  RS_IR_REGION,   /* body, once; what `break` leaves */
  RS_IR_BREAK,    /* leaves the region or loop with this label */
  RS_IR_CONTINUE, /* next iteration of the loop with this label */
  RS_IR_RETURN,   /* ends the work item */
  RS_IR_ASSERT,   /* value holds, or the launch fails with message index, which names `low` where it is set */
  /* array index, DYNAMIC, has these lengths (subscripts) from here on; zeros; what it held before is lost */
  RS_IR_ALLOCATE,
  /* waits until the work items of the block that reach a barrier have done so; component: RsIrScope; value: I64, in
   * kernels with groups; op: RsIrExchange, with low, high and result, a local vector whose first element it becomes;
   * of a group with subscripts, RsIrGroupPart, and step, the number of the call: only those at the same one meet */
  RS_IR_BARRIER,
  RS_IR_N_STATEMENTS
} RsIrStatementKind;

/* Whose work items a BARRIER holds up. */
typedef enum {
  RS_IR_SCOPE_BLOCK,
  RS_IR_SCOPE_WARP,
  RS_IR_SCOPE_GRID,
  RS_IR_SCOPE_MULTI_GRID,
  RS_IR_SCOPE_RESUMED, /* the block's; `regions` drops it where all work items come by, each time */
} RsIrScope;

/* What work items take from each other when they meet at a BARRIER. Those that have ended give nothing.
 *
 * Of a group, until `group-exchange`: its scope says whether the group lies in one warp of the program, or in a block;
 * masks begin with the first work item of the group, which has 32 at most. Of a warp of the device, which all of the
 * block come to, behind it, for targets with has_shuffles. */
typedef enum {
  RS_IR_EXCHANGE_NONE,
  /* low (I64, F32, F64) of the one at place high (I64) of the block, where it is at this call, too; else the own one */
  RS_IR_EXCHANGE_SHUFFLE,
  RS_IR_EXCHANGE_ALL,       /* BOOL: low (I64, F64) is not 0 for all that are there */
  RS_IR_EXCHANGE_ANY,       /* BOOL: low is not 0 for one of them */
  RS_IR_EXCHANGE_BALLOT,    /* I64: a bit for each one whose low is not 0 */
  RS_IR_EXCHANGE_MATCH_ANY, /* I64: a bit for each one whose low equals the own one */
  RS_IR_EXCHANGE_MATCH_ALL, /* I64: that of all that are there, if all are equal; else 0 */
  /* low (I64, F32, F64) of the one at place high (I64, 0..31) of the warp; else the own one */
  RS_IR_EXCHANGE_WARP_SHUFFLE,
  RS_IR_EXCHANGE_WARP_BALLOT, /* I64: a bit for each one whose low (BOOL) holds */
  RS_IR_EXCHANGE_WARP_MATCH,  /* I64: a bit for each one whose low (I64, F64) has the own one's bits */
  RS_IR_N_EXCHANGES
} RsIrExchange;

static inline gboolean
rs_ir_exchange_is_of_group (RsIrExchange exchange)
{
  return exchange > RS_IR_EXCHANGE_NONE && exchange < RS_IR_EXCHANGE_WARP_SHUFFLE;
}

/* The subscripts of an exchange of a group: the place of the work item in its block, that of the group's first one, and
 * how many there are in the group. */
typedef enum { RS_IR_GROUP_INDEX, RS_IR_GROUP_FIRST, RS_IR_GROUP_SIZE, RS_IR_N_GROUP_PARTS } RsIrGroupPart;

/* Locals that `group-exchange` makes of an exchange, at most. */
#define RS_IR_EXCHANGE_LOCALS 16

typedef struct {
  RsIrStatement *first, *last;
} RsIrBlock;

#define RS_UNROLL_ALL G_MAXUINT16
#define RS_UNROLL_RARE (G_MAXUINT16 - 1) /* as is best for a loop that hardly ever runs: small, and without vectors */

struct _RsIrStatement {
  guint8 kind;
  guint8 op;        /* ATOMIC, REDUCE: RsIrOp; BARRIER: RsIrExchange */
  guint8 boundary;  /* STORE, ATOMIC: as of LOAD */
  guint8 overflow;  /* STORE, ATOMIC into integers: RsOverflow, never DEFAULT */
  guint8 component; /* STORE, ATOMIC: 1 is the imaginary part */
  guint8 is_known;  /* ASSERT: holds for sure, is not evaluated; without a message */
  guint8 is_warning; /* ASSERT: the message is noted, and the work item goes on */
  guint8 is_unique; /* STORE, ATOMIC: no other work item touches this element with this statement */
  guint8 is_pairwise; /* REDUCE, after `pairwise-sums`: a row is added up by fours in single precision */
  /* LOOP, until `nested-launches`: of the loops over a grid that the work item launches, outermost first, which one it
   * is, from 1 on; its iterations are work items, whose order is open; 0: of none */
  guint8 launch;
  guint8 is_apart; /* LOOP, after `apart`: no iteration writes an element that another one accesses */
  guint8 in_lanes; /* LOOP, after `row-sums`: its sums have an element for each lane of a vector */
  guint16 index;
  guint16 result; /* ATOMIC, BARRIER: local vector whose first element becomes the new value, + 1; 0: none */
  guint16 n_subscripts;
  guint32 label;    /* LOOP FOREVER REGION: its own, unique in the kernel, not 0; BREAK, CONTINUE: the target's */
  RsIrPlace line;
  gint64 step;      /* LOOP: not 0; BARRIER: number of a call of a group */
  guint16 unroll;   /* LOOP: rounds to write one after the other, as {!unroll} asks; RS_UNROLL_ALL; 0: as is best */
  const RsIrExpression **subscripts;
  const RsIrExpression *value;
  const RsIrExpression *low, *high; /* LOOP: I64, evaluated once; ASSERT: low, F64, or NULL; BARRIER */
  RsIrBlock body, other;
  RsIrStatement *previous, *next;
};

typedef struct {
  const char *name; /* as the user knows it, or "t" */
  RsIrType type;
  guint length;     /* 1: a number; else a vector of 2..64 */
  gboolean is_counter; /* of a LOOP: assigned by nothing else, dead outside */
  guint8 total;     /* RsIrOp: lives through a box, see TOTAL; read in the epilogue only; 0: an ordinary local */
  gboolean is_uniform; /* after `regions`: one value for all work items of a block */
  gboolean is_kept;    /* after `regions`: each work item's value outlives a region */
  gboolean is_common;  /* after `together`: the same in all blocks that run together */
  gboolean is_index;   /* after `gathers`: a floating-point number made an integer, which is kept in 32 bits, too */
  guint8 small;        /* after `small`: RsElement of 8 or 16 bits that holds it; NONE: its type says */
} RsIrLocal;

/* Shared memory: an array a block, zero at the block's start. */
typedef struct {
  guint parameter;                         /* SHARED */
  const RsIrExpression *dims[RS_MAX_RANK]; /* [rank]; I64; the same for all work items of a block */
  gint64 capacity; /* after `knowledge`: elements that are enough wherever it is used; 0: the lengths say */
} RsIrShared;

/* How the work items of a block run. */
typedef enum {
  RS_IR_BLOCKS_NONE,    /* blocks do not matter */
  RS_IR_BLOCKS_REGIONS, /* region by region: a loop over the work items in each */
  RS_IR_BLOCKS_RESUMED, /* each up to its next barrier, again and again, until all have ended */
} RsIrBlocks;

/* An array that boxes of the border read from a copy, which has around it what its boundary mode makes of positions
 * outside. In its dimension k a work item reads from coefficient * position + low to coefficient * position + high. */
typedef struct {
  guint parameter;
  RsBoundary boundary;
  struct {
    gint64 coefficient; /* 0: of no position */
    guint dimension;    /* of the grid */
    const RsIrExpression *low, *high; /* I64, uniform */
  } axes[RS_MAX_GRID]; /* [rank of the array] */
} RsIrPad;

/* A LOAD, STORE or ATOMIC that is 'safe, and noted when it is outside (COMPILER_PERFORM_BOUNDSCHECKS): a boundary of
 * its own. Kernels with such accesses run without the optional passes. */
#define RS_IR_BOUNDARY_REPORTED (RS_BOUNDARY_CHECKED + 1)

/* Accesses to an array of the launch, by analysis/reach.h: to its rows from coefficient * position + low to coefficient
 * * position + high; position is that in grid dimension `dimension`. */
typedef struct {
  guint parameter;
  guint8 boundary;
  gboolean writes;
  gboolean is_known; /* else to any rows */
  guint dimension;
  gint64 coefficient;               /* 0: of no position */
  const RsIrExpression *low, *high; /* I64; rs_ir_can_evaluate */
} RsIrReach;

/* How an array is seen through its parameter. */
typedef enum {
  RS_IR_VIEW_PLAIN, /* one subscript a dimension */
  RS_IR_VIEW_FLAT,  /* one subscript, over all elements in row-major order */
} RsIrView;

/* What the code attributes of a kernel ask for. The passes that could do it fulfil it, or note why not. */
typedef struct {
  gint64 box[RS_MAX_GRID]; /* {!kernel_tiling mode="global"}: work items of a box in each dimension of the grid */
  guint box_line;          /* of the attribute; 0: there is none */
  guint vector; /* local {!kernel_tiling}, {!kernel_transform enable="simdprocessing"}: work items; 0: any number */
  guint vector_line;
} RsIrWishes;

/* A product of integers that stands for a power, which 64 bits may not hold. */
typedef struct _RsIrPower RsIrPower;
struct _RsIrPower {
  RsIrPower *next;
  const RsIrExpression *product, *base;
  guint exponent;
};

/* A place in another file than the kernel's: of a function that is opened in the kernel. */
typedef struct {
  RsSource *source; /* a reference; NULL of a kernel that was read as text */
  char *file;       /* owned */
  RsIrPlace place;
} RsIrElsewhere;

struct _RsKernel {
  RsArena *arena;
  RsIrPower *powers; /* while the kernel is built */
  const RsTarget *target;
  char *name;        /* C identifier */
  char *title;
  char *file;        /* the .q file, for #line */
  guint line;
  RsKernelForm form;
  guint grid_rank;
  RsPrecision precision;
  gboolean exact_math;
  gboolean same_arrays_possible;
  gboolean is_watched; /* accesses outside arrays are noted */
  GArray *parameters; /* of RsKernelParameter */
  GArray *views;      /* of RsIrView, one a parameter */
  GArray *locals;     /* of RsIrLocal */
  GPtrArray *messages; /* of char, owned */
  GArray *elsewhere;   /* of RsIrElsewhere: places in other files that its places count */
  GArray *shared;      /* of RsIrShared */
  gint64 dynamic_array, dynamic_total; /* limits of ALLOCATE in bytes; 0: none */
  guint inner_levels;  /* of a loop: bits of the levels of its nest that are no dimension of the grid */
  guint levels[RS_MAX_GRID]; /* of a loop: the level of its nest that a dimension of the grid is */
  /* bits of the dimensions, never the last, whose positions run in order, in each box from first to last */
  guint ordered;
  /* of a loop: how many positions a level has that is none of the nest's, but the elements of the parts of arrays that
   * an iteration writes; see rs_ir_can_evaluate; NULL: of others */
  const RsIrExpression *lengths[RS_MAX_GRID];
  const RsIrExpression *condition;           /* BOOL: what has to hold of a launch, likewise; NULL: nothing */
  const RsIrExpression *counts[RS_MAX_GRID]; /* positions of a dimension, where an expression of parameters says it */
  /* of a loop: what one position further adds to its variable, I64 and never 0; or NULL */
  const RsIrExpression *steps[RS_MAX_GRID];
  gboolean is_serial;  /* a loop as one work item; the loops of its nest have the labels from 1 on */
  gboolean has_prefix; /* uses running values of its accumulators: its work items run in order */
  gboolean has_totals; /* after `prefix`: totals does what body does to them, and nothing else */
  RsIrBlock totals;
  RsIrBlock interior_totals; /* ... where there is an interior */
  gboolean is_one_block; /* has a barrier of the grid: the launch is one block */
  /* barriers have an order, value: of work items that wait those with the smallest one go on first */
  gboolean has_groups;
  guint n_group_calls; /* exchanges of groups; their numbers begin with 1 */
  gboolean has_blocks; /* has shared memory or barriers: runs block by block */
  guint largest_block; /* work items that a block of its launches has at most; 0: not known */
  guint least_blocks;  /* {!cuda_launch_bounds min_blocks_per_sm}; 0: it does not say */
  RsIrBlocks blocks;   /* after `regions` */
  guint n_labels;
  RsIrBlock body;
  /* After `split`: the work items from interior_low to interior_high (exclusive; uniform expressions) run interior,
   * which is body with the checks that hold there left out. */
  gboolean has_interior;
  RsIrBlock interior;
  const RsIrExpression *interior_low[RS_MAX_GRID], *interior_high[RS_MAX_GRID];
  gboolean interior_bounded[RS_MAX_GRID];
  /* After `pad`: the work items from pad_low to pad_high (all, where it is not bounded) may run interior with these
   * arrays replaced by copies. */
  GArray *pads;      /* of RsIrPad */
  const RsIrExpression *pad_low[RS_MAX_GRID], *pad_high[RS_MAX_GRID];
  gboolean pad_bounded[RS_MAX_GRID];
  /* After `collapse`: where collapse_condition (uniform) holds and a box is complete in the dimensions behind
   * collapse_from, the dimensions from that one on run as one, in the place of the last, with this body. */
  gboolean has_collapsed;
  RsIrBlock collapsed;
  guint collapse_from;
  const RsIrExpression *collapse_condition;
  RsIrBlock epilogue; /* runs once a box, behind its work items; ATOMICs that add its totals */
  RsCpuSchedule cpu; /* how a CPU runs it; nothing for other targets */
  RsIrWishes wishes;
  const RsWorkPlan *work; /* how much a launch computes and moves; NULL: see rs_kernel_plan_work */
  GArray *reaches;        /* of RsIrReach; NULL: too many, or not looked for */
  gboolean is_divisible;  /* see rs_kernel_is_divisible */
  guint n_removed;   /* of a fused kernel: arrays that became locals */
  guint64 passes_off; /* bits of the passes that do not run */
  const char *pass;   /* that runs at the moment; NULL: none yet */
  GArray *changes;    /* of RsKernelChange, see changes.h */
};

/* The copy of the body that most work items run. */
static inline RsIrBlock *
rs_kernel_get_main_block (RsKernel *kernel)
{
  return kernel->has_collapsed ? &kernel->collapsed : kernel->has_interior ? &kernel->interior : &kernel->body;
}

/* The sum that a block is, where it is all of it and pairwise; else NULL. */
static inline const RsIrStatement *
rs_ir_get_pairwise (const RsIrBlock *block)
{
  return block->first != NULL && block->first->is_pairwise ? block->first : NULL;
}

typedef void (*RsIrVisit) (const RsIrExpression *expression, gpointer data);

/* --- making --- */
RsKernel *rs_kernel_new (const char *name, guint grid_rank);
/* Copies parameter and its name. */
guint rs_kernel_add_parameter (RsKernel *kernel, const RsKernelParameter *parameter, RsIrView view);
/* Number of subscripts of an array parameter. */
guint rs_kernel_get_rank (const RsKernel *kernel, guint parameter);
/* Whether work items make arrays of their own. */
gboolean rs_kernel_has_dynamic (const RsKernel *kernel);
/* Whether a box has results of its own: accumulators, last values of variables, or statements behind its items. */
gboolean rs_kernel_has_results (const RsKernel *kernel);
guint rs_kernel_add_local (RsKernel *kernel, const char *name, RsIrType type, guint length);

#define rs_kernel_parameter(kernel, i) (&g_array_index ((kernel)->parameters, RsKernelParameter, (i)))
#define rs_kernel_view(kernel, i) (g_array_index ((kernel)->views, RsIrView, (i)))
#define rs_kernel_local(kernel, i) (&g_array_index ((kernel)->locals, RsIrLocal, (i)))

/* The place in the kernel that stands for `place` in source (may be NULL) or file; line: see RsIrPlace. One that is
 * there already is used again. */
RsIrPlace rs_kernel_add_elsewhere (RsKernel *kernel, guint line, RsSource *source, const char *file, RsIrPlace place);

RsIrExpression *rs_ir_new (RsKernel *kernel, RsIrOp op, RsIrType type, guint n_operands);
/* The load without its boundary check; its subscripts are shared. */
RsIrExpression *rs_ir_unchecked_load (RsKernel *kernel, const RsIrExpression *load);
const RsIrExpression *rs_ir_unary (RsKernel *kernel, RsIrOp op, const RsIrExpression *a);
const RsIrExpression *rs_ir_binary (RsKernel *kernel, RsIrOp op, const RsIrExpression *a, const RsIrExpression *b);
const RsIrExpression *rs_ir_select (RsKernel *kernel, const RsIrExpression *condition, const RsIrExpression *a,
                                    const RsIrExpression *b);
/* Nothing to do when it has the type. */
const RsIrExpression *rs_ir_convert (RsKernel *kernel, const RsIrExpression *a, RsIrType type);
/* x*x*...*x, n factors; RsKernel.powers has the product where it may leave 64 bits: rs_ir_convert makes the power of
 * scalars of it then. */
const RsIrExpression *rs_ir_integer_power (RsKernel *kernel, const RsIrExpression *x, guint n);
/* A number that |e| does not exceed, or infinity; what has a bound is never NaN. */
double rs_ir_bound (const RsIrExpression *e, const RsKernel *kernel);
/* a as I64: what no integer holds becomes the nearest one, NaN 0. A plain conversion where a surely fits. */
const RsIrExpression *rs_ir_to_integer (RsKernel *kernel, const RsIrExpression *a);
/* e / divisor, where e (I64) is surely a multiple of it, as 2 n + 4 of 2; else NULL. */
const RsIrExpression *rs_ir_exact_quotient (RsKernel *kernel, const RsIrExpression *e, gint64 divisor);
const RsIrExpression *rs_ir_integer (RsKernel *kernel, gint64 value);             /* I64 */
const RsIrExpression *rs_ir_constant (RsKernel *kernel, RsIrType type, double value); /* rounded to type */
const RsIrExpression *rs_ir_local (RsKernel *kernel, guint local);
const RsIrExpression *rs_ir_leaf (RsKernel *kernel, RsIrOp op, RsIrType type, guint index, guint component);

RsIrStatement *rs_ir_statement (RsKernel *kernel, RsIrStatementKind kind, RsIrPlace line);
void rs_ir_append (RsIrBlock *block, RsIrStatement *statement);
void rs_ir_insert_after (RsIrBlock *block, RsIrStatement *place, RsIrStatement *statement); /* place NULL: first */
void rs_ir_remove (RsIrBlock *block, RsIrStatement *statement);
/* Moves everything of `from` to the end of `to`. */
void rs_ir_append_block (RsIrBlock *to, RsIrBlock *from);

/* --- what was done: changes.c --- */
/* Notes that the running pass has changed something: count things (of total; 0: not counted) of the kind that the text
 * names, at a line (0: everywhere). Notes that only differ in their numbers become one. */
void rs_kernel_note (RsKernel *kernel, RsIrPlace place, guint count, guint total, const char *format, ...)
    G_GNUC_PRINTF (5, 6);
/* Notes what the builder has decided. */
void rs_kernel_note_request (RsKernel *kernel, const RsKernelRequest *request);

/* Puts in the checks that the request asks for: checks.c. */
void rs_kernel_add_checks (RsKernel *kernel, const RsKernelRequest *request);

/* --- asking --- */
RsIrType rs_ir_type_of_element (RsElement element); /* of a value in a register: int8 is I32, half F32; NONE if none */
const char *rs_ir_type_get_name (RsIrType type);
static inline gboolean rs_ir_is_floating (RsIrType type) { return type == RS_IR_F32 || type == RS_IR_F64; }
static inline gboolean rs_ir_is_integer (RsIrType type) { return type == RS_IR_I32 || type == RS_IR_I64; }
const char *rs_ir_statement_kind_to_string (RsIrStatementKind kind);

static inline gboolean
rs_ir_is_constant (const RsIrExpression *e, double value)
{
  return e->op == RS_IR_CONST && (rs_ir_is_floating (e->type) ? e->value.floating : (double)e->value.integer) == value;
}

gboolean rs_ir_equal (const RsIrExpression *a, const RsIrExpression *b);
/* The number of the work item's block in one dimension: floor (position / block size). */
gboolean rs_ir_is_block_index (const RsIrExpression *e);
/* Its position inside the block: position modulo block size. */
gboolean rs_ir_is_block_position (const RsIrExpression *e);
/* Visits e and everything below, operands first. */
void rs_ir_visit (const RsIrExpression *e, RsIrVisit visit, gpointer data);
/* The expressions that a statement holds itself, not those of its blocks. */
void rs_ir_visit_statement (const RsIrStatement *statement, RsIrVisit visit, gpointer data);
static inline gboolean
rs_ir_reads_array (const RsIrExpression *e) /* itself */
{
  return e->op == RS_IR_LOAD || e->op == RS_IR_SAMPLE;
}
gboolean rs_ir_has_load (const RsIrExpression *e); /* or a sample */
gboolean rs_ir_can_fail (const RsIrBlock *block); /* has a statement that may end the launch with an error */
gboolean rs_kernel_has_samples (const RsKernel *kernel); /* in its body */
guint rs_ir_count (const RsIrExpression *e); /* nodes */

/* --- changing --- */
typedef const RsIrExpression *(*RsIrMap) (RsKernel *kernel, const RsIrExpression *expression, gpointer data);

/* Rebuilds e bottom up; map gets a node whose operands are done. Returns e itself when nothing changed. */
const RsIrExpression *rs_ir_map (RsKernel *kernel, const RsIrExpression *e, RsIrMap map, gpointer data);
void rs_ir_map_statement (RsKernel *kernel, RsIrStatement *statement, RsIrMap map, gpointer data);
void rs_ir_map_block (RsKernel *kernel, RsIrBlock *block, RsIrMap map, gpointer data);
/* A copy of the statements; labels are kept, since a copy is printed in another place. */
RsIrBlock rs_ir_copy_block (RsKernel *kernel, const RsIrBlock *block);

/* Whether there are loops in it, of any kind and at any depth. */
gboolean rs_ir_has_loop (const RsIrBlock *block);

/* Whether e, of whole numbers, is made of constants, numbers and lengths of arrays that a launch is given. */
gboolean rs_ir_can_evaluate (const RsIrExpression *e);
/* What it is there. given: the value of a NUMBER or DIM. FALSE: it is given no whole number, or 64 bits don't hold
 * what it computes. */
typedef gboolean (*RsIrGiven) (const RsIrExpression *e, gpointer data, gint64 *value);
gboolean rs_ir_evaluate (const RsIrExpression *e, RsIrGiven given, gpointer data, gint64 *value);

/* Drops assignments in block, the only one that reads its locals, that nobody reads: passes/values/dead-code.c. */
void rs_ir_drop_dead_code (RsKernel *kernel, RsIrBlock *block, gboolean with_notes);

/* --- text --- */
/* Reads the text form. Fails with G_MARKUP_ERROR_PARSE and the line. (transfer full) */
RsKernel *rs_kernel_parse (const char *text, GError **error);

/* NULL when the kernel is well formed, else the first thing that is wrong. (transfer full) */
char *rs_kernel_verify (const RsKernel *kernel);
