/* Sends damaged requests to a debugger whose program runs and stands: `fuzz-debug SEED SECONDS`.
 *
 * At each stop some requests are made of words that the protocol knows, of numbers and of noise, and some bytes of them
 * are changed. What is looked for are crashes, reports of sanitizers, requests that are not answered once, and answers
 * that are no records.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/console.h"
#include "runtime/debug/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[]
    = "type point : mutable class\n    x : scalar\n    y : vec\nend\n"
      "function y = fib(n)\n    if n < 2\n        y = n\n    else\n        y = fib(n - 1) + fib(n - 2)\n    "
      "endif\nend\n"
      "function [] = __kernel__ reverse(x : vec, pos : int)\n    s = shared(8)\n    s[pos] = x[pos]\n    syncthreads\n "
      "   x[pos] = s[7 - pos]\nend\n"
      "function [] = main()\n    x = zeros(8)\n    c = {1, \"text\", [[1,2],[3,4]]}\n    p = point(x:=3, y:=zeros(4))\n"
      "    z = complex(ones(3, 4, 3), 2)\n    b = mat[uint8](5, 7)\n    f = a -> a + p.x\n"
      "    for i = 0..3\n        x[i] = f(i) / (i - 1)\n        p.y[i] = fib(4)\n    end\n    parallel_do(8, x, "
      "reverse)\n"
      "    try\n        error \"mine\"\n    catch ex\n        p.x = 7\n    end\n    print x, p.x\nend\n";

static const char *const words[] = {
  "break",
  "watch",
  "delete",
  "enable",
  "disable",
  "breakpoints",
  "continue",
  "step",
  "over",
  "out",
  "until",
  "item",
  "pause",
  "stack",
  "frame",
  "text",
  "variables",
  "complete",
  "evaluate",
  "expression",
  "entry",
  "look",
  "program",
  "command",
  "list",
  "break 4 if x",
  "up",
  "print x",
  "stopp",
  "statistics",
  "table",
  "picture",
  "curve",
  "histogram",
  "image",
  "samples",
  "along",
  "errors",
  "nan",
  "warnings",
  "p.y[2]",
  "c[2][1,1]",
  "library",
  "pause",
  "stack",
  "detach",
  "stop",
  "on",
  "off",
  "none",
  "uncaught",
  "all",
  "once",
  "if=",
  "if=i == 1",
  "hits=",
  "say=",
  "say={x}",
  "number=",
  "number=1",
  "workspace",
  "0",
  "1",
  "2",
  "3",
  "7",
  "17",
  "24",
  "4096",
  "5000",
  "-1",
  "99999999999999999999",
  "main",
  "fib",
  "reverse",
  "prog.q:9",
  "prog.q:",
  ":",
  "object 3",
  "object",
  "x",
  "c",
  "p",
  "p.y",
  "z",
  "b",
  "f",
  "x[2]",
  "x = 3",
  "x[0] = 5",
  "1 +",
  "fib(3)",
  "error \"e\"",
  "q = p",
  "[1, 2]",
  "3, 4",
  "function y = g(a)\ny = a\nend",
  "",
  " ",
  "\\",
  "\\t",
  "{",
  "\xff",
  "i",
  "n",
};

typedef struct {
  GRand *random;
  guint64 n_requests, n_stops, n_answers;
  gint64 end;
} Fuzz;

static char *
make_request (GRand *random)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = (guint)g_rand_int_range (random, 1, 8);

  for (guint i = 0; i < n; i++)
    {
      const char *word
          = words[g_rand_int_range (random, 0,
                                    i == 0 && g_rand_int_range (random, 0, 8) > 0 ? 30 : (int)G_N_ELEMENTS (words))];

      g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", word);
    }
  for (guint k = g_rand_int_range (random, 0, 4) == 0 ? (guint)g_rand_int_range (random, 1, 4) : 0;
       k > 0 && text->len > 0; k--)
    text->str[g_rand_int_range (random, 0, (gint32)text->len)] = (char)g_rand_int_range (random, 1, 256);
  if (g_rand_int_range (random, 0, 500) == 0)
    for (guint k = 0; k < 70; k++)
      g_string_append (text, "\tx");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_tell (const char *record, gpointer data)
{
  Fuzz *self = data;
  g_autofree char *text = rs_debug_record_to_text (record);

  g_assert_true (g_utf8_validate (record, -1, NULL) && strchr (record, '\n') == NULL);
  g_assert_nonnull (text);
  if (strcmp (record, "done") == 0 || g_str_has_prefix (record, "error\t") || g_str_has_prefix (record, "failed\t"))
    self->n_answers++;
}

static void
ask (RsDebugger *debugger, Fuzz *self, const char *request)
{
  guint64 before = self->n_answers;

  rs_debugger_handle (debugger, request);
  g_assert_cmpuint (self->n_answers, >, before); /* inputs in the workspace may stop, and be asked, inside */
  self->n_requests++;
}

static void
on_stopped (RsDebugger *debugger, gpointer data)
{
  Fuzz *self = data;

  self->n_stops++;
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *request = make_request (self->random);

      ask (debugger, self, request);
    }
  if (g_get_monotonic_time () > self->end)
    rs_debugger_detach (debugger);
  else
    ask (debugger, self, g_rand_int_range (self->random, 0, 3) == 0 ? "continue" : "step");
}

static void
ignore_output (const char *text, gsize length, gpointer data)
{
}

static void
ignore_message (const char *text, gpointer data)
{
}

static void
run_program (Fuzz *self, guint round)
{
  const RsSessionOptions options = { .device = round % 2 == 0 ? "interp" : "auto",
                                     .write_output = ignore_output,
                                     .write_message = ignore_message };
  const RsDebuggerCallbacks callbacks = { .stopped = on_stopped, .tell = on_tell, .data = self };
  const char *const none[] = { NULL };
  g_autoptr (RsSession) session = rs_session_new (&options, NULL);
  g_autoptr (RsSource) source = rs_source_new_from_text ("prog.q", program, -1);
  RsDebugger *debugger = rs_debugger_new (session, &callbacks);
  RsConsole *console = rs_console_new (session);

  rs_debugger_set_workspace (debugger, &rs_console_workspace, console);
  rs_debugger_set_program (debugger, "prog.q", program);
  rs_debugger_set_starts_paused (debugger, TRUE);
  rs_console_run_program (console, source, none);
  rs_debugger_program_ended (debugger, 0);
  rs_debugger_set_idle (debugger, TRUE);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *request = make_request (self->random);

      ask (debugger, self, request);
    }
  rs_console_free (console);
  rs_debugger_free (debugger);
}

int
main (int argc, char **argv)
{
  const guint32 seed = argc > 1 ? (guint32)atoi (argv[1]) : 1;
  const int seconds = argc > 2 ? atoi (argv[2]) : 30;
  Fuzz self = { .random = g_rand_new_with_seed (seed), .end = g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND };
  guint round = 0;

  for (; g_get_monotonic_time () < self.end; round++)
    run_program (&self, round);
  printf ("%u programs, %" G_GUINT64_FORMAT " stops, %" G_GUINT64_FORMAT " requests\n", round, self.n_stops,
          self.n_requests);
  g_rand_free (self.random);
  g_assert_cmpuint (self.n_stops, >, 0);
  return 0;
}
