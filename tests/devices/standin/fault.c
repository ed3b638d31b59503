/* SPDX-License-Identifier: Apache-2.0 */
#include "standin.h"

#include <stdlib.h>
#include <string.h>

int
standin_fault (const char *where)
{
  static gint calls;
  const char *text = getenv ("RS_STANDIN_FAULT");
  const gsize length = strlen (where);
  char *rest;
  guint64 number;

  if (text == NULL || strncmp (text, where, length) != 0 || text[length] != ':')
    return 0;
  number = g_ascii_strtoull (text + length + 1, &rest, 10);
  if ((guint64)g_atomic_int_add (&calls, 1) + 1 != number || *rest != ':')
    return 0;
  return (int)g_ascii_strtoull (rest + 1, NULL, 10);
}

guint64
standin_number (const char *name, guint64 value)
{
  const char *text = getenv (name);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : value;
}
