/* What can be typed at a place. What a call that is being typed wants: ide/analysis/completion/call-hint.h.
 *
 * The text may have changed since the analysis: the words around the place are read from the text as it is, what names
 * mean is asked of the analysis.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/analysis/analysis.h"

#define RS_MAX_PROPOSALS 300

typedef enum {
  RS_PROPOSAL_VARIABLE,
  RS_PROPOSAL_FUNCTION,
  RS_PROPOSAL_TYPE,
  RS_PROPOSAL_FIELD,
  RS_PROPOSAL_BUILTIN,
  RS_PROPOSAL_MODIFIER,
  RS_PROPOSAL_MODULE,
  RS_PROPOSAL_KEYWORD,
} RsProposalKind;

typedef struct {
  RsProposalKind kind;
  char *text;          /* what is inserted */
  char *detail;        /* type or signature; may be "" */
  char *documentation; /* its first line; may be "" */
} RsProposal;

/* Those that begin with what has been typed of the word before offset, the nearest scope first; empty in comments and
 * in texts that are no import; the first RS_MAX_PROPOSALS of them. *start: where the word begins. (element-type
 * RsProposal) (transfer full) */
GPtrArray *rs_complete (const RsAnalysis *analysis, const char *text, guint32 offset, guint32 *start);

/* Whether the byte belongs to a word that is being typed: with it, those of the proposals remain that still begin
 * so. */
gboolean rs_is_completed_letter (char c);
