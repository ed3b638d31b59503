/* What launches of a place in the program have taken on each device, and where the next one goes.
 *
 * Learned for (place, size class): times are those of the kernel and of beginning it, the least of the first few, then
 * the mean of the last ones, of which none counts for more than twice the mean; the first one on a device counts for
 * nothing (memory is touched for the first time, drivers finish their code). A device of unknown time is tried for two
 * launches, once what the others have taken is worth it, and for a third one where it is slower, but not by far. The
 * cheapest one by queue + copies + kernel takes the launch, but the last one keeps it while
 * the lead is within noise. Where a device would be faster if the arrays were there, what is lost by not going there is
 * added up, and when it has paid for the copies they are made.
 *
 * Times, and what launches have taken in all, are kept from run to run where there is a file for them (cost-file.h): a
 * device is tried in the end where each run is short, too. One whose time is known so is not tried again before the
 * others have taken so much that it costs little to see whether that still holds.
 *
 * What the host reads of what a launch wrote has to come back first: which part of it that is, in the mean, is learned
 * of the launches of the place on devices, and counts each time. While they run on the CPU that is slowly forgotten.
 *
 * Threads: noting any, all else the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/place/cost-file.h"
#include "runtime/sched/place/place-reason.h"

#include <glib.h>

#define RS_MOST_COSTED 8 /* devices */
/* In the file, instead of a device: another one than the CPU took the launch over. */
#define RS_COST_ELSEWHERE 1
/* Likewise: what launches have taken, in all runs. */
#define RS_COST_SPENT 2

typedef struct _RsCost RsCost;
typedef struct _RsCosts RsCosts;

/* Where a launch may go. Times in ns. */
typedef struct {
  guint number;  /* of the device, below RS_MOST_COSTED */
  gint64 queued; /* until it could begin: what it, and those whose results it needs, have to do before */
  gint64 copies; /* of the launch's arrays that are not there */
  gint64 fetch;  /* of what the host will read of it: rs_cost_predict_fetch */
} RsCostPlace;

RsCosts *rs_costs_new (void);
/* From here on what is kept in file (transfer full) counts, and what is learned goes there when self is freed. */
void rs_costs_keep (RsCosts *self, RsCostFile *file);
/* What the times of the device hold for: rs_cost_file_hash of a text; 0: nothing of it is kept. Before its first
 * launch. number, here and below: less than RS_MOST_COSTED. */
void rs_costs_set_device (RsCosts *self, guint number, guint64 identity);
/* The number of the CPU: what is worth taking elsewhere is kept, too. */
void rs_costs_set_cpu (RsCosts *self, guint number);
/* How much launches of a place have to take before another device is tried for them; ns, 50 ms unless told. */
void rs_costs_set_worth_trying (RsCosts *self, gint64 ns);
/* What launches of arrays of so many bytes have in common. */
guint rs_costs_get_size_class (guint64 bytes);
/* No launch that notes anything may be left. */
void rs_costs_free (RsCosts *self);
/* Owned by self. place: compared only. launched: hash by which what is kept is found; 0: nothing is. bytes: of the
 * launch's arrays. */
RsCost *rs_costs_get (RsCosts *self, gconstpointer place, guint64 launched, guint64 bytes);

/* --- copies back to the host --- */

/* A launch of the cost that runs on a device with memory of its own writes these arrays: oids, [n]. */
void rs_costs_note_written (RsCosts *self, RsCost *cost, const guint64 *oids, guint n);
/* The host reads so many bytes of the array there. Any thread. */
void rs_costs_note_fetched (RsCosts *self, guint64 oid, guint64 bytes);
/* ns that it takes to read what a launch of the cost writes, by what was read of earlier ones: on a device of so many
 * ns a byte and a copy. */
gint64 rs_cost_predict_fetch (const RsCost *self, double ns_per_byte, double latency);

/* --- choosing --- */

/* The kernel took so many ns on the device. Any thread. */
void rs_cost_note (RsCost *self, guint number, gint64 ns);
/* ns of the kernel on the device; negative: not known. Any thread. */
gint64 rs_cost_get (const RsCost *self, guint number);
/* The device can't run it: it is not tried, and not taken to be cheapest. */
void rs_cost_refuse (RsCost *self, guint number);
/* Whether one of the places is still to be tried, or at it. */
gboolean rs_cost_is_learning (const RsCost *self, const RsCostPlace *places, guint n);
/* Index of the place that takes the launch, and why; places: [n], n > 0, what is best without any knowledge first. */
guint rs_cost_choose (RsCost *self, const RsCostPlace *places, guint n, RsPlaceReason *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsCosts, rs_costs_free)
