/* What a person types: which lines are commands, and what they answer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "stand.h"

#include "runtime/debug/commands.h"

#include <string.h>

static void
test_parse (void)
{
  static const struct {
    const char *line, *name, *rest; /* name NULL: a statement */
  } cases[] = {
    { "step", "step", "" },
    { "  s  ", "step", "" },
    { "break 12 if x > 3", "break", "12 if x > 3" },
    { "b main", "break", "main" },
    { "break prog.q:4", "break", "prog.q:4" },
    { "load ./a.q", "load", "./a.q" },
    { "load /tmp/a.q", "load", "/tmp/a.q" },
    { "print x + 1", "print", "x + 1" },
    { "p x[2]", "print", "x[2]" },
    { "p -x", "print", "-x" },
    { "where", "trace", "" },
    { "q", "quit", "" },
    /* names in statements */
    { "step = 3", NULL, NULL },
    { "list(1)", NULL, NULL },
    { "list[2]", NULL, NULL },
    { "up.x", NULL, NULL },
    { "n + 1", NULL, NULL },
    { "n += 1", NULL, NULL },
    { "s / 9 + amount", NULL, NULL },
    { "s/9", NULL, NULL },
    { "s - 1", NULL, NULL },
    { "c -1", NULL, NULL },
    { "p / 9", NULL, NULL },
    { "p - 1", NULL, NULL },
    { "stepp", NULL, NULL },
    { "x", NULL, NULL },
    { "", NULL, NULL },
    { "list\nprint 3", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *rest = NULL;
      const RsDebugCommand *command = rs_debug_command_parse (cases[i].line, &rest);

      g_test_message ("%s", cases[i].line);
      g_assert_cmpstr (command != NULL ? command->name : NULL, ==, cases[i].name);
      if (command != NULL && *cases[i].rest != '\0')
        g_assert_cmpstr (rest, ==, cases[i].rest);
    }
}

static void
test_complete (void)
{
  g_auto (GStrv) some = rs_debug_command_complete ("st"), none = rs_debug_command_complete ("zz");
  g_autofree char *joined = g_strjoinv (" ", some),
                  *help = rs_debug_command_describe (rs_debug_command_find ("so"), NULL);

  g_assert_cmpstr (joined, ==, "start statistics step stepout stepover stop");
  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpstr (help, ==, "  stepover/so/next/n         goes to the next line, over functions\n");
}

static const char program[] = "function y = half(v)\n"
                              "    w = v / 2\n"
                              "    y = w % here\n"
                              "end\n"
                              "x = [1,2,3]\n"
                              "step = 5\n"
                              "print half(4)\n";

static void
test_answers (void)
{
  static const struct {
    const char *request, *answer;
  } cases[] = {
    { "command\t0\tlist", "shown\tv : int = 4\nshown\tw : scalar = 2\n" },
    { "command\t0\ttrace", "shown\t#0   half (prog.q:3)\nshown\t#1   main program (prog.q:7)\n" },
    { "command\t0\tup", "shown\t#1   main program (prog.q:7)\nlooking\t1\tmain program\tprog.q\t7\n" },
    { "command\t1\tup", "error\tthere is no frame 2; there are 2\n" },
    { "command\t0\tdown", "error\tdown: this is the innermost function\n" },
    { "command\t1\tprint x[1]", "2\n" },
    { "command\t1\tx[1] + 1", "value\t3\n" },
    { "command\t1\tstep", "running\n" }, /* the command, not the variable: as in the terminal */
    { "command\t1\tstep + 1", "value\t6\n" },
    { "command\t1\tstatistics x", "shown\tx: 3 elements, least 1, mean 2, most 3, deviation 0.8164966\n" },
    { "command\t0\tdelete 7", "error\tthere is no breakpoint 7\n" },
    { "command\t0\tuntil", "error\tuntil: give a place: LINE, FILE:LINE or FUNCTION\n" },
    { "command\t0\tbreak 3 or so",
      "error\tbreak: \"or so\" is not understood: break PLACE [hits N] [say \"TEXT\"] [if CONDITION]\n" },
    { "command\t0\tstepp", "error\tthere is no command or variable \"stepp\"; did you mean \"step\"?\n" },
    { "command\t0\t% nothing", "" },
    { "command\t0\tload x.q", "error\tload: this is for the program that shows the debugger\n" },
    { "variables\t0", NULL }, /* what a panel asks is not shown */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = rs_stand_and_ask (program, cases[i].request);

      if (cases[i].answer == NULL)
        g_assert_null (strstr (found, "shown"));
      else if (g_str_has_prefix (cases[i].answer, "error"))
        g_assert_true (g_str_has_prefix (found, cases[i].answer));
      else
        g_assert_cmpstr (found, ==, cases[i].answer);
    }
}

/* A front end keeps account of breakpoints that are set, hit and taken away by commands. */
static void
test_account (void)
{
  const char *requests[] = { "break\tprog.q:2",
                             "command\t0\ttbreak 3",
                             "command\t0\tc",
                             "command\t0\tbreakpoints",
                             "command\t0\tdelete",
                             "variables\t0",
                             NULL };
  g_autofree char *records = rs_stand (program, "auto", requests);
  const char *set = strstr (records, "shown\t2: prog.q:3, once\n"), *deleted = strstr (records, "deleted\t2\n");

  g_assert_nonnull (set);
  g_assert_nonnull (strstr (records, "breakpoint\t2\t3\t"));
  g_assert_nonnull (deleted);
  g_assert_nonnull (strstr (deleted, "stopped\tbreakpoint\t2\thalf"));
  g_assert_nonnull (strstr (deleted, "shown\t1: prog.q:2, hit 1 time\n"));
  g_assert_nonnull (strstr (deleted, "deleted\t1\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debug/command/parse", test_parse);
  g_test_add_func ("/debug/command/complete", test_complete);
  g_test_add_func ("/debug/command/answers", test_answers);
  g_test_add_func ("/debug/command/account", test_account);
  return g_test_run ();
}
