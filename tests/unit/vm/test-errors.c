/* Errors of running programs: their messages, their stacks, and Stop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/unit/vm/run.h"

#include <string.h>
#include <time.h>

static void
test_messages (void)
{
  rs_expect_error ("x = [1,2]\nprint x[2]\n", 2, "outside x");
  rs_expect_error ("f = x -> x\ng = f\ng(1,2)\n", 1, "passes 2");
  rs_expect_error ("function y = f(x)\n if x > 1\n  y = 2\n endif\nendfunction\nprint f(0)\n", 1, "output y");
  rs_expect_error ("for i = 1..0\n a = 1\nendfor\nprint a\n", 1, "`a` has no value");
  rs_expect_error ("x = 3\nf = {x}\nf[0](1)\n", 1, "can't be called");
  rs_expect_error ("[a, b] = {1, 2, 3}\n", 2, "taken apart");
  rs_expect_error ("c = {1, 2, 3}\n[a, b] = c\n", 1, "taken apart");
  rs_expect_error ("if [1,2]\nendif\n", 2, "all() or any()");
}

static void
test_stack (void)
{
  rs_expect_error ("function y = f(x)\n y = g(x)\nendfunction\nfunction y = g(x)\n error \"bad \", x\n y = "
                   "1\nendfunction\nprint f(3)\n",
                   1, "in g (test.q:5)\n  in f (test.q:2)\n  in main program (test.q:8)");
}

static void
test_overflow (void)
{
  rs_expect_error ("function y = f(n)\n y = g(n)\nendfunction\nfunction y = g(n)\n y = f(n)\nendfunction\nf(1)\n", 1,
                   "stack overflow");
  rs_expect_output ("function y = f(n)\n y = n == 0 ? 0 : 1 + f(n-1)\nendfunction\nprint f(5000)\n", "5000\n");
  {
    g_autoptr (RsRun) run = rs_run ("function y = f(n)\n y = n == 0 ? 0 : 1 + f(n-1)\nendfunction\nprint f(500)\n",
                                    "interp", RS_PRECISION_SINGLE, "RUNTIME_STACK_DEPTH=100", NULL);

    g_assert_cmpint (run->status, ==, 1);
  }
}

static gpointer
stop_soon (gpointer session)
{
  g_usleep (50000);
  rs_session_stop (session);
  return NULL;
}

static void
ignore (const char *text, gpointer data)
{
  g_string_append (data, text);
}

static void
test_stop (void)
{
  static const char *const endless[] = {
    "while true\nendwhile\n",
    "while true\n try\n  while true\n  endwhile\n catch e\n endtry\nendwhile\n",
    "function y = f(n)\n y = 1\nendfunction\nrepeat\n f(1)\nuntil false\n",
    "for i = 0..10^12\nendfor\n",
    "function [] = __kernel__ k(x : vec, pos : int)\n x[0] = pos\nendfunction\nx = zeros(1)\nparallel_do(10^9, x, k)\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autoptr (GString) messages = g_string_new (NULL);
      g_autoptr (RsSettings) settings = rs_settings_new ();
      RsSessionOptions options
          = { .settings = settings, .device = "interp", .write_message = ignore, .output_data = messages };
      g_autoptr (RsSession) session = rs_session_new (&options, NULL);
      GThread *thread = g_thread_new ("stop", stop_soon, session);
      clock_t start = clock (); /* of the processor: others may keep it longer */

      g_assert_cmpint (rs_session_run_text (session, "test.q", endless[i], NULL), ==, 1);
      g_assert_cmpint (clock () - start, <, CLOCKS_PER_SEC);
      g_assert_nonnull (strstr (messages->str, "stopped"));
      g_thread_join (thread);
    }
}

static void
test_unsupported (void)
{
  rs_expect_error ("function [] = __kernel__ k(x : vec'shared, pos : int)\n  x[pos] = 1\nendfunction\n"
                   "parallel_do(9, zeros(9), k)\n",
                   2, "not supported yet");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vm/errors/messages", test_messages);
  g_test_add_func ("/vm/errors/stack", test_stack);
  g_test_add_func ("/vm/errors/overflow", test_overflow);
  g_test_add_func ("/vm/errors/stop", test_stop);
  g_test_add_func ("/vm/errors/unsupported", test_unsupported);
  return g_test_run ();
}
