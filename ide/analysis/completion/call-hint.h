/* What the call around a place wants: its signature, and which parameter is at hand.
 *
 * The text may have changed since the analysis: brackets are read from the text as it is, what names mean is asked of
 * the analysis.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

typedef struct {
  char *signature;  /* "function y = scale(x : mat, by : scalar)" */
  guint argument;   /* from 0 */
  RsSpan parameter; /* bytes of the signature; empty where the call has more arguments than parameters */
  guint32 callee;   /* offset of its name in the text */
} RsCallHint;

/* The innermost call of a function around offset, also from inside of brackets in its arguments. FALSE: there is none,
 * or it is not known what is called; hint is then empty. */
gboolean rs_call_hint_find (const RsAnalysis *analysis, const char *text, guint32 offset, RsCallHint *hint);
void rs_call_hint_clear (RsCallHint *hint);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsCallHint, rs_call_hint_clear)
