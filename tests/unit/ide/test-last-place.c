/* The place of a program in shared memory, read after the process was killed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/last-place.h"
#include "runtime/session.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static RsLastPlace *
make_place (void)
{
  int fd = rs_last_place_open ();
  RsLastPlace *place = rs_last_place_map (fd);

  g_assert_nonnull (place);
  close (fd);
  return place;
}

static void
check (RsLastPlace *place, const char *expected_name, guint32 expected_offset)
{
  g_autofree char *name = NULL;
  guint32 offset;

  g_assert_true (rs_last_place_read (place, &name, &offset));
  g_assert_cmpstr (name, ==, expected_name);
  g_assert_cmpuint (offset, ==, expected_offset);
}

static void
test_killed (void)
{
  RsLastPlace *place = make_place ();
  char *name;
  guint32 offset;
  pid_t pid;

  g_assert_false (rs_last_place_read (place, &name, &offset));
  pid = fork ();
  if (pid == 0)
    {
      rs_last_place_enter (place, "first.q", 3);
      rs_last_place_enter (place, "second.q", 5);
      rs_last_place_move (place, 70);
      kill (getpid (), SIGKILL);
    }
  waitpid (pid, NULL, 0);
  check (place, "second.q", 70);
  rs_last_place_unmap (place);
}

static void
test_long_name (void)
{
  RsLastPlace *place = make_place ();
  g_autofree char *name = g_strnfill (2 * RS_LAST_PLACE_NAME, 'n'), *cut = g_strnfill (RS_LAST_PLACE_NAME - 1, 'n');

  rs_last_place_enter (place, name, 1);
  check (place, cut, 1);
  memset (place, 0xff, sizeof *place); /* whatever a broken process leaves */
  g_free (name);
  g_assert_true (rs_last_place_read (place, &name, &(guint32){ 0 }));
  g_assert_cmpuint (strlen (name), ==, RS_LAST_PLACE_NAME - 1);
  rs_last_place_unmap (place);
}

static void
ignore (const char *text, gsize length, gpointer data)
{
}

static void
ignore_message (const char *text, gpointer data)
{
}

/* What a session stores: the user's line, also while the library works. */
static void
test_session (void)
{
  static const char text[] = "x = 1\ny = sum(ones(10,10))\nprint y\nerror(\"here\")\n";
  RsLastPlace *place = make_place ();
  RsSession *session = rs_session_new (&(RsSessionOptions){ .device = "cpu",
                                                            .write_output = ignore,
                                                            .write_message = ignore_message,
                                                            .last_place = place },
                                       NULL);

  g_assert_cmpint (rs_session_run_text (session, "place.q", text, NULL), ==, 1);
  check (place, "place.q", (guint32)(strstr (text, "error") - text));
  rs_session_free (session);
  rs_last_place_unmap (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/last-place/killed", test_killed);
  g_test_add_func ("/last-place/long-name", test_long_name);
  g_test_add_func ("/last-place/session", test_session);
  return g_test_run ();
}
