/* Runs a program text in a session and keeps what it writes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

typedef struct {
  GString *output, *messages;
  int status;
} RsRun;

/* setting: "KEY=VALUE" or NULL. arguments: NULL-terminated, or NULL. */
RsRun *rs_run (const char *text, const char *device, RsPrecision precision, const char *setting,
               const char *const *arguments);
void rs_run_free (RsRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsRun, rs_run_free)

/* Output and status 0 on every device of this machine. */
void rs_expect_output (const char *text, const char *expected);
/* Status and a part of the messages, on every device. */
void rs_expect_error (const char *text, int status, const char *part);
