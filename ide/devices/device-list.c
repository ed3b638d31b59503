/* What a program can run on, in words.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/devices/device-list.h"

#include "profiler/analysis/time/summary.h"
#include "runtime/device/configuration/configuration.h"
#include "runtime/device/device.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

struct _RsDeviceListModel {
  GObject parent;

  GPtrArray *choices; /* element-type RsDeviceChoice; owned */
  RsConfigurations *configurations; /* owned */
  gboolean is_complete;             /* the drivers have answered */
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
  if (info->may_end_process)
    g_string_append (text, _ ("; programs have a process of their own, since its driver may end it"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Devices of one kind and model have their ids behind the title. */
static void
tell_apart (RsDeviceListModel *self, RsDeviceChoice *added)
{
  g_autofree char *title = g_strdup (added->title);

  for (guint i = 0; i < self->choices->len; i++)
    {
      RsDeviceChoice *other = g_ptr_array_index (self->choices, i);
      g_autofree char *numbered = g_strdup_printf ("%s (%s)", title, other->id);

      if (other == added || other->is_configuration
          || (!g_str_equal (other->title, title) && !g_str_equal (other->title, numbered)))
        continue;
      g_free (other->title);
      other->title = g_steal_pointer (&numbered);
      g_free (added->title);
      added->title = g_strdup_printf ("%s (%s)", title, added->id);
    }
}

static void
take_info (RsDeviceListModel *self, const RsDeviceInfo *info)
{
  RsDeviceChoice *choice = (RsDeviceChoice *)rs_device_list_model_find (self, info->name);

  gboolean is_new = choice == NULL;

  if (is_new)
    {
      /* What can't be used has no kind. */
      const char *kind = g_str_has_prefix (info->name, "opencl") ? "OpenCL" : info->usable ? info->kind : info->name;
      g_autofree char *title = g_strdup_printf ("%s %s", kind, info->model != NULL ? info->model : "");

      choice = add (self, info->name, g_strstrip (title), "");
      tell_apart (self, choice);
    }
  g_free (choice->details);
  g_free (choice->model);
  choice->details = describe (info);
  choice->model = g_strdup (is_new || info->model == NULL ? "" : info->model);
  choice->is_usable = info->usable;
  choice->may_end_process = info->usable && info->may_end_process;
}

/* --- configurations --- */

/* "cuda" stands for all of a driver that is missing. */
static const RsDeviceChoice *
find_device (RsDeviceListModel *self, const char *name)
{
  g_autofree char *driver = g_strndup (name, strcspn (name, ":"));
  const RsDeviceChoice *choice = rs_device_list_model_find (self, name);

  return choice != NULL ? choice : rs_device_list_model_find (self, driver);
}

char *
rs_device_list_model_find_missing (RsDeviceListModel *self, const GPtrArray *devices)
{
  for (guint i = 0; self->is_complete && i < devices->len; i++)
    {
      const char *name = g_ptr_array_index (devices, i);
      const RsDeviceChoice *choice = find_device (self, name);

      if (choice == NULL || (choice->is_usable && !g_str_equal (choice->id, name)))
        return g_strdup_printf (_ ("there is no %s on this machine"), name);
      if (!choice->is_usable)
        return g_strdup_printf ("%s: %s", name, choice->details);
    }
  return NULL;
}

/* "opencl" is its first device. */
gboolean
rs_device_list_model_may_end_process (RsDeviceListModel *self, const char *id)
{
  const RsDeviceChoice *whole = rs_device_list_model_find (self, id);
  g_auto (GStrv) names = g_strsplit (id, ",", 0);

  if (whole != NULL)
    return whole->may_end_process;
  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *first = strchr (*name, ':') == NULL ? g_strconcat (*name, ":0", NULL) : g_strdup (*name);
      const RsDeviceChoice *choice = rs_device_list_model_find (self, first);

      if (choice != NULL && choice->may_end_process)
        return TRUE;
    }
  return FALSE;
}

RsConfigurations *
rs_device_list_model_get_configurations (RsDeviceListModel *self)
{
  return self->configurations;
}

static void
take_entry (RsDeviceListModel *self, const RsConfigurationEntry *entry)
{
  RsDeviceChoice *choice;
  char *missing;

  if (entry->problem != NULL)
    return;
  choice = add (self, entry->name, entry->name, entry->details);
  choice->is_configuration = TRUE;
  missing = rs_device_list_model_find_missing (self, entry->devices);
  for (guint i = 0; i < entry->devices->len; i++)
    choice->may_end_process |= rs_device_list_model_may_end_process (self, g_ptr_array_index (entry->devices, i));
  if (missing == NULL)
    return;
  g_free (choice->details);
  choice->details = missing;
  choice->is_usable = FALSE;
}

static void
take_configurations (RsDeviceListModel *self)
{
  const GPtrArray *entries = rs_configurations_get_entries (self->configurations);

  for (guint i = self->choices->len; i > 0; i--)
    if (((const RsDeviceChoice *)g_ptr_array_index (self->choices, i - 1))->is_configuration)
      g_ptr_array_remove_index (self->choices, i - 1);
  for (guint i = 0; i < entries->len; i++)
    take_entry (self, g_ptr_array_index (entries, i));
  g_signal_emit_by_name (self, "changed");
}

/* --- asking the drivers --- */

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
  self->is_complete = infos != NULL;
  take_configurations (self);
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
  g_autofree char *path = rs_configuration_get_path ();

  self->choices = g_ptr_array_new_with_free_func (choice_free);
  add (self, "auto", _ ("Automatic"),
       _ ("Redshift chooses: the processor, and once a program has computed for a while, GPUs where they take less "
          "(settings RUNTIME_AUTO_DEVICES and RUNTIME_AUTO_AFTER_MS)"));
  add (self, "cpu", _ ("Processor"), "");
  add (self, "interp", _ ("Interpreter"),
       _ ("Everything in the virtual machine, kernels too: slow, needs no C compiler, good to compare results with"));
  self->configurations = rs_configurations_new (path);
  g_signal_connect_swapped (self->configurations, "changed", G_CALLBACK (take_configurations), self);
  take_configurations (self);
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
