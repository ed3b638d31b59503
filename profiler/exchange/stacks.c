/* See stacks.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/stacks.h"

#include "profiler/analysis/time/call-tree.h"
#include "profiler/analysis/time/lines.h"
#include "profiler/exchange/json.h"

#include <errno.h>
#include <string.h>

#define DEEPEST 512u
#define SPEEDSCOPE_HEAD "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"Redshift\""

typedef struct {
  const char *name, *file;
  guint32 line;
} Frame;

typedef struct _Stacks Stacks;
struct _Stacks {
  FILE *output;
  /* A group of stacks begins and ends: a track, or all samples. */
  void (*begin) (Stacks *stacks, const char *name);
  void (*add) (Stacks *stacks, const Frame *frames, guint n, gint64 ns);
  void (*end) (Stacks *stacks);
  const char *track; /* folded */
  /* speedscope */
  GHashTable *indexes; /* text of a frame -> index + 1 */
  GString *frames;     /* JSON of all */
  GString *samples, *weights;
  gint64 total;
  gboolean has_profiles;
};

/* --- stacks --- */

static void
walk (Stacks *self, const RsCallNode *node, Frame *frames, guint depth)
{
  const char *unnamed = node->kind == RS_TRACE_FRAME ? "(unknown)" : rs_trace_kind_to_string (node->kind);

  frames[depth] = (Frame){ *node->name != '\0' ? node->name : unnamed, node->file, node->line };
  if (node->self > 0)
    self->add (self, frames, depth + 1, node->self);
  for (guint i = 0; i < node->children->len; i++)
    if (depth + 1 < DEEPEST)
      walk (self, node->children->pdata[i], frames, depth + 1);
    else
      self->add (self, frames, depth + 1, ((const RsCallNode *)node->children->pdata[i])->total);
}

static gboolean
export_stacks (Stacks *self, RsTraceStore *store, GError **error)
{
  RsCallSources sources = rs_trace_check_samples (store, NULL) ? RS_CALLS_SAMPLES : RS_CALLS_SPANS;
  g_autoptr (RsCallNode) root = rs_call_tree_read (store, NULL, sources, error);
  g_autofree Frame *frames = g_new0 (Frame, DEEPEST);

  if (root == NULL)
    return FALSE;
  for (guint i = 0; i < root->children->len; i++)
    {
      const RsCallNode *track = root->children->pdata[i];

      self->begin (self, track->name);
      for (guint k = 0; k < track->children->len; k++)
        walk (self, track->children->pdata[k], frames, 0);
      self->end (self);
    }
  return TRUE;
}

static gboolean
finish (FILE *output, gboolean done, GError **error)
{
  if (!done || (fflush (output) == 0 && !ferror (output)))
    return done;
  g_set_error (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_IO, "the export could not be written: %s",
               g_strerror (errno));
  return FALSE;
}

static char *
make_label (const Frame *frame)
{
  g_autofree char *file = g_path_get_basename (frame->file);

  return frame->line > 0 && *frame->file != '\0' ? g_strdup_printf ("%s (%s:%u)", frame->name, file, frame->line)
                                                 : g_strdup (frame->name);
}

/* --- folded stacks --- */

/* Semicolons stand between frames, and a line is a stack. */
static void
put_folded (FILE *output, const char *text)
{
  g_autofree char *printable = rs_trace_make_printable (text);

  fputs (g_strdelimit (printable, ";", ','), output);
}

static void
begin_folded (Stacks *self, const char *name)
{
  self->track = name;
}

static void
add_folded (Stacks *self, const Frame *frames, guint n, gint64 ns)
{
  put_folded (self->output, self->track);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = make_label (&frames[i]);

      fputc (';', self->output);
      put_folded (self->output, label);
    }
  fprintf (self->output, " %" G_GINT64_FORMAT "\n", ns);
}

static void
end_folded (Stacks *self)
{
}

gboolean
rs_folded_export (RsTraceStore *store, FILE *output, GError **error)
{
  Stacks self = { .output = output, .begin = begin_folded, .add = add_folded, .end = end_folded };

  return finish (output, export_stacks (&self, store, error), error);
}

/* --- speedscope --- */

static guint
find_frame (Stacks *self, const Frame *frame)
{
  char *key = g_strdup_printf ("%s\n%s\n%u", frame->name, frame->file, frame->line);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, key));

  if (index > 0)
    {
      g_free (key);
      return index - 1;
    }
  g_string_append (self->frames, self->frames->len > 0 ? ",\n{\"name\":" : "\n{\"name\":");
  rs_json_append_string (self->frames, frame->name);
  if (*frame->file != '\0')
    {
      g_string_append (self->frames, ",\"file\":");
      rs_json_append_string (self->frames, frame->file);
      g_string_append_printf (self->frames, ",\"line\":%u", frame->line);
    }
  g_string_append_c (self->frames, '}');
  index = g_hash_table_size (self->indexes) + 1;
  g_hash_table_insert (self->indexes, key, GUINT_TO_POINTER (index));
  return index - 1;
}

static void
begin_profile (Stacks *self, const char *name)
{
  g_autoptr (GString) text = g_string_new (self->has_profiles ? ",\n" : "\n");

  g_string_append (text, "{\"type\":\"sampled\",\"unit\":\"nanoseconds\",\"name\":");
  rs_json_append_string (text, name);
  fputs (text->str, self->output);
  g_string_truncate (self->samples, 0);
  g_string_truncate (self->weights, 0);
  self->total = 0;
  self->has_profiles = TRUE;
}

static void
add_to_profile (Stacks *self, const Frame *frames, guint n, gint64 ns)
{
  g_string_append (self->samples, self->samples->len > 0 ? ",[" : "[");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (self->samples, "%s%u", i > 0 ? "," : "", find_frame (self, &frames[i]));
  g_string_append_c (self->samples, ']');
  g_string_append_printf (self->weights, "%s%" G_GINT64_FORMAT, self->weights->len > 0 ? "," : "", ns);
  self->total = rs_trace_add (self->total, ns);
}

static void
end_profile (Stacks *self)
{
  fprintf (self->output, ",\"startValue\":0,\"endValue\":%" G_GINT64_FORMAT ",\"samples\":[%s],\"weights\":[%s]}",
           self->total, self->samples->str, self->weights->str);
}

gboolean
rs_speedscope_export (RsTraceStore *store, FILE *output, GError **error)
{
  g_autofree char *program = rs_trace_store_dup_meta (store, "program");
  g_autoptr (GString) head = g_string_new (SPEEDSCOPE_HEAD ",\"name\":");
  Stacks self = { .output = output, .begin = begin_profile, .add = add_to_profile, .end = end_profile };
  gboolean done;

  rs_json_append_string (head, program != NULL ? program : "trace");
  fprintf (output, "%s,\"profiles\":[", head->str);
  self.indexes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.frames = g_string_new (NULL);
  self.samples = g_string_new (NULL);
  self.weights = g_string_new (NULL);
  done = export_stacks (&self, store, error);
  fprintf (output, "\n],\"shared\":{\"frames\":[%s\n]}}\n", self.frames->str);
  g_hash_table_unref (self.indexes);
  g_string_free (self.frames, TRUE);
  g_string_free (self.samples, TRUE);
  g_string_free (self.weights, TRUE);
  return finish (output, done, error);
}

/* --- files that may be replaced --- */

gboolean
rs_speedscope_is_in_file (const char *path)
{
  char head[sizeof SPEEDSCOPE_HEAD - 1];
  FILE *file = fopen (path, "re");
  gboolean found = file != NULL && fread (head, 1, sizeof head, file) == sizeof head
                   && memcmp (head, SPEEDSCOPE_HEAD, sizeof head) == 0;

  if (file != NULL)
    fclose (file);
  return found;
}

/* The first line: frames with semicolons between them, a blank, a number. */
gboolean
rs_folded_is_in_file (const char *path)
{
  char line[65536];
  FILE *file = fopen (path, "re");
  const char *blank = NULL;
  gboolean found;

  if (file != NULL && fgets (line, sizeof line, file) != NULL)
    {
      line[strcspn (line, "\n")] = '\0';
      blank = strrchr (line, ' ');
    }
  found = blank != NULL && blank[1] != '\0' && strspn (blank + 1, "0123456789") == strlen (blank + 1)
          && memchr (line, ';', (gsize)(blank - line)) != NULL;
  if (file != NULL)
    fclose (file);
  return found;
}
