/* Forms and what the user does in them as GVariants.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/wire.h"

#define WIDGET "(isdddbuu)"

GVariant *
rs_wire_pack_form (RsForm *form)
{
  GVariantBuilder widgets;
  GVariant *value;

  g_variant_builder_init (&widgets, G_VARIANT_TYPE ("a" WIDGET));
  rs_form_lock (form);
  for (guint i = 0; i < form->widgets->len; i++)
    {
      const RsWidget *widget = rs_form_get (form, i);

      g_variant_builder_add (&widgets, WIDGET, widget->kind, widget->text, widget->value, widget->low, widget->high,
                             widget->is_whole, widget->figure != NULL ? widget->figure->number : 0, widget->n_changes);
    }
  value = g_variant_new ("(usiibba" WIDGET ")", form->number, form->title, form->width, form->height, form->is_centered,
                         rs_form_is_closed (form), &widgets);
  rs_form_unlock (form);
  return value;
}

gboolean
rs_wire_read_form (GVariant *value, guint *number, gboolean *is_closed)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE ("(usiibba" WIDGET ")")))
    return FALSE;
  g_variant_get_child (value, 0, "u", number);
  g_variant_get_child (value, 5, "b", is_closed);
  return TRUE;
}

/* A value that the user has changed since the program sent this is newer. */
static void
update_widget (RsForm *form, guint index, const char *text, double value, guint n_changes)
{
  RsWidget *widget;

  rs_form_lock (form);
  widget = rs_form_get (form, index);
  rs_axes_set_text (&widget->text, text);
  if (n_changes == widget->n_changes)
    widget->value = value;
  rs_form_unlock (form);
}

static int
get_pixels (GVariant *value, gsize index)
{
  int pixels;

  g_variant_get_child (value, index, "i", &pixels);
  return CLAMP (pixels, 0, RS_FIGURE_MOST_PIXELS);
}

RsFigure *
rs_wire_get_embedded (GHashTable *embedded, guint number)
{
  RsFigure *figure = g_hash_table_lookup (embedded, GUINT_TO_POINTER (number));

  if (figure == NULL)
    {
      figure = rs_figure_new_embedded (number, NULL, 0);
      g_hash_table_insert (embedded, GUINT_TO_POINTER (number), figure);
    }
  return figure;
}

void
rs_wire_update_form (RsForm *form, GVariant *value, GHashTable *embedded)
{
  g_autoptr (GVariantIter) widgets = NULL;
  const char *title, *text;
  double number, low, high;
  gboolean is_whole;
  guint kind, figure, n_changes;

  g_variant_get (value, "(u&siibba" WIDGET ")", NULL, &title, NULL, NULL, NULL, NULL, &widgets);
  rs_form_lock (form);
  rs_axes_set_text (&form->title, title);
  form->width = get_pixels (value, 2);
  form->height = get_pixels (value, 3);
  rs_form_unlock (form);
  for (guint i = 0;
       g_variant_iter_next (widgets, "(i&sdddbuu)", &kind, &text, &number, &low, &high, &is_whole, &figure, &n_changes);
       i++)
    {
      if (kind > RS_WIDGET_DISPLAY)
        return;
      if (i == rs_form_count (form))
        rs_form_add (form, &(RsWidget){ .kind = (RsWidgetKind)kind,
                                        .text = (char *)text,
                                        .value = number,
                                        .low = low,
                                        .high = high,
                                        .is_whole = is_whole,
                                        .figure = kind == RS_WIDGET_DISPLAY
                                                      ? rs_figure_ref (rs_wire_get_embedded (embedded, figure))
                                                      : NULL });
      else
        update_widget (form, i, text, number, n_changes);
    }
}

GVariant *
rs_wire_pack_event (const RsFormEvent *event, RsWireKind *kind)
{
  RsForm *form = event->form;
  RsWidget *widget;
  GVariant *value;

  *kind = RS_WIRE_CLOSE_FORM;
  if (event->widget == RS_FORM_CLOSED)
    return g_variant_new ("(u)", form->number);
  rs_form_lock (form);
  widget = rs_form_get (form, event->widget);
  widget->is_pending = FALSE;
  *kind = widget->kind == RS_WIDGET_BUTTON ? RS_WIRE_CLICK : RS_WIRE_CHANGE;
  value = g_variant_new ("(uudu)", form->number, event->widget, widget->value, widget->n_changes);
  rs_form_unlock (form);
  return value;
}
