/* The text at the start is compared with that of now when somebody asks after an edit. Lines before and behind all
 * edits are found by going in from both ends; between two edits a longest common sequence is, where the part is not too
 * large. As many lines that changed as there were stand for each other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/program-lines.h"

#define MOST_CELLS (1 << 22) /* of the table that a common sequence is found with */

/* Lines here count from 0. */
typedef struct {
  int line; /* -1: there is none */
  gboolean is_same;
} Place;

typedef struct {
  char *program;      /* NULL: none has begun */
  gboolean is_edited; /* since then */
  GArray *now, *then; /* of Place: of each line of the program, of the text; NULL: not compared since the last edit */
} ProgramLines;

/* Whose lines a text knows: of the run that began last, of the last one that is recorded, of the one whose recording is
 * shown, and of the one whose decisions about loops are. */
enum { RUN, RECORDED, SHOWN, DECIDED, N_PROGRAMS };

static void
forget_places (ProgramLines *self)
{
  g_clear_pointer (&self->now, g_array_unref);
  g_clear_pointer (&self->then, g_array_unref);
}

static void
programs_free (gpointer data)
{
  ProgramLines *programs = data;

  for (int i = 0; i < N_PROGRAMS; i++)
    {
      forget_places (&programs[i]);
      g_free (programs[i].program);
    }
  g_free (programs);
}

static void
on_changed (GtkTextBuffer *buffer, ProgramLines *programs)
{
  for (int i = 0; i < N_PROGRAMS; i++)
    {
      programs[i].is_edited = TRUE;
      forget_places (&programs[i]);
    }
}

static ProgramLines *
get_lines (GtkTextBuffer *buffer, int which)
{
  GQuark key = g_quark_from_static_string ("redshift-program-lines");
  ProgramLines *programs = g_object_get_qdata (G_OBJECT (buffer), key);

  if (programs == NULL)
    {
      programs = g_new0 (ProgramLines, N_PROGRAMS);
      g_object_set_qdata_full (G_OBJECT (buffer), key, programs, programs_free);
      g_signal_connect (buffer, "changed", G_CALLBACK (on_changed), programs);
    }
  return &programs[which];
}

static char *
dup_text (GtkTextBuffer *buffer)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* text: (transfer full) */
static void
begin (ProgramLines *self, char *text, gboolean is_edited)
{
  g_free (self->program);
  self->program = text;
  self->is_edited = is_edited;
  forget_places (self);
}

void
rs_program_lines_begin (GtkTextBuffer *buffer)
{
  begin (get_lines (buffer, RUN), dup_text (buffer), FALSE);
}

void
rs_program_lines_begin_once (GtkTextBuffer *buffer)
{
  if (get_lines (buffer, RUN)->program == NULL)
    rs_program_lines_begin (buffer);
}

gboolean
rs_program_lines_have_begun (GtkTextBuffer *buffer)
{
  return get_lines (buffer, RUN)->program != NULL;
}

void
rs_profile_lines_begin (GtkTextBuffer *buffer)
{
  begin (get_lines (buffer, RECORDED), dup_text (buffer), FALSE);
}

void
rs_profile_lines_show (GtkTextBuffer *buffer)
{
  const ProgramLines *recorded = get_lines (buffer, RECORDED);

  if (recorded->program == NULL)
    rs_profile_lines_begin (buffer);
  begin (get_lines (buffer, SHOWN), g_strdup (recorded->program), recorded->is_edited);
}

void
rs_decided_lines_show (GtkTextBuffer *buffer, gboolean is_of_profile)
{
  const ProgramLines *decided = get_lines (buffer, is_of_profile ? SHOWN : RUN);

  if (decided->program != NULL)
    begin (get_lines (buffer, DECIDED), g_strdup (decided->program), decided->is_edited);
  else
    begin (get_lines (buffer, DECIDED), dup_text (buffer), FALSE);
}

/* --- the comparison --- */

static GArray *
new_places (int n)
{
  const Place none = { -1, FALSE };
  GArray *places = g_array_sized_new (FALSE, FALSE, sizeof (Place), (guint)n);

  for (int i = 0; i < n; i++)
    g_array_append_val (places, none);
  return places;
}

static void
pair (ProgramLines *self, int then, int now, gboolean is_same)
{
  g_array_index (self->now, Place, then) = (Place){ now, is_same };
  g_array_index (self->then, Place, now) = (Place){ then, is_same };
}

/* Pairs the longest common sequence of n lines of the program and m of the text, from `first` on in both. */
static void
pair_common (ProgramLines *self, char **then, int n, char **now, int m, int first)
{
  const gsize width = (gsize)m + 1;
  g_autofree guint16 *longest = NULL; /* of what begins at line i of the program and j of the text */

  if (n <= 0 || m <= 0 || n >= G_MAXUINT16 || (gsize)n * (gsize)m > MOST_CELLS)
    return;
  longest = g_new0 (guint16, ((gsize)n + 1) * width);
  for (int i = n; i-- > 0;)
    for (int j = m; j-- > 0;)
      longest[(gsize)i * width + (gsize)j]
          = g_str_equal (then[i], now[j])
                ? (guint16)(longest[((gsize)i + 1) * width + (gsize)j + 1] + 1)
                : MAX (longest[((gsize)i + 1) * width + (gsize)j], longest[(gsize)i * width + (gsize)j + 1]);
  for (int i = 0, j = 0; i < n && j < m;)
    if (g_str_equal (then[i], now[j]))
      pair (self, first + i++, first + j++, TRUE);
    else if (longest[((gsize)i + 1) * width + (gsize)j] >= longest[(gsize)i * width + (gsize)j + 1])
      i++;
    else
      j++;
}

static int
count_unpaired (const GArray *places, int from)
{
  int n = 0;

  while (from + n < (int)places->len && g_array_index (places, Place, from + n).line < 0)
    n++;
  return n;
}

/* Between two lines that are there still, as many as before have been changed where they stand. */
static void
pair_changed (ProgramLines *self)
{
  for (int i = 0, j = 0; i < (int)self->now->len || j < (int)self->then->len; i++, j++)
    {
      const int gone = count_unpaired (self->now, i), come = count_unpaired (self->then, j);

      for (int k = 0; gone == come && k < gone; k++)
        pair (self, i + k, j + k, FALSE);
      i += gone;
      j += come;
    }
}

static void
compare (ProgramLines *self, const char *text)
{
  g_auto (GStrv) then = g_strsplit (self->program, "\n", -1), now = g_strsplit (text, "\n", -1);
  const int n_then = (int)g_strv_length (then), n_now = (int)g_strv_length (now), least = MIN (n_then, n_now);
  int before = 0, behind = 0;

  self->now = new_places (n_then);
  self->then = new_places (n_now);
  for (; before < least && g_str_equal (then[before], now[before]); before++)
    pair (self, before, before, TRUE);
  for (; behind < least - before && g_str_equal (then[n_then - 1 - behind], now[n_now - 1 - behind]); behind++)
    pair (self, n_then - 1 - behind, n_now - 1 - behind, TRUE);
  pair_common (self, then + before, n_then - behind - before, now + before, n_now - behind - before, before);
  pair_changed (self);
}

/* NULL: the lines are those of the program. */
static ProgramLines *
get_compared (GtkTextBuffer *buffer, int which)
{
  ProgramLines *self = get_lines (buffer, which);

  if (self->program == NULL || !self->is_edited)
    return NULL;
  if (self->now == NULL)
    {
      g_autofree char *text = dup_text (buffer);

      compare (self, text);
    }
  return self;
}

/* Where a line of the program, from 0, is now; -1: it is gone. */
static int
get_now (const ProgramLines *self, guint line)
{
  return g_array_index (self->now, Place, line).line;
}

/* self: NULL: the text has the program's lines. */
static guint
find_now (const ProgramLines *self, guint line, gboolean *is_same)
{
  const gboolean is_compared = self != NULL && line > 0 && line <= self->now->len;
  guint before = line, first = 1;

  if (is_same != NULL)
    *is_same = !is_compared || g_array_index (self->now, Place, line - 1).is_same;
  if (!is_compared)
    return line;
  if (get_now (self, line - 1) >= 0)
    return (guint)get_now (self, line - 1) + 1;
  while (before > 0 && get_now (self, before - 1) < 0)
    before--;
  if (before > 0)
    first = (guint)get_now (self, before - 1) + 2;
  return MIN (first, self->then->len);
}

static guint
find_then (const ProgramLines *self, guint line)
{
  if (self == NULL || line == 0 || line > self->then->len)
    return line;
  return (guint)(g_array_index (self->then, Place, line - 1).line + 1);
}

guint
rs_program_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same)
{
  return find_now (get_compared (buffer, RUN), line, is_same);
}

guint
rs_program_lines_find_then (GtkTextBuffer *buffer, guint line)
{
  return find_then (get_compared (buffer, RUN), line);
}

guint
rs_profile_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same)
{
  return find_now (get_compared (buffer, SHOWN), line, is_same);
}

guint
rs_profile_lines_find_then (GtkTextBuffer *buffer, guint line)
{
  return find_then (get_compared (buffer, SHOWN), line);
}

guint
rs_decided_lines_find_now (GtkTextBuffer *buffer, guint line, gboolean *is_same)
{
  return find_now (get_compared (buffer, DECIDED), line, is_same);
}

guint
rs_decided_lines_find_then (GtkTextBuffer *buffer, guint line)
{
  return find_then (get_compared (buffer, DECIDED), line);
}

void
rs_lines_follow (const char *before, const char *after, guint *lines, guint n)
{
  ProgramLines compared = { .program = (char *)before };

  compare (&compared, after);
  for (guint i = 0; i < n; i++)
    lines[i] = find_now (&compared, lines[i], NULL);
  forget_places (&compared);
}

void
rs_lines_find (const char *before, const char *after, guint *lines, guint n)
{
  ProgramLines compared = { .program = (char *)before };

  compare (&compared, after);
  for (guint i = 0; i < n; i++)
    if (lines[i] > 0 && lines[i] <= compared.now->len)
      lines[i] = (guint)(get_now (&compared, lines[i] - 1) + 1);
  forget_places (&compared);
}
