/* Settings: one table of texts, checked against their type when they are set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/settings.h"

#include "runtime/base/error.h"
#include "runtime/base/user-file.h"

#include <string.h>

#define GROUP "Settings"

typedef enum { BOOLEAN, INTEGER, TEXT } SettingType;

static const struct {
  const char *name;
  SettingType type;
  const char *limits;
  const char *value;
} rows[] = {
#define RS_SETTING(NAME, type, limits, value, documentation) { #NAME, type, limits, value },
#include "runtime/base/settings.def"
#undef RS_SETTING
};

/* The values as numbers, too: launches ask for them. */
struct _RsSettings {
  char *values[RS_N_SETTINGS];
  gint64 integers[RS_N_SETTINGS];
  gboolean booleans[RS_N_SETTINGS];
};

static gboolean
is_true (const char *value)
{
  return g_ascii_strcasecmp (value, "true") == 0 || g_ascii_strcasecmp (value, "on") == 0 || strcmp (value, "1") == 0;
}

static void
set_value (RsSettings *self, guint id, const char *value)
{
  g_free (self->values[id]);
  self->values[id] = g_strdup (value);
  self->integers[id] = g_ascii_strtoll (value, NULL, 10);
  self->booleans[id] = is_true (value);
}

RsSettings *
rs_settings_new (void)
{
  RsSettings *self = g_new0 (RsSettings, 1);

  for (guint i = 0; i < RS_N_SETTINGS; i++)
    set_value (self, i, rows[i].value);
  return self;
}

RsSettings *
rs_settings_copy (const RsSettings *self)
{
  RsSettings *copy = g_new0 (RsSettings, 1);

  for (guint i = 0; i < RS_N_SETTINGS; i++)
    set_value (copy, i, self->values[i]);
  return copy;
}

void
rs_settings_free (RsSettings *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < RS_N_SETTINGS; i++)
    g_free (self->values[i]);
  g_free (self);
}

/* The words of limits: two numbers, or the texts that are taken. */
static gboolean
is_within (SettingType type, const char *limits, const char *value)
{
  g_auto (GStrv) words = g_strsplit (limits, " ", -1);

  if (*limits == '\0')
    return TRUE;
  for (guint i = 0; type == TEXT && words[i] != NULL; i++)
    if (g_ascii_strcasecmp (words[i], value) == 0)
      return TRUE;
  if (type == TEXT)
    return FALSE;
  return g_ascii_string_to_signed (value, 10, g_ascii_strtoll (words[0], NULL, 10),
                                   g_ascii_strtoll (words[1], NULL, 10), NULL, NULL);
}

static gboolean
fits (SettingType type, const char *value)
{
  switch (type)
    {
    case BOOLEAN:
      return is_true (value) || g_ascii_strcasecmp (value, "false") == 0 || g_ascii_strcasecmp (value, "off") == 0
             || strcmp (value, "0") == 0;
    case INTEGER:
      return g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, NULL, NULL);
    case TEXT:
      return TRUE;
    }
  return FALSE;
}

/* "0 or more", "from 1 to 1024", "off, safe or strict" (transfer full) */
static char *
describe_limits (SettingType type, const char *limits)
{
  g_auto (GStrv) words = g_strsplit (limits, " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = g_strv_length (words);

  if (type == INTEGER)
    return strlen (words[1]) > 10 ? g_strdup_printf ("a whole number from %s on", words[0])
                                  : g_strdup_printf ("a whole number from %s to %s", words[0], words[1]);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", words[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
set (RsSettings *self, const char *name, const char *value, gboolean *unknown, GError **error)
{
  static const char *const wanted[] = { "true or false", "a whole number", "a text" };

  *unknown = FALSE;
  for (guint i = 0; i < RS_N_SETTINGS; i++)
    {
      gboolean has_type;

      if (strcmp (rows[i].name, name) != 0)
        continue;
      has_type = fits (rows[i].type, value);
      if (!has_type || !is_within (rows[i].type, rows[i].limits, value))
        {
          g_autofree char *limits = has_type ? describe_limits (rows[i].type, rows[i].limits) : NULL;

          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SETTING, "setting %s: \"%s\" is not %s", name, value,
                       has_type ? limits : wanted[rows[i].type]);
          return FALSE;
        }
      set_value (self, i, value);
      return TRUE;
    }
  *unknown = TRUE;
  return TRUE;
}

gboolean
rs_settings_parse (RsSettings *self, const char *assignment, gboolean *unknown, GError **error)
{
  const char *equals = strchr (assignment, '=');
  g_autofree char *name = NULL;

  *unknown = FALSE;
  if (equals == NULL || equals == assignment)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SETTING, "\"%s\" is not of the form KEY=VALUE",
                   assignment);
      return FALSE;
    }
  name = g_strndup (assignment, (gsize)(equals - assignment));
  return set (self, name, equals + 1, unknown, error);
}

const char *
rs_settings_why_unused (const char *name)
{
  static const char *const unused[][2] = {
#define RS_UNUSED_SETTING(NAME, why) { #NAME, why },
#include "compiler/sema/check/settings-unused.def"
#undef RS_UNUSED_SETTING
  };

  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    if (g_str_equal (unused[i][0], name))
      return unused[i][1];
  return NULL;
}

char *
rs_settings_dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "redshift", "settings.ini", NULL);
}

RsSettings *
rs_settings_load (GPtrArray *damage)
{
  RsSettings *self = rs_settings_new ();
  g_autofree char *path = rs_settings_dup_path ();
  g_autoptr (GKeyFile) file = NULL;
  g_autoptr (GError) error = NULL;
  guint n_bad;

  file = rs_user_file_load_keys (path, &n_bad, &error);
  if (error != NULL)
    g_ptr_array_add (damage, g_strdup (error->message));
  if (n_bad > 0)
    g_ptr_array_add (damage, g_strdup_printf (n_bad == 1 ? "%u line can't be read" : "%u lines can't be read", n_bad));
  for (guint i = 0; i < RS_N_SETTINGS; i++)
    {
      g_autofree char *value = g_key_file_get_string (file, GROUP, rows[i].name, NULL);
      g_autoptr (GError) wrong = NULL;
      gboolean unknown;

      if (value != NULL && !set (self, rows[i].name, value, &unknown, &wrong))
        g_ptr_array_add (damage, g_strdup (wrong->message));
      else if (value == NULL && g_key_file_has_key (file, GROUP, rows[i].name, NULL))
        g_ptr_array_add (damage, g_strdup_printf ("setting %s: the value is no text", rows[i].name));
    }
  return self;
}

RsSettings *
rs_settings_new_for_user (void)
{
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free);
  RsSettings *self = rs_settings_load (damage);
  g_autofree char *path = rs_settings_dup_path ();

  for (guint i = 0; i < damage->len; i++)
    g_printerr ("redshift: warning: %s: %s\n", path, (const char *)g_ptr_array_index (damage, i));
  return self;
}

gboolean
rs_settings_save (const RsSettings *self, GError **error)
{
  g_autoptr (GPtrArray) damage = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = rs_settings_dup_path (), *aside = NULL;
  g_autoptr (GKeyFile) file = NULL;
  guint n_bad;

  rs_settings_free (rs_settings_load (damage));
  if (damage->len > 0 && !rs_user_file_keep_aside (path, &aside, error))
    return FALSE;
  file = rs_user_file_load_keys (path, &n_bad, NULL);
  for (guint i = 0; i < RS_N_SETTINGS; i++)
    if (strcmp (self->values[i], rows[i].value) != 0)
      g_key_file_set_string (file, GROUP, rows[i].name, self->values[i]);
    else
      g_key_file_remove_key (file, GROUP, rows[i].name, NULL);
  return rs_user_file_save_keys (path, file, error);
}

gboolean
rs_settings_get_boolean (const RsSettings *self, RsSettingId id)
{
  return self->booleans[id];
}

gint64
rs_settings_get_integer (const RsSettings *self, RsSettingId id)
{
  return self->integers[id];
}

const char *
rs_settings_get_text (const RsSettings *self, RsSettingId id)
{
  return self->values[id];
}

char **
rs_settings_dup_module_folders (const RsSettings *self)
{
  g_auto (GStrv) parts = g_strsplit (self->values[RS_SETTING_MODULE_DIR], ",", 0);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (char **folder = parts; *folder != NULL; folder++)
    if (*g_strstrip (*folder) != '\0')
      g_strv_builder_add (folders, *folder);
  return g_strv_builder_end (folders);
}

/* The processors are counted once: the system reads a file for it. */
static guint
count_processors (void)
{
  static gsize n;

  if (g_once_init_enter (&n))
    g_once_init_leave (&n, MAX (g_get_num_processors (), 1));
  return (guint)n;
}

guint
rs_settings_get_threads (const RsSettings *self)
{
  gint64 n = rs_settings_get_integer (self, RS_SETTING_RUNTIME_OPENMP_THREADS);

  return n > 0 ? (guint)MIN (n, 1024) : count_processors ();
}
