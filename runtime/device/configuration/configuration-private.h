/* The tree of a device configuration, for the files that read and change it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/configuration/configuration.h"

typedef struct {
  char *name;            /* NULL: what stands between elements, which is kept as it is */
  char *text;            /* then: a comment with its brackets, or text, as it is written in the file */
  GPtrArray *attributes; /* of char *: name, value, name, value ... */
  GPtrArray *children;   /* of RsConfigurationNode */
} RsConfigurationNode;

struct _RsConfiguration {
  RsConfigurationNode *document; /* has no name: comments around the outermost element are its children, too */
  RsConfigurationNode *root;     /* borrowed from it */
};

RsConfigurationNode *rs_configuration_node_new (const char *name);
void rs_configuration_node_free (gpointer node);
void rs_configuration_node_add (RsConfigurationNode *self, const char *name, const char *value);
/* value: NULL takes the attribute away. */
void rs_configuration_node_set (RsConfigurationNode *self, const char *name, const char *value);
/* NULL: it has no such attribute. */
const char *rs_configuration_node_get (const RsConfigurationNode *self, const char *name);

/* "opencl:0", "cpu"; NULL: it is no device. (transfer full) */
char *rs_configuration_node_dup_device (const RsConfigurationNode *self);

/* The engine of that place in the file, from 0; NULL: there are fewer. (transfer none) */
RsConfigurationNode *rs_configuration_get_engine (const RsConfiguration *self, guint index);

/* Whether a <pin> says where a place is to run; FALSE with what is wrong. */
gboolean rs_configuration_node_check_pin (const RsConfigurationNode *self, GError **error);
