/* Opening a package: its seal, then its tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/package/package-private.h"

#include <sqlite3.h>
#include <stdio.h>

typedef struct {
  char *name, *digest;
  RsSource *source;
  GBytes *tree;
} PackageModule;

struct _RsPackage {
  gatomicrefcount ref_count;
  char *path;
  GHashTable *facts;   /* name -> value */
  GArray *modules;     /* of PackageModule */
  GHashTable *imports; /* "module name" -> index + 1 */
  GHashTable *kernels; /* key -> GBytes */
};

char *
rs_package_digest_source (const RsSource *source)
{
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)rs_source_get_text (source),
                                      rs_source_get_length (source));
}

/* --- the seal --- */

gboolean
rs_package_is_in_file (const char *path)
{
  RsPackageSeal seal;
  FILE *file = fopen (path, "rbe");
  gboolean found;

  if (file == NULL)
    return FALSE;
  found = fseek (file, -(long)sizeof seal, SEEK_END) == 0 && fread (&seal, sizeof seal, 1, file) == 1
          && memcmp (seal.magic, RS_PACKAGE_MAGIC, sizeof seal.magic) == 0;
  fclose (file);
  return found;
}

/* The SQLite file between the start of the file and its seal; NULL when there is none that is whole. */
static const guint8 *
find_database (GMappedFile *file, gsize *length, GError **error)
{
  const guint8 *data = (const guint8 *)g_mapped_file_get_contents (file);
  gsize total = g_mapped_file_get_length (file);
  RsPackageSeal seal, computed;

  if (total <= sizeof seal
      || (memcpy (&seal, data + total - sizeof seal, sizeof seal),
          memcmp (seal.magic, RS_PACKAGE_MAGIC, sizeof seal.magic) != 0))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "it is no program or library of Redshift, or its end is missing");
      return NULL;
    }
  *length = (gsize)GUINT64_FROM_LE (seal.length);
  if (*length <= total - sizeof seal)
    {
      data += total - sizeof seal - *length;
      rs_package_compute_seal (data, *length, &computed);
      if (memcmp (&seal, &computed, sizeof seal) == 0)
        return data;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               "it is damaged: its contents have changed since it was built");
  return NULL;
}

/* --- tables --- */

static const char *
column_text (sqlite3_stmt *row, int column)
{
  const char *text = (const char *)sqlite3_column_text (row, column);

  return text != NULL ? text : "";
}

static GBytes *
column_bytes (sqlite3_stmt *row, int column)
{
  gconstpointer data = sqlite3_column_blob (row, column);

  return g_bytes_new (data, data != NULL ? (gsize)sqlite3_column_bytes (row, column) : 0);
}

static void
take_fact (RsPackage *self, sqlite3_stmt *row)
{
  g_hash_table_insert (self->facts, g_strdup (column_text (row, 0)), g_strdup (column_text (row, 1)));
}

static void
take_module (RsPackage *self, sqlite3_stmt *row)
{
  PackageModule module = { g_strdup (column_text (row, 0)), g_strdup (column_text (row, 1)),
                           rs_source_new_from_text (column_text (row, 0), column_text (row, 2), -1),
                           column_bytes (row, 3) };

  g_array_append_val (self->modules, module);
}

static void
take_import (RsPackage *self, sqlite3_stmt *row)
{
  gint64 target = sqlite3_column_int64 (row, 2);

  if (target >= 0 && target < self->modules->len)
    g_hash_table_insert (self->imports,
                         g_strdup_printf ("%d %s", sqlite3_column_int (row, 0), column_text (row, 1)),
                         GUINT_TO_POINTER ((guint)target + 1));
}

static void
take_kernel (RsPackage *self, sqlite3_stmt *row)
{
  g_hash_table_insert (self->kernels, g_strdup (column_text (row, 0)), column_bytes (row, 1));
}

static int
for_each_row (RsPackage *self, sqlite3 *db, const char *sql, void (*take) (RsPackage *self, sqlite3_stmt *row))
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  while (code == SQLITE_OK && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      take (self, statement);
      code = SQLITE_OK;
    }
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int
get_pragma (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  int value = -1;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step (statement) == SQLITE_ROW)
    value = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  return value;
}

static gboolean
read_tables (RsPackage *self, sqlite3 *db, GError **error)
{
  int code;

  if (get_pragma (db, "PRAGMA application_id") != RS_PACKAGE_APPLICATION_ID)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it is no program or library of Redshift");
      return FALSE;
    }
  if (get_pragma (db, "PRAGMA user_version") != RS_PACKAGE_VERSION)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   "it was built by another version of Redshift; build it again");
      return FALSE;
    }
  code = for_each_row (self, db, "SELECT name, value FROM facts", take_fact);
  if (code == SQLITE_OK)
    code = for_each_row (self, db, "SELECT name, digest, source, tree FROM modules ORDER BY id", take_module);
  if (code == SQLITE_OK)
    code = for_each_row (self, db, "SELECT module, name, target FROM imports", take_import);
  if (code == SQLITE_OK)
    code = for_each_row (self, db, "SELECT key, object FROM kernels", take_kernel);
  if (code == SQLITE_OK && self->modules->len > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it is damaged: %s",
               code != SQLITE_OK ? sqlite3_errmsg (db) : "there is no module in it");
  return FALSE;
}

/* --- packages --- */

static void
clear_module (gpointer data)
{
  PackageModule *module = data;

  g_free (module->name);
  g_free (module->digest);
  rs_source_unref (module->source);
  g_bytes_unref (module->tree);
}

static RsPackage *
package_new (const char *path)
{
  RsPackage *self = g_new0 (RsPackage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_strdup (path);
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->modules = g_array_new (FALSE, FALSE, sizeof (PackageModule));
  g_array_set_clear_func (self->modules, clear_module);
  self->imports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kernels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  return self;
}

RsPackage *
rs_package_open (const char *path, GError **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, error);
  g_autoptr (RsPackage) self = NULL;
  const guint8 *data;
  sqlite3 *db = NULL;
  gsize length;
  gboolean is_read;

  if (file == NULL || (data = find_database (file, &length, error)) == NULL)
    return NULL;
  self = package_new (path);
  /* Read only: SQLite then leaves the bytes as they are. */
  if (sqlite3_open (":memory:", &db) != SQLITE_OK
      || sqlite3_deserialize (db, "main", (guint8 *)data, (sqlite3_int64)length, (sqlite3_int64)length,
                              SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "it is damaged: %s", sqlite3_errmsg (db));
      is_read = FALSE;
    }
  else
    is_read = read_tables (self, db, error);
  sqlite3_close (db);
  return is_read ? g_steal_pointer (&self) : NULL;
}

RsPackage *
rs_package_ref (RsPackage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_package_unref (RsPackage *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->facts);
  g_array_unref (self->modules);
  g_hash_table_unref (self->imports);
  g_hash_table_unref (self->kernels);
  g_free (self->path);
  g_free (self);
}

const char *
rs_package_get_path (const RsPackage *self)
{
  return self->path;
}

const char *
rs_package_get_fact (const RsPackage *self, const char *name)
{
  return g_hash_table_lookup (self->facts, name);
}

const char *
rs_package_get_module_name (const RsPackage *self, guint module)
{
  return g_array_index (self->modules, PackageModule, module).name;
}

const char *
rs_package_get_module_digest (const RsPackage *self, guint module)
{
  return g_array_index (self->modules, PackageModule, module).digest;
}

RsModule *
rs_package_load_module (const RsPackage *self, guint index, RsNames *names, GError **error)
{
  const PackageModule *from = &g_array_index (self->modules, PackageModule, index);
  g_autoptr (RsModule) module = g_new0 (RsModule, 1);

  g_atomic_ref_count_init (&module->ref_count);
  module->source = rs_source_ref (from->source);
  module->names = rs_names_ref (names);
  module->arena = rs_arena_new ();
  module->root = rs_tree_decode (from->tree, rs_source_get_length (from->source), module->arena, names, error);
  return module->root != NULL ? g_steal_pointer (&module) : NULL;
}

int
rs_package_find_import (const RsPackage *self, guint module, const char *name)
{
  g_autofree char *key = g_strdup_printf ("%u %s", module, name);

  return (int)GPOINTER_TO_UINT (g_hash_table_lookup (self->imports, key)) - 1;
}

GHashTable *
rs_package_get_kernels (const RsPackage *self)
{
  return self->kernels;
}
