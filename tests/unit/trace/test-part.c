/* What stays of events before a part: bounded, and each kind by its own bound.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "profiler/store/part.h"

static guint
count (const RsTracePast *past, RsTraceKind kind)
{
  g_autoptr (GArray) events = rs_trace_past_list (past);
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    n += g_array_index (events, RsTraceEvent, i).kind == kind;
  return n;
}

/* A program of many call stacks, whose samples come first. */
static void
test_decisions (void)
{
  g_autoptr (RsTracePast) past = rs_trace_past_new ();

  for (guint i = 1; i <= 150000; i++)
    rs_trace_past_add (past, &(RsTraceEvent){ .kind = RS_TRACE_FRAME, .a = i, .b = i - 1 });
  for (guint i = 0; i < 150000; i++)
    rs_trace_past_add (past, &(RsTraceEvent){ .kind = RS_TRACE_DECISION, .line = i });
  g_assert_cmpuint (count (past, RS_TRACE_FRAME), ==, 150000);
  g_assert_cmpuint (count (past, RS_TRACE_DECISION), ==, 100000);
}

/* Those of the last launch of each place stay; those of no launch, and more than a launch can have, do not pile up. */
static void
test_arguments (void)
{
  g_autoptr (RsTracePast) past = rs_trace_past_new ();

  for (guint i = 0; i < 100000; i++)
    rs_trace_past_add (past, &(RsTraceEvent){ .kind = RS_TRACE_ARGUMENT, .line = 1, .a = i });
  for (guint i = 0; i < 3000; i++)
    rs_trace_past_add (past, &(RsTraceEvent){ .kind = RS_TRACE_ARGUMENT, .line = 2, .a = i, .parent = 1 + i / 3 });
  g_assert_cmpuint (count (past, RS_TRACE_ARGUMENT), ==, 3);
  for (guint i = 0; i < 100000; i++)
    rs_trace_past_add (past, &(RsTraceEvent){ .kind = RS_TRACE_ARGUMENT, .line = 3, .a = i, .parent = 7 });
  g_assert_cmpuint (count (past, RS_TRACE_ARGUMENT), <, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/part/decisions", test_decisions);
  g_test_add_func ("/trace/part/arguments", test_arguments);
  return g_test_run ();
}
