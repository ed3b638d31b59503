/* What comes up when something takes long before which nothing else can be done: how far it is, and Cancel.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

typedef struct _RsWaitDialog RsWaitDialog;

/* A sentence that says what is done, and which part of it, 0 to 1; part stays below 0 where that is not known.
 * (transfer full) */
typedef char *(*RsWaitDescribe) (gpointer data, double *part);

/* Waits, and after 0.5 s shows the dialog over the window. Cancel, Escape and the end of the window cancel cancellable.
 * data outlives it. (transfer full) */
RsWaitDialog *rs_wait_dialog_begin (GtkWindow *parent, const char *heading, GCancellable *cancellable,
                                    RsWaitDescribe describe, gpointer data);
/* It is done, or was cancelled: takes the dialog away. */
void rs_wait_dialog_end (RsWaitDialog *self);
