/* What the tests of the parser share: trees as one line, errors as lines.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

typedef struct {
  const char *text;
  const char *expected;
} SyntaxCase;

/* The statements of text as one line each, in a form close to Lisp: `x = a + 1` is (= x (+ a 1)). Expression statements
 * are their expression; a missing child is `-`. After errors, their messages instead. (transfer full) */
char *syntax_tree (const char *text);

/* `LINE:COLUMN message` of each diagnostic, one a line. (transfer full) */
char *syntax_errors (const char *text, gssize length);

/* Compares syntax_tree of every case with what is expected. */
void syntax_check_cases (const SyntaxCase *cases, gsize n);
