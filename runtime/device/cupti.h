/* What the CUDA device tells whoever records the work of its driver (plugins/cupti, through profiler/record).
 *
 * The driver numbers its own calls; only here is known for which launch a call is made. So the device's plugin calls
 *
 *     rs_cupti_attach   when it opens a device, before the driver's first call where that is possible,
 *     rs_cupti_push     before each call of the driver or of a library (cuBLAS, cuFFT) that belongs to a launch,
 *     rs_cupti_pop      behind it, on the same thread,
 *
 * and whatever the call starts is recorded with the launch's id. While nothing is recorded, push and pop cost a load.
 *
 * In a run that measures (run --metrics) there is no recording of that kind; the device's plugin then has the counters
 * of a launch's kernels read:
 *
 *     rs_cupti_begin    with the device's context, before the first of them,
 *     rs_cupti_end      behind the last,
 *     rs_cupti_add_binary   what its compiler made, when the driver has loaded it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/settings.h"
#include "runtime/device/device.h"

/* Who records. The tables are static: a thread may still be in one of its functions when the recording ends. */
typedef struct {
  void (*push) (guint64 launch); /* id of an RsDeviceLaunch, not 0; NULL: it measures */
  void (*pop) (void);
  gboolean (*begin) (const RsDeviceLaunch *launch); /* NULL: it records */
  void (*end) (const RsDeviceLaunch *launch);
  void (*add_binary) (gconstpointer bytes, gsize size); /* NULL: it records */
} RsCuptiMarks;

extern const RsCuptiMarks *rs_cupti_marks; /* NULL: nobody; read through the functions below */

/* TRUE when the driver's work is recorded from now on: kernel events then come from there, and
 * RsDevice.is_recorded says so to the device's queue. FALSE when there is no recording, or none of
 * this kind; the trace says why. Any thread. */
gboolean rs_cupti_attach (const RsSettings *settings);

static inline void
rs_cupti_push (guint64 launch)
{
  const RsCuptiMarks *marks = __atomic_load_n (&rs_cupti_marks, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (marks != NULL) && marks->push != NULL)
    marks->push (launch);
}

static inline void
rs_cupti_pop (void)
{
  const RsCuptiMarks *marks = __atomic_load_n (&rs_cupti_marks, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (marks != NULL) && marks->pop != NULL)
    marks->pop ();
}

/* Whether launches may be measured: their shape is wanted. */
static inline gboolean
rs_cupti_is_measuring (void)
{
  const RsCuptiMarks *marks = __atomic_load_n (&rs_cupti_marks, __ATOMIC_ACQUIRE);

  return G_UNLIKELY (marks != NULL) && marks->begin != NULL;
}

/* Not NULL: the kernels that this thread launches until rs_cupti_end, which has to follow, are measured: each of them
 * runs several times. Waits for what the device does. */
static inline const RsCuptiMarks *
rs_cupti_begin (const RsDeviceLaunch *launch)
{
  const RsCuptiMarks *marks = __atomic_load_n (&rs_cupti_marks, __ATOMIC_ACQUIRE);

  return G_UNLIKELY (marks != NULL) && marks->begin != NULL && marks->begin (launch) ? marks : NULL;
}

/* marks: what rs_cupti_begin has returned. */
static inline void
rs_cupti_end (const RsCuptiMarks *marks, const RsDeviceLaunch *launch)
{
  if (G_UNLIKELY (marks != NULL))
    marks->end (launch);
}

/* The driver has loaded a binary with line tables. Any thread, but not between rs_cupti_begin and rs_cupti_end. */
static inline void
rs_cupti_add_binary (gconstpointer bytes, gsize size)
{
  const RsCuptiMarks *marks = __atomic_load_n (&rs_cupti_marks, __ATOMIC_ACQUIRE);

  if (G_UNLIKELY (marks != NULL) && marks->add_binary != NULL)
    marks->add_binary (bytes, size);
}

/* The recorder's: who is asked by rs_cupti_attach, NULL: nobody. Returns after the last call of the one before has
 * ended. */
typedef const RsCuptiMarks *(*RsCuptiAttachFunc) (const RsSettings *settings, gpointer data);
void rs_cupti_listen (RsCuptiAttachFunc attach, gpointer data);
