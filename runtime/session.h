/* A session: one running program with its devices, settings and front end. This is what the IDE, the CLI and another
 * program that embeds the engine use.
 *
 * Threads: all calls on the thread that runs the session, except rs_session_stop and rs_session_tell_place, which may
 * be called from any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/report/loop-outcome.h"
#include "compiler/program.h"
#include "runtime/base/error.h"
#include "runtime/base/last-place.h"
#include "runtime/base/settings.h"
#include "runtime/device/kernel-store.h"
#include "runtime/display.h"

typedef struct _RsSession RsSession;

typedef struct {
  const char *file;
  guint line; /* from 1 */
  RsLoopOutcomeKind kind;
  const char *text; /* as of rs_loop_outcome_describe */
} RsLoopNote;

typedef struct {
  const RsSettings *settings; /* copied; NULL: the user's */
  const char *device;         /* "auto", "cpu", "interp"; NULL: auto */
  RsPrecision precision;
  const char *const *search_path; /* folders for import, NULL-terminated; may be NULL */
  const char *folder; /* copied; where files are looked for that are not in the current one; NULL: the program's */
  /* copied; in which relative names of files count, instead of the process's: several sessions may differ; may be
   * NULL */
  const char *working_folder;
  RsKernelStore *kernels;     /* compiled ones that come with the program; borrowed; may be NULL */
  const RsDisplay *display;   /* may be NULL: imshow does nothing; must outlive the session */
  gpointer display_data;
  /* Standard output of the program; text is not NUL-terminated. NULL: the process's. */
  void (*write_output) (const char *text, gsize length, gpointer data);
  /* What Redshift itself says: warnings and notes, whole lines. NULL: standard error. */
  void (*write_message) (const char *text, gpointer data);
  /* A kernel or loop is compiled for a device from now on; NULL, NULL: it is no longer. May be NULL. */
  void (*note_compile) (const char *what, const char *device, gpointer data);
  /* What has become of a loop or a kernel function, each time that it is decided for other types, unless the run is
   * recorded. Borrowed; may be NULL. */
  void (*note_loop) (const RsLoopNote *loop, gpointer data);
  gpointer output_data;
  RsLastPlace *last_place; /* where the program tells its place; borrowed; may be NULL */
} RsSessionOptions;

/* Fails with RS_RUNTIME_ERROR_DEVICE when the device does not exist or can't be used. */
RsSession *rs_session_new (const RsSessionOptions *options, GError **error);
void rs_session_free (RsSession *session);

/* Compiles and runs a program: top-level code, then main. Diagnostics go to write_message. Returns the exit status: 0,
 * 1 an error was raised (written to write_message with its call stack), 2 the program has compile-time errors or meets
 * something that is not supported yet. */
int rs_session_run_source (RsSession *session, RsSource *source, const char *const *arguments);
/* The two steps of it: FALSE when the program has errors, which were written to write_message. */
gboolean rs_session_compile (RsSession *session, RsSource *source);
int rs_session_run_compiled (RsSession *session, const char *const *arguments);
/* The same for text that need not be saved; name is its path for messages and import. */
int rs_session_run_text (RsSession *session, const char *name, const char *text, const char *const *arguments);

/* The same for a program that was built; its warnings were told then. */
int rs_session_run_package (RsSession *session, RsPackage *package, const char *const *arguments);

/* Closes the files that are still open, which a run does at its end; inputs of a console leave them open. FALSE when
 * one can't be written, which was told. */
gboolean rs_session_close_files (RsSession *session);

/* Closes the forms that are still open: after the end of a run nobody answers their buttons. */
void rs_session_close_forms (RsSession *session);

/* Ends the run within 0.2 s, with status 1 and the message "stopped". Thread-safe, also for signal handlers; may be
 * called before the run. */
void rs_session_stop (RsSession *session);

/* Of a session with a last_place: has it told at the next iteration of a loop or call. Thread-safe. */
void rs_session_tell_place (RsSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSession, rs_session_free)
