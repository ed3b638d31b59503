/* Measuring the main loop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/app/loop-meter.h"

#include <glib.h>
#include <time.h>

static GPollFunc poll_before;      /* NULL: nothing is measured */
static double turn_began, longest; /* ms */

static double
get_processor_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + (double)now.tv_nsec / 1e6;
}

void
rs_loop_meter_pause (void)
{
  const double turn = get_processor_time () - turn_began;

  longest = MAX (longest, turn);
}

void
rs_loop_meter_resume (void)
{
  turn_began = get_processor_time ();
}

static int
poll_and_measure (GPollFD *files, guint n, int timeout)
{
  int ready;

  rs_loop_meter_pause ();
  ready = poll_before (files, n, timeout);
  rs_loop_meter_resume ();
  return ready;
}

void
rs_loop_meter_start (void)
{
  if (g_getenv ("RS_IDE_DUMP") == NULL || poll_before != NULL)
    return;
  rs_loop_meter_resume ();
  poll_before = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, poll_and_measure);
}

double
rs_loop_meter_take_longest (void)
{
  double taken;

  rs_loop_meter_pause ();
  taken = longest;
  longest = 0;
  rs_loop_meter_resume ();
  return poll_before != NULL ? taken : 0;
}
