/* The timeline of another recording below the first: both show as much time, and move together.
 *
 * Their starts lie above each other, until a span is selected in the first one: then the same one of the other
 * recording (the third launch of a kernel, if it is the third) begins at the same place, and how long both took is
 * told.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/profile/timeline/timeline.h"

#define RS_TYPE_SECOND_TIMELINE (rs_second_timeline_get_type ())
G_DECLARE_FINAL_TYPE (RsSecondTimeline, rs_second_timeline, RS, SECOND_TIMELINE, GtkWidget)

/* Follows first, and moves it. (transfer floating) */
GtkWidget *rs_second_timeline_new (RsTimeline *first);

/* The traces of both; other: NULL: none, and the widget hides. */
void rs_second_timeline_set_traces (RsSecondTimeline *self, const char *first, const char *other);

RsTimeline *rs_second_timeline_get_timeline (RsSecondTimeline *self);
/* What is said about the spans that lie above each other; "" when there are none. */
const char *rs_second_timeline_get_text (RsSecondTimeline *self);
