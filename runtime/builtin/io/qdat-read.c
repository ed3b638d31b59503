/* load: reading a .qdat file.
 *
 * A file is taken for what somebody may have made to do harm: its tables have to be exactly those that the format has,
 * ids have to rise, and no memory is asked for that a file of this size can't fill. Values are made in the order of
 * their ids, and put into what holds them in the reverse order, so that a part is whole when it is stored.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/qdat.h"

#include "runtime/value/array.h"
#include "runtime/value/shape.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#define LEAST_BYTES_A_ROW 8 /* of the table of values, in any file */

typedef struct
{
  RsValue value; /* owned */
  gint64 parent; /* index in values, or -1 */
  gint64 position;
  char *name;    /* owned, or NULL */
  gboolean is_same;
} Read;

typedef struct
{
  const RsCall *call;
  sqlite3 *db;
  sqlite3_stmt *rows, *pieces;
  GArray *values;      /* of Read */
  GArray *ids;         /* of gint64: those of values, rising */
  gint64 bytes_left;   /* that arrays may still take */
  gint64 elements_left; /* that cells may still have */
} Reader;

/* The columns of the query below, from 0. */
enum
{
  COLUMN_ID,
  COLUMN_PARENT,
  COLUMN_POSITION,
  COLUMN_NAME,
  COLUMN_KIND,
  COLUMN_TYPE,
  COLUMN_DIMS,
  COLUMN_CONTENT
};

static const char query[] = "SELECT id, parent, position, name, kind, type, dims, content FROM value"
                            " WHERE argument < ? ORDER BY id";

static gboolean
fail_damaged (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "the file is damaged or not complete");
  return FALSE;
}

/* "" for NULL. */
static const char *
get_text (Reader *self, int column)
{
  const char *text = (const char *)sqlite3_column_text (self->rows, column);

  return text != NULL ? text : "";
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

  return x < y ? -1 : x > y;
}

/* Index of the value with that id, or -1. */
static gint64
find_id (const Reader *self, gint64 id)
{
  guint index;

  if (!g_array_binary_search (self->ids, &id, compare_ids, &index))
    return -1;
  return index;
}

/* --- one value --- */

static gboolean
parse_dims (const char *text, int *rank, gint64 *dims, gint64 *count)
{
  g_auto (GStrv) words = g_strsplit (text, " ", RS_MAX_RANK + 1);
  guint n = g_strv_length (words);

  if (n < 1 || n > RS_MAX_RANK)
    return FALSE;
  for (guint d = 0; d < n; d++)
    if (!g_ascii_string_to_signed (words[d], 10, 0, G_MAXINT64, &dims[d], NULL))
      return FALSE;
  *rank = (int)n;
  *count = rs_dims_count ((int)n, dims);
  return *count >= 0;
}

/* What follows the first piece of an array. */
static gboolean
read_pieces (Reader *self, gint64 id, char *data, gint64 bytes)
{
  gint64 number = 0;
  gboolean good = TRUE;

  for (gint64 start = RS_QDAT_PIECE_BYTES; good && start < bytes; start += RS_QDAT_PIECE_BYTES)
    {
      int wanted = (int)MIN (RS_QDAT_PIECE_BYTES, bytes - start);

      sqlite3_bind_int64 (self->pieces, 1, (id << RS_QDAT_PIECE_SHIFT) + number++);
      good = sqlite3_step (self->pieces) == SQLITE_ROW && sqlite3_column_bytes (self->pieces, 0) == wanted;
      if (good)
        memcpy (data + start, sqlite3_column_blob (self->pieces, 0), (gsize)wanted);
      sqlite3_reset (self->pieces);
    }
  return good;
}

static gboolean
read_array (Reader *self, gint64 id, RsValue *value, GError **error)
{
  RsElement element = rs_qdat_find_element (get_text (self, COLUMN_TYPE));
  gint64 dims[RS_MAX_RANK], count, bytes;
  int rank, first;
  RsArray *array;
  char *data;

  if (element == RS_ELEMENT_NONE || id >= G_MAXINT64 >> RS_QDAT_PIECE_SHIFT
      || !parse_dims (get_text (self, COLUMN_DIMS), &rank, dims, &count)
      || count > self->bytes_left / (gint64)rs_element_get_bytes (element))
    return fail_damaged (error);
  bytes = count * (gint64)rs_element_get_bytes (element);
  self->bytes_left -= bytes;
  first = (int)MIN (RS_QDAT_PIECE_BYTES, bytes);
  if (sqlite3_column_bytes (self->rows, COLUMN_CONTENT) != first)
    return fail_damaged (error);
  array = rs_array_new (element, rank, dims, FALSE, error);
  if (array == NULL)
    return FALSE;
  *value = rs_value_object (array);
  if (count == 0)
    return TRUE;
  data = rs_array_write (array);
  memcpy (data, sqlite3_column_blob (self->rows, COLUMN_CONTENT), (gsize)first);
  return read_pieces (self, id, data, bytes) || fail_damaged (error);
}

static gboolean
read_cell (Reader *self, RsValue *value, GError **error)
{
  gint64 dims[RS_MAX_RANK], count;
  int rank;
  RsCell *cell;

  if (!parse_dims (get_text (self, COLUMN_DIMS), &rank, dims, &count) || count > self->elements_left)
    return fail_damaged (error);
  self->elements_left -= count;
  cell = rs_cell_new (rank, dims, error);
  if (cell == NULL)
    return FALSE;
  *value = rs_value_object (cell);
  return TRUE;
}

static gboolean
read_object (Reader *self, RsValue *value, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const char *name = get_text (self, COLUMN_TYPE);
  const RsType *type = *name != '\0' ? rs_call_find_type (self->call, name, arena) : NULL;
  const RsClass *class = type != NULL && type->kind == RS_TYPE_CLASS ? rs_type_get_class (type) : NULL;
  RsClassObject *object;

  if (*name != '\0' && class == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "it holds an object of the class %s, which this program does not define", name);
      return FALSE;
    }
  if (!rs_class_object_new (class, rs_call_get_precision (self->call), &object, error))
    return FALSE;
  *value = rs_value_object (object);
  return TRUE;
}

static gboolean
read_string (Reader *self, RsValue *value, GError **error)
{
  const char *text = get_text (self, COLUMN_CONTENT);
  int length = sqlite3_column_bytes (self->rows, COLUMN_CONTENT);

  if (!g_utf8_validate_len (text, (gsize)length, NULL))
    return fail_damaged (error);
  *value = rs_value_new_string (text, length);
  return TRUE;
}

static gboolean
read_same (Reader *self, Read *read, GError **error)
{
  gint64 index = find_id (self, sqlite3_column_int64 (self->rows, COLUMN_CONTENT));

  if (index < 0)
    return fail_damaged (error);
  read->is_same = TRUE;
  read->value = rs_value_ref (g_array_index (self->values, Read, index).value);
  return TRUE;
}

static gboolean
read_complex (Reader *self, RsValue *value, GError **error)
{
  double parts[2];

  if (sqlite3_column_bytes (self->rows, COLUMN_CONTENT) != (int)sizeof parts)
    return fail_damaged (error);
  memcpy (parts, sqlite3_column_blob (self->rows, COLUMN_CONTENT), sizeof parts);
  *value = rs_value_new_complex (parts[0], parts[1]);
  return TRUE;
}

static gboolean
read_value (Reader *self, gint64 id, Read *read, GError **error)
{
  const char *kind = get_text (self, COLUMN_KIND);
  gint64 number = sqlite3_column_int64 (self->rows, COLUMN_CONTENT);

  if (strcmp (kind, "array") == 0)
    return read_array (self, id, &read->value, error);
  if (strcmp (kind, "cell") == 0)
    return read_cell (self, &read->value, error);
  if (strcmp (kind, "object") == 0)
    return read_object (self, &read->value, error);
  if (strcmp (kind, "string") == 0)
    return read_string (self, &read->value, error);
  if (strcmp (kind, "same") == 0)
    return read_same (self, read, error);
  if (strcmp (kind, "complex") == 0)
    return read_complex (self, &read->value, error);
  if (strcmp (kind, "scalar") == 0)
    read->value = rs_value_scalar (sqlite3_column_type (self->rows, COLUMN_CONTENT) == SQLITE_NULL
                                       ? NAN
                                       : sqlite3_column_double (self->rows, COLUMN_CONTENT));
  else if (strcmp (kind, "bool") == 0)
    read->value = rs_value_bool (number != 0);
  else if (strcmp (kind, "int") == 0)
    read->value = rs_value_int (number);
  else if (strcmp (kind, "null") == 0)
    read->value = RS_NULL;
  else if (strcmp (kind, "none") != 0)
    return fail_damaged (error);
  return TRUE;
}

/* --- all values --- */

static gboolean
read_row (Reader *self, GError **error)
{
  gint64 id = sqlite3_column_int64 (self->rows, COLUMN_ID);
  guint n = self->ids->len;
  Read read = { .parent = -1, .position = sqlite3_column_int64 (self->rows, COLUMN_POSITION) };
  gboolean good;

  if (id < 1 || (n > 0 && id <= g_array_index (self->ids, gint64, n - 1)))
    return fail_damaged (error);
  if (sqlite3_column_type (self->rows, COLUMN_PARENT) != SQLITE_NULL)
    {
      read.parent = find_id (self, sqlite3_column_int64 (self->rows, COLUMN_PARENT));
      if (read.parent < 0)
        return fail_damaged (error);
    }
  if (sqlite3_column_type (self->rows, COLUMN_NAME) != SQLITE_NULL)
    read.name = g_strdup (get_text (self, COLUMN_NAME));
  good = read_value (self, id, &read, error);
  g_array_append_val (self->values, read);
  g_array_append_val (self->ids, id);
  return good;
}

/* Puts a part into its cell or object. */
static gboolean
store (Reader *self, Read *part, GError **error)
{
  const Read *parent = &g_array_index (self->values, Read, part->parent);
  const RsScope *scope;

  if (parent->is_same)
    return fail_damaged (error);
  if (parent->value.tag == RS_TAG_CELL)
    {
      RsCell *cell = parent->value.cell;

      if (part->position < 0 || part->position >= cell->n_elements
          || cell->elements[part->position].tag != RS_TAG_NONE)
        return fail_damaged (error);
      cell->elements[part->position] = rs_value_ref (part->value);
      return TRUE;
    }
  scope = self->call->session->host->get_scope (self->call->session);
  if (parent->value.tag != RS_TAG_OBJECT || part->name == NULL || scope == NULL)
    return fail_damaged (error);
  return rs_class_object_restore (parent->value.class_object,
                                  rs_names_intern (scope->module->names, part->name, -1), part->value, !part->is_same,
                                  rs_call_get_precision (self->call), error);
}

/* What holds others comes last, its parts in their order. */
static gboolean
store_all (Reader *self, GError **error)
{
  guint end = self->values->len;

  while (end > 0)
    {
      guint start = end - 1;
      gint64 parent = g_array_index (self->values, Read, start).parent;

      while (start > 0 && g_array_index (self->values, Read, start - 1).parent == parent)
        start--;
      for (guint i = start; parent >= 0 && i < end; i++)
        if (!store (self, &g_array_index (self->values, Read, i), error))
          return FALSE;
      end = start;
    }
  return TRUE;
}

static gboolean
read_rows (Reader *self, guint n_wanted, GError **error)
{
  int code;

  sqlite3_bind_int64 (self->rows, 1, n_wanted);
  while ((code = sqlite3_step (self->rows)) == SQLITE_ROW)
    if (!read_row (self, error))
      return FALSE;
  if (code == SQLITE_INTERRUPT)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
      return FALSE;
    }
  if (code != SQLITE_DONE)
    return fail_damaged (error);
  return store_all (self, error);
}

/* --- the file --- */

static gboolean
fail_foreign (GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "it was not written by save");
  return FALSE;
}

/* Whether the file is as long as its head says; *bytes: how long. */
static gboolean
check_length (const char *path, gint64 *bytes, GError **error)
{
  guint8 head[100];
  FILE *file = g_fopen (path, "rb");
  gsize n;
  GStatBuf status;
  guint page_bytes, n_pages;

  if (file == NULL || g_stat (path, &status) != 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", g_strerror (errno));
      g_clear_pointer (&file, fclose);
      return FALSE;
    }
  n = S_ISREG (status.st_mode) ? fread (head, 1, sizeof head, file) : 0;
  fclose (file);
  *bytes = (gint64)status.st_size;
  if (n < 16 || memcmp (head, "SQLite format 3", 16) != 0)
    return fail_foreign (error);
  if (n < sizeof head)
    return fail_damaged (error);
  page_bytes = (guint)head[16] << 8 | head[17];
  n_pages = (guint)head[28] << 24 | (guint)head[29] << 16 | (guint)head[30] << 8 | head[31];
  return (gint64)n_pages * (page_bytes == 1 ? 65536 : page_bytes) == *bytes || fail_damaged (error);
}

/* The integer or text that a statement gives; FALSE when it gives none. */
static gboolean
ask (Reader *self, const char *sql, gint64 *number, char **text)
{
  sqlite3_stmt *statement = NULL;
  gboolean good = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) == SQLITE_OK
                  && sqlite3_step (statement) == SQLITE_ROW;

  if (good && number != NULL)
    *number = sqlite3_column_int64 (statement, 0);
  if (good && text != NULL)
    *text = g_strdup ((const char *)sqlite3_column_text (statement, 0));
  sqlite3_finalize (statement);
  return good;
}

/* The tables have to be those of the format: no views, no virtual tables, no other columns. */
static gboolean
has_table (Reader *self, const char *name, const char *wanted)
{
  g_autofree char *sql = g_strdup_printf ("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '%s'", name);
  g_autofree char *text = NULL;

  return ask (self, sql, NULL, &text) && g_strcmp0 (text, wanted) == 0;
}

static gboolean
check_format (Reader *self, GError **error)
{
  gint64 application = 0, version = 0;

  if (!ask (self, "PRAGMA application_id", &application, NULL) || !ask (self, "PRAGMA user_version", &version, NULL))
    return fail_damaged (error);
  if (application != RS_QDAT_APPLICATION_ID)
    return fail_foreign (error);
  if (version < 1 || version > RS_QDAT_VERSION)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                   "it has version %" G_GINT64_FORMAT " of the format, and this Redshift reads those up to %d", version,
                   RS_QDAT_VERSION);
      return FALSE;
    }
  return (has_table (self, "value", RS_QDAT_VALUE_TABLE) && has_table (self, "piece", RS_QDAT_PIECE_TABLE))
         || fail_damaged (error);
}

static int
is_stopped (gpointer session)
{
  return rs_session_is_stopped (session);
}

static gboolean
open_file (Reader *self, const char *path, GError **error)
{
  g_autofree char *escaped = g_uri_escape_string (path, "/", FALSE);
  g_autofree char *uri = g_strdup_printf ("file:%s?immutable=1", escaped);

  if (sqlite3_open_v2 (uri, &self->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
    return fail_damaged (error);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_progress_handler (self->db, 10000, is_stopped, self->call->session);
  if (!check_format (self, error))
    return FALSE;
  return (sqlite3_prepare_v2 (self->db, query, -1, &self->rows, NULL) == SQLITE_OK
          && sqlite3_prepare_v2 (self->db, "SELECT data FROM piece WHERE id = ?", -1, &self->pieces, NULL) == SQLITE_OK)
         || fail_damaged (error);
}

/* Hands the arguments of save over. */
static gboolean
hand_over (Reader *self, RsValue *values, guint n, GError **error)
{
  guint found = 0;

  for (guint i = 0; i < self->values->len && found < n; i++)
    if (g_array_index (self->values, Read, i).parent < 0)
      values[found++] = rs_value_ref (g_array_index (self->values, Read, i).value);
  if (found == n)
    return TRUE;
  for (guint i = 0; i < found; i++)
    rs_value_clear (&values[i]);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "it holds %u value%s, but %u are wanted", found,
               found == 1 ? "" : "s", n);
  return FALSE;
}

static void
clear_read (gpointer data)
{
  Read *read = data;

  rs_value_clear (&read->value);
  g_free (read->name);
}

gboolean
rs_qdat_read (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  Reader self = { .call = call,
                  .values = g_array_new (FALSE, FALSE, sizeof (Read)),
                  .ids = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  gint64 bytes = 0;
  gboolean good;

  g_array_set_clear_func (self.values, clear_read);
  good = check_length (path, &bytes, error);
  self.bytes_left = bytes;
  self.elements_left = bytes / LEAST_BYTES_A_ROW;
  good = good && open_file (&self, path, error) && read_rows (&self, n, error) && hand_over (&self, values, n, error);
  sqlite3_finalize (self.rows);
  sqlite3_finalize (self.pieces);
  sqlite3_close (self.db);
  g_array_unref (self.values);
  g_array_unref (self.ids);
  return good;
}
