/* See places.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plugins/cupti/places.h"

#include <stdlib.h>

typedef struct {
  guint64 checksum;
  guint8 *bytes; /* owned */
  gsize size;
} Binary;

static struct {
  guint n_users;
  GArray *binaries;   /* of Binary; NULL: not begun */
  GHashTable *places; /* set of CuptiPlace */
} self;

static void
binary_clear (gpointer data)
{
  g_free (((Binary *)data)->bytes);
}

static guint
hash_place (gconstpointer data)
{
  const CuptiPlace *place = data;

  return (guint)(place->checksum ^ place->checksum >> 32) ^ (guint)place->address * 2654435761u
         ^ (place->function != NULL ? g_str_hash (place->function) : 0);
}

static gboolean
equal_places (gconstpointer a, gconstpointer b)
{
  const CuptiPlace *x = a, *y = b;

  return x->checksum == y->checksum && x->address == y->address && g_strcmp0 (x->function, y->function) == 0;
}

static void
place_free (gpointer data)
{
  g_free (((CuptiPlace *)data)->file);
  g_free (data);
}

static const Binary *
find_binary (guint64 checksum)
{
  for (guint i = 0; i < self.binaries->len; i++)
    {
      const Binary *binary = &g_array_index (self.binaries, Binary, i);

      if (binary->checksum == checksum || (guint32)binary->checksum == checksum)
        return binary;
    }
  return NULL;
}

void
cupti_places_add_binary (gconstpointer bytes, gsize size)
{
  CuptiChecksum parameters = { .size = CuptiChecksum_BYTES, .binary_bytes = size, .binary = bytes };

  if (self.binaries == NULL || cupti.cuptiGetCubinCrc (&parameters) != CUPTI_OK
      || find_binary (parameters.checksum) != NULL)
    return;
  g_array_append_val (self.binaries, ((Binary){ parameters.checksum, g_memdup2 (bytes, size), size }));
}

/* The line of an address, by the binary's line table. */
static void
look_up (CuptiPlace *place)
{
  const Binary *binary = find_binary (place->checksum);
  CuptiSourceLine parameters
      = { .size = CuptiSourceLine_BYTES, .function = place->function, .address = place->address };

  if (binary == NULL || place->function == NULL)
    return;
  parameters.binary = binary->bytes;
  parameters.binary_bytes = binary->size;
  if (cupti.cuptiGetSassToSourceCorrelation (&parameters) == CUPTI_OK && parameters.line > 0 && parameters.file != NULL
      && *parameters.file != '\0')
    {
      place->file = g_strdup (parameters.file);
      place->line = parameters.line;
    }
  free (parameters.file);
  free (parameters.folder);
}

const CuptiPlace *
cupti_places_find (guint64 checksum, guint64 address, const char *function)
{
  const CuptiPlace key = { .checksum = checksum, .address = address, .function = function };
  CuptiPlace *place = g_hash_table_lookup (self.places, &key);

  if (place != NULL)
    return place;
  place = g_memdup2 (&key, sizeof key);
  look_up (place);
  g_hash_table_add (self.places, place);
  return place;
}

void
cupti_places_begin (void)
{
  if (self.n_users++ > 0)
    return;
  self.binaries = g_array_new (FALSE, FALSE, sizeof (Binary));
  g_array_set_clear_func (self.binaries, binary_clear);
  self.places = g_hash_table_new_full (hash_place, equal_places, place_free, NULL);
}

void
cupti_places_end (void)
{
  if (--self.n_users > 0)
    return;
  g_clear_pointer (&self.places, g_hash_table_unref);
  g_clear_pointer (&self.binaries, g_array_unref);
}
