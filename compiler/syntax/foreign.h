/* Words and signs of other languages: what is written here instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* A part of a sentence for a message, static; NULL for a word that is not known. */
const char *rs_foreign_word_get_hint (const char *word);
/* The same for what is part of the syntax elsewhere, and hardly the name of a variable. */
const char *rs_foreign_keyword_get_hint (const char *word);
/* The type that is meant by the name of a type elsewhere, static; NULL when it is none. */
const char *rs_foreign_word_get_type (const char *word);
