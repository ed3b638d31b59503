/* What the files of the debugger share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/debug/debugger.h"
#include "runtime/figure/sampling.h"
#include "runtime/vm/vm-private.h"

/* Where a step began. */
typedef struct {
  RsDebugMode mode;  /* CONTINUE: no step is under way */
  RsThread *thread;  /* only compared */
  guint level;       /* index of the frame */
  guint64 serial;
  gboolean is_kernel; /* the frame is a work item's outermost one */
} RsStep;

/* A work item that is to be looked at. */
typedef struct {
  gboolean is_wanted, is_starting; /* is_starting: its first line is to stop */
  gint64 position[RS_MAX_RANK];
  guint rank;
  char *kernel;       /* NULL: of any */
  char *text;         /* as it was asked for */
} RsWantedItem;

/* An array that a launch or a store may have changed. */
typedef struct {
  RsArray *array; /* reference */
  guint64 version;
  gboolean was_finite;
} RsCheckedArray;

/* A variable or object under watch. */
typedef struct {
  int number;      /* of its breakpoint */
  guint64 serial;  /* of the frame whose register it is; 0: of a top level or an object */
  RsThread *thread;
  RsValue *place;  /* the register; NULL: an object or not found yet */
  RsValue value;   /* reference: what it held */
  GArray *marks;   /* of guint64: of the parts of it, and of the variables of its index */
  GArray *indices; /* of guint: registers of the variables that its index names; NULL: it has no frame */
  gboolean is_long; /* not all of it has marks, which is told */
  char *expression; /* an element or a member of the variable; NULL: all of it */
  char *text;       /* how it, or the element, read */
} RsWatch;

struct _RsDebugger {
  RsSession *session;
  RsDebuggerCallbacks callbacks;

  GMutex lock;
  GCond cond;
  GQueue requests;       /* of char *, under lock */
  gboolean is_leaving;   /* under lock */
  gboolean pause_wanted; /* atomic */

  GPtrArray *breakpoints; /* of RsBreakpoint */
  int last_number;
  GHashTable *lines;      /* line -> how many breakpoints that are on lie there */
  /* names of functions in which the program may stop, and of those that call them; NULL: to be found */
  GHashTable *concerned;
  GHashTable *paths;      /* RsSource -> canonical path, or "" for the library */
  gboolean in_lambda;     /* a breakpoint lies in a function without a name */

  char *program_path;     /* canonical; NULL: none */
  char *program_text;     /* NULL: the file's */
  RsDebugErrors errors;
  gboolean checks_finite;
  gboolean stops_on_warnings;
  gboolean enters_library;
  gboolean is_starting;   /* the first line is to stop */
  gboolean is_detached;
  RsWantedItem item;

  RsStep step;
  char *wanted_call; /* the function that the step is to go into; NULL: any */
  gboolean is_stopped, is_resuming;
  RsDebugMode resume_mode;
  RsDebugReason reason;
  RsThread *thread;       /* that stands; NULL: none */
  GHashTable *extras;     /* variables that only the debugger knows */
  GArray *checked;        /* of RsCheckedArray: before the instruction that runs */
  GPtrArray *watches;     /* of RsWatch */
  GArray *statistics;     /* of arrays.c: the last ones */
  gboolean is_command;    /* a person has typed what is carried out: what it answers is shown */
  gboolean shows_objects; /* variables come with the numbers of arrays */
  gboolean is_inside;     /* it stands where compiled code or a built-in is at work: it is computed with copies */
  GHashTable *copies;     /* of variables, for that; NULL: none yet */
  guint64 copied;         /* serial of their frame */

  GPtrArray *loops_at_work; /* of const RsNode: those that a pause stands in, or beside; empty: it stands in none */
  GHashTable *told;         /* of RsNode: kernels and loops that were told to be interpreted */

  const RsDebugWorkspace *workspace; /* NULL: there is none */
  gpointer workspace_data;
  gboolean is_idle;      /* no program runs: the workspace can be looked at */
  guint n_inputs;
};

/* --- lines.c: places in texts --- */
/* The first statement of a function; 0: there is none of that name. */
guint rs_debug_find_function (RsSource *source, const char *name);
/* The source of a path; the program's text where it is the program's. (transfer full) */
RsSource *rs_debug_open_source (RsDebugger *self, const char *path, GError **error);
/* Reads PLACE: LINE, FILE:LINE, or FUNCTION. *path (transfer full), *asked and *line. */
gboolean
rs_debug_read_place (RsDebugger *self, const char *place, char **path, guint *asked, guint *line, GError **error);
/* Names of the functions that hold lines with breakpoints, and of all that mention one. */
void rs_debug_find_concerned (RsDebugger *self, const RsProgram *program);

/* Whether a statement makes code of its own. */
gboolean rs_debug_statement_has_code (const RsNode *statement);

/* --- jump.c --- */
/* Where the program stands in its innermost function, it goes on at the statement that begins on that line, and is told
 * to stand there; an error, and nothing is changed, where it can't. */
gboolean rs_debugger_jump (RsDebugger *self, guint line, GError **error);
/* The innermost statement that the frame is in; NULL: none. */
const RsNode *rs_debug_find_statement_at (const RsFrame *frame);

/* --- calls.c --- */
/* Names of the functions that the frame's statement calls, in their order. (element-type utf8) (transfer container) */
GPtrArray *rs_debugger_list_calls (const RsFrame *frame);
/* The next step goes into that function only; an error where the statement does not call it. */
gboolean rs_debugger_want_call (RsDebugger *self, const char *name, GError **error);

/* --- breakpoints.c --- */
/* Whether a breakpoint of a line that is on lies in the lines of a node. */
gboolean rs_debug_holds_breakpoint (RsDebugger *self, const RsModule *module, const RsNode *node);
/* Whether one that is on is at that line of the file of a canonical path. */
gboolean rs_debugger_has_breakpoint (const RsDebugger *self, const char *path, guint line);
void rs_breakpoint_free (RsBreakpoint *self);
/* Takes the breakpoint. */
void rs_debugger_add_breakpoint (RsDebugger *self, RsBreakpoint *breakpoint);
RsBreakpoint *rs_debugger_find_breakpoint (RsDebugger *self, int number);
void rs_debugger_remove_breakpoint (RsDebugger *self, RsBreakpoint *breakpoint);
/* Resolves lines again, after texts or breakpoints have changed. */
void rs_debugger_update_breakpoints (RsDebugger *self);
/* Canonical path of a source; "" of the library's. */
const char *rs_debugger_get_path (RsDebugger *self, const RsSource *source);
/* The breakpoint that stops at this line of the innermost frame, after its condition and hits have been looked at.
 * *detail: what is to be said with it, or NULL (transfer full). A for loop stops where it begins, not where it
 * goes on. */
RsBreakpoint *rs_debugger_hit (RsDebugger *self, RsThread *thread, guint pc, char **detail);

/* --- reach.c --- */
extern const RsVmHooks rs_debugger_hooks;
/* Decides whether each instruction is looked at. */
void rs_debugger_update_reaching (RsDebugger *self);
/* The program stands here until it is resumed. FALSE with an error when launches that were held have failed. */
gboolean rs_debugger_stop_here (RsDebugger *self, RsThread *thread, RsDebugReason reason, const char *detail,
                                GError **error);
/* Tells where the program, which stands, stands now. */
void rs_debugger_tell_moved (RsDebugger *self);
void rs_debugger_handle_requests (RsDebugger *self);
/* While the session's thread waits for compiled code, or is in a built-in: a pause stands there. data: the debugger. */
void rs_debugger_poll (gpointer data);

/* --- item.c: a work item of a kernel, by its position --- */
/* position: "3, 4"; kernel: NULL for any. */
gboolean rs_debugger_want_item (RsDebugger *self, const char *position, const char *kernel, GError **error);
void rs_debugger_forget_item (RsDebugger *self);
/* Hooks of the virtual machine. */
gboolean rs_debugger_chooses_item (RsThread *thread, const char *kernel, guint rank, const gint64 *dims,
                                   gint64 *position, gpointer data);
void rs_debugger_compared_item (RsThread *thread, const char *text, gpointer data);

/* --- checks.c: values that are not finite --- */
/* Before the instruction at pc of the innermost frame. */
void rs_debugger_prepare_checks (RsDebugger *self, RsThread *thread, guint pc);
/* After the instruction that was at pc there; FALSE: nothing is wrong. *detail (transfer full). */
gboolean rs_debugger_check_finite (RsDebugger *self, RsThread *thread, guint pc, char **detail);
void rs_debugger_forget_checks (RsDebugger *self);

/* --- watches.c: watched variables, and elements and members of them --- */
/* What has changed since it was called last. FALSE: nothing; *detail (transfer full). */
gboolean rs_debugger_check_watches (RsDebugger *self, RsThread *thread, int *number, char **detail);
/* Takes away what is watched of functions that have ended, and tells so. */
void rs_debugger_end_watches (RsDebugger *self);
/* Before a next run: what was watched is no more. */
void rs_debugger_forget_watched (RsDebugger *self);
void rs_watch_free (RsWatch *self);
gboolean rs_debugger_add_watch (RsDebugger *self, RsBreakpoint *breakpoint, GError **error);

/* --- values.c --- */
/* The frames of the program that stands, innermost first: 0, 1, ...; NULL behind the last. */
const RsFrame *rs_debugger_get_frame (RsDebugger *self, guint index);
guint rs_debugger_count_frames (RsDebugger *self);
guint rs_debug_frame_line (const RsFrame *frame);
/* "vec", "3x4" and "[ 1, 2, ...]". (transfer full) */
char *rs_debug_describe_type (RsValue value);
char *rs_debug_describe_size (RsValue value);
char *rs_debug_summarize (RsValue value);
/* The memories that have the newest copy of an array. (transfer full) */
char *rs_debug_describe_place (RsValue value);
void rs_debugger_each_variable (RsDebugger *self, const RsFrame *frame, RsDebugVariableFunc function, gpointer data);

/* --- members.c --- */
/* Whether it is a cell or an object that holds something. */
gboolean rs_debug_opens (RsValue value);
/* A `variable` or `member` record. expression: what names it, for requests and statements. */
void rs_debugger_tell_variable (RsDebugger *self, const char *kind, const char *name, RsValue value,
                                gboolean is_at_work, const char *expression);
/* A `member` record for each of the first that the value at path in value holds, and `more` with how many are left. */
gboolean rs_debugger_tell_members (RsDebugger *self, RsValue value, const char *name, const char *path, GError **error);

/* --- at-work.c --- */
/* Finds the loops that are at work where the program stands. What they give variables comes when the program goes on,
 * even if they end before. */
void rs_debugger_note_work (RsDebugger *self);
/* Whether a pause stands inside of a loop of the frame that gives that variable its value: the register has none that
 * could be shown. */
gboolean rs_debugger_is_changed_at_work (const RsDebugger *self, const RsFrame *frame, const char *name);

/* --- entry.c --- */
/* What a person may type to assign the same value; "": there is no such text. frame: where it is tried out; NULL: it
 * is not. (transfer full) */
char *rs_debugger_describe_entry (RsDebugger *self, const RsFrame *frame, RsValue value);

/* --- arrays.c --- */
GArray *rs_debug_statistics_new (void);
void rs_debugger_tell_statistics (RsDebugger *self, const char *name, RsArray *array);
void rs_debugger_tell_table (RsDebugger *self, const char *name, RsArray *array, gint64 row, gint64 n_rows,
                             gint64 column, gint64 n_columns, gint64 index);
/* The same as a person reads it, in columns with their numbers above them; an error where the array has nothing. */
gboolean rs_debugger_show_table (RsDebugger *self, const char *name, RsArray *array, gint64 row, gint64 n_rows,
                                 gint64 column, gint64 n_columns, gint64 index, GError **error);
void rs_debugger_tell_picture (RsDebugger *self, const char *name, RsArray *array, guint width, guint height);
void rs_debugger_tell_curve (RsDebugger *self, const char *name, RsArray *array, guint wanted);
/* slice: of the picture that the array is, from 0; -1: of all elements. */
void rs_debugger_tell_histogram (RsDebugger *self, const char *name, RsArray *array, guint bins, gint64 slice);

/* --- pictures.c --- */
#define RS_DEBUG_MOST_VALUES 190000u /* of an answer: a line of text has a megabyte */
void rs_debugger_tell_image (RsDebugger *self, const char *name, RsArray *array);
/* Elements of one slice lie that far apart, the first one at the slice's number. */
gint64 rs_debug_count_slices (const RsArray *array);
/* 1, 3 or 4; within a slice they follow each other. */
guint rs_debug_count_channels (const RsArray *array);
gboolean
rs_debugger_tell_samples (RsDebugger *self, const char *name, RsArray *array, const RsSampleBox *box, GError **error);
gboolean
rs_debugger_tell_line (RsDebugger *self, const char *name, RsArray *array, const RsSampleLine *line, GError **error);

/* --- requests-values.c: requests about variables and values, of a frame or the workspace --- */
typedef gboolean (*RsRequestFunc) (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_variables (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_members (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_entry (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_evaluate (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_expression (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_look (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_complete (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_statistics (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_table (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_picture (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_curve (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_histogram (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_image (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_samples (RsDebugger *self, char **fields, GError **error);
gboolean rs_debugger_handle_line (RsDebugger *self, char **fields, GError **error);
/* --- commands.c --- */
gboolean rs_debugger_handle_command (RsDebugger *self, char **fields, GError **error);

/* --- protocol.c --- */
/* A request and its fields, NULL-terminated. */
gboolean rs_debugger_carry_out (RsDebugger *self, char **fields, GError **error);
/* Sets the error; FALSE. */
gboolean rs_debug_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean rs_debugger_find_frame (RsDebugger *self, const char *text, const RsFrame **frame, GError **error);

/* --- evaluation.c --- */
gboolean rs_debugger_evaluate (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result,
                               gboolean *is_silent, GError **error);
/* An expression that may have an effect is refused. */
gboolean rs_debugger_look (RsDebugger *self, const RsFrame *frame, const char *text, RsValue *result, GError **error);
gboolean
rs_debugger_holds (RsDebugger *self, const RsFrame *frame, const char *condition, gboolean *holds, GError **error);

/* --- record.c --- */
/* A record from its fields, NULL-terminated: joined by tabs, with tabs, newlines and backslashes escaped. */
void rs_debugger_tell (RsDebugger *self, const char *kind, ...) G_GNUC_NULL_TERMINATED;
