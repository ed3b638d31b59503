/* Pages beside the timeline: each shows something of a trace, or of the range that is selected there, as a table at
 * least.
 *
 * A page is a widget with this interface; trace-pages.def lists them. They ask the trace on threads of their own
 * (ide/profile/trace-job.h) and only while they show.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/passes/range.h"

#include <gtk/gtk.h>

#define RS_TYPE_TRACE_PAGE (rs_trace_page_get_type ())
G_DECLARE_INTERFACE (RsTracePage, rs_trace_page, RS, TRACE_PAGE, GtkWidget)

/* Gives a page's only child all of the room. How narrow it can be does not depend on how low it is: a text that goes on
 * in the next line would ask for its whole length in a low window, and push the timeline out of it. */
#define RS_TYPE_TRACE_PAGE_LAYOUT (rs_trace_page_layout_get_type ())
G_DECLARE_FINAL_TYPE (RsTracePageLayout, rs_trace_page_layout, RS, TRACE_PAGE_LAYOUT, GtkLayoutManager)

struct _RsTracePageInterface {
  GTypeInterface parent;

  /* Another trace, or another range of it; path: NULL: none. */
  void (*set_trace) (RsTracePage *self, const char *path, const RsTraceRange *range);
  /* What is typed into the search; "": everything. May be NULL. */
  void (*set_filter) (RsTracePage *self, const char *text);
};

void rs_trace_page_set_trace (RsTracePage *self, const char *path, const RsTraceRange *range);
void rs_trace_page_set_filter (RsTracePage *self, const char *text);

/* Shows a page's table, or hides it. One that has the keyboard gives it to the timeline then: keys that nobody gets
 * would turn no page. */
void rs_trace_page_show_table (RsTracePage *self, GtkWidget *table, gboolean shows);

/* --- the pages --- */
GtkWidget *rs_tree_page_new (void);
GtkWidget *rs_flame_page_new (void);
GtkWidget *rs_memory_page_new (void);
GtkWidget *rs_roofline_page_new (void);
/* id: of a report (reports.def). */
GtkWidget *rs_report_page_new (const char *id);
GtkWidget *rs_compare_page_new (void);
GtkWidget *rs_sql_page_new (void);
/* The traces of the other side, and more of this one's; NULL: none. */
void rs_compare_page_set_sides (RsTracePage *self, const char *const *others, const char *const *more);
/* The trace whose timeline is to stand below this one's; NULL: none. Signal: "other-changed". */
const char *rs_compare_page_get_other (RsTracePage *self);
