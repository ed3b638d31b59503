/* Times that are kept: what comes back, what is damaged, of another machine or old and counts as none, two writers,
 * folders that can't be written; and that a device whose time is kept is not tried again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/sched/place/costs.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS 1000000
#define DAY G_GINT64_CONSTANT (86400000000)

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("rs-costs-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static char *
find_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = g_dir_read_name (dir);

  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (dir)); /* nothing is left beside it */
  return g_build_filename (folder, name, NULL);
}

static void
remove_folder (const char *folder)
{
  g_autofree char *path = find_file (folder);

  g_unlink (path);
  g_rmdir (folder);
}

static void
keep (const char *folder, const char *machine, guint64 launched, gint64 ns)
{
  g_autoptr (RsCostFile) file = rs_cost_file_open (folder, machine);

  rs_cost_file_set (file, launched, 20, 5, ns);
}

static gint64
recall (const char *folder, const char *machine, guint64 launched)
{
  g_autoptr (RsCostFile) file = rs_cost_file_open (folder, machine);

  return rs_cost_file_get (file, launched, 20, 5);
}

static void
test_kept (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (RsCostFile) file = NULL;

  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  keep (folder, "a", 1, 100);
  keep (folder, "a", 2, 200);
  keep (folder, "a", 1, 300);
  file = rs_cost_file_open (folder, "a");
  g_assert_cmpint (rs_cost_file_get (file, 1, 20, 5), ==, 300);
  g_assert_cmpint (rs_cost_file_get (file, 2, 20, 5), ==, 200);
  g_assert_cmpint (rs_cost_file_get (file, 1, 21, 5), <, 0);
  g_assert_cmpint (rs_cost_file_get (file, 1, 20, 6), <, 0);
  rs_cost_file_set (file, 1, 20, 5, 7);
  g_assert_cmpint (rs_cost_file_get (file, 1, 20, 5), ==, 7);
  g_clear_pointer (&file, rs_cost_file_close);
  remove_folder (folder);
}

/* Every byte of the file that is another, and every length that is shorter. */
static void
test_damaged (void)
{
  g_autofree char *folder = make_folder (), *path = NULL, *data = NULL, *longer = NULL;
  gsize length;

  keep (folder, "a", 1, 100);
  path = find_file (folder);
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  for (gsize i = 0; i < length; i++)
    {
      data[i] ^= 0x10;
      g_assert_true (g_file_set_contents (path, data, (gssize)length, NULL));
      g_assert_cmpint (recall (folder, "a", 1), <, 0);
      data[i] ^= 0x10;
      g_assert_true (g_file_set_contents (path, data, (gssize)i, NULL));
      g_assert_cmpint (recall (folder, "a", 1), <, 0);
    }
  longer = g_malloc0 (length + 32);
  memcpy (longer, data, length);
  g_assert_true (g_file_set_contents (path, longer, (gssize)length + 32, NULL));
  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  keep (folder, "a", 2, 200); /* it is built anew */
  g_assert_cmpint (recall (folder, "a", 2), ==, 200);
  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  remove_folder (folder);
}

/* Another machine has a file of its own, and one that was copied to its name counts as none. */
static void
test_other_machine (void)
{
  g_autofree char *folder = make_folder (), *path = NULL, *own = NULL, *data = NULL;
  gsize length;

  keep (folder, "a", 1, 100);
  path = find_file (folder);
  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_unlink (path);
  keep (folder, "b", 1, 50);
  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  own = find_file (folder);
  g_assert_true (g_file_set_contents (own, data, (gssize)length, NULL));
  g_assert_cmpint (recall (folder, "b", 1), <, 0);
  remove_folder (folder);
}

/* Puts the day of the only record back, and the seal right. */
static void
make_older (const char *path, guint days)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *data = NULL;
  gsize length, n = 32;
  guint32 day;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  memcpy (&day, data + 24 + 20, sizeof day);
  g_assert_cmpuint (day, >=, (guint32)(g_get_real_time () / DAY) - 1);
  day -= days;
  memcpy (data + 24 + 20, &day, sizeof day);
  g_checksum_update (checksum, (const guchar *)data, (gssize)length - 32);
  g_checksum_get_digest (checksum, (guint8 *)data + length - 32, &n);
  g_assert_true (g_file_set_contents (path, data, (gssize)length, NULL));
}

static void
test_old (void)
{
  g_autofree char *folder = make_folder (), *path = NULL;

  keep (folder, "a", 1, 100);
  path = find_file (folder);
  make_older (path, 20);
  g_assert_cmpint (recall (folder, "a", 1), ==, 100);
  remove_folder (folder);
}

static void
test_too_old (void)
{
  g_autofree char *folder = make_folder (), *path = NULL;

  keep (folder, "a", 1, 100);
  path = find_file (folder);
  make_older (path, 31);
  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  remove_folder (folder);
}

/* Both read before either writes. */
static void
test_two_writers (void)
{
  g_autofree char *folder = make_folder ();
  RsCostFile *one = rs_cost_file_open (folder, "a"), *other = rs_cost_file_open (folder, "a");

  rs_cost_file_set (one, 1, 20, 5, 100);
  rs_cost_file_set (other, 2, 20, 5, 200);
  rs_cost_file_close (one);
  rs_cost_file_close (other);
  g_assert_cmpint (recall (folder, "a", 1), ==, 100);
  g_assert_cmpint (recall (folder, "a", 2), ==, 200);
  remove_folder (folder);
}

static void
test_most (void)
{
  g_autofree char *folder = make_folder (), *path = NULL;
  RsCostFile *file = rs_cost_file_open (folder, "a");
  struct stat facts;
  guint n = 0;

  for (guint64 i = 1; i <= 20000; i++)
    rs_cost_file_set (file, i, 20, 5, 100);
  rs_cost_file_close (file);
  path = find_file (folder);
  g_assert_cmpint (stat (path, &facts), ==, 0);
  g_assert_cmpint (facts.st_size, <=, 600000);
  file = rs_cost_file_open (folder, "a");
  for (guint64 i = 1; i <= 20000; i++)
    n += rs_cost_file_get (file, i, 20, 5) > 0;
  rs_cost_file_close (file);
  g_assert_cmpuint (n, ==, 16384);
  remove_folder (folder);
}

/* Nothing is said, and nothing fails: a file where the folder should be, a pipe where the file should be. */
static void
test_no_folder (void)
{
  g_autofree char *folder = make_folder (), *below = NULL, *path = NULL;

  keep (folder, "a", 1, 100);
  path = find_file (folder);
  below = g_build_filename (path, "below", NULL);
  keep (below, "a", 1, 100);
  g_assert_cmpint (recall (below, "a", 1), <, 0);
  g_unlink (path);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_cmpint (recall (folder, "a", 1), <, 0);
  remove_folder (folder);
}

#define N_LAUNCHES 20

/* A run of launches on two devices, 0 the slower one. Returns how many the first one got. */
static guint
run (const char *folder, guint64 launched, guint64 second)
{
  g_autoptr (RsCosts) costs = rs_costs_new ();
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };
  RsCost *cost;
  guint n = 0;

  rs_costs_set_device (costs, 0, 11);
  rs_costs_set_device (costs, 1, second);
  rs_costs_keep (costs, rs_cost_file_open (folder, "a"));
  cost = rs_costs_get (costs, costs, launched, 1 << 20);
  for (guint i = 0; i < N_LAUNCHES; i++)
    {
      RsPlaceReason reason;
      guint chosen = rs_cost_choose (cost, places, G_N_ELEMENTS (places), &reason);

      n += chosen == 0;
      rs_cost_note (cost, chosen, i == 0 ? 500 * MS : chosen == 0 ? 100 * MS : 20 * MS);
    }
  return n;
}

static void
test_second_run (void)
{
  g_autofree char *folder = make_folder ();

  g_assert_cmpuint (run (folder, 3, 12), ==, 2);
  g_assert_cmpuint (run (folder, 3, 12), ==, 0); /* at once */
  g_assert_cmpuint (run (folder, 4, 12), ==, 2); /* another text */
  g_assert_cmpuint (run (folder, 3, 13), ==, 0); /* the second has another driver: it is tried beside what is known */
  g_assert_cmpuint (run (folder, 0, 12), ==, 2); /* nothing is kept */
  remove_folder (folder);
}

/* Launches that take 12 ms in a run, of which 50 are worth a try: it comes in the fifth run, or the sixth. */
static void
test_short_runs (void)
{
  g_autofree char *folder = make_folder ();
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };

  for (guint run = 1; run <= 8; run++)
    {
      RsCosts *costs = rs_costs_new ();
      RsCost *cost;
      guint n = 0;

      rs_costs_set_device (costs, 0, 11);
      rs_costs_set_device (costs, 1, 12);
      rs_costs_keep (costs, rs_cost_file_open (folder, "a"));
      cost = rs_costs_get (costs, costs, 3, 1 << 20);
      for (guint i = 0; i < 12; i++)
        {
          RsPlaceReason reason;
          const guint chosen = rs_cost_choose (cost, places, G_N_ELEMENTS (places), &reason);

          n += chosen;
          rs_cost_note (cost, chosen, chosen == 0 ? MS : MS / 2);
        }
      rs_costs_free (costs);
      g_assert_true (run < 5 ? n == 0 : run > 5 ? n == 12 : TRUE);
    }
  remove_folder (folder);
}

/* What was kept was the time of a machine that had other work: it is looked at again, once that is a small part of all
 * that launches take. */
static void
test_kept_wrong (void)
{
  g_autofree char *folder = make_folder ();
  const RsCostPlace places[] = { { 0, 0, 0 }, { 1, 0, 0 } };
  RsCostFile *file = rs_cost_file_open (folder, "a");
  g_autoptr (RsCosts) costs = rs_costs_new ();
  RsPlaceReason reason;
  RsCost *cost;
  guint n = 0;

  rs_cost_file_set (file, 3, rs_costs_get_size_class (1 << 20), 11, 10 * MS);
  rs_cost_file_set (file, 3, rs_costs_get_size_class (1 << 20), 12, 30 * MS);
  rs_costs_set_device (costs, 0, 11);
  rs_costs_set_device (costs, 1, 12);
  rs_costs_keep (costs, file);
  cost = rs_costs_get (costs, costs, 3, 1 << 20);
  for (guint i = 0; i < 1000; i++)
    {
      const guint chosen = rs_cost_choose (cost, places, G_N_ELEMENTS (places), &reason);

      n += chosen == 1;
      if (i == 100)
        g_assert_cmpuint (n, ==, 0);
      rs_cost_note (cost, chosen, chosen == 0 ? 10 * MS : 2 * MS);
    }
  g_assert_cmpuint (n, >, 800);
  rs_costs_free (g_steal_pointer (&costs));
  remove_folder (folder);
}

#define CPU 7

/* What the file says of another device than the CPU after launches, of which the CPU takes 10 ms, and the other one
 * other. */
static gint64
get_elsewhere (gint64 other, guint n)
{
  g_autofree char *folder = make_folder ();
  RsCosts *costs = rs_costs_new ();
  const RsCostPlace places[] = { { CPU, 0, 0 }, { 0, 0, 0 } };
  g_autoptr (RsCostFile) file = NULL;
  RsCost *cost;

  rs_costs_set_device (costs, CPU, 11);
  rs_costs_set_device (costs, 0, 12);
  rs_costs_set_cpu (costs, CPU);
  rs_costs_keep (costs, rs_cost_file_open (folder, "a"));
  cost = rs_costs_get (costs, costs, 3, 1 << 20);
  for (guint i = 0; i < n; i++)
    {
      RsPlaceReason reason;
      guint chosen = places[rs_cost_choose (cost, places, G_N_ELEMENTS (places), &reason)].number;

      rs_cost_note (cost, chosen, chosen == CPU ? 10 * MS : other);
    }
  rs_costs_free (costs);
  file = rs_cost_file_open (folder, "a");
  remove_folder (folder);
  return rs_cost_file_get (file, 3, rs_costs_get_size_class (1 << 20), RS_COST_ELSEWHERE);
}

/* Kept is what launches would have taken longer on the CPU, where that is something. */
static void
test_elsewhere (void)
{
  g_assert_cmpint (get_elsewhere (1 * MS, 100), ==, (100 - 5 - 2) * 9 * MS); /* 5 on the CPU, 2 for its time */
  g_assert_cmpint (get_elsewhere (1 * MS, 10), <, 0);                        /* 27 ms */
  g_assert_cmpint (get_elsewhere (20 * MS, 100), <, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cost-file/kept", test_kept);
  g_test_add_func ("/cost-file/damaged", test_damaged);
  g_test_add_func ("/cost-file/other-machine", test_other_machine);
  g_test_add_func ("/cost-file/old", test_old);
  g_test_add_func ("/cost-file/too-old", test_too_old);
  g_test_add_func ("/cost-file/two-writers", test_two_writers);
  g_test_add_func ("/cost-file/most", test_most);
  g_test_add_func ("/cost-file/no-folder", test_no_folder);
  g_test_add_func ("/cost-file/second-run", test_second_run);
  g_test_add_func ("/cost-file/short-runs", test_short_runs);
  g_test_add_func ("/cost-file/kept-wrong", test_kept_wrong);
  g_test_add_func ("/cost-file/elsewhere", test_elsewhere);
  return g_test_run ();
}
