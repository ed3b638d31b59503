/* The C compiler as a child process: text in, shared object out.
 *
 * Expected workload: kernels of a few lines, where starting processes is most of the time. So the object is linked by
 * calling ld itself, which halves the link time against the driver; the driver is asked once where ld and its helper
 * library are, and links when that fails. Generated text includes no header, because headers cost more than the kernel.
 *
 * Flags: no -ffast-math, ever. On the link line it adds code that switches denormals off for the whole process when the
 * object is loaded, and when compiling it makes NaN checks disappear. The flags below give its vectorisation, without
 * reassociation: the code generator reassociates reductions explicitly, nothing else is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/cpu/cpu-private.h"

#include "runtime/device/configuration/directives.h"
#include "runtime/trace/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIME_LIMIT_US (60 * G_USEC_PER_SEC)
#define POLL_MS 20
#define MAX_OUTPUT 8192
#define NOTHING "/dev/null"
#define MAX_MESSAGE_LINES 12
#define LARGE_KERNEL (256 << 10) /* bytes */

struct _RsCompiler {
  char *path;
  char *identity;  /* resolved path, size, time of change */
  char *processor; /* model and features of the processor */
  GMutex lock;     /* while the driver is asked */
  gboolean is_asked; /* linker and support are known; guarded by lock */
  char *linker;    /* path of ld; NULL: the driver links */
  char *support;   /* libgcc.a or its like; NULL: none */
  gint driver_links; /* atomic: linker has failed once */
};

/* max-unswitch-insns: a choice that is the same for all work items (which power function serves the exponent) is made
 * outside the loop, which then vectorises; one such choice, since each doubles the loop and the time to compile.
 * iv-max-considered-uses: with 250, the default, a window of 9 x 9 over three arrays takes 5 s to compile, not 2, of
 * which the choice of induction variables has 3; the code without it takes 8 % longer. */
static const char *const common_flags[] = {
  "-c",
  "-x",
  "c",
  "-std=gnu17",
  "-w",
  "-pipe",
  "-O3",
  "-march=native",
  "-fPIC",
  "-fno-math-errno",
  "-fno-trapping-math",
  "-fopenmp-simd",
  "-fno-stack-protector",
  "--param=max-unswitch-insns=400",
  "--param=max-unswitch-level=1",
  "--param=iv-max-considered-uses=150",
#if defined(__x86_64__)
  /* gcc takes 256 on many processors that have more; mathematics then costs half as much again */
  "-mprefer-vector-width=512",
#endif
};
/* Not -fno-signed-zeros: without signs of zeros gcc 12 takes what it knows to be 0, also of a factor that gets known
 * when it unrolls a loop, times a vector for 0, be there NaN in the vector or not.
 * Exact: without -fno-builtin gcc computes mathematics of constants itself, rounded better than libm does.
 * Fast: not -freciprocal-math, with which mod (6, 3) of floating-point numbers is 3. */
static const char *const math_flags[RS_N_MATHS][5] = {
  [RS_MATH_DEFAULT] = { "-ffp-contract=fast" },
  [RS_MATH_EXACT] = { "-ffp-contract=off", "-fno-builtin" },
  [RS_MATH_FAST] = { "-fno-signed-zeros", "-ffp-contract=fast", "-ffinite-math-only", "-fassociative-math" },
};

/* --- running --- */

/* input: a file that the program reads as its standard input. */
static gboolean
spawn (const char *const *argv, const char *input, pid_t *pid, int *output)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;
  int pipes[2], status;

  if (pipe2 (pipes, O_CLOEXEC) != 0)
    return FALSE;
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_addopen (&actions, 0, input, O_RDONLY, 0);
  posix_spawn_file_actions_adddup2 (&actions, pipes[1], 1);
  posix_spawn_file_actions_adddup2 (&actions, pipes[1], 2);
  posix_spawnattr_init (&attributes);
  /* A process group of its own: stopping has to reach what the driver starts. */
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup (&attributes, 0);
  sigemptyset (&signals);
  posix_spawnattr_setsigmask (&attributes, &signals);
  sigaddset (&signals, SIGPIPE);
  posix_spawnattr_setsigdefault (&attributes, &signals);
  status = posix_spawn (pid, argv[0], &actions, &attributes, (char *const *)argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attributes);
  close (pipes[1]);
  if (status != 0)
    {
      close (pipes[0]);
      errno = status;
      return FALSE;
    }
  *output = pipes[0];
  return TRUE;
}

static gboolean
is_stopped (const gint *stop)
{
  return stop != NULL && __atomic_load_n (stop, __ATOMIC_RELAXED) != 0;
}

/* Reads until the child closes its end. FALSE when the time is over or stop is set. */
static gboolean
collect_output (int output, const RsWait *wait, GString *text)
{
  gint64 limit = g_get_monotonic_time () + TIME_LIMIT_US;
  gboolean has_work = wait->meanwhile != NULL;
  char buffer[1024];

  for (;;)
    {
      struct pollfd ready[] = { { .fd = output, .events = POLLIN }, { .fd = wait->wake, .events = POLLIN } };
      int n = poll (ready, 2, has_work ? 0 : POLL_MS);
      gssize length;

      if (is_stopped (wait->stop) || g_get_monotonic_time () > limit)
        return FALSE;
      if (n <= 0 || ready[0].revents == 0)
        {
          has_work = has_work && wait->meanwhile (wait->data);
          continue;
        }
      length = read (output, buffer, sizeof buffer);
      if (length == 0 || (length < 0 && errno != EINTR && errno != EAGAIN))
        return TRUE;
      if (length > 0 && text->len < MAX_OUTPUT)
        g_string_append_len (text, buffer, length);
    }
}

/* Runs a program to its end. FALSE with an error when it can't be started, was ended, or is not content; the error then
 * holds the first lines of what it said. */
static gboolean
run_program (const char *const *argv, const char *input, const RsWait *wait, GString *text, GError **error)
{
  g_autofree char *name = g_path_get_basename (argv[0]);
  int output, status = 0;
  pid_t pid;
  gboolean is_over;

  if (!spawn (argv, input, &pid, &output))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "%s can't be started: %s", argv[0],
                   g_strerror (errno));
      return FALSE;
    }
  is_over = collect_output (output, wait, text);
  close (output);
  if (!is_over)
    kill (-pid, SIGKILL);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (is_over && WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return TRUE;
  if (is_stopped (wait->stop))
    g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  else if (!is_over)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "%s took more than %d s and was ended", name,
                 (int)(TIME_LIMIT_US / G_USEC_PER_SEC));
  else
    {
      char *end = text->str;

      for (int i = 0; i < MAX_MESSAGE_LINES && end != NULL; i++)
        end = strchr (end + (i > 0), '\n');
      if (end != NULL)
        g_string_truncate (text, (gsize)(end - text->str));
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER, "%s failed:\n%s", name, g_strchomp (text->str));
    }
  return FALSE;
}

/* --- which compiler --- */

static char *
find_program (const char *path)
{
  static const char *const names[] = { "cc", "gcc", "clang" };

  if (path[0] != '\0')
    return g_find_program_in_path (path);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char *found = g_find_program_in_path (names[i]);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* -march=native depends on the processor: a folder shared by several machines has objects for each. */
static char *
describe_processor (void)
{
  g_autofree char *text = NULL;
  struct utsname system;
  GString *facts = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  uname (&system);
  g_string_append (facts, system.machine);
  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    return g_string_free (facts, FALSE);
  lines = g_strsplit (text, "\n", 0);
  for (char **line = lines; *line != NULL && (line == lines || (*line)[0] != '\0'); line++)
    if (g_str_has_prefix (*line, "model") || g_str_has_prefix (*line, "vendor_id")
        || g_str_has_prefix (*line, "cpu family") || g_str_has_prefix (*line, "flags")
        || g_str_has_prefix (*line, "Features") || g_str_has_prefix (*line, "CPU part"))
      g_string_append_printf (facts, "\n%s", *line);
  return g_string_free (facts, FALSE);
}

RsCompiler *
rs_compiler_new (const char *path, GError **error)
{
  g_autofree char *found = find_program (path), *resolved = NULL;
  struct stat facts;
  RsCompiler *compiler;

  if (found != NULL)
    resolved = realpath (found, NULL);
  if (resolved == NULL || stat (resolved, &facts) != 0)
    {
      if (path[0] != '\0')
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
                     "the C compiler `%s` (setting CC_PATH) was not found", path);
      else
        g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
                             "no C compiler was found; install gcc or clang, or set CC_PATH");
      return NULL;
    }
  compiler = g_new0 (RsCompiler, 1);
  compiler->path = g_steal_pointer (&found);
  compiler->identity = g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%09ld", resolved,
                                        (gint64)facts.st_size, (gint64)facts.st_mtim.tv_sec,
                                        (long)facts.st_mtim.tv_nsec);
  compiler->processor = describe_processor ();
  g_mutex_init (&compiler->lock);
  return compiler;
}

void
rs_compiler_free (RsCompiler *compiler)
{
  g_free (compiler->path);
  g_free (compiler->identity);
  g_free (compiler->processor);
  g_free (compiler->linker);
  g_free (compiler->support);
  g_mutex_clear (&compiler->lock);
  g_free (compiler);
}

const char *
rs_compiler_get_path (const RsCompiler *compiler)
{
  return compiler->path;
}

static void
append_flags (GPtrArray *argv, RsMath math)
{
  for (gsize i = 0; i < G_N_ELEMENTS (common_flags); i++)
    g_ptr_array_add (argv, (gpointer)common_flags[i]);
  for (guint i = 0; math_flags[math][i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer)math_flags[math][i]);
  if (rs_trace_is_sampling ())
    g_ptr_array_add (argv, (gpointer)"-g1"); /* line tables; the code is the same */
}

char *
rs_compiler_describe (const RsCompiler *compiler, RsMath math)
{
  g_autoptr (GPtrArray) flags = g_ptr_array_new ();
  g_autofree char *joined = NULL;

  g_assert (math < RS_N_MATHS);
  append_flags (flags, math);
  g_ptr_array_add (flags, NULL);
  joined = g_strjoinv (" ", (char **)flags->pdata);
  return g_strdup_printf ("%s\n%s\n%s", compiler->identity, joined, compiler->processor);
}

char *
rs_compiler_describe_target (RsMath math)
{
  g_autoptr (GPtrArray) flags = g_ptr_array_new ();
  g_autofree char *joined = NULL, *processor = describe_processor ();

  g_assert (math < RS_N_MATHS);
  append_flags (flags, math);
  g_ptr_array_add (flags, NULL);
  joined = g_strjoinv (" ", (char **)flags->pdata);
  return g_strdup_printf ("%s\n%s", joined, processor);
}

/* --- compiling and linking --- */

/* What the driver answers to a question like -print-prog-name=ld, as a path; NULL when there is no such file. */
static char *
ask_driver (RsCompiler *compiler, const char *question, const RsWait *wait)
{
  const RsWait alone = { .stop = wait->stop, .wake = wait->wake };
  g_autoptr (GString) text = g_string_new (NULL);
  char *path;

  if (!run_program ((const char *const[]){ compiler->path, question, NULL }, NOTHING, &alone, text, NULL))
    return NULL;
  g_strchomp (text->str);
  if (strchr (text->str, '/') != NULL)
    return g_file_test (text->str, G_FILE_TEST_EXISTS) ? g_strdup (text->str) : NULL;
  path = g_find_program_in_path (text->str);
  return path;
}

static void
ask_once (RsCompiler *compiler, const RsWait *wait)
{
  g_mutex_lock (&compiler->lock);
  if (!compiler->is_asked)
    {
      g_clear_pointer (&compiler->linker, g_free);
      g_clear_pointer (&compiler->support, g_free);
      compiler->linker = ask_driver (compiler, "-print-prog-name=ld", wait);
      compiler->support = ask_driver (compiler, "-print-libgcc-file-name", wait);
      compiler->is_asked = !is_stopped (wait->stop);
    }
  g_mutex_unlock (&compiler->lock);
}

static gboolean
link_directly (RsCompiler *compiler, const char *object, const char *library, const RsWait *wait, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const gboolean is_complete = rs_object_is_complete (object);
  const char *const argv[]
      = { compiler->linker,  "-shared", "--as-needed", "-o", library, object, is_complete ? NULL : "-lmvec", "-lm",
          compiler->support, NULL };
  g_autoptr (GError) local = NULL;

  if (run_program (argv, NOTHING, wait, text, &local))
    return TRUE;
  if (g_error_matches (local, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_atomic_int_set (&compiler->driver_links, 1); /* a linker that needs more than this: the driver knows */
  return FALSE;
}

static gboolean
link_object (RsCompiler *compiler, const char *object, const char *library, const RsWait *wait, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *const argv[] = { compiler->path, "-shared", "-Wl,--as-needed", "-o", library, object, "-lm", NULL };
  g_autoptr (GError) local = NULL;

  ask_once (compiler, wait);
  if (compiler->linker != NULL && !g_atomic_int_get (&compiler->driver_links)
      && link_directly (compiler, object, library, wait, &local))
    return TRUE;
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return run_program (argv, NOTHING, wait, text, error);
}

typedef struct {
  RsCompiler *compiler;
  const RsWait *wait;
  gboolean has_asked;
} Meanwhile;

/* While the compiler runs: what the linking needs, then what the caller has to do. */
static gboolean
use_time (gpointer data)
{
  Meanwhile *self = data;

  if (self->has_asked)
    return self->wait->meanwhile != NULL && self->wait->meanwhile (self->wait->data);
  self->has_asked = TRUE;
  ask_once (self->compiler, self->wait);
  return TRUE;
}

static gboolean
compile_object (RsCompiler *compiler, const char *source, const char *object, RsMath math, const RsWait *wait,
                GError **error)
{
  Meanwhile meanwhile = { .compiler = compiler, .wait = wait };
  const RsWait own_wait = { wait->stop, wait->wake, use_time, &meanwhile };
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  g_ptr_array_add (argv, compiler->path);
  append_flags (argv, math);
  g_ptr_array_add (argv, (gpointer)"-o");
  g_ptr_array_add (argv, (gpointer)object);
  g_ptr_array_add (argv, (gpointer)"-"); /* the name of a file would stand in the object, and make each another one */
  g_ptr_array_add (argv, NULL);
  return run_program ((const char *const *)argv->pdata, source, &own_wait, text, error);
}

/* A program that is no C compiler may be content and write nothing. */
static gboolean
check_written (const RsCompiler *compiler, const char *path, GError **error)
{
  struct stat facts;

  if (stat (path, &facts) == 0 && S_ISREG (facts.st_mode) && facts.st_size > 0)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_COMPILER,
               "%s ended without an error, but wrote nothing; is it a C compiler (setting CC_PATH)?", compiler->path);
  return FALSE;
}

/* Whether the folder of path takes a file of the size of a large kernel. Compilers say in many words that it does
 * not. */
static gboolean
has_room (const char *path)
{
  static const char block[4096] = { 0 };
  int file = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  gboolean good = file >= 0;

  for (guint i = 0; good && i < LARGE_KERNEL / sizeof block; i++)
    good = write (file, block, sizeof block) == sizeof block;
  if (file >= 0)
    close (file);
  g_unlink (path);
  return good;
}

gboolean
rs_compiler_build (RsCompiler *compiler, const char *source, const char *base, const char *title, RsMath math,
                   const RsWait *wait, GError **error)
{
  g_autofree char *text = g_strconcat (base, ".c", NULL), *object = g_strconcat (base, ".o", NULL);
  g_autofree char *library = g_strconcat (base, ".so", NULL);
  g_autoptr (GError) local = NULL;
  g_autofree char *with_lines = rs_trace_is_sampling () ? rs_repeat_directives (source) : NULL;
  gboolean is_built;

  g_assert (math < RS_N_MATHS);
  if (!g_file_set_contents_full (text, with_lines != NULL ? with_lines : source, -1, G_FILE_SET_CONTENTS_NONE, 0600,
                                 &local))
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, local->message);
      return FALSE;
    }
  is_built = compile_object (compiler, text, object, math, wait, &local) && check_written (compiler, object, &local)
             && link_object (compiler, object, library, wait, &local) && check_written (compiler, library, &local);
  g_unlink (text);
  g_unlink (object);
  if (is_built)
    return TRUE;
  g_unlink (library);
  if (local->code == RS_RUNTIME_ERROR_COMPILER && !has_room (library))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "there is no room for a compiled kernel: %s",
                   local->message);
      return FALSE;
    }
  if (title != NULL && local->code == RS_RUNTIME_ERROR_COMPILER)
    g_prefix_error (&local, "%s could not be compiled: ", title);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
