/* What names mean.
 *
 * One walk over the tree. It has been rewritten by now (macros are open, instances of generics are copies), so a node
 * counts only where its name stands in the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/analysis/names/meanings.h"

#include "compiler/sema/names/symbol.h"

#include <string.h>

typedef struct {
  RsMeaningSpan span;
  const RsSymbol *origin;
} Found;

typedef struct {
  const char *text;
  guint32 length;
  GArray *found;    /* element-type Found */
  GHashTable *uses; /* RsSymbol -> how many names in the text mean it */
} Walk;

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar)c >= 0x80;
}

static gboolean
stands_there (const Walk *walk, const RsNode *node)
{
  gsize length = node->name != NULL ? strlen (node->name) : 0;

  return length > 0 && node->span.start + length <= walk->length
         && strncmp (walk->text + node->span.start, node->name, length) == 0
         && !is_word (walk->text[node->span.start + length]);
}

/* -1: nothing that has a colour of its own. */
static int
find_meaning (const RsSymbol *symbol)
{
  const RsSymbol *origin = rs_symbol_get_origin ((RsSymbol *)symbol);
  const RsNode *function
      = origin->overloads != NULL && origin->overloads->len > 0 ? g_ptr_array_index (origin->overloads, 0) : NULL;

  if (function != NULL && (function->flags & RS_NODE_KERNEL) != 0)
    return RS_MEANS_KERNEL;
  if (symbol->kind == RS_SYMBOL_CAPTURED && origin->kind == RS_SYMBOL_VARIABLE)
    return RS_MEANS_CAPTURED;
  return symbol->kind == RS_SYMBOL_VARIABLE && symbol->is_parameter ? RS_MEANS_PARAMETER : -1;
}

/* A variable of a function that is named once is only given a value. */
static gboolean
may_be_unused (const RsSymbol *symbol)
{
  return symbol->kind == RS_SYMBOL_VARIABLE && !symbol->is_output && !symbol->is_captured
         && !rs_symbol_is_global (symbol);
}

static void
visit (Walk *walk, const RsNode *node)
{
  if (node == NULL)
    return;
  if (node->symbol != NULL && stands_there (walk, node))
    {
      const RsSymbol *origin = rs_symbol_get_origin (node->symbol);
      int meaning = find_meaning (node->symbol);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (walk->uses, origin));
      const Found found = { { node->span.start, node->span.start + (guint32)strlen (node->name),
                              meaning >= 0 ? (RsMeaning)meaning : RS_N_MEANINGS },
                            origin };

      g_hash_table_insert (walk->uses, (gpointer)origin, GUINT_TO_POINTER (n + 1));
      if (meaning >= 0 || may_be_unused (origin))
        g_array_append_val (walk->found, found);
    }
  for (guint32 i = 0; i < node->n_children; i++)
    visit (walk, node->children[i]);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const Found *p = a, *q = b;

  return p->span.start < q->span.start ? -1 : p->span.start > q->span.start;
}

GArray *
rs_meanings_find (RsModule *module)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (RsMeaningSpan));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GHashTable) uses = g_hash_table_new (NULL, NULL);
  Walk walk = { rs_source_get_text (module->source), rs_source_get_length (module->source), found, uses };
  guint32 last = 0;

  visit (&walk, module->root);
  g_array_sort (found, compare);
  for (guint i = 0; i < found->len; i++)
    {
      const Found *one = &g_array_index (found, Found, i);
      RsMeaningSpan span = one->span;

      if (GPOINTER_TO_UINT (g_hash_table_lookup (uses, one->origin)) == 1 && may_be_unused (one->origin))
        span.meaning = RS_MEANS_UNUSED;
      if (span.meaning == RS_N_MEANINGS || span.start < last)
        continue;
      last = span.end;
      g_array_append_val (spans, span);
    }
  return spans;
}
