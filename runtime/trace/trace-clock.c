/* The clock of events: CLOCK_MONOTONIC, read through the processor's counter of cycles while somebody listens.
 *
 * A reading of the clock costs twice one of the counter, and a function call is two readings. So a thread reads the
 * clock only once a millisecond and counts cycles from there. How long a cycle is, is measured between such readings:
 * it follows what adjusts the clock. Where the counter is not what the kernel itself uses, the clock is read each time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/trace/trace.h"

#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#define HAS_COUNTER 1
#else
#define HAS_COUNTER 0
#define __rdtsc() ((guint64)0)
#endif

#define WINDOW G_GINT64_CONSTANT (1000000)    /* ns that are counted in cycles from a reading of the clock */
#define MEASURED G_GINT64_CONSTANT (20000000) /* ns between the readings that tell how long a cycle is */
#define LONGEST_READING 2000                  /* cycles */
#define SHIFT 32

typedef struct {
  guint64 cycles;
  gint64 ns;
  guint64 limit;  /* cycles from there; 0: the clock is read */
  guint64 length; /* of a cycle, ns << SHIFT */
} Anchor;

static gint uses_counter; /* atomic */
static _Thread_local Anchor anchor __attribute__ ((tls_model ("initial-exec")));
static _Thread_local Anchor measured __attribute__ ((tls_model ("initial-exec"))); /* where a measurement began */

static gint64
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64)now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

void
rs_trace_clock_choose (gboolean listening)
{
  g_autofree char *source = NULL;
  gboolean is_trusted
      = HAS_COUNTER && listening
        && g_file_get_contents ("/sys/devices/system/clocksource/clocksource0/current_clocksource", &source, NULL, NULL)
        && strcmp (g_strchomp (source), "tsc") == 0;

  __atomic_store_n (&uses_counter, is_trusted, __ATOMIC_RELAXED);
}

/* The clock with the counter at that time. FALSE: something came between the two each time. */
static gboolean
read_both (gint64 *now, guint64 *cycles)
{
  for (int i = 0; i < 3; i++)
    {
      guint64 before = __rdtsc (), after;

      *now = read_clock ();
      after = __rdtsc ();
      *cycles = before + (after - before) / 2;
      if (after - before < LONGEST_READING)
        return TRUE;
    }
  return FALSE;
}

/* The clock, and from where cycles are counted next. Once a millisecond: out of the way of what comes more often. */
static __attribute__ ((noinline, cold)) gint64
read_and_anchor (void)
{
  guint64 cycles, counted;
  gint64 now, passed;

  if (!read_both (&now, &cycles))
    {
      anchor.limit = 0;
      return now;
    }
  passed = now - measured.ns;
  counted = cycles - measured.cycles;

  if (measured.ns == 0 || passed > 50 * MEASURED || passed < 0 || counted > G_MAXUINT32)
    {
      measured = (Anchor){ cycles, now, 0, anchor.length }; /* too long ago to be multiplied */
      passed = 0;
    }
  else if (passed >= MEASURED || (anchor.length == 0 && passed >= WINDOW))
    {
      anchor.length = ((guint64)passed << SHIFT) / MAX (counted, 1);
      measured = (Anchor){ cycles, now, 0, anchor.length };
    }
  if (anchor.length > 0)
    {
      /* Never back behind what was told before. */
      guint64 since = cycles - anchor.cycles;
      gint64 told = since < 4 * anchor.limit ? anchor.ns + (gint64)((since * anchor.length) >> SHIFT) : now;

      anchor.cycles = cycles;
      anchor.ns = told > now && told - now < WINDOW / 1000 ? told : now;
      anchor.limit = ((guint64)WINDOW << SHIFT) / anchor.length;
      return anchor.ns;
    }
  return now;
}

gint64
rs_trace_now (void)
{
  if (__atomic_load_n (&uses_counter, __ATOMIC_RELAXED))
    {
      guint64 passed = __rdtsc () - anchor.cycles;

      if (G_LIKELY (passed < anchor.limit))
        return anchor.ns + (gint64)((passed * anchor.length) >> SHIFT);
      return read_and_anchor ();
    }
  return read_clock ();
}
