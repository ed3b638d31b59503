/* See launch-room.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/queue/launch-room.h"

#include <string.h>

#include "runtime/sched/queue/launch-private.h"

#define ROOM 6144u /* bytes: titles, and a dozen arrays */

/* Memory that is used after it was freed shows under AddressSanitizer only if it is not used again. */
#ifdef __SANITIZE_ADDRESS__
#define MOST_KEPT 0u
#else
#define MOST_KEPT 64u
#endif

typedef struct {
  RsLaunch launch; /* first: a launch is its piece */
  gsize used;
  GPtrArray *more; /* what had no room; NULL: nothing */
  _Alignas(64) guint8 room[ROOM];
} Piece;

/* Of a thread: launches whose memory is free, by next. */
typedef struct {
  RsLaunch *first;
  guint n;
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  for (RsLaunch *next; kept->first != NULL; kept->first = next)
    {
      next = kept->first->next;
      g_aligned_free (kept->first);
    }
  g_free (kept);
}

static GPrivate kept_of_thread = G_PRIVATE_INIT (kept_free);

static Kept *
get_kept (void)
{
  Kept *kept = g_private_get (&kept_of_thread);

  if (kept == NULL)
    {
      kept = g_new0 (Kept, 1);
      g_private_set (&kept_of_thread, kept);
    }
  return kept;
}

RsLaunch *
rs_launch_room_new (void)
{
  Kept *kept = get_kept ();
  Piece *piece = (Piece *)kept->first;

  if (piece != NULL)
    {
      kept->first = piece->launch.next;
      kept->n--;
    }
  else
    piece = g_aligned_alloc (1, sizeof *piece, 64);
  memset (piece, 0, G_STRUCT_OFFSET (Piece, room));
  return &piece->launch;
}

gpointer
rs_launch_room_take (RsLaunch *launch, gsize bytes, gsize alignment)
{
  g_assert (alignment >= 1 && alignment <= 64 && (alignment & (alignment - 1)) == 0);

  Piece *piece = (Piece *)launch;
  const gsize from = (piece->used + alignment - 1) & ~(alignment - 1);
  gpointer memory;

  if (bytes <= ROOM && from <= ROOM - bytes)
    {
      piece->used = from + bytes;
      memory = piece->room + from;
    }
  else
    {
      if (piece->more == NULL)
        piece->more = g_ptr_array_new_with_free_func (g_aligned_free);
      memory = g_aligned_alloc (1, MAX (bytes, 1), 64);
      g_ptr_array_add (piece->more, memory);
    }
  memset (memory, 0, bytes);
  return memory;
}

char *
rs_launch_room_dup (RsLaunch *launch, const char *text)
{
  gsize bytes;

  if (text == NULL)
    return NULL;
  bytes = strlen (text) + 1;
  return memcpy (rs_launch_room_take (launch, bytes, 1), text, bytes);
}

void
rs_launch_room_free (RsLaunch *launch)
{
  Piece *piece = (Piece *)launch;
  Kept *kept = get_kept ();

  g_clear_pointer (&piece->more, g_ptr_array_unref);
  if (kept->n + 1 > MOST_KEPT)
    {
      g_aligned_free (piece);
      return;
    }
  launch->next = kept->first;
  kept->first = launch;
  kept->n++;
}
