/* Pictures of arrays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/values/array-picture.h"

GdkPaintable *
rs_array_picture_new (char **fields, char **range)
{
  g_autofree guchar *bytes = NULL, *pixels = NULL;
  g_autoptr (GBytes) data = NULL;
  gsize length, width, height, channels;

  if (fields == NULL || g_strv_length (fields) < 8)
    return NULL;
  width = (gsize)g_ascii_strtoull (fields[2], NULL, 10);
  height = (gsize)g_ascii_strtoull (fields[3], NULL, 10);
  channels = (gsize)g_ascii_strtoull (fields[4], NULL, 10);
  bytes = g_base64_decode (fields[7], &length);
  if (width == 0 || height == 0 || channels == 0 || length < width * height * channels)
    return NULL;
  pixels = g_malloc (width * height * 3);
  for (gsize i = 0; i < width * height; i++)
    for (gsize c = 0; c < 3; c++)
      pixels[3 * i + c] = bytes[channels * i + (channels == 3 ? c : 0)];
  if (range != NULL)
    *range = g_strdup_printf ("%s … %s", fields[5], fields[6]);
  data = g_bytes_new_take (g_steal_pointer (&pixels), width * height * 3);
  return GDK_PAINTABLE (gdk_memory_texture_new ((int)width, (int)height, GDK_MEMORY_R8G8B8, data, width * 3));
}
