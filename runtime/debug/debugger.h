/* A debugger: stops the program of a session, and shows and changes what it finds there.
 *
 * It sees the run through the hooks of the virtual machine (runtime/vm/vm.h), on the session's thread. Where the
 * program stands, the callback `stopped` is called on that thread; it returns when the program is to go on, after
 * rs_debugger_resume. What another thread asks for comes through rs_debugger_send as a request of protocol.h, which is
 * carried out at the next loop iteration or call when the program runs, and at once when it stands.
 *
 * Loops and kernels in which the program may have to stop are interpreted while breakpoints or steps concern them; all
 * else runs compiled, and without breakpoints nothing is slower.
 *
 * Threads: the session's, but for rs_debugger_send and rs_debugger_pause.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"
#include "runtime/value/value.h"

typedef struct _RsDebugger RsDebugger;

typedef enum {
  RS_DEBUG_CONTINUE,
  RS_DEBUG_STEP,      /* the next line, in functions too */
  RS_DEBUG_STEP_OVER, /* the next line of this function or of its callers */
  RS_DEBUG_STEP_OUT,  /* behind the end of this function */
} RsDebugMode;

typedef enum {
  RS_DEBUG_ERRORS_NONE,
  RS_DEBUG_ERRORS_UNCAUGHT,
  RS_DEBUG_ERRORS_ALL,
} RsDebugErrors;

/* Why a program stands. */
typedef enum {
#define RS_DEBUG_REASON(NAME, word) RS_DEBUG_##NAME,
#include "runtime/debug/reasons.def"
#undef RS_DEBUG_REASON
} RsDebugReason;

typedef struct {
  int number;        /* from 1 */
  char *place;       /* as it was asked for */
  char *path;        /* canonical */
  guint asked, line; /* line: with code; 0: not known yet */
  char *condition;   /* or NULL */
  char *failure;     /* why the condition could not be computed when that was so first; or NULL */
  guint n_failures;  /* in a row, where it could not be */
  char *message;     /* to print instead of stopping; or NULL */
  guint64 wanted;    /* hits before it stops; 0: each one */
  guint64 n_hits;
  gboolean is_temporary, is_off;
  char *watched;     /* a variable to be watched instead of a line, or "object N"; or NULL */
} RsBreakpoint;

typedef struct {
  /* The program stands; returns when it is to go on. A debugger without it waits for requests. */
  void (*stopped) (RsDebugger *debugger, gpointer data);
  /* A record of protocol.h without its newline: an answer, or something that has happened. */
  void (*tell) (const char *record, gpointer data);
  gpointer data;
} RsDebuggerCallbacks;

typedef void (*RsDebugVariableFunc) (const char *name, RsValue value, gpointer data);

/* What a run has left, and inputs that compute with it: runtime/console.h. */
typedef struct {
  /* Returns the status. */
  int (*run) (gpointer workspace, const char *name, const char *text);
  void (*each_variable) (gpointer workspace, RsDebugVariableFunc function, gpointer data);
  /* Headers of the functions that programs and inputs have defined. */
  void (*each_function) (gpointer workspace, void (*function) (const char *header, gpointer data), gpointer data);
  /* Names that begin with prefix. (transfer full) */
  GStrv (*complete) (gpointer workspace, const char *prefix);
} RsDebugWorkspace;

/* The first line from `line` on that has a statement, or ends a function; 0: none. */
guint rs_debug_find_statement (RsSource *source, guint line);

/* The debugger of a session, which has to outlive it. */
RsDebugger *rs_debugger_new (RsSession *session, const RsDebuggerCallbacks *callbacks);
void rs_debugger_free (RsDebugger *self);

/* To be called before a program starts: its main file, for breakpoints that name only a line; text: NULL to read the
 * file. */
void rs_debugger_set_program (RsDebugger *self, const char *path, const char *text);
/* The first line that is reached stops. */
void rs_debugger_set_starts_paused (RsDebugger *self, gboolean starts_paused);
/* After a program has ended. */
void rs_debugger_program_ended (RsDebugger *self, int status);

/* Requests with the frame `workspace` are carried out there while no program runs. workspace: borrowed; NULL: none any
 * more. */
void rs_debugger_set_workspace (RsDebugger *self, const RsDebugWorkspace *functions, gpointer workspace);
/* Whether no program runs, so that the workspace may be asked; rs_debugger_serve sees to it by itself. */
void rs_debugger_set_idle (RsDebugger *self, gboolean is_idle);
/* After a run: carries requests out until rs_debugger_leave. */
void rs_debugger_serve (RsDebugger *self);
/* Thread-safe. */
void rs_debugger_leave (RsDebugger *self);

/* Thread-safe: requests are carried out on the session's thread. */
void rs_debugger_send (RsDebugger *self, const char *request);
void rs_debugger_pause (RsDebugger *self);

/* --- on the session's thread --- */
/* Whether a line is only the short form of a command, and the frame, where the program stands, has a variable of that
 * name: the request `command` shows it then. frame: as in requests. */
gboolean rs_debugger_means_variable (RsDebugger *self, const char *frame, const char *line);
/* Whether `stopped` is to return. */
gboolean rs_debugger_is_resuming (RsDebugger *self);
/* Ends `stopped`, once it returns. */
void rs_debugger_resume (RsDebugger *self, RsDebugMode mode);
/* Takes all breakpoints away and does not stop any more; the program goes on. */
void rs_debugger_detach (RsDebugger *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDebugger, rs_debugger_free)
