/* "did you mean": see suggest.h. Runs only when a name is not defined, so it simply looks at every name there is.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/base/suggest.h"

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

void
rs_suggest_consider (RsSuggestSearch *search, const char *name)
{
  guint distance;

  if (strcmp (name, search->wanted) == 0)
    return;
  distance = g_ascii_strcasecmp (name, search->wanted) == 0 ? 0
                                                            : edit_distance (search->wanted, name, search->distance);
  /* Tables have no order; equally near names are taken by the alphabet. */
  if (distance < search->distance
      || (search->best && distance == search->distance && strcmp (name, search->best) < 0))
    {
      search->distance = distance;
      search->best = name;
    }
}

/* One edit in short names, a third of the letters in longer ones. */
RsSuggestSearch
rs_suggest_begin (const char *name)
{
  return (RsSuggestSearch){ name, NULL, (guint)MAX (2, MIN (strlen (name) / 3, 4) + 1) };
}

const char *
rs_suggest_among (const char *const *names, guint n, const char *name)
{
  RsSuggestSearch search = rs_suggest_begin (name);

  for (guint i = 0; i < n && strlen (name) >= 2; i++)
    rs_suggest_consider (&search, names[i]);
  return search.best;
}
