/* The collection of diagnostics and their one text form.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/diagnostics.h"

#include <string.h>

#define QUOTED_WIDTH 120

struct _RsDiagnostics {
  gatomicrefcount ref_count;
  GPtrArray *items; /* of RsDiagnostic, owned */
};

static void
diagnostic_free (gpointer data)
{
  RsDiagnostic *self = data;

  rs_source_unref (self->source);
  g_free (self->message);
  g_free (self);
}

RsDiagnostics *
rs_diagnostics_new (void)
{
  RsDiagnostics *self = g_new0 (RsDiagnostics, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->items = g_ptr_array_new_with_free_func (diagnostic_free);
  return self;
}

void
rs_diagnostics_unref (RsDiagnostics *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->items);
  g_free (self);
}

void
rs_diagnostics_report_text (RsDiagnostics *self, const char *code, RsSeverity severity, RsSource *source, RsSpan span,
                            const char *text)
{
  RsDiagnostic *item = g_new0 (RsDiagnostic, 1);

  g_warn_if_fail (code != NULL);
  item->code = code;
  item->message = g_strdup (text);
  item->severity = severity;
  item->source = rs_source_ref (source);
  item->span = span;
  g_ptr_array_add (self->items, item);
}

guint
rs_diagnostics_get_length (const RsDiagnostics *self)
{
  return self->items->len;
}

const RsDiagnostic *
rs_diagnostics_get (const RsDiagnostics *self, guint index)
{
  g_assert (index < self->items->len);
  return g_ptr_array_index (self->items, index);
}

guint
rs_diagnostics_count (const RsDiagnostics *self, RsSeverity severity)
{
  guint count = 0;

  for (guint i = 0; i < self->items->len; i++)
    count += rs_diagnostics_get (self, i)->severity == severity;
  return count;
}

void
rs_diagnostics_pardon (RsDiagnostics *self, guint index, const char *format, ...)
{
  g_assert (index < self->items->len && rs_diagnostics_get (self, index)->severity == RS_SEVERITY_ERROR);

  RsDiagnostic *item = g_ptr_array_index (self->items, index);
  g_autofree char *before = item->message, *more = NULL;
  va_list arguments;

  va_start (arguments, format);
  more = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  item->message = g_strconcat (before, more, NULL);
  item->severity = RS_SEVERITY_WARNING;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const RsDiagnostic *left = *(RsDiagnostic *const *)a;
  const RsDiagnostic *right = *(RsDiagnostic *const *)b;
  int order = left->source == right->source
                ? 0
                : strcmp (rs_source_get_name (left->source), rs_source_get_name (right->source));

  if (order == 0)
    order = (left->span.start > right->span.start) - (left->span.start < right->span.start);
  if (order == 0)
    order = (int)right->severity - (int)left->severity;
  return order != 0 ? order : strcmp (left->message, right->message);
}

void
rs_diagnostics_sort (RsDiagnostics *self)
{
  g_ptr_array_sort (self->items, compare);
  for (guint i = self->items->len; i > 1; i--)
    if (compare (&self->items->pdata[i - 1], &self->items->pdata[i - 2]) == 0)
      g_ptr_array_remove_index (self->items, i - 1);
}

const char *
rs_severity_to_string (RsSeverity severity)
{
  static const char *const names[] = { "note", "warning", "error" };

  g_assert (severity < G_N_ELEMENTS (names));
  return names[severity];
}

/* Writes the part of the line around the column (both in characters), and the caret under it. */
static void
quote (GString *out, const char *line, guint column)
{
  glong length = g_utf8_strlen (line, -1);
  glong first = length > QUOTED_WIDTH && (glong)column > QUOTED_WIDTH / 2 ? (glong)column - QUOTED_WIDTH / 2 : 0;
  glong last = MIN (length, first + QUOTED_WIDTH);
  const char *from = g_utf8_offset_to_pointer (line, first);

  g_string_append (out, "  ");
  g_string_append_len (out, from, g_utf8_offset_to_pointer (from, last - first) - from);
  g_string_append (out, "\n  ");
  for (glong i = first; i + 1 < (glong)column && i < last; i++, from = g_utf8_next_char (from))
    g_string_append_c (out, *from == '\t' ? '\t' : ' ');
  g_string_append (out, "^\n");
}

char *
rs_text_with_code (const char *text, const char *code)
{
  int first = (int)strcspn (text, "\n");

  return g_strdup_printf ("%.*s [%s]%s", first, text, code, text + first);
}

char *
rs_diagnostic_format (const RsDiagnostic *self)
{
  GString *out = g_string_new (NULL);
  g_autofree char *message = rs_text_with_code (self->message, self->code), *text = NULL;
  guint line, column;

  rs_source_locate (self->source, self->span.start, &line, &column);
  g_string_append_printf (out, "%s:%u:%u: %s: %s\n", rs_source_get_name (self->source), line, column,
                          rs_severity_to_string (self->severity), message);
  text = rs_source_dup_line (self->source, line);
  if (text != NULL && *text != '\0')
    quote (out, text, column);
  return g_string_free (out, FALSE);
}
