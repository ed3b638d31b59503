/* Numbers for what many events have in common: kind, name, place, detail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/store/chunks/place-cache.h"

#define RS_PLACE_NUMBERS_RECENT 1024u /* a power of two */

typedef struct {
  GArray *places;      /* element-type RsPlace, by number */
  GHashTable *numbers; /* RsPlace, owned -> number */
  guint32 recent[RS_PLACE_NUMBERS_RECENT];
} RsPlaceNumbers;

void rs_place_numbers_init (RsPlaceNumbers *numbers);
void rs_place_numbers_clear (RsPlaceNumbers *numbers);
/* The same number for equal places, from 0. */
guint32 rs_place_numbers_find (RsPlaceNumbers *numbers, const RsPlace *place);

/* Valid until another is found. */
static inline const RsPlace *
rs_place_numbers_get (const RsPlaceNumbers *self, guint32 number)
{
  return &g_array_index (self->places, RsPlace, number);
}
