/* Static types: what can be known about values before the program runs.
 *
 * Inference never guesses: a type that it gives holds for every run, and where it can't know, the type is UNKNOWN. One
 * bottom-up pass types expressions from the types of their variables; the type of a variable joins all its
 * assignments, and passes repeat until nothing changes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/names/symbol.h"

/* Sets RsSymbol.type and integer_rule of every variable in a resolved module. */
void rs_infer_module (RsModule *module, RsPrecision precision);

/* The type of an expression in a resolved module. New types are made in arena; others live as long as the module.
 * Once the module is inferred this reads only, and may be called from any thread with an arena of its own. */
const RsType *rs_infer_expression (RsArena *arena, const RsNode *expression, RsPrecision precision);

/* The type of a function: its parameters, outputs and qualifiers. declaration: FUNCTION or LAMBDA. */
const RsType *rs_infer_function_type (RsArena *arena, const RsNode *declaration, RsPrecision precision);

/* Whether a call of a function that is a constructor names members only: T(x:=1) then makes the object, whatever
 * functions of the type's name there are. */
gboolean rs_is_member_construction (const RsNode *call, const RsSymbol *function);

/* object.f (x, ...) as f (object, x, ...), in arena: object has the class that is given and no member f, and f is a
 * function of the program; else NULL. */
RsNode *rs_method_call_as_function_call (RsArena *arena, const RsNode *call, const RsType *object);

/* Types for an instance of a generic function, once its names are resolved. */
void rs_infer_instance (RsNode *function, RsPrecision precision);
