/* The question what a profile of the last stretch keeps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

/* ring, ring_when: as of RsRunRequest; ring_when is "" where no function was named. */
typedef void (*RsStretchAnswer) (const char *ring, const char *ring_when, gpointer data);

/* Asks for seconds, memory, and a function that is to take no longer; ring, ring_when: what it was last time, or NULL.
 * answer is called once, or not when the user thinks better of it. data: a GObject, which is referenced meanwhile. */
void rs_stretch_dialog_present (GtkWindow *parent, const char *program, const char *ring, const char *ring_when,
                                RsStretchAnswer answer, gpointer data);
