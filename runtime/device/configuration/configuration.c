/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device/configuration/configuration-private.h"

#include "runtime/base/error.h"

#include <string.h>

typedef enum { NUMBER, BYTES, BOOLEAN, NAME } Form;

static const struct {
  const char *element, *attribute;
  Form form;
} known[] = {
#define RS_ATTRIBUTE_OF(element, attribute, form) { element, attribute, form },
#include "runtime/device/configuration/configuration.def"
#undef RS_ATTRIBUTE_OF
};

/* Nobody writes this many by hand; the tree is gone through by recursion. */
#define DEEPEST 64

typedef RsConfigurationNode Node;

#define PIN "pin"

typedef struct {
  const char *path, *text;
  char *place;     /* owned; "file:line:column" of the tag that is looked at */
  Node *document;  /* owned until it is taken */
  GPtrArray *open; /* of Node, borrowed: the document and the elements that have begun, the innermost last */
  void (*warn) (const char *text, gpointer data);
  gpointer data;
} Reader;

char *
rs_configuration_get_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "redshift", "devices.xml", NULL);
}

/* --- the tree --- */

void
rs_configuration_node_free (gpointer data)
{
  Node *self = data;

  g_free (self->name);
  g_free (self->text);
  g_ptr_array_unref (self->attributes);
  g_ptr_array_unref (self->children);
  g_free (self);
}

Node *
rs_configuration_node_new (const char *name)
{
  Node *self = g_new0 (Node, 1);

  self->name = g_strdup (name);
  self->attributes = g_ptr_array_new_with_free_func (g_free);
  self->children = g_ptr_array_new_with_free_func (rs_configuration_node_free);
  return self;
}

void
rs_configuration_node_add (Node *self, const char *name, const char *value)
{
  g_ptr_array_add (self->attributes, g_strdup (name));
  g_ptr_array_add (self->attributes, g_strdup (value));
}

void
rs_configuration_node_set (Node *self, const char *name, const char *value)
{
  for (guint i = 0; i < self->attributes->len; i += 2)
    if (strcmp (self->attributes->pdata[i], name) == 0)
      {
        if (value == NULL)
          {
            g_ptr_array_remove_range (self->attributes, i, 2);
            return;
          }
        g_free (self->attributes->pdata[i + 1]);
        self->attributes->pdata[i + 1] = g_strdup (value);
        return;
      }
  if (value != NULL)
    rs_configuration_node_add (self, name, value);
}

const char *
rs_configuration_node_get (const Node *self, const char *name)
{
  for (guint i = 0; i < self->attributes->len; i += 2)
    if (strcmp (self->attributes->pdata[i], name) == 0)
      return self->attributes->pdata[i + 1];
  return NULL;
}

void
rs_configuration_free (RsConfiguration *self)
{
  rs_configuration_node_free (self->document);
  g_free (self);
}

/* --- reading --- */

gboolean
rs_configuration_parse_bytes (const char *text, guint64 *bytes)
{
  static const char units[] = "kMG";
  char *end;
  const char *unit;
  guint64 n = g_ascii_strtoull (text, &end, 10);

  if (end == text || !g_ascii_isdigit (text[0]))
    return FALSE;
  unit = *end != '\0' ? strchr (units, *end) : NULL;
  if (unit != NULL)
    {
      guint shift = 10 * (guint)(unit - units + 1);

      if (n > G_MAXUINT64 >> shift)
        return FALSE;
      n <<= shift;
      end++;
    }
  if (*end == 'B')
    end++;
  *bytes = n;
  return *end == '\0';
}

char *
rs_configuration_format_bytes (guint64 bytes)
{
  static const char *const units[] = { "", "k", "M", "G" };
  guint unit = 0;

  while (bytes != 0 && bytes % 1024 == 0 && unit + 1 < G_N_ELEMENTS (units))
    {
      bytes /= 1024;
      unit++;
    }
  return g_strdup_printf ("%" G_GUINT64_FORMAT "%s", bytes, units[unit]);
}

static gboolean
is_right (Form form, const char *value)
{
  guint64 n;

  switch (form)
    {
    case NUMBER:
      return g_ascii_string_to_unsigned (value, 10, 0, 65535, &n, NULL);
    case BYTES:
      return rs_configuration_parse_bytes (value, &n);
    case BOOLEAN:
      return strcmp (value, "true") == 0 || strcmp (value, "false") == 0;
    case NAME:
      return value[0] != '\0';
    }
  return FALSE;
}

static const char *
describe_form (Form form)
{
  static const char *const texts[]
      = { "a whole number from 0 to 65535", "a number of bytes, as 512M or 2G", "true or false", "a name" };

  return texts[form];
}

static char *
format_place (const Reader *self, GMarkupParseContext *context)
{
  int line, column;

  g_markup_parse_context_get_position (context, &line, &column);
  return g_strdup_printf ("%s:%d:%d", self->path, line, column);
}

/* The parser stands behind the tag, perhaps in the next line: where the tag begins. */
static void
note_place (Reader *self, GMarkupParseContext *context)
{
  const char *tag = self->text, *start = tag, *end = tag;
  int line, column, number = 1;

  g_markup_parse_context_get_position (context, &line, &column);
  for (int i = 1; i < line && strchr (end, '\n') != NULL; i++)
    end = strchr (end, '\n') + 1;
  for (int i = 1; i < column && *end != '\0' && *end != '\n'; i++)
    end = g_utf8_next_char (end);
  tag = g_strrstr_len (self->text, end - self->text, "<");
  for (const char *at = self->text; tag != NULL && at < tag; at++)
    if (*at == '\n')
      {
        number++;
        start = at + 1;
      }
  g_free (self->place);
  self->place = tag != NULL ? g_strdup_printf ("%s:%d:%ld", self->path, number, g_utf8_strlen (start, tag - start) + 1)
                            : format_place (self, context);
}

static void
warn (const Reader *self, const char *what, const char *name)
{
  g_autofree char *text
      = g_strdup_printf ("%s: warning: %s \"%s\" is not known, and passed over", self->place, what, name);

  if (self->warn != NULL)
    self->warn (text, self->data);
}

static gboolean
is_element (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].element, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
check_attribute (const Reader *self, const char *element, const char *name, const char *value, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].element, element) == 0 && strcmp (known[i].attribute, name) == 0)
      {
        if (is_right (known[i].form, value) || strcmp (element, PIN) == 0) /* that is looked at as a whole */
          return TRUE;
        g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "%s=\"%s\" should be %s", name, value,
                     describe_form (known[i].form));
        return FALSE;
      }
  warn (self, "the attribute", name);
  return TRUE;
}

static Node *
find_root (const Node *document)
{
  for (guint i = 0; i < document->children->len; i++)
    if (((Node *)document->children->pdata[i])->name != NULL)
      return document->children->pdata[i];
  return NULL;
}

/* An element has a place: <quasar>, engines in it, devices in those. */
static gboolean
check_element (const Reader *self, const char *name, GError **error)
{
  static const char *const outer[] = { NULL, "quasar", "computation-engine" };
  guint depth = self->open->len - 1;
  gboolean is_engine = strcmp (name, "computation-engine") == 0;

  if (depth == 0 && find_root (self->document) != NULL)
    {
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "nothing may follow </quasar>, but <%s> does",
                   name);
      return FALSE;
    }
  if (depth >= DEEPEST)
    {
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                   "elements may stand in each other %d deep, no deeper", DEEPEST);
      return FALSE;
    }
  if (depth == 0 && strcmp (name, "quasar") != 0)
    {
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_UNKNOWN_ELEMENT,
                   "a device configuration begins with <quasar>, not with <%s>", name);
      return FALSE;
    }
  if (depth > 0 && is_element (name) && strcmp (name, PIN) != 0 && depth != (is_engine ? 1 : 2))
    {
      g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "<%s> belongs into <%s>", name,
                   outer[is_engine ? 1 : 2]);
      return FALSE;
    }
  if (depth > 0 && !is_element (name))
    warn (self, "the element", name);
  return TRUE;
}

static Node *
get_innermost (const Reader *self)
{
  return self->open->pdata[self->open->len - 1];
}

/* Damage to a pin is told, and no more: the configuration is right without it. Its element is open. */
static void
check_pin (const Reader *self, const Node *pin)
{
  const Node *parent = self->open->pdata[self->open->len - 2];
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (self->open->len != 4 || g_strcmp0 (parent->name, "computation-engine") != 0)
    g_set_error_literal (&error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                         "it belongs into <computation-engine>");
  else if (rs_configuration_node_check_pin (pin, &error))
    return;
  text = g_strdup_printf ("%s: warning: a pin is passed over: %s", self->place, error->message);
  if (self->warn != NULL)
    self->warn (text, self->data);
}

static void
begin_element (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer data,
               GError **error)
{
  Reader *self = data;
  Node *node;

  note_place (self, context);
  if (!check_element (self, name, error))
    return;
  node = rs_configuration_node_new (name);
  g_ptr_array_add (get_innermost (self)->children, node);
  g_ptr_array_add (self->open, node);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (is_element (name) && !check_attribute (self, name, names[i], values[i], error))
        return;
      rs_configuration_node_add (node, names[i], values[i]);
    }
  if (strcmp (name, PIN) == 0)
    check_pin (self, node);
  if (strcmp (name, "computation-engine") == 0 && rs_configuration_node_get (node, "name") == NULL)
    g_set_error_literal (error, G_MARKUP_ERROR, G_MARKUP_ERROR_MISSING_ATTRIBUTE, "the engine has no name=\"...\"");
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Reader *self = data;

  g_ptr_array_set_size (self->open, (gint)self->open->len - 1);
}

static void
keep (Reader *self, char *text)
{
  Node *node = rs_configuration_node_new (NULL);

  node->text = text;
  g_ptr_array_add (get_innermost (self)->children, node);
}

/* Comments, and the line about XML. */
static void
take_comment (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  keep (data, g_strndup (text, length));
}

static void
take_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  g_autofree char *inner = g_strstrip (g_strndup (text, length));

  if (*inner != '\0')
    keep (data, g_markup_escape_text (inner, -1));
}

/* GLib's own errors begin with a place. (transfer full) */
static char *
describe_error (const Reader *self, GMarkupParseContext *context, const GError *error)
{
  const char *colon = g_str_has_prefix (error->message, "Error on line ") ? strstr (error->message, ": ") : NULL;
  g_autofree char *place = colon != NULL || self->place == NULL ? format_place (self, context) : g_strdup (self->place);

  return g_strdup_printf ("%s: error: %s", place, colon != NULL ? colon + 2 : error->message);
}

static gboolean
parse (Reader *self, gsize length, GError **error)
{
  static const GMarkupParser parser = {
    .start_element = begin_element,
    .end_element = end_element,
    .text = take_text,
    .passthrough = take_comment,
  };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, (GMarkupParseFlags)0, self, NULL);
  g_autoptr (GError) local = NULL;
  g_autofree char *described = NULL;

  g_ptr_array_add (self->open, self->document);
  if (g_markup_parse_context_parse (context, self->text, (gssize)length, &local)
      && g_markup_parse_context_end_parse (context, &local) && find_root (self->document) == NULL)
    g_set_error_literal (&local, G_MARKUP_ERROR, G_MARKUP_ERROR_EMPTY, "there is no <quasar> in it");
  if (local == NULL)
    return TRUE;
  described = describe_error (self, context, local);
  g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, described);
  return FALSE;
}

static RsConfiguration *
wrap (Node *document)
{
  RsConfiguration *self = g_new (RsConfiguration, 1);

  *self = (RsConfiguration){ document, find_root (document) };
  return self;
}

RsConfiguration *
rs_configuration_read (const char *path, void (*warn_of) (const char *text, gpointer data), gpointer data,
                       GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  g_autoptr (GError) local = NULL;
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Reader reader = { .path = path, .open = open, .warn = warn_of, .data = data };
  gboolean is_right;

  if (!g_file_get_contents (path, &text, &length, &local))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s can't be read: %s", path, local->message);
      return NULL;
    }
  reader.text = text;
  reader.document = rs_configuration_node_new (NULL);
  is_right = parse (&reader, length, error);
  g_free (reader.place);
  if (is_right)
    return wrap (reader.document);
  rs_configuration_node_free (reader.document);
  return NULL;
}

/* --- making and writing --- */

RsConfiguration *
rs_configuration_new (const char *const *names)
{
  Node *document = rs_configuration_node_new (NULL), *root = rs_configuration_node_new ("quasar");

  g_ptr_array_add (document->children, root);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *colon = strchr (names[i], ':');
      g_autofree char *driver = colon != NULL ? g_strndup (names[i], (gsize)(colon - names[i])) : NULL;
      g_autofree char *element = colon != NULL ? g_strconcat (driver, "-device", NULL) : NULL;
      g_autofree char *name = colon != NULL ? g_strdup_printf ("%s and the CPU", names[i]) : g_strdup ("the CPU");
      g_autofree char *short_name = colon != NULL ? g_strdup_printf ("%s-%s", driver, colon + 1) : g_strdup ("CPU");
      Node *engine = rs_configuration_node_new ("computation-engine"), *device;

      g_ptr_array_add (root->children, engine);
      rs_configuration_node_add (engine, "name", name);
      rs_configuration_node_add (engine, "short-name", short_name);
      g_ptr_array_add (engine->children, rs_configuration_node_new ("cpu-device"));
      if (colon == NULL)
        continue;
      device = rs_configuration_node_new (element);
      rs_configuration_node_add (device, "ordinal", colon + 1);
      g_ptr_array_add (engine->children, device);
    }
  return wrap (document);
}

static void
print_node (const Node *node, guint depth, GString *out)
{
  if (node->name == NULL)
    {
      g_string_append_printf (out, "%*s%s\n", (int)(2 * depth), "", node->text);
      return;
    }
  g_string_append_printf (out, "%*s<%s", (int)(2 * depth), "", node->name);
  for (guint i = 0; i < node->attributes->len; i += 2)
    {
      g_autofree char *value = g_markup_escape_text (node->attributes->pdata[i + 1], -1);

      g_string_append_printf (out, " %s=\"%s\"", (const char *)node->attributes->pdata[i], value);
    }
  if (node->children->len == 0)
    {
      g_string_append (out, " />\n");
      return;
    }
  g_string_append (out, ">\n");
  for (guint i = 0; i < node->children->len; i++)
    print_node (node->children->pdata[i], depth + 1, out);
  g_string_append_printf (out, "%*s</%s>\n", (int)(2 * depth), "", node->name);
}

char *
rs_configuration_print (const RsConfiguration *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->document->children->len; i++)
    print_node (self->document->children->pdata[i], 0, out);
  return g_string_free (out, FALSE);
}

/* --- asking --- */

static gboolean
is_engine (const Node *node)
{
  return g_strcmp0 (node->name, "computation-engine") == 0;
}

RsConfigurationNode *
rs_configuration_get_engine (const RsConfiguration *self, guint index)
{
  for (guint i = 0; i < self->root->children->len; i++)
    if (is_engine (self->root->children->pdata[i]) && index-- == 0)
      return self->root->children->pdata[i];
  return NULL;
}

guint
rs_configuration_count (const RsConfiguration *self)
{
  guint n = 0;

  for (guint i = 0; i < self->root->children->len; i++)
    n += is_engine (self->root->children->pdata[i]);
  return n;
}

const char *
rs_configuration_get_title (const RsConfiguration *self, guint index)
{
  g_assert (index < rs_configuration_count (self));
  return rs_configuration_node_get (rs_configuration_get_engine (self, index), "name");
}

const char *
rs_configuration_get_name (const RsConfiguration *self, guint index)
{
  g_assert (index < rs_configuration_count (self));

  const char *short_name = rs_configuration_node_get (rs_configuration_get_engine (self, index), "short-name");

  return short_name != NULL ? short_name : rs_configuration_get_title (self, index);
}

char *
rs_configuration_list (const RsConfiguration *self)
{
  GString *out = g_string_new (NULL);
  guint n = rs_configuration_count (self);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s\"%s\"", i > 0 ? ", " : "", rs_configuration_get_name (self, i));
  return g_string_free (out, FALSE);
}

void
rs_configured_device_clear (gpointer device)
{
  g_free (((RsConfiguredDevice *)device)->name);
}

char *
rs_configuration_node_dup_device (const Node *self)
{
  const char *ordinal = rs_configuration_node_get (self, "ordinal");

  if (self->name == NULL || !is_element (self->name) || !g_str_has_suffix (self->name, "-device"))
    return NULL;
  if (strcmp (self->name, "cpu-device") == 0)
    return g_strdup ("cpu");
  return g_strdup_printf ("%.*s:%s", (int)(strlen (self->name) - strlen ("-device")), self->name,
                          ordinal != NULL ? ordinal : "0");
}

GArray *
rs_configuration_get_devices (const RsConfiguration *self, guint index)
{
  const Node *node = rs_configuration_get_engine (self, index);
  GArray *devices = g_array_new (FALSE, FALSE, sizeof (RsConfiguredDevice));

  g_assert (node != NULL);
  g_array_set_clear_func (devices, rs_configured_device_clear);
  for (guint i = 0; i < node->children->len; i++)
    {
      const Node *child = node->children->pdata[i];
      const char *limit = rs_configuration_node_get (child, "memory-limit");
      RsConfiguredDevice device = { rs_configuration_node_dup_device (child), 0 };

      if (device.name == NULL)
        continue;
      if (limit != NULL)
        rs_configuration_parse_bytes (limit, &device.memory_limit);
      g_array_append_val (devices, device);
    }
  return devices;
}

guint
rs_configuration_find (const RsConfiguration *self, const char *name)
{
  guint n = rs_configuration_count (self);

  for (guint i = 0; i < n; i++)
    if (strcmp (rs_configuration_get_title (self, i), name) == 0
        || strcmp (rs_configuration_get_name (self, i), name) == 0)
      return i;
  return G_MAXUINT;
}
