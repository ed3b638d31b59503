/* The state of one printing, and lines.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/print/print.h"

static void
find_truncation (const RsIrExpression *e, gpointer data)
{
  if (e->op == RS_IR_TO_INTEGER
      || (e->op == RS_IR_CONVERT && rs_ir_is_floating (e->operands[0]->type) && !rs_ir_is_floating (e->type)))
    *(gboolean *)data = TRUE;
}

static gboolean
truncates (const RsIrBlock *block)
{
  gboolean found = FALSE;

  for (const RsIrStatement *s = block->first; s != NULL && !found; s = s->next)
    {
      rs_ir_visit_statement (s, find_truncation, &found);
      found = found || truncates (&s->body) || truncates (&s->other);
    }
  return found;
}

void
c_print_init (Printer *p, const RsKernel *kernel, const Dialect *dialect, gpointer context)
{
  *p = (Printer){ .kernel = kernel, .dialect = dialect, .context = context, .truncates = truncates (&kernel->body) };
  p->body = g_string_new (NULL);
  p->helpers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  p->helper_order = g_ptr_array_new ();
  p->targets = g_array_new (FALSE, FALSE, sizeof (gpointer));
  p->gotos = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
c_print_clear (Printer *p)
{
  g_string_free (p->body, TRUE);
  g_hash_table_unref (p->helpers);
  g_ptr_array_unref (p->helper_order);
  g_array_unref (p->targets);
  g_array_unref (p->gotos);
}

void
c_print_indent (Printer *p)
{
  g_string_append_printf (p->body, "%*s", (int)p->indent, "");
}

void
c_printf (Printer *p, const char *format, ...)
{
  va_list arguments;

  c_print_indent (p);
  va_start (arguments, format);
  g_string_append_vprintf (p->body, format, arguments);
  va_end (arguments);
  g_string_append_c (p->body, '\n');
}

void
c_define (Printer *p, char *text)
{
  if (g_hash_table_contains (p->helpers, text))
    {
      g_free (text);
      return;
    }
  g_hash_table_add (p->helpers, text);
  g_ptr_array_add (p->helper_order, text);
}
