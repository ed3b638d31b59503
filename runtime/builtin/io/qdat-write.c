/* save: writing a .qdat file.
 *
 * Values are written breadth first, so that what holds a value has a smaller id, and nothing is recursive. What has
 * been written once is referred to by its id afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/qdat.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/object.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

static const char *const element_names[RS_N_ELEMENTS] = {
  [RS_ELEMENT_BOOL] = "bool",     [RS_ELEMENT_INT8] = "int8",       [RS_ELEMENT_UINT8] = "uint8",
  [RS_ELEMENT_INT16] = "int16",   [RS_ELEMENT_UINT16] = "uint16",   [RS_ELEMENT_INT32] = "int32",
  [RS_ELEMENT_UINT32] = "uint32", [RS_ELEMENT_INT64] = "int64",     [RS_ELEMENT_UINT64] = "uint64",
  [RS_ELEMENT_HALF] = "half",     [RS_ELEMENT_SINGLE] = "single",   [RS_ELEMENT_DOUBLE] = "double",
  [RS_ELEMENT_CSINGLE] = "csingle", [RS_ELEMENT_CDOUBLE] = "cdouble",
};

const char *
rs_qdat_get_element_name (RsElement element)
{
  return element_names[element];
}

RsElement
rs_qdat_find_element (const char *name)
{
  for (guint i = 0; i < RS_N_ELEMENTS; i++)
    if (element_names[i] != NULL && strcmp (element_names[i], name) == 0)
      return (RsElement)i;
  return RS_ELEMENT_NONE;
}

/* A value that waits to be written, and its place. */
typedef struct
{
  RsValue value; /* borrowed from what holds it */
  gint64 parent, position;
  const char *name;
} Waiting;

typedef struct
{
  sqlite3 *db;
  sqlite3_stmt *insert_value, *insert_piece;
  GHashTable *written; /* RsObject -> id + 1 */
  GQueue waiting;      /* of Waiting, owned */
  GPtrArray *kept;     /* of RsArray: made of ranges; alive until the end, so that no address is used twice */
  gint64 last_id;
  guint argument;
  RsPrecision precision;
} Writer;

static gboolean
fail_sqlite (const Writer *self, GError **error)
{
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", sqlite3_errmsg (self->db));
  return FALSE;
}

static gboolean
run (Writer *self, const char *sql, GError **error)
{
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail_sqlite (self, error);
}

/* Runs a statement whose parameters are bound, and makes it ready for the next ones. */
static gboolean
finish (Writer *self, sqlite3_stmt *statement, GError **error)
{
  gboolean good = sqlite3_step (statement) == SQLITE_DONE || fail_sqlite (self, error);

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return good;
}

/* The columns, from 1. */
enum
{
  COLUMN_ID = 1,
  COLUMN_ARGUMENT,
  COLUMN_PARENT,
  COLUMN_POSITION,
  COLUMN_NAME,
  COLUMN_KIND,
  COLUMN_TYPE,
  COLUMN_DIMS,
  COLUMN_CONTENT
};

static void
bind_text (Writer *self, int column, const char *text)
{
  sqlite3_bind_text (self->insert_value, column, text, -1, SQLITE_TRANSIENT);
}

static void
bind_dims (Writer *self, int rank, const gint64 *dims)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int d = 0; d < rank; d++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, d > 0 ? " " : "", dims[d]);
  bind_text (self, COLUMN_DIMS, text->str);
}

/* The rest of an array whose beginning is in its row. */
static gboolean
write_pieces (Writer *self, gint64 id, const char *data, gint64 bytes, GError **error)
{
  gint64 number = 0;

  for (gint64 start = RS_QDAT_PIECE_BYTES; start < bytes; start += RS_QDAT_PIECE_BYTES)
    {
      if (rs_error_set_stopped (error))
        return FALSE;
      sqlite3_bind_int64 (self->insert_piece, 1, (id << RS_QDAT_PIECE_SHIFT) + number++);
      sqlite3_bind_blob (self->insert_piece, 2, data + start, (int)MIN (RS_QDAT_PIECE_BYTES, bytes - start),
                         SQLITE_STATIC);
      if (!finish (self, self->insert_piece, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_array (Writer *self, RsArray *array, gint64 id, GError **error)
{
  gint64 bytes = rs_array_get_bytes (array);
  const char *data = array->n_elements > 0 ? rs_array_read (array) : "";

  bind_text (self, COLUMN_KIND, "array");
  bind_text (self, COLUMN_TYPE, rs_qdat_get_element_name (array->element));
  bind_dims (self, array->rank, array->dims);
  sqlite3_bind_blob (self->insert_value, COLUMN_CONTENT, data, (int)MIN (RS_QDAT_PIECE_BYTES, bytes), SQLITE_STATIC);
  return finish (self, self->insert_value, error) && write_pieces (self, id, data, bytes, error);
}

static void
wait_for (Writer *self, RsValue value, gint64 parent, gint64 position, const char *name)
{
  Waiting *waiting = g_new (Waiting, 1);

  *waiting = (Waiting){ value, parent, position, name };
  g_queue_push_tail (&self->waiting, waiting);
}

static gboolean
write_cell (Writer *self, const RsCell *cell, gint64 id, GError **error)
{
  bind_text (self, COLUMN_KIND, "cell");
  bind_dims (self, cell->rank, cell->dims);
  for (gint64 i = 0; i < cell->n_elements; i++)
    wait_for (self, cell->elements[i], id, i, NULL);
  return finish (self, self->insert_value, error);
}

static gboolean
write_object (Writer *self, const RsClassObject *object, gint64 id, GError **error)
{
  bind_text (self, COLUMN_KIND, "object");
  if (object->class != NULL)
    {
      g_autofree char *name = rs_type_to_string (object->class->type);

      bind_text (self, COLUMN_TYPE, name);
    }
  for (guint i = 0; i < object->n_members; i++)
    if (object->members[i].tag != RS_TAG_NONE)
      wait_for (self, object->members[i], id, i, object->names[i]);
  return finish (self, self->insert_value, error);
}

static gboolean
write_number (Writer *self, RsValue value, GError **error)
{
  static const char *const kinds[] = { "none", "bool", "int", "scalar", "null" };

  bind_text (self, COLUMN_KIND, kinds[value.tag]);
  if (value.tag == RS_TAG_SCALAR)
    sqlite3_bind_double (self->insert_value, COLUMN_CONTENT, value.scalar);
  else if (value.tag == RS_TAG_BOOL || value.tag == RS_TAG_INT)
    sqlite3_bind_int64 (self->insert_value, COLUMN_CONTENT, value.integer);
  return finish (self, self->insert_value, error);
}

static gboolean
write_text (Writer *self, const RsString *string, GError **error)
{
  bind_text (self, COLUMN_KIND, "string");
  sqlite3_bind_text64 (self->insert_value, COLUMN_CONTENT, string->text, string->length, SQLITE_STATIC, SQLITE_UTF8);
  return finish (self, self->insert_value, error);
}

static gboolean
write_complex (Writer *self, const RsComplex *number, GError **error)
{
  const double parts[2] = { number->re, number->im };

  bind_text (self, COLUMN_KIND, "complex");
  sqlite3_bind_blob (self->insert_value, COLUMN_CONTENT, parts, sizeof parts, SQLITE_STATIC);
  return finish (self, self->insert_value, error);
}

static gboolean
write_same (Writer *self, gint64 id, GError **error)
{
  bind_text (self, COLUMN_KIND, "same");
  sqlite3_bind_int64 (self->insert_value, COLUMN_CONTENT, id);
  return finish (self, self->insert_value, error);
}

static gboolean
write_range (Writer *self, RsValue value, gint64 id, GError **error)
{
  RsArray *array = rs_value_to_array (value, self->precision, error);

  if (array == NULL)
    return FALSE;
  g_ptr_array_add (self->kept, array);
  return write_array (self, array, id, error);
}

static gboolean
write_value (Writer *self, const Waiting *place, GError **error)
{
  RsValue value = place->value;
  gint64 id = ++self->last_id;
  gpointer before = rs_value_is_object (value) ? g_hash_table_lookup (self->written, value.object) : NULL;
  g_autofree char *what = NULL;

  sqlite3_bind_int64 (self->insert_value, COLUMN_ID, id);
  sqlite3_bind_int64 (self->insert_value, COLUMN_ARGUMENT, self->argument);
  if (place->parent != 0)
    sqlite3_bind_int64 (self->insert_value, COLUMN_PARENT, place->parent);
  sqlite3_bind_int64 (self->insert_value, COLUMN_POSITION, place->position);
  if (place->name != NULL)
    bind_text (self, COLUMN_NAME, place->name);
  if (before != NULL)
    return write_same (self, GPOINTER_TO_SIZE (before), error);
  if (value.tag == RS_TAG_ARRAY || value.tag == RS_TAG_CELL || value.tag == RS_TAG_OBJECT)
    g_hash_table_insert (self->written, value.object, GSIZE_TO_POINTER ((gsize)id));
  switch (value.tag)
    {
    case RS_TAG_NONE:
    case RS_TAG_NULL:
    case RS_TAG_BOOL:
    case RS_TAG_INT:
    case RS_TAG_SCALAR:
      return write_number (self, value, error);
    case RS_TAG_COMPLEX:
      return write_complex (self, value.complex, error);
    case RS_TAG_STRING:
      return write_text (self, value.string, error);
    case RS_TAG_RANGE:
      return write_range (self, value, id, error);
    case RS_TAG_ARRAY:
      return write_array (self, value.array, id, error);
    case RS_TAG_CELL:
      return write_cell (self, value.cell, id, error);
    case RS_TAG_OBJECT:
      return write_object (self, value.class_object, id, error);
    default:
      what = rs_value_describe_one (value);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_FORM, "%s can't be saved, which value %u %s", what,
                   self->argument + 1, place->parent != 0 ? "holds" : "is");
      return FALSE;
    }
}

static gboolean
write_argument (Writer *self, RsValue value, GError **error)
{
  gboolean good = TRUE;

  wait_for (self, value, 0, 0, NULL);
  while (good && !g_queue_is_empty (&self->waiting))
    {
      g_autofree Waiting *next = g_queue_pop_head (&self->waiting);

      good = !rs_error_set_stopped (error) && write_value (self, next, error);
    }
  return good;
}

static gboolean
prepare (Writer *self, GError **error)
{
  g_autofree char *numbers = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                              RS_QDAT_APPLICATION_ID, RS_QDAT_VERSION);

  return run (self, "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;", error)
         && run (self, numbers, error) && run (self, "BEGIN;" RS_QDAT_VALUE_TABLE ";" RS_QDAT_PIECE_TABLE, error)
         && (sqlite3_prepare_v2 (self->db, "INSERT INTO value VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                                 &self->insert_value, NULL)
                 == SQLITE_OK
             || fail_sqlite (self, error))
         && (sqlite3_prepare_v2 (self->db, "INSERT INTO piece VALUES (?, ?)", -1, &self->insert_piece, NULL)
                 == SQLITE_OK
             || fail_sqlite (self, error));
}

static void
clear (Writer *self)
{
  g_queue_clear_full (&self->waiting, g_free);
  sqlite3_finalize (self->insert_value);
  sqlite3_finalize (self->insert_piece);
  g_hash_table_unref (self->written);
  g_ptr_array_unref (self->kept);
}

gboolean
rs_qdat_write (const char *path, const char *const *names, const RsValue *values, guint n, RsPrecision precision,
               GError **error)
{
  Writer self = { .written = g_hash_table_new (NULL, NULL),
                  .kept = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_array_unref),
                  .precision = precision };
  gboolean good;

  g_queue_init (&self.waiting);
  good = sqlite3_open_v2 (path, &self.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK
             ? prepare (&self, error)
             : fail_sqlite (&self, error);
  for (; good && self.argument < n; self.argument++)
    good = write_argument (&self, values[self.argument], error);
  good = good && run (&self, "COMMIT", error);
  clear (&self);
  if (sqlite3_close (self.db) == SQLITE_OK || !good)
    return good;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "the file can't be closed");
  return FALSE;
}
