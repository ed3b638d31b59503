/* What the devices of a run can do at most, the processor and others: runtime/sched/peaks.h for each of them.
 *
 * A device that computes on the host's cores can do what these can. Of another one it is measured, by a program that
 * runs on it alone: chains of multiplications and additions, and arrays of several sizes that are read and copied. Kept
 * from run to run as the processor's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/settings.h"

#include <glib.h>

/* What a trace keeps of a run on these devices, by the fact's name: "peaks" of the processor, "peaks cuda:0" of
 * another, and its model, "model cuda:0"; without what is not known. settings: NULL: the user's. device: as -d takes
 * it, NULL: auto, whose GPUs are left out: they join when the run is long. Runs programs: before or after those of a
 * run, on its thread. (transfer full) (element-type utf8 utf8) */
GHashTable *rs_device_peaks_find (const RsSettings *settings, const char *device);
