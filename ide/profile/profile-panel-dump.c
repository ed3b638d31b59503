/* What a profile panel draws, for tests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/json.h"
#include "ide/profile/profile-panel-private.h"

#include <inttypes.h>

static void
dump_item (RsTimeline *timeline, GString *json, const RsTimelineItem *item)
{
  graphene_rect_t bounds;
  graphene_point_t corner = GRAPHENE_POINT_INIT (0, 0);
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (timeline));
  double border_x, border_y;

  rs_timeline_get_item_bounds (timeline, item, &bounds);
  if (native == NULL || !gtk_widget_compute_point (GTK_WIDGET (timeline), GTK_WIDGET (native), &bounds.origin, &corner))
    corner = bounds.origin;
  else
    {
      /* A window has a border around its contents. */
      gtk_native_get_surface_transform (native, &border_x, &border_y);
      graphene_point_init (&corner, corner.x + (float)border_x, corner.y + (float)border_y);
    }
  g_string_append (json, "{\"name\": ");
  rs_json_append_string (json, item->name);
  g_string_append (json, ", \"detail\": ");
  rs_json_append_string (json, item->detail);
  g_string_append (json, ", \"file\": ");
  rs_json_append_string (json, item->file);
  g_string_append_printf (json,
                          ", \"kind\": \"%s\", \"line\": %u, \"event\": %" G_GINT64_FORMAT
                          ", \"count\": %" G_GINT64_FORMAT ", \"start\": %" G_GINT64_FORMAT
                          ", \"end\": %" G_GINT64_FORMAT
                          ", \"track\": %u, \"depth\": %u, \"x\": %d, \"y\": %d, \"width\": %d, \"height\": %d}",
                          rs_trace_kind_to_string (item->kind), item->line, item->event, item->count, item->start,
                          item->end, item->track, item->depth, (int)corner.x, (int)corner.y, (int)bounds.size.width,
                          (int)bounds.size.height);
}

static void
dump_kernels (RsProfilePanel *self, GString *json)
{
  const RsKernelRow *row;

  for (guint i = 0; (row = rs_kernel_list_get_row (self->kernels, i)) != NULL; i++)
    {
      g_string_append (json, i > 0 ? ", {\"name\": " : "{\"name\": ");
      rs_json_append_string (json, row->name);
      g_string_append_printf (json,
                              ", \"line\": %u, \"launches\": %" G_GINT64_FORMAT ", \"total\": %" G_GINT64_FORMAT "}",
                              row->line, row->launches, row->total);
    }
}

static void
dump_second (RsProfilePanel *self, GString *json)
{
  RsTimeline *timeline = rs_second_timeline_get_timeline (self->second);
  const RsTimelineItem *selected = rs_timeline_get_selected (timeline);
  gint64 start, end;
  guint width;

  if (!gtk_widget_get_visible (GTK_WIDGET (self->second)))
    {
      g_string_append (json, "null");
      return;
    }
  rs_timeline_get_view (timeline, &start, &end, &width);
  g_string_append_printf (json, "{\"start\": %" G_GINT64_FORMAT ", \"end\": %" G_GINT64_FORMAT ", \"text\": ", start,
                          end);
  rs_json_append_string (json, rs_second_timeline_get_text (self->second));
  g_string_append (json, ", \"selected\": ");
  if (selected != NULL)
    dump_item (timeline, json, selected);
  else
    g_string_append (json, "null");
  g_string_append_c (json, '}');
}

/* What queues hold at most where it is known. */
static void
dump_queues (RsProfilePanel *self, GString *json)
{
  const RsQueueDepths *depths = rs_timeline_get_depths (self->timeline);

  for (guint i = 0; depths != NULL && i < depths->queues->len; i++)
    {
      const RsQueueDepth *depth = g_ptr_array_index (depths->queues, i);
      guint32 most = 0;

      for (guint k = 0; k < depths->n_points; k++)
        most = MAX (most, depth->depths[k]);
      g_string_append (json, i > 0 ? ", " : "");
      rs_json_append_string (json, depth->name);
      g_string_append_printf (json, ": %u", most);
    }
}

void
rs_profile_panel_dump (RsProfilePanel *self, GString *json)
{
  const GArray *items = self->open ? rs_timeline_get_items (self->timeline) : NULL;
  const RsTimelineItem *selected = self->open ? rs_timeline_get_selected (self->timeline) : NULL;
  g_autofree char *objects = selected != NULL ? rs_timeline_list_objects (self->timeline, selected) : NULL;
  gint64 start, end;
  guint width;

  g_string_append_printf (json, "{\"ready\": %s, \"path\": ", rs_profile_panel_is_ready (self) ? "true" : "false");
  rs_json_append_string (json, rs_profile_panel_get_path (self));
  g_string_append (json, ", \"message\": ");
  rs_json_append_string (json, gtk_label_get_text (self->message_label));
  if (self->open)
    {
      g_string_append (json, ", \"damage\": ");
      rs_json_append_string (json, gtk_label_get_text (self->damage_label));
      rs_timeline_get_view (self->timeline, &start, &end, &width);
      g_string_append_printf (json, ", \"start\": %" G_GINT64_FORMAT ", \"end\": %" G_GINT64_FORMAT ", \"items\": [",
                              start, end);
      for (guint i = 0; items != NULL && i < items->len; i++)
        {
          g_string_append (json, i > 0 ? ",\n" : "\n");
          dump_item (self->timeline, json, &g_array_index (items, RsTimelineItem, i));
        }
      g_string_append (json, "], \"range\": ");
      if (rs_timeline_get_range (self->timeline, &start, &end))
        g_string_append_printf (json, "[%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "]", start, end);
      else
        g_string_append (json, "null");
      g_string_append (json, ", \"kernels\": [");
      dump_kernels (self, json);
      g_string_append (json, "], \"selected\": ");
      if (selected != NULL)
        dump_item (self->timeline, json, selected);
      else
        g_string_append (json, "null");
      g_string_append (json, ", \"objects\": ");
      rs_json_append_string (json, objects != NULL ? objects : "");
      g_string_append (json, ", \"page\": ");
      rs_json_append_string (json, gtk_stack_get_visible_child_name (self->pages));
      g_string_append (json, ", \"queues\": {");
      dump_queues (self, json);
      g_string_append_printf (json, "}, \"arrows\": %u, \"second\": ", rs_timeline_count_arrows (self->timeline));
      dump_second (self, json);
    }
  g_string_append_c (json, '}');
}
