/* Lines of the debugger's panels.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/debug-row.h"

#include "runtime/debug/protocol.h"

RsDebugRow *
rs_debug_row_new (const char *record, const char *name, const char *line)
{
  RsDebugRow *self = g_new0 (RsDebugRow, 1);

  self->text = g_strchomp (rs_debug_record_to_text (record));
  self->fields = rs_debug_split (record);
  self->name = g_strdup (name);
  self->line = line != NULL ? (guint)g_ascii_strtoull (line, NULL, 10) : 0;
  return self;
}

void
rs_debug_row_free (RsDebugRow *self)
{
  g_strfreev (self->fields);
  g_free (self->text);
  g_free (self->name);
  g_free (self);
}

void
rs_watch_values_init (RsWatchValues *self)
{
  self->now = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
rs_watch_values_clear (RsWatchValues *self)
{
  g_clear_pointer (&self->now, g_hash_table_unref);
  g_clear_pointer (&self->before, g_hash_table_unref);
}

void
rs_watch_values_begin (RsWatchValues *self)
{
  g_hash_table_unref (self->before);
  self->before = self->now;
  self->now = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
rs_watch_values_take (RsWatchValues *self, RsDebugRow *row)
{
  const char *before;

  if (row->fields == NULL || g_strv_length (row->fields) < 3)
    return;
  row->has_failed = g_strv_length (row->fields) > 3 && *row->fields[3] != '\0';
  before = g_hash_table_lookup (self->before, row->fields[1]);
  row->is_changed = !row->has_failed && before != NULL && !g_str_equal (before, row->text);
  g_hash_table_replace (self->now, g_strdup (row->fields[1]), g_strdup (row->text));
}
