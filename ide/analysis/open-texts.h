/* Texts of open documents, which stand for their files when programs import them.
 *
 * Whoever has a text registers it under its file's path with a function that gives it; nothing is copied until a check
 * wants it.
 *
 * Threads: main thread only; a snapshot may go to any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/base/source.h"

/* (transfer none), or NULL when the file itself is to be read. */
typedef RsSource *(*RsGetTextFunc) (gpointer owner);

/* owner: the key; path is copied. Registering again changes the path. */
void rs_open_texts_add (gpointer owner, const char *path, RsGetTextFunc get_text);
void rs_open_texts_remove (gpointer owner);

/* Canonical path -> RsSource, also of texts that are as their files. (transfer full) */
GHashTable *rs_open_texts_snapshot (void);

/* Calls changed whenever a text, or the file behind it, is another one: told by its owner. */
typedef void (*RsTextChangedFunc) (const char *path, gpointer data);
void rs_open_texts_watch (RsTextChangedFunc changed, gpointer data);
void rs_open_texts_unwatch (gpointer data);
void rs_open_texts_tell (gpointer owner);
/* The same for a file that nobody has open. */
void rs_open_texts_tell_of_file (const char *path);
