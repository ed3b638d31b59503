/* The prompt: a text of a few lines with a history.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/prompt.h"

#include "ide/settings/damage.h"
#include "runtime/base/user-file.h"
#include "runtime/console.h"
#include "runtime/debug/commands.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_HISTORY 1000u
#define MOST_HEIGHT 120
#define MOST_NAMES_SHOWN 12

typedef struct {
  RsRuns *runs;         /* borrowed: the window has it longer */
  GtkTextView *view;
  GtkLabel *names;      /* what a word may become */
  GPtrArray *history;   /* of char *, oldest first */
  guint at;             /* in the history; its length: the new input */
  char *draft;          /* the new input while the history is gone through */
} Prompt;

static GtkTextBuffer *
get_buffer (Prompt *self)
{
  return gtk_text_view_get_buffer (self->view);
}

static char *
dup_text (Prompt *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &start, &end, TRUE);
}

/* --- history --- */

static char *
history_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "redshift", "prompt-history", NULL);
}

/* Whether it ends in the middle of an escape. */
static gboolean
is_cut_off (const char *line)
{
  gsize length = strlen (line), n = 0;

  while (n < length && line[length - 1 - n] == '\\')
    n++;
  return n % 2 == 1;
}

/* A line each, with escapes for what is none. */
static char **
load_lines (const char *path, guint *n_bad)
{
  g_autoptr (GError) error = NULL;
  char **lines = rs_user_file_load_lines (path, n_bad, &error);

  if (error != NULL)
    rs_damage_tell (path, error->message);
  return lines;
}

static void
load_history (Prompt *self)
{
  g_autofree char *path = history_path ();
  guint n_bad;
  g_auto (GStrv) lines = load_lines (path, &n_bad);

  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *input = is_cut_off (*line) ? g_strdup ("") : g_strcompress (*line);

      if (*input != '\0' && g_utf8_validate (input, -1, NULL))
        g_ptr_array_add (self->history, g_steal_pointer (&input));
      else
        n_bad++;
    }
  rs_damage_tell_lines (path, n_bad);
}

/* Behind what is in the file by now: other windows have a prompt, too. */
static void
save_input (const char *input)
{
  g_autofree char *path = history_path (), *line = g_strescape (input, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_bad;
  g_auto (GStrv) lines = load_lines (path, &n_bad);
  const guint n = g_strv_length (lines);

  for (guint i = n >= MOST_HISTORY ? n + 1 - MOST_HISTORY : 0; i < n; i++)
    g_string_append_printf (text, "%s\n", lines[i]);
  if (n == 0 || strcmp (lines[n - 1], line) != 0)
    g_string_append_printf (text, "%s\n", line);
  /* Without it only the history of this session is there. */
  if (rs_damage_may_write (path, NULL))
    rs_user_file_save (path, text->str, text->len, NULL);
}

static void
remember (Prompt *self, const char *text)
{
  const char *last = self->history->len > 0 ? g_ptr_array_index (self->history, self->history->len - 1) : "";

  if (strcmp (last, text) != 0)
    g_ptr_array_add (self->history, g_strdup (text));
  if (self->history->len > MOST_HISTORY)
    g_ptr_array_remove_index (self->history, 0);
  self->at = self->history->len;
  g_clear_pointer (&self->draft, g_free);
  save_input (text);
}

static gboolean
go_through (Prompt *self, int change)
{
  GtkTextIter at;
  const char *text;
  int line;

  gtk_text_buffer_get_iter_at_mark (get_buffer (self), &at, gtk_text_buffer_get_insert (get_buffer (self)));
  line = gtk_text_iter_get_line (&at);
  if ((change < 0 ? line > 0 : line + 1 < gtk_text_buffer_get_line_count (get_buffer (self)))
      || (change < 0 ? self->at == 0 : self->at >= self->history->len))
    return FALSE;
  if (self->at == self->history->len)
    {
      g_free (self->draft);
      self->draft = dup_text (self);
    }
  self->at = (guint)((int)self->at + change);
  text = self->at < self->history->len ? g_ptr_array_index (self->history, self->at) : self->draft;
  gtk_text_buffer_set_text (get_buffer (self), text != NULL ? text : "", -1);
  if (change < 0) /* so that Up goes on to what came before */
    {
      gtk_text_buffer_get_start_iter (get_buffer (self), &at);
      if (!gtk_text_iter_ends_line (&at))
        gtk_text_iter_forward_to_line_end (&at);
      gtk_text_buffer_place_cursor (get_buffer (self), &at);
    }
  return TRUE;
}

/* --- completion --- */

static gboolean
is_of_word (gunichar c)
{
  return g_unichar_isalnum (c) || c == '_';
}

static char *
dup_word (Prompt *self)
{
  GtkTextIter at, start;

  gtk_text_buffer_get_iter_at_mark (get_buffer (self), &at, gtk_text_buffer_get_insert (get_buffer (self)));
  start = at;
  while (gtk_text_iter_backward_char (&start))
    if (!is_of_word (gtk_text_iter_get_char (&start)))
      {
        gtk_text_iter_forward_char (&start);
        break;
      }
  return gtk_text_buffer_get_text (get_buffer (self), &start, &at, TRUE);
}

static gsize
common_length (char **names)
{
  gsize length = strlen (names[0]);

  for (char **name = names + 1; *name != NULL; name++)
    {
      gsize k = 0;

      while (k < length && (*name)[k] == names[0][k])
        k++;
      length = k;
    }
  return length;
}

/* Whether the word that is written is the first one: then it may be a command. */
static gboolean
is_first_word (Prompt *self, const char *word)
{
  g_autofree char *text = dup_text (self);

  return strcmp (g_strstrip (text), word) == 0;
}

/* What the word may become. names: of variables and functions, or NULL. */
static void
show_names (Prompt *self, const char *word, GStrv names)
{
  g_auto (GStrv) commands = is_first_word (self, word) ? rs_debug_command_complete (word) : NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize length;

  for (guint i = 0; commands != NULL && commands[i] != NULL; i++)
    g_strv_builder_add (builder, commands[i]);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (commands == NULL || !g_strv_contains ((const char *const *)commands, names[i]))
      g_strv_builder_add (builder, names[i]);
  all = g_strv_builder_end (builder);
  if (all[0] == NULL)
    return;
  length = common_length (all);
  if (length > strlen (word))
    gtk_text_buffer_insert_at_cursor (get_buffer (self), all[0] + strlen (word), (int)(length - strlen (word)));
  if (all[1] == NULL)
    return;
  for (guint i = 0; all[i] != NULL && i < MOST_NAMES_SHOWN; i++)
    g_string_append_printf (text, "%s  ", all[i]);
  if (g_strv_length (all) > MOST_NAMES_SHOWN)
    g_string_append (text, "…");
  gtk_label_set_text (self->names, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->names), TRUE);
}

static void
on_names (GPtrArray *records, const char *error, gpointer data)
{
  Prompt *self = g_object_get_data (data, "prompt");
  char **fields = records->len > 0 ? g_ptr_array_index (records, 0) : NULL;
  g_autofree char *word = dup_word (self);
  g_auto (GStrv) names = NULL;

  if (fields == NULL || g_strv_length (fields) < 3 || strcmp (word, fields[1]) != 0)
    return;
  names = *fields[2] != '\0' ? g_strsplit (fields[2], " ", -1) : NULL;
  show_names (self, word, names);
}

static void
complete (Prompt *self)
{
  RsDebugRun *run = rs_debug_run_get_shown (self->runs);
  g_autofree char *word = dup_word (self);

  if (*word == '\0')
    return;
  if (run != NULL && (rs_debug_run_stands (run) || rs_debug_run_has_workspace (run)))
    rs_debug_run_request (run, on_names, g_object_ref (self->view), g_object_unref, "complete", word, NULL);
  else
    show_names (self, word, NULL);
}

/* --- keys --- */

static gboolean
enter (Prompt *self)
{
  g_autofree char *text = dup_text (self), *plain = g_strstrip (g_strdup (text));
  const char *rest;

  if (*plain == '\0' || (rs_debug_command_parse (plain, &rest) == NULL && rs_console_needs_more (text)))
    return FALSE;
  remember (self, plain);
  gtk_text_buffer_set_text (get_buffer (self), "", -1);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "win.evaluate", "s", plain);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, Prompt *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->names), FALSE);
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return (state & GDK_SHIFT_MASK) == 0 && enter (self);
    case GDK_KEY_Up:
      return go_through (self, -1);
    case GDK_KEY_Down:
      return go_through (self, 1);
    case GDK_KEY_Tab:
      {
        g_autofree char *word = dup_word (self);

        if (*word == '\0')
          return FALSE; /* to the next control */
        complete (self);
        return TRUE;
      }
    default:
      return FALSE;
    }
}

static void
prompt_free (gpointer data)
{
  Prompt *self = data;

  g_ptr_array_unref (self->history);
  g_free (self->draft);
  g_free (self);
}

gboolean
rs_prompt_is (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "prompt") != NULL;
}

GtkWidget *
rs_prompt_new (RsRuns *runs)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *sign = gtk_label_new (">>>");
  GtkEventController *keys = gtk_event_controller_key_new ();
  Prompt *self = g_new0 (Prompt, 1);

  self->runs = runs;
  self->history = g_ptr_array_new_with_free_func (g_free);
  self->view = GTK_TEXT_VIEW (gtk_text_view_new ());
  self->names = GTK_LABEL (gtk_label_new (NULL));
  load_history (self);
  self->at = self->history->len;
  g_object_set_data_full (G_OBJECT (self->view), "prompt", self, prompt_free);
  gtk_text_view_set_monospace (self->view, TRUE);
  gtk_text_view_set_accepts_tab (self->view, FALSE);
  gtk_text_view_set_top_margin (self->view, 4);
  gtk_text_view_set_bottom_margin (self->view, 4);
  gtk_text_view_set_wrap_mode (self->view, GTK_WRAP_CHAR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Statements to compute"), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->view),
                               _ ("Computes with what the program has left, or where it stands; takes the commands of "
                                  "the debugger (help). Shift+Return: a new line; Up and Down: what was typed before; "
                                  "Tab: completes names"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_add_css_class (sign, "monospace");
  gtk_widget_add_css_class (sign, "dim-label");
  gtk_widget_set_margin_start (sign, 8);
  gtk_widget_set_valign (sign, GTK_ALIGN_START);
  gtk_widget_set_margin_top (sign, 4);
  gtk_label_set_xalign (self->names, 0);
  gtk_label_set_ellipsize (self->names, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->names), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->names), "rs-content");
  gtk_widget_set_margin_start (GTK_WIDGET (self->names), 8);
  gtk_widget_set_visible (GTK_WIDGET (self->names), FALSE);
  gtk_box_append (GTK_BOX (row), sign);
  gtk_box_append (GTK_BOX (row), scrolled);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->names));
  gtk_box_append (GTK_BOX (box), row);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  return box;
}
