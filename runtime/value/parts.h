/* Work of one call on several threads: copies of large arrays, and built-in functions that are worth it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* How many threads calls on this thread may use from here on. 1 until it is said. */
void rs_parts_set_threads (guint n);

/* Runs work (data, first, last) for parts that make up 0 to n - 1, n not negative, each of `smallest` or more;
 * returns when all are done. Which parts there are depends on the number of threads, so that results must not.
 * Starting a thread takes some ten microseconds. work may look whether the program is to stop
 * (rs_error_set_stopped), and end early. */
void rs_run_parts (gint64 n, gint64 smallest, void (*work) (gpointer data, gint64 first, gint64 last), gpointer data);

/* The same for n things that have so many bytes together: a part is as many as are worth a thread. */
void
rs_run_parts_of_bytes (gint64 n, gsize bytes, void (*work) (gpointer data, gint64 first, gint64 last), gpointer data);

/* memcpy. */
void rs_copy_in_parts (gpointer out, gconstpointer in, gsize bytes);
