/* Facts carried through a module, in the order of its text.
 *
 * Two users: the analysis, which evaluates meta functions, judges assertions and marks what is never run; and whoever
 * wants to know what holds at a place (rs_logic_visit).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"
#include "compiler/sema/logic/logic.h"

/* For every expression that a statement evaluates (the value of an assignment, an index, a condition, a call), before
 * it is evaluated: what holds there. facts are only valid during the call; rs_facts_copy keeps them. */
typedef void (*RsLogicVisitFunc) (const RsNode *expression, const RsFacts *facts, gpointer data);

/* Walks a resolved and inferred module; facts live in arena. */
void rs_logic_visit (RsModule *module, RsArena *arena, RsLogicVisitFunc visit, gpointer data);

/* Walks all modules of a resolved and inferred program: META nodes get their value as an additional last child
 * (RS_NODE_EVALUATED), conditions that are decided are marked RS_NODE_ALWAYS or RS_NODE_NEVER, asserts that need no
 * code and unasserts RS_NODE_EVALUATED; assertions that contradict what is known are errors. Types of variables are
 * open again afterwards, because meta functions gave new expressions: infer them. */
void rs_logic_analyze (RsProgram *program, RsDiagnostics *diagnostics);

/* The same for an instance of a generic function, which is then applied at once: it stands in no text. */
void rs_logic_analyze_instance (RsNode *function, RsDiagnostics *diagnostics);

/* Carries out what the analysis marked: values take the place of their META nodes, and what is never run goes. The tree
 * is no longer that of the text; for code generation only. May be called again. */
void rs_logic_apply (RsModule *module);
