/* The table of interned names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/names.h"

#include <string.h>

struct _RsNames {
  gatomicrefcount ref_count;
  GMutex lock;
  GStringChunk *text; /* guarded by lock */
};

RsNames *
rs_names_new (void)
{
  RsNames *self = g_new0 (RsNames, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->text = g_string_chunk_new (4096);
  return self;
}

RsNames *
rs_names_ref (RsNames *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
rs_names_unref (RsNames *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_string_chunk_free (self->text);
  g_mutex_clear (&self->lock);
  g_free (self);
}

const char *
rs_names_intern (RsNames *self, const char *text, gssize length)
{
  char buffer[64];
  g_autofree char *large = NULL;
  const char *terminated = text;
  const char *name;

  if (length >= 0)
    {
      if ((gsize)length < sizeof buffer)
        {
          memcpy (buffer, text, (gsize)length);
          buffer[length] = '\0';
          terminated = buffer;
        }
      else
        terminated = large = g_strndup (text, (gsize)length);
    }
  g_mutex_lock (&self->lock);
  name = g_string_chunk_insert_const (self->text, terminated);
  g_mutex_unlock (&self->lock);
  return name;
}
