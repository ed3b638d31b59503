/* What the files of inference share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/sema/infer/infer.h"

/* What is known about variables at a place besides their declarations: in a branch that a test of types leads to. */
typedef struct _RsAssumption RsAssumption;
struct _RsAssumption {
  const RsSymbol *symbol; /* a VARIABLE */
  const RsType *type;
  const RsAssumption *next;
};

typedef struct {
  RsArena *arena;
  RsPrecision precision;
  guint depth; /* of expressions being typed */
  gboolean may_instantiate; /* calls of generic functions make the instances that they need */
  const RsAssumption *assumed; /* or NULL */
} RsInference;

/* The type of a variable that has no value so far, while passes still run: everything made from it has no type yet
 * either. Compared by pointer; its kind is UNKNOWN. */
extern const RsType rs_type_bottom;

const RsType *rs_infer_type (RsInference *self, const RsNode *node);

/* infer-index.c: array[...], when it is no element. */
const RsType *rs_infer_slice (RsInference *self, const RsNode *node, const RsType *array);

/* infer-operators.c */
const RsType *rs_infer_unary (RsInference *self, RsOperator op, const RsType *operand);
const RsType *rs_infer_binary (RsInference *self, RsOperator op, const RsType *left, const RsType *right);
/* What an element of an array is to the host: int, scalar, cscalar, bool. */
const RsType *rs_infer_element_value (RsElement element);
/* An array with the shape of type and another element. */
const RsType *rs_infer_with_element (RsInference *self, const RsType *type, RsElement element);
/* A host number's element as an array stores it. */
RsElement rs_infer_stored_element (const RsInference *self, RsElement number);

/* infer-expression.c: T (sizes...) */
const RsType *rs_infer_constructor (RsInference *self, const RsNode *call, const RsType *type);

/* infer-generic.c: a call of a generic function; NULL when the callee is something else. */
const RsType *rs_infer_generic_call (RsInference *self, const RsNode *call);
/* $specialize (...) */
const RsType *rs_infer_specialization (RsInference *self, const RsNode *meta);
/* f[int], zeros[T], stack[int]: NULL when array is no function and no type. */
const RsType *rs_infer_instantiation (RsInference *self, const RsNode *index);
/* infer-builtin.c: result of a call with arguments of these types; call: for literal arguments. */
const RsType *rs_infer_builtin (RsInference *self, const RsBuiltin *builtin, const RsNode *call,
                                const RsType *const *arguments, guint n);

/* infer-object.c */
const RsType *rs_infer_field (RsInference *self, const RsNode *node);
/* A call of a function with the name of a class. */
const RsType *rs_infer_constructor_call (RsInference *self, const RsNode *call, const RsSymbol *function);
/* obj.f (...); callee: the FIELD. */
const RsType *rs_infer_method_call (RsInference *self, const RsNode *call);

static inline gboolean
rs_infer_is_integer (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER && rs_element_is_integer (type->element);
}

static inline gboolean
rs_infer_is_real (const RsType *type)
{
  return type->kind == RS_TYPE_NUMBER && rs_element_is_floating (type->element);
}
