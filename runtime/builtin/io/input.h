/* Files that a reader needs as a whole, some of it twice: ordinary ones as they are, what comes through a pipe as a
 * copy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"

typedef struct {
  char *path; /* of an ordinary file */
  gboolean is_copy; /* which goes with this */
} RsInput;

/* What a program means when it reads path (rs_call_find_file). FALSE for folders and devices and where a copy can't be
 * made, and where there is none, with an error that does not name path. */
gboolean rs_input_open (RsInput *self, const RsCall *call, const char *path, GError **error);
/* Why there is no file to read: the folders that were searched. (transfer full) */
char *rs_input_describe_missing (const RsCall *call, const char *path);
void rs_input_close (RsInput *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsInput, rs_input_close)
