/* A figure with axes in a dock tab: drawn anew in every size. The wheel zooms around the pointer, dragging moves what
 * is flat and turns surfaces; + - 0 and the arrows do the same, a double click shows everything again. What is under
 * the pointer is told below.
 *
 * Signal: "view-changed", when the user has zoomed or panned.
 *
 * Images without axes have a viewer of their own (ide/view/image/image-panel.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"

#include <libpanel.h>

#define RS_TYPE_FIGURE_PANEL (rs_figure_panel_get_type ())
G_DECLARE_FINAL_TYPE (RsFigurePanel, rs_figure_panel, RS, FIGURE_PANEL, PanelWidget)

RsFigurePanel *rs_figure_panel_new (guint figure);
guint rs_figure_panel_get_figure (RsFigurePanel *self);
/* copy: of a figure (transfer full). */
void rs_figure_panel_set_figure (RsFigurePanel *self, RsFigure *copy);
/* Shows what another panel shows, axes by axes. */
void rs_figure_panel_follow (RsFigurePanel *self, RsFigurePanel *other);
/* What is shown; NULL before the first. Borrowed. */
RsFigure *rs_figure_panel_get_copy (RsFigurePanel *self);
/* Whether the graphics card has drawn surfaces of it. */
gboolean rs_figure_panel_has_card (RsFigurePanel *self);
