/* Looking at expressions where a program stands: members and elements have their values, what may have an effect is not
 * computed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stand.h"

static const char program[] = "type point : mutable class\n"
                              "    x : scalar\n"
                              "    pos : vec\n"
                              "end\n"
                              "reduction (a : point, b : point) -> a - b = moved(a, b)\n"
                              "function y = moved(a, b)\n"
                              "    a.x = a.x + 100\n"
                              "    y = a\n"
                              "end\n"
                              "function y = noisy(n)\n"
                              "    print \"called\"\n"
                              "    y = n\n"
                              "end\n"
                              "function y = half(v, q : point)\n"
                              "    w = v / 2\n"
                              "    y = w + q.x % here\n"
                              "end\n"
                              "k = 4\n"
                              "x = [10,20,30]\n"
                              "m = [[1,2],[3,4]]\n"
                              "large = zeros(2000,2000)\n"
                              "p = point(x:=3, pos:=[1,2])\n"
                              "c = {p, {m, \"text\"}}\n"
                              "print half(k, p), p.x\n";

static const struct {
  const char *frame, *expression, *value, *reason;
} cases[] = {
  { "0", "w", "2", "" },
  { "0", "q.x", "3", "" },
  { "0", "q.pos[1]", "2", "" },
  { "0", "w + q.pos[0]*2", "4", "" },
  { "1", "x[2]", "30", "" },
  { "1", "m[1,0]", "3", "" },
  { "1", "m[:,1]", "[2, 4]", "" },
  { "1", "c[0].pos[1]", "2", "" },
  { "1", "c[1][0][1,1]", "4", "" },
  { "1", "x[k]", "", "index 4 is outside x, a vector of 3 elements: its indices are 0 to 2" },
  { "1", "large[3,k]", "0", "" },
  { "1", "large[k+1,3]", "0", "" },
  { "1", "large", "[0, 0, 0, 0, 0, 0, 0, 0, ...]", "" },
  { "1", "large*2", "", "not computed: large is large" },
  { "1", "large[:,1]", "", "not computed: large is large" },
  { "1", "noisy(3)", "", "not computed: it calls a function" },
  { "1", "x[noisy(1)]", "", "not computed: it calls a function" },
  { "1", "p - p", "", "not computed: a reduction makes a call of it" },
  { "0", "w - q", "", "not computed: a reduction makes a call of it" }, /* or might: what w is, is not known */
  { "1", "k = 7", "", "not computed: it is more than a look at values" },
  { "1", "k += 7", "", "not computed: it is more than a look at values" },
  { "1", "k; k", "", "not computed: it is more than a look at values" },
  { "1", "import \"math.q\"", "", "not computed: it is more than a look at values" },
  { "1", "print k", "", "not computed: it calls a function" },
  { "1", "k", "4", "" },
  { "1", "p.x", "3", "" },
};

static void
test_look (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *fields[] = { "look", cases[i].frame, cases[i].expression };
      const char *expected_fields[] = { "seen", cases[i].expression, cases[i].value, cases[i].reason };
      g_autofree char *request = rs_debug_join (fields, 3), *record = rs_debug_join (expected_fields, 4);
      g_autofree char *expected = g_strconcat (record, "\n", NULL), *found = rs_stand_and_ask (program, request);

      g_assert_cmpstr (found, ==, expected);
    }
}

#define MEMBER(name, type, size, value, opens, expression)                                                             \
  "member\t" name "\t" type "\t" size "\t" value "\t*\t*\t*\t" opens "\t" expression "\n"

static const struct {
  const char *frame, *name, *path, *records; /* a field "*" may be anything */
} openings[] = {
  { "1", "p", "",
    MEMBER (".x", "scalar", "1x1", "3", "", "p.x") MEMBER (".pos", "vec(2)", "1x2", "[1, 2]", "", "p.pos") },
  { "1", "c", "",
    MEMBER ("[0]", "point", "1x1", "point(x:=3, pos:=[ 1, 2])", "opens", "c[0]")
        MEMBER ("[1]", "cell", "1x2", "{[1, 2, 3, 4], \"text\"}", "opens", "c[1]") },
  { "1", "c", "1",
    MEMBER ("[0]", "imat", "2x2", "[1, 2, 3, 4]", "", "c[1][0]")
        MEMBER ("[1]", "string", "4 bytes", "\"text\"", "", "c[1][1]") },
  { "1", "c", "0",
    MEMBER (".x", "scalar", "1x1", "3", "", "c[0].x") MEMBER (".pos", "vec(2)", "1x2", "[1, 2]", "", "c[0].pos") },
  { "1", "c[0]", "",
    MEMBER (".x", "scalar", "1x1", "3", "", "c[0].x") MEMBER (".pos", "vec(2)", "1x2", "[1, 2]", "", "c[0].pos") },
  { "1", "k", "", "" },
};

/* What records say, but for fields that may be anything. (transfer full) */
static char *
blot_out (const char *records)
{
  g_auto (GStrv) lines = g_strsplit (records, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_auto (GStrv) fields = rs_debug_split (lines[i]);
      const guint n = g_strv_length (fields);

      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, "%s%s", k > 0 ? "|" : "", n == 10 && k >= 5 && k <= 7 ? "*" : fields[k]);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Cells and objects open into what they hold, level by level; what is not there any more is told. */
static void
test_members (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      const char *fields[] = { "members", openings[i].frame, openings[i].name, openings[i].path };
      g_autofree char *request = rs_debug_join (fields, 4), *found = rs_stand_and_ask (program, request);
      g_autofree char *expected = blot_out (openings[i].records), *records = blot_out (found);

      g_assert_cmpstr (records, ==, expected);
    }
  {
    g_autofree char *found = rs_stand_and_ask (program, "members\t1\tc\t1/7");
    g_autofree char *call = rs_stand_and_ask (program, "members\t1\tnoisy(3)\t");

    g_assert_nonnull (strstr (found, "c[1] has no member 7 any more"));
    g_assert_nonnull (strstr (call, "it calls a function"));
  }
}

/* An object in itself opens as often as it is asked for, up to a limit; of a long cell the first members are told. */
static void
test_members_are_bounded (void)
{
  static const char text[] = "n = object()\nn.next = n\nlong = cell(1000)\nprint 1 % here\n";
  g_autoptr (GString) deep = g_string_new ("members\t0\tn\t0");
  g_autofree char *circle = NULL, *deepest = NULL, *first = rs_stand_and_ask (text, "members\t0\tlong\t");

  circle = rs_stand_and_ask (text, "members\t0\tn\t0/0/0");
  g_assert_nonnull (strstr (circle, "\tn.next.next.next.next\n"));
  for (guint i = 0; i < 60; i++)
    g_string_append (deep, "/0");
  deepest = rs_stand_and_ask (text, deep->str);
  g_assert_nonnull (strstr (deepest, "members are shown 50 levels deep"));
  g_assert_nonnull (strstr (first, "\tlong[199]\n"));
  g_assert_null (strstr (first, "\tlong[200]\n"));
  g_assert_nonnull (strstr (first, "more\t800\n"));
}

/* All of them in one stop, and the program goes on as if nobody had looked. */
static void
test_nothing_changes (void)
{
  g_autoptr (GPtrArray) requests = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *records = NULL;

  g_ptr_array_add (requests, g_strdup ("break\tprog.q:16"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *fields[] = { "look", cases[i].frame, cases[i].expression };

      g_ptr_array_add (requests, rs_debug_join (fields, 3));
    }
  g_ptr_array_add (requests, NULL);
  records = rs_stand (program, "auto", (const char *const *)requests->pdata);
  g_assert_null (strstr (records, "called"));
  g_assert_nonnull (strstr (records, "\n53\n"));
}

static void
test_errors (void)
{
  g_autofree char *no_frame = rs_stand_and_ask (program, "look\t7\tx"),
                  *no_text = rs_stand_and_ask (program, "look\t0\t"),
                  *unfinished = rs_stand_and_ask (program, "look\t0\tw[");

  g_assert_nonnull (strstr (no_frame, "failed\tthere is no frame 7; there are 2"));
  g_assert_true (g_str_has_prefix (no_text, "seen\t\t\tnot computed"));
  g_assert_true (g_str_has_prefix (unfinished, "seen\tw[\t\t"));
}

/* Elements of one slice, or of all: least, most, counts of each channel, how many, how many are NaN or infinite,
 * channels. */
static void
test_histogram (void)
{
  static const char cube[] = "x = reshape(0..29, [2,3,5]) * 1.0\ny = reshape(0..17, [2,3,3]) * 1.0\n"
                             "x[1,2,1] = 0.0/0.0\nn = zeros(2,0)\nprint 1 % here\n";
  static const char *const rows[][2] = {
    { "histogram\t0\tx\t2", "histogram\tx\t0\t29\t15 14\t29\t1\t1\n" },
    { "histogram\t0\tx\t2\t0", "histogram\tx\t0\t25\t3 3\t6\t0\t1\n" },
    { "histogram\t0\tx\t4\t1", "histogram\tx\t1\t21\t1 1 1 2\t5\t1\t1\n" },
    { "histogram\t0\tx\t2\t4", "histogram\tx\t4\t29\t3 3\t6\t0\t1\n" },
    { "histogram\t0\tx\t2\t5", "failed\t\"5\" is no number from 0 to 4\n" },
    { "histogram\t0\ty\t2\t0", "histogram\ty\t0\t17\t3 3 3 3 3 3\t18\t0\t3\n" },
    { "histogram\t0\tn\t2\t0", "histogram\tn\t\t\t0 0\t0\t0\t1\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = rs_stand_and_ask (cube, rows[i][0]);

      if (!g_str_has_prefix (found, rows[i][1]))
        g_error ("%s: %s, not %s", rows[i][0], found, rows[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debug/look", test_look);
  g_test_add_func ("/debug/look/nothing-changes", test_nothing_changes);
  g_test_add_func ("/debug/look/errors", test_errors);
  g_test_add_func ("/debug/look/histogram", test_histogram);
  g_test_add_func ("/debug/look/members", test_members);
  g_test_add_func ("/debug/look/members-bounded", test_members_are_bounded);
  return g_test_run ();
}
