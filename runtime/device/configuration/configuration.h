/* Device configurations: devices.xml, which says what engines there are (manual 11.2).
 *
 * The tree is kept as it was read, so that what nobody here knows is written again. Words are in configuration.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct _RsConfiguration RsConfiguration; /* of a file */

/* A device of an engine, as far as it is used. */
typedef struct {
  char *name;           /* "opencl:0", "cpu" */
  guint64 memory_limit; /* bytes; 0: none */
} RsConfiguredDevice;

/* For what it has: g_array_set_clear_func. */
void rs_configured_device_clear (gpointer device);

/* devices.xml in the user's configuration folder. (transfer full) */
char *rs_configuration_get_path (void);

/* Errors are "file:line:column: text". warn receives the same of what is passed over; may be NULL. (transfer full) */
RsConfiguration *
rs_configuration_read (const char *path, void (*warn) (const char *text, gpointer data), gpointer data, GError **error);
/* Of this machine: an engine with the CPU alone, and one for each device that is usable. (transfer full) */
RsConfiguration *rs_configuration_new (const char *const *names);
void rs_configuration_free (RsConfiguration *self);

guint rs_configuration_count (const RsConfiguration *self);
/* From here on an index is below that, but for where G_MAXUINT means something. */
/* Of the engine at that place in the file, from 0: what -d takes (the short name, where there is one), and the long
 * name. (transfer none) */
const char *rs_configuration_get_name (const RsConfiguration *self, guint index);
const char *rs_configuration_get_title (const RsConfiguration *self, guint index);
/* (element-type RsConfiguredDevice) (transfer full) */
GArray *rs_configuration_get_devices (const RsConfiguration *self, guint index);
/* Where its user wants kernels and loops to run; pins that are damaged are left out. See pins.h. (element-type RsPin)
 * (transfer full) */
GArray *rs_configuration_get_pins (const RsConfiguration *self, guint index);
/* The first engine of that name or short name; G_MAXUINT: there is none. */
guint rs_configuration_find (const RsConfiguration *self, const char *name);
/* The names of all engines, in quotes, with commas. (transfer full) */
char *rs_configuration_list (const RsConfiguration *self);
/* As XML. (transfer full) */
char *rs_configuration_print (const RsConfiguration *self);

/* "512M", "2G", "1024". FALSE: it is no number of bytes. */
gboolean rs_configuration_parse_bytes (const char *text, guint64 *bytes);
/* The shortest text that is parsed so. (transfer full) */
char *rs_configuration_format_bytes (guint64 bytes);

/* Whether the engine at index may have that name; G_MAXUINT: a new one. FALSE with the reason. */
gboolean rs_configuration_check_name (const RsConfiguration *self, const char *name, guint index, GError **error);
/* A new engine behind the others. devices: element-type RsConfiguredDevice. */
gboolean rs_configuration_add (RsConfiguration *self, const char *name, const GArray *devices, GError **error);
/* What -d takes is called so from now on. */
gboolean rs_configuration_rename (RsConfiguration *self, guint index, const char *name, GError **error);
/* What that engine has from now on, one at least; of those that it had, all else that the file says of them stays. */
gboolean rs_configuration_set_devices (RsConfiguration *self, guint index, const GArray *devices, GError **error);
/* The pin of a place, instead of the one that it had; shares: element-type RsPinShare; NULL: it has none from now
 * on. */
gboolean
rs_configuration_set_pin (RsConfiguration *self, guint index, const char *place, const GArray *shares, GError **error);
/* Gives pins other places. places: [n], of each that rs_configuration_get_pins gives; NULL: the pin stays. One that
 * comes to where another one stays holds from now on, and stands in front of that. */
void rs_configuration_set_pin_places (RsConfiguration *self, guint index, const char *const *places);
void rs_configuration_remove (RsConfiguration *self, guint index);
/* As a whole or not at all; the folder is made. FALSE with an error that names the file. */
gboolean rs_configuration_save (const RsConfiguration *self, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsConfiguration, rs_configuration_free)
