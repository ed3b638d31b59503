/* Samples as events: where in the program each was, and its call stack.
 *
 * What counts as the line of a sample, in this order: that of the generated code in which the thread was, or which
 * called the library code in which it was; that of the interpreter; none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/record/lines/sampler.h"

typedef struct _RsSamplePlaces RsSamplePlaces;

/* Makes the names that events have: rs_trace_name, while somebody listens. program: its main file. */
RsSamplePlaces *rs_sample_places_new (const char *program);
void rs_sample_places_free (RsSamplePlaces *places);

/* Before samples are added: code may have been loaded. */
void rs_sample_places_refresh (RsSamplePlaces *places);
/* Appends the events of a sample to events (of RsTraceEvent): FRAME for each place that is new, then SAMPLE. */
void rs_sample_places_add (RsSamplePlaces *places, const RsSample *sample, guint32 track, GArray *events);
