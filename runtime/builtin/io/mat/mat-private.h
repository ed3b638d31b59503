/* libmatio's functions, for the files that use them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

#include <matio.h>

typedef struct
{
#define RS_MAT(name) __typeof__ (&name) name;
#include "runtime/builtin/io/mat/mat-functions.def"
#undef RS_MAT
} RsMatio;

/* NULL with an error that says which package is missing. */
const RsMatio *rs_matio_get (GError **error);

#define RS_MAT_DEEPEST 100 /* cells in structures in cells */

/* Whether the lengths and counts in a file agree with its bytes; FALSE with an error that does not name it. */
gboolean rs_mat_check (const char *path, GError **error);

/* rs_mat_read, without the check above for files that have none. */
gboolean rs_mat_read_unchecked (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);

/* mat-child.c: whether a file is one of version 7.3, and reading it where it can do no harm; as rs_mat_read. */
gboolean rs_mat_is_hdf5 (const char *path);
gboolean rs_mat_read_in_child (const RsCall *call, const char *path, RsValue *values, guint n, GError **error);
