/* Messages in the wire format of protocol buffers: what a writer of a few message types needs of it.
 *
 * A message is appended to a GByteArray field by field. A message inside of another is made in an array of its own.
 * Fields of value 0 are written, too: readers tell "0" from "absent".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

/* Unsigned integers, signed ones (int64, not sint64), enumerations. */
void rs_protobuf_add_integer (GByteArray *message, guint field, guint64 value);
void rs_protobuf_add_fixed64 (GByteArray *message, guint field, guint64 value);
/* Bytes that are no UTF-8 become U+FFFD. */
void rs_protobuf_add_string (GByteArray *message, guint field, const char *text);
void rs_protobuf_add_message (GByteArray *message, guint field, const GByteArray *value);
