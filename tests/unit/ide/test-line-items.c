/* Things in lines: what a plain list says after each of many changes, in any order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/text/line-items.h"

/* A thing, and where the plain list has it. */
typedef struct {
  int line;
  guint number;       /* in the order in which they were added */
  gboolean goes_down; /* when its line is cut next */
} Thing;

static guint n_freed;

static void
free_thing (gpointer data)
{
  n_freed++;
  g_free (data);
}

static gboolean
goes_down (gpointer item, gpointer data)
{
  g_assert_cmpint (((Thing *)item)->line, ==, GPOINTER_TO_INT (data));
  return ((Thing *)item)->goes_down;
}

static gboolean
is_even (gpointer item, gpointer data)
{
  return ((Thing *)item)->number % 2 == 0;
}

/* Compares all of it with what the things say. */
static void
check (const RsLineItems *items, guint expected_length)
{
  guint n = rs_line_items_get_length (items), first = 0;
  int last_line = n > 0 ? rs_line_items_get_line (items, n - 1) : 0;

  g_assert_cmpuint (n, ==, expected_length);
  for (guint i = 0; i < n; i++)
    {
      const Thing *thing = rs_line_items_get (items, i);

      g_assert_cmpint (rs_line_items_get_line (items, i), ==, thing->line);
      if (i > 0)
        g_assert_cmpint (thing->line, >=, rs_line_items_get_line (items, i - 1));
    }
  for (int line = -1; line <= last_line + 1; line++)
    {
      while (first < n && rs_line_items_get_line (items, first) < line)
        first++;
      g_assert_cmpuint (rs_line_items_find (items, line), ==, first);
    }
}

static RsLineItems *
make (GRand *random, guint n, int n_lines)
{
  RsLineItems *items = rs_line_items_new (free_thing);

  for (guint i = 0; i < n; i++)
    {
      Thing *thing = g_new0 (Thing, 1);

      thing->line = g_rand_int_range (random, 0, n_lines);
      thing->number = i;
      rs_line_items_add (items, thing->line, thing);
    }
  rs_line_items_sort (items);
  return items;
}

static void
cut (RsLineItems *items, GRand *random, int line, int count)
{
  for (guint i = 0; i < rs_line_items_get_length (items); i++)
    {
      Thing *thing = rs_line_items_get (items, i);

      thing->goes_down = g_rand_boolean (random);
    }
  rs_line_items_split_line (items, line, count, goes_down, GINT_TO_POINTER (line));
  for (guint i = 0; i < rs_line_items_get_length (items); i++)
    {
      Thing *thing = rs_line_items_get (items, i);

      if (thing->line > line || (thing->line == line && thing->goes_down))
        thing->line += count;
    }
}

/* Lines from first to before last go. Returns how many things went with them. */
static guint
delete_lines (RsLineItems *items, int first, int last)
{
  guint from = rs_line_items_find (items, first), to = rs_line_items_find (items, last);

  for (guint i = to; i < rs_line_items_get_length (items); i++)
    ((Thing *)rs_line_items_get (items, i))->line -= last - first;
  rs_line_items_remove (items, from, to - from);
  rs_line_items_move (items, from, first - last);
  return to - from;
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 30; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint n = (guint)g_rand_int_range (random, 0, 200), gone = 0;
      int n_lines = 100;
      g_autoptr (RsLineItems) items = make (random, n, n_lines);

      n_freed = 0;
      check (items, n);
      for (guint i = 0; i < 200; i++)
        {
          int line = g_rand_int_range (random, 0, n_lines), count = g_rand_int_range (random, 1, 4);

          if (g_rand_boolean (random))
            {
              cut (items, random, line, count);
              n_lines += count;
            }
          else if (n_lines > line + count + 1)
            {
              gone += delete_lines (items, line, line + count);
              n_lines -= count;
            }
          check (items, n - gone);
          g_assert_cmpuint (n_freed, ==, gone);
        }
    }
}

/* Those of a line stay in the order in which they came; taking some out changes nothing of the others. */
static void
test_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (RsLineItems) items = make (random, 300, 20);
  guint n_odd = 150;

  rs_line_items_move (items, rs_line_items_find (items, 5), 3);
  for (guint i = rs_line_items_find (items, 8); i < 300; i++)
    ((Thing *)rs_line_items_get (items, i))->line += 3;
  n_freed = 0;
  rs_line_items_remove_if (items, is_even, NULL);
  g_assert_cmpuint (n_freed, ==, 150);
  check (items, n_odd);
  for (guint i = 1; i < n_odd; i++)
    {
      const Thing *before = rs_line_items_get (items, i - 1), *thing = rs_line_items_get (items, i);

      g_assert_cmpuint (thing->number % 2, ==, 1);
      g_assert_true (before->line < thing->line || before->number < thing->number);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-items/random", test_random);
  g_test_add_func ("/line-items/order", test_order);
  return g_test_run ();
}
