/* The problems list.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/problems-panel.h"

#include <glib/gi18n.h>

/* A program with more problems than this has one problem that causes the others. */
#define MAX_PER_PROGRAM 1000

#define RS_TYPE_PROBLEM (rs_problem_get_type ())
G_DECLARE_FINAL_TYPE (RsProblem, rs_problem, RS, PROBLEM, GObject)

/* One row. */
struct _RsProblem {
  GObject parent;

  gconstpointer key;
  RsSeverity severity;
  const char *code; /* static; NULL: none */
  char *message;
  char *name;
  guint line, column;
};

G_DEFINE_FINAL_TYPE (RsProblem, rs_problem, G_TYPE_OBJECT)

static void
rs_problem_finalize (GObject *object)
{
  RsProblem *self = RS_PROBLEM (object);

  g_free (self->message);
  g_free (self->name);
  G_OBJECT_CLASS (rs_problem_parent_class)->finalize (object);
}

static void
rs_problem_class_init (RsProblemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_problem_finalize;
}

static void
rs_problem_init (RsProblem *self)
{
}

struct _RsProblemsPanel {
  PanelWidget parent;

  /* template */
  GtkStack *stack;
  GtkListView *list;

  /* owned */
  GListStore *problems; /* element-type RsProblem */
  GtkSingleSelection *selection;
};

G_DEFINE_FINAL_TYPE (RsProblemsPanel, rs_problems_panel, PANEL_TYPE_WIDGET)

static RsProblem *
make_problem (gconstpointer key, const RsDiagnostic *diagnostic)
{
  RsProblem *problem = g_object_new (RS_TYPE_PROBLEM, NULL);

  problem->key = key;
  problem->severity = diagnostic->severity;
  problem->code = diagnostic->code;
  problem->message = g_strdup (diagnostic->message);
  if (diagnostic->source != NULL)
    {
      problem->name = g_strdup (rs_source_get_name (diagnostic->source));
      rs_source_locate (diagnostic->source, diagnostic->span.start, &problem->line, &problem->column);
    }
  return problem;
}

/* Where the rows of a key are; they lie together. */
static guint
find_rows (RsProblemsPanel *self, gconstpointer key, guint *n_rows)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->problems));
  guint first = n;

  *n_rows = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RsProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->problems), i);

      if (problem->key != key)
        continue;
      first = MIN (first, i);
      (*n_rows)++;
    }
  return first;
}

/* rows: element-type RsProblem */
static void
replace_rows (RsProblemsPanel *self, gconstpointer key, GPtrArray *rows)
{
  guint n_old, first = find_rows (self, key, &n_old);

  if (n_old > 0 || rows->len > 0)
    g_list_store_splice (self->problems, first, n_old, rows->pdata, rows->len);
  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (G_LIST_MODEL (self->problems)) > 0 ? "list" : "empty");
}

void
rs_problems_panel_set (RsProblemsPanel *self, gconstpointer key, RsDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; diagnostics != NULL && i < rs_diagnostics_get_length (diagnostics) && i < MAX_PER_PROGRAM; i++)
    g_ptr_array_add (rows, make_problem (key, rs_diagnostics_get (diagnostics, i)));
  replace_rows (self, key, rows);
}

/* The row of the place: the one that stands for it, which stays selected, or a new one. (transfer full) */
static RsProblem *
make_row (RsProblemsPanel *self, gconstpointer key, const RsProblemPlace *place, guint position)
{
  RsProblem *problem = g_list_model_get_item (G_LIST_MODEL (self->problems), position);

  if (problem == NULL || problem->key != key || g_strcmp0 (problem->message, place->message) != 0
      || g_strcmp0 (problem->name, place->name) != 0)
    {
      g_clear_object (&problem);
      problem = g_object_new (RS_TYPE_PROBLEM, NULL);
      problem->key = key;
      problem->severity = place->severity;
      problem->code = place->code;
      problem->message = g_strdup (place->message);
      problem->name = g_strdup (place->name);
    }
  problem->line = place->line;
  problem->column = place->column;
  return problem;
}

void
rs_problems_panel_set_places (RsProblemsPanel *self, gconstpointer key, const RsProblemPlace *places, guint n_places)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_rows;
  const guint first = find_rows (self, key, &n_rows);

  for (guint i = 0; i < n_places; i++)
    g_ptr_array_add (rows, make_row (self, key, &places[i], first + i));
  replace_rows (self, key, rows);
}

guint
rs_problems_panel_count (RsProblemsPanel *self, RsSeverity severity)
{
  guint count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->problems)); i++)
    {
      g_autoptr (RsProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->problems), i);
      count += problem->severity == severity;
    }
  return count;
}

static void
go_to (RsProblemsPanel *self, guint position)
{
  g_autoptr (RsProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->problems), position);

  if (problem != NULL && problem->name != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to", "(suu)", problem->name, problem->line, problem->column);
}

static void
on_activate (GtkListView *list, guint position, gpointer data)
{
  go_to (data, position);
}

void
rs_problems_panel_move (RsProblemsPanel *self, gboolean forward)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->problems));
  guint position = gtk_single_selection_get_selected (self->selection);

  if (n == 0)
    return;
  if (position == GTK_INVALID_LIST_POSITION)
    position = forward ? 0 : n - 1;
  else
    position = (position + (forward ? 1 : n - 1)) % n;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  go_to (self, position);
}

const char *
rs_problems_panel_get_code (RsProblemsPanel *self)
{
  const RsProblem *problem = gtk_single_selection_get_selected_item (self->selection);

  return problem != NULL ? problem->code : NULL;
}

/* --- rows --- */

static const char *const icons[] = { "redshift-note", "redshift-warning", "redshift-error" };

static gboolean
on_code (GtkLabel *label, const char *code, gpointer data)
{
  gtk_widget_activate_action (GTK_WIDGET (label), "win.explain", "s", code);
  return GDK_EVENT_STOP;
}

static void
show_code (GtkLabel *label, const char *code)
{
  g_autofree char *link = code != NULL ? g_strdup_printf ("<a href=\"%s\">%s</a>", code, code) : NULL;

  gtk_label_set_markup (label, link != NULL ? link : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), code != NULL ? _ ("What this message means (F1)") : NULL);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *code = gtk_label_new (NULL);
  GtkWidget *place = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_START, NULL);

  gtk_widget_add_css_class (box, "rs-content");
  gtk_widget_add_css_class (place, "dim-label");
  gtk_box_append (GTK_BOX (box), gtk_image_new ());
  gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, "ellipsize",
                                               PANGO_ELLIPSIZE_END, NULL));
  /* The row has the focus, not the link; F1 on the row does what a click on the link does. */
  gtk_widget_set_can_focus (code, FALSE);
  gtk_widget_add_css_class (code, "rs-quiet-link");
  g_signal_connect (code, "activate-link", G_CALLBACK (on_code), NULL);
  gtk_box_append (GTK_BOX (box), code);
  gtk_box_append (GTK_BOX (box), place);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  RsProblem *problem = gtk_list_item_get_item (item);
  GtkWidget *icon = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *message = gtk_widget_get_next_sibling (icon);
  GtkWidget *code = gtk_widget_get_next_sibling (message);
  GtkWidget *place = gtk_widget_get_next_sibling (code);
  g_autofree char *base = problem->name != NULL ? g_path_get_basename (problem->name) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("%s:%u:%u", base, problem->line, problem->column);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), icons[problem->severity]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  rs_severity_to_string (problem->severity), -1);
  gtk_label_set_text (GTK_LABEL (message), problem->message);
  gtk_widget_set_tooltip_text (message, problem->message);
  show_code (GTK_LABEL (code), problem->code);
  gtk_label_set_text (GTK_LABEL (place), text);
}

static void
rs_problems_panel_dispose (GObject *object)
{
  RsProblemsPanel *self = RS_PROBLEMS_PANEL (object);

  g_clear_object (&self->problems);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (rs_problems_panel_parent_class)->dispose (object);
}

static void
rs_problems_panel_class_init (RsProblemsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = rs_problems_panel_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/quasar/Redshift/problems-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, RsProblemsPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, RsProblemsPanel, list);
}

static void
rs_problems_panel_init (RsProblemsPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->problems = g_list_store_new (RS_TYPE_PROBLEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->problems)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  g_signal_connect (self->list, "activate", G_CALLBACK (on_activate), self);
  g_object_unref (factory);
}

PanelWidget *
rs_problems_panel_new (RsRuns *runs)
{
  return g_object_new (RS_TYPE_PROBLEMS_PANEL, NULL);
}
