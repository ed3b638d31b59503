/* Types of values: type, the predicates, the limits of types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "compiler/sema/names/symbol.h"
#include "compiler/syntax/type-argument.h"
#include "runtime/value/arithmetic.h"
#include "runtime/value/function.h"

#include <float.h>
#include <math.h>

/* A type of the program, by its name in the text. */
static const RsType *
find_user_type (const RsNode *node, gpointer data)
{
  RsScope *scope = data;
  RsNode known = *node;

  known.name = rs_names_intern (scope->module->names, node->name, -1);
  return rs_scope_lookup_type_node (&known, scope);
}

const RsType *
rs_call_find_type (const RsCall *call, const char *text, RsArena *arena)
{
  RsScope *scope = call->session->host->get_scope (call->session);
  RsNames *names = rs_names_new ();
  g_autoptr (RsModule) owner = NULL;
  const RsNode *node = rs_parse_type_argument (text, names, &owner);

  rs_names_unref (names);
  return node != NULL ? rs_type_from_node (arena, node, rs_call_get_precision (call), scope != NULL ? find_user_type : NULL,
                                           scope)
                      : NULL;
}

RS_DEFINE_BUILTIN (TYPE)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type;

  if (call->n_arguments == 1)
    {
      g_autofree char *text = rs_type_to_string (rs_value_get_type (call->arguments[0], arena, FALSE));

      return rs_call_return (call, rs_value_new_string (text, -1));
    }
  if (call->arguments[1].tag == RS_TAG_TYPE)
    type = call->arguments[1].type->type;
  else if (call->arguments[1].tag == RS_TAG_FUNCTION && call->arguments[1].function->constructs != NULL)
    type = call->arguments[1].function->constructs;
  else if (call->arguments[1].tag == RS_TAG_STRING)
    type = rs_call_find_type (call, call->arguments[1].string->text, arena);
  else
    return rs_call_fail_argument (call, 1, error, "type", "the name of a type");
  if (type == NULL || type->kind == RS_TYPE_UNKNOWN)
    return rs_call_fail (RS_RUNTIME_ERROR_TYPE, error, "type", "there is no type \"%s\"",
                         call->arguments[1].tag == RS_TAG_STRING ? call->arguments[1].string->text : "??");
  return rs_call_return (call, rs_value_bool (rs_value_has_type (call->arguments[0], type)));
}

/* Rank of a numeric value, 0 for a number, -1 for what is not numeric. */
static int
numeric_rank (RsValue value, gboolean *is_complex)
{
  *is_complex
      = value.tag == RS_TAG_COMPLEX || (value.tag == RS_TAG_ARRAY && rs_element_is_complex (value.array->element));
  if (value.tag == RS_TAG_ARRAY)
    return value.array->rank;
  if (value.tag == RS_TAG_RANGE)
    return 1;
  return rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX ? 0 : -1;
}

/* As the manual defines them (2.2). */
#define PREDICATE(ID, CONDITION)                                                                                       \
  RS_DEFINE_BUILTIN (ID)                                                                                               \
  {                                                                                                                    \
    gboolean is_complex;                                                                                               \
    int rank = numeric_rank (call->arguments[0], &is_complex);                                                         \
    return rs_call_return (call, rs_value_bool (CONDITION));                                                           \
  }

PREDICATE (ISREAL, rank >= 0 && rank <= 3 && !is_complex)
PREDICATE (ISCOMPLEX, rank >= 0 && rank <= 3 && is_complex)
PREDICATE (ISSCALAR, rank == 0)
PREDICATE (ISVECTOR, rank == 1)
PREDICATE (ISMATRIX, rank == 1 || rank == 2)
PREDICATE (ISCUBE, rank >= 1 && rank <= 3)

/* The largest or smallest value of an element type. */
static RsValue
limit_of (RsElement element, gboolean largest)
{
  switch (element)
    {
    case RS_ELEMENT_BOOL:
      return rs_value_int (largest);
    case RS_ELEMENT_INT8:
      return rs_value_int (largest ? G_MAXINT8 : G_MININT8);
    case RS_ELEMENT_UINT8:
      return rs_value_int (largest ? G_MAXUINT8 : 0);
    case RS_ELEMENT_INT16:
      return rs_value_int (largest ? G_MAXINT16 : G_MININT16);
    case RS_ELEMENT_UINT16:
      return rs_value_int (largest ? G_MAXUINT16 : 0);
    case RS_ELEMENT_INT32:
      return rs_value_int (largest ? G_MAXINT32 : G_MININT32);
    case RS_ELEMENT_UINT32:
      return rs_value_int (largest ? (gint64)G_MAXUINT32 : 0);
    case RS_ELEMENT_INT64:
      return rs_value_int (largest ? G_MAXINT64 : G_MININT64);
    case RS_ELEMENT_UINT64:
      return largest ? rs_value_scalar ((double)G_MAXUINT64) : rs_value_int (0);
    case RS_ELEMENT_HALF:
      return rs_value_scalar (largest ? 65504 : -65504);
    case RS_ELEMENT_SINGLE:
    case RS_ELEMENT_CSINGLE:
      return rs_value_scalar ((double)(largest ? FLT_MAX : -FLT_MAX));
    default:
      return rs_value_scalar (largest ? DBL_MAX : -DBL_MAX);
    }
}

/* `scalar` and `int` stand for what arrays hold: the selected precision, 32 bits. */
static gboolean
call_limit (RsCall *call, gboolean largest, const char *name, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type = NULL;
  RsElement element;

  if (call->arguments[0].tag == RS_TAG_TYPE)
    type = call->arguments[0].type->type;
  else if (call->arguments[0].tag == RS_TAG_STRING)
    type = rs_call_find_type (call, call->arguments[0].string->text, arena);
  if (type == NULL || (type->kind != RS_TYPE_NUMBER && type->kind != RS_TYPE_ARRAY))
    return rs_call_fail_argument (call, 0, error, name, "a number type such as scalar or uint8");
  element = type->element;
  if (type->kind == RS_TYPE_NUMBER && rs_type_equal (type, &rs_type_scalar))
    element = rs_element_of_precision (rs_call_get_precision (call));
  else if (type->kind == RS_TYPE_NUMBER && rs_type_equal (type, &rs_type_int))
    element = RS_ELEMENT_INT32;
  return rs_call_return (call, limit_of (element, largest));
}

/* cast(x, T): numbers and arrays to another element type, anything else as a declared variable of type T takes it. */
RS_DEFINE_BUILTIN (CAST)
{
  RsValue value = call->arguments[0];
  RsPrecision precision = rs_call_get_precision (call);
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type = NULL;
  g_autofree RsType *array_type = NULL;

  if (call->arguments[1].tag == RS_TAG_TYPE)
    type = call->arguments[1].type->type;
  else if (call->arguments[1].tag == RS_TAG_STRING)
    type = rs_call_find_type (call, call->arguments[1].string->text, arena);
  if (type == NULL)
    return rs_call_fail_argument (call, 1, error, "cast", "a type");
  if (type->kind == RS_TYPE_NUMBER && (value.tag == RS_TAG_ARRAY || value.tag == RS_TAG_RANGE))
    {
      array_type = g_memdup2 (type, sizeof *type);
      array_type->kind = RS_TYPE_ARRAY;
      array_type->rank = 0;
      if (rs_type_equal (type, &rs_type_scalar))
        array_type->element = rs_element_of_precision (precision);
      else if (rs_type_equal (type, &rs_type_int))
        array_type->element = RS_ELEMENT_INT32;
      type = array_type;
    }
  return rs_value_convert (value, type, precision, "cast", &call->results[0], error);
}

RS_DEFINE_BUILTIN (MAXVALUE)
{
  return call_limit (call, TRUE, "maxvalue", error);
}

RS_DEFINE_BUILTIN (MINVALUE)
{
  return call_limit (call, FALSE, "minvalue", error);
}
