/* State of one printing of a kernel as C, shared by the files of this folder.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"
#include "compiler/print/print.h"

/* How an update of a running sum is printed, see c-scan.c. */
typedef enum {
  C_SCAN_NONE, /* as it stands */
  C_SCAN_ADDS, /* what a work item adds */
  C_SCAN_USES, /* all sums have been made */
} CScan;

/* What only the CPU's printer knows, of one printing. */
typedef struct {
  gboolean block_level; /* statements are those of a block of work items, see c-blocks.c */
  guint turn; /* number of the interleaved work item whose statement is printed, from 1, see c-interleave.c; 0: one */
  const RsIrBlock *bin_row; /* that is being printed as a row in vectors, see c-bins.c; or NULL */
  guint n_copies;           /* of arrays that are only added to, in what is printed, see c-bins.c; 0: none */
  guint together;       /* blocks that run together in what is printed, see c-together.c; 0: one */
  gboolean item_level;  /* statements are those of a work item of blocks that run together */
  gboolean *across; /* by local, in a region of such blocks: has an element a lane */
  GHashTable *hoisted;  /* const RsIrExpression* -> C variable that has its value; NULL: none */
  gboolean gathers;     /* loads at computed positions are printed as such, see c-gather.c */
  const RsIrBlock *counts; /* that is being printed with counts and places in 32 bits, see c-counts.c; or NULL */
  const RsIrBlock *only; /* the function runs this copy of the body for its whole box; NULL: body and interior */
  gboolean is_running;  /* the function goes on from running sums, in order */
  CScan scan;
  guint n_states;       /* barriers printed so far, of work items that are resumed */
  gboolean updates_in_order;      /* the loop over work items is printed as one whose iterations may depend on others */
  gboolean has_ordered_sums;      /* of helpers, see c-prelude.c */
  gboolean has_lane_sums;         /* sums along rows are printed, passes/sums/sums.c, in loops of a work item */
} CpuContext;

static inline CpuContext *
cpu (const Printer *p)
{
  return p->context;
}

/* C variable of a local. */
void c_append_local (Printer *p, GString *out, guint local);
/* Its name; c_append_local is the work item's element of it where it is kept. */
void c_append_local_name (Printer *p, GString *out, guint local);
/* Hooks of the dialect, see print.h. */
gboolean c_append_own (Printer *p, GString *out, const RsIrExpression *e);
void c_append_element (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component);
void c_append_load (Printer *p, GString *out, const RsIrExpression *e);
void c_append_inside_test (Printer *p, GString *out, const RsIrExpression *e);
void c_append_function (Printer *p, GString *out, const RsIrExpression *e);
char *c_get_function (Printer *p, RsIrOp op, RsIrType type);
void c_append_bits (Printer *p, GString *out, const char *number);
void c_append_fail (Printer *p, GString *out, const char *condition, const Failure *failure);
void c_append_warnings (Printer *p, GString *out, const ArrayAccess *access);
void c_append_assignment (Printer *p, GString *out, guint parameter, const char *element, const char *value);
void c_append_atomic (Printer *p, GString *out, const RsIrStatement *s, const char *element);
gboolean c_print_own (Printer *p, const RsIrStatement *s);
gboolean c_print_own_block (Printer *p, const RsIrBlock *block);
void c_print_loop_head (Printer *p, const RsIrStatement *loop);
void c_print_poll (Printer *p, RsIrPlace line);
void c_print_return (Printer *p);

/* Whether the border is what is printed, as a function of its own, c-border.c; a call of it. */
gboolean c_is_border (const Printer *p);
void c_print_border_call (Printer *p, const char *from, const char *to);

/* The blocks of the box, for kernels that run block by block. */
void c_print_blocks (Printer *p);
/* Statements of a block of work items: regions become loops. */
void c_print_block_level (Printer *p, const RsIrBlock *block);
/* The blocks of the box that run together; what they leave begins at the C variables from0, from1 ... */
void c_print_together (Printer *p);
/* A region of theirs, from the statement first to last. */
void c_print_region_together (Printer *p, const RsIrStatement *first, const RsIrStatement *last);
/* Statements of a work item of theirs: those up to end are common, or become loops over the lanes. */
void c_print_item_statements (Printer *p, const RsIrStatement *first, const RsIrStatement *end);
/* Prints a store of theirs that keeps the element unless a condition holds; FALSE when it is another one. */
gboolean c_print_old_or_new (Printer *p, const RsIrStatement *s);
/* Parts of c_print_blocks: the C variable bytes, the memory of a block, its statements in braces. */
void c_print_block_offsets (Printer *p);
void c_print_block_memory (Printer *p);
void c_print_one_block (Printer *p);
/* Sets used, by local, for those that the statements from first to last name. TRUE: they update memory or results. */
gboolean c_mark_locals (const RsIrStatement *first, const RsIrStatement *last, gboolean *used);
/* A barrier at which the work item stops. */
void c_print_barrier (Printer *p, const RsIrStatement *barrier);

/* The loop over groups of kernel->cpu.lanes work items in step, from the C variable `group` on, as long as a whole
 * group fits below the C expression high; advances `group`. */
void c_print_groups (Printer *p, const RsIrBlock *body, const char *high);

/* One work item: what a loop over a dimension holds. */
void c_print_item (Printer *p, const RsIrBlock *body);

/* The function of the kernel itself where a box runs in tiles, and what is in that of a tile: see c-tiles.c. */
void c_print_tiles (Printer *p);
void c_print_if_interior (Printer *p);
void c_print_turned_tile (Printer *p, const RsIrBlock *body);

/* The work items from low to high, C expressions, in strips of kernel->cpu.strip; leaves what is left from the C
 * variable `rest` on, which it declares. all_rows: each strip for the rows from the C variable rows_low to
 * rows_high. */
void c_print_strips (Printer *p, const RsIrBlock *body, const char *low, const char *high, gboolean all_rows);
void c_define_strip_types (Printer *p, gboolean is_single);
/* Whether its rows run in strips of vectors, and all it does is to store values. */
gboolean c_has_plain_strips (const Printer *p);
/* Whether an accumulator may be kept in single precision: extremes of single-precision values are exact in it. */
gboolean c_accumulates_single (const Printer *p, guint parameter);
/* The head of a LOOP, with its brace and a deeper indent. */
void c_open_loop (Printer *p, const RsIrStatement *loop);

/* Elements at places that are the same for all work items, which no work item changes then: read once a box. Until
 * p->hoisted is freed. */
void c_print_fixed_loads (Printer *p);
/* The function of a kernel with running sums itself, which calls the two others: see c-prefix.c. */
void c_print_prefix_entry (Printer *p);

/* The work items from low to high, C expressions, of a kernel that has_scan; the variables that it needs before all
 * rows; an update of the running sum that the C variable name_0 has. */
void c_print_scan_row (Printer *p, const char *low, const char *high);
void c_print_scan_start (Printer *p);
void c_print_scan_update (Printer *p, const char *name, const char *value);

/* A pairwise sum over the work items from low to high, C expressions; leaves the rest from the C variable `chunk` on,
 * which it declares. */
void c_print_sum_row (Printer *p, const RsIrStatement *sum, const char *low, const char *high);

/* What stands before the loop over the work items of body from low to high, C expressions. TRUE: it has what they leave
 * as clauses, and the body works on copies. */
gboolean c_print_pragma (Printer *p, const RsIrBlock *body, const char *low, const char *high);
/* Whether that may be: the C compiler may run the work items in vectors. */
gboolean c_row_takes_clauses (const Printer *p, const RsIrBlock *body);
/* Around the loop over the work items of body from low to high, C expressions: one over parts of them, from the C
 * variable part_low to part_high, in which counts and last places are variables of 32 bits by the same names. The loop
 * has to go through a part then, by the C variable `row` from 0 on. FALSE: nothing is printed, there are none. */
gboolean c_open_counts (Printer *p, const RsIrBlock *body, const char *low, const char *high);
void c_close_counts (Printer *p, const RsIrBlock *body);
/* The int that the statement updates such a variable by; NULL: it updates none. (transfer full) */
char *c_narrow_text (const Printer *p, const RsIrStatement *s);
/* A loop whose sums are made in lanes: the pragma and the head that let SIMD lanes add by themselves, up to the brace.
 * FALSE: it is another loop, and nothing is printed. */
gboolean c_open_sum (Printer *p, const RsIrStatement *loop);
void c_append_clauses (Printer *p, GString *clauses);
/* `#pragma omp simd` with them. */
void c_append_simd_pragma (GString *out, const char *clauses);
void c_take_copies (Printer *p);
void c_put_copies_back (Printer *p);

/* The body of the kernel itself where its border runs on copies of arrays, see c-pad.c. */
void c_print_padding (Printer *p);

/* Arrays that work items make: declared once a box, empty at the start of each work item, made by ALLOCATE. */
void c_declare_dynamic (Printer *p, guint parameter);
void c_begin_dynamic (Printer *p);
void c_print_allocation (Printer *p, const RsIrStatement *allocate);
/* The work items from low to high, C expressions, kernel->cpu.interleaved at a time; leaves those from the C variable
 * `at` on, which it declares. */
void c_print_interleaved (Printer *p, const RsIrBlock *body, const char *low, const char *high);
void c_print_locals (Printer *p);

/* The head of a loop over parts of a row from low to high, C expressions, of which gcc leaves no work item over: the C
 * variables row_begin and row_end. For kernels with `overlap`. */
void c_print_overlap (Printer *p, const char *low, const char *high);

/* Of the C variable. */
const char *c_local_type (const Printer *p, guint local);
/* FALSE: e is no minimum or maximum of small integers. */
gboolean c_append_small_extreme (Printer *p, GString *out, const RsIrExpression *e);

/* Arrays with copies in each box, see passes/sums/bins.c. */
gboolean c_has_bins (const Printer *p, guint parameter);
void c_print_bins (Printer *p, guint parameter, const char *name);
void c_append_bin_addition (Printer *p, GString *out, const RsIrStatement *s, const char *element);
gboolean c_is_inside_bins (const Printer *p, const RsIrStatement *s);
guint c_count_copies (const Printer *p); /* that a box has of arrays that are only added to */
/* All work items of the row from low to high, C expressions, in vectors; FALSE: they can't run so. */
gboolean c_print_bin_row (Printer *p, const char *low, const char *high,
                          void (*print_items) (Printer *, const RsIrBlock *), const RsIrBlock *body);
void c_print_bin_groups (Printer *p, const char *low, const char *high,
                         void (*print_items) (Printer *, const RsIrBlock *), const RsIrBlock *body);
void c_print_bin_results (Printer *p);
void c_print_bin_choice (Printer *p);

/* What the text of a kernel with gathers needs; whether e is printed as one, while `gathers` of the context is set. */
void c_define_gathers (Printer *p);
gboolean c_is_gather (const Printer *p, const RsIrExpression *e);
void c_append_gather (Printer *p, GString *out, const RsIrExpression *e);
gboolean c_has_index (const Printer *p, guint local); /* whether there is an int beside it */
void c_print_near_set (Printer *p, const RsIrStatement *s);
void c_print_gather_choice (Printer *p);

/* Makes sure that a helper is defined; name: rs_<name>_<type>. */
void c_need_helper (Printer *p, const char *name, RsIrType type);
void c_need_fail (Printer *p);
void c_need_warn (Printer *p);
void c_need_function (Printer *p, const RsIrOpInfo *info, RsIrType type);
/* rs_power_f32 or rs_power_f64 (x, y): the bits of runtime/value/arithmetic/power.h. */
void c_need_exact_power (Printer *p, RsIrType type);
/* rs_pow_f32 (x, y), for an exponent that is the same for all work items. */
void c_need_power (Printer *p);
/* The name of the function for mod in single precision by this divisor. (transfer full) */
char *c_need_modulo (Printer *p, const RsIrExpression *divisor);
/* rs_strip_power (x, y), the same for a vector of 16, and rs_strip_power_one for one work item between strips. */
void c_need_strip_power (Printer *p);
/* The name of a function (alone, element *, value of type); for integers it gives whether the new value fits. is_plain:
 * the C compiler is told that iterations depend on each other, so that it may see the update. (transfer full) */
char *c_need_atomic (Printer *p, RsIrOp op, RsElement element, RsIrType type, RsOverflow overflow,
                     gboolean wants_result, gboolean is_plain);
void c_append_prelude (Printer *p, GString *out);
