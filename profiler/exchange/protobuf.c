/* See protobuf.h: a field is its number and kind in one integer, then the value; integers have seven bits a byte,
 * the lowest first, the eighth says that more follow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/protobuf.h"

#include <string.h>

enum { KIND_INTEGER = 0, KIND_FIXED64 = 1, KIND_BYTES = 2 };

static void
add_varint (GByteArray *message, guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 128; value >>= 7)
    bytes[n++] = (guint8)(value | 128);
  bytes[n++] = (guint8)value;
  g_byte_array_append (message, bytes, n);
}

static void
add_bytes (GByteArray *message, guint field, gconstpointer bytes, gsize length)
{
  add_varint (message, field << 3 | KIND_BYTES);
  add_varint (message, length);
  g_byte_array_append (message, bytes, (guint)length);
}

void
rs_protobuf_add_integer (GByteArray *message, guint field, guint64 value)
{
  add_varint (message, field << 3 | KIND_INTEGER);
  add_varint (message, value);
}

void
rs_protobuf_add_fixed64 (GByteArray *message, guint field, guint64 value)
{
  guint64 bytes = GUINT64_TO_LE (value);

  add_varint (message, field << 3 | KIND_FIXED64);
  g_byte_array_append (message, (const guint8 *)&bytes, sizeof bytes);
}

void
rs_protobuf_add_string (GByteArray *message, guint field, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  const char *bytes = valid != NULL ? valid : text;

  add_bytes (message, field, bytes, strlen (bytes));
}

void
rs_protobuf_add_message (GByteArray *message, guint field, const GByteArray *value)
{
  add_bytes (message, field, value->data, value->len);
}
