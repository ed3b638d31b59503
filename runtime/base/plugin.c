/* Finding and opening plugins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/base/plugin.h"

#include "runtime/plugin-folders.h"

#include <dlfcn.h>
#include <string.h>

typedef struct {
  gconstpointer table;
  char *reason;
} Plugin;

typedef gconstpointer (*GetTable) (void);

static GMutex mutex;
static GHashTable *plugins; /* name -> Plugin */

/* RS_PLUGIN_DIR overrides; else where they were built, else where they are installed. */
static const char *
get_folder (void)
{
  const char *chosen = g_getenv ("RS_PLUGIN_DIR");

  if (chosen != NULL && *chosen != '\0')
    return chosen;
  return g_file_test (RS_BUILT_PLUGIN_DIR, G_FILE_TEST_IS_DIR) ? RS_BUILT_PLUGIN_DIR : RS_INSTALLED_PLUGIN_DIR;
}

static void
load (Plugin *self, const char *name)
{
  g_autofree char *file = g_strdup_printf ("redshift-%s.so", name);
  g_autofree char *path = g_build_filename (get_folder (), file, NULL);
  g_autofree char *symbol = g_strdup_printf ("redshift_plugin_%s", name);
  void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  GetTable get_table = library != NULL ? (GetTable)dlsym (library, symbol) : NULL;

  if (get_table == NULL)
    self->reason = g_strdup (dlerror ());
  else
    self->table = get_table ();
}

gconstpointer
rs_plugin_get (const char *name, const char **reason)
{
  Plugin *plugin;

  g_mutex_lock (&mutex);
  if (plugins == NULL)
    plugins = g_hash_table_new (g_str_hash, g_str_equal);
  plugin = g_hash_table_lookup (plugins, name);
  if (plugin == NULL)
    {
      plugin = g_new0 (Plugin, 1);
      load (plugin, name);
      g_hash_table_insert (plugins, g_strdup (name), plugin);
    }
  g_mutex_unlock (&mutex);
  if (reason != NULL)
    *reason = plugin->reason;
  return plugin->table;
}

gpointer
rs_plugin_open_library (const char *const *names, guint n, char **why)
{
  g_autofree char *first = NULL;

  for (guint i = 0; i < n; i++)
    {
      gpointer library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);

      if (library != NULL)
        return library;
      if (first == NULL)
        first = g_strdup (dlerror ());
    }
  if (why != NULL)
    *why = g_steal_pointer (&first);
  return NULL;
}

const char *
rs_plugin_find_functions (gpointer library, const RsLibraryFunctionPlace *functions, guint n, gpointer to)
{
  for (guint i = 0; i < n; i++)
    {
      void *function = dlsym (library, functions[i].name);

      if (function == NULL)
        return functions[i].name;
      memcpy (G_STRUCT_MEMBER_P (to, functions[i].offset), &function, sizeof function);
    }
  return NULL;
}

gboolean
rs_plugin_open_once (RsLibraryState *self, char *(*open) (gpointer data), gpointer data, const char **reason)
{
  if (g_once_init_enter (&self->done))
    {
      self->why = open (data);
      g_once_init_leave (&self->done, 1);
    }
  if (reason != NULL)
    *reason = self->why;
  return self->why == NULL;
}
