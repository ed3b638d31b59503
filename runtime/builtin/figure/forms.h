/* The forms of a session: what their values are, and the functions that are called when the user does something.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/call.h"
#include "runtime/form/form.h"

/* Calls the functions that belong to what the user has done since the last time; waits for that until `until`
 * (monotonic µs; 0: not at all) or, when form is given, until it is closed. Returns when the session is stopped, too.
 * Does nothing inside of such a function. FALSE: a function failed. */
gboolean rs_forms_wait (RsSession *session, RsForm *form, gint64 until, GError **error);
