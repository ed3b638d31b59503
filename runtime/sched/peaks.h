/* What the processor can do at most: operations and bytes a second, on all threads that kernels use.
 *
 * Measured by kernels of our own, which do nothing else: chains of multiplications and additions in vector registers,
 * and sums and scaled copies of arrays of several sizes, from those that stay in the first cache to those that only
 * memory holds. Kept from run to run for 30 days (cost-file.h), the best of the first three runs that ask, since a
 * machine may be busy with something else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

#define RS_PEAK_LEVELS 5

/* Rates in operations or bytes a nanosecond. */
typedef struct {
  guint threads;
  double single_operations, double_operations;
  struct {
    gint64 bytes;           /* that the arrays have together */
    double read;            /* of arrays that are only read */
    double copy;            /* where as many are written as are read */
  } levels[RS_PEAK_LEVELS]; /* by bytes */
} RsPeaks;

/* Takes a third of a second when nothing is kept. FALSE: there is no C compiler, or it does not get on with the text,
 * or there is no memory. Runs kernels: before or after those of a program. */
gboolean rs_peaks_find (const RsSettings *settings, RsPeaks *peaks);

/* Fills in what the device can do, whose threads and sizes of levels peaks has: of few runs measured anew, by
 * measure_rates (FALSE: it could not be), the best of these is kept on this machine. FALSE: it is not known. */
typedef gboolean (*RsPeaksMeasure) (RsPeaks *peaks, gpointer data);
gboolean rs_peaks_learn (const RsSettings *settings, RsDevice *device, RsPeaksMeasure measure_rates, gpointer data,
                         RsPeaks *peaks);

/* A line of text, and back: FALSE when text is none. (transfer full) */
char *rs_peaks_to_text (const RsPeaks *peaks);
gboolean rs_peaks_parse (const char *text, RsPeaks *peaks);
