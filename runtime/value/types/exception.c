/* Exceptions: see exception.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/value/types/exception.h"

#include "compiler/base/suggest.h"
#include "runtime/base/error.h"
#include "runtime/value/types/object.h"

#include <string.h>

/* The details lie behind the text, aligned. */
static gsize
bytes_before (guint32 length)
{
  gsize bytes = sizeof (RsString) + length + 1;

  return (bytes + 7) / 8 * 8;
}

RsValue
rs_exception_new (const char *message, RsValue object, const char *file, guint line)
{
  gsize length = MIN (strlen (message), G_MAXINT32);
  gsize before = bytes_before ((guint32)length);
  RsString *string = g_malloc0 (before + sizeof (RsException));
  RsException *self = (RsException *)((char *)string + before);

  string->base = (RsObject){ .ref_count = 1, .tag = RS_TAG_STRING, .is_exception = TRUE };
  string->length = (guint32)length;
  memcpy (string->text, message, length);
  *self = (RsException){ .object = rs_value_ref (object), .file = g_strdup (file), .line = line };
  return rs_value_object (string);
}

RsException *
rs_value_get_exception (RsValue value)
{
  if (value.tag != RS_TAG_STRING || !value.object->is_exception)
    return NULL;
  return (RsException *)((char *)value.string + bytes_before (value.string->length));
}

void
rs_exception_free (RsString *string)
{
  RsException *self = rs_value_get_exception (rs_value_object (string));

  g_assert (self != NULL);
  rs_value_clear (&self->object);
  g_free (self->file);
  g_free (string);
}

gboolean
rs_exception_get_field (RsValue exception, const char *name, RsValue *result, GError **error)
{
  static const char *const names[] = { "message", "object", "file", "line" };
  const RsException *self = rs_value_get_exception (exception);
  const char *suggestion;

  g_assert (self != NULL);
  if (strcmp (name, "message") == 0)
    *result = rs_value_new_string (exception.string->text, exception.string->length);
  else if (strcmp (name, "object") == 0)
    *result = rs_value_ref (self->object);
  else if (strcmp (name, "file") == 0)
    *result = rs_value_new_string (self->file != NULL ? self->file : "", -1);
  else if (strcmp (name, "line") == 0)
    *result = rs_value_int (self->line);
  else
    {
      suggestion = rs_suggest_among (names, G_N_ELEMENTS (names), name);
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_MEMBER,
                   "an exception has the fields message, object, file and line, but no .%s%s%s", name,
                   suggestion != NULL ? "; did you mean ." : "", suggestion != NULL ? suggestion : "");
      return FALSE;
    }
  return TRUE;
}

char *
rs_exception_dup_message (RsValue object)
{
  GString *text = g_string_new (NULL);
  RsValue message = RS_NONE;
  guint position;

  if (object.tag == RS_TAG_OBJECT && rs_value_get_member (object, "message", &position, &message, NULL)
      && message.tag == RS_TAG_STRING)
    g_string_append (text, message.string->text);
  else
    rs_value_format (object, FALSE, text);
  rs_value_clear (&message);
  return g_string_free (text, FALSE);
}
