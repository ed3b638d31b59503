/* Numbers of breakpoints.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/point-numbers.h"

#include "runtime/debug/protocol.h"

#include <string.h>

/* Fields of a `breakpoint` record. */
enum { NUMBER = 1, PATH = 3, LINE, STATE, HITS, CONDITION, WANTED, MESSAGE, WATCHED, KIND, FAILURE, N_FIELDS };

struct _RsPointNumbers {
  RsDebugPoints *points; /* owned */
  GHashTable *numbers;   /* RsDebugPoint -> number */
  GPtrArray *watched;    /* of RsWatched */
  gboolean is_adopting;
};

static void
watched_free (gpointer data)
{
  RsWatched *watched = data;

  g_free (watched->what);
  g_free (watched);
}

RsPointNumbers *
rs_point_numbers_new (RsDebugPoints *points)
{
  RsPointNumbers *self = g_new0 (RsPointNumbers, 1);

  self->points = g_object_ref (points);
  self->numbers = g_hash_table_new (NULL, NULL);
  self->watched = g_ptr_array_new_with_free_func (watched_free);
  rs_debug_points_clear_hits (points);
  return self;
}

void
rs_point_numbers_free (RsPointNumbers *self)
{
  g_object_unref (self->points);
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->watched);
  g_free (self);
}

char *
rs_point_numbers_describe (RsPointNumbers *self, const RsDebugPoint *point, guint line)
{
  int number = GPOINTER_TO_INT (g_hash_table_lookup (self->numbers, point));
  g_autofree char *place = g_strdup_printf ("%s:%u", rs_debug_points_get_name_then (self->points, point->name), line);
  g_autofree char *condition = g_strconcat ("if=", point->condition != NULL ? point->condition : "", NULL);
  g_autofree char *message = g_strconcat ("say=", point->message != NULL ? point->message : "", NULL);
  g_autofree char *hits = g_strdup_printf ("hits=%u", point->hits), *replaced = g_strdup_printf ("number=%d", number);
  const char *fields[9] = { "break", place, condition, message, hits };
  guint n = 5;

  if (point->is_off)
    fields[n++] = "off";
  if (point->is_temporary)
    fields[n++] = "once";
  if (number > 0)
    fields[n++] = replaced;
  return rs_debug_join (fields, n);
}

gboolean
rs_point_numbers_is_adopting (const RsPointNumbers *self)
{
  return self->is_adopting;
}

static RsDebugPoint *
find (RsPointNumbers *self, int number)
{
  GHashTableIter iterator;
  gpointer point, value;

  g_hash_table_iter_init (&iterator, self->numbers);
  while (g_hash_table_iter_next (&iterator, &point, &value))
    if (GPOINTER_TO_INT (value) == number)
      return point;
  return NULL;
}

static RsDebugPoint *
adopt (RsPointNumbers *self, char **fields)
{
  const char *name = rs_debug_points_get_name_now (self->points, rs_debug_points_get_name (self->points, fields[PATH]));
  const RsDebugPoint told = {
    .name = (char *)name,
    .line = rs_debug_points_find_now (self->points, name, (guint)g_ascii_strtoull (fields[LINE], NULL, 10)),
    .condition = fields[CONDITION],
    .message = fields[MESSAGE],
    .hits = (guint)g_ascii_strtoull (fields[WANTED], NULL, 10),
    .is_temporary = strcmp (fields[KIND], "once") == 0,
  };

  return rs_debug_points_adopt (self->points, &told);
}

GPtrArray *
rs_point_numbers_get_watched (RsPointNumbers *self)
{
  return self->watched;
}

/* Its index, or their number. */
static guint
find_watched (RsPointNumbers *self, int number)
{
  guint i = 0;

  while (i < self->watched->len && ((const RsWatched *)g_ptr_array_index (self->watched, i))->number != number)
    i++;
  return i;
}

static void
take_watched (RsPointNumbers *self, int number, const char *what, gboolean is_off)
{
  guint index = find_watched (self, number);

  if (index == self->watched->len)
    {
      RsWatched *watched = g_new0 (RsWatched, 1);

      *watched = (RsWatched){ .number = number, .what = g_strdup (what) };
      g_ptr_array_add (self->watched, watched);
    }
  ((RsWatched *)g_ptr_array_index (self->watched, index))->is_off = is_off;
}

static void
set_hits (RsPointNumbers *self, RsDebugPoint *point, char **fields)
{
  rs_debug_points_set_hits (self->points, point, g_ascii_strtoull (fields[HITS], NULL, 10), fields[FAILURE]);
}

void
rs_point_numbers_take_breakpoint (RsPointNumbers *self, char **fields, RsDebugPoint *asked)
{
  int number = g_strv_length (fields) >= N_FIELDS ? atoi (fields[NUMBER]) : 0;
  RsDebugPoint *point = asked != NULL ? asked : find (self, number);

  if (number > 0 && *fields[WATCHED] != '\0')
    take_watched (self, number, fields[WATCHED], strcmp (fields[STATE], "off") == 0);
  if (number <= 0 || *fields[WATCHED] != '\0')
    return;
  self->is_adopting = TRUE;
  if (point == NULL)
    point = adopt (self, fields);
  g_hash_table_insert (self->numbers, point, GINT_TO_POINTER (number));
  rs_debug_points_set_off (self->points, point, strcmp (fields[STATE], "off") == 0);
  set_hits (self, point, fields);
  self->is_adopting = FALSE;
}

void
rs_point_numbers_take_hits (RsPointNumbers *self, char **fields)
{
  RsDebugPoint *point = g_strv_length (fields) >= N_FIELDS ? find (self, atoi (fields[NUMBER])) : NULL;

  if (point != NULL)
    set_hits (self, point, fields);
}

void
rs_point_numbers_take_deleted (RsPointNumbers *self, int number)
{
  RsDebugPoint *point = find (self, number);
  guint watched = find_watched (self, number);

  if (watched < self->watched->len)
    g_ptr_array_remove_index (self->watched, watched);
  if (point == NULL)
    return;
  g_hash_table_remove (self->numbers, point);
  self->is_adopting = TRUE;
  rs_debug_points_remove (self->points, point);
  self->is_adopting = FALSE;
}

int
rs_point_numbers_remove (RsPointNumbers *self, const RsDebugPoint *point)
{
  int number = GPOINTER_TO_INT (g_hash_table_lookup (self->numbers, point));

  g_hash_table_remove (self->numbers, point);
  return number;
}
