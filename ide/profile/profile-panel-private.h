/* The panel's parts: profile-panel.c makes and fills them, profile-live.c follows a recording, profile-panel-dump.c
 * tells tests what they show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/profile/profile-panel.h"

#include "ide/profile/save-trace.h"
#include "ide/profile/timeline/second-timeline.h"
#include "ide/profile/trace-job.h"
#include "ide/profile/trace-reader.h"

struct _RsProfilePanel {
  PanelWidget parent;

  /* template */
  GtkStack *stack;
  GtkLabel *message_label;

  /* of trace-view.ui, made by make_view; NULL before */
  GtkLabel *event_label, *summary_label, *legend, *more_label, *damage_label;
  GtkSearchEntry *search;
  GtkButton *save_button;
  RsTimeline *timeline;
  GtkBox *timelines;
  RsKernelList *kernels;
  GtkPaned *paned;
  GtkStackSwitcher *switcher;
  GtkScrolledWindow *tabs; /* around switcher */
  GtkMenuButton *more;     /* the pages without a tab */
  GtkStack *pages;         /* kernels, and those of trace-pages.def */

  RsSecondTimeline *second; /* borrowed from timelines */

  /* owned */
  RsTraceReader *reader; /* NULL before the first trace */
  char *wanted_name;     /* of the span to select as soon as it is there; NULL: none */
  guint search_steps;
  RsTraceSaving *saving; /* borrowed; NULL: none is under way */
  RsTraceJob *range_job; /* reads the kernels of a range; borrowed; NULL: none is under way */
  RsTraceRange asked_range;
  RsTraceJob *parts_job; /* reads what belongs to the selected launch; borrowed; NULL: none is under way */
  gint64 asked_launch;   /* of parts_job, or of the parts that are known; 0: none */
  gboolean range_is_stale;
  guint tab_source, view_source, line_source; /* 0: none waits */
  guint number; /* among the profiles of the window; 0 and 1: the first, which does not say so */

  /* while it is recorded */
  RsTraceReader *next_reader; /* opens what is new; owned; NULL: none */
  RsTraceReader *last_reader; /* whose texts are still drawn; owned; NULL: none */
  guint live_source;          /* 0: nothing is followed */
  gboolean wants_end;         /* the recording has ended, which does not show yet */
  gint64 stamp;               /* of the file when it was opened last */

  gboolean open;       /* the reader has opened the trace */
  gboolean waiting;    /* for items */
  gboolean divided;    /* the space between timeline and table */
  gboolean tells_sums; /* summary_label: of the whole trace, which the user need not see */
};

/* Hears of what the reader answers. */
void rs_profile_panel_connect_reader (RsProfilePanel *self);
/* Whether the trace at path shows while it is recorded. */
gboolean rs_profile_panel_follows (RsProfilePanel *self, const char *path);
/* Reads at once what is new. */
void rs_profile_panel_catch_up (RsProfilePanel *self);
/* Kernels, summary and pages of what the reader has, or of the selected range. */
void rs_profile_panel_show_read (RsProfilePanel *self);
/* Shows why the trace can't be read, in place of what was read. */
void rs_profile_panel_show_failure (RsProfilePanel *self, const char *message);
/* Shows what is new as long as the trace is recorded. */
void rs_profile_panel_follow (RsProfilePanel *self);
void rs_profile_panel_stop_following (RsProfilePanel *self);
