/* What the words of the language mean, in short.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

typedef struct {
  const char *name;
  const char *form; /* how it is written */
  const char *text; /* a sentence or two */
} RsWord;

/* For a keyword, a type or a modifier, also as it is written in programs: __kernel__, 'mirror, endfor (which is told as
 * `for`). NULL for anything else. Static. */
const RsWord *rs_word_find (const char *name);
