/* "did you mean": the visible name that is nearest to a misspelt one.
 *
 * Runs only when a name is not defined, so it simply looks at every name there is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/suggest.h"

#include "compiler/sema/names/resolve-private.h"

#include <string.h>

#define LONGEST 63

/* Edit distance with transpositions of neighbours; gives up beyond limit. */
static guint
edit_distance (const char *a, const char *b, guint limit)
{
  guint rows[3][LONGEST + 2];
  guint n = (guint)strlen (a), m = (guint)strlen (b);
  guint *previous = rows[0], *before = rows[1], *current = rows[2];

  if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > limit)
    return limit + 1;
  for (guint j = 0; j <= m; j++)
    previous[j] = before[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint *spare = before;

      current[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          guint cost = previous[j - 1] + (a[i - 1] != b[j - 1]);

          cost = MIN (cost, MIN (previous[j], current[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            cost = MIN (cost, before[j - 2] + 1);
          current[j] = cost;
        }
      before = previous;
      previous = current;
      current = spare;
    }
  return previous[m];
}

typedef struct {
  const char *wanted;
  const char *best;
  guint distance;
} Search;

static void
consider (Search *search, const char *name)
{
  guint distance;

  if (strcmp (name, search->wanted) == 0)
    return;
  distance = g_ascii_strcasecmp (name, search->wanted) == 0 ? 0 : edit_distance (search->wanted, name, search->distance);
  /* Tables have no order; equally near names are taken by the alphabet. */
  if (distance < search->distance
      || (search->best && distance == search->distance && strcmp (name, search->best) < 0))
    {
      search->distance = distance;
      search->best = name;
    }
}

static void
consider_scope (Search *search, RsScope *scope)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, scope->names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    consider (search, name);
}

/* One edit in short names, a third of the letters in longer ones. */
static Search
begin_search (const char *name)
{
  return (Search){ name, NULL, (guint)MAX (2, MIN (strlen (name) / 3, 4) + 1) };
}

const char *
rs_suggest_item (const RsNode *enumeration, const char *name)
{
  Search search = begin_search (name);

  for (guint i = 0; i < enumeration->n_children; i++)
    if (enumeration->children[i] && enumeration->children[i]->name)
      consider (&search, enumeration->children[i]->name);
  return search.best;
}

const char *
rs_suggest_among (const char *const *names, guint n, const char *name)
{
  Search search = begin_search (name);

  for (guint i = 0; i < n && strlen (name) >= 2; i++)
    consider (&search, names[i]);
  return search.best;
}

static void
consider_types (Search *search, GHashTable *types)
{
  GHashTableIter iter;
  gpointer name;

  if (!types)
    return;
  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    consider (search, name);
}

const char *
rs_suggest_type (const RsScope *scope, const char *name)
{
  Search search = begin_search (name);

  if (strlen (name) < 3)
    return NULL;
  for (guint i = 0; rs_type_name_at (i); i++)
    consider (&search, rs_type_name_at (i));
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
  Search search = begin_search (name);

  if (strlen (name) < 2)
    return NULL;
  for (RsScope *s = scope; s; s = s->parent)
    {
      consider_scope (&search, s);
      for (guint i = 0; s->imports && i < s->imports->len; i++)
        consider_scope (&search, g_ptr_array_index (s->imports, i));
    }
  for (guint id = 0; id < RS_N_BUILTINS; id++)
    consider (&search, rs_builtin_get (id)->name);
  return search.best;
}
