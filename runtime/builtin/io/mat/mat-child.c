/* MATLAB files of version 7.3, which are HDF5 files: read in a child process.
 *
 * HDF5 believes what a file says, so that a damaged one can crash it or make it ask for any memory. The child reads the
 * file and hands its values over as a .qdat file (qdat.h), which is safe to read; if it ends in any other way, the file
 * is damaged.
 *
 * The child is a fork: it needs what this process has loaded, but uses no lock of another thread, starts none, and ends
 * without running anything else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat/mat-private.h"
#include "runtime/builtin/io/mat/mat.h"
#include "runtime/builtin/io/qdat.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIGNATURE "\211HDF\r\n\032\n"
#define SIGNATURE_BYTES 8
#define MATLAB_HEAD 512
#define HEAD_BYTES (MATLAB_HEAD + 52) /* up to the length in the superblock */
#define MOST_SECONDS 300            /* of processor time */
#define MOST_MEMORY (8ull << 30)    /* bytes beside what the process has */
#define POLL_US 2000

/* The first bytes of the file, as far as it has them, and its length. */
static gsize
read_head (const char *path, guint8 head[HEAD_BYTES], gint64 *length)
{
  FILE *file = g_fopen (path, "rb");
  gsize n = file != NULL ? fread (head, 1, HEAD_BYTES, file) : 0;

  *length = file != NULL && fseeko (file, 0, SEEK_END) == 0 ? (gint64)ftello (file) : 0;
  if (file != NULL)
    fclose (file);
  return n;
}

gboolean
rs_mat_is_hdf5 (const char *path)
{
  guint8 head[HEAD_BYTES];
  gint64 length;

  return read_head (path, head, &length) >= MATLAB_HEAD + SIGNATURE_BYTES
         && memcmp (head + MATLAB_HEAD, SIGNATURE, SIGNATURE_BYTES) == 0;
}

/* Whether the file is as long as it says (HDF5 File Format Specification, II.A: the superblock), where that can be
 * read. */
static gboolean
is_complete (const char *path)
{
  guint8 head[HEAD_BYTES];
  const guint8 *block = head + MATLAB_HEAD;
  gint64 length;
  guint64 end;

  if (read_head (path, head, &length) < HEAD_BYTES)
    return FALSE;
  if (block[8] > 3 || block[block[8] < 2 ? 13 : 9] != 8) /* addresses of 8 bytes */
    return TRUE;
  memcpy (&end, block + (block[8] == 0 ? 40 : block[8] == 1 ? 44 : 28), sizeof end);
  return GUINT64_FROM_LE (end) <= (guint64)length;
}

/* --- the child --- */

static void
limit_child (void)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM };
  const struct rlimit none = { 0, 0 }, seconds = { MOST_SECONDS, MOST_SECONDS };
  struct rlimit memory;
  unsigned long pages = 0;
  FILE *statm = fopen ("/proc/self/statm", "r");
  int null = open ("/dev/null", O_WRONLY);

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  if (null >= 0) /* HDF5 writes what it thinks of a file */
    {
      dup2 (null, STDOUT_FILENO);
      dup2 (null, STDERR_FILENO);
    }
  setrlimit (RLIMIT_CORE, &none);
  setrlimit (RLIMIT_CPU, &seconds);
  if (statm != NULL && fscanf (statm, "%lu", &pages) == 1 && getrlimit (RLIMIT_AS, &memory) == 0)
    {
      memory.rlim_cur = MIN (memory.rlim_max, (rlim_t)pages * (rlim_t)sysconf (_SC_PAGESIZE) + MOST_MEMORY);
      setrlimit (RLIMIT_AS, &memory);
    }
  if (statm != NULL)
    fclose (statm);
}

/* Does not return. Status 0: result is written; 1: message is. */
static void
run_child (const RsCall *call, const char *path, guint n, const char *result, const char *message)
{
  g_autoptr (GError) error = NULL;
  RsValue *values = g_new0 (RsValue, n);

  /* The parent kills it where the program is stopped; threads that a debugger waits for are not here. */
  rs_error_watch_stop (NULL);
  rs_error_watch_poll (NULL, NULL);
  limit_child ();
  if (rs_mat_read_unchecked (call, path, values, n, &error)
      && rs_qdat_write (result, NULL, values, n, rs_call_get_precision (call), &error))
    _exit (0);
  if (error != NULL && g_file_set_contents_full (message, error->message, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    _exit (1);
  _exit (2);
}

/* --- the parent --- */

/* Its status as waitpid gives it; -1 when the user stops the program. */
static int
wait_for_child (const RsCall *call, pid_t child)
{
  int status = -1;

  for (;;)
    {
      pid_t ended = waitpid (child, &status, WNOHANG);

      if (ended == child)
        return status;
      if ((ended < 0 && errno != EINTR) || rs_session_is_stopped (call->session))
        break;
      g_usleep (POLL_US);
    }
  kill (child, SIGKILL);
  while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return -1;
}

static gboolean
take_result (const RsCall *call, int status, const char *result, const char *message, RsValue *values, guint n,
             GError **error)
{
  g_autofree char *text = NULL;

  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return rs_qdat_read (call, result, values, n, error);
  if (rs_session_is_stopped (call->session))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  else if (WIFEXITED (status) && WEXITSTATUS (status) == 1 && g_file_get_contents (message, &text, NULL, NULL))
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s", text);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                 "the file, which is one of version 7.3 (HDF5), is damaged or too large");
  return FALSE;
}

gboolean
rs_mat_read_in_child (const RsCall *call, const char *path, RsValue *values, guint n, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *folder = is_complete (path) ? g_dir_make_tmp ("redshift-mat-XXXXXX", &reason) : NULL;
  g_autofree char *result = NULL, *message = NULL;
  gboolean good = FALSE;
  pid_t child;

  if (folder == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "%s",
                   reason != NULL ? reason->message : "the file is damaged or not complete");
      return FALSE;
    }
  result = g_build_filename (folder, "values.qdat", NULL);
  message = g_build_filename (folder, "message", NULL);
  child = fork ();
  if (child == 0)
    run_child (call, path, n, result, message);
  if (child > 0)
    good = take_result (call, wait_for_child (call, child), result, message, values, n, error);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "no process can be started: %s", g_strerror (errno));
  g_unlink (result);
  g_unlink (message);
  g_rmdir (folder);
  return good;
}
