/* Places visited.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/place-history.h"

#define MAX_PLACES 100

struct _RsPlaceHistory {
  GPtrArray *behind, *ahead; /* element-type RsVisitedPlace; the nearest one last */
  RsVisitedPlace *here;      /* that was answered last */
};

static void
place_free (gpointer data)
{
  RsVisitedPlace *place = data;

  if (place == NULL)
    return;
  g_free (place->name);
  g_free (place);
}

RsPlaceHistory *
rs_place_history_new (void)
{
  RsPlaceHistory *self = g_new0 (RsPlaceHistory, 1);

  self->behind = g_ptr_array_new_with_free_func (place_free);
  self->ahead = g_ptr_array_new_with_free_func (place_free);
  return self;
}

void
rs_place_history_free (RsPlaceHistory *self)
{
  g_ptr_array_unref (self->behind);
  g_ptr_array_unref (self->ahead);
  place_free (self->here);
  g_free (self);
}

static void
push (GPtrArray *places, const char *name, guint line, guint column)
{
  const RsVisitedPlace *last = places->len > 0 ? g_ptr_array_index (places, places->len - 1) : NULL;
  RsVisitedPlace *place;

  if (last != NULL && last->line == line && g_str_equal (last->name, name))
    return;
  place = g_new (RsVisitedPlace, 1);
  *place = (RsVisitedPlace){ g_strdup (name), line, column };
  g_ptr_array_add (places, place);
  if (places->len > MAX_PLACES)
    g_ptr_array_remove_index (places, 0);
}

void
rs_place_history_leave (RsPlaceHistory *self, const char *name, guint line, guint column)
{
  push (self->behind, name, line, column);
  g_ptr_array_set_size (self->ahead, 0);
}

static const RsVisitedPlace *
move (RsPlaceHistory *self, GPtrArray *from, GPtrArray *to, const char *name, guint line, guint column)
{
  if (from->len == 0)
    return NULL;
  push (to, name, line, column);
  place_free (self->here);
  self->here = g_ptr_array_steal_index (from, from->len - 1);
  return self->here;
}

const RsVisitedPlace *
rs_place_history_back (RsPlaceHistory *self, const char *name, guint line, guint column)
{
  return move (self, self->behind, self->ahead, name, line, column);
}

const RsVisitedPlace *
rs_place_history_forward (RsPlaceHistory *self, const char *name, guint line, guint column)
{
  return move (self, self->ahead, self->behind, name, line, column);
}
