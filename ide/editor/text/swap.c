/* Swap files.
 *
 * The format is a line with a version, a key file line each for the owner's process id, the document's URI and its
 * title, an empty line, and then the text as it is. The owner's id tells a file of a crashed process from one that
 * another window still writes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/swap.h"

#include "ide/settings/damage.h"
#include "ide/settings/notices.h"
#include "runtime/base/user-file.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#define SWAP_NAME "redshift-swap "
#define SWAP_VERSION SWAP_NAME "1"

typedef struct {
  char *path;
  GString *content; /* NULL: remove the file */
  GWeakRef owner;
  RsSwapWritten written; /* NULL: nobody asks */
  GError *error;
} SwapJob;

static GThreadPool *pool;

static char *
swap_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "redshift", "swap", NULL);
}

static void
job_free (gpointer data)
{
  SwapJob *job = data;

  g_weak_ref_clear (&job->owner);
  g_clear_error (&job->error);
  g_free (job->path);
  g_free (job);
}

static gboolean
tell_owner (gpointer data)
{
  SwapJob *job = data;
  g_autoptr (GObject) owner = g_weak_ref_get (&job->owner);

  if (owner != NULL)
    job->written (owner, job->error);
  return G_SOURCE_REMOVE;
}

static void
write_content (SwapJob *job)
{
  if (rs_user_file_make_folder (job->path, &job->error))
    g_file_set_contents_full (job->path, job->content->str, (gssize)job->content->len, G_FILE_SET_CONTENTS_CONSISTENT,
                              0600, &job->error);
  g_string_free (g_steal_pointer (&job->content), TRUE);
}

static void
run_job (gpointer item, gpointer data)
{
  SwapJob *job = item;

  if (job->content == NULL)
    g_unlink (job->path);
  else
    write_content (job);
  if (job->written != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT, tell_owner, job, job_free);
  else
    job_free (job);
}

static void
push_job (const char *path, GString *content, GObject *owner, RsSwapWritten written)
{
  SwapJob *job = g_new0 (SwapJob, 1);

  if (pool == NULL)
    pool = g_thread_pool_new (run_job, NULL, 1, FALSE, NULL);
  job->path = g_strdup (path);
  job->content = content;
  job->written = written;
  g_weak_ref_init (&job->owner, owner);
  g_thread_pool_push (pool, job, NULL);
}

char *
rs_swap_path_for (const char *uri)
{
  static guint n_drafts;
  g_autofree char *folder = swap_folder ();
  g_autofree char *name = NULL;

  if (uri != NULL)
    {
      g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA1, uri, -1);
      name = g_strdup_printf ("%s-%d.swap", hash, (int)getpid ());
    }
  else
    name = g_strdup_printf ("draft-%d-%" G_GINT64_FORMAT "-%u.swap", (int)getpid (), g_get_real_time (), ++n_drafts);
  return g_build_filename (folder, name, NULL);
}

void
rs_swap_write (const char *path, const char *uri, const char *title, char *text, GObject *owner, RsSwapWritten written)
{
  GString *content = g_string_new (SWAP_VERSION "\n");

  g_string_append_printf (content, "pid %d\nuri %s\ntitle %s\n\n", (int)getpid (), uri != NULL ? uri : "",
                          title != NULL ? title : "");
  g_string_append (content, text);
  g_free (text);
  push_job (path, content, owner, written);
}

void
rs_swap_tell_trouble (const char *path, const char *title, const GError *error)
{
  g_autofree char *text = NULL, *folder = swap_folder ();

  if (error != NULL)
    text
        = g_strdup_printf (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC)
                               ? _ (
                                   "The unsaved text of “%s” is not kept for the case of a crash: %s. Make room in %s, "
                                   "or save the text.")
                               : _ ("The unsaved text of “%s” is not kept for the case of a crash: %s. See that %s can "
                                    "be written, or save the text."),
                           title, rs_notices_get_reason (error), folder);
  rs_notices_set ("swap", path, text);
}

void
rs_swap_remove (const char *path)
{
  push_job (path, NULL, NULL, NULL);
}

void
rs_swap_flush (void)
{
  if (pool != NULL)
    g_thread_pool_free (g_steal_pointer (&pool), FALSE, TRUE);
}

static gboolean
owner_is_alive (int pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", pid);
  g_autofree char *theirs = g_file_read_link (link, NULL);
  g_autofree char *ours = g_file_read_link ("/proc/self/exe", NULL);

  /* A process id is used again, after a reboot above all: only the same program counts. */
  return pid != (int)getpid () && pid > 0 && kill (pid, 0) == 0 && g_strcmp0 (theirs, ours) == 0;
}

/* Value of the header line that starts with key, or NULL. */
static const char *
header_value (char **lines, const char *key)
{
  for (guint i = 1; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], key) && lines[i][strlen (key)] == ' ')
      return lines[i] + strlen (key) + 1;
  return NULL;
}

/* A swap file that can't be read as one: the user is told where it is, once. */
static void
set_aside (const char *path)
{
  g_autofree char *place = g_strconcat (path, ".damaged", NULL), *text = NULL;

  if (g_rename (path, place) != 0)
    return;
  text = g_strdup_printf (_ ("Unsaved text of an earlier session is damaged. What there is of it is in %s."), place);
  rs_notices_set ("damage", path, text);
}

/* The text behind the head, with replacement characters for bytes that are none. (transfer full) */
static char *
dup_valid_text (const char *text, gsize length)
{
  g_autofree char *copy = g_memdup2 (text, length + 1);

  for (gsize i = 0; i < length; i++)
    if (copy[i] == '\0')
      copy[i] = '?';
  return g_utf8_make_valid (copy, (gssize)length);
}

/* The swap file at path; NULL when there is none, or a process that is alive owns it. */
static RsSwap *
load (const char *path)
{
  g_autofree char *content = NULL;
  g_auto (GStrv) lines = NULL;
  const char *uri, *pid;
  gsize length;
  char *text;
  RsSwap *swap;

  /* That of another version is that version's. */
  if (!g_file_get_contents (path, &content, &length, NULL)
      || (g_str_has_prefix (content, SWAP_NAME) && !g_str_has_prefix (content, SWAP_VERSION "\n")))
    return NULL;
  text = g_str_has_prefix (content, SWAP_VERSION "\n") ? strstr (content, "\n\n") : NULL;
  if (text != NULL)
    {
      *text = '\0';
      text += 2;
      lines = g_utf8_validate (content, -1, NULL) ? g_strsplit (content, "\n", -1) : NULL;
    }
  pid = lines != NULL ? header_value (lines, "pid") : NULL;
  if (pid == NULL)
    {
      set_aside (path);
      return NULL;
    }
  uri = header_value (lines, "uri");
  if (owner_is_alive ((int)g_ascii_strtoll (pid, NULL, 10)))
    return NULL;
  swap = g_new0 (RsSwap, 1);
  swap->path = g_strdup (path);
  swap->uri = uri != NULL && *uri != '\0' ? g_strdup (uri) : NULL;
  swap->title = g_strdup (header_value (lines, "title"));
  swap->text = dup_valid_text (text, length - (gsize)(text - content));
  if (strcmp (swap->text, text) != 0)
    rs_damage_tell (path, _ ("bytes that are no text"));
  return swap;
}

static gint64
get_age (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 ? (gint64)status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000 : 0;
}

RsSwap *
rs_swap_find_abandoned (const char *uri)
{
  g_autoptr (GPtrArray) swaps = rs_swap_list_abandoned ();
  gint64 newest_age = -1;
  int newest = -1;

  for (guint i = 0; i < swaps->len; i++)
    {
      const RsSwap *swap = g_ptr_array_index (swaps, i);
      gint64 age = get_age (swap->path);

      if (g_strcmp0 (swap->uri, uri) != 0 || age <= newest_age)
        continue;
      newest = (int)i;
      newest_age = age;
    }
  return newest >= 0 ? g_ptr_array_steal_index_fast (swaps, (guint)newest) : NULL;
}

GPtrArray *
rs_swap_list_abandoned (void)
{
  GPtrArray *swaps = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_swap_free);
  g_autofree char *folder = swap_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      RsSwap *swap = g_str_has_suffix (name, ".swap") ? load (path) : NULL;

      if (swap != NULL)
        g_ptr_array_add (swaps, swap);
    }
  return swaps;
}

void
rs_swap_free (RsSwap *swap)
{
  g_free (swap->path);
  g_free (swap->uri);
  g_free (swap->title);
  g_free (swap->text);
  g_free (swap);
}
