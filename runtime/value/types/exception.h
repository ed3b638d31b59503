/* Exceptions: what a catch gets (manual 4.13).
 *
 * An exception is a string, the text of the error, with fields: `message`, the text again; `object`, what error() was
 * given when that was an object, else nullptr; `file` and `line`, the place where the error was raised first. Whatever
 * takes a string takes an exception; what makes a new string of one makes a plain string.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

/* Behind the text of a string that is one. */
typedef struct {
  RsValue object; /* reference; NULL: none */
  char *file;     /* owned; NULL: nowhere */
  guint line;
} RsException;

/* object: a reference is taken. file may be NULL. (transfer full) */
RsValue rs_exception_new (const char *message, RsValue object, const char *file, guint line);

/* NULL for every other value. */
RsException *rs_value_get_exception (RsValue value);

/* exception.name */
gboolean rs_exception_get_field (RsValue exception, const char *name, RsValue *result, GError **error);

/* What error(object) says: the member `message` where it is a text, else what print would write. (transfer full) */
char *rs_exception_dup_message (RsValue object);

/* Frees the exception with its string; called by rs_object_free. */
void rs_exception_free (RsString *string);
