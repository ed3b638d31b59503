/* Characters of strings. What is found is kept in the string, by whichever thread finds it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/string.h"

gint64
rs_string_count (RsString *string)
{
  guint32 n = __atomic_load_n (&string->n_characters, __ATOMIC_RELAXED);

  if (n == 0 && string->length > 0)
    {
      n = (guint32)g_utf8_strlen (string->text, (gssize)string->length);
      __atomic_store_n (&string->n_characters, n, __ATOMIC_RELAXED);
    }
  return n;
}

/* A place is the number of a character above, its first byte below. */
gsize
rs_string_find (RsString *string, gint64 k)
{
  const gint64 n = rs_string_count (string);
  guint64 place;
  gint64 from;
  const char *found;

  g_return_val_if_fail (k >= 0 && k <= n, 0);
  if (n == string->length)
    return (gsize)k;
  place = __atomic_load_n (&string->last_place, __ATOMIC_RELAXED);
  from = (gint64)(place >> 32);
  if (k < from / 2)
    place = from = 0;
  found = g_utf8_offset_to_pointer (string->text + (guint32)place, k - from);
  __atomic_store_n (&string->last_place, (guint64)k << 32 | (guint64)(found - string->text), __ATOMIC_RELAXED);
  return (gsize)(found - string->text);
}
