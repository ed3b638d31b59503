/* A strip that goes through all rows of a box before the next strip begins (passes/blocks/strips.c says when): rows run
 * several together, so that what all of them read is read once, and memory that a loop walks through with large steps
 * is first copied to where it lies together.
 *
 * For a matrix product this makes of c[i,j] += a[i,k] * b[k,j] a block of 6 x 64 sums in registers and a packed panel
 * of b. The last rows begin early enough to be whole where running work items twice does no harm.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/strips/c-strips.h"

#include "compiler/kernel/ir/known-locals.h"

#define ROWS_TOGETHER 4
#define ROWS_OF_ONE_LOCAL 6 /* 24 sums, 4 vectors that all rows read and a factor are the registers that there are */
#define MOST_SETS_TOGETHER 3 /* assignments: each has vectors for all rows, which should fit into registers */
#define MOST_PACKED 2097152  /* bytes of stack */

/* What is one value for a row must not be needed outside of a vector's expressions. */
static gboolean
may_run_together (const Strip *self, const RsIrBlock *block, guint *n_sets)
{
  RsWindow window;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (s->kind == RS_IR_LOOP)
        {
          if (c_strip_find_window (self, s, &window) || !rs_ir_is_uniform (s->low) || !rs_ir_is_uniform (s->high)
              || !may_run_together (self, &s->body, n_sets))
            return FALSE;
        }
      else if (s->kind == RS_IR_SET ? self->rows.is_uniform[s->index] || c_strip_is_wide (self, s->value->type)
                                    : s->kind != RS_IR_STORE)
        return FALSE;
      *n_sets += s->kind == RS_IR_SET;
    }
  return *n_sets <= MOST_SETS_TOGETHER;
}

typedef struct {
  Strip *strip;
  const RsIrStatement *loop;
  const RsIrExpression *found;
} Search;

/* Neither the row nor a local but the counter of the loop. */
static gboolean
asks_for_loop_only (const Search *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_LOCAL)
    return e->index == self->loop->index;
  if (e->op == RS_IR_LOAD || e->op == RS_IR_ELEMENT)
    return FALSE;
  if (e->op == RS_IR_POSITION && e->component != self->strip->last)
    return FALSE;
  for (guint i = 0; i < e->n_operands; i++)
    if (!asks_for_loop_only (self, e->operands[i]))
      return FALSE;
  return TRUE;
}

static void
find_packed (const RsIrExpression *e, gpointer data)
{
  Search *self = data;
  const RsKernelParameter *parameter;

  if (self->found || e->op != RS_IR_LOAD || e->type != self->strip->word || e->boundary != RS_BOUNDARY_UNCHECKED)
    return;
  parameter = rs_kernel_parameter (self->strip->p->kernel, e->index);
  if (parameter->writes || (parameter->element != RS_ELEMENT_SINGLE && parameter->element != RS_ELEMENT_DOUBLE)
      || !rs_row_is_contiguous (&self->strip->rows, e->operands, e->n_operands))
    return;
  for (guint i = 0; i < e->n_operands; i++)
    if (!asks_for_loop_only (self, e->operands[i]))
      return;
  self->found = e;
}

/* The first load of a loop that is the same for all rows. */
static void
choose_packed (Strip *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s && !self->packed; s = s->next)
    if (s->kind == RS_IR_LOOP && s->step == 1)
      {
        Search search = { self, s, NULL };

        for (const RsIrStatement *t = s->body.first; t; t = t->next)
          rs_ir_visit_statement (t, find_packed, &search);
        self->packed = search.found;
        self->packed_loop = s;
      }
}

/* Locals that are vectors. */
static guint
count_vectors (const Strip *self)
{
  const RsKernel *kernel = self->p->kernel;
  guint n = 0;

  for (guint i = 0; i < kernel->locals->len; i++)
    n += !rs_kernel_local (kernel, i)->is_counter && !self->rows.is_uniform[i];
  return n;
}

void
c_open_rows (Strip *self, const RsIrBlock *block)
{
  guint n_sets = 0;
  g_autoptr (GString) low = g_string_new (NULL), high = g_string_new (NULL);

  if (!may_run_together (self, block, &n_sets))
    return;
  self->rows_together = count_vectors (self) == 1 ? ROWS_OF_ONE_LOCAL : ROWS_TOGETHER;
  if (!self->p->kernel->same_arrays_possible)
    choose_packed (self, block);
  if (!self->packed)
    return;
  c_append_expression (self->p, low, self->packed_loop->low);
  c_append_expression (self->p, high, self->packed_loop->high);
  c_printf (self->p, "const long pack_low = %s, pack_high = %s;", low->str, high->str);
  c_printf (self->p, "const _Bool packs = pack_high >= pack_low && pack_high - pack_low < %u;",
            MOST_PACKED / (self->vectors * self->p->kernel->target->vector_bytes));
  c_printf (self->p,
            "rs_strip *const pack = __builtin_alloca_with_align (packs ? (pack_high - pack_low + 1) * %u : 64, 512);",
            self->vectors * self->p->kernel->target->vector_bytes);
}

static void
print_packing (Strip *self)
{
  const RsIrExpression *packed = self->packed;
  g_autoptr (GString) counter = g_string_new (NULL);
  g_autofree char *value = NULL;

  self->packed = NULL;
  c_append_local (self->p, counter, self->packed_loop->index);
  c_printf (self->p, "for (long %s = pack_low; %s <= pack_high; %s++)", counter->str, counter->str, counter->str);
  c_printf (self->p, "  for (int u = 0; u < %u; u++)", self->vectors);
  c_printf (self->p, "  {");
  c_printf (self->p, "    const long first = strip + u * %u, p%u = first; (void) p%u;", self->lanes, self->last,
            self->last);
  value = c_strip_text (self, packed);
  c_printf (self->p, "    pack[(%s - pack_low) * %u + u] = %s;", counter->str, self->vectors, value);
  c_printf (self->p, "  }");
  self->packed = packed;
}

static void
print_rows_together (Strip *self, const RsIrBlock *block)
{
  g_string_append (self->p->body, "#ifdef __AVX512F__\n"); /* others have too few registers */
  c_printf (self->p, "if (%srows_high - row >= %u)", self->packed ? "packs && " : "", 2 * self->rows_together);
  c_printf (self->p, "{");
  self->p->indent += 2;
  if (self->packed)
    print_packing (self);
  if (self->may_repeat)
    c_printf (self->p, "for (long next = row; next < rows_high; next += %u)", self->rows_together);
  else
    c_printf (self->p, "for (; row + %u <= rows_high; row += %u)", self->rows_together, self->rows_together);
  c_printf (self->p, "{");
  self->p->indent += 2;
  if (self->may_repeat)
    c_printf (self->p, "row = next + %u > rows_high ? rows_high - %u : next;", self->rows_together,
              self->rows_together);
  self->vectors *= self->rows_together;
  c_print_strip_locals (self);
  c_print_strip_block (self, block, NULL);
  self->vectors /= self->rows_together;
  self->p->indent -= 2;
  c_printf (self->p, "}");
  if (self->may_repeat)
    c_printf (self->p, "row = rows_high;");
  self->p->indent -= 2;
  c_printf (self->p, "}");
  g_string_append (self->p->body, "#endif\n");
}

void
c_print_rows_of_strip (Strip *self, const RsIrBlock *block)
{
  guint row = self->last - 1, together = self->rows_together;
  const RsIrExpression *packed = self->packed;

  c_printf (self->p, "long row = rows_low;");
  if (together > 1)
    print_rows_together (self, block);
  self->rows_together = 1;
  self->packed = NULL;
  c_printf (self->p, "for (long p%u = row; p%u < rows_high; p%u++)", row, row, row);
  c_printf (self->p, "{");
  self->p->indent += 2;
  c_print_strip_locals (self);
  c_print_strip_block (self, block, NULL);
  self->p->indent -= 2;
  c_printf (self->p, "}");
  self->rows_together = together;
  self->packed = packed;
}
