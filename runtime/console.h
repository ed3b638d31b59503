/* A console: one input after the other in a session, each compiled and run when it is complete, with what those before
 * it have defined. `redshift-cli repl` reads its inputs from a terminal.
 *
 * Variables keep their values, functions and types their definitions; a function that is defined again replaces the old
 * one. An error ends the input and not the console; what the input had assigned until then stays.
 *
 * Threads: the session's thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/debugger.h"
#include "runtime/session.h"
#include "runtime/value/value.h"

typedef struct _RsConsole RsConsole;

/* Takes over the session, which no other program may run meanwhile and which has to outlive the console. */
RsConsole *rs_console_new (RsSession *session);
void rs_console_free (RsConsole *self);

/* Runs an input; name is its source in messages. When its last statement is an expression with a value and no semicolon
 * behind it, the value is written to the session's output. Errors go to write_message. Returns 0, 1 or 2 like
 * rs_session_run_text. */
int rs_console_run_text (RsConsole *self, const char *name, const char *text);
int rs_console_run_source (RsConsole *self, RsSource *source);

/* The same, but the value is written as print would write it, that of an assignment and before a semicolon too. */
int rs_console_evaluate (RsConsole *self, const char *name, const char *text);

/* A program, like rs_session_run_source: its top level, then main with arguments (NULL-terminated). Its variables and
 * functions are there for the inputs behind it. */
int rs_console_run_program (RsConsole *self, RsSource *source, const char *const *arguments);
/* What its top level defines alone: functions, types, variables. */
int rs_console_load_program (RsConsole *self, RsSource *source);

/* The variables that have data, by name. value: borrowed, for the time of the call. */
typedef void (*RsConsoleVariableFunc) (const char *name, RsValue value, gpointer data);
void rs_console_each_variable (RsConsole *self, RsConsoleVariableFunc function, gpointer data);
/* The modules of everything so far, in order. (element-type RsModule) (transfer none) */
const GPtrArray *rs_console_get_modules (RsConsole *self);

/* Whether text ends inside of a bracket or of a statement with an ending, or in a line that is continued. */
gboolean rs_console_needs_more (const char *text);

/* A console as the workspace of a debugger. */
extern const RsDebugWorkspace rs_console_workspace;

/* The names of variables and functions that begin with prefix, in order. (transfer full) */
GStrv rs_console_complete (RsConsole *self, const char *prefix);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsConsole, rs_console_free)
