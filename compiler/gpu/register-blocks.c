/* Products of matrices and their like: a loop of the kernel reads one array along the row of the work item and another
 * one along its column. A work item then runs several neighbouring rows and columns together: what it reads once is
 * used for all of them, from registers.
 *
 * Statements are printed once for each position, loops around them once: those whose bounds are the same for all
 * positions. Where not all positions of a work item are inside (of the launch, and of the arrays), it runs them one
 * after the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

/* What an expression depends on. */
enum { OF_ROW = 1, OF_COLUMN = 2, OF_POSITION = OF_ROW | OF_COLUMN, OF_COUNTER = 4 };

#define MOST_WORDS 16 /* of 32 bits, of a position's variables */
#define MOST_NODES 96 /* of the expressions of a position */

typedef struct {
  const RsKernel *kernel;
  guint8 *locals; /* what each of them depends on */
  gboolean has_changed;
  guint8 found; /* in the expression at hand */
} Survey;

/* --- what depends on what --- */

static guint8
of_leaf (const Survey *self, const RsIrExpression *e)
{
  switch (e->op)
    {
    case RS_IR_POSITION:
      return e->component + 1u == self->kernel->grid_rank   ? OF_COLUMN
             : e->component + 2u == self->kernel->grid_rank ? OF_ROW
                                                            : 0;
    case RS_IR_LOCAL:
    case RS_IR_ELEMENT:
      return self->locals[e->index];
    case RS_IR_LOAD:
      return rs_kernel_parameter (self->kernel, e->index)->writes ? OF_POSITION : 0;
    case RS_IR_RUNNING:
      return OF_POSITION;
    default:
      return 0;
    }
}

static void
survey_node (const RsIrExpression *e, gpointer data)
{
  Survey *self = data;

  self->found |= of_leaf (self, e);
}

static guint8
depends_on (Survey *self, const RsIrExpression *e)
{
  self->found = 0;
  rs_ir_visit (e, survey_node, self);
  return self->found;
}

static void
add (Survey *self, guint local, guint8 bits)
{
  self->has_changed |= (bits & ~self->locals[local]) != 0;
  self->locals[local] |= bits;
}

static guint8
of_bounds (Survey *self, const RsIrStatement *loop)
{
  return depends_on (self, loop->low) | depends_on (self, loop->high);
}

/* under: what decides whether the block runs. */
static void
survey_block (Survey *self, const RsIrBlock *block, guint8 under)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      guint8 inside = under;

      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT)
        add (self, s->index, under | depends_on (self, s->value));
      if (s->kind == RS_IR_SET_ELEMENT)
        add (self, s->index, depends_on (self, s->subscripts[0]));
      if (s->result > 0)
        add (self, s->result - 1, OF_POSITION);
      if (s->kind == RS_IR_LOOP)
        {
          inside |= of_bounds (self, s);
          add (self, s->index, inside | OF_COUNTER);
        }
      else if (s->kind == RS_IR_IF)
        inside |= depends_on (self, s->value);
      survey_block (self, &s->body, inside);
      survey_block (self, &s->other, inside);
    }
}

/* --- whether it pays --- */

typedef struct {
  Survey *survey;
  gboolean reads_row, reads_column;
} Reads;

static void
find_reads (const RsIrExpression *e, gpointer data)
{
  Reads *self = data;
  guint8 bits = 0;

  if (e->op != RS_IR_LOAD || rs_kernel_parameter (self->survey->kernel, e->index)->writes)
    return;
  for (guint k = 0; k < e->n_operands; k++)
    bits |= depends_on (self->survey, e->operands[k]);
  self->reads_row |= bits == (OF_ROW | OF_COUNTER);
  self->reads_column |= bits == (OF_COLUMN | OF_COUNTER);
}

static void
find_reads_in (Reads *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, find_reads, self);
      find_reads_in (self, &s->body);
      find_reads_in (self, &s->other);
    }
}

static gboolean
is_common (Survey *self, const RsIrStatement *s)
{
  return s->kind == RS_IR_LOOP && (of_bounds (self, s) & OF_POSITION) == 0;
}

static gboolean
has_product (Survey *self, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      Reads reads = { .survey = self };

      if (!is_common (self, s))
        continue;
      find_reads_in (&reads, &s->body);
      if (reads.reads_row && reads.reads_column)
        return TRUE;
    }
  return FALSE;
}

static void
count_node (const RsIrExpression *e, gpointer data)
{
  (*(guint *)data)++;
}

/* No jumps, and nothing that all work items have to come by. */
static gboolean
is_simple (const RsIrBlock *block, guint *n_nodes)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, count_node, n_nodes);
      if (s->kind != RS_IR_SET && s->kind != RS_IR_SET_ELEMENT && s->kind != RS_IR_STORE && s->kind != RS_IR_ATOMIC
          && s->kind != RS_IR_IF && s->kind != RS_IR_LOOP)
        return FALSE;
      if (!is_simple (&s->body, n_nodes) || !is_simple (&s->other, n_nodes))
        return FALSE;
    }
  return TRUE;
}

static void
find_set (const RsIrBlock *block, guint8 *is_set)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT)
        is_set[s->index] = TRUE;
      find_set (&s->body, is_set);
      find_set (&s->other, is_set);
    }
}

/* Of the variables that the block sets. */
static guint
count_words (const RsKernel *kernel, const RsIrBlock *block)
{
  g_autofree guint8 *is_set = g_new0 (guint8, kernel->locals->len + 1);
  guint words = 0;

  find_set (block, is_set);
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      if (is_set[i])
        words += local->length * (local->type == RS_IR_F64 || local->type == RS_IR_I64 ? 2 : 1);
    }
  return words;
}

static const RsIrBlock *
get_block (const RsKernel *kernel)
{
  return kernel->has_interior ? &kernel->interior : &kernel->body;
}

/* The loops of the block whose bounds are the same for all positions of a work item. (transfer full) */
static GPtrArray *
list_common_loops (Survey *self, const RsIrBlock *block, GPtrArray *loops)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (is_common (self, s))
      {
        g_ptr_array_add (loops, (gpointer)s);
        list_common_loops (self, &s->body, loops);
      }
  return loops;
}

GPtrArray *
gpu_find_register_blocks (const RsKernel *kernel)
{
  const RsIrBlock *block = get_block (kernel);
  g_autofree guint8 *locals = g_new0 (guint8, kernel->locals->len + 1);
  Survey self = { .kernel = kernel, .locals = locals, .has_changed = TRUE };
  guint n_nodes = 0;

  if (kernel->grid_rank < 2 || kernel->has_blocks || kernel->is_one_block || kernel->is_watched
      || rs_ir_can_fail (&kernel->body) || !is_simple (&kernel->body, &n_nodes))
    return NULL;
  n_nodes = 0;
  if (!is_simple (block, &n_nodes) || n_nodes > MOST_NODES || count_words (kernel, block) > MOST_WORDS)
    return NULL;
  while (self.has_changed)
    {
      self.has_changed = FALSE;
      survey_block (&self, block, 0);
    }
  return has_product (&self, block) ? list_common_loops (&self, block, g_ptr_array_new ()) : NULL;
}

/* --- text --- */

static gboolean
is_common_counter (const Printer *p, guint local)
{
  for (guint i = 0; i < gpu (p)->common_loops->len; i++)
    if (((const RsIrStatement *)g_ptr_array_index (gpu (p)->common_loops, i))->index == local)
      return TRUE;
  return FALSE;
}

void
gpu_append_turn (const Printer *p, GString *out, guint local)
{
  if (gpu (p)->turn > 0 && !is_common_counter (p, local))
    g_string_append_printf (out, "_t%u", gpu (p)->turn);
}

gboolean
gpu_append_turn_position (const Printer *p, GString *out, const RsIrExpression *e)
{
  const guint row = gpu (p)->turn / GPU_BLOCK_COLUMNS, column = gpu (p)->turn % GPU_BLOCK_COLUMNS,
              rank = p->kernel->grid_rank;
  const guint place = e->component + 1u == rank ? column : e->component + 2u == rank ? row : 0;

  if (place == 0)
    return FALSE;
  g_string_append_printf (out, "p%u_at%u", e->component, place);
  return TRUE;
}

gboolean
gpu_print_turns (Printer *p, const RsIrBlock *block)
{
  if (!gpu (p)->in_turns || gpu (p)->is_own_turn)
    return FALSE;
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    if (g_ptr_array_find (gpu (p)->common_loops, s, NULL))
      c_print_statement (p, s);
    else
      {
        gpu (p)->is_own_turn = TRUE;
        for (gpu (p)->turn = 0; gpu (p)->turn < GPU_BLOCK_ROWS * GPU_BLOCK_COLUMNS; gpu (p)->turn++)
          c_print_statement (p, s);
        gpu (p)->turn = 0;
        gpu (p)->is_own_turn = FALSE;
      }
  return TRUE;
}

/* All positions of the work item: less than these. */
static void
append_last (const Printer *p, GString *out, guint dimension)
{
  if (dimension + 1 == p->kernel->grid_rank)
    g_string_append_printf (out, "p%u_at%d", dimension, GPU_BLOCK_COLUMNS - 1);
  else if (dimension + 2 == p->kernel->grid_rank)
    g_string_append_printf (out, "p%u_at%d", dimension, GPU_BLOCK_ROWS - 1);
  else
    g_string_append_printf (out, "p%u", dimension);
}

static char *
describe_whole (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  GString *out = g_string_new (NULL);

  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      g_autoptr (GString) last = g_string_new (NULL);
      g_autofree char *low = NULL, *high = NULL;

      append_last (p, last, k);
      g_string_append_printf (out, "%s%s < high%u", k > 0 ? " && " : "", last->str, k);
      if (!kernel->has_interior || !kernel->interior_bounded[k])
        continue;
      low = c_expression_text (p, kernel->interior_low[k]);
      high = c_expression_text (p, kernel->interior_high[k]);
      g_string_append_printf (out, " && p%u >= %s && %s < %s", k, low, last->str, high);
    }
  return g_string_free (out, FALSE);
}

void
gpu_print_register_blocks (Printer *p, void (*print_locals) (Printer *p), void (*print_item) (Printer *p))
{
  const guint rank = p->kernel->grid_rank, turns = GPU_BLOCK_ROWS * GPU_BLOCK_COLUMNS;
  g_autofree char *is_whole = describe_whole (p);

  for (guint i = 1; i < GPU_BLOCK_ROWS; i++)
    c_printf (p, "const long p%u_at%u = p%u + %u;", rank - 2, i, rank - 2, i);
  for (guint i = 1; i < GPU_BLOCK_COLUMNS; i++)
    c_printf (p, "const long p%u_at%u = p%u + %u * RS_WIDTH (0);", rank - 1, i, rank - 1, i);
  c_printf (p, "if (%s)", is_whole);
  c_printf (p, "{");
  p->indent += 2;
  for (gpu (p)->turn = 0; gpu (p)->turn < turns; gpu (p)->turn++)
    print_locals (p);
  gpu (p)->turn = 0;
  gpu (p)->in_turns = TRUE;
  p->copy = ++p->n_copies;
  c_print_block (p, get_block (p->kernel));
  gpu (p)->in_turns = FALSE;
  p->indent -= 2;
  c_printf (p, "}");
  c_printf (p, "else");
  c_printf (p, "  for (int turn = 0; turn < %u; turn++)", turns);
  c_printf (p, "  {");
  p->indent += 4;
  c_printf (p, "const long row = p%u + turn / %d, column = p%u + turn %% %d * RS_WIDTH (0);", rank - 2,
            GPU_BLOCK_COLUMNS, rank - 1, GPU_BLOCK_COLUMNS);
  c_printf (p, "const long p%u = row, p%u = column;", rank - 2, rank - 1);
  c_printf (p, "if (p%u < high%u && p%u < high%u)", rank - 2, rank - 2, rank - 1, rank - 1);
  c_printf (p, "{");
  p->indent += 2;
  print_item (p);
  p->indent -= 2;
  c_printf (p, "}");
  p->indent -= 4;
  c_printf (p, "  }");
}
