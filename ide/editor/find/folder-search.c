/* Looks for a text in the files of a folder.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/folder-search.h"

#include "compiler/base/source.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define MAX_FILE (10 * 1024 * 1024)
#define MAX_MATCHES 10000
#define MAX_READS 3
#define MAX_DEPTH 40
#define BATCH 100
#define MAX_LINE 400 /* bytes of a line that are shown */

struct _RsFolderSearch {
  GObject parent;

  char *folder;
  GRegex *regex;
  GHashTable *open_texts; /* path -> RsSource; read only */
  gint is_cancelled;

  /* the thread's */
  GPtrArray *batch; /* element-type RsFolderMatch */
  guint n_matches, n_files, n_large, n_binary, n_unreadable, n_changing, n_hidden, n_links, n_deep;
  gboolean is_gone; /* the folder */
};

G_DEFINE_FINAL_TYPE (RsFolderSearch, rs_folder_search, G_TYPE_OBJECT)

enum { FOUND, ENDED, N_SIGNALS };
static guint signals[N_SIGNALS];

void
rs_folder_match_free (RsFolderMatch *match)
{
  g_free (match->path);
  g_free (match->line_text);
  g_free (match->text);
  g_free (match);
}

/* --- the thread --- */

typedef struct {
  RsFolderSearch *search; /* owned */
  GPtrArray *matches;     /* NULL: the end */
  char *summary;
} News;

static gboolean
deliver (gpointer data)
{
  News *news = data;

  if (news->matches != NULL)
    g_signal_emit (news->search, signals[FOUND], 0, news->matches);
  else
    g_signal_emit (news->search, signals[ENDED], 0, news->summary);
  return G_SOURCE_REMOVE;
}

static void
news_free (gpointer data)
{
  News *news = data;

  g_clear_pointer (&news->matches, g_ptr_array_unref);
  g_free (news->summary);
  g_object_unref (news->search);
  g_free (news);
}

static void
announce (RsFolderSearch *self, GPtrArray *matches, char *summary)
{
  News *news = g_new0 (News, 1);

  news->search = g_object_ref (self);
  news->matches = matches;
  news->summary = summary;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, deliver, news, news_free);
}

static void
flush (RsFolderSearch *self)
{
  if (self->batch != NULL && self->batch->len > 0)
    announce (self, g_steal_pointer (&self->batch), NULL);
}

static gboolean
goes_on (RsFolderSearch *self)
{
  return g_atomic_int_get (&self->is_cancelled) == 0 && self->n_matches < MAX_MATCHES;
}

static void
add_match (RsFolderSearch *self, const char *path, const char *line, guint number, int start, int end)
{
  RsFolderMatch *match = g_new0 (RsFolderMatch, 1);

  match->path = g_strdup (path);
  match->line_text = strlen (line) > MAX_LINE ? g_utf8_substring (line, 0, MAX_LINE / 4) : g_strdup (line);
  match->text = g_strndup (line + start, (gsize)(end - start));
  match->line = number;
  match->column = (guint)g_utf8_strlen (line, start) + 1;
  if (self->batch == NULL)
    self->batch = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_folder_match_free);
  g_ptr_array_add (self->batch, match);
  self->n_matches++;
  if (self->batch->len >= BATCH)
    flush (self);
}

static void
search_line (RsFolderSearch *self, const char *path, const char *line, guint number)
{
  g_autoptr (GMatchInfo) info = NULL;
  int start, end;

  for (g_regex_match (self->regex, line, 0, &info); g_match_info_matches (info) && goes_on (self);
       g_match_info_next (info, NULL))
    if (g_match_info_fetch_pos (info, 0, &start, &end) && end > start)
      add_match (self, path, line, number, start, end);
}

static void
search_text (RsFolderSearch *self, const char *path, const char *text)
{
  guint number = 1;

  self->n_files++;
  while (*text != '\0' && goes_on (self))
    {
      gsize length = strcspn (text, "\n");
      g_autofree char *line = g_strndup (text, length > 0 && text[length - 1] == '\r' ? length - 1 : length);

      search_line (self, path, line, number++);
      text += length + (text[length] == '\n' ? 1 : 0);
    }
}

static gboolean
is_unchanged (const GStatBuf *before, const GStatBuf *after)
{
  return before->st_ino == after->st_ino && before->st_size == after->st_size
         && before->st_mtim.tv_sec == after->st_mtim.tv_sec && before->st_mtim.tv_nsec == after->st_mtim.tv_nsec;
}

/* The text as it was at one moment; one that changes while it is read is read again, but not for ever. FALSE: it can't
 * be read. */
static gboolean
read_file (RsFolderSearch *self, const char *path, GStatBuf *info, char **text, gsize *length)
{
  for (guint i = 0; i < MAX_READS; i++)
    {
      GStatBuf before = *info;

      g_clear_pointer (text, g_free);
      if (!g_file_get_contents (path, text, length, NULL) || g_stat (path, info) != 0)
        return FALSE;
      if (is_unchanged (&before, info))
        return TRUE;
    }
  self->n_changing++;
  return TRUE;
}

static void
search_file (RsFolderSearch *self, const char *path)
{
  RsSource *open = self->open_texts != NULL ? g_hash_table_lookup (self->open_texts, path) : NULL;
  g_autofree char *text = NULL;
  GStatBuf info;
  gsize length;

  if (open != NULL)
    search_text (self, path, rs_source_get_text (open));
  else if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode))
    self->n_unreadable++;
  else if (info.st_size > MAX_FILE)
    self->n_large++;
  else if (!read_file (self, path, &info, &text, &length))
    self->n_unreadable++;
  else if (memchr (text, '\0', length) != NULL || !g_utf8_validate (text, (gssize)length, NULL))
    self->n_binary++;
  else
    search_text (self, path, text);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static void
search_folder (RsFolderSearch *self, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL && depth == 0)
    self->is_gone = TRUE;
  else if (dir == NULL)
    self->n_unreadable++;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (name[0] == '.')
      self->n_hidden++;
    else
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && goes_on (self); i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        self->n_links++;
      else if (!g_utf8_validate (path, -1, NULL))
        self->n_unreadable++;
      else if (!g_file_test (path, G_FILE_TEST_IS_DIR))
        search_file (self, path);
      else if (depth < MAX_DEPTH)
        search_folder (self, path, depth + 1);
      else
        self->n_deep++;
    }
}

static void
append_left_out (const RsFolderSearch *self, GString *text)
{
  if (self->n_binary > 0)
    g_string_append_printf (text, ngettext ("; %u file is no text", "; %u files are no text", self->n_binary),
                            self->n_binary);
  if (self->n_large > 0)
    g_string_append_printf (text,
                            ngettext ("; %u file is larger than 10 MiB", "; %u files are larger than 10 MiB",
                                      self->n_large),
                            self->n_large);
  if (self->n_unreadable > 0)
    g_string_append_printf (text,
                            ngettext ("; %u file or folder can't be read", "; %u files or folders can't be read",
                                      self->n_unreadable),
                            self->n_unreadable);
  if (self->n_changing > 0)
    g_string_append_printf (text,
                            ngettext ("; %u file was written while it was read",
                                      "; %u files were written while they "
                                      "were read",
                                      self->n_changing),
                            self->n_changing);
  if (self->n_hidden > 0)
    g_string_append_printf (text,
                            ngettext ("; %u hidden file or folder left out", "; %u hidden files or folders left out",
                                      self->n_hidden),
                            self->n_hidden);
  if (self->n_links > 0)
    g_string_append_printf (text, ngettext ("; %u link not followed", "; %u links not followed", self->n_links),
                            self->n_links);
  if (self->n_deep > 0)
    g_string_append_printf (text,
                            ngettext ("; %u folder too deep to be read", "; %u folders too deep to be read",
                                      self->n_deep),
                            self->n_deep);
}

static char *
summarize (RsFolderSearch *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->is_gone)
    return g_strdup_printf (_ ("%s can't be read: was the folder removed or renamed?"), self->folder);
  g_string_append_printf (text, ngettext ("%u place", "%u places", self->n_matches), self->n_matches);
  g_string_append_printf (text, ngettext (" in %u file read", " in %u files read", self->n_files), self->n_files);
  if (self->n_matches >= MAX_MATCHES)
    g_string_append (text, _ ("; there are more"));
  if (g_atomic_int_get (&self->is_cancelled) != 0)
    g_string_append (text, _ ("; cancelled"));
  append_left_out (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gpointer
search_thread (gpointer data)
{
  RsFolderSearch *self = data;

  search_folder (self, self->folder, 0);
  flush (self);
  announce (self, NULL, summarize (self));
  g_object_unref (self);
  return NULL;
}

/* --- the main thread --- */

void
rs_folder_search_cancel (RsFolderSearch *self)
{
  g_atomic_int_set (&self->is_cancelled, 1);
}

GRegex *
rs_folder_search_get_regex (RsFolderSearch *self)
{
  return self->regex;
}

static void
rs_folder_search_finalize (GObject *object)
{
  RsFolderSearch *self = RS_FOLDER_SEARCH (object);

  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->open_texts, g_hash_table_unref);
  g_clear_pointer (&self->batch, g_ptr_array_unref);
  g_free (self->folder);
  G_OBJECT_CLASS (rs_folder_search_parent_class)->finalize (object);
}

static void
rs_folder_search_class_init (RsFolderSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_folder_search_finalize;
  signals[FOUND] = g_signal_new ("found", RS_TYPE_FOLDER_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_PTR_ARRAY);
  signals[ENDED] = g_signal_new ("ended", RS_TYPE_FOLDER_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_STRING);
}

static void
rs_folder_search_init (RsFolderSearch *self)
{
}

RsFolderSearch *
rs_folder_search_new (const RsFolderQuery *query, GHashTable *open_texts, GError **error)
{
  g_autofree char *escaped = query->is_pattern ? g_strdup (query->text) : g_regex_escape_string (query->text, -1);
  g_autofree char *pattern = query->whole_words ? g_strdup_printf ("\\b(?:%s)\\b", escaped) : g_strdup (escaped);
  GRegex *regex = g_regex_new (pattern, G_REGEX_OPTIMIZE | (query->match_case ? 0 : G_REGEX_CASELESS), 0, error);
  RsFolderSearch *self;

  if (regex == NULL)
    return NULL;
  self = g_object_new (RS_TYPE_FOLDER_SEARCH, NULL);
  self->folder = g_strdup (query->folder);
  self->regex = regex;
  self->open_texts = open_texts != NULL ? g_hash_table_ref (open_texts) : NULL;
  g_thread_unref (g_thread_new ("folder-search", search_thread, g_object_ref (self)));
  return self;
}
