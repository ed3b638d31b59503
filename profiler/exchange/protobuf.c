/* See protobuf.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/exchange/protobuf.h"

void
rs_message_grow (RsMessage *self, gsize more)
{
  self->capacity = MAX (self->length + more, 2 * self->capacity);
  self->bytes = g_realloc (self->bytes, self->capacity);
}

void
rs_message_clear (RsMessage *self)
{
  g_clear_pointer (&self->bytes, g_free);
  self->length = self->capacity = 0;
}

void
rs_protobuf_add_string (RsMessage *message, guint field, const char *text)
{
  g_autofree char *valid = g_utf8_validate (text, -1, NULL) ? NULL : g_utf8_make_valid (text, -1);
  const char *bytes = valid != NULL ? valid : text;

  rs_protobuf_add_bytes (message, field, bytes, strlen (bytes));
}
