/* Operations on values that the fast paths of the interpreter leave: arrays, strings, cells, odd indices.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/device/parts.h"
#include "runtime/builtin/device/product.h"
#include "runtime/vm/numbers.h"

#include <math.h>
#include <string.h>

void
rs_vm_set_unset_error (RsThread *thread, guint register_, GError **error)
{
  const RsProto *proto = rs_thread_top (thread)->proto;
  const char *name = NULL;

  if (register_ < proto->n_variables)
    name = ((const RsSymbol *)g_ptr_array_index (proto->scope->variables, register_))->name;
  else if (register_ >= proto->first_capture && register_ < proto->first_capture + proto->n_captures)
    name = proto->captures[register_ - proto->first_capture].name;
  if (name != NULL)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "`%s` has no value yet", name);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "a value is missing here");
}

static RsOperator
operator_of (RsOpcode op)
{
  switch (op)
    {
#define SAME(NAME)                                                                                                     \
  case RS_OPCODE_##NAME:                                                                                               \
    return RS_OP_##NAME
#define WITH_K(NAME)                                                                                                   \
  case RS_OPCODE_##NAME:                                                                                               \
  case RS_OPCODE_##NAME##_K:                                                                                           \
    return RS_OP_##NAME
      WITH_K (ADD);
      WITH_K (SUBTRACT);
      WITH_K (MULTIPLY);
      WITH_K (DIVIDE);
      WITH_K (POWER);
      WITH_K (LESS);
      WITH_K (LESS_EQUAL);
      WITH_K (GREATER);
      WITH_K (GREATER_EQUAL);
      WITH_K (EQUAL);
      WITH_K (NOT_EQUAL);
      SAME (DOT_MULTIPLY);
      SAME (DOT_DIVIDE);
      SAME (DOT_POWER);
      SAME (AND);
      SAME (OR);
      SAME (NEGATE);
      SAME (PLUS);
      SAME (NOT);
#undef SAME
#undef WITH_K
    case RS_OPCODE_COMPOUND_DIVIDE:
    case RS_OPCODE_DIVIDE_TRUNCATE:
    case RS_OPCODE_DIVIDE_FLOOR:
    case RS_OPCODE_DIVIDE_CEIL:
      return RS_OP_DIVIDE;
    case RS_OPCODE_COMPOUND_DOT_DIVIDE:
    case RS_OPCODE_DOT_DIVIDE_TRUNCATE:
    case RS_OPCODE_DOT_DIVIDE_FLOOR:
    case RS_OPCODE_DOT_DIVIDE_CEIL:
      return RS_OP_DOT_DIVIDE;
    case RS_OPCODE_MAXIMUM:
      return RS_OP_ASSIGN_MAXIMUM;
    case RS_OPCODE_MINIMUM:
      return RS_OP_ASSIGN_MINIMUM;
    case RS_OPCODE_BIT_AND:
      return RS_OP_ASSIGN_AND;
    case RS_OPCODE_BIT_OR:
      return RS_OP_ASSIGN_OR;
    case RS_OPCODE_BIT_XOR:
      return RS_OP_ASSIGN_XOR;
    default:
      return RS_OP_NONE;
    }
}

static gboolean
call_function (RsThread *thread, const char *name, const RsValue *arguments, guint n, RsValue *result, GError **error)
{
  const RsBuiltin *builtin = rs_builtin_find (name);
  RsValue copy[2] = { arguments[0], n > 1 ? arguments[1] : RS_NONE };
  RsValue results[2] = { RS_NONE, RS_NONE };

  if (builtin == NULL)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED, "not supported yet: %s", name);
      return FALSE;
    }
  if (!rs_vm_call_builtin (thread, builtin->id, copy, n, NULL, results, 1, error))
    return FALSE;
  *result = results[0];
  return TRUE;
}

/* Two arrays are divided with a dot only. */
static gboolean
quotient_of_integers (RsOpcode op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  RsArray *array = rs_array_quotient (rs_opcode_get_quotient (op), left, right, error);

  *result = array != NULL ? rs_value_object (array) : RS_NONE;
  return array != NULL;
}

/* int (a / b) and its like where a or b is no integer number. */
static gboolean
divide_and (RsThread *thread, RsOpcode op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  static const char *const names[] = { "int", "floor", "ceil" };
  const char *name = names[rs_opcode_get_quotient (op)];
  RsPrecision precision = thread->vm->session->precision;
  RsValue quotient;
  gboolean ok;

  if (left.tag == RS_TAG_RANGE || right.tag == RS_TAG_RANGE)
    {
      RsValue array;

      if (!rs_value_range_to_array (left.tag == RS_TAG_RANGE ? left.range : right.range, precision, &array, error))
        return FALSE;
      ok = divide_and (thread, op, left.tag == RS_TAG_RANGE ? array : left, left.tag == RS_TAG_RANGE ? right : array,
                       result, error);
      rs_value_clear (&array);
      return ok;
    }
  if (rs_value_is_number (left) && rs_value_is_number (right))
    quotient = rs_value_scalar (rs_value_to_double (left) / rs_value_to_double (right));
  else if (rs_value_is_integral (left) && rs_value_is_integral (right)
           && (operator_of (op) == RS_OP_DOT_DIVIDE || left.tag != RS_TAG_ARRAY || right.tag != RS_TAG_ARRAY))
    return quotient_of_integers (op, left, right, result, error);
  else if (!rs_value_binary (operator_of (op), left, right, precision, &quotient, error))
    return FALSE;
  ok = call_function (thread, name, &quotient, 1, result, error);
  rs_value_clear (&quotient);
  return ok;
}

typedef struct {
  float re, im;
} Single;

static Single
to_single (RsValue value)
{
  return value.tag == RS_TAG_COMPLEX ? (Single){ (float)value.complex->re, (float)value.complex->im }
                                     : (Single){ (float)rs_value_to_double (value), 0 };
}

static Single
multiply_singles (Single x, Single y)
{
  return (Single){ x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re };
}

#define MOST_FACTORS 16 /* of a power that compiled code multiplies out */

/* Products of complex numbers, and powers that are products, in single precision: their parts may overflow where the
 * result in double precision does not. FALSE: it is something else. */
static gboolean
multiply_complex (RsOperator op, RsValue left, RsValue right, RsValue *result)
{
  const gboolean is_power = op == RS_OP_POWER || op == RS_OP_DOT_POWER;
  const gboolean has_complex = left.tag == RS_TAG_COMPLEX || (!is_power && right.tag == RS_TAG_COMPLEX);
  Single product;

  if (!has_complex || (!is_power && op != RS_OP_MULTIPLY && op != RS_OP_DOT_MULTIPLY)
      || (left.tag != RS_TAG_COMPLEX && !rs_value_is_number (left))
      || (right.tag != RS_TAG_COMPLEX && !rs_value_is_number (right)))
    return FALSE;
  if (is_power && (right.tag != RS_TAG_INT || right.integer < 1 || right.integer > MOST_FACTORS))
    return FALSE;
  product = to_single (left);
  for (gint64 n = is_power ? right.integer : 2; n > 1; n--)
    product = multiply_singles (product, is_power ? to_single (left) : to_single (right));
  *result = rs_value_new_complex (product.re, product.im);
  return TRUE;
}

/* By whom it was computed: a device where the operands live, else the host. */
static gboolean
multiply (RsThread *thread, RsValue left, RsValue right, RsValue *result, GError **error)
{
  RsSession *session = thread->vm->session;

  if (G_UNLIKELY (rs_device_is_used (session)))
    {
      RsLaunchResult launched = rs_device_product (session, left, right, result, error);

      if (launched != RS_LAUNCH_INTERPRET)
        return launched == RS_LAUNCH_QUEUED;
    }
  return rs_value_binary (RS_OP_MULTIPLY, left, right, session->precision, result, error);
}

static gboolean
binary (RsThread *thread, RsOpcode op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  RsPrecision precision = thread->vm->session->precision;
  RsValue both[2] = { left, right };

  if (rs_thread_top (thread)->proto->is_single && multiply_complex (operator_of (op), left, right, result))
    return TRUE;
  switch (op)
    {
    case RS_OPCODE_DIVIDE_TRUNCATE:
    case RS_OPCODE_DIVIDE_FLOOR:
    case RS_OPCODE_DIVIDE_CEIL:
    case RS_OPCODE_DOT_DIVIDE_TRUNCATE:
    case RS_OPCODE_DOT_DIVIDE_FLOOR:
    case RS_OPCODE_DOT_DIVIDE_CEIL:
      return divide_and (thread, op, left, right, result, error);
    case RS_OPCODE_MODULO:
      return call_function (thread, "mod", both, 2, result, error);
    case RS_OPCODE_MAXIMUM:
    case RS_OPCODE_MINIMUM:
    case RS_OPCODE_BIT_AND:
    case RS_OPCODE_BIT_OR:
    case RS_OPCODE_BIT_XOR:
      return rs_value_combine (operator_of (op), left, right, precision, result, error);
    case RS_OPCODE_MULTIPLY:
      return multiply (thread, left, right, result, error);
    default:
      return rs_value_binary (operator_of (op), left, right, precision, result, error);
    }
}

static gboolean
unary (RsThread *thread, RsOpcode op, RsValue operand, RsValue *result, GError **error)
{
  return rs_value_unary (operator_of (op), operand, thread->vm->session->precision, result, error);
}

gboolean
rs_vm_binary (RsThread *thread, RsOpcode op, RsValue left, RsValue right, RsValue *result, GError **error)
{
  const RsValue both[2] = { left, right };
  gint64 start;
  gboolean ok;

  rs_vm_tell_place (thread);
  if (G_LIKELY (!rs_trace_is_on ()) || operator_of (op) == RS_OP_NONE || !rs_vm_is_worth_timing (thread, NULL, both, 2))
    return binary (thread, op, left, right, result, error);
  start = rs_trace_now ();
  *result = RS_NONE;
  ok = binary (thread, op, left, right, result, error);
  rs_vm_emit_builtin (thread, rs_operator_to_string (operator_of (op)), both, 2, result, 1, start);
  return ok;
}

gboolean
rs_vm_unary (RsThread *thread, RsOpcode op, RsValue operand, RsValue *result, GError **error)
{
  gint64 start;
  gboolean ok;

  if (G_LIKELY (!rs_trace_is_on ()) || !rs_vm_is_worth_timing (thread, NULL, &operand, 1))
    return unary (thread, op, operand, result, error);
  start = rs_trace_now ();
  *result = RS_NONE;
  ok = unary (thread, op, operand, result, error);
  rs_vm_emit_builtin (thread, rs_operator_to_string (operator_of (op)), &operand, 1, result, 1, start);
  return ok;
}

gboolean
rs_vm_is_true (RsValue value, gboolean *truth, GError **error)
{
  return rs_value_is_true (value, truth, error);
}

static gboolean matches_one (RsValue subject, RsValue pattern);

static gboolean
matches_number (RsValue subject, RsValue pattern)
{
  if (subject.tag == RS_TAG_INT && pattern.tag == RS_TAG_INT)
    return subject.integer == pattern.integer;
  return rs_value_to_double (subject) == rs_value_to_double (pattern);
}

/* A vector is a row. */
static gint64
size_as_matrix (const RsArray *array, int dimension)
{
  if (array->rank > 1)
    return rs_array_get_dim (array, dimension);
  return dimension == 1 ? array->dims[0] : 1;
}

static gboolean
matches_array (RsArray *subject, RsArray *pattern)
{
  gboolean same = TRUE;

  for (int d = 0; d < RS_MAX_RANK && same; d++)
    same = size_as_matrix (subject, d) == size_as_matrix (pattern, d);
  for (gint64 i = 0; i < pattern->n_elements && same; i++)
    {
      RsValue a = rs_array_get_element (subject, i), b = rs_array_get_element (pattern, i);

      same = matches_one (a, b);
      rs_value_clear (&a);
      rs_value_clear (&b);
    }
  return same;
}

static gboolean
matches_one (RsValue subject, RsValue pattern)
{
  if (rs_value_is_number (subject) && rs_value_is_number (pattern))
    return matches_number (subject, pattern);
  if (subject.tag == RS_TAG_ARRAY && pattern.tag == RS_TAG_ARRAY)
    return matches_array (subject.array, pattern.array);
  if (subject.tag == RS_TAG_STRING && pattern.tag == RS_TAG_STRING)
    return subject.string->length == pattern.string->length
           && memcmp (subject.string->text, pattern.string->text, subject.string->length) == 0;
  if (subject.tag == RS_TAG_COMPLEX && pattern.tag == RS_TAG_COMPLEX)
    return subject.complex->re == pattern.complex->re && subject.complex->im == pattern.complex->im;
  if (rs_value_is_number (subject) && pattern.tag == RS_TAG_RANGE)
    {
      double k = (rs_value_to_double (subject) - pattern.range->low) / pattern.range->step;

      return k == floor (k) && k >= 0 && k < (double)pattern.range->count;
    }
  if (subject.tag == RS_TAG_TYPE && pattern.tag == RS_TAG_TYPE)
    return rs_type_equal (subject.type->type, pattern.type->type);
  return rs_value_is_object (subject) && rs_value_is_object (pattern) && subject.object == pattern.object;
}

static gboolean
spell_out (RsThread *thread, RsValue value, RsValue *result, GError **error)
{
  if (value.tag == RS_TAG_RANGE)
    return rs_value_range_to_array (value.range, thread->vm->session->precision, result, error);
  *result = rs_value_ref (value);
  return TRUE;
}

/* A range is the vector of its elements beside a vector, and a set beside a number. */
gboolean
rs_vm_matches (RsThread *thread, RsValue subject, RsValue pattern, gboolean *matches, GError **error)
{
  RsValue a, b;
  gboolean ok;

  if (subject.tag != RS_TAG_ARRAY && subject.tag != RS_TAG_RANGE)
    {
      *matches = matches_one (subject, pattern);
      return TRUE;
    }
  if (!spell_out (thread, subject, &a, error))
    return FALSE;
  ok = spell_out (thread, pattern, &b, error);
  if (ok)
    {
      *matches = matches_one (a, b);
      rs_value_clear (&b);
    }
  rs_value_clear (&a);
  return ok;
}

/* --- parts --- */

static const char *
name_of_register (RsThread *thread, guint register_)
{
  const RsProto *proto = rs_thread_top (thread)->proto;

  if (register_ < proto->n_variables)
    return ((const RsSymbol *)g_ptr_array_index (proto->scope->variables, register_))->name;
  if (register_ >= proto->first_capture && register_ < proto->first_capture + proto->n_captures)
    return proto->captures[register_ - proto->first_capture].name;
  return NULL;
}

static gboolean
checks_bounds (const RsThread *thread)
{
  return rs_settings_get_boolean (thread->vm->session->settings, RS_SETTING_COMPILER_PERFORM_BOUNDSCHECKS);
}

/* *by_default: 'safe only because of where the text stands. */
static RsBoundary
boundary_of (const RsThread *thread, RsValue object, RsInstruction extra, gboolean *by_default)
{
  RsBoundary boundary = extra.a & RS_INDEX_BOUNDARY;

  *by_default = FALSE;
  if (boundary == RS_BOUNDARY_DEFAULT && object.tag == RS_TAG_ARRAY)
    boundary = object.array->boundary;
  if (boundary == RS_BOUNDARY_UNCHECKED && checks_bounds (thread))
    return RS_BOUNDARY_CHECKED;
  if (boundary != RS_BOUNDARY_DEFAULT)
    return boundary;
  *by_default = (extra.a & RS_INDEX_SAFE) != 0;
  return *by_default ? RS_BOUNDARY_SAFE : RS_BOUNDARY_CHECKED;
}

RsBoundary
rs_vm_get_boundary (const RsThread *thread, RsValue object, RsInstruction extra)
{
  gboolean by_default;

  return boundary_of (thread, object, extra, &by_default);
}

static gboolean
is_reported (RsThread *thread, gboolean by_default)
{
  return by_default
         && rs_settings_get_boolean (thread->vm->session->settings, RS_SETTING_COMPILER_PERFORM_BOUNDSCHECKS);
}

/* A position given as one vector: its elements as n indices. FALSE when it is none. */
static gboolean
open_position (RsValue object, const RsValue *indices, guint n, guint *rank, RsValue *opened)
{
  RsArray *vector;

  if (n != 1 || *rank < 2 || indices[0].tag != RS_TAG_ARRAY
      || (object.tag != RS_TAG_ARRAY && object.tag != RS_TAG_RANGE))
    return FALSE;
  vector = indices[0].array;
  if (rs_element_is_complex (vector->element)) /* an error, as each of them would be */
    return FALSE;
  if (*rank == RS_INDEX_ANY_RANK && vector->n_elements >= 2 && vector->n_elements <= RS_MAX_RANK)
    *rank = (guint)vector->n_elements;
  if (vector->n_elements != *rank || (vector->rank != 1 && !(vector->rank == 2 && vector->dims[0] == 1)))
    return FALSE;
  for (guint i = 0; i < *rank; i++)
    opened[i] = rs_array_get_element (vector, i);
  return TRUE;
}

static gboolean
check_object (RsThread *thread, RsValue object, guint register_, GError **error)
{
  g_autofree char *what = NULL;

  if (object.tag == RS_TAG_NONE)
    {
      rs_vm_set_unset_error (thread, register_, error);
      return FALSE;
    }
  if (object.tag != RS_TAG_FUNCTION && object.tag != RS_TAG_TYPE)
    return TRUE;
  what = rs_value_describe_one (object);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_NOT_INDEXED,
               "%s has no elements; a call is written with round brackets", what);
  return FALSE;
}

static gboolean
is_of_index (const GError *error)
{
  return g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX)
         || g_error_matches (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_INDEX_NUMBER);
}

/* The access as 'checked, for the warning about what 'safe hides. */
static void
warn_if_outside (RsThread *thread, const GError *outside)
{
  if (is_of_index (outside) && rs_vm_say_once (thread))
    rs_vm_warn (thread, RS_SAY (OUTSIDE_SAFE), outside->message);
}

/* --- slices --- */

static gboolean
reaches_outside (const RsRange *range, gint64 length)
{
  double last = range->low + range->step * (double)(range->count - 1);

  return range->count > 0 && (MIN (range->low, last) < 0 || MAX (range->low, last) >= (double)length);
}

/* x[0..5] outside of loops and kernels: the error names the slice beside the first index that is outside. Compiled
 * code, which makes the elements of slices one by one, says the index alone. */
static gboolean
name_slice (RsValue object, const RsValue *indices, guint n, RsInstruction extra, GError **error)
{
  const RsArray *array = object.tag == RS_TAG_ARRAY ? object.array : NULL;

  if (array == NULL || error == NULL || !is_of_index (*error) || (extra.a & RS_INDEX_SAFE) != 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      gint64 length = n == 1 ? array->n_elements : (int)i < array->rank ? array->dims[i] : 1;
      const RsRange *range = indices[i].tag == RS_TAG_RANGE ? indices[i].range : NULL;
      g_autofree char *step = NULL;

      if (range == NULL || !reaches_outside (range, length))
        continue;
      step = range->step == 1 ? g_strdup ("") : g_strdup_printf ("%.15g..", range->step);
      g_prefix_error (error, "the slice %.15g..%s%.15g does not fit: ", range->low, step,
                      range->low + range->step * (double)(range->count - 1));
      return FALSE;
    }
  return FALSE;
}

gboolean
rs_vm_index (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsInstruction extra, guint rank,
             guint object_register, RsValue *result, GError **error)
{
  RsPrecision precision = thread->vm->session->precision;
  const char *name = name_of_register (thread, object_register);
  RsValue opened[RS_MAX_RANK];
  gboolean by_default;
  RsBoundary boundary = boundary_of (thread, object, extra, &by_default);

  if (object.tag == RS_TAG_FUNCTION)
    return rs_vm_instantiate_with (thread->vm, object.function, indices, n, result, error);
  if (!check_object (thread, object, object_register, error))
    return FALSE;
  if (open_position (object, indices, n, &rank, opened))
    {
      indices = opened;
      n = rank;
    }
  if (G_UNLIKELY (rs_device_is_used (thread->vm->session)))
    {
      RsLaunchResult launched = rs_device_index (thread->vm->session, object, indices, n, boundary, result, error);

      if (launched != RS_LAUNCH_INTERPRET)
        return launched == RS_LAUNCH_QUEUED;
    }
  if (is_reported (thread, by_default))
    {
      g_autoptr (GError) outside = NULL;

      if (rs_value_index (object, indices, n, RS_BOUNDARY_CHECKED, precision, name, result, &outside))
        return TRUE;
      warn_if_outside (thread, outside);
    }
  return rs_value_index (object, indices, n, boundary, precision, name, result, error)
         || name_slice (object, indices, n, extra, error);
}

gboolean
rs_vm_spell_out (RsThread *thread, RsValue *variable, GError **error)
{
  RsValue array = RS_NONE;

  if (variable->tag != RS_TAG_RANGE)
    return TRUE;
  if (!rs_value_range_to_array (variable->range, thread->vm->session->precision, &array, error))
    return FALSE;
  rs_value_clear (variable);
  *variable = array;
  return TRUE;
}

gboolean
rs_vm_is_in_launch (const RsThread *thread)
{
  for (guint i = thread->n_frames; i > 0; i--)
    if (thread->frames[i - 1].proto->is_kernel)
      return TRUE;
    else if (!thread->frames[i - 1].proto->is_device)
      return FALSE;
  return FALSE;
}

/* What an integer that does not fit becomes: as the variable says through which the array is written, else as the array
 * was made; without either it wraps in kernels while checks are off (LANGUAGE.md, "Integer arrays"). */
static RsOverflow
overflow_of (RsThread *thread, const RsArray *array, RsInstruction extra)
{
  RsOverflow overflow = extra.a >> RS_INDEX_OVERFLOW_SHIFT & RS_INDEX_OVERFLOW;

  if (overflow == RS_OVERFLOW_DEFAULT)
    overflow = array->overflow;
  if (overflow != RS_OVERFLOW_DEFAULT || !rs_element_is_integer (array->element) || !rs_vm_is_in_launch (thread)
      || rs_settings_get_boolean (thread->vm->session->settings, RS_SETTING_COMPILER_PERFORM_BOUNDSCHECKS))
    return overflow;
  return RS_OVERFLOW_WRAP;
}

static gboolean
is_refused_number (RsValue value, gboolean infinite)
{
  double x = rs_value_is_number (value) ? rs_value_to_double (value) : 0;

  return infinite ? x - x != 0 : x != x;
}

static gboolean
checks_stored (const RsThread *thread)
{
  const RsSettings *settings = thread->vm->session->settings;

  return rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_INF_CHECKS)
         || rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_CHECKS);
}

/* With COMPILER_PERFORM_NAN_CHECKS and COMPILER_PERFORM_NAN_INF_CHECKS: what the elements now hold. */
static gboolean
check_stored (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsBoundary boundary, const char *name,
              GError **error)
{
  const RsSettings *settings = thread->vm->session->settings;
  gboolean infinite = rs_settings_get_boolean (settings, RS_SETTING_COMPILER_PERFORM_NAN_INF_CHECKS), is_wrong;
  RsValue stored;

  if (!checks_stored (thread) || object.tag != RS_TAG_ARRAY)
    return TRUE;
  if (!rs_value_index (object, indices, n, boundary, thread->vm->session->precision, name, &stored, error))
    return FALSE;
  is_wrong = is_refused_number (stored, infinite);
  for (gint64 i = 0; stored.tag == RS_TAG_ARRAY && i < stored.array->n_elements && !is_wrong; i++)
    {
      RsValue element = rs_array_get_element (stored.array, i);

      is_wrong = is_refused_number (element, infinite);
      rs_value_clear (&element);
    }
  rs_value_clear (&stored);
  if (is_wrong)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_ASSERT, "what is stored into `%s` is NaN%s",
                 name != NULL ? name : "an array", infinite ? " or infinite" : "");
  return !is_wrong;
}

static gboolean
store_value (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsOperator op, RsValue value,
             RsBoundary boundary, RsInstruction extra, const char *name, GError **error)
{
  RsPrecision precision = thread->vm->session->precision;
  RsArray *array = object.tag == RS_TAG_ARRAY ? object.array : NULL;
  RsOverflow own = array != NULL ? array->overflow : RS_OVERFLOW_DEFAULT;
  gboolean good;

  if (array != NULL)
    array->overflow = overflow_of (thread, array, extra);
  good = rs_value_store (object, indices, n, op, value, boundary, precision, name, error);
  if (array != NULL)
    array->overflow = own;
  return good && check_stored (thread, object, indices, n, boundary, name, error);
}

gboolean
rs_vm_store (RsThread *thread, RsValue object, const RsValue *indices, guint n, RsInstruction extra, guint rank,
             guint object_register, RsValue value, GError **error)
{
  const char *name = name_of_register (thread, object_register);
  RsOperator op = extra.a >> RS_INDEX_OPERATOR_SHIFT;
  RsOperator arithmetic = rs_operator_of_assignment (op);
  RsValue opened[RS_MAX_RANK];
  gboolean by_default;
  RsBoundary boundary;

  if (object.tag == RS_TAG_RANGE) /* of an argument, say */
    {
      RsValue *variable = &rs_thread_top (thread)->registers[object_register];

      if (!rs_vm_spell_out (thread, variable, error))
        return FALSE;
      object = *variable;
    }
  boundary = boundary_of (thread, object, extra, &by_default);
  if (!check_object (thread, object, object_register, error))
    return FALSE;
  if (value.tag == RS_TAG_NONE)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED,
                   "the right side of the assignment has no value");
      return FALSE;
    }
  if (open_position (object, indices, n, &rank, opened))
    {
      indices = opened;
      n = rank;
    }
  if (arithmetic != RS_OP_NONE)
    op = arithmetic;
  if (G_UNLIKELY (rs_device_is_used (thread->vm->session)) && op == RS_OP_NONE && !checks_stored (thread))
    {
      RsLaunchResult launched = rs_device_store (thread->vm->session, object, indices, n, value, boundary, error);

      if (launched != RS_LAUNCH_INTERPRET)
        return launched == RS_LAUNCH_QUEUED;
    }
  if (is_reported (thread, by_default))
    {
      g_autoptr (GError) outside = NULL;

      if (store_value (thread, object, indices, n, op, value, RS_BOUNDARY_CHECKED, extra, name, &outside))
        return TRUE;
      if (!is_of_index (outside))
        {
          g_propagate_error (error, g_steal_pointer (&outside));
          return FALSE;
        }
      warn_if_outside (thread, outside);
    }
  return store_value (thread, object, indices, n, op, value, boundary, extra, name, error)
         || name_slice (object, indices, n, extra, error);
}
