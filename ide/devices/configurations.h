/* The named device configurations of the user's devices.xml: what there is, and changes, which are saved at once.
 *
 * Every change reads the file anew, so that what others wrote in the meantime is kept; a file that is damaged is never
 * written. "changed" is emitted when the list is another one, also when the file is changed by others; "renamed" (old
 * name, new name; NULL: deleted) behind it, so that who has chosen it follows. Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/configuration/pins.h"

#include <glib-object.h>

typedef struct {
  char *name;         /* as -d takes it */
  char *title;        /* the long name, where it is another; else NULL */
  GPtrArray *devices; /* element-type utf8: "cpu", "opencl:0" */
  char *details;      /* the devices with their limits, in words */
  char *problem;      /* why it can't be chosen; NULL: it can */
} RsConfigurationEntry;

/* Where the file is damaged. */
typedef struct {
  char *text;         /* "file:line:column: error: ..." */
  guint line, column; /* 0: no place is known */
} RsConfigurationDamage;

#define RS_TYPE_CONFIGURATIONS (rs_configurations_get_type ())
G_DECLARE_FINAL_TYPE (RsConfigurations, rs_configurations, RS, CONFIGURATIONS, GObject)

RsConfigurations *rs_configurations_new (const char *path);
const char *rs_configurations_get_path (RsConfigurations *self);
/* (element-type RsConfigurationEntry) (transfer none) */
const GPtrArray *rs_configurations_get_entries (RsConfigurations *self);
/* NULL: the file can be read, or there is none. */
const RsConfigurationDamage *rs_configurations_get_damage (RsConfigurations *self);
/* What in the file is passed over, a line each; "": nothing. */
const char *rs_configurations_get_warnings (RsConfigurations *self);
/* Reads the file again. */
void rs_configurations_reload (RsConfigurations *self);

/* Whether the entry at index may have that name; G_MAXUINT: a new one. FALSE with the reason. */
gboolean rs_configurations_check_name (RsConfigurations *self, const char *name, guint index, GError **error);
/* devices: element-type RsConfiguredDevice (runtime/device/configuration/configuration.h). */
gboolean rs_configurations_add (RsConfigurations *self, const char *name, const GArray *devices, GError **error);
/* What the entry at index has. (element-type RsConfiguredDevice) (transfer full) */
GArray *rs_configurations_get_devices (RsConfigurations *self, guint index, const char *old, GError **error);
/* Another name, other devices (NULL: those it has). old is the name that the entry at index had when the user chose it:
 * another one there is refused. */
gboolean rs_configurations_change (RsConfigurations *self, guint index, const char *old, const char *name,
                                   const GArray *devices, GError **error);
/* Where the configuration called name has kernels and loops run by hand; empty where there is no such configuration.
 * (element-type RsPin, runtime/device/configuration/pins.h) (transfer full) */
GArray *rs_configurations_get_pins (RsConfigurations *self, const char *name);
/* A pin of a line of a file. */
typedef struct {
  const char *configuration; /* its name */
  const RsPin *pin;
  guint line, now; /* where it is, where it goes */
} RsLinePin;
/* Sets where pins (element-type RsLinePin, in the order of the file) go. */
typedef void (*RsFollowPins) (GArray *pins, gpointer data);
/* The pin of a place in the configuration called name; shares: element-type RsPinShare; NULL: no pin. */
gboolean rs_configurations_set_pin (RsConfigurations *self, const char *name, const char *place, const GArray *shares,
                                    GError **error);
/* The file was edited, and saved: pins of its lines, of all configurations, go where follow says. A pin that stays
 * where another one comes stays behind it. */
gboolean rs_configurations_move_pins (RsConfigurations *self, const char *file, RsFollowPins follow, gpointer data,
                                      GError **error);
gboolean rs_configurations_remove (RsConfigurations *self, guint index, const char *old, GError **error);
