/* Pages beside the timeline.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/trace-page.h"

G_DEFINE_INTERFACE (RsTracePage, rs_trace_page, GTK_TYPE_WIDGET)

static void
rs_trace_page_default_init (RsTracePageInterface *interface)
{
}

void
rs_trace_page_set_trace (RsTracePage *self, const char *path, const RsTraceRange *range)
{
  RS_TRACE_PAGE_GET_IFACE (self)->set_trace (self, path, range);
}

void
rs_trace_page_set_filter (RsTracePage *self, const char *text)
{
  if (RS_TRACE_PAGE_GET_IFACE (self)->set_filter != NULL)
    RS_TRACE_PAGE_GET_IFACE (self)->set_filter (self, text);
}
