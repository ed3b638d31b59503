/* Forms and their widgets as values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/figure/forms-private.h"

#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/function.h"

#include <math.h>
#include <string.h>

/* A form, a widget of it, or what happens to a widget. */
typedef struct
{
  RsFormEntry *entry; /* borrowed: lives as long as the session */
  guint widget;       /* RS_FORM_CLOSED: the form itself */
} Part;

static const RsNativeClass form_class, slider_class, checkbox_class, button_class, text_class, display_class,
  event_class;

static RsValue
new_part (const RsNativeClass *class, RsFormEntry *entry, guint widget)
{
  Part *part = g_new (Part, 1);

  *part = (Part){ entry, widget };
  return rs_value_new_native (class, part);
}

RsValue
rs_form_new_value (RsFormEntry *entry)
{
  return new_part (&form_class, entry, RS_FORM_CLOSED);
}

static gboolean
is_same (gconstpointer data, gconstpointer other)
{
  const Part *a = data, *b = other;

  return a->entry == b->entry && a->widget == b->widget;
}

static Part *
get_self (const RsCall *call)
{
  return call->arguments[0].native->data;
}

static gboolean
fail (GError **error, const char *text)
{
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ARGUMENT_VALUE, text);
  return FALSE;
}

static gboolean
set_text (char **slot, RsValue value, const char *what, GError **error)
{
  if (value.tag != RS_TAG_STRING)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE, "the %s has to be a string", what);
      return FALSE;
    }
  g_free (*slot);
  *slot = g_utf8_make_valid (value.string->text, -1);
  return TRUE;
}

/* --- the form --- */

static gboolean
get_form (RsNative *native, const char *member, RsValue *result, GError **error)
{
  RsForm *form = ((Part *)native->data)->entry->form;

  rs_form_lock (form);
  if (strcmp (member, "width") == 0)
    *result = rs_value_int (form->width);
  else if (strcmp (member, "height") == 0)
    *result = rs_value_int (form->height);
  else
    *result = rs_value_new_string (strcmp (member, "icon") == 0 ? "" : form->title, -1);
  rs_form_unlock (form);
  return TRUE;
}

static gboolean
set_form (RsNative *native, const char *member, RsValue value, GError **error)
{
  RsFormEntry *entry = ((Part *)native->data)->entry;
  gint64 pixels = 0;
  gboolean good = TRUE;

  if ((strcmp (member, "width") == 0 || strcmp (member, "height") == 0)
      && (!rs_value_to_integer (value, &pixels) || pixels < 0 || pixels > RS_FIGURE_MOST_PIXELS))
    return fail (error, "the size of a form has to be a number of pixels from 0 to 8192");
  rs_form_lock (entry->form);
  if (strcmp (member, "width") == 0)
    entry->form->width = (int)pixels;
  else if (strcmp (member, "height") == 0)
    entry->form->height = (int)pixels;
  else if (strcmp (member, "title") == 0)
    good = set_text (&entry->form->title, value, "title of a form", error);
  rs_form_unlock (entry->form); /* an icon is for window managers of other systems */
  if (good)
    rs_form_entry_show (entry);
  return good;
}

/* One text that may be missing. */
static gboolean
get_label (const RsCall *call, const char **label, const char *name, GError **error)
{
  *label = "";
  return call->n_arguments < 2 || rs_call_get_string (call, 1, label, name, error);
}

static gboolean
add_widget (RsCall *call, const RsWidget *widget, const RsNativeClass *class)
{
  Part *self = get_self (call);
  guint index = rs_form_add (self->entry->form, widget);

  rs_form_entry_show (self->entry);
  return rs_call_return (call, new_part (class, self->entry, index));
}

static gboolean
add_text (RsCall *call, RsWidgetKind kind, const char *name, GError **error)
{
  const char *label;

  if (!get_label (call, &label, name, error))
    return FALSE;
  return add_widget (call, &(RsWidget){ .kind = kind, .text = (char *)label },
                     kind == RS_WIDGET_BUTTON ? &button_class : &text_class);
}

static gboolean
add_heading (RsCall *call, GError **error)
{
  return add_text (call, RS_WIDGET_HEADING, "add_heading", error);
}

static gboolean
add_label (RsCall *call, GError **error)
{
  return add_text (call, RS_WIDGET_LABEL, "add_label", error);
}

static gboolean
add_button (RsCall *call, GError **error)
{
  return add_text (call, RS_WIDGET_BUTTON, "add_button", error);
}

/* Whole limits and a whole value make a slider of whole numbers. */
static gboolean
add_slider (RsCall *call, GError **error)
{
  double value, low = 0, high = 1;
  const char *label;
  gboolean is_whole;

  if (!get_label (call, &label, "add_slider", error) || !rs_call_get_number (call, 2, &value, "add_slider", error))
    return FALSE;
  if (call->n_arguments == 4)
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "add_slider",
                         "it is used as: form.add_slider(label, value, low, high)");
  if (call->n_arguments == 5
      && (!rs_call_get_number (call, 3, &low, "add_slider", error)
          || !rs_call_get_number (call, 4, &high, "add_slider", error)))
    return FALSE;
  if (!isfinite (low) || !isfinite (high) || !(low < high) || !isfinite (value))
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "add_slider",
                         "the limits have to be low < high, but are %g and %g", low, high);
  is_whole = call->n_arguments == 5 && call->arguments[2].tag == RS_TAG_INT && call->arguments[3].tag == RS_TAG_INT
             && call->arguments[4].tag == RS_TAG_INT;
  return add_widget (call,
                     &(RsWidget){ .kind = RS_WIDGET_SLIDER,
                                  .text = (char *)label,
                                  .value = CLAMP (value, low, high),
                                  .low = low,
                                  .high = high,
                                  .is_whole = is_whole },
                     &slider_class);
}

static gboolean
add_checkbox (RsCall *call, GError **error)
{
  double value = 0;
  const char *label;

  if (!get_label (call, &label, "add_checkbox", error)
      || (call->n_arguments == 3 && !rs_call_get_number (call, 2, &value, "add_checkbox", error)))
    return FALSE;
  return add_widget (call, &(RsWidget){ .kind = RS_WIDGET_CHECKBOX, .text = (char *)label, .value = value != 0 },
                     &checkbox_class);
}

static gboolean
add_display (RsCall *call, GError **error)
{
  RsFigureList *figures = rs_figure_list_get (call->session);
  RsFigure *figure;
  const char *label;

  if (!get_label (call, &label, "add_display", error))
    return FALSE;
  figure = rs_figure_new_embedded (++figures->last_number, call->path, call->line);
  return add_widget (call, &(RsWidget){ .kind = RS_WIDGET_DISPLAY, .text = (char *)label, .figure = figure },
                     &display_class);
}

static gboolean
center (RsCall *call, GError **error)
{
  Part *self = get_self (call);

  rs_form_lock (self->entry->form);
  self->entry->form->is_centered = TRUE;
  rs_form_unlock (self->entry->form);
  rs_form_entry_show (self->entry);
  return TRUE;
}

static gboolean
show (RsCall *call, GError **error)
{
  rs_form_entry_show (get_self (call)->entry);
  return TRUE;
}

static gboolean
wait_form (RsCall *call, GError **error)
{
  Part *self = get_self (call);

  if (!rs_session_before_effect (call->session, error))
    return FALSE;
  rs_session_flush (call->session);
  return !rs_form_list_is_seen (self->entry->list) || rs_forms_wait (call->session, self->entry->form, 0, error);
}

static gboolean
closed (RsCall *call, GError **error)
{
  Part *self = get_self (call);

  return rs_call_return (call, rs_value_bool (!rs_form_list_is_seen (self->entry->list)
                                              || rs_form_is_closed (self->entry->form)));
}

static gboolean
close_form (RsCall *call, GError **error)
{
  rs_form_entry_close (get_self (call)->entry);
  return TRUE;
}

/* --- widgets --- */

static gboolean
get_widget (RsNative *native, const char *member, RsValue *result, GError **error)
{
  Part *part = native->data;
  RsWidget *widget;

  if (strcmp (member, "onchange") == 0 || strcmp (member, "onclick") == 0)
    {
      *result = new_part (&event_class, part->entry, part->widget);
      return TRUE;
    }
  rs_form_lock (part->entry->form);
  widget = rs_form_get (part->entry->form, part->widget);
  if (strcmp (member, "value") == 0 && widget->kind == RS_WIDGET_CHECKBOX)
    *result = rs_value_bool (widget->value != 0);
  else if (strcmp (member, "value") == 0)
    *result = widget->is_whole ? rs_value_int ((gint64)widget->value) : rs_value_scalar (widget->value);
  else if (strcmp (member, "icon") == 0)
    *result = rs_value_new_string ("", 0);
  else
    *result = rs_value_new_string (widget->text, -1);
  rs_form_unlock (part->entry->form);
  return TRUE;
}

static gboolean
set_value (RsWidget *widget, RsValue value, GError **error)
{
  double number;

  if (!rs_value_is_number (value) || !isfinite (rs_value_to_double (value)))
    return fail (error, "the value of a slider or checkbox has to be a number");
  number = rs_value_to_double (value);
  if (widget->kind == RS_WIDGET_CHECKBOX)
    widget->value = number != 0;
  else
    widget->value = CLAMP (widget->is_whole ? rint (number) : number, widget->low, widget->high);
  return TRUE;
}

static gboolean
set_widget (RsNative *native, const char *member, RsValue value, GError **error)
{
  Part *part = native->data;
  gboolean good = TRUE;

  if (strcmp (member, "onchange") == 0 || strcmp (member, "onclick") == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER_TYPE, "functions are added with %s.add(f)", member);
      return FALSE;
    }
  rs_form_lock (part->entry->form);
  if (strcmp (member, "value") == 0)
    good = set_value (rs_form_get (part->entry->form, part->widget), value, error);
  else if (strcmp (member, "text") == 0)
    good = set_text (&rs_form_get (part->entry->form, part->widget)->text, value, "text", error);
  rs_form_unlock (part->entry->form);
  if (good)
    rs_form_entry_show (part->entry);
  return good;
}

/* --- events --- */

static gboolean
add_function (RsCall *call, GError **error)
{
  Part *self = get_self (call);

  if (call->arguments[1].tag != RS_TAG_FUNCTION)
    {
      g_autofree char *what = rs_value_describe_one (call->arguments[1]);

      return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "add",
                           "the argument has to be a function without parameters, but is %s", what);
    }
  rs_form_entry_add_handler (self->entry, self->widget, call->arguments[1].function);
  return TRUE;
}

static gboolean
no_member (RsNative *native, const char *member, RsValue *result, GError **error)
{
  return fail (error, "functions are added with add(f)");
}

static gboolean
no_new_member (RsNative *native, const char *member, RsValue value, GError **error)
{
  return fail (error, "functions are added with add(f)");
}

/* --- displays --- */

static gboolean
draw_in_display (RsCall *call, RsBuiltinFunction draw, GError **error)
{
  Part *self = get_self (call);
  RsFigureList *figures = rs_figure_list_get (call->session);
  RsCall inner = *call;

  inner.arguments++;
  inner.n_arguments--;
  rs_form_lock (self->entry->form);
  rs_figure_list_choose_figure (figures, rs_form_get (self->entry->form, self->widget)->figure);
  rs_form_unlock (self->entry->form);
  return draw (&inner, error);
}

static gboolean
show_image (RsCall *call, GError **error)
{
  return draw_in_display (call, rs_builtin_IMSHOW, error);
}

static gboolean
show_plot (RsCall *call, GError **error)
{
  return draw_in_display (call, rs_builtin_PLOT, error);
}

/* --- classes --- */

static const RsNativeMethod form_methods[] = {
  { "add_heading", 1, 1, add_heading, "form.add_heading(text)" },
  { "add_label", 1, 1, add_label, "label = form.add_label(text)" },
  { "add_slider", 2, 4, add_slider, "slider = form.add_slider(label, value, low, high)" },
  { "add_checkbox", 1, 2, add_checkbox, "box = form.add_checkbox(label, value)" },
  { "add_button", 1, 1, add_button, "button = form.add_button(label)" },
  { "add_display", 0, 1, add_display, "display = form.add_display()" },
  { "center", 0, 0, center, "form.center()" },
  { "show", 0, 0, show, "form.show()" },
  { "wait", 0, 0, wait_form, "form.wait()" },
  { "closed", 0, 0, closed, "t = form.closed()" },
  { "close", 0, 0, close_form, "form.close()" },
};

static const RsNativeMethod event_methods[] = { { "add", 1, 1, add_function, "slider.onchange.add(() -> ...)" } };

static const RsNativeMethod display_methods[] = {
  { "imshow", 1, 3, show_image, "display.imshow(im, range)" },
  { "plot", 1, -1, show_plot, "display.plot(x, y)" },
};

static const char *const form_members[] = { "title", "width", "height", "icon", NULL };
static const char *const value_members[] = { "value", "text", "onchange", NULL };
static const char *const button_members[] = { "text", "icon", "onclick", NULL };
static const char *const text_members[] = { "text", NULL };
static const char *const no_members[] = { NULL };

static const RsNativeClass form_class
  = { "form", form_members, form_methods, G_N_ELEMENTS (form_methods), get_form, set_form, is_same, g_free };
static const RsNativeClass slider_class
  = { "slider", value_members, NULL, 0, get_widget, set_widget, is_same, g_free };
static const RsNativeClass checkbox_class
  = { "checkbox", value_members, NULL, 0, get_widget, set_widget, is_same, g_free };
static const RsNativeClass button_class
  = { "button", button_members, NULL, 0, get_widget, set_widget, is_same, g_free };
static const RsNativeClass text_class = { "label", text_members, NULL, 0, get_widget, set_widget, is_same, g_free };
static const RsNativeClass display_class = { "display", text_members, display_methods, G_N_ELEMENTS (display_methods),
                                             get_widget, set_widget, is_same, g_free };
static const RsNativeClass event_class
    = { "list of functions", no_members,    event_methods, G_N_ELEMENTS (event_methods),
        no_member,           no_new_member, NULL,          g_free };

/* --- the built-in --- */

RS_DEFINE_BUILTIN (FORM)
{
  const char *title = "";

  if (call->n_arguments == 1 && !rs_call_get_string (call, 0, &title, "form", error))
    return FALSE;
  return rs_call_return (call, rs_form_new_value (rs_form_list_add (rs_form_list_get (call->session), title)));
}
