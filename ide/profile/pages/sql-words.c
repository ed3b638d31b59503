/* See sql-words.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/sql-words.h"

#include <glib/gi18n.h>
#include <string.h>

#define SECONDS 10u /* for reading the names */

/* "events" is a table of the reader: no schema lists it. */
#define TABLES                                                                                                         \
  "SELECT 'events' UNION SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"                               \
  " UNION SELECT name FROM temp.sqlite_master WHERE type IN ('table', 'view') ORDER BY 1"

static const char *const sql_words[]
    = { "and",      "as",   "asc",  "avg",   "between", "by",     "case", "cast",  "count", "desc",
        "distinct", "else", "end",  "from",  "group",   "having", "in",   "is",    "join",  "like",
        "limit",    "max",  "min",  "not",   "null",    "on",     "or",   "order", "over",  "partition",
        "select",   "sum",  "then", "total", "union",   "using",  "when", "where", "with" };

typedef struct {
  char *name;
  GPtrArray *columns; /* element-type utf8 */
} Table;

struct _RsSqlWords {
  GPtrArray *tables; /* element-type Table */
  GPtrArray *all;    /* element-type utf8 */
};

static void
table_free (gpointer data)
{
  Table *table = data;

  g_free (table->name);
  g_ptr_array_unref (table->columns);
  g_free (table);
}

void
rs_sql_words_free (RsSqlWords *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->tables);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_free (self);
}

static gboolean
add_table (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  Table *table;

  if (values == NULL || values[0].text == NULL)
    return TRUE;
  table = g_new (Table, 1);
  *table = (Table){ rs_trace_make_printable (values[0].text), g_ptr_array_new_with_free_func (g_free) };
  g_ptr_array_add (data, table);
  return TRUE;
}

static gboolean
add_columns (guint n, const RsTraceQueryValue *values, const char *const *names, gpointer data)
{
  for (guint i = 0; values == NULL && i < n; i++)
    g_ptr_array_add (data, rs_trace_make_printable (names[i]));
  return TRUE;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
add_word (GPtrArray *all, GHashTable *known, const char *word)
{
  if (g_hash_table_add (known, (gpointer)word))
    g_ptr_array_add (all, g_strdup (word));
}

static GPtrArray *
list_all (const GPtrArray *tables)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < tables->len; i++)
    {
      const Table *table = tables->pdata[i];

      add_word (all, known, table->name);
      for (guint k = 0; k < table->columns->len; k++)
        add_word (all, known, table->columns->pdata[k]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (sql_words); i++)
    add_word (all, known, sql_words[i]);
  g_ptr_array_sort (all, compare_words);
  return all;
}

RsSqlWords *
rs_sql_words_read (RsTraceStore *store, GError **error)
{
  g_autoptr (RsSqlWords) self = g_new0 (RsSqlWords, 1);

  self->tables = g_ptr_array_new_with_free_func (table_free);
  if (!rs_trace_store_query (store, TABLES, SECONDS, add_table, self->tables, error))
    return NULL;
  for (guint i = 0; i < self->tables->len; i++)
    {
      Table *table = self->tables->pdata[i];
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\" LIMIT 0", table->name);

      if (!rs_trace_store_query (store, sql, SECONDS, add_columns, table->columns, error))
        return NULL;
    }
  self->all = list_all (self->tables);
  return g_steal_pointer (&self);
}

const GPtrArray *
rs_sql_words_get_all (const RsSqlWords *self)
{
  return self->all;
}

guint
rs_sql_find_word (const char *sql, guint end)
{
  while (end > 0 && (g_ascii_isalnum (sql[end - 1]) || sql[end - 1] == '_'))
    end--;
  return end;
}

/* --- what is wrong --- */

static gboolean
has_word (const char *sql, const char *word)
{
  const gsize length = strlen (word);

  for (const char *at = sql; *at != '\0'; at++)
    {
      const guint begin = (guint)(at - sql);

      if (g_ascii_strncasecmp (at, word, length) == 0 && rs_sql_find_word (sql, begin) == begin
          && !g_ascii_isalnum (at[length]) && at[length] != '_')
        return TRUE;
    }
  return FALSE;
}

/* "; kernels has: id, name, ...", for each table that the question names. */
static void
append_columns (const RsSqlWords *self, GString *text, const char *sql)
{
  for (guint i = 0; i < self->tables->len; i++)
    {
      const Table *table = self->tables->pdata[i];

      if (!has_word (sql, table->name))
        continue;
      g_string_append_printf (text, _ ("; %s has: "), table->name);
      for (guint k = 0; k < table->columns->len; k++)
        g_string_append_printf (text, k > 0 ? ", %s" : "%s", (char *)table->columns->pdata[k]);
    }
}

static void
append_tables (const RsSqlWords *self, GString *text)
{
  g_string_append (text, _ ("; there are: "));
  for (guint i = 0; i < self->tables->len; i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s", ((const Table *)self->tables->pdata[i])->name);
}

char *
rs_sql_words_explain (const RsSqlWords *self, const char *sql, const char *message)
{
  GString *text = g_string_new (message);

  if (self != NULL && strstr (message, "no such column") != NULL)
    append_columns (self, text, sql);
  else if (self != NULL && strstr (message, "no such table") != NULL)
    append_tables (self, text);
  else if (strstr (message, "syntax error") != NULL)
    g_string_append (text,
                     _ ("; a question is for example: select name, duration from kernels order by duration desc"));
  return g_string_free (text, FALSE);
}
