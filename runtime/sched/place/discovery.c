/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sched/place/discovery.h"

#include "runtime/sched/place/learning.h"
#include "runtime/sched/queue/order.h"

#include <string.h>

struct _RsDiscovery {
  RsSettings *settings;
  const RsKernelStore *kernels; /* borrowed; may be NULL */
  RsCostFile *file;             /* of earlier runs; NULL until a launch is met */
  GThread *thread;              /* NULL: not begun, or taken */
  gboolean has_begun;
  gint is_done;        /* atomic: the thread has ended */
  gint is_given_up;    /* atomic: nobody takes what it finds */
  GPtrArray *devices;  /* of RsDevice; the thread's until is_done */
  GPtrArray *warnings; /* of char *; the same */
};

RsDiscovery *
rs_discovery_new (const RsSettings *settings, const RsKernelStore *kernels)
{
  RsDiscovery *self;

  if (strcmp (rs_settings_get_text (settings, RS_SETTING_RUNTIME_AUTO_DEVICES), "none") == 0)
    return NULL;
  self = g_new0 (RsDiscovery, 1);
  self->settings = rs_settings_copy (settings);
  self->kernels = kernels;
  self->devices = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_device_free);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
rs_discovery_free (RsDiscovery *self)
{
  if (self == NULL)
    return;
  __atomic_store_n (&self->is_given_up, 1, __ATOMIC_RELAXED);
  if (self->thread != NULL)
    g_thread_join (self->thread);
  g_ptr_array_unref (self->devices);
  g_ptr_array_unref (self->warnings);
  g_clear_pointer (&self->file, rs_cost_file_close);
  rs_settings_free (self->settings);
  g_free (self);
}

/* --- which --- */

static gboolean
has_model (const GPtrArray *chosen, const char *model)
{
  for (guint i = 0; i < chosen->len; i++)
    if (g_strcmp0 (((const RsDeviceInfo *)chosen->pdata[i])->model, model) == 0)
      return TRUE;
  return FALSE;
}

static void
add_names (const GPtrArray *chosen, GPtrArray *names)
{
  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (names, g_strdup (((const RsDeviceInfo *)chosen->pdata[i])->name));
}

/* What drivers list, but for the processor. A GPU that CUDA has is not taken from OpenCL once more. */
static void
find_names (const RsSettings *settings, GPtrArray *names)
{
  g_autoptr (GPtrArray) listed = rs_device_list (settings);
  g_autoptr (GPtrArray) of_cuda = g_ptr_array_new (), others = g_ptr_array_new ();

  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < listed->len; i++)
      {
        const RsDeviceInfo *info = listed->pdata[i];
        const gboolean is_cuda = g_str_has_prefix (info->name, "cuda");

        if (!info->usable || strcmp (info->kind, "CPU") == 0 || is_cuda != (pass == 0))
          continue;
        if (is_cuda || !has_model (of_cuda, info->model))
          g_ptr_array_add (is_cuda ? of_cuda : others, (gpointer)info);
      }
  add_names (of_cuda, names);
  add_names (others, names);
}

/* --- opening --- */

static gboolean
goes_on (const RsDiscovery *self)
{
  return !__atomic_load_n (&self->is_given_up, __ATOMIC_RELAXED) && self->devices->len < RS_MOST_DEVICES;
}

static void
open_device (RsDiscovery *self, const char *name, gboolean is_named)
{
  g_autoptr (GError) error = NULL;
  RsDevice *device = rs_device_open (name, self->settings, self->kernels, &error);

  if (device != NULL)
    g_ptr_array_add (self->devices, device);
  else if (is_named)
    g_ptr_array_add (self->warnings, g_strdup_printf ("%s (setting RUNTIME_AUTO_DEVICES)", error->message));
}

static gpointer
run_thread (gpointer data)
{
  RsDiscovery *self = data;
  const char *wanted = rs_settings_get_text (self->settings, RS_SETTING_RUNTIME_AUTO_DEVICES);
  const gboolean is_named = strcmp (wanted, "gpu") != 0;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = is_named ? g_strsplit (wanted, ",", 0) : NULL;

  for (char **part = parts; part != NULL && *part != NULL; part++)
    if (*g_strstrip (*part) != '\0' && strcmp (*part, "cpu") != 0)
      g_ptr_array_add (names, g_strdup (*part));
  if (!is_named)
    find_names (self->settings, names);
  for (guint i = 0; i < names->len && goes_on (self); i++)
    open_device (self, names->pdata[i], is_named);
  __atomic_store_n (&self->is_done, 1, __ATOMIC_RELEASE);
  return NULL;
}

void
rs_discovery_begin (RsDiscovery *self)
{
  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  self->thread = g_thread_try_new ("devices", run_thread, self, NULL);
  if (self->thread == NULL)
    self->is_done = TRUE; /* the CPU stays alone */
}

void
rs_discovery_meet (RsDiscovery *self, guint64 launched, guint size_class)
{
  if (self->has_begun)
    return;
  if (self->file == NULL)
    self->file = rs_learning_open_file (self->settings);
  if (rs_cost_file_get (self->file, launched, size_class, RS_COST_ELSEWHERE) > 0)
    rs_discovery_begin (self);
}

gboolean
rs_discovery_is_over (RsDiscovery *self, const RsDevice *cpu)
{
  if (!self->has_begun
      && __atomic_load_n (&cpu->busy, __ATOMIC_RELAXED)
             >= rs_settings_get_integer (self->settings, RS_SETTING_RUNTIME_AUTO_AFTER_MS) * 1000000)
    rs_discovery_begin (self);
  return __atomic_load_n (&self->is_done, __ATOMIC_ACQUIRE);
}

GPtrArray *
rs_discovery_take (RsDiscovery *self)
{
  g_assert (self->has_begun);
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
  g_ptr_array_set_free_func (self->devices, NULL);
  return g_ptr_array_ref (self->devices);
}

const GPtrArray *
rs_discovery_get_warnings (const RsDiscovery *self)
{
  return self->warnings;
}
