/* Elements of other work items, computed again, see fuse-private.h.
 *
 * A kernel that reads neighbours in an array waits for all work items of the kernel that writes it. Where an element
 * costs little, each work item computes those that it reads itself: the statements that make the element are put before
 * the one that reads it, with the subscripts in the place of the position.
 *
 * A position outside of the array is what its boundary mode says. The arrays that the element is made of have the same
 * lengths, so that the mode leads to the same position in them; 'safe gives zero in the place of what is computed
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/fuse/fuse-private.h"

#include <string.h>

/* Operations for one work item, all elements together, that are taken to cost less than an array written and read. */
#define MOST_OPERATIONS 60
#define FUNCTION_OPERATIONS 20 /* of a mathematical function */
#define HELPER_OPERATIONS 4    /* of divisions, roots and the like */
#define UNKNOWN_ROUNDS 1000

typedef struct {
  guint locals[2]; /* of the real and the imaginary part */
  gboolean is_needed, is_replaced;
} Array;

/* An element that the statement at hand has at hand. */
typedef struct {
  const RsIrExpression *load;
  guint locals[2];
} Element;

typedef struct {
  RsKernel *kernel;
  const RsFusedParameter *known;
  Array *arrays;    /* [parameters] */
  guint8 *written;  /* [parameters], bit 1: before writes it */
  RsIrBlock recipe; /* the statements that set the locals of the arrays that are needed */
  guint n_locals, n_labels; /* when the recipe was made */
  guint operations; /* of the recipe */
  guint total;      /* of all that was put in */
  const char *problem;
  guint problem_array;
  /* the place */
  RsIrBlock *block;
  RsIrStatement *statement;
  guint rounds;
  GArray *elements; /* of Element */
} Again;

/* What the statements are put in for: subscripts for the position, and locals of their own. */
typedef struct {
  Again *again;
  const RsIrExpression *load;
  RsBoundary boundary;
  guint first_label;
  guint *locals; /* [n_locals]: + 1; 0: the same */
} Turn;

static gboolean
is_own (const RsKernel *kernel, const RsIrExpression *const *subscripts, guint n)
{
  gboolean is_own = n == kernel->grid_rank;

  for (guint d = 0; d < n && is_own; d++)
    is_own = subscripts[d]->op == RS_IR_POSITION && subscripts[d]->component == d;
  return is_own;
}

static gboolean
has_op (const RsIrExpression *e, RsIrOp op)
{
  gboolean found = e->op == op;

  for (guint i = 0; i < e->n_operands && !found; i++)
    found = has_op (e->operands[i], op);
  return found;
}

static void
refuse (Again *self, guint array, const char *problem)
{
  if (self->problem != NULL)
    return;
  self->problem = problem;
  self->problem_array = array;
}

/* --- what is needed --- */

static void
find_needed (const RsIrExpression *e, gpointer data)
{
  Again *self = data;

  if (e->op == RS_IR_LOAD && (self->written[e->index] & 2) != 0 && !is_own (self->kernel, e->operands, e->n_operands))
    self->arrays[e->index].is_needed = TRUE;
}

static void
visit_block (const RsIrBlock *block, RsIrVisit visit, gpointer data)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, visit, data);
      visit_block (&s->body, visit, data);
      visit_block (&s->other, visit, data);
    }
}

static gboolean
is_of_grid (const Again *self, guint parameter)
{
  return self->known[parameter].is_grid && rs_kernel_view (self->kernel, parameter) == RS_IR_VIEW_PLAIN
         && rs_kernel_get_rank (self->kernel, parameter) == self->kernel->grid_rank;
}

/* --- the recipe --- */

/* Only what sets locals stays; assertions of parts are known to hold. */
static void
drop_effects (RsIrBlock *block)
{
  RsIrStatement *next;

  for (RsIrStatement *s = block->first; s != NULL; s = next)
    {
      next = s->next;
      drop_effects (&s->body);
      drop_effects (&s->other);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC || s->kind == RS_IR_REDUCE || s->kind == RS_IR_ASSERT)
        rs_ir_remove (block, s);
    }
}

static void
append_use (Again *self, guint local)
{
  RsIrStatement *use = rs_ir_statement (self->kernel, RS_IR_ASSERT, 0);

  use->is_known = TRUE;
  use->value
      = rs_ir_binary (self->kernel, RS_IR_EQ, rs_ir_local (self->kernel, local), rs_ir_local (self->kernel, local));
  rs_ir_append (&self->recipe, use);
}

static void
make_recipe (Again *self, const RsIrBlock *before)
{
  g_autofree RsFusedUse *uses = g_new0 (RsFusedUse, self->kernel->parameters->len);

  self->recipe = rs_ir_copy_block (self->kernel, before);
  rs_fused_survey (self->kernel, &self->recipe, uses);
  for (guint p = 0; p < self->kernel->parameters->len; p++)
    if ((self->written[p] & 2) != 0 && uses[p].is_exact && !uses[p].is_elsewhere && self->known[p].covers_grid)
      self->arrays[p].is_replaced = rs_fused_replace_array (self->kernel, &self->recipe, p, self->arrays[p].locals);
  drop_effects (&self->recipe);
  for (guint p = 0; p < self->kernel->parameters->len; p++)
    if (self->arrays[p].is_needed && !self->arrays[p].is_replaced)
      refuse (self, p, "is not simply set by each work item at its own position");
    else if (self->arrays[p].is_needed)
      for (guint part = 0; part < 2; part++)
        append_use (self, self->arrays[p].locals[part]);
  rs_ir_drop_dead_code (self->kernel, &self->recipe, FALSE);
  drop_effects (&self->recipe);
  self->n_locals = self->kernel->locals->len;
  self->n_labels = self->kernel->n_labels + 1;
}

/* --- whether it can be followed elsewhere --- */

static guint
count_operations (const RsIrExpression *e)
{
  const RsIrOpInfo *info = &rs_ir_ops[e->op];
  guint n = e->op == RS_IR_LOAD                                                               ? 1
            : info->rule == RS_IR_RULE_LEAF                                                   ? 0
            : info->printing == RS_IR_PRINT_LIBM || info->printing == RS_IR_PRINT_LIBM_SCALAR ? FUNCTION_OPERATIONS
            : info->printing == RS_IR_PRINT_HELPER || info->printing == RS_IR_PRINT_BUILTIN || e->op == RS_IR_DIV
                ? HELPER_OPERATIONS
                : 1;

  if (e->op == RS_IR_ABS || e->op == RS_IR_MIN || e->op == RS_IR_MAX)
    n = 1;
  for (guint i = 0; i < e->n_operands && e->op != RS_IR_LOAD; i++)
    n += count_operations (e->operands[i]);
  return n;
}

static void
add_operations (const RsIrExpression *e, guint *n)
{
  if (e != NULL)
    *n += count_operations (e);
}

static guint
count_rounds (const RsIrStatement *loop)
{
  const RsIrExpression *low = loop->low, *high = loop->high;

  if (low->op != RS_IR_CONST || high->op != RS_IR_CONST || high->value.integer - low->value.integer > UNKNOWN_ROUNDS)
    return UNKNOWN_ROUNDS;
  return high->value.integer < low->value.integer
             ? 0
             : (guint)((high->value.integer - low->value.integer) / MAX (loop->step, 1)) + 1;
}

static void
check_expression (Again *self, const RsIrExpression *e)
{
  if (e->op == RS_IR_POSITION)
    refuse (self, G_MAXUINT, "they use the position itself");
  if (e->op == RS_IR_ELEMENT && e->operands[0]->op != RS_IR_CONST)
    refuse (self, G_MAXUINT, "they use small vectors");
  if (e->op == RS_IR_LOAD && (self->written[e->index] & 2) != 0)
    refuse (self, e->index, "is read before it is set");
  if (e->op == RS_IR_LOAD && is_own (self->kernel, e->operands, e->n_operands))
    {
      if (!is_of_grid (self, e->index))
        refuse (self, e->index, "has other lengths than the grid");
      return;
    }
  for (guint i = 0; i < e->n_operands; i++)
    {
      if (e->op == RS_IR_LOAD && has_op (e->operands[i], RS_IR_POSITION))
        refuse (self, e->index, "is read at neighbours by them as well");
      if (e->op == RS_IR_LOAD && e->boundary == RS_BOUNDARY_UNCHECKED && e->operands[i]->op != RS_IR_CONST)
        refuse (self, e->index, "is read at a computed place, and unchecked");
      check_expression (self, e->operands[i]);
    }
}

/* Counts the operations as well. */
static guint
check_recipe (Again *self, const RsIrBlock *block)
{
  guint n = 0;

  for (const RsIrStatement *s = block->first; s != NULL && n < MOST_OPERATIONS * UNKNOWN_ROUNDS; s = s->next)
    {
      const RsIrExpression *const all[] = { s->value, s->low, s->high, s->n_subscripts > 0 ? s->subscripts[0] : NULL };
      const guint rounds = s->kind == RS_IR_LOOP ? count_rounds (s) : 1;

      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        {
          if (all[i] != NULL)
            check_expression (self, all[i]);
          add_operations (all[i], &n);
        }
      if (s->kind == RS_IR_FOREVER || s->kind == RS_IR_BARRIER || s->kind == RS_IR_RETURN
          || (s->kind == RS_IR_SET_ELEMENT && s->subscripts[0]->op != RS_IR_CONST))
        refuse (self, G_MAXUINT, "they have loops of unknown length or small vectors");
      n += rounds * check_recipe (self, &s->body) + check_recipe (self, &s->other);
    }
  return n;
}

/* --- putting it in --- */

static guint
local_of (Turn *turn, guint local)
{
  return local < turn->again->n_locals && turn->locals[local] != 0 ? turn->locals[local] - 1 : local;
}

static const RsIrExpression *
move (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Turn *turn = data;
  RsIrExpression *copy;

  if (e->op == RS_IR_LOAD && is_own (kernel, e->operands, e->n_operands))
    {
      copy
          = rs_arena_memdup (kernel->arena, turn->load, sizeof *e + turn->load->n_operands * sizeof (RsIrExpression *));
      copy->index = e->index;
      copy->type = e->type;
      copy->component = e->component;
      copy->line = e->line;
      copy->boundary = turn->boundary;
      return copy;
    }
  if ((e->op != RS_IR_LOCAL && e->op != RS_IR_ELEMENT) || local_of (turn, e->index) == e->index)
    return e;
  copy = rs_arena_memdup (kernel->arena, e, sizeof *e + e->n_operands * sizeof (RsIrExpression *));
  copy->index = (guint16)local_of (turn, e->index);
  return copy;
}

/* Locals that the recipe sets become others. */
static void
rename_locals (Turn *turn, const RsIrBlock *block)
{
  RsKernel *kernel = turn->again->kernel;

  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      if ((s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP)
          && turn->locals[s->index] == 0)
        {
          RsIrLocal local = *rs_kernel_local (kernel, s->index);

          g_array_append_val (kernel->locals, local);
          turn->locals[s->index] = kernel->locals->len;
        }
      rename_locals (turn, &s->body);
      rename_locals (turn, &s->other);
    }
}

static void
move_block (Turn *turn, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_map_statement (turn->again->kernel, s, move, turn);
      if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT || s->kind == RS_IR_LOOP)
        s->index = (guint16)local_of (turn, s->index);
      if (s->label != 0)
        s->label += turn->first_label;
      move_block (turn, &s->body);
      move_block (turn, &s->other);
    }
}

/* Puts the recipe in before the statement, for the element that load reads. */
static void
put_in (Again *self, const RsIrExpression *load, Element *element)
{
  RsKernel *kernel = self->kernel;
  g_autofree guint *locals = g_new0 (guint, self->n_locals);
  Turn turn = { self, load, load->boundary == RS_BOUNDARY_UNCHECKED ? RS_BOUNDARY_SAFE : load->boundary,
                kernel->n_labels, locals };
  RsIrBlock block = rs_ir_copy_block (kernel, &self->recipe);
  RsIrStatement *next;

  kernel->n_labels += self->n_labels;
  rename_locals (&turn, &block);
  move_block (&turn, &block);
  for (RsIrStatement *s = block.first; s != NULL; s = next)
    {
      next = s->next;
      rs_ir_remove (&block, s);
      rs_ir_insert_after (self->block, self->statement->previous, s);
    }
  element->load = load;
  for (guint part = 0; part < 2; part++)
    element->locals[part] = local_of (&turn, self->arrays[load->index].locals[part]);
  self->total += MIN (self->operations * self->rounds, G_MAXUINT16);
}

static gboolean
is_same_element (const RsIrExpression *a, const RsIrExpression *b)
{
  gboolean is_same = a->index == b->index && a->boundary == b->boundary;

  for (guint i = 0; i < a->n_operands && is_same; i++)
    is_same = rs_ir_equal (a->operands[i], b->operands[i]);
  return is_same;
}

static const RsIrExpression *
compute_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  Again *self = data;
  Element element = { 0 };
  const RsIrExpression *value;
  RsIrExpression *inside;

  if (e->op != RS_IR_LOAD || !self->arrays[e->index].is_needed || is_own (kernel, e->operands, e->n_operands)
      || self->total > MOST_OPERATIONS)
    return e;
  for (guint i = 0; i < self->elements->len && element.load == NULL; i++)
    if (is_same_element (g_array_index (self->elements, Element, i).load, e))
      element = g_array_index (self->elements, Element, i);
  if (element.load == NULL)
    {
      put_in (self, e, &element);
      g_array_append_val (self->elements, element);
    }
  value = rs_ir_local (kernel, element.locals[e->component]);
  if (e->boundary != RS_BOUNDARY_SAFE)
    return value;
  inside = rs_arena_memdup (kernel->arena, e, sizeof *e + e->n_operands * sizeof (RsIrExpression *));
  inside->op = RS_IR_INSIDE;
  inside->type = RS_IR_BOOL;
  inside->boundary = inside->component = 0;
  return rs_ir_select (kernel, inside, value, rs_ir_constant (kernel, e->type, 0));
}

static void
compute_block (Again *self, RsIrBlock *block, guint rounds)
{
  for (RsIrStatement *s = block->first; s != NULL && self->total <= MOST_OPERATIONS; s = s->next)
    {
      guint inner;

      self->block = block;
      self->statement = s;
      self->rounds = rounds;
      g_array_set_size (self->elements, 0);
      rs_ir_map_statement (self->kernel, s, compute_load, self);
      inner = s->kind == RS_IR_LOOP ? rounds * count_rounds (s) : s->kind == RS_IR_FOREVER ? UNKNOWN_ROUNDS : rounds;
      compute_block (self, &s->body, s->kind == RS_IR_LOOP ? MIN (inner, G_MAXUINT16) : inner);
      compute_block (self, &s->other, rounds);
    }
}

/* --- the whole --- */

static void
check_needed (Again *self, const RsIrBlock *block)
{
  g_autofree guint8 *used = g_new0 (guint8, self->kernel->parameters->len);

  rs_fused_find_used (block, used);
  for (guint p = 0; p < self->kernel->parameters->len; p++)
    if (self->arrays[p].is_needed && (used[p] & 2) != 0)
      refuse (self, p, "is written as well");
    else if (self->arrays[p].is_needed && !is_of_grid (self, p))
      refuse (self, p, "has other lengths than the grid");
}

static char *
describe (const Again *self)
{
  static const char start[] = "it reads elements that other work items of launches before it compute";

  if (self->problem_array == G_MAXUINT)
    return g_strdup_printf ("%s, and %s", start, self->problem);
  return g_strdup_printf ("%s, and `%s` %s", start,
                          rs_kernel_parameter (self->kernel, self->problem_array)->name, self->problem);
}

char *
rs_fused_compute_again (RsKernel *kernel, const RsIrBlock *before, RsIrBlock *block, const RsFusedParameter *known)
{
  g_autofree Array *arrays = g_new0 (Array, kernel->parameters->len);
  g_autofree guint8 *written = g_new0 (guint8, kernel->parameters->len);
  g_autoptr (GArray) elements = g_array_new (FALSE, FALSE, sizeof (Element));
  Again self = { .kernel = kernel, .known = known, .arrays = arrays, .written = written, .elements = elements };
  gboolean any = FALSE;

  rs_fused_find_used (before, written);
  visit_block (block, find_needed, &self);
  for (guint p = 0; p < kernel->parameters->len; p++)
    any |= arrays[p].is_needed;
  if (!any)
    return NULL;
  check_needed (&self, block);
  if (self.problem == NULL)
    make_recipe (&self, before);
  if (self.problem == NULL)
    self.operations = check_recipe (&self, &self.recipe);
  if (self.problem != NULL)
    return describe (&self);
  compute_block (&self, block, 1);
  return self.total > MOST_OPERATIONS ? g_strdup ("it reads so many elements that other work items of launches before "
                                                  "it compute that computing them again would take longer")
                                      : NULL;
}
