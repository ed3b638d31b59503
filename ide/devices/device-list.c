/* What a program can run on, in words.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/device-list.h"

#include "profiler/analysis/summary.h"
#include "runtime/device/device.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

struct _RsDeviceListModel {
  GObject parent;

  GPtrArray *choices; /* element-type RsDeviceChoice; owned */
};

G_DEFINE_FINAL_TYPE (RsDeviceListModel, rs_device_list_model, G_TYPE_OBJECT)

static void
choice_free (gpointer data)
{
  RsDeviceChoice *choice = data;

  g_free (choice->id);
  g_free (choice->title);
  g_free (choice->model);
  g_free (choice->details);
  g_free (choice);
}

static RsDeviceChoice *
add (RsDeviceListModel *self, const char *id, const char *title, const char *details)
{
  RsDeviceChoice *choice = g_new0 (RsDeviceChoice, 1);

  choice->id = g_strdup (id);
  choice->title = g_strdup (title);
  choice->model = g_strdup ("");
  choice->details = g_strdup (details);
  choice->is_usable = TRUE;
  g_ptr_array_add (self->choices, choice);
  return choice;
}

static char *
describe (const RsDeviceInfo *info)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *memory = rs_format_bytes ((gint64)info->memory);

  if (!info->usable)
    return g_strdup (info->reason);
  if (info->cores > 0)
    g_string_append_printf (text, ngettext ("%u core, ", "%u cores, ", info->cores), info->cores);
  if (info->threads > 0)
    g_string_append_printf (text, ngettext ("%u thread, ", "%u threads, ", info->threads), info->threads);
  if (info->simd_bits > 0)
    g_string_append_printf (text, _ ("vectors of %u bits, "), info->simd_bits);
  g_string_append_printf (text, _ ("%s of memory"), memory);
  if (info->compiler != NULL)
    g_string_append_printf (text, _ ("; compiler: %s"), info->compiler);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
take_info (RsDeviceListModel *self, const RsDeviceInfo *info)
{
  RsDeviceChoice *choice = (RsDeviceChoice *)rs_device_list_model_find (self, info->name);

  gboolean is_new = choice == NULL;

  if (is_new)
    {
      g_autofree char *title = g_strdup_printf ("%s %s", g_str_has_prefix (info->name, "opencl") ? "OpenCL" : info->kind,
                                                info->model != NULL ? info->model : "");

      choice = add (self, info->name, g_strstrip (title), "");
    }
  g_free (choice->details);
  g_free (choice->model);
  choice->details = describe (info);
  choice->model = g_strdup (is_new || info->model == NULL ? "" : info->model);
  choice->is_usable = info->usable;
}

static void
free_infos (gpointer infos)
{
  g_ptr_array_unref (infos);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (RsSettings) settings = rs_settings_new_for_user ();

  g_task_return_pointer (task, rs_device_list (settings), free_infos);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  RsDeviceListModel *self = RS_DEVICE_LIST_MODEL (source);
  g_autoptr (GPtrArray) infos = g_task_propagate_pointer (G_TASK (result), NULL);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    take_info (self, g_ptr_array_index (infos, i));
  g_signal_emit_by_name (self, "changed");
}

const GPtrArray *
rs_device_list_model_get_choices (RsDeviceListModel *self)
{
  return self->choices;
}

const RsDeviceChoice *
rs_device_list_model_find (RsDeviceListModel *self, const char *id)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (g_str_equal (((RsDeviceChoice *)g_ptr_array_index (self->choices, i))->id, id))
      return g_ptr_array_index (self->choices, i);
  return NULL;
}

static void
rs_device_list_model_class_init (RsDeviceListModelClass *klass)
{
  g_signal_new ("changed", RS_TYPE_DEVICE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
rs_device_list_model_init (RsDeviceListModel *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_listed, NULL);

  self->choices = g_ptr_array_new_with_free_func (choice_free);
  add (self, "auto", _ ("Automatic"), _ ("Redshift chooses: the processor, as long as there is no other device that it can place work on"));
  add (self, "cpu", _ ("Processor"), "");
  add (self, "interp", _ ("Interpreter"), _ ("Everything in the virtual machine, kernels too: slow, needs no C compiler, good to compare results with"));
  g_task_run_in_thread (task, list_thread);
}

RsDeviceListModel *
rs_device_list_model_get (void)
{
  static RsDeviceListModel *model;

  if (model == NULL)
    model = g_object_new (RS_TYPE_DEVICE_LIST, NULL);
  return model;
}
