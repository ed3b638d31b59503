/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/device/configuration/pins.h"

#include "runtime/base/error.h"

#include <string.h>

static void
share_clear (gpointer share)
{
  g_free (((RsPinShare *)share)->device);
}

static void
pin_clear (gpointer data)
{
  RsPin *pin = data;

  g_free (pin->place);
  g_array_unref (pin->shares);
}

GArray *
rs_pins_new (void)
{
  GArray *self = g_array_new (FALSE, TRUE, sizeof (RsPin));

  g_array_set_clear_func (self, pin_clear);
  return self;
}

GArray *
rs_pin_shares_new (void)
{
  GArray *self = g_array_new (FALSE, TRUE, sizeof (RsPinShare));

  g_array_set_clear_func (self, share_clear);
  return self;
}

void
rs_pin_shares_add (GArray *shares, const char *device, guint percent)
{
  const RsPinShare share = { g_strdup (device), percent };

  g_array_append_val (shares, share);
}

static const RsPinShare *
get_share (const GArray *shares, guint i)
{
  return &g_array_index (shares, RsPinShare, i);
}

/* --- text --- */

/* "cpu", "opencl:0": what can stand in a configuration. */
static gboolean
is_device (const char *name)
{
  static const char *const elements[] = {
#define RS_ATTRIBUTE_OF(element, attribute, form) element,
#include "runtime/device/configuration/configuration.def"
#undef RS_ATTRIBUTE_OF
  };
  const char *colon = strchr (name, ':');
  g_autofree char *driver = colon != NULL ? g_strndup (name, (gsize)(colon - name)) : NULL;
  g_autofree char *element = g_strconcat (driver != NULL ? driver : "", "-device", NULL);

  if (colon == NULL || strcmp (driver, "cpu") == 0)
    return strcmp (name, "cpu") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strcmp (elements[i], element) == 0)
      return g_ascii_string_to_unsigned (colon + 1, 10, 0, 65535, NULL, NULL);
  return FALSE;
}

static gboolean
check_share (const GArray *shares, guint i, GError **error)
{
  const RsPinShare *share = get_share (shares, i);

  if (!is_device (share->device))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, "\"%s\" is no device, as cpu or opencl:0",
                   share->device);
      return FALSE;
    }
  for (guint k = 0; k < i; k++)
    if (strcmp (get_share (shares, k)->device, share->device) == 0)
      {
        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, "%s is named twice", share->device);
        return FALSE;
      }
  if (share->percent >= 1 && share->percent <= 100)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION,
               "the share of %s should be from 1 to 100 per cent", share->device);
  return FALSE;
}

gboolean
rs_pin_check_shares (const GArray *shares, GError **error)
{
  guint sum = 0;

  for (guint i = 0; i < shares->len; i++)
    {
      if (!check_share (shares, i, error))
        return FALSE;
      sum += get_share (shares, i)->percent;
    }
  if (sum == 100)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, "the shares make %u per cent together, not 100",
               sum);
  return FALSE;
}

/* "opencl:0" or "opencl:0 60". FALSE with what is wrong. */
static gboolean
parse_share (GArray *shares, char *text, gboolean is_only, GError **error)
{
  char *blank = strchr (g_strstrip (text), ' ');
  guint64 percent = 100;

  if ((blank == NULL && !is_only)
      || (blank != NULL && !g_ascii_string_to_unsigned (g_strchug (blank + 1), 10, 1, 100, &percent, NULL)))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION,
                   "\"%s\" should be a device and its share, a whole number from 1 to 100, as opencl:0 60", text);
      return FALSE;
    }
  if (blank != NULL)
    *blank = '\0';
  rs_pin_shares_add (shares, text, (guint)percent);
  return TRUE;
}

GArray *
rs_pin_parse_shares (const char *text, GError **error)
{
  g_autoptr (GArray) shares = rs_pin_shares_new ();
  g_auto (GStrv) parts = g_strsplit (text, ",", 0);
  const guint n = g_strv_length (parts);

  if (n == 0)
    {
      g_set_error_literal (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_CONFIGURATION, "it names no device");
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    if (!parse_share (shares, parts[i], n == 1, error))
      return NULL;
  return rs_pin_check_shares (shares, error) ? g_steal_pointer (&shares) : NULL;
}

char *
rs_pin_format_shares (const GArray *shares)
{
  GString *text = g_string_new (NULL);

  if (shares->len == 1)
    g_string_append (text, get_share (shares, 0)->device);
  for (guint i = 0; shares->len > 1 && i < shares->len; i++)
    g_string_append_printf (text, "%s%s %u", i > 0 ? ", " : "", get_share (shares, i)->device,
                            get_share (shares, i)->percent);
  return g_string_free (text, FALSE);
}

/* --- the table --- */

static guint
find_divisor (guint a, guint b)
{
  return b == 0 ? a : find_divisor (b, a % b);
}

/* Each step goes to the device that is furthest behind its share; of equal ones to the first. */
static void
set_order (RsPin *pin)
{
  guint divisor = 0, n[RS_MOST_PIN_STEPS] = { 0 };

  for (guint i = 0; i < pin->shares->len; i++)
    divisor = find_divisor (get_share (pin->shares, i)->percent, divisor);
  pin->n_order = 100 / divisor;
  for (guint step = 0; step < pin->n_order; step++)
    {
      gint best = 0, most = G_MININT;

      for (guint i = 0; i < pin->shares->len; i++)
        {
          const gint behind = (gint)((step + 1) * get_share (pin->shares, i)->percent) - (gint)(100 * n[i]);

          if (behind > most)
            {
              most = behind;
              best = (gint)i;
            }
        }
      n[best]++;
      pin->order[step] = (guint8)best;
    }
}

void
rs_pins_add (GArray *self, const char *place, GArray *shares)
{
  RsPin pin = { .place = g_strdup (place), .shares = shares };

  g_assert (rs_pin_check_shares (shares, NULL));
  set_order (&pin);
  g_array_append_val (self, pin);
}

guint
rs_pin_get_line (const char *place, const char *file)
{
  const char *colon = strrchr (place, ':');
  const gsize length = colon != NULL ? (gsize)(colon - place) : 0, all = strlen (file);
  guint64 number;

  if (length > 0 && length <= all && memcmp (place, file + all - length, length) == 0
      && (length == all || (file[all - length - 1] == G_DIR_SEPARATOR && place[0] != G_DIR_SEPARATOR))
      && g_ascii_string_to_unsigned (colon + 1, 10, 1, G_MAXUINT, &number, NULL))
    return (guint)number;
  return 0;
}

const RsPin *
rs_pins_find (const GArray *self, const char *title, const char *file, guint line)
{
  for (guint i = 0; i < self->len; i++)
    if (line > 0 && rs_pin_get_line (g_array_index (self, RsPin, i).place, file) == line)
      return &g_array_index (self, RsPin, i);
  for (guint i = 0; i < self->len; i++)
    if (strcmp (g_array_index (self, RsPin, i).place, title) == 0)
      return &g_array_index (self, RsPin, i);
  return NULL;
}
