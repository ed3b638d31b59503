/* Messages between redshift-cli and the viewer: their frames.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/viewer/wire.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 34)

/* Without SIGPIPE. */
static gboolean
write_all (int fd, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = send (fd, data, length, MSG_NOSIGNAL);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      length -= (gsize)n;
    }
  return TRUE;
}

static gboolean
read_all (int fd, char *data, gsize length)
{
  while (length > 0)
    {
      gssize n = read (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      length -= (gsize)n;
    }
  return TRUE;
}

gboolean
rs_wire_send (int fd, RsWireKind kind, GVariant *value)
{
  g_autoptr (GVariant) message = g_variant_ref_sink (g_variant_new ("(yv)", kind, value));
  guint64 length = g_variant_get_size (message);

  return write_all (fd, (const char *)&length, sizeof length)
         && write_all (fd, g_variant_get_data (message), length);
}

GVariant *
rs_wire_receive (int fd, RsWireKind *kind)
{
  g_autoptr (GVariant) message = NULL;
  GVariant *value;
  guint64 length;
  char *data;
  guint8 byte;

  if (!read_all (fd, (char *)&length, sizeof length) || length > MOST_BYTES)
    return NULL;
  data = g_try_malloc (MAX (1, length));
  if (data == NULL || !read_all (fd, data, length))
    {
      g_free (data);
      return NULL;
    }
  message = g_variant_ref_sink (g_variant_new_from_data (G_VARIANT_TYPE ("(yv)"), data, length, FALSE, g_free, data));
  g_variant_get (message, "(yv)", &byte, &value);
  *kind = (RsWireKind)byte;
  return value;
}
