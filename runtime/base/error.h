/* Errors that a running program raises.
 *
 * A GError of this domain carries the sentence that the user reads. Where it was raised is kept beside it, in the
 * session (rs_session_get_backtrace), because a GError has no room for a place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

#define RS_RUNTIME_ERROR (rs_runtime_error_quark ())
GQuark rs_runtime_error_quark (void);

typedef enum {
#define RS_ERROR(NAME, code) RS_RUNTIME_ERROR_##NAME,
#include "runtime/errors.def"
#undef RS_ERROR
  RS_N_RUNTIME_ERRORS
} RsRuntimeError;

/* "E0503", which `redshift-cli doc E0503` explains; static. An error of another domain is one of a file. NULL: of
 * STOPPED and DEBUGGER. */
const char *rs_error_get_code (const GError *error);

/* What it says, with its code: "text [E0503]". (transfer full) */
char *rs_error_dup_text (const GError *error);

/* Whether it says that the program can't be run as it is: the exit status is 2, and try does not catch it. */
gboolean rs_error_is_refusal (const GError *error);

/* Where a launch failed, for the error that tells it; all zero: nothing is known. */
typedef struct {
  const GError *error; /* borrowed; only compared */
  char *backtrace;     /* the host call stack, below it the kernel's own line; owned, may be NULL */
  RsSource *source;    /* a reference; may be NULL */
  guint line, column;  /* in source; column 0: not known */
} RsErrorPlace;

void rs_error_place_clear (RsErrorPlace *place);

/* What computes for long without compiled code looks now and then whether the program is to stop. flag: of the session
 * that runs on this thread; NULL: none does any more. */
void rs_error_watch_stop (const gint *flag);
/* That flag; for threads that work for this one. */
const gint *rs_error_get_stop_flag (void);
/* Who is called on this thread now and then while it computes or waits for long: a debugger, so that a pause reaches
 * it. NULL: nobody. */
void rs_error_watch_poll (void (*poll) (gpointer data), gpointer data);
gboolean rs_error_is_polled (void);
void rs_error_poll (void);
/* TRUE, with RS_RUNTIME_ERROR_STOPPED, when that is set. Polls. */
gboolean rs_error_set_stopped (GError **error);

/* What a loop does between two polls: elements or bytes, some milliseconds at most. */
#define RS_POLLED 65536

/* The same for a loop that works on n more elements or bytes; it looks when there are many since it last did. since:
 * the loop's own counter, which begins with 0; once TRUE, it is so each time. error: as ever; without one, a loop of a
 * built-in function just ends, as the function's results are dropped then. */
static inline gboolean
rs_error_set_stopped_after (gint64 *since, gint64 n, GError **error)
{
  *since += n;
  if (G_LIKELY (*since < RS_POLLED))
    return FALSE;
  if (rs_error_set_stopped (error))
    return TRUE;
  *since = 0;
  return FALSE;
}
