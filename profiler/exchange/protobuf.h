/* Messages in the wire format of protocol buffers: what a writer of a few message types needs of it.
 *
 * A message is appended to field by field: a field is its number and kind in one integer, then the value; integers have
 * seven bits a byte, the lowest first, the eighth says that more follow. A message inside of another is made by itself.
 * Fields of value 0 are written, too: readers tell "0" from "absent".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <string.h>

typedef struct {
  guint8 *bytes; /* owned */
  gsize length, capacity;
} RsMessage;

enum { RS_PROTOBUF_INTEGER = 0, RS_PROTOBUF_FIXED64 = 1, RS_PROTOBUF_BYTES = 2 };

/* Room for so many more bytes. */
void rs_message_grow (RsMessage *message, gsize more);
void rs_message_clear (RsMessage *message);
/* Bytes that are no UTF-8 become U+FFFD. */
void rs_protobuf_add_string (RsMessage *message, guint field, const char *text);

/* There is room for 10 bytes. */
static inline void
rs_protobuf_put (RsMessage *message, guint64 value)
{
  guint8 *to = message->bytes + message->length;

  for (; value >= 128; value >>= 7)
    *to++ = (guint8)(value | 128);
  *to++ = (guint8)value;
  message->length = (gsize)(to - message->bytes);
}

static inline void
rs_protobuf_reserve (RsMessage *message, gsize more)
{
  if (G_UNLIKELY (message->capacity - message->length < more))
    rs_message_grow (message, more);
}

/* Unsigned integers, signed ones (int64, not sint64), enumerations. */
static inline void
rs_protobuf_add_integer (RsMessage *message, guint field, guint64 value)
{
  rs_protobuf_reserve (message, 20);
  rs_protobuf_put (message, field << 3 | RS_PROTOBUF_INTEGER);
  rs_protobuf_put (message, value);
}

static inline void
rs_protobuf_add_fixed64 (RsMessage *message, guint field, guint64 value)
{
  const guint64 bytes = GUINT64_TO_LE (value);

  rs_protobuf_reserve (message, 18);
  rs_protobuf_put (message, field << 3 | RS_PROTOBUF_FIXED64);
  memcpy (message->bytes + message->length, &bytes, sizeof bytes);
  message->length += sizeof bytes;
}

static inline void
rs_protobuf_add_bytes (RsMessage *message, guint field, gconstpointer bytes, gsize length)
{
  rs_protobuf_reserve (message, 20 + length);
  rs_protobuf_put (message, field << 3 | RS_PROTOBUF_BYTES);
  rs_protobuf_put (message, length);
  if (length > 0)
    memcpy (message->bytes + message->length, bytes, length);
  message->length += length;
}

static inline void
rs_protobuf_add_message (RsMessage *message, guint field, const RsMessage *value)
{
  rs_protobuf_add_bytes (message, field, value->bytes, value->length);
}
