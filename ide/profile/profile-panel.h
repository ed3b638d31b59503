/* A trace in a dock tab: summary, timeline, the selected event as text, the kernel table.
 *
 * Places are shown through "win.go-to".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/profile/pages/kernel-list.h"
#include "ide/profile/timeline/timeline.h"
#include "ide/run/runs.h"

#include <libpanel.h>

#define RS_TYPE_PROFILE_PANEL (rs_profile_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsProfilePanel, rs_profile_panel, RS, PROFILE_PANEL, PanelWidget)

PanelWidget *rs_profile_panel_new (RsRuns *runs);

/* Shows another trace; opening goes on in the background. */
void rs_profile_panel_open (RsProfilePanel *self, const char *path);
const char *rs_profile_panel_get_path (RsProfilePanel *self);
/* Tells profiles of one program apart in their titles; from 1, which is not written. */
void rs_profile_panel_set_number (RsProfilePanel *self, guint number);
guint rs_profile_panel_get_number (RsProfilePanel *self);
/* Whether the trace is open and the newest items are drawn. */
gboolean rs_profile_panel_is_ready (RsProfilePanel *self);

RsTimeline *rs_profile_panel_get_timeline (RsProfilePanel *self);
RsKernelList *rs_profile_panel_get_kernels (RsProfilePanel *self);

/* Selects a span of that name: the next one after the selected; zooms in where spans are merged. */
void rs_profile_panel_select_by_name (RsProfilePanel *self, const char *name);
/* Shows that trace beside this one. */
/* others: the other side; more: beside this trace, NULL: nothing. */
void rs_profile_panel_compare_with (RsProfilePanel *self, const char *const *others, const char *const *more);
/* Goes to the source of the selected event. */
void rs_profile_panel_go_to_source (RsProfilePanel *self);

/* What is drawn, as a JSON object. */
void rs_profile_panel_dump (RsProfilePanel *self, GString *json);
