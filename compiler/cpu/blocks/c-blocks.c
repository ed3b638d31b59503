/* Kernels with shared memory and barriers as C: block by block; see compiler/kernel/passes/control/regions.c.
 *
 * A box is whole blocks, which one thread runs one after the other. Shared memory and what work items keep from one
 * region to the next lie on the stack, cleared at the start of each block: kept locals are arrays with an element a
 * work item, so that loops over work items vectorise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/passes/control/regions.h"

#define N_LEVELS 4 /* at which work items wait */

/* --- memory --- */

static void
print_shared_lengths (Printer *p, const RsIrShared *shared)
{
  const RsKernelParameter *parameter = rs_kernel_parameter (p->kernel, shared->parameter);
  g_autoptr (GString) name = g_string_new (NULL), count = g_string_new ("1");

  c_append_parameter (p, name, shared->parameter);
  for (int k = 0; k < parameter->rank; k++)
    {
      g_autoptr (GString) length = g_string_new (NULL);
      g_autofree char *before = g_strdup (count->str);

      c_append_expression (p, length, shared->dims[k]);
      c_printf (p, "const long %s_%d = %s;", name->str, k, length->str);
      g_string_printf (count, "rs_length (%s, %s_%d)", before, name->str, k);
    }
  c_printf (p, "const long %s_n = %s;", name->str, count->str);
}

/* Declares the offset of n elements in the block's memory; element: a C type. */
static void
print_offset (Printer *p, const char *name, const char *n, const char *element)
{
  c_printf (p, "const long %s_at = bytes;", name);
  c_printf (p, "bytes += (%s * (long) sizeof (%s) + 63) & ~63L;", n, element);
}

static void
print_offsets (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  for (guint i = 0; i < kernel->shared->len; i++)
    {
      const RsIrShared *shared = &g_array_index (kernel->shared, RsIrShared, i);
      g_autoptr (GString) name = g_string_new (NULL);
      g_autofree char *n = NULL;

      print_shared_lengths (p, shared);
      c_append_parameter (p, name, shared->parameter);
      n = shared->capacity > 0
              ? g_strdup_printf ("%" G_GINT64_FORMAT "L * %u", shared->capacity, MAX (cpu (p)->together, 1))
              : g_strdup_printf ("%s_n * %u", name->str, MAX (cpu (p)->together, 1));
      print_offset (p, name->str, n, c_element_type (rs_kernel_parameter (kernel, shared->parameter)->element));
    }
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);
      g_autofree char *n
          = g_strdup_printf ("items * %u", local->length * (local->is_common ? 1 : MAX (cpu (p)->together, 1)));

      if (!local->is_kept)
        continue;
      c_append_local_name (p, name, i);
      print_offset (p, name->str, n, c_type (local->type));
    }
  if (kernel->blocks == RS_IR_BLOCKS_RESUMED)
    {
      print_offset (p, "state", "items", "int");
      if (kernel->has_groups)
        print_offset (p, "order", "items", "long");
    }
}

static void
print_pointers (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  for (guint i = 0; i < kernel->shared->len; i++)
    {
      guint parameter = g_array_index (kernel->shared, RsIrShared, i).parameter;
      const char *type = c_element_type (rs_kernel_parameter (kernel, parameter)->element);
      g_autoptr (GString) name = g_string_new (NULL);

      c_append_parameter (p, name, parameter);
      c_printf (p, "%s *restrict const %s = (%s *) (memory + %s_at);", type, name->str, type, name->str);
    }
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (!local->is_kept)
        continue;
      c_append_local_name (p, name, i);
      c_printf (p, "%s *restrict const %s = (%s *) (memory + %s_at);", c_type (local->type), name->str,
                c_type (local->type), name->str);
    }
  if (kernel->blocks == RS_IR_BLOCKS_RESUMED)
    {
      c_printf (p, "int *restrict const state = (int *) (memory + state_at);");
      if (kernel->has_groups)
        c_printf (p, "long *restrict const order = (long *) (memory + order_at);");
    }
}

void
c_print_block_offsets (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  const gsize too_many = kernel->target->block_bytes + 1;

  c_define (p, g_strdup_printf ("static inline long rs_length (long n, long length)\n"
                                "{\n"
                                "  length = length < 0 ? 0 : length > %" G_GSIZE_FORMAT " ? %" G_GSIZE_FORMAT
                                " : length;\n"
                                "  return n * length > %" G_GSIZE_FORMAT " ? %" G_GSIZE_FORMAT " : n * length;\n"
                                "}\n",
                                too_many, too_many, too_many, too_many));
  c_printf (p, "long bytes = 0, items = 1;");
  for (guint k = 0; k < kernel->grid_rank; k++)
    c_printf (p, "items = rs_length (items, block%u < grid%u ? block%u : grid%u);", k, k, k, k);
  print_offsets (p);
}

void
c_print_block_memory (Printer *p)
{
  c_printf (p, "char *const memory = __builtin_alloca_with_align (bytes + 64, 512);");
  print_pointers (p);
}

static void
print_memory (Printer *p)
{
  c_need_fail (p);
  c_print_block_offsets (p);
  c_printf (p, "if (bytes > %" G_GSIZE_FORMAT ")", p->kernel->target->block_bytes);
  c_printf (p, "  {");
  c_printf (p, "    rs_fail (box, %d, %u, 0, 0, 0, bytes, 0, 0);", RS_KERNEL_BLOCK_MEMORY, p->kernel->line);
  c_printf (p, "    return;");
  c_printf (p, "  }");
  c_print_block_memory (p);
}

/* --- work items --- */

static void
mark_used (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_LOCAL || e->op == RS_IR_ELEMENT)
    ((gboolean *)data)[e->index] = TRUE;
}

static void
mark_statement (const RsIrStatement *s, gboolean *used, gboolean *has_update)
{
  rs_ir_visit_statement (s, mark_used, used);
  if (s->kind == RS_IR_SET || s->kind == RS_IR_SET_ELEMENT)
    used[s->index] = TRUE;
  if (s->result > 0)
    used[s->result - 1] = TRUE;
  *has_update |= s->kind == RS_IR_ATOMIC || s->kind == RS_IR_REDUCE;
  for (const RsIrStatement *t = s->body.first; t; t = t->next)
    mark_statement (t, used, has_update);
  for (const RsIrStatement *t = s->other.first; t; t = t->next)
    mark_statement (t, used, has_update);
}

static void
print_item_locals (Printer *p, const gboolean *used)
{
  for (guint i = 0; i < p->kernel->locals->len; i++)
    {
      const RsIrLocal *local = rs_kernel_local (p->kernel, i);
      g_autoptr (GString) name = g_string_new (NULL);

      if (!used[i] || local->is_counter || local->is_kept || local->is_uniform || local->total)
        continue;
      c_append_local_name (p, name, i);
      if (local->length > 1)
        c_printf (p, "%s %s[%u] = { 0 };", c_type (local->type), name->str, local->length);
      else
        c_printf (p, "%s %s = 0;", c_type (local->type), name->str);
    }
}

static void
open_items (Printer *p, gboolean is_independent)
{
  guint last = p->kernel->grid_rank - 1;
  g_autoptr (GString) row = g_string_new ("0");

  for (guint k = 0; k < last; k++)
    {
      g_autofree char *before = g_strdup (row->str);

      c_printf (p, "for (long p%u = base%u; p%u < past%u; p%u++)", k, k, k, k, k);
      g_string_printf (row, "(%s + p%u - base%u) * (past%u - base%u)", before, k, k, k + 1, k + 1);
    }
  c_printf (p, "{");
  c_printf (p, "const long row = %s;", row->str);
  if (is_independent)
    g_string_append (p->body, "#pragma GCC ivdep\n");
  c_printf (p, "for (long p%u = base%u; p%u < past%u; p%u++)", last, last, last, last, last);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "const long item __attribute__ ((unused)) = row + p%u - base%u;", last, last);
}

static void
close_items (Printer *p)
{
  p->indent -= 2;
  c_printf (p, "}");
  c_printf (p, "}");
}

gboolean
c_mark_locals (const RsIrStatement *first, const RsIrStatement *last, gboolean *used)
{
  gboolean has_update = FALSE;

  for (const RsIrStatement *s = first; s != last->next; s = s->next)
    mark_statement (s, used, &has_update);
  return has_update;
}

/* The statements from first to last, for one work item after the other. They may not depend on each other between two
 * barriers, but for updates: several work items may update one element. */
static void
print_region (Printer *p, const RsIrStatement *first, const RsIrStatement *last)
{
  g_autofree gboolean *used = g_new0 (gboolean, p->kernel->locals->len + 1);

  open_items (p, !c_mark_locals (first, last, used));
  cpu (p)->block_level = FALSE;
  p->line = 0;
  print_item_locals (p, used);
  for (const RsIrStatement *s = first; s != last->next; s = s->next)
    c_print_statement (p, s);
  cpu (p)->block_level = TRUE;
  close_items (p);
}

void
c_print_block_level (Printer *p, const RsIrBlock *block)
{
  const RsIrStatement *first = NULL;

  for (const RsIrStatement *s = block->first; s; s = s->next)
    {
      if (rs_regions_is_item_statement (p->kernel, s))
        {
          first = first ? first : s;
          if (s->next && rs_regions_is_item_statement (p->kernel, s->next))
            continue;
          if (cpu (p)->together > 0)
            c_print_region_together (p, first, s);
          else
            print_region (p, first, s);
          first = NULL;
        }
      else if (s->kind != RS_IR_BARRIER)
        c_print_statement (p, s);
    }
}

/* Each work item goes on at the case that its state names; the lowest two bits of a state are the level at which it
 * waits. Of the work items that wait, those at the lowest level go on: a warp before its block, a block before the
 * grid. */
static void
print_resumed (Printer *p)
{
  g_autofree gboolean *used = g_new0 (gboolean, p->kernel->locals->len + 1);
  g_autofree char *last = p->kernel->has_groups ? g_strdup ("0x7fffffffffffffffL") : g_strdup_printf ("%d", N_LEVELS);
  g_autofree char *order = p->kernel->has_groups ? g_strdup ("order[item]")
                                                 : g_strdup_printf ("(state[item] & %d)", N_LEVELS - 1);

  c_mark_locals (p->kernel->body.first, p->kernel->body.last, used);
  c_printf (p, "for (long level = 0, next; level < %s; level = next)", last);
  c_printf (p, "{");
  p->indent += 2;
  c_printf (p, "next = %s;", last);
  open_items (p, FALSE);
  c_printf (p, "if (state[item] > 0 && %s > level)", order);
  c_printf (p, "{ next = next < %s ? next : %s; continue; }", order, order);
  p->copy = ++p->n_copies;
  cpu (p)->n_states = 0;
  print_item_locals (p, used);
  c_printf (p, "switch (state[item] >> 2)");
  c_printf (p, "{");
  c_printf (p, "case 0:;");
  c_print_block (p, &p->kernel->body);
  c_printf (p, "done_%u: __attribute__ ((unused));", p->copy);
  c_printf (p, "state[item] = -1;");
  c_printf (p, "}");
  c_printf (p, "wait_%u: __attribute__ ((unused));", p->copy);
  close_items (p);
  p->indent -= 2;
  c_printf (p, "}");
}

void
c_print_barrier (Printer *p, const RsIrStatement *barrier)
{
  static const guint levels[] = { [RS_IR_SCOPE_WARP] = 0,
                                  [RS_IR_SCOPE_BLOCK] = 1,
                                  [RS_IR_SCOPE_GRID] = 2,
                                  [RS_IR_SCOPE_MULTI_GRID] = 3,
                                  [RS_IR_SCOPE_RESUMED] = 0 }; /* below N_LEVELS */
  guint state = ++cpu (p)->n_states, level = levels[barrier->component];

  if (p->kernel->has_groups)
    {
      g_autoptr (GString) order = g_string_new (NULL);

      c_append_expression (p, order, barrier->value);
      c_printf (p, "order[item] = %s;", order->str);
      c_printf (p, "state[item] = %u; next = next < order[item] ? next : order[item]; goto wait_%u;", state << 2,
                p->copy);
    }
  else
    c_printf (p, "state[item] = %u; next = next < %u ? next : %u; goto wait_%u;", state << 2 | level, level, level,
              p->copy);
  c_printf (p, "case %u:;", state);
}

void
c_print_one_block (Printer *p)
{
  const RsKernel *kernel = p->kernel;

  c_printf (p, "{");
  p->indent += 2;
  for (guint k = 0; k < kernel->grid_rank; k++)
    {
      c_printf (p, "const long past%u = base%u + block%u < high%u ? base%u + block%u : high%u;", k, k, k, k, k, k, k);
      c_printf (p, "const long blk%u __attribute__ ((unused)) = base%u / block%u;", k, k, k);
    }
  c_printf (p, "__builtin_memset (memory, 0, bytes);");
  for (guint i = 0; i < kernel->locals->len; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      if (!rs_kernel_local (kernel, i)->is_uniform || rs_kernel_local (kernel, i)->is_counter)
        continue;
      c_append_local_name (p, name, i);
      c_printf (p, "%s %s = 0;", c_type (rs_kernel_local (kernel, i)->type), name->str);
    }
  if (kernel->blocks == RS_IR_BLOCKS_REGIONS)
    {
      cpu (p)->block_level = TRUE;
      p->copy = ++p->n_copies;
      c_print_block (p, &kernel->body);
      cpu (p)->block_level = FALSE;
    }
  else
    print_resumed (p);
  p->indent -= 2;
  c_printf (p, "}");
}

void
c_print_blocks (Printer *p)
{
  const RsKernel *kernel = p->kernel;
  const char *begin = kernel->cpu.together > 0 ? "from" : "low";

  if (kernel->cpu.together > 0)
    c_print_together (p);
  print_memory (p);
  for (guint k = 0; k < kernel->grid_rank; k++)
    c_printf (p, "for (long base%u = %s%u; base%u < high%u; base%u += block%u)", k, begin, k, k, k, k, k);
  c_print_one_block (p);
}
