/* Blocks that run together, one in each SIMD lane, as C; see compiler/cpu/passes/blocks/together.c.
 *
 * The elements of shared memory, and of what work items keep, lie side by side for all these blocks. A region is a loop
 * over the work items of one block; inside of it, what is common to the blocks runs once, and everything between as a
 * loop over the lanes. Such a loop is printed twice where it uses shared memory by common indices: they are inside of
 * it, which is seen once, or not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/cpu/passes/blocks/together.h"
#include "compiler/kernel/analysis/needed.h"

#include <string.h>

#define MOST_BYTES (512 << 10) /* of the blocks that run together; more would not stay in the cache */

/* --- statements of a region --- */

/* What stands in the loop over lanes: not common itself, nor around something that is. */
static gboolean
is_of_lane (const Printer *p, const RsIrStatement *s)
{
  return !rs_together_is_common_statement (p->kernel, s);
}

/* The last of the statements from first on that are all of the lanes. */
static const RsIrStatement *
end_of_run (const Printer *p, const RsIrStatement *first)
{
  while (first->next && is_of_lane (p, first->next))
    first = first->next;
  return first;
}

/* Marks the locals that carry something from one loop over lanes to another, which have an element a lane. */
static void
find_across (Printer *p, const RsIrStatement *first, const RsIrStatement *end)
{
  for (const RsIrStatement *s = first, *last; s != end; s = last->next)
    {
      last = s;
      if (!is_of_lane (p, s))
        {
          find_across (p, s->body.first, NULL);
          find_across (p, s->other.first, NULL);
          continue;
        }
      last = end_of_run (p, s);
      for (guint i = 0; i < p->kernel->locals->len; i++)
        {
          const RsIrLocal *local = rs_kernel_local (p->kernel, i);

          cpu (p)->across[i] |= !local->is_common && !local->is_counter && !local->is_kept
                                && rs_statements_need_local (s, last, i);
        }
    }
}

static void
print_local (Printer *p, guint local, const char *length)
{
  g_autoptr (GString) name = g_string_new (NULL);

  c_append_local_name (p, name, local);
  c_printf (p, "%s %s%s = %s0%s;", c_type (rs_kernel_local (p->kernel, local)->type), name->str, length,
            length[0] ? "{ " : "", length[0] ? " }" : "");
}

/* The common accesses to shared memory that have to be seen inside of it, as a condition in C; empty: none. */
typedef struct {
  Printer *p;
  GString *text;
} Inside;

static void
find_memory (const RsIrExpression *e, gpointer data)
{
  *(gboolean *)data |= e->op == RS_IR_LOAD;
}

static gboolean
is_hoisted (const RsKernel *kernel, guint parameter, RsBoundary boundary, const RsIrExpression *const *subscripts,
            guint n)
{
  gboolean has_memory = FALSE;

  if (rs_kernel_parameter (kernel, parameter)->binding != RS_BIND_SHARED || boundary != RS_BOUNDARY_SAFE)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (!rs_together_is_common (kernel, subscripts[i]))
        return FALSE;
      rs_ir_visit (subscripts[i], find_memory, &has_memory);
    }
  return !has_memory;
}

static void
add_inside (Inside *self, guint parameter, RsBoundary boundary, const RsIrExpression *const *subscripts, guint n)
{
  if (!is_hoisted (self->p->kernel, parameter, boundary, subscripts, n))
    return;
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (GString) test = g_string_new ("(unsigned long) ");

      c_append_expression (self->p, test, subscripts[k]);
      g_string_append (test, " < (unsigned long) ");
      c_append_parameter (self->p, test, parameter);
      g_string_append_printf (test, "_%u", k);
      if (strstr (self->text->str, test->str) == NULL)
        g_string_append_printf (self->text, "%s%s", self->text->len ? " && " : "", test->str);
    }
}

static void
add_inside_of_load (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOAD)
    add_inside (data, e->index, e->boundary, e->operands, e->n_operands);
}

static void
add_inside_of_block (Inside *self, const RsIrStatement *first, const RsIrStatement *end)
{
  for (const RsIrStatement *s = first; s != end; s = s->next)
    {
      rs_ir_visit_statement (s, add_inside_of_load, self);
      if (s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
        add_inside (self, s->index, s->boundary, (const RsIrExpression *const *)s->subscripts, s->n_subscripts);
      add_inside_of_block (self, s->body.first, NULL);
      add_inside_of_block (self, s->other.first, NULL);
    }
}

static const RsIrExpression *
relax_load (RsKernel *kernel, const RsIrExpression *e, gpointer data)
{
  if (e->op != RS_IR_LOAD || !is_hoisted (kernel, e->index, e->boundary, e->operands, e->n_operands))
    return e;
  return rs_ir_unchecked_load (kernel, e);
}

static void
relax_stores (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first; s; s = s->next)
    {
      if ((s->kind == RS_IR_STORE || s->kind == RS_IR_ATOMIC)
          && is_hoisted (kernel, s->index, s->boundary, (const RsIrExpression *const *)s->subscripts, s->n_subscripts))
        s->boundary = RS_BOUNDARY_UNCHECKED;
      relax_stores (kernel, &s->body);
      relax_stores (kernel, &s->other);
    }
}

static gboolean
is_plain_word (RsElement element)
{
  return element == RS_ELEMENT_SINGLE || element == RS_ELEMENT_DOUBLE || element == RS_ELEMENT_INT32
         || element == RS_ELEMENT_INT64;
}

/* Whether all that block does is to store into shared memory by relaxed accesses, of values that can be computed
 * anyway. */
static gboolean
has_only_relaxed_stores (const RsKernel *kernel, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      gboolean has_memory = FALSE;

      if (s->kind != RS_IR_STORE || s->boundary != RS_BOUNDARY_UNCHECKED
          || rs_kernel_parameter (kernel, s->index)->binding != RS_BIND_SHARED
          || !is_plain_word (rs_kernel_parameter (kernel, s->index)->element)
          || s->value->type != rs_ir_type_of_element (rs_kernel_parameter (kernel, s->index)->element))
        return FALSE;
      rs_ir_visit (s->value, find_memory, &has_memory);
      for (guint i = 0; i < s->n_subscripts; i++)
        if (has_memory || !rs_together_is_common (kernel, s->subscripts[i]))
          return FALSE;
    }
  return TRUE;
}

static void
store_old_or_new (RsKernel *kernel, RsIrBlock *block, RsIrStatement *place, RsIrStatement *s,
                  const RsIrExpression *condition)
{
  RsIrExpression *old = rs_ir_new (kernel, RS_IR_LOAD, s->value->type, s->n_subscripts);

  old->boundary = RS_BOUNDARY_UNCHECKED;
  old->index = s->index;
  old->line = s->line;
  for (guint i = 0; i < s->n_subscripts; i++)
    old->operands[i] = s->subscripts[i];
  s->value = rs_ir_select (kernel, condition, s->value, old);
  rs_ir_insert_after (block, place, s);
}

/* `if c: s[i] = v` as `s[i] = c ? v : s[i]`, which needs no masks: the memory belongs to the lane. */
static void
flatten_stores (RsKernel *kernel, RsIrBlock *block)
{
  for (RsIrStatement *s = block->first, *next; s; s = next)
    {
      RsIrStatement *set;

      next = s->next;
      if (s->kind != RS_IR_IF || !has_only_relaxed_stores (kernel, &s->body) || s->other.first)
        continue;
      set = rs_ir_statement (kernel, RS_IR_SET, s->line);
      set->index = rs_kernel_add_local (kernel, "chosen", RS_IR_BOOL, 1);
      set->value = s->value;
      rs_ir_insert_after (block, s, set);
      for (RsIrStatement *t = s->body.last, *before; t; t = before)
        {
          before = t->previous;
          rs_ir_remove (&s->body, t);
          store_old_or_new (kernel, block, set, t, rs_ir_local (kernel, set->index));
        }
      rs_ir_remove (block, s);
    }
}

/* The choice between the bits of the two: a conditional expression would become a store under a mask, with a branch
 * around it. */
gboolean
c_print_old_or_new (Printer *p, const RsIrStatement *s)
{
  const RsIrExpression *value = s->value, *old = value->n_operands == 3 ? value->operands[2] : NULL;
  g_autoptr (GString) text = g_string_new (NULL), new = g_string_new (NULL), chosen = g_string_new (NULL);
  const char *word = value->type == RS_IR_F32 || value->type == RS_IR_I32 ? "int" : "long";

  if (cpu (p)->together == 0 || s->kind != RS_IR_STORE || value->op != RS_IR_SELECT
      || value->operands[0]->op != RS_IR_LOCAL || old->op != RS_IR_LOAD || old->index != s->index
      || old->boundary != RS_BOUNDARY_UNCHECKED || s->boundary != RS_BOUNDARY_UNCHECKED
      || old->n_operands != s->n_subscripts || !is_plain_word (rs_kernel_parameter (p->kernel, s->index)->element))
    return FALSE;
  for (guint i = 0; i < s->n_subscripts; i++)
    if (!rs_ir_equal (old->operands[i], s->subscripts[i]))
      return FALSE;
  c_append_expression (p, text, old);
  c_append_expression (p, new, value->operands[1]);
  c_append_expression (p, chosen, value->operands[0]);
  c_printf (p, "{ union { %s e; %s b; } new = { %s }, old = { %s }; const %s m = -(%s) %s;", c_type (value->type), word,
            new->str, text->str, word, word, chosen->str);
  c_printf (p, "  new.b = (new.b & m) | (old.b & ~m); %s = new.e; }", text->str);
  return TRUE;
}

/* A copy of the statements from first to last in which the accesses that add_inside_of_block found are 'unchecked. */
static RsIrBlock
relax (RsKernel *kernel, const RsIrStatement *first, const RsIrStatement *last)
{
  const RsIrBlock run = { (RsIrStatement *)first, (RsIrStatement *)last };
  RsIrBlock copy = { NULL, NULL }, all = rs_ir_copy_block (kernel, &run);
  guint n = 1;

  for (const RsIrStatement *s = first; s != last; s = s->next)
    n++;
  while (n-- > 0)
    {
      RsIrStatement *s = all.first;

      rs_ir_remove (&all, s);
      rs_ir_append (&copy, s);
    }
  rs_ir_map_block (kernel, &copy, relax_load, NULL);
  relax_stores (kernel, &copy);
  flatten_stores (kernel, &copy);
  return copy;
}

static gboolean
is_straight (const RsIrStatement *first, const RsIrStatement *end)
{
  for (const RsIrStatement *s = first; s != end; s = s->next)
    if ((s->kind != RS_IR_SET && s->kind != RS_IR_STORE && s->kind != RS_IR_ATOMIC && s->kind != RS_IR_IF)
        || !is_straight (s->body.first, NULL) || !is_straight (s->other.first, NULL))
      return FALSE;
  return TRUE;
}

/* Numbers made of common truth values, which are known before the loop over lanes. */
typedef struct {
  Printer *p;
  GPtrArray *found; /* of const RsIrExpression */
} Truths;

static void
find_truth (const RsIrExpression *e, gpointer data)
{
  Truths *self = data;
  gboolean has_memory = FALSE;

  if (e->op != RS_IR_CONVERT || e->operands[0]->type != RS_IR_BOOL || rs_ir_is_floating (e->type)
      || !rs_together_is_common (self->p->kernel, e))
    return;
  rs_ir_visit (e, find_memory, &has_memory);
  if (!has_memory)
    g_ptr_array_add (self->found, (gpointer)e);
}

static void
find_truths (Truths *self, const RsIrStatement *first, const RsIrStatement *end)
{
  for (const RsIrStatement *s = first; s != end; s = s->next)
    {
      rs_ir_visit_statement (s, find_truth, self);
      find_truths (self, s->body.first, NULL);
      find_truths (self, s->other.first, NULL);
    }
}

/* The compiler must not see that they are truth values: it would build a mask of them bit by bit. */
static void
hoist_truths (Printer *p, const GPtrArray *truths)
{
  for (guint i = 0; i < truths->len; i++)
    {
      const RsIrExpression *e = truths->pdata[i];
      g_autoptr (GString) value = g_string_new (NULL);
      char *name = g_strdup_printf ("common%u", p->n_temporaries++);

      c_append_expression (p, value, e);
      c_printf (p, "%s %s = %s;", c_type (e->type), name, value->str);
      c_printf (p, "__asm__ (\"\" : \"+r\" (%s));", name);
      g_hash_table_insert (cpu (p)->hoisted, (gpointer)e, name);
    }
}

/* The statements for one lane, with its own positions and locals. */
static void
print_lane (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  g_autofree gboolean *used = g_new0 (gboolean, p->kernel->locals->len + 1);
  guint copy = p->copy;

  c_mark_locals (first, last, used);
  p->copy = ++p->n_copies;
  c_printf (p, "{");
  p->indent += 2;
  for (guint k = 0; k < p->kernel->grid_rank; k++)
    c_printf (p, "const long p%u __attribute__ ((unused)) = base%u + q%u + lane * step%u;", k, k, k, k);
  for (guint i = 0; i < p->kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (p->kernel, i);

      if (used[i] && !local->is_common && !local->is_counter && !local->is_kept && !cpu (p)->across[i])
        print_local (p, i, "");
    }
  p->line = 0;
  cpu (p)->item_level = FALSE;
  for (const RsIrStatement *s = first; s != last->next; s = s->next)
    c_print_statement (p, s);
  cpu (p)->item_level = TRUE;
  p->indent -= 2;
  c_printf (p, "}");
  p->copy = copy;
}

static void
print_lane_loop (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  g_string_append (p->body, is_straight (first, last->next) ? "#pragma omp simd\n" : "#pragma GCC ivdep\n");
  c_printf (p, "for (int lane = 0; lane < %u; lane++)", cpu (p)->together);
  print_lane (p, first, last);
}

/* One truth value is decided before the loop, which is printed twice; more become numbers. */
static void
print_lanes (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Truths truths = { p, found };

  find_truths (&truths, first, last->next);
  cpu (p)->hoisted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (found->len == 1)
    {
      g_autoptr (GString) value = g_string_new (NULL);

      c_append_expression (p, value, found->pdata[0]);
      for (guint truth = 2; truth-- > 0;)
        {
          g_hash_table_insert (cpu (p)->hoisted, found->pdata[0], g_strdup_printf ("%u", truth));
          c_printf (p, truth ? "if (%s)" : "else", value->str);
          c_printf (p, "{");
          print_lane_loop (p, first, last);
          c_printf (p, "}");
        }
    }
  else
    {
      hoist_truths (p, found);
      print_lane_loop (p, first, last);
    }
  g_clear_pointer (&cpu (p)->hoisted, g_hash_table_unref);
}

static void
print_run (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  g_autoptr (GString) condition = g_string_new (NULL);
  Inside inside = { p, condition };

  add_inside_of_block (&inside, first, last->next);
  if (condition->len > 0)
    {
      RsIrBlock relaxed = relax ((RsKernel *)p->kernel, first, last);

      c_printf (p, "if (__builtin_expect (%s, 1))", condition->str);
      c_printf (p, "{");
      print_lanes (p, relaxed.first, relaxed.last);
      c_printf (p, "}");
      c_printf (p, "else");
    }
  c_printf (p, "{");
  print_lanes (p, first, last);
  c_printf (p, "}");
}

void
c_print_item_statements (Printer *p, const RsIrStatement *first, const RsIrStatement *end)
{
  for (const RsIrStatement *s = first, *last; s != end; s = last->next)
    {
      last = s;
      if (!is_of_lane (p, s))
        c_print_statement (p, s);
      else
        print_run (p, s, last = end_of_run (p, s));
    }
}

/* --- regions and blocks --- */

typedef struct {
  const Printer *p;
  gboolean found;
} Arrays;

static void
find_array (const RsIrExpression *e, gpointer data)
{
  Arrays *self = data;

  self->found |= e->op == RS_IR_LOAD && rs_kernel_parameter (self->p->kernel, e->index)->binding != RS_BIND_SHARED;
}

/* Whether a region does nothing but move elements between memory of the blocks and other arrays. */
static gboolean
only_moves (const Printer *p, const RsIrStatement *first, const RsIrStatement *end)
{
  Arrays arrays = { p, FALSE };

  for (const RsIrStatement *s = first; s != end; s = s->next)
    {
      if (s->kind != RS_IR_STORE)
        return FALSE;
      rs_ir_visit_statement (s, find_array, &arrays);
      arrays.found |= rs_kernel_parameter (p->kernel, s->index)->binding != RS_BIND_SHARED;
    }
  return arrays.found;
}

static void
open_items (Printer *p)
{
  g_autoptr (GString) item = g_string_new ("0");

  for (guint k = 0; k < p->kernel->grid_rank; k++)
    {
      g_autofree char *before = g_strdup (item->str);

      c_printf (p, "for (long q%u = 0; q%u < past%u - base%u; q%u++)", k, k, k, k, k);
      g_string_printf (item, "(%s) * (past%u - base%u) + q%u", before, k, k, k);
    }
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long item __attribute__ ((unused)) = %s;", item->str);
}

void
c_print_region_together (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  const RsKernel *kernel = p->kernel;
  g_autofree gboolean *used = g_new0 (gboolean, kernel->locals->len + 1);
  g_autofree gboolean *across = g_new0 (gboolean, kernel->locals->len + 1);
  g_autofree char *length = g_strdup_printf ("[%u]", cpu (p)->together);

  c_mark_locals (first, last, used);
  cpu (p)->across = across;
  find_across (p, first, last->next);
  /* Arrays are gone through block by block, as they lie in memory. */
  if (only_moves (p, first, last->next))
    {
      c_printf (p, "for (long lane = 0; lane < %u; lane++)", cpu (p)->together);
      open_items (p);
      cpu (p)->block_level = FALSE;
      print_lane (p, first, last);
      cpu (p)->item_level = FALSE;
      cpu (p)->block_level = TRUE;
      cpu (p)->across = NULL;
      p->indent -= 2;
      c_printf (p, "}");
      return;
    }
  open_items (p);
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);

      if (used[i] && !local->is_counter && !local->is_kept && !local->is_uniform && (local->is_common || across[i]))
        print_local (p, i, local->is_common ? "" : length);
    }
  cpu (p)->block_level = FALSE;
  cpu (p)->item_level = TRUE;
  c_print_item_statements (p, first, last->next);
  cpu (p)->item_level = FALSE;
  cpu (p)->block_level = TRUE;
  cpu (p)->across = NULL;
  p->indent -= 2;
  c_printf (p, "}");
}

/* The last dimension in which the box has enough blocks is cut: `from` is where the part begins that is left. */
void
c_print_together (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  c_printf (p, "int axis = -1;");
  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      c_printf (p, "if ((high%u - low%u) / block%u >= %u) axis = %u;", k, k, k, kernel->cpu.together, k);
      c_printf (p, "long from%u = low%u;", k, k);
    }
  cpu (p)->together = kernel->cpu.together;
  c_printf (p, "{");
  p->indent += 2;
  c_print_block_offsets (p);
  c_printf (p, "if (axis >= 0 && bytes <= %d)", MOST_BYTES);
  c_printf (p, "{");
  p->indent += 2;
  c_print_block_memory (p);
  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      c_printf (p, "const long step%u __attribute__ ((unused)) = axis == %u ? block%u : 0;", k, k, k);
      c_printf (p, "const long all%u = axis == %u ? %u * block%u : block%u;", k, k, cpu (p)->together, k, k);
      c_printf (p, "const long end%u = axis == %u ? low%u + (high%u - low%u) / all%u * all%u : high%u;", k, k, k, k, k,
                k, k, k);
    }
  for (guint k = 0; k < kernel->grid_rank; k++)
    c_printf (p, "for (long base%u = low%u; base%u < end%u; base%u += all%u)", k, k, k, k, k, k);
  c_print_one_block (p);
  for (guint k = 0; k < kernel->grid_rank; k++)
    c_printf (p, "if (axis == %u) from%u = end%u;", k, k, k);
  p->indent -= 2;
  c_printf (p, "}");
  p->indent -= 2;
  c_printf (p, "}");
  cpu (p)->together = 0;
}
