/* Arena: a list of blocks, the last of which is being filled.
 *
 * Blocks grow with the arena, so that a small AST costs one block and a large one few of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/arena.h"

#include <string.h>

#define FIRST_BLOCK_BYTES 4096u
#define LARGEST_BLOCK_BYTES (1u << 20)
#define LARGEST_KEPT_BYTES (1u << 16)
#define ALIGNMENT 16u

typedef struct _Block Block;
struct _Block {
  Block *previous;
  gsize size;
  gsize used;
  char padding[8]; /* keeps bytes aligned to ALIGNMENT */
  char bytes[];
};

G_STATIC_ASSERT (sizeof (Block) % ALIGNMENT == 0);

typedef struct _Cleanup Cleanup;
struct _Cleanup {
  Cleanup *previous; /* in the arena */
  GDestroyNotify destroy;
  gpointer data;
};

struct _RsArena {
  Block *block;
  Cleanup *cleanup;
  gsize total;
};

RsArena *
rs_arena_new (void)
{
  return g_new0 (RsArena, 1);
}

static void
clean_up (RsArena *self)
{
  for (Cleanup *cleanup = self->cleanup; cleanup != NULL; cleanup = cleanup->previous)
    cleanup->destroy (cleanup->data);
  self->cleanup = NULL;
}

static void
free_blocks (Block *block)
{
  for (Block *previous; block != NULL; block = previous)
    {
      previous = block->previous;
      g_free (block);
    }
}

void
rs_arena_free (RsArena *self)
{
  if (self == NULL)
    return;
  clean_up (self);
  free_blocks (self->block);
  g_free (self);
}

/* The last block is the largest. */
void
rs_arena_reset (RsArena *self)
{
  clean_up (self);
  self->total = 0;
  if (self->block == NULL)
    return;
  free_blocks (g_steal_pointer (&self->block->previous));
  if (self->block->size > LARGEST_KEPT_BYTES)
    {
      free_blocks (g_steal_pointer (&self->block));
      return;
    }
  memset (self->block->bytes, 0, self->block->used);
  self->block->used = 0;
}

static void
add_block (RsArena *self, gsize needed)
{
  gsize size = self->block == NULL ? FIRST_BLOCK_BYTES : MIN (self->block->size * 2, LARGEST_BLOCK_BYTES);
  Block *block;

  size = MAX (size, needed);
  block = g_malloc0 (sizeof (Block) + size);
  block->size = size;
  block->previous = self->block;
  self->block = block;
}

gpointer
rs_arena_alloc (RsArena *self, gsize size)
{
  gpointer memory;

  size = (size + ALIGNMENT - 1) & ~(gsize)(ALIGNMENT - 1);
  if (self->block == NULL || self->block->size - self->block->used < size)
    add_block (self, size);
  memory = self->block->bytes + self->block->used;
  self->block->used += size;
  self->total += size;
  return memory;
}

gpointer
rs_arena_memdup (RsArena *self, gconstpointer memory, gsize size)
{
  gpointer copy = rs_arena_alloc (self, size);

  if (size > 0)
    memcpy (copy, memory, size);
  return copy;
}

char *
rs_arena_strndup (RsArena *self, const char *text, gsize length)
{
  char *copy = rs_arena_alloc (self, length + 1);

  memcpy (copy, text, length);
  return copy;
}

char *
rs_arena_printf (RsArena *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return rs_arena_strndup (self, text, strlen (text));
}

void
rs_arena_add_cleanup (RsArena *self, GDestroyNotify destroy, gpointer data)
{
  Cleanup *cleanup = rs_arena_new0 (self, Cleanup);

  *cleanup = (Cleanup){ self->cleanup, destroy, data };
  self->cleanup = cleanup;
}

gsize
rs_arena_get_size (const RsArena *self)
{
  return self->total;
}
