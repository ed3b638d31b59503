/* A window of a strip: the sums over the outer loop for all columns that the strip needs go to a buffer, from which
 * each work item takes its neighbouring ones.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/cpu/strips/c-strips.h"

gboolean
c_strip_find_window (const Strip *self, const RsIrStatement *loop, RsWindow *window)
{
  if (!rs_window_find (&self->rows, loop, window) || window->sum->value->type != self->word)
    return FALSE;
  for (const RsIrStatement *s = window->inner->body.first; s != window->sum; s = s->next)
    if (s->value->type != self->word)
      return FALSE;
  return TRUE;
}

/* One vector of columns: the sum over the outer loop, in the C variable `column`. */
static void
print_columns (Strip *self, const RsWindow *window)
{
  g_autoptr (GString) counter = g_string_new (NULL);
  g_autofree char *term = NULL;

  c_append_local (self->p, counter, window->inner->index);
  c_printf (self->p, "enum { u = 0 };");
  c_printf (self->p, "const long first = strip + offset, p%u = first, %s = %" G_GINT64_FORMAT "; (void) p%u;",
            self->last, counter->str, window->low, self->last);
  c_printf (self->p, "rs_strip column = { 0 };");
  for (const RsIrStatement *s = window->inner->body.first; s != window->sum; s = s->next)
    c_printf (self->p, "rs_strip s%u[1];", s->index);
  c_open_loop (self->p, window->outer);
  for (const RsIrStatement *s = window->inner->body.first; s != window->sum; s = s->next)
    {
      g_autofree char *value = c_strip_text (self, s->value);

      c_printf (self->p, "s%u[0] = %s;", s->index, value);
    }
  term = c_strip_text (self, window->term);
  c_printf (self->p, "column += %s;", term);
  c_close_loop (self->p);
}

void
c_print_window (Strip *self, const RsWindow *window)
{
  g_autofree char *vector
      = c_strip_element_type (self, self->word == RS_IR_F32 ? RS_ELEMENT_SINGLE : RS_ELEMENT_DOUBLE);
  guint n = (guint)(window->high - window->low + 1), columns = self->vectors * self->lanes + n - 1;

  c_printf (self->p, "{");
  self->p->indent += 2;
  c_printf (self->p, "%s columns[%u] __attribute__ ((aligned (64)));", c_type (self->word), columns);
  c_printf (self->p, "for (long at = 0; at < %u; at += %u)", columns, self->lanes);
  c_printf (self->p, "{");
  self->p->indent += 2;
  c_printf (self->p, "const long offset = at < %u ? at : %u;", columns - self->lanes, columns - self->lanes);
  print_columns (self, window);
  c_printf (self->p, "*(%s *) (columns + offset) = column;", vector);
  self->p->indent -= 2;
  c_printf (self->p, "}");
  c_printf (self->p, "for (int u = 0; u < %u; u++)", self->vectors);
  c_printf (self->p, "{");
  c_printf (self->p, "  rs_strip part = *(const %s *) (columns + u * %u);", vector, self->lanes);
  c_printf (self->p, "  for (int l = 1; l < %u; l++)", n);
  c_printf (self->p, "    part += (rs_strip) *(const %s *) (columns + u * %u + l);", vector, self->lanes);
  c_printf (self->p, "  s%u[u] += part;", window->sum->index);
  c_printf (self->p, "}");
  self->p->indent -= 2;
  c_printf (self->p, "}");
}
