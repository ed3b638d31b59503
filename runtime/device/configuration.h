/* Device configurations: devices.xml, which says what engines there are (manual 11.2).
 *
 * The tree is kept as it was read, so that what nobody here knows is written again. Words are in configuration.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsConfiguration RsConfiguration; /* of a file */

/* One engine, as far as it is used. */
typedef struct {
  char *name;           /* "opencl:0"; "cpu" where no device of a plugin is named */
  guint64 memory_limit; /* bytes; 0: none */
  guint n_others;       /* devices of plugins beyond the first, which are not used */
} RsConfiguredEngine;

/* devices.xml in the user's configuration folder. (transfer full) */
char *rs_configuration_get_path (void);

/* Errors are "file:line:column: text". warn receives the same of what is passed over; may be NULL. (transfer full) */
RsConfiguration *
rs_configuration_read (const char *path, void (*warn) (const char *text, gpointer data), gpointer data, GError **error);
/* Of this machine: an engine with the CPU alone, and one for each device that is usable. (transfer full) */
RsConfiguration *rs_configuration_new (const char *const *names);
void rs_configuration_free (RsConfiguration *self);

guint rs_configuration_count (const RsConfiguration *self);
/* The engine of that name or short name. FALSE: there is none. */
gboolean rs_configuration_find (const RsConfiguration *self, const char *name, RsConfiguredEngine *engine);
/* The names of all engines, in quotes, with commas. (transfer full) */
char *rs_configuration_list (const RsConfiguration *self);
/* As XML. (transfer full) */
char *rs_configuration_print (const RsConfiguration *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsConfiguration, rs_configuration_free)
