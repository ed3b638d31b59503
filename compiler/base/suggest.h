/* "did you mean": the name of a list that is nearest to a misspelt one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef struct {
  const char *wanted;
  const char *best; /* NULL as long as none is near */
  guint distance;
} RsSuggestSearch;

/* A search over names that come one by one: begin, consider each, read best. The names live as long as the search. */
RsSuggestSearch rs_suggest_begin (const char *name);
void rs_suggest_consider (RsSuggestSearch *search, const char *name);

/* NULL when none is near, or name has one letter. */
const char *rs_suggest_among (const char *const *names, guint n, const char *name);
