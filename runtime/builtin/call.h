/* What built-in functions share: taking their arguments apart, and saying what is wrong with them.
 *
 * A function is defined with RS_DEFINE_BUILTIN (ID); its messages begin with its name. Arguments that are ranges count
 * as arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/builtin/builtin.h"
#include "runtime/session-private.h"
#include "runtime/value/shape.h"

#define RS_DEFINE_BUILTIN(ID)                                                                                          \
  gboolean rs_builtin_##ID (RsCall *call, GError **error);                                                             \
  gboolean rs_builtin_##ID (RsCall *call, GError **error)

static inline RsPrecision
rs_call_get_precision (const RsCall *call)
{
  return call->session->precision;
}

/* FALSE with "NAME: text". */
gboolean
rs_call_fail (RsRuntimeError code, GError **error, const char *name, const char *format, ...) G_GNUC_PRINTF (4, 5);
/* "NAME: argument 2 has to be WANTED, but is a 2-by-3 matrix" */
gboolean
rs_call_fail_argument (const RsCall *call, guint index, GError **error, const char *name, const char *wanted);

gboolean
rs_call_get_integer (const RsCall *call, guint index, gint64 *value, const char *name, GError **error);
gboolean
rs_call_get_number (const RsCall *call, guint index, double *value, const char *name, GError **error);
/* Borrowed from the argument. */
gboolean
rs_call_get_string (const RsCall *call, guint index, const char **text, const char *name, GError **error);
/* The file that a program means when it writes path: in the folder that counts as the current one. (transfer full) */
char *
rs_call_resolve_path (const RsCall *call, const char *path);
/* The file that a program means when it reads path: as written, else beside the main program, built or not. (transfer
 * full) */
char *
rs_call_find_file (const RsCall *call, const char *path);
/* The folder of the main program, built or not; NULL: there is no program. (transfer full) */
char *rs_call_dup_program_folder (const RsCall *call);
/* The type that a text names where the program is; NULL when it does not read as one. The type lives in arena. */
const RsType *
rs_call_find_type (const RsCall *call, const char *text, RsArena *arena);
/* An array; a range or a number is made one. (transfer full) */
RsArray *
rs_call_get_array (const RsCall *call, guint index, const char *name, GError **error);
/* A vector of integers, at most `most` of them. Numbers count as one. */
gboolean
rs_call_get_integers (const RsCall *call, guint index, gint64 *values, guint most, guint *n, const char *name,
                      GError **error);

/* Dimensions from argument `first` on: (n), (h, w, ...), ([h, w, ...]). Negative ones are an error. */
gboolean
rs_call_get_dims (const RsCall *call, guint first, int *rank, gint64 *dims, const char *name, GError **error);

/* Sets the first result (transfer full); TRUE, so that a function may end with it. */
static inline gboolean
rs_call_return (RsCall *call, RsValue value)
{
  call->results[0] = value;
  return TRUE;
}

/* The same for an array; NULL: an error has been set. */
static inline gboolean
rs_call_return_array (RsCall *call, RsArray *array)
{
  if (array == NULL)
    return FALSE;
  call->results[0] = rs_value_object (array);
  return TRUE;
}

/* The first result: a vector of whole numbers. */
gboolean rs_call_return_integers (RsCall *call, const gint64 *values, gint64 n, GError **error);

/* A number as an array of one element. (transfer full) */
RsArray *
rs_array_new_number (RsValue number, RsPrecision precision, GError **error);
/* Floating-point elements in the precision of a session, others as they are. array: (transfer full). (transfer full) */
RsArray *
rs_array_to_precision (RsArray *array, RsPrecision precision, GError **error);
