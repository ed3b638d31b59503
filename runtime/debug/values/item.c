/* A work item of a kernel that was asked for by its position.
 *
 * The next launch whose grid has that position interprets it by itself first (runtime/vm/kernel/kernel-lone.c), and its
 * first line stops. Then the launch runs as it would have, and what the two wrote is compared.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include <string.h>

void
rs_debugger_forget_item (RsDebugger *self)
{
  g_free (self->item.kernel);
  g_free (self->item.text);
  self->item = (RsWantedItem){ 0 };
}

/* Numbers with commas or blanks between them, in brackets or not. */
static gboolean
read_position (const char *text, RsWantedItem *item)
{
  g_autofree char *plain = g_strdelimit (g_strdup (text), "[],", ' ');
  g_auto (GStrv) words = g_strsplit (plain, " ", -1);

  for (char **word = words; *word != NULL; word++)
    {
      guint64 number;

      if (**word == '\0')
        continue;
      if (item->rank == RS_MAX_RANK || !g_ascii_string_to_unsigned (*word, 10, 0, G_MAXINT64, &number, NULL))
        return FALSE;
      item->position[item->rank++] = (gint64)number;
    }
  return item->rank > 0;
}

gboolean
rs_debugger_want_item (RsDebugger *self, const char *position, const char *kernel, GError **error)
{
  RsWantedItem item = { .is_wanted = TRUE };
  GString *text;

  if (!read_position (position, &item)
      || (kernel != NULL && *kernel != '\0' && !g_ascii_isalpha (*kernel) && *kernel != '_'))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_DEBUGGER,
                   "\"%s%s\" is no position; give one number for each dimension: 3, or 3, 4", position,
                   kernel != NULL ? kernel : "");
      return FALSE;
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < item.rank; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", item.position[i]);
  item.text = g_string_free (text, FALSE);
  item.kernel = kernel != NULL && *kernel != '\0' ? g_strdup (kernel) : NULL;
  rs_debugger_forget_item (self);
  self->item = item;
  return TRUE;
}

/* A position of fewer numbers than the grid has dimensions is at 0 in the others. */
gboolean
rs_debugger_chooses_item (RsThread *thread, const char *kernel, guint rank, const gint64 *dims, gint64 *position,
                          gpointer data)
{
  RsDebugger *self = data;
  RsWantedItem *item = &self->item;

  if (!item->is_wanted || self->is_detached || (item->kernel != NULL && strcmp (item->kernel, kernel) != 0)
      || item->rank > rank)
    return FALSE;
  for (guint i = 0; i < rank; i++)
    if (item->position[i] >= dims[i])
      return FALSE;
  memcpy (position, item->position, rank * sizeof *position);
  item->is_wanted = FALSE;
  item->is_starting = TRUE;
  rs_debugger_update_reaching (self);
  return TRUE;
}

void
rs_debugger_compared_item (RsThread *thread, const char *text, gpointer data)
{
  RsDebugger *self = data;

  self->item.is_starting = FALSE;
  rs_session_flush (self->session);
  rs_debugger_tell (self, "note", text, NULL);
}
