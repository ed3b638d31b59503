/* Types of values: type, the predicates, the limits of types.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/call.h"

#include "compiler/sema/names/symbol.h"
#include "compiler/syntax/type-argument.h"
#include "runtime/value/arithmetic/arithmetic.h"
#include "runtime/value/types/function.h"

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
  return node != NULL ? rs_type_from_node (arena, node, rs_call_get_precision (call),
                                           scope != NULL ? find_user_type : NULL, scope)
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
    return rs_call_fail (RS_RUNTIME_ERROR_ARGUMENT_VALUE, error, "type", "there is no type \"%s\"",
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

static gboolean
call_limit (RsCall *call, gboolean largest, const char *name, GError **error)
{
  g_autoptr (RsArena) arena = rs_arena_new ();
  const RsType *type = NULL;
  gboolean is_integer;
  gint64 integer;
  double scalar;

  if (call->arguments[0].tag == RS_TAG_TYPE)
    type = call->arguments[0].type->type;
  else if (call->arguments[0].tag == RS_TAG_STRING)
    type = rs_call_find_type (call, call->arguments[0].string->text, arena);
  if (type == NULL || !rs_type_get_limit (type, rs_call_get_precision (call), largest, &is_integer, &integer, &scalar))
    return rs_call_fail_argument (call, 0, error, name, "a number type such as scalar or uint8");
  return rs_call_return (call, is_integer ? rs_value_int (integer) : rs_value_scalar (scalar));
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
      array_type->element = rs_type_get_array_element (type, precision);
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
