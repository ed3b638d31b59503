/* Files: fopen and what works on an open file, dir and quasar_dir.
 *
 * An open file is a number, its place in the session's list plus 1; the session closes what is left open.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"
#include "runtime/builtin/io/input.h"

#include "runtime/builtin/text/printing.h"
#include "runtime/device/configuration/configuration.h"
#include "runtime/value/blocks.h"
#include "runtime/value/types/cell.h"
#include "runtime/value/types/string.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  FILE *file; /* NULL: closed */
  char *path; /* as the program named it */
} OpenFile;

static void
free_file (gpointer data)
{
  OpenFile *self = data;

  if (self->file != NULL)
    fclose (self->file); /* rs_session_close_files has told what can't be written */
  g_free (self->path);
  g_free (self);
}

static void
free_files (gpointer files)
{
  g_ptr_array_unref (files);
}

static GPtrArray *
get_files (RsSession *session)
{
  GPtrArray *files = session->slots[RS_SLOT_FILES];

  if (files == NULL)
    {
      files = g_ptr_array_new_with_free_func (free_file);
      rs_session_set_slot (session, RS_SLOT_FILES, files, free_files);
    }
  return files;
}

/* What text still waits in memory is written. */
gboolean
rs_session_close_files (RsSession *session)
{
  GPtrArray *files = session->slots[RS_SLOT_FILES];
  gboolean good = TRUE;

  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      OpenFile *open = g_ptr_array_index (files, i);

      if (open->file != NULL && fclose (open->file) != 0)
        {
          g_autoptr (GError) error = g_error_new (RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE,
                                                  "\"%s\", which was left open, can't be written: %s", open->path,
                                                  g_strerror (errno));
          g_autofree char *text = rs_error_dup_text (error);

          rs_session_message (session, "redshift: error: %s", text);
          good = FALSE;
        }
      open->file = NULL;
    }
  return good;
}

static OpenFile *
get_open (const RsCall *call, const char *name, GError **error)
{
  GPtrArray *files = get_files (call->session);
  gint64 number;

  if (!rs_call_get_integer (call, 0, &number, name, error))
    return NULL;
  if (number >= 1 && number <= (gint64)files->len)
    {
      OpenFile *open = g_ptr_array_index (files, number - 1);

      if (open->file != NULL)
        return open;
    }
  rs_call_fail (RS_RUNTIME_ERROR_FILE, error, name, "there is no open file %" G_GINT64_FORMAT, number);
  return NULL;
}

static FILE *
get_file (const RsCall *call, const char *name, GError **error)
{
  OpenFile *open = get_open (call, name, error);

  return open != NULL ? open->file : NULL;
}

RS_DEFINE_BUILTIN (FOPEN)
{
  static const char *const modes[] = { "r", "w", "a", "rb", "wb", "ab", "rt", "wt", "at", "r+", "w+", "a+", NULL };
  g_autofree char *found = NULL;
  const char *path, *mode;
  char plain[3] = { 0 };
  OpenFile *open;
  FILE *file;

  if (!rs_call_get_string (call, 0, &path, "fopen", error) || !rs_call_get_string (call, 1, &mode, "fopen", error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  if (!g_strv_contains (modes, mode))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fopen",
                         "there is no mode \"%s\"; modes are \"r\", \"w\", \"a\", \"rb\", \"wb\"", mode);
  plain[0] = mode[0];
  plain[1] = mode[1] == '+' ? '+' : '\0';
  found = plain[0] == 'r' ? rs_call_find_file (call, path) : rs_call_resolve_path (call, path);
  if (plain[0] == 'r' && g_file_test (found, G_FILE_TEST_IS_DIR))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fopen", "\"%s\" is a folder", path);
  file = g_fopen (found, plain);
  if (file == NULL && rs_error_set_stopped (error)) /* while it waited for the other end of a pipe */
    return FALSE;
  if (file == NULL)
    {
      g_autofree char *reason = errno == ENOENT && plain[0] == 'r' ? rs_input_describe_missing (call, path)
                                                                   : g_strdup (g_strerror (errno));

      return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fopen", "can't open \"%s\": %s", path, reason);
    }
  open = g_new (OpenFile, 1);
  *open = (OpenFile){ file, g_strdup (path) };
  g_ptr_array_add (get_files (call->session), open);
  return rs_call_return (call, rs_value_int (get_files (call->session)->len));
}

RS_DEFINE_BUILTIN (FCLOSE)
{
  OpenFile *open = get_open (call, "fclose", error);

  if (open == NULL)
    return FALSE;
  if (fclose (g_steal_pointer (&open->file)) != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fclose", "\"%s\" can't be written: %s", open->path,
                         g_strerror (errno));
  return TRUE;
}

/* What a sample format is called in files. */
static gboolean
find_format (const RsCall *call, guint index, RsElement *element, const char *name, GError **error)
{
  static const struct
  {
    const char *name;
    RsElement element;
  } formats[] = {
    { "uint8", RS_ELEMENT_UINT8 },  { "int8", RS_ELEMENT_INT8 },      { "uint16", RS_ELEMENT_UINT16 },
    { "int16", RS_ELEMENT_INT16 },  { "uint32", RS_ELEMENT_UINT32 },  { "int32", RS_ELEMENT_INT32 },
    { "int", RS_ELEMENT_INT32 },    { "uint64", RS_ELEMENT_UINT64 },  { "int64", RS_ELEMENT_INT64 },
    { "float16", RS_ELEMENT_HALF }, { "float32", RS_ELEMENT_SINGLE }, { "single", RS_ELEMENT_SINGLE },
    { "float", RS_ELEMENT_SINGLE }, { "float64", RS_ELEMENT_DOUBLE }, { "double", RS_ELEMENT_DOUBLE },
  };
  const char *text;

  if (!rs_call_get_string (call, index, &text, name, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (text, formats[i].name) == 0)
      {
        *element = formats[i].element;
        return TRUE;
      }
  return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, name,
                       "there is no sample format \"%s\"; say \"uint8\", \"int16\", \"float32\", ...", text);
}

/* Whether an ordinary file has so many bytes left; of a pipe nobody knows. */
static gboolean
has_left (FILE *file, gint64 wanted, gint64 *left)
{
  struct stat status;
  gint64 at = ftello (file);

  if (at < 0 || fstat (fileno (file), &status) != 0 || !S_ISREG (status.st_mode))
    return TRUE;
  *left = MAX (0, (gint64)status.st_size - at);
  return wanted <= *left;
}

/* An array of scalars, whatever the format in the file. */
RS_DEFINE_BUILTIN (FREAD)
{
  FILE *file = get_file (call, "fread", error);
  RsElement element = RS_ELEMENT_SINGLE, wanted = rs_element_of_precision (rs_call_get_precision (call));
  g_autoptr (RsArray) raw = NULL, result = NULL;
  RsCall dims_call = *call;
  int rank;
  gint64 dims[RS_MAX_RANK];
  gint64 count, left = 0, bytes;
  gsize n;

  dims_call.n_arguments = 2;
  if (file == NULL || !rs_call_get_dims (&dims_call, 1, &rank, dims, "fread", error)
      || !find_format (call, 2, &element, "fread", error))
    return FALSE;
  bytes = (gint64)rs_element_get_bytes (element);
  count = rs_dims_count (rank, dims);
  if (count < 0 || !has_left (file, count > G_MAXINT64 / 16 ? G_MAXINT64 : count * bytes, &left))
    return rs_call_fail (RS_RUNTIME_ERROR_FILE_CONTENTS, error, "fread",
                         "%" G_GINT64_FORMAT " numbers are wanted, but the file has only %" G_GINT64_FORMAT " more",
                         count < 0 ? G_MAXINT64 : count, left / bytes);
  raw = rs_array_new (element, rank, dims, TRUE, error);
  if (raw == NULL)
    return FALSE;
  n = fread (rs_array_write (raw), rs_element_get_bytes (element), (gsize)raw->n_elements, file);
  if (rs_error_set_stopped (error))
    return FALSE;
  if (n < (gsize)raw->n_elements)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE_CONTENTS, error, "fread",
                         "%" G_GINT64_FORMAT " numbers are wanted, but the file has only %" G_GSIZE_FORMAT " more",
                         raw->n_elements, n);
  if (element == wanted)
    return rs_call_return_array (call, g_steal_pointer (&raw));
  result = rs_array_new_like (raw, wanted, error);
  if (result == NULL)
    return FALSE;
  rs_block_convert (element, rs_array_read (raw), raw->n_elements, wanted, RS_OVERFLOW_WRAP, rs_array_write (result));
  return rs_call_return_array (call, g_steal_pointer (&result));
}

RS_DEFINE_BUILTIN (FWRITE)
{
  FILE *file = get_file (call, "fwrite", error);
  g_autoptr (RsArray) array = NULL, raw = NULL;
  RsElement element = RS_ELEMENT_SINGLE;

  if (file == NULL || !find_format (call, 2, &element, "fwrite", error)
      || !rs_session_before_effect (call->session, error))
    return FALSE;
  array = rs_call_get_array (call, 1, "fwrite", error);
  if (array == NULL)
    return FALSE;
  if (rs_element_is_complex (array->element))
    return rs_call_fail_argument (call, 1, error, "fwrite", "an array of real numbers");
  raw = rs_array_new_like (array, element, error);
  if (raw == NULL)
    return FALSE;
  if (!rs_block_convert (array->element, rs_array_read (array), array->n_elements, element, RS_OVERFLOW_CHECKED,
                         rs_array_write (raw)))
    return rs_call_fail (RS_RUNTIME_ERROR_OVERFLOW, error, "fwrite", "an element does not fit %s",
                         rs_element_get_name (element));
  if (fwrite (rs_array_read (raw), rs_element_get_bytes (element), (gsize)raw->n_elements, file)
      < (gsize)raw->n_elements)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fwrite", "the file can't be written: %s", g_strerror (errno));
  return TRUE;
}

/* At the end of the file the line is empty; feof tells. Bytes that are not UTF-8 are read as Latin-1. */
RS_DEFINE_BUILTIN (FGETS)
{
  FILE *file = get_file (call, "fgets", error);
  g_autofree char *line = NULL, *converted = NULL;
  char *raw = NULL;
  gsize size = 0;
  gssize n;

  if (file == NULL)
    return FALSE;
  n = getline (&raw, &size, file);
  while (n > 0 && (raw[n - 1] == '\n' || raw[n - 1] == '\r'))
    n--;
  line = g_strndup (raw != NULL ? raw : "", (gsize)MAX (n, 0));
  free (raw);
  if (rs_error_set_stopped (error))
    return FALSE;
  if (!g_utf8_validate (line, -1, NULL))
    converted = g_convert (line, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
  return rs_call_return (call, rs_value_new_string (converted != NULL ? converted : line, -1));
}

RS_DEFINE_BUILTIN (FEOF)
{
  FILE *file = get_file (call, "feof", error);
  int next;

  if (file == NULL)
    return FALSE;
  next = getc (file);
  if (next != EOF)
    ungetc (next, file);
  if (rs_error_set_stopped (error))
    return FALSE;
  return rs_call_return (call, rs_value_bool (next == EOF));
}

RS_DEFINE_BUILTIN (FPRINTF)
{
  FILE *file = get_file (call, "fprintf", error);
  g_autoptr (GString) text = g_string_new (NULL);

  if (file == NULL || !rs_session_before_effect (call->session, error)
      || !rs_call_print_format (call, 1, text, "fprintf", error))
    return FALSE;
  if (fwrite (text->str, 1, text->len, file) < text->len)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "fprintf", "the file can't be written: %s", g_strerror (errno));
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static gboolean
return_names (RsCall *call, const GPtrArray *names, GError **error)
{
  gint64 n = names->len;
  RsCell *cell = rs_cell_new (1, &n, error);

  if (cell == NULL)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    cell->elements[i] = rs_value_new_string (g_ptr_array_index (names, i), -1);
  return rs_call_return (call, rs_value_object (cell));
}

/* The last part of the path may hold * and ?; a folder alone lists everything in it. */
RS_DEFINE_BUILTIN (DIR)
{
  g_autofree char *folder = NULL, *pattern = NULL, *resolved = NULL, *whole = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPatternSpec) spec = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *path, *entry;
  gboolean bare;

  if (!rs_call_get_string (call, 0, &path, "dir", error) || !rs_session_before_effect (call->session, error))
    return FALSE;
  bare = strchr (path, G_DIR_SEPARATOR) == NULL;
  whole = rs_call_resolve_path (call, path);
  if (g_file_test (whole, G_FILE_TEST_IS_DIR))
    {
      folder = g_strdup (path);
      pattern = g_strdup ("*");
      bare = FALSE;
    }
  else
    {
      folder = g_path_get_dirname (path);
      pattern = g_path_get_basename (path);
    }
  resolved = rs_call_resolve_path (call, folder);
  dir = g_dir_open (resolved, 0, NULL);
  if (dir == NULL)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "dir", "the folder \"%s\" can't be read: %s", folder,
                         g_strerror (errno));
  spec = g_pattern_spec_new (pattern);
  while ((entry = g_dir_read_name (dir)) != NULL)
    if (g_utf8_validate (entry, -1, NULL) && g_pattern_spec_match_string (spec, entry))
      g_ptr_array_add (names, bare ? g_strdup (entry) : g_build_filename (folder, entry, NULL));
  g_ptr_array_sort (names, compare_names);
  return return_names (call, names, error);
}

RS_DEFINE_BUILTIN (QUASAR_DIR)
{
  g_autofree char *configuration = NULL, *folder = NULL;
  const char *name;

  if (!rs_call_get_string (call, 0, &name, "quasar_dir", error))
    return FALSE;
  if (strcmp (name, "app_dir") != 0)
    return rs_call_fail (RS_RUNTIME_ERROR_FILE, error, "quasar_dir",
                         "there is no folder \"%s\"; \"app_dir\" is that of settings and devices.xml", name);
  configuration = rs_configuration_get_path ();
  folder = g_path_get_dirname (configuration);
  return rs_call_return (call, rs_value_new_string (folder, -1));
}
