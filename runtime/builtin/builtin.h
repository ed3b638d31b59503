/* How the virtual machine calls a built-in function.
 *
 * runtime/builtin/table.c makes rs_builtin_functions from compiler/builtins.def: the row with ID calls
 * `rs_builtin_ID`, which lives in the file of its family (math.c, reduce.c, image.c, ...). Rows that only kernels may
 * call, constants and rows that the virtual machine handles itself (PARALLEL_DO) have NULL.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/builtins.h"
#include "runtime/session.h"
#include "runtime/value/types/native.h"
#include "runtime/value/value.h"

struct _RsCall {
  RsSession *session;
  const RsValue *arguments; /* borrowed */
  guint n_arguments;        /* within the limits of the row: the caller has checked */
  RsValue *results;         /* [MAX (1, n_results)], all NONE; the function gives a reference to each it sets */
  guint n_results;          /* how many the caller wants */
  /* numbers are those of a kernel function in single precision, computed as elements of arrays are */
  gboolean is_single;
  const char *path;         /* source file and line of the call */
  guint line;
  const char *names; /* of the arguments that are variables, a line each, empty for others; NULL: they are not known */
};

/* FALSE with an error of RS_RUNTIME_ERROR; the message names the function. */
typedef gboolean (*RsBuiltinFunction) (RsCall *call, GError **error);

extern const RsBuiltinFunction rs_builtin_functions[RS_N_BUILTINS];

/* Each of them, for those who call one that they know: without the table, which knows all. */
#define RS_BUILTIN(ID, name, min, max, flags, result, signature, documentation, example, prints)                       \
  gboolean rs_builtin_##ID (RsCall *call, GError **error);
#include "compiler/builtins.def"
#undef RS_BUILTIN

/* Value of a constant (pi, eps, true, ...). */
RsValue rs_builtin_get_constant (guint id, RsPrecision precision);
