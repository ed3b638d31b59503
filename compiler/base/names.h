/* Interned names: equal names have equal pointers.
 *
 * One table serves all modules of a program, so that an identifier of an imported file compares by pointer.
 *
 * Threads: a table is locked; it may be shared between threads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsNames RsNames;

RsNames *rs_names_new (void);
RsNames *rs_names_ref (RsNames *names);
void rs_names_unref (RsNames *names);

/* The one copy of text[0..length-1] (length -1: up to its NUL); it lives as long as the table. */
const char *rs_names_intern (RsNames *names, const char *text, gssize length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsNames, rs_names_unref)
