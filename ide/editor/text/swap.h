/* Swap files: unsaved text on disk, so that a crash loses at most the last seconds of typing.
 *
 * One file per process and edited document under the user's state folder: two processes that edit the same file keep
 * both texts. All writes and removals go through one thread in the order in which they were asked for, so a removal
 * always wins over a write that came before it.
 *
 * Threads: all functions on the main thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

typedef struct {
  char *path;  /* of the swap file */
  char *uri;   /* document that the text belongs to; NULL: one that was never saved */
  char *title; /* of a document that was never saved */
  char *text;  /* valid UTF-8 */
} RsSwap;

/* Path of this process's swap file of a document, or of a new one without a file (uri NULL). (transfer full) */
char *rs_swap_path_for (const char *uri);

/* How a write has ended: NULL when the text is on disk. Not called where the owner has gone. */
typedef void (*RsSwapWritten) (GObject *owner, const GError *error);

/* Queues the write; takes text. */
void
rs_swap_write (const char *path, const char *uri, const char *title, char *text, GObject *owner, RsSwapWritten written);
/* Tells the user that the text of that swap file is not kept, and what to do; NULL: that it is, or need not be. */
void rs_swap_tell_trouble (const char *path, const char *title, const GError *error);
/* Queues the removal. */
void rs_swap_remove (const char *path);
/* Waits until everything queued is on disk; called once, when the program ends. */
void rs_swap_flush (void);

/* The newest swap file of that document that no living process owns; NULL: there is none. (transfer full) */
RsSwap *rs_swap_find_abandoned (const char *uri);
/* Swap files left behind by processes that ended without saving. (transfer full), element-type RsSwap */
GPtrArray *rs_swap_list_abandoned (void);
void rs_swap_free (RsSwap *swap);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsSwap, rs_swap_free)
