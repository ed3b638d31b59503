/* The text of a buffer in one piece.
 *
 * Buffers count letters, the copy bytes. What is looked for is counted from the nearest of three places that are known:
 * the two ends, and the place of the last change, where the next one mostly is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/text-copy.h"

typedef struct {
  gsize letter, byte;
} Place;

struct _RsTextCopy {
  GString *text;
  gsize n_letters;
  Place last; /* of the last change */
};

RsTextCopy *
rs_text_copy_new (void)
{
  RsTextCopy *self = g_new0 (RsTextCopy, 1);

  self->text = g_string_new (NULL);
  return self;
}

void
rs_text_copy_free (RsTextCopy *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

static gsize
get_distance (gsize a, gsize b)
{
  return a > b ? a - b : b - a;
}

static gsize
find (const RsTextCopy *self, gsize letter)
{
  const Place places[] = { { 0, 0 }, { self->n_letters, self->text->len }, self->last };
  Place nearest = places[0];
  const char *from;

  for (guint i = 1; i < G_N_ELEMENTS (places); i++)
    if (get_distance (places[i].letter, letter) < get_distance (nearest.letter, letter))
      nearest = places[i];
  from = self->text->str + nearest.byte;
  return (gsize)(g_utf8_offset_to_pointer (from, (glong)letter - (glong)nearest.letter) - self->text->str);
}

void
rs_text_copy_insert (RsTextCopy *self, gsize at, const char *text, gsize length)
{
  gsize n_letters = (gsize)g_utf8_strlen (text, (gssize)length), byte = find (self, at);

  g_string_insert_len (self->text, (gssize)byte, text, (gssize)length);
  self->n_letters += n_letters;
  self->last = (Place){ at + n_letters, byte + length };
}

void
rs_text_copy_delete (RsTextCopy *self, gsize start, gsize end)
{
  gsize from = find (self, start), to = find (self, end);

  g_string_erase (self->text, (gssize)from, (gssize)(to - from));
  self->n_letters -= end - start;
  self->last = (Place){ start, from };
}

const char *
rs_text_copy_get (const RsTextCopy *self, gsize *length)
{
  *length = self->text->len;
  return self->text->str;
}
