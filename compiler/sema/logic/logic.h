/* The logic system: what holds at a place of the program, and what follows from it.
 *
 * Facts are conditions (manual chapter 5): of asserts, of the branch that a place is in, of assignments. They form a
 * conjunction. rs_logic_decide proves a condition true or false, or answers that it can't tell; it never claims what it
 * has not proven. Comparisons are decided by linear arithmetic (exact for integers and symbolic variables; for floating
 * point only their order is used, and a comparison with NaN is never claimed to hold), everything else by equality of
 * terms, types by the type lattice.
 *
 * compiler/sema/walk/walk.h carries facts through a module; the meta functions, the reductions and the kernel compiler
 * ask. Nodes that are passed in must be resolved (RsNode.symbol) and outlive the facts.
 *
 * Threads: one at a time. Nothing is freed: facts live in their arena.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

typedef struct _RsFacts RsFacts;

typedef enum { RS_ANSWER_UNKNOWN, RS_ANSWER_TRUE, RS_ANSWER_FALSE } RsAnswer;

/* No facts, in scope. scope says which function the place is in ($ftype) and what type names mean. */
RsFacts *rs_facts_new (RsArena *arena, RsScope *scope);
RsFacts *rs_facts_copy (const RsFacts *facts);
/* What still holds inside a function that is defined here: facts about variables that never change again. */
RsFacts *rs_facts_enter (const RsFacts *facts, RsScope *scope);
RsScope *rs_facts_get_scope (const RsFacts *facts);

/* condition holds (sense TRUE) or does not (FALSE) from here on. Answers as rs_logic_decide before; FALSE means that it
 * contradicts what is known (then nothing is added). */
RsAnswer rs_facts_assume (RsFacts *facts, const RsNode *condition, gboolean sense);
/* The variable has just been given that value. */
void rs_facts_assign (RsFacts *facts, const RsNode *name, const RsNode *value);
/* unassert: takes the proposition, or each part of a conjunction, back. */
void rs_facts_retract (RsFacts *facts, const RsNode *proposition);
/* The variable changes; variable: the VARIABLE symbol, not a capture. */
void rs_facts_forget (RsFacts *facts, const RsSymbol *variable);
/* Elements of arrays, fields and cells may have changed. */
void rs_facts_forget_contents (RsFacts *facts);
/* Keeps what also holds in other. */
void rs_facts_join (RsFacts *facts, const RsFacts *other);

/* A place that is never reached: everything holds there, and joins ignore it. */
gboolean rs_facts_is_unreachable (const RsFacts *facts);
void rs_facts_set_unreachable (RsFacts *facts);

RsAnswer rs_logic_decide (const RsFacts *facts, const RsNode *condition);
/* As rs_logic_decide without what is only known from assignments: what asserts, conditions and types say. */
RsAnswer rs_logic_decide_from_assertions (const RsFacts *facts, const RsNode *condition);

/* The least upper (greatest lower) bound of a number that can be proven; for an integer a whole number. FALSE: none is
 * known. A bound of a floating-point number says nothing about NaN. */
gboolean rs_logic_upper_bound (const RsFacts *facts, const RsNode *expression, double *bound);

/* What is known about the variable: a conjunction of conditions, or NULL for nothing. In the arena. */
const RsNode *rs_facts_about (const RsFacts *facts, const RsSymbol *variable);
/* The facts that contradict condition together, none of which can be left out; none when it contradicts itself, types
 * or none of them. (transfer container) of const RsNode. */
GPtrArray *rs_facts_find_contradiction (const RsFacts *facts, const RsNode *condition);
