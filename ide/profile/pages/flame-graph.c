/* A flame graph.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/pages/flame-graph.h"

#include "ide/profile/timeline/kind-colors.h"

#include "profiler/analysis/time/summary.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define ROW_HEIGHT 20
#define MIN_WIDTH 1.0f

struct _RsFlameGraph {
  GtkWidget parent;

  const RsCallNode *tree, *top; /* borrowed; top: what takes the whole width */
  const RsCallNode *selected;
  char *wanted; /* casefolded; NULL: everything */
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (RsFlameGraph, rs_flame_graph, GTK_TYPE_WIDGET)

enum { ACTIVATED, SELECTED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* A walk over the boxes that show. */
typedef struct {
  RsFlameGraph *self;
  GtkSnapshot *snapshot; /* NULL: looking for the box at x, y */
  float x, y;
  const RsCallNode *found;
  gboolean dark;
  GdkRGBA foreground;
  int depth;
} Walk;

static gboolean
is_wanted (RsFlameGraph *self, const RsCallNode *node)
{
  g_autofree char *folded = NULL;

  if (self->wanted == NULL)
    return TRUE;
  folded = g_utf8_casefold (node->name, -1);
  return strstr (folded, self->wanted) != NULL;
}

static void
draw_box (Walk *walk, const RsCallNode *node, const graphene_rect_t *box)
{
  RsFlameGraph *self = walk->self;
  GdkRGBA color, ink;

  rs_kind_color (node->kind, g_str_hash (node->name), walk->dark, &color);
  if (!is_wanted (self, node))
    color.alpha *= 0.2f;
  ink = rs_kind_ink (&color, walk->dark, 0);
  gtk_snapshot_append_color (walk->snapshot, &color, box);
  if (node == self->selected)
    {
      const GdkRGBA colors[4] = { walk->foreground, walk->foreground, walk->foreground, walk->foreground };
      const float widths[4] = { 2, 2, 2, 2 };
      GskRoundedRect outline;

      gsk_rounded_rect_init_from_rect (&outline, box, 0);
      gtk_snapshot_append_border (walk->snapshot, &outline, widths, colors);
    }
  if (box->size.width < 30)
    return;
  pango_layout_set_text (self->layout, node == self->tree ? _ ("Everything") : node->name, -1);
  pango_layout_set_width (self->layout, (int)(box->size.width - 6) * PANGO_SCALE);
  gtk_snapshot_save (walk->snapshot);
  gtk_snapshot_translate (walk->snapshot, &GRAPHENE_POINT_INIT (box->origin.x + 3, box->origin.y + 1));
  gtk_snapshot_append_layout (walk->snapshot, self->layout, &ink);
  gtk_snapshot_restore (walk->snapshot);
}

static void
walk_node (Walk *walk, const RsCallNode *node, float left, float width, int depth)
{
  graphene_rect_t box;
  float next = left;
  gint64 whole = 0;

  if (width < MIN_WIDTH)
    return;
  for (guint i = 0; i < node->children->len; i++)
    whole = rs_trace_add (whole, ((const RsCallNode *)node->children->pdata[i])->total);
  whole = MAX (whole, node->total); /* samples below short spans may be more than these */
  graphene_rect_init (&box, left, (float)(depth * ROW_HEIGHT), width - (width > 3 ? 1 : 0), ROW_HEIGHT - 1);
  walk->depth = MAX (walk->depth, depth + 1);
  if (walk->snapshot != NULL)
    draw_box (walk, node, &box);
  else if (graphene_rect_contains_point (&box, &GRAPHENE_POINT_INIT (walk->x, walk->y)))
    walk->found = node;
  for (guint i = 0; i < node->children->len; i++)
    {
      const RsCallNode *child = g_ptr_array_index (node->children, i);
      float part = whole > 0 ? width * (float)((double)child->total / (double)whole) : 0;

      walk_node (walk, child, next, MIN (part, left + width - next), depth + 1);
      next += part;
    }
}

static int
measure_depth (const RsCallNode *node)
{
  int deepest = 0;

  for (guint i = 0; i < node->children->len; i++)
    {
      const int depth = measure_depth (g_ptr_array_index (node->children, i));

      deepest = MAX (deepest, depth);
    }
  return deepest + 1;
}

static const RsCallNode *
find_at (RsFlameGraph *self, double x, double y)
{
  Walk walk = { .self = self, .x = (float)x, .y = (float)y };

  if (self->top != NULL)
    walk_node (&walk, self->top, 0, (float)gtk_widget_get_width (GTK_WIDGET (self)), 0);
  return walk.found;
}

static void
rs_flame_graph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  RsFlameGraph *self = RS_FLAME_GRAPH (widget);
  Walk walk = { .self = self, .snapshot = snapshot };

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &walk.foreground);
  walk.dark = walk.foreground.red + walk.foreground.green + walk.foreground.blue > 1.5f;
  if (self->layout == NULL)
    {
      self->layout = gtk_widget_create_pango_layout (widget, NULL);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_single_paragraph_mode (self->layout, TRUE);
    }
  if (self->top != NULL)
    walk_node (&walk, self->top, 0, (float)gtk_widget_get_width (widget), 0);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0, gtk_widget_get_width (widget),
                               gtk_widget_get_height (widget));
}

static void
rs_flame_graph_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  RsFlameGraph *self = RS_FLAME_GRAPH (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 100
             : self->top != NULL                       ? measure_depth (self->top) * ROW_HEIGHT
                                                       : ROW_HEIGHT;
  *natural = *minimum;
}

/* --- what is shown --- */

/* (transfer full) */
static char *
describe (RsFlameGraph *self, const RsCallNode *node)
{
  g_autofree char *total = rs_format_duration (node->total), *own = rs_format_duration (node->self);

  if (node == self->tree)
    return g_strdup_printf (g_dngettext (NULL, "Everything: %s on %u track", "Everything: %s on %u tracks",
                                         (gulong)node->children->len),
                            total, node->children->len);
  if (node->kind == RS_TRACE_FRAME)
    return g_strdup_printf (g_dngettext (NULL, "%s: %s of processor time, %s of it itself, %" PRId64 " sample",
                                         "%s: %s of processor time, %s of it itself, %" PRId64 " samples",
                                         (gulong)node->samples),
                            node->name, total, own, node->samples);
  return g_strdup_printf (g_dngettext (NULL, "%s: %s, %s of it itself, %" PRId64 " time",
                                       "%s: %s, %s of it itself, %" PRId64 " times", (gulong)node->count),
                          node->name, total, own, node->count);
}

static void
select_node (RsFlameGraph *self, const RsCallNode *node)
{
  g_autofree char *text = node != NULL ? describe (self, node) : g_strdup ("");

  self->selected = node;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SELECTED], 0, text);
}

static void
zoom_to (RsFlameGraph *self, const RsCallNode *node)
{
  self->top = node;
  select_node (self, node);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
rs_flame_graph_set_tree (RsFlameGraph *self, const RsCallNode *tree)
{
  self->tree = tree;
  zoom_to (self, tree);
}

void
rs_flame_graph_set_filter (RsFlameGraph *self, const char *text)
{
  g_clear_pointer (&self->wanted, g_free);
  if (text != NULL && *text != '\0')
    self->wanted = g_utf8_casefold (text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- input --- */

static const RsCallNode *
find_parent (const RsCallNode *node, const RsCallNode *child)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      const RsCallNode *own = g_ptr_array_index (node->children, i), *found;

      if (own == child)
        return node;
      found = find_parent (own, child);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
activate (RsFlameGraph *self, const RsCallNode *node)
{
  if (node == self->top && node != self->tree && node->line > 0)
    g_signal_emit (self, signals[ACTIVATED], 0, node->file, node->line);
  zoom_to (self, node == self->top ? self->tree : node);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  RsFlameGraph *self = data;
  const RsCallNode *node = find_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (node != NULL)
    activate (self, node);
}

/* Steps among what the selected box's caller calls. */
static void
select_beside (RsFlameGraph *self, int step)
{
  const RsCallNode *parent = self->selected != NULL ? find_parent (self->tree, self->selected) : NULL;
  guint index;

  if (parent == NULL || !g_ptr_array_find (parent->children, self->selected, &index))
    return;
  if ((int)index + step >= 0 && (int)index + step < (int)parent->children->len)
    select_node (self, g_ptr_array_index (parent->children, (guint)((int)index + step)));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer data)
{
  RsFlameGraph *self = data;
  const RsCallNode *parent;

  if (self->selected == NULL)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
      select_beside (self, -1);
      break;
    case GDK_KEY_Right:
      select_beside (self, 1);
      break;
    case GDK_KEY_Down:
      if (self->selected->children->len > 0)
        select_node (self, g_ptr_array_index (self->selected->children, 0));
      break;
    case GDK_KEY_Up:
      parent = find_parent (self->tree, self->selected);
      if (parent != NULL)
        select_node (self, parent);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      activate (self, self->selected);
      break;
    case GDK_KEY_Escape:
      zoom_to (self, self->tree);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data)
{
  RsFlameGraph *self = RS_FLAME_GRAPH (widget);
  const RsCallNode *node = keyboard ? self->selected : find_at (self, x, y);
  g_autofree char *text = NULL;

  if (node == NULL || node == self->tree)
    return FALSE;
  text = describe (self, node);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
rs_flame_graph_finalize (GObject *object)
{
  RsFlameGraph *self = RS_FLAME_GRAPH (object);

  g_clear_object (&self->layout);
  g_free (self->wanted);
  G_OBJECT_CLASS (rs_flame_graph_parent_class)->finalize (object);
}

static void
rs_flame_graph_class_init (RsFlameGraphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = rs_flame_graph_finalize;
  widget_class->snapshot = rs_flame_graph_snapshot;
  widget_class->measure = rs_flame_graph_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[ACTIVATED] = g_signal_new ("activated", RS_TYPE_FLAME_GRAPH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_UINT);
  signals[SELECTED] = g_signal_new ("selected", RS_TYPE_FLAME_GRAPH, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
rs_flame_graph_init (RsFlameGraph *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Flame graph"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

RsFlameGraph *
rs_flame_graph_new (void)
{
  return g_object_new (RS_TYPE_FLAME_GRAPH, NULL);
}
