/* The place where a program is, in shared memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/last-place.h"

#include <sys/mman.h>
#include <unistd.h>

int
rs_last_place_open (void)
{
  int fd = memfd_create ("redshift-place", MFD_CLOEXEC);

  if (fd >= 0 && ftruncate (fd, sizeof (RsLastPlace)) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

RsLastPlace *
rs_last_place_map (int fd)
{
  void *memory = mmap (NULL, sizeof (RsLastPlace), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

  return memory == MAP_FAILED ? NULL : memory;
}

void
rs_last_place_unmap (RsLastPlace *place)
{
  if (place != NULL)
    munmap (place, sizeof *place);
}

/* The other slot is complete before it counts. */
void
rs_last_place_enter (RsLastPlace *place, const char *name, guint32 offset)
{
  guint32 next = (place->current & 1) ^ 1;

  g_strlcpy (place->slots[next].name, name, RS_LAST_PLACE_NAME);
  place->slots[next].offset = offset;
  __atomic_store_n (&place->current, next, __ATOMIC_RELEASE);
  __atomic_store_n (&place->is_set, 1, __ATOMIC_RELEASE);
}

gboolean
rs_last_place_read (const RsLastPlace *place, char **name, guint32 *offset)
{
  guint32 current = __atomic_load_n (&place->current, __ATOMIC_ACQUIRE) & 1;

  if (__atomic_load_n (&place->is_set, __ATOMIC_ACQUIRE) == 0)
    return FALSE;
  *name = g_strndup (place->slots[current].name, RS_LAST_PLACE_NAME - 1);
  *offset = place->slots[current].offset;
  return TRUE;
}
