/* Kernels with running sums: one function that tells what a box adds to them, and one that runs the box from what those
 * before it have come to.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/c-private.h"

#include "compiler/kernel/ir/known-locals.h"

static void
hoist_load (const RsIrExpression *e, gpointer data)
{
  Printer *p = data;
  g_autoptr (GString) text = NULL;

  if (e->op != RS_IR_LOAD || e->boundary != RS_BOUNDARY_SAFE)
    return;
  for (guint i = 0; i < e->n_operands; i++)
    if (!rs_ir_is_uniform (e->operands[i]))
      return;
  text = g_string_new (NULL);
  c_append_expression (p, text, e);
  c_printf (p, "const %s fixed_%u = %s;", c_type (e->type), p->n_temporaries, text->str);
  g_hash_table_insert (cpu (p)->hoisted, (gpointer)e, g_strdup_printf ("fixed_%u", p->n_temporaries++));
}

static void
hoist_block (Printer *p, const RsIrBlock *block)
{
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      rs_ir_visit_statement (s, hoist_load, p);
      hoist_block (p, &s->body);
      hoist_block (p, &s->other);
    }
}

void
c_print_fixed_loads (Printer *p)
{
  cpu (p)->hoisted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  hoist_block (p, &p->kernel->body);
}

void
c_print_prefix_entry (Printer *p)
{
  const char *name = p->kernel->name;

  c_printf (p, "void");
  c_printf (p, "%s (const RsKernelBox *restrict const box, void *const *restrict const arguments)", name);
  c_printf (p, "{");
  if (p->kernel->has_totals)
    {
      c_printf (p, "  if (box->phase == %d)", RS_KERNEL_TOTALS);
      c_printf (p, "    totals_%s (box, arguments);", name);
      c_printf (p, "  else");
    }
  c_printf (p, "    running_%s (box, arguments);", name);
  c_printf (p, "}");
}
