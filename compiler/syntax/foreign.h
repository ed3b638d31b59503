/* Words of other languages: what is written here instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* A part of a sentence for a message, static; NULL for a word that is not known. */
const char *rs_foreign_word_get_hint (const char *word);
