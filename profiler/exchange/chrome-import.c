/* See chrome-import.h.
 *
 * Complete events (X), begin and end (B, E; b, e of one id), instants and counters become events; metadata name
 * tracks. Events that Redshift exported come back as they were, by their category and arguments; those of the
 * profiler of PyTorch and its relatives are told by theirs. Everything else is a call of a function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/chrome-import.h"

#include "profiler/exchange/json-reader.h"

#include <math.h>
#include <string.h>

#define EPOCH                                                                                                          \
  G_GINT64_CONSTANT (1000000000000000) /* ns; traces that begin later than 11 days count from some other time */
#define LATEST G_GINT64_CONSTANT (2305843009213693000) /* ns, some 2^61: differences and ends fit into 64 bits */
#define MOST_OPEN 1000000u                             /* spans that have begun and not ended */

typedef struct {
  char *phase, *name, *category, *file, *detail, *process, *thread, *id, *label;
  gint64 start, duration, a, b, line, threads, value;
  gboolean has_start, has_duration, has_a, has_value;
} Item;

typedef struct {
  gint64 start;
  guint32 name;
  guint32 kind;
} Open;

typedef struct {
  RsJsonReader *reader;
  RsTraceWriter *writer;
  GError **error;
  GHashTable *texts;     /* text -> id */
  GHashTable *tracks;    /* "process\tthread" -> id */
  GHashTable *processes; /* process -> name */
  GHashTable *threads;   /* as tracks -> name */
  GHashTable *open;      /* track and id -> GArray of Open, the innermost last */
  GHashTable *counters;  /* name -> last value */
  guint n_open;
  gint64 origin, last, n, n_ignored;
  gboolean has_origin;
} Import;

static void
item_clear (Item *item)
{
  char *const texts[] = { item->phase,   item->name,   item->category, item->file, item->detail,
                          item->process, item->thread, item->id,       item->label };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  memset (item, 0, sizeof *item);
}

/* --- reading an event --- */

/* Microseconds with decimals, as ns; exact where three decimals say it. */
static gint64
read_time (const char *text)
{
  gboolean is_negative = *text == '-';
  const char *digit = text + is_negative;
  gint64 ns = 0, unit = 100;

  if (strpbrk (text, "eE") != NULL || strspn (digit, "0123456789") > 18)
    {
      double number = g_ascii_strtod (text, NULL) * 1000;

      return isfinite (number) ? (gint64)CLAMP (number, -(double)LATEST, (double)LATEST) : 0;
    }
  for (; g_ascii_isdigit (*digit); digit++)
    ns = ns * 10 + (*digit - '0');
  ns = MIN (ns, LATEST / 1000) * 1000;
  if (*digit == '.')
    for (digit++; g_ascii_isdigit (*digit) && unit > 0; digit++, unit /= 10)
      ns += (*digit - '0') * unit;
  return is_negative ? -ns : ns;
}

static gint64
read_integer (const char *text)
{
  char *end;
  gint64 number = g_ascii_strtoll (text, &end, 10);
  double wide;

  if (*end == '\0')
    return number;
  wide = g_ascii_strtod (text, NULL);
  return isfinite (wide) ? (gint64)CLAMP (wide, -0x1p62, 0x1p62) : 0;
}

static gboolean
is_key (const char *key, const char *one, const char *other)
{
  return strcmp (key, one) == 0 || (other != NULL && strcmp (key, other) == 0);
}

static void
set_text (char **to, const char *text)
{
  g_free (*to);
  *to = g_strdup (text);
}

static void
take_argument (Item *item, const char *key, RsJsonKind kind, const char *text)
{
  if (kind == RS_JSON_NUMBER && !item->has_value)
    {
      item->value = read_integer (text);
      item->has_value = TRUE;
    }
  if (is_key (key, "name", NULL) && kind == RS_JSON_STRING)
    set_text (&item->label, text);
  else if (is_key (key, "file", NULL) && kind == RS_JSON_STRING)
    set_text (&item->file, text);
  else if (is_key (key, "detail", NULL) && kind == RS_JSON_STRING)
    set_text (&item->detail, text);
  else if (kind != RS_JSON_NUMBER)
    return;
  else if (is_key (key, "a", "correlation"))
    {
      item->a = read_integer (text);
      item->has_a = TRUE;
    }
  else if (is_key (key, "b", "bytes"))
    item->b = read_integer (text);
  else if (is_key (key, "line", NULL))
    item->line = read_integer (text);
  else if (is_key (key, "threads", NULL))
    item->threads = read_integer (text);
}

static gboolean
read_arguments (Import *self, Item *item)
{
  const char *text, *next;
  RsJsonKind kind = rs_json_reader_next (self->reader, &text);

  if (kind == RS_JSON_ARRAY)
    return rs_json_reader_leave (self->reader);
  if (kind != RS_JSON_OBJECT)
    return kind != RS_JSON_ERROR;
  while ((next = rs_json_reader_next_key (self->reader)) != NULL)
    {
      g_autofree char *key = g_strdup (next);

      kind = rs_json_reader_next (self->reader, &text);
      if (kind == RS_JSON_ERROR)
        return FALSE;
      if (kind != RS_JSON_OBJECT && kind != RS_JSON_ARRAY)
        take_argument (item, key, kind, text);
      else if (!rs_json_reader_leave (self->reader))
        return FALSE;
    }
  return !rs_json_reader_has_failed (self->reader);
}

static void
take_member (Item *item, const char *key, RsJsonKind kind, const char *text)
{
  if (is_key (key, "ph", NULL))
    set_text (&item->phase, text);
  else if (is_key (key, "name", NULL))
    set_text (&item->name, text);
  else if (is_key (key, "cat", NULL))
    set_text (&item->category, text);
  else if (is_key (key, "pid", NULL))
    set_text (&item->process, text);
  else if (is_key (key, "tid", NULL))
    set_text (&item->thread, text);
  else if (is_key (key, "id", NULL))
    set_text (&item->id, text);
  else if (is_key (key, "ts", NULL) && kind != RS_JSON_WORD)
    {
      item->start = read_time (text);
      item->has_start = TRUE;
    }
  else if (is_key (key, "dur", NULL) && kind != RS_JSON_WORD)
    {
      item->duration = read_time (text);
      item->has_duration = TRUE;
    }
}

/* An object is open. */
static gboolean
read_item (Import *self, Item *item)
{
  const char *next, *text;

  while ((next = rs_json_reader_next_key (self->reader)) != NULL)
    {
      g_autofree char *key = g_strdup (next);
      RsJsonKind kind;

      if (strcmp (key, "args") == 0)
        {
          if (!read_arguments (self, item))
            return FALSE;
          continue;
        }
      kind = rs_json_reader_next (self->reader, &text);
      if (kind == RS_JSON_ERROR)
        return FALSE;
      if (kind != RS_JSON_OBJECT && kind != RS_JSON_ARRAY)
        take_member (item, key, kind, text);
      else if (!rs_json_reader_leave (self->reader))
        return FALSE;
    }
  return !rs_json_reader_has_failed (self->reader) && !rs_json_reader_is_cut (self->reader);
}

/* --- writing it --- */

static gboolean
get_text (Import *self, const char *text, guint32 *id)
{
  *id = 0;
  if (text == NULL || *text == '\0')
    return TRUE;
  *id = GPOINTER_TO_UINT (g_hash_table_lookup (self->texts, text));
  if (*id != 0)
    return TRUE;
  *id = g_hash_table_size (self->texts) + 1;
  g_hash_table_insert (self->texts, g_strdup (text), GUINT_TO_POINTER (*id));
  return rs_trace_writer_add_string (self->writer, *id, text, self->error);
}

static char *
make_thread_key (const Item *item)
{
  return g_strdup_printf ("%s\t%s", item->process != NULL ? item->process : "",
                          item->thread != NULL ? item->thread : "");
}

/* Its name is written at the end, when the metadata are known. */
static guint32
get_track (Import *self, const char *key)
{
  guint32 id = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, key));

  if (id == 0)
    {
      id = g_hash_table_size (self->tracks) + 1;
      g_hash_table_insert (self->tracks, g_strdup (key), GUINT_TO_POINTER (id));
    }
  return id;
}

/* What PyTorch's profiler and others call what. */
static const struct {
  const char *category;
  guint32 kind;
} categories[] = {
  { "gpu_memcpy", RS_TRACE_DEVICE_COPY },
  { "gpu_memset", RS_TRACE_DEVICE_FILL },
  { "cuda_runtime", RS_TRACE_DRIVER_CALL },
  { "cuda_driver", RS_TRACE_DRIVER_CALL },
  { "Kernel", RS_TRACE_KERNEL },
  { "overhead", RS_TRACE_TRACER },
  { "cuda_sync", RS_TRACE_DEVICE_WAIT },
};

static guint32
find_kind (const char *category)
{
  if (category == NULL)
    return RS_TRACE_FUNCTION;
  for (guint32 kind = 1; kind < 64; kind++)
    if (rs_trace_kind_is_span (kind) && strcmp (rs_trace_kind_to_string (kind), category) == 0)
      return kind;
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    if (strcmp (categories[i].category, category) == 0)
      return categories[i].kind;
  return RS_TRACE_FUNCTION;
}

static gint64
from_origin (Import *self, gint64 time)
{
  if (!self->has_origin)
    self->origin = time >= EPOCH || time <= -EPOCH ? time : 0;
  self->has_origin = TRUE;
  return time - self->origin;
}

static gboolean
add_event (Import *self, const Item *item, const char *track, RsTraceEvent *event)
{
  event->track = get_track (self, track);
  event->a = item->a;
  event->b = item->b;
  event->line = (guint32)CLAMP (item->line, 0, G_MAXUINT32);
  event->threads = (guint32)CLAMP (item->threads, 0, G_MAXUINT32);
  if (event->kind == RS_TRACE_KERNEL)
    event->parent = (guint32)item->a;
  self->last = MAX (self->last, event->end);
  self->n++;
  return get_text (self, item->file, &event->file) && get_text (self, item->detail, &event->detail)
         && rs_trace_writer_add_events (self->writer, event, 1, self->error);
}

/* Exports name spans without a name after their kind. */
static gboolean
name_event (Import *self, const Item *item, RsTraceEvent *event)
{
  if (item->name != NULL && strcmp (item->name, rs_trace_kind_to_string (event->kind)) == 0)
    return TRUE;
  return get_text (self, item->name, &event->name);
}

static gboolean
add_complete (Import *self, const Item *item, const char *track)
{
  RsTraceEvent event = { .kind = find_kind (item->category), .start = from_origin (self, item->start) };

  event.end = event.start + MAX (item->duration, 0);
  return name_event (self, item, &event) && add_event (self, item, track, &event);
}

static gboolean
add_mark (Import *self, const Item *item, const char *track)
{
  RsTraceEvent event = { .kind = RS_TRACE_MARK };

  event.start = event.end = from_origin (self, item->start);
  return get_text (self, item->name, &event.name) && add_event (self, item, track, &event);
}

static gboolean
begin_span (Import *self, const Item *item, const char *key)
{
  GArray *spans = g_hash_table_lookup (self->open, key);
  RsTraceEvent event = { .kind = find_kind (item->category) };
  Open open = { from_origin (self, item->start), 0, event.kind };

  if (!name_event (self, item, &event))
    return FALSE;
  if (self->n_open == MOST_OPEN)
    {
      self->n_ignored++;
      return TRUE;
    }
  open.name = event.name;
  if (spans == NULL)
    g_hash_table_insert (self->open, g_strdup (key), spans = g_array_new (FALSE, FALSE, sizeof (Open)));
  g_array_append_val (spans, open);
  self->n_open++;
  return TRUE;
}

static gboolean
end_span (Import *self, const Item *item, const char *key, const char *track)
{
  GArray *spans = g_hash_table_lookup (self->open, key);
  RsTraceEvent event = { 0 };
  const Open *open;

  if (spans == NULL || spans->len == 0)
    {
      self->n_ignored++;
      return TRUE;
    }
  open = &g_array_index (spans, Open, spans->len - 1);
  event.kind = open->kind;
  event.name = open->name;
  event.start = open->start;
  event.end = MAX (from_origin (self, item->start), open->start);
  g_array_set_size (spans, spans->len - 1);
  self->n_open--;
  return add_event (self, item, track, &event);
}

/* Values as they are become increases. */
static gboolean
add_counter (Import *self, const Item *item, const char *track)
{
  RsTraceEvent event = { .kind = RS_TRACE_COUNTER };
  Item plain = { 0 };
  gint64 *before;

  if (item->name == NULL || !item->has_value)
    {
      self->n_ignored++;
      return TRUE;
    }
  before = g_hash_table_lookup (self->counters, item->name);
  if (before == NULL)
    g_hash_table_insert (self->counters, g_strdup (item->name), before = g_new0 (gint64, 1));
  event.start = event.end = from_origin (self, item->start);
  plain.a = (gint64)((guint64)item->value - (guint64)*before);
  *before = item->value;
  return get_text (self, item->name, &event.name) && add_event (self, &plain, track, &event);
}

static void
take_metadata (Import *self, const Item *item, const char *track)
{
  if (item->name == NULL || item->label == NULL)
    return;
  if (strcmp (item->name, "process_name") == 0)
    g_hash_table_insert (self->processes, g_strdup (item->process != NULL ? item->process : ""),
                         g_strdup (item->label));
  else if (strcmp (item->name, "thread_name") == 0)
    g_hash_table_insert (self->threads, g_strdup (track), g_strdup (item->label));
}

static gboolean
use_item (Import *self, const Item *item)
{
  g_autofree char *track = make_thread_key (item), *key = NULL;
  char phase = item->phase != NULL ? *item->phase : '\0';

  if (phase == 'M')
    {
      take_metadata (self, item, track);
      return TRUE;
    }
  if (phase == '\0' || !item->has_start)
    {
      self->n_ignored++;
      return TRUE;
    }
  if (phase == 'b' || phase == 'e')
    {
      /* Of one id, wherever they come from: on a track of their own, so that they may overlap what the threads do. */
      key = g_strdup_printf ("%s\t%s %s", item->process != NULL ? item->process : "",
                             item->category != NULL ? item->category : "async", item->id != NULL ? item->id : "");
      return phase == 'b' ? begin_span (self, item, key) : end_span (self, item, key, key);
    }
  switch (phase)
    {
    case 'X':
      return add_complete (self, item, track);
    case 'B':
      return begin_span (self, item, track);
    case 'E':
      return end_span (self, item, track, track);
    case 'i':
    case 'I':
    case 'R':
      return add_mark (self, item, track);
    case 'C':
      return add_counter (self, item, track);
    case 's':
    case 't':
    case 'f':
      return TRUE; /* arrows: launches and kernels are tied by their ids */
    default:
      self->n_ignored++;
      return TRUE;
    }
}

/* --- the file --- */

static gboolean
read_events (Import *self)
{
  const char *text;

  while (rs_json_reader_next_element (self->reader))
    {
      RsJsonKind kind = rs_json_reader_next (self->reader, &text);
      Item item = { 0 };
      gboolean done;

      if (kind == RS_JSON_ERROR)
        return FALSE;
      if (kind != RS_JSON_OBJECT)
        {
          rs_json_reader_fail (self->reader, "an event should be an object");
          return FALSE;
        }
      done = read_item (self, &item) && use_item (self, &item);
      item_clear (&item);
      if (!done)
        return FALSE;
    }
  return !rs_json_reader_has_failed (self->reader);
}

/* An array of events, or an object with one in it. */
static gboolean
read_file (Import *self)
{
  const char *text, *key;
  RsJsonKind kind = rs_json_reader_next (self->reader, &text);
  gboolean has_events = FALSE;

  if (kind == RS_JSON_ARRAY)
    return read_events (self);
  if (kind != RS_JSON_OBJECT)
    {
      rs_json_reader_fail (self->reader, "a Chrome trace is an array of events, or an object with traceEvents");
      return FALSE;
    }
  while ((key = rs_json_reader_next_key (self->reader)) != NULL)
    {
      gboolean is_events = strcmp (key, "traceEvents") == 0;

      if (!is_events)
        {
          if (!rs_json_reader_skip (self->reader))
            return FALSE;
          continue;
        }
      has_events = TRUE;
      kind = rs_json_reader_next (self->reader, &text);
      if (kind != RS_JSON_ARRAY)
        {
          rs_json_reader_fail (self->reader, "traceEvents should be an array");
          return FALSE;
        }
      if (!read_events (self))
        return FALSE;
    }
  if (!has_events)
    rs_json_reader_fail (self->reader, "there is no traceEvents in it: it is no Chrome trace");
  return !rs_json_reader_has_failed (self->reader);
}

static gboolean
write_tracks (Import *self)
{
  GHashTableIter iter;
  gpointer key, id;
  gboolean has_processes = g_hash_table_size (self->processes) > 1;

  g_hash_table_iter_init (&iter, self->tracks);
  while (g_hash_table_iter_next (&iter, &key, &id))
    {
      const char *thread = g_hash_table_lookup (self->threads, key), *tab = strchr (key, '\t');
      g_autofree char *process = g_strndup (key, (gsize)(tab - (const char *)key)), *name = NULL;
      const char *process_name = g_hash_table_lookup (self->processes, process);

      if (thread == NULL)
        thread = tab[1] != '\0' ? tab + 1 : "thread";
      name = has_processes ? g_strdup_printf ("%s / %s", process_name != NULL ? process_name : process, thread)
                           : g_strdup (thread);
      if (!rs_trace_writer_add_track (self->writer, GPOINTER_TO_UINT (id), name, self->error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_facts (Import *self, const char *path)
{
  g_autofree char *wall = g_strdup_printf ("%" G_GINT64_FORMAT, MAX (self->last, 0));
  GHashTableIter iter;
  gpointer program = NULL;

  g_hash_table_iter_init (&iter, self->processes);
  if (!g_hash_table_iter_next (&iter, NULL, &program))
    program = (gpointer)path;
  return rs_trace_writer_set_meta (self->writer, "program", program, self->error)
         && rs_trace_writer_set_meta (self->writer, "imported", path, self->error)
         && rs_trace_writer_set_meta (self->writer, "wall", wall, self->error);
}

static char *
make_note (const Import *self)
{
  GString *note = g_string_new (NULL);

  if (rs_json_reader_is_cut (self->reader))
    g_string_append (note, "the file ends in the middle of an event or its arrays; what stands before is there");
  if (self->n_ignored + self->n_open > 0)
    g_string_append_printf (note,
                            "%s%" G_GINT64_FORMAT
                            " of its events have no begin, no end, no time or an unknown form, and are left out",
                            note->len > 0 ? "; " : "", self->n_ignored + self->n_open);
  return g_string_free (note, note->len == 0);
}

static GHashTable *
new_table (GDestroyNotify destroy)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, destroy);
}

static void
free_spans (gpointer spans)
{
  g_array_unref (spans);
}

static gboolean
import (Import *self, const char *path, char **note)
{
  /* A file that is cut off is read up to there. */
  gboolean done = read_file (self) || (rs_json_reader_is_cut (self->reader) && *self->error == NULL);

  if (done && self->n == 0 && rs_json_reader_is_cut (self->reader))
    {
      rs_json_reader_fail (self->reader, "the file ends before the first event");
      done = FALSE;
    }
  if (rs_json_reader_has_failed (self->reader))
    {
      g_propagate_error (self->error, rs_json_reader_take_error (self->reader));
      return FALSE;
    }
  *note = done ? make_note (self) : NULL;
  return done && write_tracks (self) && write_facts (self, path);
}

gboolean
rs_chrome_import (const char *path, const char *trace, char **note, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (RsJsonReader) reader = rs_json_reader_open (path, error);
  RsTraceWriter *writer = reader != NULL ? rs_trace_writer_create (trace, 0, error) : NULL;
  Import self = { .reader = reader, .writer = writer, .error = &reason };
  gboolean done;

  *note = NULL;
  if (writer == NULL)
    return FALSE;
  self.texts = new_table (NULL);
  self.tracks = new_table (NULL);
  self.processes = new_table (g_free);
  self.threads = new_table (g_free);
  self.open = new_table (free_spans);
  self.counters = new_table (g_free);
  done = import (&self, path, note);
  g_hash_table_unref (self.texts);
  g_hash_table_unref (self.tracks);
  g_hash_table_unref (self.processes);
  g_hash_table_unref (self.threads);
  g_hash_table_unref (self.open);
  g_hash_table_unref (self.counters);
  if (!done)
    rs_trace_writer_drop (writer);
  if (!rs_trace_writer_close (writer, done, done ? &reason : NULL))
    done = FALSE;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&reason));
  return done;
}
