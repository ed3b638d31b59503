/* redshift-cli debug: the state that its files share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/cli/common/display.h"
#include "ide/viewer/windows.h"
#include "runtime/console.h"
#include "runtime/debug/commands.h"

typedef struct {
  /* as given */
  const RsSettings *settings;
  const char *device;
  gboolean is_double;
  GPtrArray *folders;  /* of const char *; ends with NULL */
  const RsDisplay *display;
  gpointer display_data;
  RsFigures *figures;  /* borrowed; may be NULL */

  RsSession *session;
  RsDebugger *debugger;
  RsConsole *console;   /* the workspace: what runs have left */
  RsSource *program;    /* the loaded one; NULL: none */
  char *path;
  GStrv arguments;
  guint frame; /* that is looked at */
  gboolean is_terminal;
  gboolean is_running;  /* a program, standing or not */
  gboolean goes_on;     /* the one that stands: leave the prompt */
  gboolean quits;
  gboolean failed;      /* the last request */
  gboolean has_run;     /* a program: its status is that of the debugger */
  int status;
} RsDebugShell;

/* --- debug.c --- */
/* Makes session, debugger and workspace. FALSE when that failed, which has been said. */
gboolean rs_debug_shell_open (RsDebugShell *self, GError **error);
void rs_debug_shell_close (RsDebugShell *self);
/* A request of fields, NULL-terminated; what it answers is printed. FALSE: it was refused. */
gboolean rs_debug_shell_ask (RsDebugShell *self, const char *verb, ...) G_GNUC_NULL_TERMINATED;
/* Runs the loaded program. */
void rs_debug_shell_run (RsDebugShell *self, gboolean starts_paused);
void rs_debug_shell_complain (RsDebugShell *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* How a command went: without a program's run, the last failure is the exit status. */
void rs_debug_shell_note_status (RsDebugShell *self, int status);
/* A fresh workspace. */
void rs_debug_shell_forget (RsDebugShell *self);

/* --- debug-commands.c --- */
/* One whole input: a command or statements. */
void rs_debug_shell_execute (RsDebugShell *self, const char *text);
