/* What the debugger does in all runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/debug/debug-settings.h"

#include "ide/settings/notices.h"
#include "ide/settings/user-settings.h"

#include <glib/gi18n.h>

#define GROUP "Debugger"

struct _RsDebugSettings {
  GObject parent;

  char *values[RS_N_DEBUG_SETTINGS]; /* NULL: nobody has said anything */
};

G_DEFINE_FINAL_TYPE (RsDebugSettings, rs_debug_settings, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const struct {
  const char *name;
  gboolean is_switch; /* on or off, and kept */
} kinds[RS_N_DEBUG_SETTINGS] = {
  [RS_DEBUG_SETTING_ERRORS] = { "errors", FALSE },
  [RS_DEBUG_SETTING_NAN] = { "nan", TRUE },
  [RS_DEBUG_SETTING_WARNINGS] = { "warnings", TRUE },
  [RS_DEBUG_SETTING_LIBRARY] = { "library", TRUE },
};

gboolean
rs_debug_setting_find (const char *name, RsDebugSetting *setting)
{
  for (guint i = 0; i < RS_N_DEBUG_SETTINGS; i++)
    if (g_str_equal (name, kinds[i].name))
      {
        *setting = (RsDebugSetting)i;
        return TRUE;
      }
  return FALSE;
}

const char *
rs_debug_setting_get_name (RsDebugSetting setting)
{
  return kinds[setting].name;
}

const char *
rs_debug_settings_get_value (RsDebugSettings *self, RsDebugSetting setting)
{
  return self->values[setting];
}

gboolean
rs_debug_settings_is_on (RsDebugSettings *self, RsDebugSetting setting)
{
  return g_strcmp0 (self->values[setting], "on") == 0;
}

static void
keep (RsDebugSettings *self, RsDebugSetting setting)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!rs_user_settings_set (GROUP, kinds[setting].name, self->values[setting], &error))
    text = g_strdup_printf (_ ("What the debugger stops at is not kept for the next start: %s."),
                            rs_notices_get_reason (error));
  rs_notices_set ("settings", "debugger", text);
}

void
rs_debug_settings_set_value (RsDebugSettings *self, RsDebugSetting setting, const char *value)
{
  if (g_strcmp0 (self->values[setting], value) == 0)
    return;
  g_free (self->values[setting]);
  self->values[setting] = g_strdup (value);
  if (kinds[setting].is_switch)
    keep (self, setting);
  g_signal_emit (self, signals[CHANGED], 0, kinds[setting].name);
}

RsDebugSettings *
rs_debug_settings_get (void)
{
  static RsDebugSettings *self;

  if (self == NULL)
    self = g_object_new (RS_TYPE_DEBUG_SETTINGS, NULL);
  return self;
}

static void
rs_debug_settings_finalize (GObject *object)
{
  RsDebugSettings *self = RS_DEBUG_SETTINGS (object);

  for (guint i = 0; i < RS_N_DEBUG_SETTINGS; i++)
    g_free (self->values[i]);
  G_OBJECT_CLASS (rs_debug_settings_parent_class)->finalize (object);
}

static void
rs_debug_settings_class_init (RsDebugSettingsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_debug_settings_finalize;
  signals[CHANGED] = g_signal_new ("changed", RS_TYPE_DEBUG_SETTINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
rs_debug_settings_init (RsDebugSettings *self)
{
  for (guint i = 0; i < RS_N_DEBUG_SETTINGS; i++)
    {
      g_autofree char *value = kinds[i].is_switch ? rs_user_settings_get (GROUP, kinds[i].name) : NULL;

      if (value == NULL || g_str_equal (value, "on") || g_str_equal (value, "off"))
        self->values[i] = g_steal_pointer (&value);
      else
        rs_user_settings_tell_damage (kinds[i].name, value);
    }
}
