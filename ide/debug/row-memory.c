/* Which row of a table is selected, and which is the first that shows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/row-memory.h"

/* A change of the rows is laid out behind the tick that comes next. */
#define TICKS 2u

struct _RsRowMemory {
  GtkColumnView *view;           /* borrowed, as all widgets */
  GtkSingleSelection *selection; /* owned */
  GtkAdjustment *adjustment;     /* owned */
  const char *(*get_name) (gpointer item);

  char *selected, *first; /* names; NULL: none yet */
  double below;           /* how much of the first row is scrolled away, in pixels */
  guint tick, ticks_left; /* tick: 0: rows are as they were laid out */
};

static guint
count_rows (RsRowMemory *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->selection));
}

/* GTK_INVALID_LIST_POSITION: there is no row of that name. */
static guint
find_row (RsRowMemory *self, const char *name)
{
  const guint n = count_rows (self);

  for (guint i = 0; i < n && name != NULL; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (g_str_equal (self->get_name (item), name))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static double
get_row_height (RsRowMemory *self)
{
  const guint n = count_rows (self);

  return gtk_adjustment_get_upper (self->adjustment) / MAX (n, 1);
}

static void
on_selected (RsRowMemory *self)
{
  gpointer item = gtk_single_selection_get_selected_item (self->selection);

  if (item != NULL) /* else it is not there for a while */
    {
      g_free (self->selected);
      self->selected = g_strdup (self->get_name (item));
    }
}

static void
on_scrolled (RsRowMemory *self)
{
  const double value = gtk_adjustment_get_value (self->adjustment), height = get_row_height (self);
  g_autoptr (GObject) item = NULL;

  if (self->tick > 0 || height <= 0)
    return;
  item = g_list_model_get_item (G_LIST_MODEL (self->selection), (guint)(value / height));
  if (item == NULL)
    return;
  g_free (self->first);
  self->first = g_strdup (self->get_name (item));
  self->below = value - (guint)(value / height) * height;
}

static void
scroll_again (RsRowMemory *self)
{
  const guint position = find_row (self, self->first);

  if (position != GTK_INVALID_LIST_POSITION)
    gtk_adjustment_set_value (self->adjustment, position * get_row_height (self) + self->below);
}

/* GTK lets no program put the keyboard into a row, but the widget of one is like any other. */
GtkWidget *
rs_row_memory_get_row (RsRowMemory *self)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (self->view)), *row = NULL;

  if (rows != NULL)
    row = gtk_widget_get_first_child (rows);
  while (row != NULL && (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) == 0)
    row = gtk_widget_get_next_sibling (row);
  return row;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  RsRowMemory *self = data;

  if (--self->ticks_left > 0)
    return G_SOURCE_CONTINUE;
  scroll_again (self);
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* The first row, as long as nobody has chosen one; that is no choice. */
static void
select_again (RsRowMemory *self)
{
  const guint position = self->selected == NULL ? 0 : find_row (self, self->selected);

  if (position >= count_rows (self) || position == gtk_single_selection_get_selected (self->selection))
    return;
  g_signal_handlers_block_by_func (self->selection, on_selected, self);
  gtk_single_selection_set_selected (self->selection, position);
  g_signal_handlers_unblock_by_func (self->selection, on_selected, self);
}

void
rs_row_memory_hold (RsRowMemory *self)
{
  self->ticks_left = TICKS;
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
}

RsRowMemory *
rs_row_memory_new (GtkColumnView *view, GtkScrolledWindow *scrolled, const char *(*get_name) (gpointer))
{
  RsRowMemory *self = g_new0 (RsRowMemory, 1);

  self->view = view;
  self->selection = GTK_SINGLE_SELECTION (g_object_ref (gtk_column_view_get_model (view)));
  self->adjustment = g_object_ref (gtk_scrolled_window_get_vadjustment (scrolled));
  self->get_name = get_name;
  /* A row that goes is not replaced by another one, which the reader would not have chosen. */
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->selection, "items-changed", G_CALLBACK (select_again), self);
  g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (on_scrolled), self);
  return self;
}

void
rs_row_memory_free (RsRowMemory *self)
{
  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_signal_handlers_disconnect_by_data (self->adjustment, self);
  if (self->tick > 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  g_object_unref (self->selection);
  g_object_unref (self->adjustment);
  g_free (self->selected);
  g_free (self->first);
  g_free (self);
}
