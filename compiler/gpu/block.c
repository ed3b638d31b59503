/* Work items that meet at barriers: all of a group come by each barrier, also those that a launch does not have, in the
 * last group of a grid that is no multiple of the block, and those that have ended or failed.
 *
 * What the block does as one, its control flow around barriers and the variables of that, all run; between two of these
 * stands what each work item does by itself: only those run that the launch has and that have not ended. Where a warp
 * hands over values, all of it meet, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/gpu/private.h"

#include "compiler/kernel/passes/control/regions.h"

void
gpu_append_exit (Printer *p, GString *out)
{
  if (gpu (p)->is_strided)
    {
      p->needs_done = TRUE;
      g_string_append_printf (out, "goto done_%u;", p->copy);
    }
  else if (p->kernel->has_blocks)
    {
      gpu (p)->needs_rest = TRUE;
      g_string_append_printf (out, "{ is_active = 0; goto rest_%u; }", gpu (p)->run);
    }
  else
    g_string_append (out, "return;");
}

static void
open_run (Printer *p)
{
  gpu (p)->run = ++gpu (p)->n_runs;
  gpu (p)->needs_rest = FALSE;
  c_printf (p, "if (is_active)");
  c_printf (p, "{");
  p->indent += 2;
}

static void
close_run (Printer *p)
{
  if (gpu (p)->needs_rest)
    c_printf (p, "rest_%u:;", gpu (p)->run);
  gpu (p)->run = 0;
  p->indent -= 2;
  c_printf (p, "}");
}

gboolean
gpu_print_block (Printer *p, const RsIrBlock *block)
{
  if (gpu_print_turns (p, block))
    return TRUE;
  if (!p->kernel->has_blocks || gpu (p)->run > 0)
    return FALSE;
  for (const RsIrStatement *s = block->first; s != NULL; s = s->next)
    {
      const gboolean is_own = rs_regions_is_item_statement (p->kernel, s);

      if (is_own && gpu (p)->run == 0)
        open_run (p);
      c_print_statement (p, s);
      if (!is_own && s->kind == RS_IR_IF && !p->kernel->target->has_shuffles)
        c_printf (p, "RS_BARRIER;"); /* else PoCL runs the first work item twice behind one that is passed over */
      if (is_own && (s->next == NULL || !rs_regions_is_item_statement (p->kernel, s->next)))
        close_run (p);
    }
  return TRUE;
}

/* All of a warp come by, also those that have ended: their values are nobody's. */
static void
print_exchange (Printer *p, const RsIrStatement *s)
{
  g_autofree char *value = c_expression_text (p, s->low), *place = s->high ? c_expression_text (p, s->high) : NULL;
  const char *type = c_type (s->low->type);
  g_autoptr (GString) result = g_string_new (NULL);

  p->dialect->append_local (p, result, s->result - 1);
  switch ((RsIrExchange)s->op)
    {
    case RS_IR_EXCHANGE_WARP_SHUFFLE:
      c_printf (p, "{");
      c_printf (p, "  const %s own = %s;", type, value);
      c_printf (p, "  const int place = (int) (%s);", place);
      c_printf (p, "  const unsigned there = RS_BALLOT (is_active);");
      c_printf (p, "  const %s got = RS_SHUFFLE (own, place);", type);
      c_printf (p, "  %s[0] = (there >> place & 1) != 0 ? got : own;", result->str);
      c_printf (p, "}");
      break;
    case RS_IR_EXCHANGE_WARP_BALLOT:
      c_printf (p, "%s[0] = (long) RS_BALLOT (is_active && (%s));", result->str, value);
      break;
    case RS_IR_EXCHANGE_WARP_MATCH:
      c_printf (p, "{");
      c_printf (p, "  const unsigned there = RS_BALLOT (is_active);");
      c_printf (p, "  %s[0] = (long) (RS_MATCH ((%s) (%s)) & there);", result->str, type, value);
      c_printf (p, "}");
      break;
    default:
      g_assert_not_reached ();
    }
}

void
gpu_print_barrier (Printer *p, const RsIrStatement *s)
{
  if (s->op != RS_IR_EXCHANGE_NONE)
    print_exchange (p, s);
  else if (s->component == RS_IR_SCOPE_GRID || s->component == RS_IR_SCOPE_MULTI_GRID)
    {
      gpu_need_grid_barrier (p);
      c_printf (p, "rs_grid_barrier (rs_barrier);");
    }
  else if (s->component == RS_IR_SCOPE_WARP && p->kernel->target->has_shuffles)
    c_printf (p, "RS_WARP_BARRIER;");
  else
    c_printf (p, "RS_BARRIER;");
}
