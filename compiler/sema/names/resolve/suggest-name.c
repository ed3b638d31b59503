/* "did you mean": the visible name, type or item of an enumeration that is nearest to a misspelt one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/names/resolve-private.h"

#include "compiler/base/suggest.h"

#include <string.h>

static void
consider_scope (RsSuggestSearch *search, RsScope *scope)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, scope->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    rs_suggest_consider (search, name);
}

const char *
rs_suggest_item (const RsNode *enumeration, const char *name)
{
  RsSuggestSearch search = rs_suggest_begin (name);

  for (guint i = 0; i < enumeration->n_children; i++)
    if (enumeration->children[i] && enumeration->children[i]->name)
      rs_suggest_consider (&search, enumeration->children[i]->name);
  return search.best;
}

static void
consider_types (RsSuggestSearch *search, GHashTable *types)
{
  GHashTableIter iter;
  gpointer name;

  if (!types)
    return;
  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    rs_suggest_consider (search, name);
}

const char *
rs_suggest_type (const RsScope *scope, const char *name)
{
  RsSuggestSearch search = rs_suggest_begin (name);

  if (strlen (name) < 3)
    return NULL;
  for (guint i = 0; rs_type_name_at (i); i++)
    rs_suggest_consider (&search, rs_type_name_at (i));
  for (const RsScope *s = scope; s; s = s->parent)
    {
      consider_types (&search, s->types);
      for (guint i = 0; s->imports && i < s->imports->len; i++)
        consider_types (&search, ((const RsScope *)g_ptr_array_index (s->imports, i))->types);
    }
  return search.best;
}

const char *
rs_suggest_name (RsScope *scope, const char *name)
{
  RsSuggestSearch search = rs_suggest_begin (name);

  if (strlen (name) < 2)
    return NULL;
  for (RsScope *s = scope; s; s = s->parent)
    {
      consider_scope (&search, s);
      for (guint i = 0; s->imports && i < s->imports->len; i++)
        consider_scope (&search, g_ptr_array_index (s->imports, i));
    }
  for (guint id = 0; id < RS_N_BUILTINS; id++)
    rs_suggest_consider (&search, rs_builtin_get (id)->name);
  return search.best;
}
