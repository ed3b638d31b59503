/* Chunks as rows of SQL.
 *
 * xBestIndex tells xFilter by a text of two letters for each constraint that it uses: the column and the comparison.
 * SQLite tests every row once more, so a constraint that does not fit the filter (x > 4.5) may be left out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/chunks/event-table.h"

#include "profiler/store/chunks/event-cursor.h"

typedef enum { ID, TRACK, CLASS, START, END, KIND, NAME, FILE_ID, LINE, A, B, DETAIL, THREADS, PARENT } Column;

static const char declaration[]
    = "CREATE TABLE events (id INTEGER, track INTEGER, class INTEGER, start INTEGER, end INTEGER, kind INTEGER,"
      " name INTEGER, file INTEGER, line INTEGER, a INTEGER, b INTEGER, detail INTEGER, threads INTEGER, parent "
      "INTEGER)";

typedef struct {
  sqlite3_vtab base;
  RsChunkReader *reader;
  gboolean owns_reader;
} Table;

typedef struct {
  sqlite3_vtab_cursor base;
  RsEventCursor cursor;
  gboolean at_end;
} Cursor;

static int
connect_table (sqlite3 *db, void *data, int argc, const char *const *argv, sqlite3_vtab **result, char **message)
{
  Table *table;
  int code = sqlite3_declare_vtab (db, declaration);

  if (code != SQLITE_OK)
    return code;
  sqlite3_vtab_config (db, SQLITE_VTAB_INNOCUOUS);
  table = g_new0 (Table, 1);
  table->owns_reader = data == NULL;
  table->reader = data != NULL ? data : rs_chunk_reader_new (db);
  *result = &table->base;
  return SQLITE_OK;
}

static int
disconnect_table (sqlite3_vtab *base)
{
  Table *table = (Table *)base;

  if (table->owns_reader)
    rs_chunk_reader_free (table->reader);
  g_free (table);
  return SQLITE_OK;
}

/* --- planning --- */

/* The letter of a comparison that the filter knows for a column; 0: none. */
static char
comparison_letter (int column, int op)
{
  switch (op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return column == ID || column == TRACK || column == CLASS || column == START || column == END || column == KIND
                     || column == A
                 ? '='
                 : 0;
    case SQLITE_INDEX_CONSTRAINT_GE:
    case SQLITE_INDEX_CONSTRAINT_GT:
      return column == ID || column == START || column == END || column == CLASS ? '>' : 0;
    case SQLITE_INDEX_CONSTRAINT_LE:
    case SQLITE_INDEX_CONSTRAINT_LT:
      return column == ID || column == START || column == END || column == CLASS ? '<' : 0;
    case SQLITE_INDEX_CONSTRAINT_ISNULL:
      return column == CLASS ? '0' : 0;
    case SQLITE_INDEX_CONSTRAINT_ISNOTNULL:
      return column == CLASS ? '1' : 0;
    default:
      return 0;
    }
}

static double
selectivity (int column, char letter)
{
  if (letter == '=')
    return column == ID || column == A ? 1e-6 : column == KIND || column == CLASS ? 0.3 : 0.1;
  return letter == '<' || letter == '>' ? 0.3 : 0.8;
}

/* The order in which rows are wanted, where chunks can be walked in it; 0: they can't. To group by kind every chunk is
 * opened once for each kind in it, which is far less than it takes to sort all rows. */
static char
order_letter (const sqlite3_index_info *info)
{
  if (info->nOrderBy != 1 || info->aOrderBy[0].desc)
    return 0;
  return info->aOrderBy[0].iColumn <= ID ? 'O' : info->aOrderBy[0].iColumn == KIND ? 'K' : 0;
}

static int
plan (sqlite3_vtab *base, sqlite3_index_info *info)
{
  GString *text = g_string_new (NULL);
  double rows = 1e6;
  gboolean by_number = FALSE, by_track = FALSE;
  char order;
  int n = 0;

  for (int i = 0; i < info->nConstraint; i++)
    {
      int column = info->aConstraint[i].iColumn == -1 ? ID : info->aConstraint[i].iColumn;
      char letter = info->aConstraint[i].usable ? comparison_letter (column, info->aConstraint[i].op) : 0;

      if (letter == 0)
        continue;
      if (column == KIND && sqlite3_vtab_in (info, i, -1))
        {
          sqlite3_vtab_in (info, i, 1);
          letter = '*';
        }
      g_string_append_c (text, (char)('a' + column));
      g_string_append_c (text, letter);
      info->aConstraintUsage[i].argvIndex = ++n;
      rows *= selectivity (column, letter);
      by_number |= column == A;
      by_track |= column == TRACK;
    }
  order = by_number || by_track ? 0 : order_letter (info);
  if (order != 0)
    {
      g_string_append_c (text, order);
      info->orderByConsumed = 1;
    }
  info->idxStr = sqlite3_mprintf ("%s", text->str);
  info->needToFreeIdxStr = 1;
  info->estimatedRows = (sqlite3_int64)MAX (rows, 1);
  info->estimatedCost = MAX (rows, 1) + (by_number ? 5 : 50);
  g_string_free (text, TRUE);
  return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* --- reading --- */

static int
open_cursor (sqlite3_vtab *base, sqlite3_vtab_cursor **result)
{
  Cursor *cursor = g_new0 (Cursor, 1);

  rs_event_cursor_init (&cursor->cursor, ((Table *)base)->reader);
  cursor->at_end = TRUE;
  *result = &cursor->base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *base)
{
  Cursor *cursor = (Cursor *)base;

  rs_event_cursor_clear (&cursor->cursor);
  g_free (cursor);
  return SQLITE_OK;
}

static int
report_damage (Cursor *self)
{
  Table *table = (Table *)self->base.pVtab;
  const char *const *damage = table->owns_reader ? rs_chunk_reader_get_damage (table->reader) : NULL;

  if (damage == NULL || damage[0] == NULL)
    return SQLITE_OK;
  sqlite3_free (table->base.zErrMsg);
  table->base.zErrMsg = sqlite3_mprintf ("%s", damage[0]);
  return SQLITE_CORRUPT_VTAB;
}

static int
next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *)base;

  self->at_end = !rs_event_cursor_next (&self->cursor);
  if (self->at_end && self->cursor.code != SQLITE_OK)
    return self->cursor.code;
  return self->at_end ? report_damage (self) : SQLITE_OK;
}

static guint64
kind_bit (gint64 kind)
{
  return kind < 0 ? 0 : G_GUINT64_CONSTANT (1) << MIN (kind, 63);
}

/* The kinds of `kind IN (...)`. */
static guint64
read_kinds (sqlite3_value *list)
{
  sqlite3_value *value = NULL;
  guint64 kinds = 0;

  for (int code = sqlite3_vtab_in_first (list, &value); code == SQLITE_OK; code = sqlite3_vtab_in_next (list, &value))
    {
      if (sqlite3_value_type (value) == SQLITE_FLOAT)
        return G_MAXUINT64;
      if (sqlite3_value_type (value) == SQLITE_INTEGER)
        kinds |= kind_bit (sqlite3_value_int64 (value));
    }
  return kinds;
}

static void
narrow (gint64 *from, gint64 *to, char letter, gint64 value)
{
  if (letter != '<')
    *from = MAX (*from, value);
  if (letter != '>')
    *to = MIN (*to, value);
}

static void
narrow_class (RsEventFilter *filter, char letter, gint64 value)
{
  if (letter != '<')
    filter->least_class = MAX (filter->least_class, (int)CLAMP (value, -1, 100));
  if (letter != '>')
    filter->greatest_class = MIN (filter->greatest_class, (int)CLAMP (value, -2, 100));
  filter->least_class = MAX (filter->least_class, 0);
}

static void
add_constraint (RsEventFilter *filter, int column, char letter, gint64 value)
{
  switch (column)
    {
    case ID:
      narrow (&filter->first, &filter->last, letter, value);
      break;
    case TRACK:
      filter->one_track = TRUE;
      filter->track = (guint32)CLAMP (value, 0, G_MAXUINT32);
      if (value < 0 || value > G_MAXUINT32)
        filter->kinds = 0;
      break;
    case CLASS:
      narrow_class (filter, letter, value);
      break;
    case START:
      narrow (&filter->start_from, &filter->start_to, letter, value);
      break;
    case END:
      narrow (&filter->end_from, &filter->end_to, letter, value);
      break;
    case KIND:
      filter->kinds &= kind_bit (value);
      break;
    default:
      filter->one_number = TRUE;
      filter->number = value;
    }
}

static int
filter_rows (sqlite3_vtab_cursor *base, int number, const char *text, int n, sqlite3_value **values)
{
  Cursor *self = (Cursor *)base;
  RsEventFilter filter = RS_EVENT_FILTER_ALL;

  for (int i = 0; i < n; i++, text += 2)
    {
      int column = text[0] - 'a';

      if (text[1] == '*')
        filter.kinds &= read_kinds (values[i]);
      else if (text[1] == '0')
        filter.greatest_class = RS_CHUNK_NO_CLASS;
      else if (text[1] == '1')
        filter.least_class = MAX (filter.least_class, 0);
      else if (sqlite3_value_type (values[i]) == SQLITE_INTEGER)
        add_constraint (&filter, column, text[1], sqlite3_value_int64 (values[i]));
      else if (sqlite3_value_type (values[i]) == SQLITE_NULL)
        filter.kinds = 0; /* no comparison with NULL is true */
    }
  filter.in_order = *text == 'O';
  filter.by_kind = *text == 'K';
  rs_event_cursor_set_filter (&self->cursor, &filter);
  return next (base);
}

static int
at_end (sqlite3_vtab_cursor *base)
{
  return ((Cursor *)base)->at_end;
}

static int
get_column (sqlite3_vtab_cursor *base, sqlite3_context *context, int column)
{
  static const RsChunkColumn columns[] = { [START] = RS_CHUNK_START,
                                           [A] = RS_CHUNK_A,
                                           [B] = RS_CHUNK_B,
                                           [THREADS] = RS_CHUNK_THREADS,
                                           [PARENT] = RS_CHUNK_PARENT };
  const RsEventCursor *self = &((Cursor *)base)->cursor;
  gint64 value;

  switch (column)
    {
    case ID:
      value = rs_event_cursor_get_id (self);
      break;
    case TRACK:
      value = self->track;
      break;
    case CLASS:
      if (self->class == RS_CHUNK_NO_CLASS)
        {
          sqlite3_result_null (context);
          return SQLITE_OK;
        }
      value = self->class;
      break;
    case END:
      value = rs_event_cursor_get (self, RS_CHUNK_START) + rs_event_cursor_get (self, RS_CHUNK_DURATION);
      break;
    case KIND:
      value = self->place.kind;
      break;
    case NAME:
      value = self->place.name;
      break;
    case FILE_ID:
      value = self->place.file;
      break;
    case LINE:
      value = self->place.line;
      break;
    case DETAIL:
      value = self->place.detail;
      break;
    default:
      value = rs_event_cursor_get (self, columns[column]);
    }
  sqlite3_result_int64 (context, value);
  return SQLITE_OK;
}

static int
get_rowid (sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
  *id = rs_event_cursor_get_id (&((Cursor *)base)->cursor);
  return SQLITE_OK;
}

int
rs_event_table_register (sqlite3 *db, RsChunkReader *reader)
{
  static const sqlite3_module module = {
    .iVersion = 1,
    .xConnect = connect_table,
    .xBestIndex = plan,
    .xDisconnect = disconnect_table,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter_rows,
    .xNext = next,
    .xEof = at_end,
    .xColumn = get_column,
    .xRowid = get_rowid,
  };

  return sqlite3_create_module_v2 (db, "events", &module, reader, NULL);
}
