/* Damages what other tools write and imports it: `fuzz-import FIRST_SEED COUNT`.
 *
 * Even seeds make Chrome JSON (every fourth of them compressed), odd ones what nsys exports, and damage it: bytes and
 * pieces of text, or values, columns and tables. What is looked for are crashes, reports of sanitizers, imports that
 * take more than a few seconds, failures without a sentence, traces that a failure leaves behind, and traces that were
 * imported and are damaged themselves. One in eight is not damaged and has to come through. FUZZ_SECONDS: how long to
 * go on instead of COUNT; FUZZ_VERBOSE: seeds are printed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/analysis/time/kernels.h"
#include "profiler/analysis/time/summary.h"
#include "profiler/exchange/chrome-import.h"
#include "profiler/exchange/nsys-import.h"
#include "profiler/store/sqlite.h"
#include "profiler/store/store.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_SECONDS 20 /* of processor time for a file, with sanitizers */

static guint
below (GRand *random, guint n)
{
  return (guint)g_rand_int_range (random, 0, (gint32)n);
}

#define CHOOSE(random, texts) ((texts)[below ((random), G_N_ELEMENTS (texts))])

/* --- JSON --- */

static const char *const phases[] = { "X", "B", "E", "i", "I", "C", "M", "s", "t", "f", "b", "e", "n", "P", "", "XX" };
static const char *const categories[]
    = { "kernel", "cpu_op", "launch", "gpu_memcpy", "cuda_runtime", "mark", "function", "wait", "", "stretch" };
static const char *const names[]
    = { "sgemm", "na\303\257ve", "process_name", "thread_name", "\\u00e9\\ud83d\\ude00", "\\ud800", "a\\\"b", "", "x" };
static const char *const numbers[] = { "0",
                                       "1",
                                       "-1",
                                       "1.5",
                                       "1e3",
                                       "1700000000000000.125",
                                       "9223372036854775807",
                                       "1e400",
                                       "-1e400",
                                       "1e-9",
                                       "\"0x1f\"",
                                       "null",
                                       "true",
                                       "\"7\"",
                                       "[]",
                                       "{}",
                                       "NaN",
                                       "-0",
                                       "00",
                                       "1.",
                                       "4e18",
                                       "\"\"",
                                       "-4e18",
                                       "18446744073709551616" };

/* Half of the time one that fits, unless it is to fit. */
static void
append_number (GRand *random, GString *json, gboolean fits)
{
  if (fits || g_rand_boolean (random))
    g_string_append_printf (json, "%u.%03u", below (random, 100000), below (random, 1000));
  else
    g_string_append (json, CHOOSE (random, numbers));
}

static void
append_arguments (GRand *random, GString *json, gboolean fits)
{
  static const char *const keys[] = { "name", "correlation", "External id", "stream", "device",  "line",
                                      "file", "grid",        "block",       "value",  "Addr\\n", "a" };

  g_string_append (json, ", \"args\": {");
  for (guint i = 0, n = below (random, 5); i < n; i++)
    {
      g_string_append_printf (json, "%s\"%s\": ", i > 0 ? ", " : "", CHOOSE (random, keys));
      if (below (random, 3) == 0)
        g_string_append_printf (json, "\"%s\"", CHOOSE (random, names));
      else if (below (random, 4) == 0)
        g_string_append (json, "[1, [2, {\"b\": [3]}], \"c\"]");
      else
        append_number (random, json, fits);
    }
  g_string_append_c (json, '}');
}

/* fits: none of its values is odd. */
static GString *
make_json (GRand *random, gboolean fits)
{
  static const char *const fields[] = { "ts", "dur", "pid", "tid", "id" };
  const gboolean is_object = g_rand_boolean (random);
  GString *json = g_string_new (is_object ? "{\"schemaVersion\": 1, \"traceEvents\": [\n" : "[\n");

  for (guint i = 0, n = below (random, 200); i < n; i++)
    {
      const guint phase = below (random, fits ? 4 : G_N_ELEMENTS (phases));

      g_string_append_printf (json, "%s{\"ph\": \"%s\", \"cat\": \"%s\", \"name\": \"%s\"", i > 0 ? ",\n" : "",
                              fits ? "X" : phases[phase], CHOOSE (random, categories),
                              names[fits ? 0 : below (random, 9)]);
      for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
        if (fits || below (random, 10) > 0)
          {
            g_string_append_printf (json, ", \"%s\": ", fields[k]);
            append_number (random, json, fits);
          }
      if (g_rand_boolean (random))
        append_arguments (random, json, fits);
      g_string_append_c (json, '}');
    }
  return g_string_append (json, is_object ? "\n], \"otherData\": {\"a\": [[[]]]}}" : "\n]");
}

static void
damage_text (GRand *random, GString *text)
{
  static const char *const pieces[] = { "{",
                                        "}",
                                        "[",
                                        "]",
                                        ",",
                                        ":",
                                        "\"",
                                        "\\u",
                                        "\\",
                                        "null",
                                        "1e999",
                                        "\n",
                                        "\r\n",
                                        "/*",
                                        "\xff",
                                        "\xed\xa0\x80",
                                        "-",
                                        ".",
                                        "e",
                                        "true",
                                        "[[[[[[[[[[[[[[[[[[[[[" };

  for (guint i = 1 + below (random, 4); i > 0 && text->len > 0; i--)
    {
      const gsize at = below (random, (guint)text->len), wanted = 1 + below (random, 40),
                  length = MIN (wanted, text->len - at);
      g_autofree char *part = g_strndup (text->str + at, length);

      switch (below (random, 5))
        {
        case 0:
          text->str[at] = (char)g_rand_int (random);
          break;
        case 1:
          g_string_erase (text, (gssize)at, (gssize)length);
          break;
        case 2:
          g_string_insert_len (text, (gssize)below (random, (guint)text->len), part, (gssize)length);
          break;
        case 3:
          g_string_insert (text, (gssize)at, CHOOSE (random, pieces));
          break;
        default:
          g_string_truncate (text, below (random, 8) == 0 ? at : text->len);
        }
    }
}

static void
write_file (const char *path, const char *bytes, gsize length, gboolean is_compressed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GOutputStream) out = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, 0, NULL, &error)), packed = NULL;
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);

  g_assert_no_error (error);
  packed = g_converter_output_stream_new (out, G_CONVERTER (compressor));
  g_assert_true (g_output_stream_write_all (is_compressed ? packed : out, bytes, length, NULL, NULL, &error));
  g_assert_true (g_output_stream_close (is_compressed ? packed : out, NULL, &error));
}

/* Bytes of a file, as it lies on the disk. */
static void
damage_bytes (GRand *random, const char *path, gsize from)
{
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  for (guint i = 1 + below (random, 20); i > 0 && length > from; i--)
    contents[from + below (random, (guint)(length - from))] = (char)g_rand_int (random);
  if (below (random, 6) == 0)
    length = below (random, (guint)length);
  g_assert_true (g_file_set_contents (path, contents, (gssize)length, NULL));
}

static void
make_json_file (GRand *random, const char *path, gboolean is_whole)
{
  GString *json = make_json (random, is_whole);
  const gboolean is_compressed = below (random, 4) == 0;

  if (!is_whole)
    damage_text (random, json);
  write_file (path, json->str, json->len, is_compressed);
  if (is_compressed && !is_whole && g_rand_boolean (random))
    damage_bytes (random, path, 0);
  g_string_free (json, TRUE);
}

/* --- nsys --- */

static const char *const tables[][2] = {
  { "StringIds", "id INTEGER PRIMARY KEY, value TEXT" },
  { "ThreadNames", "nameId INTEGER, priority INTEGER, globalTid INTEGER" },
  { "TARGET_INFO_GPU",
    "vmId INTEGER, id INTEGER, name TEXT, smCount INTEGER, computeMajor INTEGER, computeMinor INTEGER" },
  { "CUPTI_ACTIVITY_KIND_KERNEL",
    "start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
    " shortName INTEGER, registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER,"
    " blockY INTEGER, blockZ INTEGER, staticSharedMemory INTEGER, dynamicSharedMemory INTEGER" },
  { "CUPTI_ACTIVITY_KIND_MEMCPY",
    "start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
    " bytes INTEGER, copyKind INTEGER" },
  { "CUPTI_ACTIVITY_KIND_MEMSET",
    "start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER,"
    " bytes INTEGER" },
  { "CUPTI_ACTIVITY_KIND_RUNTIME",
    "start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER" },
  { "NVTX_EVENTS", "start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, textId INTEGER" },
};

static const char *const values[] = {
  "-1",  "0",   "9223372036854775807", "-9223372036854775807 - 1", "NULL", "'text'", "1e300", "x'00ff'", "random()",
  "3.5", "'7'", "zeroblob(70000)"
};

static void
fill_table (GRand *random, sqlite3 *db, guint table)
{
  g_auto (GStrv) columns = g_strsplit (tables[table][1], ",", -1);

  for (guint row = 0, n = below (random, 40); row < n; row++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);

      g_string_printf (sql, "INSERT OR IGNORE INTO %s VALUES (", tables[table][0]);
      for (guint i = 0; columns[i] != NULL; i++)
        {
          const char *separator = i > 0 ? ", " : "";

          if (strstr (columns[i], "TEXT") != NULL)
            g_string_append_printf (sql, "%s'%s'", separator, i % 2 == 0 ? "sgemm" : "a \"text\"");
          else if (strstr (columns[i], "global") != NULL)
            g_string_append_printf (sql, "%s%u", separator, (1000 + below (random, 2)) << 24 | below (random, 3));
          else if (strstr (columns[i], "end ") != NULL)
            g_string_append_printf (sql, "%s%u", separator, 100000 + below (random, 1000));
          else
            g_string_append_printf (sql, "%s%u", separator, below (random, 60));
        }
      g_string_append_c (sql, ')');
      g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
    }
}

/* Values, columns and tables; what SQLite refuses is left as it is. */
static void
damage_tables (GRand *random, sqlite3 *db)
{
  for (guint i = 1 + below (random, 5); i > 0; i--)
    {
      const guint table = below (random, G_N_ELEMENTS (tables));
      const char *name = tables[table][0];
      g_auto (GStrv) columns = g_strsplit (tables[table][1], ",", -1);
      const char *column = g_strstrip (columns[below (random, g_strv_length (columns))]);
      const int length = (int)strcspn (column, " ");
      g_autofree char *sql = NULL;

      switch (below (random, 6))
        {
        case 0:
          sql = g_strdup_printf ("ALTER TABLE %s DROP COLUMN %.*s", name, length, column);
          break;
        case 1:
          sql = g_strdup_printf ("DROP TABLE %s", name);
          break;
        case 2: /* in the place of the table something that runs */
          sql = g_strdup_printf ("DROP TABLE %s; CREATE VIEW %s AS WITH RECURSIVE n (start, end) AS (SELECT 1, 2 UNION "
                                 "ALL SELECT start + 1, end FROM n) SELECT * FROM n",
                                 name, name);
          break;
        default:
          sql = g_strdup_printf ("UPDATE OR IGNORE %s SET %.*s = %s WHERE random() %% %u = 0", name, length, column,
                                 CHOOSE (random, values), 1 + below (random, 9));
        }
      sqlite3_exec (db, sql, NULL, NULL, NULL);
    }
}

static void
make_nsys_file (GRand *random, const char *path, gboolean is_whole)
{
  sqlite3 *db;

  g_unlink (path);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN", NULL, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strdup_printf ("CREATE TABLE %s (%s)", tables[i][0], tables[i][1]);

      g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
      fill_table (random, db, i);
    }
  sqlite3_exec (db, "COMMIT", NULL, NULL, NULL);
  if (!is_whole)
    damage_tables (random, db);
  sqlite3_close (db);
  if (!is_whole && below (random, 3) == 0)
    damage_bytes (random, path, below (random, 4) == 0 ? 0 : 100);
}

/* --- importing --- */

static void
read_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RsTraceStore) store = rs_trace_store_open (path, &error);
  g_autoptr (RsTraceSummary) summary = NULL;
  g_autoptr (GArray) kernels = NULL, events = NULL;

  g_assert_no_error (error);
  summary = rs_trace_summary_read (store, NULL, &error);
  g_assert_no_error (error);
  kernels = rs_kernel_table_read (store, NULL, FALSE, &error);
  g_assert_no_error (error);
  events = rs_trace_store_read_events (store, 1, 100000, &error);
  g_assert_no_error (error);
  if (*rs_trace_store_get_damage (store) != NULL)
    g_error ("the imported trace is damaged: %s", *rs_trace_store_get_damage (store));
}

/* Whether the file was imported. */
static gboolean
try_import (guint32 seed, const char *given, const char *trace)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  const gboolean is_whole = seed / 2 % 8 == 0;
  const clock_t begin = clock ();
  gboolean done;
  double seconds;

  if (seed % 2 == 0)
    make_json_file (random, given, is_whole);
  else
    make_nsys_file (random, given, is_whole);
  done = rs_nsys_is_in_file (given) ? rs_nsys_import (given, trace, &error)
                                    : rs_chrome_import (given, trace, &note, &error);
  if (done == (error != NULL))
    g_error ("seed %u: %s", seed, done ? "an error though it was imported" : "it failed without an error");
  if (is_whole && !done)
    g_error ("seed %u: a whole file was refused: %s", seed, error->message);
  if (!done && strstr (error->message, given) == NULL && strstr (error->message, trace) == NULL)
    g_error ("seed %u: the error names no file: %s", seed, error->message);
  if (done)
    read_trace (trace);
  else if (g_file_test (trace, G_FILE_TEST_EXISTS))
    g_error ("seed %u: a failure left a trace: %s", seed, error->message);
  seconds = (double)(clock () - begin) / CLOCKS_PER_SEC;
  if (seconds > MOST_SECONDS)
    g_error ("seed %u took %.1f s", seed, seconds);
  g_unlink (trace);
  g_unlink (given);
  return done;
}

int
main (int argc, char **argv)
{
  const guint32 first = argc > 1 ? (guint32)atoi (argv[1]) : 1, count = argc > 2 ? (guint32)atoi (argv[2]) : 100;
  const char *wanted = g_getenv ("FUZZ_SECONDS");
  const gint64 end = wanted != NULL ? g_get_monotonic_time () + atoi (wanted) * G_USEC_PER_SEC : 0;
  g_autofree char *folder = g_dir_make_tmp ("rs-fuzz-import-XXXXXX", NULL);
  g_autofree char *given = g_build_filename (folder, "given", NULL);
  g_autofree char *trace = g_build_filename (folder, "t.rstrace", NULL);
  guint32 n = 0, n_imported = 0;

  for (; end > 0 ? g_get_monotonic_time () < end : n < count; n++)
    {
      if (g_getenv ("FUZZ_VERBOSE") != NULL)
        g_printerr ("seed %u\n", first + n);
      n_imported += try_import (first + n, given, trace);
    }
  g_print ("%u files from seed %u on, of which %u were imported\n", n, first, n_imported);
  g_rmdir (folder);
  return 0;
}
