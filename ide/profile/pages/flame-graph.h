/* A flame graph of a call tree: the width of a box is its time, what it calls stands below it.
 *
 * A click zooms into a box, a click on the top line out again; arrows move the selection, Return zooms. The tree beside
 * it says the same to those who don't see it. Signals: "activated" (file, line): a second click on the box that is
 * zoomed into; "selected" (text): what there is to tell of a box.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "profiler/analysis/time/call-tree.h"

#include <gtk/gtk.h>

#define RS_TYPE_FLAME_GRAPH (rs_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (RsFlameGraph, rs_flame_graph, RS, FLAME_GRAPH, GtkWidget)

RsFlameGraph *rs_flame_graph_new (void);
/* tree: borrowed until the next call; NULL: nothing. */
void rs_flame_graph_set_tree (RsFlameGraph *self, const RsCallNode *tree);
/* Boxes without that text in their name are pale. */
void rs_flame_graph_set_filter (RsFlameGraph *self, const char *text);
