/* Words and signs of other languages: what is written here instead.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* What each returns is a part of a sentence for a message, static; NULL for a word that is not known. */
const char *rs_foreign_word_get_hint (const char *word);
/* The word in the table that is most like one that means nothing at all. */
const char *rs_foreign_suggest_word (const char *word);
/* Only what is part of the syntax elsewhere, and hardly the name of a variable. */
const char *rs_foreign_keyword_get_hint (const char *word);
/* The type that is meant by the name of a type elsewhere. */
const char *rs_foreign_type_get_name (const char *word);
/* For a call of a function of the language that it does not take. */
const char *rs_foreign_call_get_hint (const char *function);
/* What stands behind "there is no .member", of an array or a text: "; write size(x)", or nothing. (transfer full) */
char *rs_foreign_member_dup_hint (const char *member);
