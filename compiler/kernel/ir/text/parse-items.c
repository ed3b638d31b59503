/* The text form of kernel IR as a tree of lists and atoms.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/kernel/ir/text/parse.h"

#include <string.h>

#define MAX_DEPTH 400

gpointer
rs_ir_text_fail (RsIrReader *p, guint line, const char *format, const char *detail)
{
  if (p->error && !*p->error)
    {
      g_autofree char *message = g_strdup_printf (format, detail);

      g_set_error (p->error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE, "line %u: %s", line, message);
    }
  return NULL;
}

static void
skip_blanks (RsIrReader *p)
{
  for (;; p->cursor++)
    {
      if (*p->cursor == ';')
        while (p->cursor[1] && p->cursor[1] != '\n')
          p->cursor++;
      else if (*p->cursor == '\n')
        p->line++;
      else if (!g_ascii_isspace (*p->cursor))
        return;
    }
}

static RsIrItem *
read_string (RsIrReader *p)
{
  RsIrItem *item = rs_arena_new0 (p->scratch, RsIrItem);
  const char *start = ++p->cursor;
  g_autofree char *raw = NULL, *plain = NULL;

  item->line = p->line;
  while (*p->cursor && *p->cursor != '"')
    p->cursor += *p->cursor == '\\' && p->cursor[1] ? 2 : 1;
  if (!*p->cursor)
    return rs_ir_text_fail (p, item->line, "a string without an end%s", "");
  raw = g_strndup (start, p->cursor++ - start);
  plain = g_strcompress (raw);
  item->atom = rs_arena_strndup (p->scratch, plain, strlen (plain));
  item->is_string = TRUE;
  return item;
}

static RsIrItem *
read_list (RsIrReader *p)
{
  RsIrItem *item = rs_arena_new0 (p->scratch, RsIrItem);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  item->line = p->line;
  p->cursor++;
  if (++p->depth > MAX_DEPTH)
    return rs_ir_text_fail (p, p->line, "nested too deeply%s", "");
  for (skip_blanks (p); *p->cursor != ')'; skip_blanks (p))
    {
      RsIrItem *child = *p->cursor ? rs_ir_text_read_item (p)
                                   : rs_ir_text_fail (p, item->line, "a list without an end%s", "");

      if (!child)
        return NULL;
      g_ptr_array_add (items, child);
    }
  p->cursor++;
  p->depth--;
  item->n_items = items->len;
  item->items = rs_arena_memdup (p->scratch, items->pdata, items->len * sizeof (gpointer));
  return item;
}

RsIrItem *
rs_ir_text_read_item (RsIrReader *p)
{
  RsIrItem *item;
  const char *start;

  skip_blanks (p);
  if (*p->cursor == '(')
    return read_list (p);
  if (*p->cursor == '"')
    return read_string (p);
  start = p->cursor;
  while (*p->cursor && !g_ascii_isspace (*p->cursor) && !strchr ("()\"", *p->cursor))
    p->cursor++;
  if (p->cursor == start)
    return rs_ir_text_fail (p, p->line, "unexpected `%s`", *start ? ")" : "end");
  item = rs_arena_new0 (p->scratch, RsIrItem);
  item->line = p->line;
  item->atom = rs_arena_strndup (p->scratch, start, p->cursor - start);
  return item;
}

const char *
rs_ir_text_atom (const RsIrItem *list, guint i)
{
  return list && i < list->n_items && list->items[i]->atom ? list->items[i]->atom : "";
}

gint64
rs_ir_text_integer (const RsIrItem *list, guint i)
{
  return g_ascii_strtoll (rs_ir_text_atom (list, i), NULL, 10);
}

RsIrPlace
rs_ir_text_place (const RsIrItem *list, guint i)
{
  const char *text = rs_ir_text_atom (list, i), *colon = strchr (text, ':'), *slash = strchr (text, '/');

  if (slash != NULL)
    return rs_place_elsewhere ((guint)g_ascii_strtoull (text, NULL, 10), (guint)g_ascii_strtoull (slash + 1, NULL, 10));
  return rs_place ((guint)g_ascii_strtoull (text, NULL, 10),
                   colon != NULL ? (guint)g_ascii_strtoull (colon + 1, NULL, 10) : 0);
}
