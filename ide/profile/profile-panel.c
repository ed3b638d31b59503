/* A trace in a dock tab.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/profile/profile-panel-private.h"

#include "ide/editor/tab-title.h"
#include "ide/profile/pages/trace-page.h"
#include "ide/profile/timeline/kind-colors.h"
#include "ide/profile/trace-damage.h"
#include "profiler/analysis/passes/launch-parts.h"

#include <glib/gi18n.h>
#include <string.h>

/* Zooming in halves the range at least each time: this reaches a nanosecond from an hour. */
#define MAX_SEARCH_STEPS 45
/* After the window's start. */
#define VIEW_DELAY_MS 700
#define TITLE_WITHOUT_TAB "rs-title"
#define TABS_WIDTH 730 /* pixels, of all tabs beside the menu */
#define NEIGHBOUR 70   /* pixels of the tabs beside the one of the page that shows */

G_DEFINE_FINAL_TYPE (RsProfilePanel, rs_profile_panel, PANEL_TYPE_WIDGET)

static void make_view (RsProfilePanel *self);

static void
show_message (RsProfilePanel *self, const char *text)
{
  gtk_label_set_text (self->message_label, text);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

/* Where there is no room for both, what is selected comes before what is known of the trace as a whole. */
static gboolean
fit_line (gpointer data)
{
  RsProfilePanel *self = data;
  GtkWidget *line = gtk_widget_get_parent (GTK_WIDGET (self->event_label)), *summary = GTK_WIDGET (self->summary_label);
  int wanted;

  self->line_source = 0;
  gtk_widget_set_visible (summary, TRUE);
  gtk_widget_measure (line, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wanted, NULL, NULL);
  gtk_widget_set_visible (summary, !self->tells_sums || *gtk_label_get_text (self->event_label) == '\0'
                                       || wanted <= gtk_widget_get_width (line));
  return G_SOURCE_REMOVE;
}

/* A widget is not to change while it is given its size. */
static void
fit_line_later (RsProfilePanel *self)
{
  if (self->line_source == 0 && self->open)
    self->line_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_line, self, NULL);
}

/* are_sums: of the whole trace: they may give way to what is selected. */
static void
show_summary_text (RsProfilePanel *self, const char *text, gboolean are_sums)
{
  self->tells_sums = are_sums;
  gtk_label_set_text (self->summary_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary_label), text);
  fit_line_later (self);
}

static void
show_summary (RsProfilePanel *self)
{
  const RsTraceSummary *summary = rs_trace_reader_get_summary (self->reader);
  g_autofree char *wall = rs_format_duration (summary->wall);
  g_autofree char *kernels = rs_format_duration (summary->kernel_time);
  g_autofree char *peak = rs_format_bytes (summary->peak_bytes);
  g_autofree char *launches = rs_format_count (summary->kernel_launches);
  g_autofree char *dropped = rs_format_count (summary->dropped);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s; %s launches, %s in kernels; peak memory %s"), wall, launches, kernels, peak);
  if (summary->dropped > 0)
    g_string_append_printf (text, _ ("; %s events were lost"), dropped);
  if (!summary->complete)
    g_string_append (text, _ ("; the recording goes on, or was cut off"));
  if (*summary->program != '\0')
    {
      g_autofree char *base = g_path_get_basename (summary->program);
      g_autofree char *title = self->number > 1 ? g_strdup_printf (_ ("Profile: %s (%u)"), base, self->number)
                                                : g_strdup_printf (_ ("Profile: %s"), base);
      rs_tab_title_set (PANEL_WIDGET (self), title);
    }
  show_summary_text (self, text->str, TRUE);
  g_string_free (text, TRUE);
}

/* What is missing of the trace, whatever was looking for it. */
static void
show_damage (RsProfilePanel *self)
{
  const char *damage = self->reader != NULL ? rs_trace_damage_get (rs_trace_reader_get_path (self->reader)) : NULL;

  if (self->timeline == NULL)
    return;
  gtk_label_set_text (self->damage_label, damage != NULL ? damage : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->damage_label), damage);
  gtk_widget_set_visible (GTK_WIDGET (self->damage_label), damage != NULL);
}

static void
on_damage (RsProfilePanel *self, const char *path)
{
  if (self->reader != NULL && g_str_equal (rs_trace_reader_get_path (self->reader), path))
    show_damage (self);
}

static void
on_view_changed (RsProfilePanel *self)
{
  gint64 start, end;
  guint width;

  if (!self->open)
    return;
  rs_timeline_get_view (self->timeline, &start, &end, &width);
  self->waiting = TRUE;
  rs_trace_reader_ask_timeline (self->reader, start, end, width);
}

/* --- the pages beside the timeline, the selected range --- */

static RsTraceRange
get_range (RsProfilePanel *self)
{
  RsTraceRange range = RS_TRACE_RANGE_ALL;
  gint64 start, end;

  if (rs_timeline_get_range (self->timeline, &start, &end))
    {
      range.from = start;
      range.to = end;
    }
  return range;
}

static void
tell_pages (RsProfilePanel *self)
{
  const RsTraceRange range = get_range (self);

  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (RS_IS_TRACE_PAGE (page))
      rs_trace_page_set_trace (RS_TRACE_PAGE (page), rs_trace_reader_get_path (self->reader), &range);
}

static gpointer
read_range (RsTraceStore *store, gpointer data, GError **error)
{
  return rs_kernel_table_read (store, &((RsProfilePanel *)data)->asked_range, FALSE, error);
}

static void
show_range_summary (RsProfilePanel *self, const GArray *rows)
{
  g_autofree char *length = rs_format_duration (self->asked_range.to - self->asked_range.from), *time = NULL,
                  *count = NULL, *text = NULL;
  gint64 launches = 0, total = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      launches += g_array_index (rows, RsKernelRow, i).launches;
      total = rs_trace_add (total, g_array_index (rows, RsKernelRow, i).total);
    }
  time = rs_format_duration (total);
  count = rs_format_count (launches);
  text = g_strdup_printf (_ ("%s selected: %s launches begin in it, %s in kernels"), length, count, time);
  show_summary_text (self, text, FALSE);
}

static void on_range_changed (RsProfilePanel *self);

static void
on_range_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsProfilePanel *self = data;
  g_autoptr (GArray) rows = result;

  self->range_job = NULL;
  if (!self->open)
    return;
  if (self->range_is_stale)
    on_range_changed (self);
  else if (rows != NULL)
    {
      rs_kernel_list_set_rows (self->kernels, rows, TRUE);
      show_range_summary (self, rows);
    }
  else if (!g_error_matches (error, RS_TRACE_STORE_ERROR, RS_TRACE_STORE_ERROR_INTERRUPTED))
    show_summary_text (self, error->message, FALSE);
}

static void
on_range_changed (RsProfilePanel *self)
{
  gint64 start, end;

  if (!self->open)
    return;
  self->range_is_stale = self->range_job != NULL;
  if (self->range_is_stale)
    {
      rs_trace_job_cancel (self->range_job);
      return;
    }
  tell_pages (self);
  if (rs_timeline_get_range (self->timeline, &start, &end))
    {
      self->asked_range = get_range (self);
      self->range_job = rs_trace_job_start (rs_trace_reader_get_path (self->reader), read_range, on_range_read,
                                            g_object_ref (self), g_object_unref);
      return;
    }
  rs_kernel_list_set_rows (self->kernels, rs_trace_reader_get_kernels (self->reader), FALSE);
  show_summary (self);
}

static void
on_search_changed (RsProfilePanel *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  rs_timeline_set_filter (self->timeline, text);
  rs_kernel_list_set_filter (self->kernels, text);
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (RS_IS_TRACE_PAGE (page))
      rs_trace_page_set_filter (RS_TRACE_PAGE (page), text);
}

static void
on_search_activated (RsProfilePanel *self)
{
  on_search_changed (self);
  rs_timeline_select_wanted (self->timeline);
}

void
rs_profile_panel_compare_with (RsProfilePanel *self, const char *const *others, const char *const *more)
{
  make_view (self);
  gtk_stack_set_visible_child_name (self->pages, "compare");
  rs_compare_page_set_sides (RS_TRACE_PAGE (gtk_stack_get_visible_child (self->pages)), others, more);
}

static void
show_second (RsProfilePanel *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "compare");
  const char *path = self->open ? rs_trace_reader_get_path (self->reader) : NULL;

  rs_second_timeline_set_traces (self->second, path,
                                 path != NULL ? rs_compare_page_get_other (RS_TRACE_PAGE (page)) : NULL);
}

/* --- saving --- */

static void
show_saving (RsProfilePanel *self, gboolean is_saving)
{
  const char *words = is_saving ? _ ("Give up saving the trace")
                                : _ ("Save the trace, or the selected range of it, elsewhere or for other tools");

  gtk_button_set_icon_name (self->save_button, is_saving ? "process-stop-symbolic" : "document-save-as-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->save_button), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->save_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_saving ? words : _ ("Save the trace"), -1);
}

static void
on_saving_told (RsTraceSaving *saving, const char *text, gboolean is_done, gpointer data)
{
  RsProfilePanel *self = data;

  if (is_done)
    self->saving = NULL;
  if (self->reader == NULL)
    return;
  if (text != NULL)
    gtk_label_set_text (self->event_label, text);
  show_saving (self, !is_done);
}

static void
on_save (RsProfilePanel *self)
{
  const RsTraceRange range = get_range (self);

  if (self->saving != NULL)
    rs_trace_saving_give_up (self->saving);
  else if (self->reader != NULL)
    self->saving = rs_trace_saving_start (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                          rs_trace_reader_get_path (self->reader),
                                          rs_trace_range_is_all (&range) ? NULL : &range, on_saving_told,
                                          g_object_ref (self), g_object_unref);
}

static void
on_opened (RsProfilePanel *self)
{
  gint64 start, end;

  self->open = TRUE;
  rs_trace_reader_get_extent (self->reader, &start, &end);
  rs_kernel_list_set_rows (self->kernels, rs_trace_reader_get_kernels (self->reader), FALSE);
  show_summary (self);
  gtk_label_set_text (self->event_label, "");
  gtk_stack_set_visible_child_name (self->stack, "trace");
  tell_pages (self);
  rs_timeline_set_trace (self->timeline, start, end, rs_trace_reader_get_tracks (self->reader));
  rs_timeline_set_objects (self->timeline, rs_trace_reader_get_objects (self->reader));
  rs_trace_reader_get_program_extent (self->reader, &start, &end);
  rs_timeline_set_program (self->timeline, start, end);
  show_second (self);
  rs_profile_panel_follow (self);
}

void
rs_profile_panel_show_failure (RsProfilePanel *self, const char *message)
{
  g_clear_pointer (&self->wanted_name, g_free);
  show_message (self, message);
}

/* --- finding a span by its name --- */

/* Whether any item of that name is a kernel: its compilation and its launches have the same name. */
static gboolean
is_kernel_name (const GArray *items, const char *name)
{
  for (guint i = 0; i < items->len; i++)
    {
      const RsTimelineItem *item = &g_array_index (items, RsTimelineItem, i);

      if (item->kind == RS_TRACE_KERNEL && g_str_equal (item->name, name))
        return TRUE;
    }
  return FALSE;
}

/* Index of the item to select or to zoom into; -1: there is none. Single spans go before merged ones, and those after
 * the selected one before the first. */
static int
find_named (RsProfilePanel *self, const char *name)
{
  const GArray *items = rs_timeline_get_items (self->timeline);
  const RsTimelineItem *selected = rs_timeline_get_selected (self->timeline);
  gboolean kernels = items != NULL && is_kernel_name (items, name);
  int best = -1;

  for (guint i = 0; items != NULL && i < items->len; i++)
    {
      const RsTimelineItem *item = &g_array_index (items, RsTimelineItem, i);

      if (!g_str_equal (item->name, name) || (kernels && item->kind != RS_TRACE_KERNEL))
        continue;
      if (item->event != 0 && (selected == NULL || item->start > selected->start))
        return (int)i;
      if (best < 0 || (item->event != 0 && g_array_index (items, RsTimelineItem, best).event == 0))
        best = (int)i;
    }
  return best;
}

static void
continue_search (RsProfilePanel *self)
{
  const GArray *items = rs_timeline_get_items (self->timeline);
  const RsTimelineItem *item;
  int index = find_named (self, self->wanted_name);

  if (index < 0 || self->search_steps == 0)
    {
      g_autofree char *text = g_strdup_printf (_ ("No span named “%s” in the visible range"), self->wanted_name);
      gtk_label_set_text (self->event_label, text);
      g_clear_pointer (&self->wanted_name, g_free);
      return;
    }
  item = &g_array_index (items, RsTimelineItem, index);
  if (item->event != 0)
    {
      g_clear_pointer (&self->wanted_name, g_free);
      rs_timeline_select (self->timeline, index);
      return;
    }
  self->search_steps--;
  rs_timeline_show_range (self->timeline, (double)item->start - 1, (double)item->end + 1);
}

void
rs_profile_panel_select_by_name (RsProfilePanel *self, const char *name)
{
  if (!self->open)
    return;
  g_free (self->wanted_name);
  self->wanted_name = g_strdup (name);
  self->search_steps = MAX_SEARCH_STEPS;
  rs_kernel_list_select (self->kernels, name);
  if (!self->waiting)
    continue_search (self);
}

static void
on_timeline_ready (RsProfilePanel *self)
{
  GArray *items = rs_trace_reader_ref_timeline (self->reader);

  self->waiting = FALSE;
  rs_timeline_set_items (self->timeline, items);
  rs_timeline_set_depths (self->timeline, rs_trace_reader_get_depths (self->reader));
  g_array_unref (items);
  g_clear_object (&self->last_reader);
  if (self->wanted_name != NULL)
    continue_search (self);
}

/* --- selection --- */

static void
show_selected (RsProfilePanel *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self->timeline);
  g_autofree char *text = NULL, *parts = NULL, *all = NULL;
  gint64 start, end;

  if (item == NULL)
    {
      gtk_label_set_text (self->event_label, "");
      return;
    }
  rs_trace_reader_get_extent (self->reader, &start, &end);
  text = rs_timeline_describe_item (item, start);
  parts = rs_timeline_describe_parts (self->timeline);
  all = g_strconcat (text, parts, NULL);
  gtk_label_set_text (self->event_label, all);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->event_label), all);
}

static gpointer
read_parts (RsTraceStore *store, gpointer data, GError **error)
{
  return rs_launch_parts_read (store, ((RsProfilePanel *)data)->asked_launch, error);
}

static void on_selected (RsProfilePanel *self);

static void
on_parts_read (gpointer result, RsTraceStore *store, const GError *error, gpointer data)
{
  RsProfilePanel *self = data;
  g_autoptr (GArray) parts = result;
  const RsTimelineItem *item = self->open ? rs_timeline_get_selected (self->timeline) : NULL;

  self->parts_job = NULL;
  if (item == NULL)
    return;
  if (item->launch != self->asked_launch)
    {
      on_selected (self); /* the user has moved on meanwhile */
      return;
    }
  rs_timeline_set_parts (self->timeline, parts);
  show_selected (self);
}

static void
on_selected (RsProfilePanel *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self->timeline);

  show_selected (self);
  if (item == NULL || item->launch == 0 || self->parts_job != NULL)
    return;
  self->asked_launch = item->launch;
  self->parts_job = rs_trace_job_start (rs_trace_reader_get_path (self->reader), read_parts, on_parts_read,
                                        g_object_ref (self), g_object_unref);
}

static void
go_to (RsProfilePanel *self, const char *file, guint line)
{
  if (*file != '\0' && line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-profiled", "(suu)", file, line, 0);
}

void
rs_profile_panel_go_to_source (RsProfilePanel *self)
{
  const RsTimelineItem *item = rs_timeline_get_selected (rs_profile_panel_get_timeline (self));

  if (item != NULL)
    go_to (self, item->file, item->line);
}

static void
on_activated (RsProfilePanel *self, gboolean by_key)
{
  const RsTimelineItem *item = rs_timeline_get_selected (self->timeline);

  if (by_key)
    rs_profile_panel_go_to_source (self);
  else if (item != NULL && *item->file != '\0' && item->line > 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-profiled", "(suu)", item->file, item->line, 0);
}

static void
on_kernel_activated (RsProfilePanel *self, const char *name, const char *file, guint line)
{
  rs_profile_panel_select_by_name (self, name);
  go_to (self, file, line);
}

/* --- opening --- */

static void
drop_reader (RsProfilePanel *self)
{
  rs_profile_panel_stop_following (self);
  if (self->reader != NULL)
    g_signal_handlers_disconnect_by_data (self->reader, self);
  g_clear_object (&self->reader);
  self->asked_launch = -1; /* what is read of the old one is of no use */
  self->open = FALSE;
  self->waiting = FALSE;
}

void
rs_profile_panel_connect_reader (RsProfilePanel *self)
{
  g_signal_connect_swapped (self->reader, "failed", G_CALLBACK (rs_profile_panel_show_failure), self);
  g_signal_connect_swapped (self->reader, "timeline-ready", G_CALLBACK (on_timeline_ready), self);
}

void
rs_profile_panel_show_read (RsProfilePanel *self)
{
  on_range_changed (self);
}

void
rs_profile_panel_open (RsProfilePanel *self, const char *path)
{
  g_autoptr (GArray) nothing = g_array_new (FALSE, FALSE, sizeof (RsTrackRow));
  g_autoptr (GArray) no_kernels = g_array_new (FALSE, FALSE, sizeof (RsKernelRow));

  if (rs_profile_panel_follows (self, path))
    {
      rs_profile_panel_catch_up (self);
      return;
    }
  make_view (self);
  /* The widgets let go of the old trace's texts before the reader does. */
  self->open = FALSE;
  show_second (self);
  rs_timeline_set_trace (self->timeline, 0, 1, nothing);
  rs_kernel_list_set_rows (self->kernels, no_kernels, FALSE);
  drop_reader (self);
  g_clear_pointer (&self->wanted_name, g_free);
  rs_tab_title_set (PANEL_WIDGET (self), _ ("Profile"));
  show_message (self, _ ("Opening the trace…"));
  rs_trace_damage_forget (path);
  self->reader = rs_trace_reader_new (path);
  g_signal_connect_swapped (self->reader, "opened", G_CALLBACK (on_opened), self);
  rs_profile_panel_connect_reader (self);
  show_damage (self);
}

void
rs_profile_panel_set_number (RsProfilePanel *self, guint number)
{
  self->number = number;
}

guint
rs_profile_panel_get_number (RsProfilePanel *self)
{
  return MAX (self->number, 1);
}

const char *
rs_profile_panel_get_path (RsProfilePanel *self)
{
  return self->reader != NULL ? rs_trace_reader_get_path (self->reader) : NULL;
}

gboolean
rs_profile_panel_is_ready (RsProfilePanel *self)
{
  return self->open && !self->waiting && !self->wants_end && self->wanted_name == NULL;
}

RsTimeline *
rs_profile_panel_get_timeline (RsProfilePanel *self)
{
  make_view (self);
  return self->timeline;
}

RsKernelList *
rs_profile_panel_get_kernels (RsProfilePanel *self)
{
  make_view (self);
  return self->kernels;
}

/* --- life --- */

/* Divides the space once its size is known; from then on the user does. */
static void
on_size_known (RsProfilePanel *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->paned));

  if (self->divided || width < 100)
    return;
  self->divided = TRUE;
  gtk_paned_set_position (self->paned, CLAMP (width - TABS_WIDTH, width * 2 / 5, width / 2));
}

static void
rs_profile_panel_dispose (GObject *object)
{
  RsProfilePanel *self = RS_PROFILE_PANEL (object);

  drop_reader (self);
  g_clear_handle_id (&self->tab_source, g_source_remove);
  g_clear_handle_id (&self->view_source, g_source_remove);
  g_clear_handle_id (&self->line_source, g_source_remove);
  if (self->saving != NULL)
    rs_trace_saving_give_up (self->saving);
  g_clear_pointer (&self->wanted_name, g_free);
  G_OBJECT_CLASS (rs_profile_panel_parent_class)->dispose (object);
}

/* The timeline: what has the focus is no page's table, through which Tab takes row after row. */
static GtkWidget *
rs_profile_panel_get_default_focus (PanelWidget *panel)
{
  RsTimeline *timeline = RS_PROFILE_PANEL (panel)->timeline;

  return timeline != NULL ? GTK_WIDGET (timeline) : NULL;
}

static void
show_page (GtkWidget *widget, const char *action, GVariant *id)
{
  RsProfilePanel *self = RS_PROFILE_PANEL (widget);
  GtkWidget *page;

  make_view (self);
  page = gtk_stack_get_child_by_name (self->pages, g_variant_get_string (id, NULL));
  if (page != NULL)
    gtk_stack_set_visible_child (self->pages, page);
}

/* What is shown is the range then, too. */
static void
set_range (GtkWidget *widget, const char *action, GVariant *range)
{
  RsProfilePanel *self = RS_PROFILE_PANEL (widget);
  gint64 start, end;
  double margin;

  g_variant_get (range, "(xx)", &start, &end);
  if (!self->open || end <= start)
    return;
  margin = ((double)end - (double)start) / 10;
  rs_timeline_set_range (self->timeline, start, end);
  rs_timeline_show_range (self->timeline, (double)start - margin, (double)end + margin);
  on_range_changed (self);
}

/* The timeline takes the keyboard. */
static void
focus_timeline (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (rs_profile_panel_get_timeline (RS_PROFILE_PANEL (widget))));
}

/* Also those that have no tab. */
static void
turn_page (GtkWidget *widget, const char *action, GVariant *parameter)
{
  RsProfilePanel *self = RS_PROFILE_PANEL (widget);
  const gboolean forward = strcmp (action, "trace.next-page") == 0;
  GtkWidget *page = self->pages != NULL ? gtk_stack_get_visible_child (self->pages) : NULL, *next;

  if (page == NULL)
    return;
  next = forward ? gtk_widget_get_next_sibling (page) : gtk_widget_get_prev_sibling (page);
  if (next == NULL)
    next = forward ? gtk_widget_get_first_child (GTK_WIDGET (self->pages))
                   : gtk_widget_get_last_child (GTK_WIDGET (self->pages));
  gtk_stack_set_visible_child (self->pages, next);
  if (!gtk_widget_child_focus (next, GTK_DIR_TAB_FORWARD))
    focus_timeline (widget, NULL, NULL);
}

static void
rs_profile_panel_class_init (RsProfilePanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  PANEL_WIDGET_CLASS (klass)->get_default_focus = rs_profile_panel_get_default_focus;
  G_OBJECT_CLASS (klass)->dispose = rs_profile_panel_dispose;
  g_type_ensure (RS_TYPE_TIMELINE);
  g_type_ensure (RS_TYPE_KERNEL_LIST);
  gtk_widget_class_install_action (widget_class, "trace.show", "s", show_page);
  gtk_widget_class_install_action (widget_class, "trace.set-range", "(xx)", set_range);
  gtk_widget_class_install_action (widget_class, "trace.focus", NULL, focus_timeline);
  gtk_widget_class_install_action (widget_class, "trace.next-page", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "trace.previous-page", NULL, turn_page);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Down, GDK_ALT_MASK, "trace.next-page", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Up, GDK_ALT_MASK, "trace.previous-page", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/profile-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RsProfilePanel, stack);
  gtk_widget_class_bind_template_child (widget_class, RsProfilePanel, message_label);
}

/* Scrolls to the tab of the page that shows, once it has its place; its neighbours are to be seen, too. */
static gboolean
show_tab (gpointer data)
{
  RsProfilePanel *self = data;

  self->tab_source = 0;
  for (GtkWidget *tab = gtk_widget_get_first_child (GTK_WIDGET (self->switcher)); tab != NULL;
       tab = gtk_widget_get_next_sibling (tab))
    {
      graphene_rect_t where;

      if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (tab))
          && gtk_widget_compute_bounds (tab, GTK_WIDGET (self->switcher), &where))
        gtk_adjustment_clamp_page (gtk_scrolled_window_get_hadjustment (self->tabs), where.origin.x - NEIGHBOUR,
                                   where.origin.x + where.size.width + NEIGHBOUR);
    }
  return G_SOURCE_REMOVE;
}

static void
show_tab_later (RsProfilePanel *self)
{
  if (self->tab_source == 0 && self->open)
    self->tab_source = g_idle_add (show_tab, self);
}

/* What has no tab is named by the button that it was chosen with: more tabs than these do not fit beside a timeline. */
static void
show_title (RsProfilePanel *self)
{
  const char *title = g_object_get_data (G_OBJECT (gtk_stack_get_visible_child (self->pages)), TITLE_WITHOUT_TAB);

  gtk_label_set_text (self->more_label, title != NULL ? title : _ ("More"));
  gtk_menu_button_set_has_frame (self->more, title != NULL);
  show_tab_later (self);
}

/* tab: FALSE: it is chosen from menu. */
static void
add_page (RsProfilePanel *self, const char *id, const char *title, gboolean tab, GtkWidget *widget, GMenu *menu)
{
  g_autofree char *action = g_strdup_printf ("trace.show::%s", id);

  if (tab)
    {
      gtk_stack_add_titled (self->pages, widget, id, title);
      return;
    }
  gtk_stack_add_named (self->pages, widget, id); /* a page without a title has no tab */
  g_object_set_data_full (G_OBJECT (widget), TITLE_WITHOUT_TAB, g_strdup (title), g_free);
  /* The button is as wide whatever it says. */
  if (gtk_label_get_width_chars (self->more_label) < (int)g_utf8_strlen (title, -1))
    gtk_label_set_width_chars (self->more_label, (int)g_utf8_strlen (title, -1));
  g_menu_append (menu, title, action);
}

static void
add_pages (RsProfilePanel *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

#define RS_TRACE_PAGE_KIND(id, title, tab, create) add_page (self, id, _ (title), tab, create, menu);
#include "ide/profile/pages/trace-pages.def"
#undef RS_TRACE_PAGE_KIND
  gtk_menu_button_set_menu_model (self->more, G_MENU_MODEL (menu));
}

static void
find_parts (RsProfilePanel *self, GtkBuilder *builder)
{
  self->event_label = GTK_LABEL (gtk_builder_get_object (builder, "event_label"));
  self->summary_label = GTK_LABEL (gtk_builder_get_object (builder, "summary_label"));
  self->damage_label = GTK_LABEL (gtk_builder_get_object (builder, "damage_label"));
  self->legend = GTK_LABEL (gtk_builder_get_object (builder, "legend"));
  self->search = GTK_SEARCH_ENTRY (gtk_builder_get_object (builder, "search"));
  self->save_button = GTK_BUTTON (gtk_builder_get_object (builder, "save_button"));
  self->timeline = RS_TIMELINE (gtk_builder_get_object (builder, "timeline"));
  self->timelines = GTK_BOX (gtk_builder_get_object (builder, "timelines"));
  self->kernels = RS_KERNEL_LIST (gtk_builder_get_object (builder, "kernels"));
  self->paned = GTK_PANED (gtk_builder_get_object (builder, "paned"));
  self->switcher = GTK_STACK_SWITCHER (gtk_builder_get_object (builder, "switcher"));
  self->tabs = GTK_SCROLLED_WINDOW (gtk_builder_get_object (builder, "tabs"));
  self->more = GTK_MENU_BUTTON (gtk_builder_get_object (builder, "more"));
  self->more_label = GTK_LABEL (gtk_builder_get_object (builder, "more_label"));
  self->pages = GTK_STACK (gtk_builder_get_object (builder, "pages"));
}

static void
connect_parts (RsProfilePanel *self)
{
  g_signal_connect_swapped (gtk_stack_get_child_by_name (self->pages, "compare"), "other-changed",
                            G_CALLBACK (show_second), self);
  g_signal_connect_swapped (self->pages, "notify::visible-child", G_CALLBACK (show_title), self);
  g_signal_connect_swapped (self->event_label, "notify::label", G_CALLBACK (fit_line_later), self);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->tabs), "changed", G_CALLBACK (show_tab_later),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activated), self);
  g_signal_connect_swapped (self->save_button, "clicked", G_CALLBACK (on_save), self);
  g_signal_connect_swapped (self->timeline, "range-changed", G_CALLBACK (on_range_changed), self);
  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (on_size_known), self);
  /* It is as wide as the line. */
  g_signal_connect_swapped (self->paned, "notify::max-position", G_CALLBACK (fit_line_later), self);
  g_signal_connect_swapped (self->timeline, "view-changed", G_CALLBACK (on_view_changed), self);
  g_signal_connect_swapped (self->timeline, "selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->timeline, "activated", G_CALLBACK (on_activated), self);
  g_signal_connect_swapped (self->kernels, "activated", G_CALLBACK (on_kernel_activated), self);
}

/* What a trace is shown in takes a tenth of the window's start, and no trace is there yet. */
static void
make_view (RsProfilePanel *self)
{
  g_autoptr (GtkBuilder) builder = NULL;
  g_autofree char *legend = NULL;

  g_clear_handle_id (&self->view_source, g_source_remove);
  if (self->timeline != NULL)
    return;
  legend = rs_kind_make_legend ();
  builder = gtk_builder_new_from_resource ("/org/quasar/Redshift/trace-view.ui");
  find_parts (self, builder);
  gtk_stack_add_named (self->stack, GTK_WIDGET (gtk_builder_get_object (builder, "trace")), "trace");
  add_pages (self);
  self->second = RS_SECOND_TIMELINE (rs_second_timeline_new (self->timeline));
  gtk_box_append (self->timelines, GTK_WIDGET (self->second));
  /* As many tabs of one width would leave the timeline no room. */
  gtk_widget_add_css_class (GTK_WIDGET (self->switcher), "rs-narrow-tabs");
  gtk_box_layout_set_homogeneous (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self->switcher))), FALSE);
  gtk_label_set_markup (self->legend, legend);
  connect_parts (self);
}

/* The first trace does not wait for it either. */
static gboolean
on_time_for_view (gpointer data)
{
  RsProfilePanel *self = data;

  self->view_source = 0;
  make_view (self);
  return G_SOURCE_REMOVE;
}

static void
rs_profile_panel_init (RsProfilePanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  rs_trace_damage_connect (G_CALLBACK (on_damage), self);
  self->view_source = g_timeout_add_full (G_PRIORITY_LOW, VIEW_DELAY_MS, on_time_for_view, self, NULL);
}

PanelWidget *
rs_profile_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_PROFILE_PANEL, NULL);
}
