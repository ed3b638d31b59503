/* The pins of a device configuration: <pin place="filter.q:12" devices="cpu 40, opencl:0 60" />.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/device/configuration/configuration-private.h"
#include "runtime/device/configuration/pins.h"

#include "runtime/base/error.h"

#include <string.h>

static gboolean
is_pin (const RsConfigurationNode *node)
{
  return g_strcmp0 (node->name, "pin") == 0;
}

/* NULL with what is wrong. */
static GArray *
read_shares (const RsConfigurationNode *pin, GError **error)
{
  const char *place = rs_configuration_node_get (pin, "place"), *devices = rs_configuration_node_get (pin, "devices");

  if (place != NULL && *place != '\0' && devices != NULL)
    return rs_pin_parse_shares (devices, error);
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION,
                       devices != NULL ? "it has no place=\"...\"" : "it has no devices=\"...\"");
  return NULL;
}

gboolean
rs_configuration_node_check_pin (const RsConfigurationNode *self, GError **error)
{
  g_autoptr (GArray) shares = read_shares (self, error);

  return shares != NULL;
}

/* Those that rs_configuration_get_pins gives, in its order. (element-type RsConfigurationNode) (transfer full) */
static GPtrArray *
find_pins (const RsConfigurationNode *engine)
{
  GPtrArray *pins = g_ptr_array_new ();

  for (guint i = 0; i < engine->children->len; i++)
    {
      RsConfigurationNode *node = engine->children->pdata[i];

      if (is_pin (node) && rs_configuration_node_check_pin (node, NULL))
        g_ptr_array_add (pins, node);
    }
  return pins;
}

GArray *
rs_configuration_get_pins (const RsConfiguration *self, guint index)
{
  const RsConfigurationNode *engine = rs_configuration_get_engine (self, index);
  GArray *pins = rs_pins_new ();
  g_autoptr (GPtrArray) nodes = NULL;

  g_assert (engine != NULL);
  nodes = find_pins (engine);
  for (guint i = 0; i < nodes->len; i++)
    rs_pins_add (pins, rs_configuration_node_get (nodes->pdata[i], "place"), read_shares (nodes->pdata[i], NULL));
  return pins;
}

/* The first pin of the place; others of it go. */
static RsConfigurationNode *
take_only (RsConfigurationNode *engine, const char *place)
{
  RsConfigurationNode *found = NULL;

  for (guint i = 0; i < engine->children->len;)
    {
      RsConfigurationNode *node = engine->children->pdata[i];
      const gboolean is_it = is_pin (node) && g_strcmp0 (rs_configuration_node_get (node, "place"), place) == 0;

      if (is_it && found != NULL)
        {
          g_ptr_array_remove_index (engine->children, i);
          continue;
        }
      if (is_it)
        found = node;
      i++;
    }
  return found;
}

gboolean
rs_configuration_set_pin (RsConfiguration *self, guint index, const char *place, const GArray *shares, GError **error)
{
  RsConfigurationNode *engine = rs_configuration_get_engine (self, index), *node;
  g_autofree char *devices = NULL;

  g_assert (engine != NULL);
  if (shares != NULL && !rs_pin_check_shares (shares, error))
    return FALSE;
  node = take_only (engine, place);
  if (shares == NULL)
    {
      if (node != NULL)
        g_ptr_array_remove (engine->children, node);
      return TRUE;
    }
  devices = rs_pin_format_shares (shares);
  if (node == NULL)
    {
      node = rs_configuration_node_new ("pin");
      rs_configuration_node_add (node, "place", place);
      g_ptr_array_add (engine->children, node);
    }
  rs_configuration_node_set (node, "devices", devices);
  return TRUE;
}

/* In front of the first of the engine's pins with the node's place. */
static void
bring_forward (RsConfigurationNode *engine, RsConfigurationNode *node)
{
  const char *place = rs_configuration_node_get (node, "place");
  guint first = 0, own;

  while (!is_pin (engine->children->pdata[first])
         || g_strcmp0 (rs_configuration_node_get (engine->children->pdata[first], "place"), place) != 0)
    first++;
  g_ptr_array_find (engine->children, node, &own);
  for (; own > first; own--)
    engine->children->pdata[own] = engine->children->pdata[own - 1];
  engine->children->pdata[first] = node;
}

void
rs_configuration_set_pin_places (RsConfiguration *self, guint index, const char *const *places)
{
  RsConfigurationNode *engine = rs_configuration_get_engine (self, index);
  g_autoptr (GPtrArray) nodes = NULL;

  g_assert (engine != NULL);
  nodes = find_pins (engine);
  for (guint i = 0; i < nodes->len; i++)
    if (places[i] != NULL)
      rs_configuration_node_set (nodes->pdata[i], "place", places[i]);
  for (guint i = nodes->len; i > 0; i--)
    if (places[i - 1] != NULL)
      bring_forward (engine, nodes->pdata[i - 1]);
}
