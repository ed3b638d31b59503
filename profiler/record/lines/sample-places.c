/* See sample-places.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/record/lines/sample-places.h"

#include "profiler/record/lines/code-map.h"

#include <string.h>

#define AMBIGUOUS G_MAXUINT
#define MOST_FRAMES 200000u /* places in call stacks; what comes later counts for its caller */

/* A node of the tree of call stacks. */
typedef struct {
  guint32 parent, name, file, line;
  guint32 id;
} Node;

struct _RsSamplePlaces {
  RsCodeMap *code;
  GHashTable
      *programs;     /* base name of a program's file -> its name's id; AMBIGUOUS where folders share it. Owned keys */
  guint32 program;   /* id of the name of its main file */
  guint32 last_name; /* of those that were looked at */
  GHashTable *nodes; /* set of Node (owned) */
  guint32 n_nodes;
  guint32 counter_names[RS_N_LINE_COUNTERS];
};

static guint
node_hash (gconstpointer key)
{
  const Node *node = key;

  return node->parent * 31 + node->name * 8191 + node->file * 131071 + node->line * 524287;
}

static gboolean
node_equal (gconstpointer a, gconstpointer b)
{
  const Node *p = a, *q = b;

  return p->parent == q->parent && p->name == q->name && p->file == q->file && p->line == q->line;
}

static void
note_program (RsSamplePlaces *self, guint32 name, const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (self->programs, base));

  if (before != self->program)
    g_hash_table_replace (self->programs, g_steal_pointer (&base), GUINT_TO_POINTER (before == 0 ? name : AMBIGUOUS));
}

RsSamplePlaces *
rs_sample_places_new (const char *program)
{
  RsSamplePlaces *self = g_new0 (RsSamplePlaces, 1);

  self->code = rs_code_map_new ();
  self->programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->program = G_MAXUINT32; /* no name's */
  note_program (self, rs_trace_name (program), program);
  self->program = rs_trace_name (program);
  self->nodes = g_hash_table_new_full (node_hash, node_equal, g_free, NULL);
  for (guint i = 0; i < RS_N_LINE_COUNTERS; i++)
    self->counter_names[i] = rs_trace_name (rs_counter_get_name (i));
  return self;
}

void
rs_sample_places_free (RsSamplePlaces *self)
{
  if (self == NULL)
    return;
  rs_code_map_free (self->code);
  g_hash_table_unref (self->programs);
  g_hash_table_unref (self->nodes);
  g_free (self);
}

void
rs_sample_places_refresh (RsSamplePlaces *self)
{
  const guint32 n_names = rs_trace_count_names ();

  rs_code_map_refresh (self->code);
  while (self->last_name < n_names)
    {
      const char *text = rs_trace_get_text (++self->last_name);

      if (g_str_has_suffix (text, ".q") && strchr (text, G_DIR_SEPARATOR) != NULL)
        note_program (self, self->last_name, text);
    }
}

/* The program's file, as its other events have it: generated code is named without folders, so that one text has one
 * place in the cache. */
static guint32
name_file (RsSamplePlaces *self, const char *file)
{
  const guint name = file != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->programs, file)) : 0;

  return name != 0 && name != AMBIGUOUS ? name : rs_trace_name (file);
}

/* The number of a place called from parent. */
static guint32
find_node (RsSamplePlaces *self, guint32 parent, RsTraceFrame frame, const RsTraceEvent *sample, GArray *events)
{
  const Node key = { parent, frame.name, frame.file, frame.line, self->n_nodes + 1 };
  const Node *node = g_hash_table_lookup (self->nodes, &key);

  if (node != NULL)
    return node->id;
  if (self->n_nodes >= MOST_FRAMES)
    return parent;
  self->n_nodes++;
  g_hash_table_add (self->nodes, g_memdup2 (&key, sizeof key));
  g_array_append_val (events, ((RsTraceEvent){ .start = sample->start,
                                               .end = sample->start,
                                               .kind = RS_TRACE_FRAME,
                                               .name = frame.name,
                                               .file = frame.file,
                                               .line = frame.line,
                                               .a = key.id,
                                               .b = parent,
                                               .track = sample->track }));
  return key.id;
}

/* "q_loop_at_line_4" and the functions for its border and what is inside of it are the loop. */
static guint32
name_kernel (const char *function)
{
  if (function == NULL)
    return 0;
  if (g_str_has_prefix (function, "border_"))
    function += strlen ("border_");
  else if (g_str_has_prefix (function, "interior_"))
    function += strlen ("interior_");
  if (g_str_has_prefix (function, RS_TRACE_GENERATED_PREFIX))
    function += strlen (RS_TRACE_GENERATED_PREFIX);
  return rs_trace_name (function);
}

/* "dgemm_kernel (libopenblas.so.0)" */
static guint32
name_library_code (const RsCodePlace *place)
{
  g_autofree char *text = NULL;

  if (place->object == NULL)
    return rs_trace_name ("unknown code");
  text = place->function != NULL ? g_strdup_printf ("%s (%s)", place->function, place->object)
                                 : g_strdup (place->object);
  return rs_trace_name (text);
}

static gboolean
is_generated (RsSamplePlaces *self, gsize return_address, RsCodePlace *place)
{
  *place = (RsCodePlace){ 0 };
  return return_address > 4096 && rs_code_map_find (self->code, return_address - 1, place) && place->is_generated;
}

/* The generated code in which a sample was, or which called the library code that it was in. Unwinding would need
 * tables that few libraries' mathematics has: the return address is where the frame pointer says, or the nearest on the
 * stack. There may be old ones among what a function has not written yet; where the interpreter runs they would be
 * those of kernels that have ended, so nothing but addresses of the library itself may come before. */
static gboolean
find_generated (RsSamplePlaces *self, const RsSample *sample, const RsCodePlace *at, RsCodePlace *generated)
{
  gsize frame = (sample->frame - sample->stack) / sizeof (gsize);

  if (at->is_generated)
    {
      *generated = *at;
      return TRUE;
    }
  if (sample->frame >= sample->stack && frame + 1 < RS_SAMPLE_WORDS
      && is_generated (self, sample->words[frame + 1], generated))
    return TRUE;
  for (guint i = 0; i < RS_SAMPLE_WORDS; i++)
    {
      if (is_generated (self, sample->words[i], generated))
        return TRUE;
      if (sample->n_frames > 0 && generated->object != NULL && g_strcmp0 (generated->object, at->object) != 0)
        return FALSE;
    }
  return FALSE;
}

/* The interpreter is no library: what it does is done by the line. */
static gboolean
is_interpreter (const RsCodePlace *place)
{
  return place->function != NULL
         && (strcmp (place->function, "dispatch") == 0 || strcmp (place->function, "rs_interpret") == 0);
}

/* What was counted until the sample, for its line. What is 0 is told, too: it was counted. */
static void
add_counters (const RsSamplePlaces *self, const RsSample *sample, const RsTraceEvent *at, GArray *events)
{
  for (guint i = 0; at->line > 0 && i < RS_N_LINE_COUNTERS; i++)
    if (sample->counters[i] >= 0)
      g_array_append_val (events, ((RsTraceEvent){ .start = at->start,
                                                   .end = at->end,
                                                   .kind = RS_TRACE_COUNTER,
                                                   .name = self->counter_names[i],
                                                   .file = at->file,
                                                   .line = at->line,
                                                   .a = sample->counters[i],
                                                   .threads = sample->is_estimate ? 1 : 0,
                                                   .track = at->track }));
}

void
rs_sample_places_add (RsSamplePlaces *self, const RsSample *sample, guint32 track, GArray *events)
{
  RsTraceEvent event
      = { .start = sample->time, .end = sample->time, .kind = RS_TRACE_SAMPLE, .a = sample->cpu, .track = track };
  RsCodePlace at, generated;
  RsTraceFrame inner = { 0 };
  guint32 node = 0;

  rs_code_map_find (self->code, sample->address, &at);
  for (guint i = MIN (sample->n_frames, RS_SAMPLE_FRAMES); i > 0; i--)
    {
      inner = sample->frames[i - 1];
      node = find_node (self, node, inner, &event, events);
    }
  if (find_generated (self, sample, &at, &generated))
    {
      inner = (RsTraceFrame){ name_kernel (generated.function), name_file (self, generated.file), generated.line };
      node = find_node (self, node, inner, &event, events);
    }
  if (!at.is_generated && !(inner.file != 0 && is_interpreter (&at)))
    {
      event.detail = name_library_code (&at);
      node = find_node (self, node, (RsTraceFrame){ .name = event.detail }, &event, events);
    }
  event.name = inner.name;
  event.file = inner.file;
  event.line = inner.line;
  event.b = node;
  g_array_append_val (events, event);
  add_counters (self, sample, &event, events);
}
