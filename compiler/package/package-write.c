/* Building a package in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/package/package-private.h"

#include <sqlite3.h>

struct _RsPackageBuilder {
  sqlite3 *db;
  gboolean blank_sources;
  guint n_modules;
  char *problem; /* the first one */
};

static const char schema[]
    = "PRAGMA page_size = 4096;"
      "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
      "CREATE TABLE modules (id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, source TEXT NOT NULL,"
      " tree BLOB NOT NULL);"
      "CREATE TABLE imports (module INTEGER NOT NULL, name TEXT NOT NULL, target INTEGER NOT NULL,"
      " PRIMARY KEY (module, name)) WITHOUT ROWID;"
      "CREATE TABLE kernels (key TEXT PRIMARY KEY, object BLOB NOT NULL);";

static void
note_problem (RsPackageBuilder *self, int code)
{
  if (code != SQLITE_OK && code != SQLITE_DONE && self->problem == NULL)
    self->problem = g_strdup (self->db != NULL ? sqlite3_errmsg (self->db) : sqlite3_errstr (code));
}

RsPackageBuilder *
rs_package_builder_new (gboolean blank_sources)
{
  RsPackageBuilder *self = g_new0 (RsPackageBuilder, 1);
  g_autofree char *version = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                              RS_PACKAGE_APPLICATION_ID, RS_PACKAGE_VERSION);

  self->blank_sources = blank_sources;
  note_problem (self, sqlite3_open (":memory:", &self->db));
  note_problem (self, sqlite3_exec (self->db, schema, NULL, NULL, NULL));
  note_problem (self, sqlite3_exec (self->db, version, NULL, NULL, NULL));
  return self;
}

void
rs_package_builder_free (RsPackageBuilder *self)
{
  sqlite3_close (self->db);
  g_free (self->problem);
  g_free (self);
}

/* Runs a statement whose parameters bind fills in. */
typedef struct {
  const char *text;  /* or a blob, or NULL: number */
  gconstpointer blob;
  gint64 number;
  int length; /* of the blob */
} Cell;

static void
insert (RsPackageBuilder *self, const char *sql, const Cell *cells, int n)
{
  sqlite3_stmt *statement = NULL;

  note_problem (self, sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL));
  if (statement == NULL)
    return;
  for (int i = 0; i < n; i++)
    if (cells[i].text != NULL)
      sqlite3_bind_text (statement, i + 1, cells[i].text, -1, SQLITE_STATIC);
    else if (cells[i].blob != NULL)
      sqlite3_bind_blob (statement, i + 1, cells[i].blob, cells[i].length, SQLITE_STATIC);
    else
      sqlite3_bind_int64 (statement, i + 1, cells[i].number);
  note_problem (self, sqlite3_step (statement));
  sqlite3_finalize (statement);
}

void
rs_package_builder_set_fact (RsPackageBuilder *self, const char *name, const char *value)
{
  insert (self, "INSERT OR REPLACE INTO facts VALUES (?, ?)", (const Cell[]){ { name }, { value } }, 2);
}

/* The same lines and columns without the text: a character becomes a blank of as many bytes. */
static char *
blank (const char *text)
{
  static const char *const blanks[] = { " ", " ", "\xc2\xa0", "\xe2\x80\x82", "\xf0\x9d\x85\x99" };
  GString *out = g_string_new (NULL);

  for (; *text; text = g_utf8_next_char (text))
    g_string_append (out, *text == '\n'
                              ? "\n"
                              : blanks[g_utf8_next_char (text) - text <= 4 ? g_utf8_next_char (text) - text : 1]);
  return g_string_free (out, FALSE);
}

guint
rs_package_builder_add_module (RsPackageBuilder *self, const RsModule *module, const char *name, const char *digest)
{
  g_autoptr (GBytes) tree = rs_tree_encode (module->root);
  g_autofree char *blanked = self->blank_sources ? blank (rs_source_get_text (module->source)) : NULL;
  gsize length;
  gconstpointer data = g_bytes_get_data (tree, &length);
  const Cell cells[] = {
    { .number = self->n_modules },
    { name },
    { digest },
    { blanked != NULL ? blanked : rs_source_get_text (module->source) },
    { .blob = data, .length = (int)MIN (length, G_MAXINT) },
  };

  insert (self, "INSERT INTO modules VALUES (?, ?, ?, ?, ?)", cells, G_N_ELEMENTS (cells));
  return self->n_modules++;
}

void
rs_package_builder_add_import (RsPackageBuilder *self, guint module, const char *name, guint target)
{
  insert (self, "INSERT OR REPLACE INTO imports VALUES (?, ?, ?)",
          (const Cell[]){ { .number = module }, { name }, { .number = target } }, 3);
}

void
rs_package_builder_add_kernel (RsPackageBuilder *self, const char *key, GBytes *object)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (object, &length);

  insert (self, "INSERT OR REPLACE INTO kernels VALUES (?, ?)",
          (const Cell[]){ { key }, { .blob = data, .length = (int)MIN (length, G_MAXINT) } }, 2);
}

GBytes *
rs_package_builder_finish (RsPackageBuilder *self, GError **error)
{
  sqlite3_int64 length = 0;
  guint8 *data;
  GByteArray *out;
  RsPackageSeal seal;

  note_problem (self, sqlite3_exec (self->db, "VACUUM", NULL, NULL, NULL));
  data = self->problem == NULL ? sqlite3_serialize (self->db, "main", &length, 0) : NULL;
  if (data == NULL || length > G_MAXINT32)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the program can't be put together: %s",
                   self->problem != NULL ? self->problem : "it is too large");
      sqlite3_free (data);
      return NULL;
    }
  out = g_byte_array_sized_new ((guint)length + sizeof seal);
  g_byte_array_append (out, data, (guint)length);
  sqlite3_free (data);
  rs_package_compute_seal (out->data, out->len, &seal);
  g_byte_array_append (out, (const guint8 *)&seal, sizeof seal);
  return g_byte_array_free_to_bytes (out);
}
