/* Work of built-in functions on several threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

/* Runs work (data, first, last) for parts that make up 0 to n - 1, each of `smallest` or more, on as many threads as the
 * settings allow; returns when all are done. Which parts there are depends on the number of threads, so that results must
 * not. Starting a thread takes some ten microseconds. */
void rs_run_parts (RsSession *session, gint64 n, gint64 smallest, void (*work) (gpointer data, gint64 first, gint64 last),
                   gpointer data);
