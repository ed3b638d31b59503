/* See line-table.h. Section 6.2 of the DWARF 5 standard.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/line-table.h"

#include <string.h>

#define MOST_ROWS 2000000u
#define MOST_FILES 4096u /* of a unit */
#define MOST_FORMATS 16u
#define FARTHEST 256u /* rows looked at for a line of the program */

enum { PATH = 1, DIRECTORY = 2 };
enum {
  DATA2 = 0x05,
  DATA4 = 0x06,
  DATA8 = 0x07,
  STRING = 0x08,
  BLOCK = 0x09,
  DATA1 = 0x0b,
  STRP = 0x0e,
  UDATA = 0x0f,
  DATA16 = 0x1e,
  LINE_STRP = 0x1f
};
enum {
  COPY = 1,
  ADVANCE_PC,
  ADVANCE_LINE,
  SET_FILE,
  SET_COLUMN,
  NEGATE_STATEMENT,
  SET_BASIC_BLOCK,
  CONST_ADD_PC,
  FIXED_ADVANCE_PC
};
enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

typedef struct {
  guint64 address;
  guint32 line; /* 0: none */
  guint32 file; /* index in files; G_MAXUINT32: the end of a sequence */
} Row;

struct _RsLineTable {
  GArray *rows;      /* of Row, by address */
  GPtrArray *files;  /* of char *, owned */
  GHashTable *known; /* file -> its index + 1; keys borrowed from files */
};

typedef struct {
  const guint8 *at, *end;
  gboolean bad;
} Reader;

typedef struct {
  RsBytes line_strings, strings;
  guint8 least_length, line_range, opcode_base;
  gint8 line_base;
  guint8 lengths[256];
  GPtrArray *directories; /* of char *, owned */
  GArray *files;          /* of guint32: indices in the table's */
} Unit;

/* --- reading --- */

static guint64
read_number (Reader *self, guint n)
{
  guint64 value = 0;

  if ((gsize)(self->end - self->at) < n)
    {
      self->bad = TRUE;
      return 0;
    }
  for (guint i = 0; i < n; i++)
    value |= (guint64)self->at[i] << (8 * i);
  self->at += n;
  return value;
}

static guint64
read_leb (Reader *self, gboolean is_signed)
{
  guint64 value = 0;
  guint shift = 0;
  guint8 byte;

  do
    {
      byte = (guint8)read_number (self, 1);
      if (self->bad || shift > 63)
        {
          self->bad = TRUE;
          return 0;
        }
      value |= (guint64)(byte & 0x7f) << shift;
      shift += 7;
    }
  while ((byte & 0x80) != 0);
  if (is_signed && shift < 64 && (byte & 0x40) != 0)
    value |= ~(guint64)0 << shift;
  return value;
}

static void
skip (Reader *self, guint64 n)
{
  if (n > (guint64)(self->end - self->at))
    self->bad = TRUE;
  else
    self->at += n;
}

/* NULL when it does not end within its section. */
static const char *
text_at (RsBytes section, guint64 offset)
{
  if (offset >= section.n || memchr (section.data + offset, 0, section.n - offset) == NULL)
    return NULL;
  return (const char *)section.data + offset;
}

static const char *
read_text (Reader *self, guint64 form, const Unit *unit)
{
  const char *text = NULL;

  switch (form)
    {
    case STRING:
      text = text_at ((RsBytes){ self->at, (gsize)(self->end - self->at) }, 0);
      if (text != NULL)
        self->at += strlen (text) + 1;
      break;
    case STRP:
      text = text_at (unit->strings, read_number (self, 4));
      break;
    case LINE_STRP:
      text = text_at (unit->line_strings, read_number (self, 4));
      break;
    default:
      break;
    }
  self->bad |= text == NULL;
  return text;
}

static guint64
read_form (Reader *self, guint64 form)
{
  switch (form)
    {
    case DATA1:
      return read_number (self, 1);
    case DATA2:
      return read_number (self, 2);
    case DATA4:
      return read_number (self, 4);
    case DATA8:
      return read_number (self, 8);
    case UDATA:
      return read_leb (self, FALSE);
    case DATA16:
      skip (self, 16);
      return 0;
    case BLOCK:
      skip (self, read_leb (self, FALSE));
      return 0;
    default:
      self->bad = TRUE;
      return 0;
    }
}

/* --- directories and files --- */

static guint32
add_file (RsLineTable *self, char *path)
{
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, path));

  if (index > 0)
    {
      g_free (path);
      return index - 1;
    }
  g_ptr_array_add (self->files, path);
  g_hash_table_insert (self->known, path, GUINT_TO_POINTER (self->files->len));
  return self->files->len - 1;
}

/* A name relative to where the compiler ran stays as it is: so it was in the text. */
static char *
join (const Unit *unit, guint64 directory, const char *name)
{
  if (directory == 0 || directory >= unit->directories->len || g_path_is_absolute (name))
    return g_strdup (name);
  return g_build_filename (unit->directories->pdata[directory], name, NULL);
}

/* The directories, then the files of a unit: entries whose fields are described before them. */
static void
read_entries (RsLineTable *self, Reader *reader, Unit *unit, gboolean are_files)
{
  guint64 formats[MOST_FORMATS][2];
  guint n_formats = (guint)read_number (reader, 1);
  guint64 n;

  if (n_formats > MOST_FORMATS)
    reader->bad = TRUE;
  for (guint i = 0; i < n_formats && !reader->bad; i++)
    {
      formats[i][0] = read_leb (reader, FALSE);
      formats[i][1] = read_leb (reader, FALSE);
    }
  n = read_leb (reader, FALSE);
  if (n > MOST_FILES || (n > 0 && n_formats == 0))
    reader->bad = TRUE;
  for (guint64 i = 0; i < n && !reader->bad; i++)
    {
      const char *name = NULL;
      guint64 directory = 0;

      for (guint k = 0; k < n_formats && !reader->bad; k++)
        if (formats[k][0] == PATH)
          name = read_text (reader, formats[k][1], unit);
        else if (formats[k][0] == DIRECTORY)
          directory = read_form (reader, formats[k][1]);
        else
          read_form (reader, formats[k][1]);
      if (reader->bad)
        return;
      if (are_files)
        {
          guint32 index = add_file (self, join (unit, directory, name != NULL ? name : ""));

          g_array_append_val (unit->files, index);
        }
      else
        g_ptr_array_add (unit->directories, g_strdup (name != NULL ? name : ""));
    }
}

/* --- the line program --- */

typedef struct {
  guint64 address, file;
  gint64 line;
} State;

static void
add_row (RsLineTable *self, const Unit *unit, const State *state, gboolean is_end)
{
  Row row = { .address = state->address, .file = G_MAXUINT32 };

  if (self->rows->len >= MOST_ROWS)
    return;
  if (!is_end)
    {
      if (state->file >= unit->files->len || state->line < 0 || state->line > G_MAXINT32)
        return;
      row.file = g_array_index (unit->files, guint32, state->file);
      row.line = (guint32)state->line;
    }
  g_array_append_val (self->rows, row);
}

static void
run_extended (RsLineTable *self, Reader *reader, const Unit *unit, State *state)
{
  guint64 length = read_leb (reader, FALSE);
  Reader inside = *reader;

  skip (reader, length);
  if (reader->bad || length == 0)
    return;
  inside.end = reader->at;
  switch (read_number (&inside, 1))
    {
    case END_SEQUENCE:
      add_row (self, unit, state, TRUE);
      *state = (State){ .file = 1, .line = 1 };
      break;
    case SET_ADDRESS:
      state->address = read_number (&inside, 8);
      break;
    default:
      break;
    }
}

static void
run_standard (RsLineTable *self, Reader *reader, const Unit *unit, guint8 opcode, State *state)
{
  switch (opcode)
    {
    case COPY:
      add_row (self, unit, state, FALSE);
      break;
    case ADVANCE_PC:
      state->address += read_leb (reader, FALSE) * unit->least_length;
      break;
    case ADVANCE_LINE:
      state->line = (gint64)((guint64)state->line + read_leb (reader, TRUE));
      break;
    case SET_FILE:
      state->file = read_leb (reader, FALSE);
      break;
    case SET_COLUMN:
      read_leb (reader, FALSE);
      break;
    case NEGATE_STATEMENT:
    case SET_BASIC_BLOCK:
      break;
    case CONST_ADD_PC:
      state->address += (guint64)((255 - unit->opcode_base) / unit->line_range) * unit->least_length;
      break;
    case FIXED_ADVANCE_PC:
      state->address += read_number (reader, 2);
      break;
    default:
      for (guint i = 0; i < unit->lengths[opcode] && !reader->bad; i++)
        read_leb (reader, FALSE);
    }
}

static void
run_program (RsLineTable *self, Reader *reader, const Unit *unit)
{
  State state = { .file = 1, .line = 1 };

  while (reader->at < reader->end && !reader->bad && self->rows->len < MOST_ROWS)
    {
      guint8 opcode = (guint8)read_number (reader, 1);

      if (opcode >= unit->opcode_base)
        {
          guint8 step = (guint8)(opcode - unit->opcode_base);

          state.address += (guint64)(step / unit->line_range) * unit->least_length;
          state.line = (gint64)((guint64)state.line + (guint64)(gint64)(unit->line_base + step % unit->line_range));
          add_row (self, unit, &state, FALSE);
        }
      else if (opcode == 0)
        run_extended (self, reader, unit, &state);
      else
        run_standard (self, reader, unit, opcode, &state);
    }
}

static void
read_header (Reader *reader, Unit *unit)
{
  guint64 header;

  if (read_number (reader, 2) != 5 || read_number (reader, 1) != 8)
    reader->bad = TRUE;
  skip (reader, 1);
  header = read_number (reader, 4);
  if (header > (guint64)(reader->end - reader->at))
    reader->bad = TRUE;
  unit->least_length = (guint8)read_number (reader, 1);
  skip (reader, 2);
  unit->line_base = (gint8)read_number (reader, 1);
  unit->line_range = (guint8)read_number (reader, 1);
  unit->opcode_base = (guint8)read_number (reader, 1);
  if (unit->line_range == 0 || unit->opcode_base == 0)
    reader->bad = TRUE;
  for (guint i = 1; i < unit->opcode_base && !reader->bad; i++)
    unit->lengths[i] = (guint8)read_number (reader, 1);
}

static void
read_unit (RsLineTable *self, Reader reader, RsBytes line_strings, RsBytes strings)
{
  Unit unit = { .line_strings = line_strings, .strings = strings };

  read_header (&reader, &unit);
  unit.directories = g_ptr_array_new_with_free_func (g_free);
  unit.files = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (!reader.bad)
    read_entries (self, &reader, &unit, FALSE);
  if (!reader.bad)
    read_entries (self, &reader, &unit, TRUE);
  if (!reader.bad)
    run_program (self, &reader, &unit);
  g_ptr_array_unref (unit.directories);
  g_array_unref (unit.files);
}

/* The end of a sequence comes before what begins there. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const Row *p = a, *q = b;

  if (p->address != q->address)
    return p->address < q->address ? -1 : 1;
  return (p->file != G_MAXUINT32) - (q->file != G_MAXUINT32);
}

RsLineTable *
rs_line_table_new (RsBytes line, RsBytes line_strings, RsBytes strings)
{
  RsLineTable *self = g_new0 (RsLineTable, 1);
  Reader reader = { line.data, line.data + line.n, FALSE };

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->files = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  while (reader.end - reader.at >= 4)
    {
      guint64 length = read_number (&reader, 4);
      Reader unit = reader;

      skip (&reader, length); /* 0xffffffff of 64-bit DWARF is longer than any section */
      if (reader.bad)
        break;
      unit.end = reader.at;
      read_unit (self, unit, line_strings, strings);
    }
  g_array_sort (self->rows, compare_rows); /* stable */
  return self;
}

void
rs_line_table_free (RsLineTable *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->files);
  g_free (self);
}

guint
rs_line_table_get_n_rows (const RsLineTable *self)
{
  return self->rows->len;
}

gboolean
rs_line_table_find (const RsLineTable *self, guint64 address, const char *suffix, const char **file, guint *line)
{
  guint low = 0, high = self->rows->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->rows, Row, middle).address <= address)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint i = low; i > 0 && low - i < FARTHEST; i--)
    {
      const Row *row = &g_array_index (self->rows, Row, i - 1);

      if (row->file == G_MAXUINT32)
        return FALSE;
      if (row->line > 0 && g_str_has_suffix (self->files->pdata[row->file], suffix))
        {
          *file = self->files->pdata[row->file];
          *line = row->line;
          return TRUE;
        }
    }
  return FALSE;
}
