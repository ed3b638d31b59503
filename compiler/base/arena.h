/* Memory that dies all at once.
 *
 * An arena hands out zeroed memory by moving a pointer; nothing in it is freed before the whole arena is. A module's
 * AST and types live in the module's arena, a pass works in a scratch arena.
 *
 * Threads: an arena belongs to one thread at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsArena RsArena;

RsArena *rs_arena_new (void);
void rs_arena_free (RsArena *arena);

/* size bytes, zeroed, aligned to 16. Never NULL. */
gpointer rs_arena_alloc (RsArena *arena, gsize size);
char *rs_arena_strndup (RsArena *arena, const char *text, gsize length);
char *rs_arena_printf (RsArena *arena, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A copy of size bytes. */
gpointer rs_arena_memdup (RsArena *arena, gconstpointer memory, gsize size);
/* Calls destroy (data) when the arena is freed, last added first: for what its contents own outside it, such as hash
 * tables and references. */
void rs_arena_add_cleanup (RsArena *arena, GDestroyNotify destroy, gpointer data);
/* Takes everything back that was handed out, as if the arena were new, and keeps some of its memory for what comes. */
void rs_arena_reset (RsArena *arena);
/* Bytes handed out so far. */
gsize rs_arena_get_size (const RsArena *arena);

#define rs_arena_new0(arena, Type) ((Type *)rs_arena_alloc ((arena), sizeof (Type)))
#define rs_arena_array(arena, Type, n) ((Type *)rs_arena_alloc ((arena), sizeof (Type) * (gsize)(n)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsArena, rs_arena_free)
