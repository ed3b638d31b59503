/* The interpreter: one function that dispatches instructions through a table of labels.
 *
 * Numbers take the paths written out here and are neither counted nor allocated; everything else goes to operate.c,
 * call.c and the files beside them. The loop keeps pc, registers and constants in locals; frame->pc is brought up to
 * date before anything that may fail or look at the stack.
 *
 * The dispatch function is long because it is the dispatch; nothing else belongs in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/vm/vm-private.h"

#include "runtime/vm/element.h"

#include <math.h>

/* --- results of a function --- */

static gboolean
check_outputs (const RsProto *proto, const RsValue *registers, GError **error)
{
  g_autoptr (GString) names = NULL;

  for (guint i = 0; i < proto->n_outputs; i++)
    if (G_UNLIKELY (registers[proto->outputs[i]].tag == RS_TAG_NONE))
      {
        const RsSymbol *symbol = g_ptr_array_index (proto->scope->variables, proto->outputs[i]);

        if (names == NULL)
          names = g_string_new (NULL);
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", symbol->name);
      }
  if (names == NULL)
    return TRUE;
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, "%s ends without a value for its output %s",
               proto->name, names->str);
  return FALSE;
}

static gboolean
wrong_number_of_results (const RsFrame *frame, guint n, GError **error)
{
  if (n == 0)
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "%s returns no value", frame->proto->name);
  else
    g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "%s has %u output%s, not %u", frame->proto->name, n,
                 n == 1 ? "" : "s", frame->n_results);
  return FALSE;
}

/* Pops the frame and hands over n values, moved out of its registers. */
static void
hand_over (RsThread *thread, RsValue *values, guint n)
{
  RsFrame *frame = rs_thread_top (thread);
  RsValue *results = frame->results;

  if (G_UNLIKELY (frame->start != 0))
    rs_vm_emit_function (frame);
  rs_thread_pop (thread);
  for (guint i = 0; i < n; i++)
    {
      rs_value_clear (&results[i]);
      results[i] = values[i];
    }
}

/* One value for however many the caller wants. */
static gboolean
return_one (RsThread *thread, RsValue value, GError **error)
{
  RsFrame *frame = rs_thread_top (thread);
  guint wanted = frame->n_results;

  if (G_LIKELY (wanted == 1 || wanted == RS_ANY_RESULT))
    {
      if (wanted == 1 && value.tag == RS_TAG_NONE)
        return wrong_number_of_results (frame, 0, error);
      hand_over (thread, &value, 1);
    }
  else if (wanted == 0)
    {
      rs_value_clear (&value);
      hand_over (thread, NULL, 0);
    }
  else
    {
      g_autofree RsValue *parts = g_new0 (RsValue, wanted);
      gboolean ok = rs_vm_take_apart (value, parts, wanted, error);

      rs_value_clear (&value);
      if (!ok)
        return FALSE;
      hand_over (thread, parts, wanted);
    }
  return TRUE;
}

static gboolean
return_outputs (RsThread *thread, GError **error)
{
  RsFrame *frame = rs_thread_top (thread);
  const RsProto *proto = frame->proto;
  guint wanted = frame->n_results;
  RsValue values[8];
  RsValue value = RS_NONE;

  if (!check_outputs (proto, frame->registers, error))
    return FALSE;
  if (wanted == 0)
    {
      hand_over (thread, NULL, 0);
      return TRUE;
    }
  if (proto->n_outputs == 0 && wanted != RS_ANY_RESULT)
    return wrong_number_of_results (frame, 0, error);
  if (proto->n_outputs <= 1 || wanted <= 1 || wanted == RS_ANY_RESULT)
    {
      if (proto->n_outputs > 0)
        {
          value = frame->registers[proto->outputs[0]];
          frame->registers[proto->outputs[0]].tag = RS_TAG_NONE;
        }
      return return_one (thread, value, error);
    }
  if (wanted > proto->n_outputs)
    return wrong_number_of_results (frame, proto->n_outputs, error);
  {
    g_autofree RsValue *many = wanted > G_N_ELEMENTS (values) ? g_new (RsValue, wanted) : NULL;
    RsValue *parts = many != NULL ? many : values;

    for (guint i = 0; i < wanted; i++)
      parts[i] = rs_value_ref (frame->registers[proto->outputs[i]]);
    hand_over (thread, parts, wanted);
  }
  return TRUE;
}

/* --- loops --- */

static gboolean
prepare_range (RsValue *r, GError **error)
{
  gboolean is_integer = r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR;
  gint64 count;

  for (guint i = 0; i < 3; i++)
    if (!rs_value_is_number (r[i]))
      {
        g_autofree char *what = rs_value_describe_one (r[i]);

        g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "a range goes from number to number; here is %s", what);
        return FALSE;
      }
  if (rs_value_to_double (r[1]) == 0)
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_SIZE, "the step of a range is 0");
      return FALSE;
    }
  {
    RsValue range = rs_value_new_range (rs_value_to_double (r[0]), rs_value_to_double (r[1]), rs_value_to_double (r[2]),
                                        is_integer);

    count = range.range->count;
    rs_value_clear (&range);
  }
  if (is_integer)
    r[0].tag = r[1].tag = RS_TAG_INT;
  else
    {
      r[0] = rs_value_scalar (rs_value_to_double (r[0]));
      r[1] = rs_value_scalar (rs_value_to_double (r[1]));
    }
  r[2] = rs_value_int (count);
  rs_value_clear (&r[3]);
  r[3] = rs_value_int (is_integer ? count : 0);
  return TRUE;
}

/* Element `position` of what a for loop runs over; FALSE at its end. */
static gboolean
get_item (RsValue value, gint64 position, RsValue *item)
{
  switch ((RsTag)value.tag)
    {
    case RS_TAG_RANGE:
      if (position >= value.range->count)
        return FALSE;
      *item = value.range->is_integer ? rs_value_int ((gint64)value.range->low + position * (gint64)value.range->step)
                                      : rs_value_scalar (value.range->low + (double)position * value.range->step);
      return TRUE;
    case RS_TAG_ARRAY:
      if (position >= value.array->n_elements)
        return FALSE;
      *item = rs_array_get_element (value.array, position);
      return TRUE;
    case RS_TAG_CELL:
      if (position >= value.cell->n_elements)
        return FALSE;
      *item = rs_value_ref (value.cell->elements[position]);
      return TRUE;
    default:
      if (position > 0)
        return FALSE;
      *item = rs_value_ref (value);
      return TRUE;
    }
}

static gboolean
can_loop_over (RsValue value, GError **error)
{
  g_autofree char *what = NULL;

  if (rs_value_is_number (value) || value.tag == RS_TAG_COMPLEX || value.tag == RS_TAG_RANGE || value.tag == RS_TAG_ARRAY
      || value.tag == RS_TAG_CELL)
    return TRUE;
  what = rs_value_describe_one (value);
  g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "a for loop runs over a range, an array or a cell, not over %s",
               what);
  return FALSE;
}

static void
report_loop (const RsFrame *frame, const RsValue *r)
{
  gint64 iterations = 0;

  if (r[0].tag == RS_TAG_INT)
    iterations = r[3].integer - r[2].integer;
  else if (r[0].tag == RS_TAG_SCALAR)
    iterations = r[3].integer + 1;
  else if (r[1].tag == RS_TAG_INT)
    iterations = r[1].integer;
  rs_vm_emit_loop (frame, r[4].integer, iterations, 0);
}

/* --- what has to free something: a computed goto runs no cleanup --- */

static gboolean
compose_spread (RsThread *thread, const RsValue *values, const RsArgumentList *list, gboolean is_cell, RsValue *result,
                GError **error)
{
  g_autoptr (GArray) items = rs_vm_spread (values, list->n, list, error);

  if (items == NULL)
    return FALSE;
  if (is_cell)
    return rs_vm_new_cell ((RsValue *)items->data, items->len, result, error);
  return rs_value_new_matrix ((RsValue *)items->data, items->len, thread->vm->session->precision, result, error);
}

static gboolean
index_spread (RsThread *thread, RsInstruction i, RsInstruction extra, RsValue *result, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  const RsArgumentList *list = &frame->proto->lists[extra.b];
  g_autoptr (GArray) items = rs_vm_spread (&frame->registers[i.c], list->n, list, error);

  return items != NULL
         && rs_vm_index (thread, frame->registers[i.b], (RsValue *)items->data, items->len, extra, 0, i.b, result, error);
}

static gboolean
store_spread (RsThread *thread, RsInstruction i, RsInstruction extra, GError **error)
{
  const RsFrame *frame = rs_thread_top (thread);
  const RsArgumentList *list = &frame->proto->lists[extra.b];
  g_autoptr (GArray) items = rs_vm_spread (&frame->registers[i.b], list->n, list, error);

  return items != NULL
         && rs_vm_store (thread, frame->registers[i.a], (RsValue *)items->data, items->len, extra, 0, i.a,
                         frame->registers[i.c], error);
}

/* builtin: id + 1 of the one for calls that fit none, or 0. */
static RsValue
make_overloads (const RsValue *values, guint n, guint builtin)
{
  g_autofree RsFunction **members = g_new (RsFunction *, n);
  RsFunction *set;

  for (guint k = 0; k < n; k++)
    members[k] = values[k].function;
  set = rs_function_new_overloads (members[0]->name, members, n);
  set->builtin = builtin > 0 ? rs_builtin_get (builtin - 1) : NULL;
  return rs_value_object (set);
}

/* --- modulo of numbers, with the sign of the divisor --- */

static gint64
modulo_of_integers (gint64 a, gint64 b)
{
  gint64 r;

  if (b == -1)
    return 0;
  r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static double
modulo_of_scalars (double a, double b)
{
  double r = fmod (a, b);

  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* Integer powers of integers; FALSE when the result is no 64-bit integer. */
static gboolean
power_of_integers (gint64 base, gint64 exponent, gint64 *result)
{
  gint64 power = 1;

  if (exponent < 0)
    return FALSE;
  while (exponent > 0)
    {
      if ((exponent & 1) != 0 && __builtin_mul_overflow (power, base, &power))
        return FALSE;
      exponent >>= 1;
      if (exponent > 0 && __builtin_mul_overflow (base, base, &base))
        return FALSE;
    }
  *result = power;
  return TRUE;
}

static gint64
divide_integers (gint64 a, gint64 b, RsOpcode op)
{
  gint64 q;

  if (b == 0 || (b == -1 && a == G_MININT64))
    return rs_truncate ((double)a / (double)b);
  q = a / b;
  if (a % b != 0)
    {
      if (op == RS_OPCODE_DIVIDE_FLOOR && (a < 0) != (b < 0))
        q--;
      else if (op == RS_OPCODE_DIVIDE_CEIL && (a < 0) == (b < 0))
        q++;
    }
  return q;
}

/* --- errors --- */

/* Finds the handler for an error in the frames above `until`; pops what it leaves. */
static gboolean
find_handler (RsThread *thread, guint until, GError **error)
{
  gboolean may_catch = !g_error_matches (*error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED)
                       && !g_error_matches (*error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED);

  while (thread->n_frames > until)
    {
      RsFrame *frame = rs_thread_top (thread);
      guint pc = (guint)(frame->pc - frame->proto->code) - 1;

      for (guint i = 0; may_catch && i < frame->proto->n_handlers; i++)
        {
          const RsProtoHandler *handler = &frame->proto->handlers[i];

          if (pc >= handler->start && pc < handler->end)
            {
              frame->pc = frame->proto->code + handler->handler;
              rs_value_clear (&thread->caught);
              thread->caught = rs_value_new_string ((*error)->message, -1);
              thread->vm->raised = NULL;
              g_clear_error (error);
              return TRUE;
            }
        }
      rs_thread_pop (thread);
    }
  return FALSE;
}

/* --- dispatch --- */

#define ENTER_FRAME()                                            \
  G_STMT_START                                                   \
  {                                                              \
    frame = rs_thread_top (thread);                              \
    pc = frame->pc;                                              \
    R = frame->registers;                                        \
    K = ((RsProtoState *)frame->proto->state)->constants;        \
  }                                                              \
  G_STMT_END

#define NEXT()                \
  G_STMT_START                \
  {                           \
    i = *pc++;                \
    goto *labels[i.op];       \
  }                           \
  G_STMT_END

#define SAVE() (frame->pc = pc)
#define RAISE_UNLESS(condition) \
  G_STMT_START                  \
  {                             \
    if (G_UNLIKELY (!(condition))) \
      goto raise;               \
  }                             \
  G_STMT_END

#define RELEASE(d)                                       \
  G_STMT_START                                           \
  {                                                      \
    if (G_UNLIKELY ((d)->tag >= RS_TAG_COMPLEX))         \
      rs_value_clear (d);                                \
  }                                                      \
  G_STMT_END

#define SET_INT(r, x)          \
  G_STMT_START                 \
  {                            \
    gint64 x_ = (x);           \
    RsValue *d_ = (r);         \
    RELEASE (d_);              \
    d_->tag = RS_TAG_INT;      \
    d_->integer = x_;          \
  }                            \
  G_STMT_END
#define SET_BOOL(r, x)         \
  G_STMT_START                 \
  {                            \
    gint64 x_ = (x) != 0;      \
    RsValue *d_ = (r);         \
    RELEASE (d_);              \
    d_->tag = RS_TAG_BOOL;     \
    d_->integer = x_;          \
  }                            \
  G_STMT_END
#define SET_SCALAR(r, x)       \
  G_STMT_START                 \
  {                            \
    double x_ = (x);           \
    RsValue *d_ = (r);         \
    RELEASE (d_);              \
    d_->tag = RS_TAG_SCALAR;   \
    d_->scalar = x_;           \
  }                            \
  G_STMT_END
/* Takes over the reference. */
#define SET_VALUE(r, v)        \
  G_STMT_START                 \
  {                            \
    RsValue v_ = (v);          \
    RsValue *d_ = (r);         \
    RsValue old_ = *d_;        \
    *d_ = v_;                  \
    rs_value_clear (&old_);    \
  }                            \
  G_STMT_END

#define IS_INTEGRAL(v) ((v)->tag == RS_TAG_INT || (v)->tag == RS_TAG_BOOL)
#define ARE_NUMBERS(x, y) ((x)->tag - RS_TAG_BOOL <= RS_TAG_SCALAR - RS_TAG_BOOL && (y)->tag - RS_TAG_BOOL <= RS_TAG_SCALAR - RS_TAG_BOOL)

/* A binary operator on numbers: scalar expression with x and y as doubles, integer expression with them as gint64. */
#define ARITHMETIC(LEFT, RIGHT, INTEGER, SCALAR)                                             \
  G_STMT_START                                                                               \
  {                                                                                          \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                 \
    if (G_LIKELY (l->tag == RS_TAG_SCALAR && r->tag == RS_TAG_SCALAR))                       \
      {                                                                                      \
        double x = l->scalar, y = r->scalar;                                                 \
        SET_SCALAR (&R[i.a], SCALAR);                                                        \
        NEXT ();                                                                             \
      }                                                                                      \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                       \
      {                                                                                      \
        if (l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR)                              \
          {                                                                                  \
            guint64 x = (guint64)l->integer, y = (guint64)r->integer;                        \
            SET_INT (&R[i.a], (gint64)(INTEGER));                                            \
          }                                                                                  \
        else                                                                                 \
          {                                                                                  \
            double x = rs_value_to_double (*l), y = rs_value_to_double (*r);                 \
            SET_SCALAR (&R[i.a], SCALAR);                                                    \
          }                                                                                  \
        NEXT ();                                                                             \
      }                                                                                      \
    goto slow_binary;                                                                        \
  }                                                                                          \
  G_STMT_END

#define DIVISION(LEFT, RIGHT)                                                                \
  G_STMT_START                                                                               \
  {                                                                                          \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                 \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                       \
      {                                                                                      \
        SET_SCALAR (&R[i.a], rs_value_to_double (*l) / rs_value_to_double (*r));             \
        NEXT ();                                                                             \
      }                                                                                      \
    goto slow_binary;                                                                        \
  }                                                                                          \
  G_STMT_END

#define POWER(LEFT, RIGHT)                                                                   \
  G_STMT_START                                                                               \
  {                                                                                          \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                 \
    if (r->tag == RS_TAG_INT && r->integer == 2 && l->tag == RS_TAG_SCALAR)                  \
      {                                                                                      \
        SET_SCALAR (&R[i.a], l->scalar * l->scalar);                                         \
        NEXT ();                                                                             \
      }                                                                                      \
    if (IS_INTEGRAL (l) && IS_INTEGRAL (r))                                                  \
      {                                                                                      \
        gint64 power;                                                                        \
        if (power_of_integers (l->integer, r->integer, &power))                              \
          {                                                                                  \
            SET_INT (&R[i.a], power);                                                        \
            NEXT ();                                                                         \
          }                                                                                  \
      }                                                                                      \
    else if (ARE_NUMBERS (l, r) && (rs_value_to_double (*l) >= 0 || r->tag != RS_TAG_SCALAR)) \
      {                                                                                      \
        SET_SCALAR (&R[i.a], pow (rs_value_to_double (*l), rs_value_to_double (*r)));        \
        NEXT ();                                                                             \
      }                                                                                      \
    goto slow_binary;                                                                        \
  }                                                                                          \
  G_STMT_END

#define COMPARE(LEFT, RIGHT, OP)                                                             \
  G_STMT_START                                                                               \
  {                                                                                          \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                 \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                       \
      {                                                                                      \
        gboolean truth_ = l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR                 \
                            ? l->integer OP r->integer                                       \
                            : rs_value_to_double (*l) OP rs_value_to_double (*r);            \
        SET_BOOL (&R[i.a], truth_);                                                          \
        NEXT ();                                                                             \
      }                                                                                      \
    goto slow_binary;                                                                        \
  }                                                                                          \
  G_STMT_END

/* The jump in the word behind is taken unless the comparison holds. */
#define UNLESS(LEFT, RIGHT, OP, OPCODE)                                                      \
  G_STMT_START                                                                               \
  {                                                                                          \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                 \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                       \
      {                                                                                      \
        gboolean truth_ = l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR                 \
                            ? l->integer OP r->integer                                       \
                            : rs_value_to_double (*l) OP rs_value_to_double (*r);            \
        pc++;                                                                                \
        if (!truth_)                                                                         \
          pc += rs_instruction_get_jump (pc[-1]);                                            \
        NEXT ();                                                                             \
      }                                                                                      \
    left = *l;                                                                               \
    right = *r;                                                                              \
    compare_as = OPCODE;                                                                     \
    goto slow_unless;                                                                        \
  }                                                                                          \
  G_STMT_END

#define POLL()                                                              \
  G_STMT_START                                                              \
  {                                                                         \
    if (G_UNLIKELY (__atomic_load_n (stop, __ATOMIC_RELAXED) != 0))         \
      goto stopped;                                                         \
  }                                                                         \
  G_STMT_END

static gboolean
has_constant (RsOpcode op)
{
  return (op >= RS_OPCODE_ADD_K && op <= RS_OPCODE_POWER_K) || (op >= RS_OPCODE_LESS_K && op <= RS_OPCODE_NOT_EQUAL_K);
}

static gboolean
is_worth_offering (const RsFrame *frame, RsValue value)
{
  return value.tag == RS_TAG_ARRAY && value.array->n_elements >= 64 && frame->proto->n_sites > 0;
}

static RsRunResult
dispatch (RsThread *thread, guint until, GError **error_out)
{
#define RS_OPCODE(NAME, form, documentation) [RS_OPCODE_##NAME] = &&op_##NAME,
  static const void *const table[] = {
#include "compiler/bytecode/opcodes.def"
  };
#undef RS_OPCODE
#define RS_OPCODE(NAME, form, documentation) [RS_OPCODE_##NAME] = &&hooked,
  static const void *const hooked_table[] = {
#include "compiler/bytecode/opcodes.def"
  };
#undef RS_OPCODE
  RsVm *vm = thread->vm;
  const gint *stop = &vm->session->stop;
  const void *const *labels = vm->line_hook != NULL ? hooked_table : table;
  const RsInstruction *pc;
  RsInstruction i;
  RsFrame *frame;
  RsValue *R;
  const RsValue *K;
  RsValue left, right, value = RS_NONE;
  RsOpcode compare_as = RS_OPCODE_EXTRA;
  GError *error = NULL;
  guint hooked_line = 0;
  const RsProto *hooked_proto = NULL;

  ENTER_FRAME ();
  NEXT ();

hooked:
  SAVE ();
  if (vm->line_hook != NULL)
    {
      guint line = rs_proto_get_line (frame->proto, (guint)(pc - frame->proto->code) - 1);

      if (line != hooked_line || frame->proto != hooked_proto)
        vm->line_hook (vm, frame->proto->module->source, line, thread->n_frames, vm->line_hook_data);
      hooked_line = line;
      hooked_proto = frame->proto;
    }
  else
    labels = table;
  POLL ();
  goto *table[i.op];

op_EXTRA:
  NEXT ();

  /* --- values --- */
op_MOVE:
  value = rs_value_ref (R[i.b]);
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_GET:
  if (G_UNLIKELY (R[i.b].tag == RS_TAG_NONE))
    {
      SAVE ();
      rs_vm_set_unset_error (thread, i.b, &error);
      goto raise;
    }
  value = rs_value_ref (R[i.b]);
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_LOAD:
  value = rs_value_ref (K[i.b]);
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_LOAD_INT:
  SET_INT (&R[i.a], rs_instruction_get_jump (i));
  NEXT ();

op_UNSET:
  rs_value_clear (&R[i.a]);
  NEXT ();

op_GET_GLOBAL:
  {
    RsInstance *instance = ((RsProtoState *)frame->proto->state)->instance;
    RsInstance *other = i.b < instance->siblings->len ? g_ptr_array_index (instance->siblings, i.b) : instance;

    if (G_UNLIKELY (other->registers == NULL || other->registers[i.c].tag == RS_TAG_NONE))
      {
        SAVE ();
        g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED,
                     "a variable or function of %s is used before it has a value",
                     rs_source_get_name (other->module->source));
        goto raise;
      }
    value = rs_value_ref (other->registers[i.c]);
    SET_VALUE (&R[i.a], value);
    NEXT ();
  }

op_CLOSURE:
  value = rs_value_object (rs_vm_new_closure (thread, frame, frame->proto->protos[i.b]));
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_OVERLOADS:
  value = make_overloads (&R[i.a + 1], i.b, pc->a);
  pc++;
  SET_VALUE (&R[i.a], value);
  NEXT ();

  /* --- arithmetic --- */
op_ADD:
  ARITHMETIC (&R[i.b], &R[i.c], x + y, x + y);
op_SUBTRACT:
  ARITHMETIC (&R[i.b], &R[i.c], x - y, x - y);
op_MULTIPLY:
op_DOT_MULTIPLY:
  ARITHMETIC (&R[i.b], &R[i.c], x * y, x * y);
op_DIVIDE:
op_DOT_DIVIDE:
  DIVISION (&R[i.b], &R[i.c]);
op_POWER:
op_DOT_POWER:
  POWER (&R[i.b], &R[i.c]);
op_ADD_K:
  ARITHMETIC (&R[i.b], &K[i.c], x + y, x + y);
op_SUBTRACT_K:
  ARITHMETIC (&R[i.b], &K[i.c], x - y, x - y);
op_MULTIPLY_K:
  ARITHMETIC (&R[i.b], &K[i.c], x * y, x * y);
op_DIVIDE_K:
  DIVISION (&R[i.b], &K[i.c]);
op_POWER_K:
  POWER (&R[i.b], &K[i.c]);

op_LESS:
  COMPARE (&R[i.b], &R[i.c], <);
op_LESS_EQUAL:
  COMPARE (&R[i.b], &R[i.c], <=);
op_GREATER:
  COMPARE (&R[i.b], &R[i.c], >);
op_GREATER_EQUAL:
  COMPARE (&R[i.b], &R[i.c], >=);
op_EQUAL:
  COMPARE (&R[i.b], &R[i.c], ==);
op_NOT_EQUAL:
  COMPARE (&R[i.b], &R[i.c], !=);
op_LESS_K:
  COMPARE (&R[i.b], &K[i.c], <);
op_LESS_EQUAL_K:
  COMPARE (&R[i.b], &K[i.c], <=);
op_GREATER_K:
  COMPARE (&R[i.b], &K[i.c], >);
op_GREATER_EQUAL_K:
  COMPARE (&R[i.b], &K[i.c], >=);
op_EQUAL_K:
  COMPARE (&R[i.b], &K[i.c], ==);
op_NOT_EQUAL_K:
  COMPARE (&R[i.b], &K[i.c], !=);

op_AND:
op_OR:
  if (G_LIKELY (ARE_NUMBERS (&R[i.b], &R[i.c])))
    {
      gboolean a = rs_value_to_double (R[i.b]) != 0, b = rs_value_to_double (R[i.c]) != 0;

      SET_BOOL (&R[i.a], i.op == RS_OPCODE_AND ? a && b : a || b);
      NEXT ();
    }
  goto slow_binary;

op_MODULO:
  {
    const RsValue *l = &R[i.b], *r = &R[i.c];

    if (IS_INTEGRAL (l) && IS_INTEGRAL (r) && r->integer != 0)
      {
        SET_INT (&R[i.a], modulo_of_integers (l->integer, r->integer));
        NEXT ();
      }
    if (ARE_NUMBERS (l, r) && !(IS_INTEGRAL (l) && IS_INTEGRAL (r)))
      {
        SET_SCALAR (&R[i.a], modulo_of_scalars (rs_value_to_double (*l), rs_value_to_double (*r)));
        NEXT ();
      }
    goto slow_binary;
  }

op_COMPOUND_DIVIDE:
op_COMPOUND_DOT_DIVIDE:
  if (IS_INTEGRAL (&R[i.b]) && IS_INTEGRAL (&R[i.c]))
    {
      SET_INT (&R[i.a], divide_integers (R[i.b].integer, R[i.c].integer, RS_OPCODE_DIVIDE_TRUNCATE));
      NEXT ();
    }
  DIVISION (&R[i.b], &R[i.c]);

op_MAXIMUM:
  ARITHMETIC (&R[i.b], &R[i.c], (gint64)x > (gint64)y ? x : y, fmax (x, y));
op_MINIMUM:
  ARITHMETIC (&R[i.b], &R[i.c], (gint64)x < (gint64)y ? x : y, fmin (x, y));

op_BIT_AND:
op_BIT_OR:
op_BIT_XOR:
  {
    const RsValue *l = &R[i.b], *r = &R[i.c];

    if (!IS_INTEGRAL (l) || !IS_INTEGRAL (r))
      goto slow_binary;
    SET_INT (&R[i.a], i.op == RS_OPCODE_BIT_AND ? l->integer & r->integer
                      : i.op == RS_OPCODE_BIT_OR ? l->integer | r->integer : l->integer ^ r->integer);
    NEXT ();
  }

op_DIVIDE_TRUNCATE:
op_DIVIDE_FLOOR:
op_DIVIDE_CEIL:
  {
    const RsValue *l = &R[i.b], *r = &R[i.c];

    if (IS_INTEGRAL (l) && IS_INTEGRAL (r))
      {
        SET_INT (&R[i.a], divide_integers (l->integer, r->integer, i.op));
        NEXT ();
      }
    goto slow_binary;
  }

op_NEGATE:
  if (R[i.b].tag == RS_TAG_SCALAR)
    SET_SCALAR (&R[i.a], -R[i.b].scalar);
  else if (IS_INTEGRAL (&R[i.b]))
    SET_INT (&R[i.a], (gint64)(0 - (guint64)R[i.b].integer));
  else
    goto slow_unary;
  NEXT ();

op_PLUS:
  if (!rs_value_is_number (R[i.b]))
    goto slow_unary;
  value = R[i.b];
  RELEASE (&R[i.a]);
  R[i.a] = value;
  NEXT ();

op_NOT:
  if (!rs_value_is_number (R[i.b]))
    goto slow_unary;
  SET_BOOL (&R[i.a], rs_value_to_double (R[i.b]) == 0);
  NEXT ();

op_ROUND:
  if (R[i.a].tag == RS_TAG_SCALAR)
    R[i.a].scalar = (float)R[i.a].scalar;
  NEXT ();

op_TRUNCATE:
  if (G_LIKELY (R[i.b].tag == RS_TAG_INT))
    SET_INT (&R[i.a], R[i.b].integer);
  else if (R[i.b].tag == RS_TAG_SCALAR)
    SET_INT (&R[i.a], rs_truncate (R[i.b].scalar));
  else if (i.a != i.b)
    {
      value = rs_value_ref (R[i.b]);
      SET_VALUE (&R[i.a], value);
    }
  NEXT ();

op_CONVERT:
  {
    const RsConstant *constant = &frame->proto->constants[i.c];
    const RsType *type = constant->type;

    if (type->kind == RS_TYPE_NUMBER
        && ((R[i.b].tag == RS_TAG_SCALAR && type->element == RS_ELEMENT_DOUBLE)
            || (R[i.b].tag == RS_TAG_INT && type->element == RS_ELEMENT_INT64)))
      {
        RELEASE (&R[i.a]);
        R[i.a] = R[i.b];
        NEXT ();
      }
    if (R[i.b].tag == RS_TAG_NONE)
      NEXT ();
    if (rs_fits_exactly (R[i.b], type))
      value = rs_value_ref (R[i.b]);
    else
      {
        SAVE ();
        RAISE_UNLESS (rs_value_convert (R[i.b], type, vm->session->precision, constant->text != NULL ? constant->text : "value",
                                        &value, &error));
      }
    SET_VALUE (&R[i.a], value);
    NEXT ();
  }

op_CHECK_TYPE:
  {
    const RsType *type = frame->proto->constants[i.b].type;

    if (!rs_value_has_type (R[i.a], type))
      {
        g_autofree char *wanted = rs_type_to_string (type);
        g_autofree char *is = rs_value_describe_one (R[i.a]);

        SAVE ();
        g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "the type should be %s, but this is %s", wanted, is);
        goto raise;
      }
    NEXT ();
  }

  /* --- composed values --- */
op_SPELL_OUT:
  SAVE ();
  RAISE_UNLESS (rs_vm_spell_out (thread, &R[i.a], &error));
  NEXT ();
op_RANGE:
  {
    const RsValue *r = &R[i.b];

    if (!rs_value_is_number (r[0]) || !rs_value_is_number (r[1]) || !rs_value_is_number (r[2])
        || rs_value_to_double (r[1]) == 0)
      {
        RsValue copy[4] = { r[0], r[1], r[2], RS_NONE };

        SAVE ();
        prepare_range (copy, &error);
        goto raise;
      }
    value = rs_value_new_range (rs_value_to_double (r[0]), rs_value_to_double (r[1]), rs_value_to_double (r[2]),
                                r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR);
    SET_VALUE (&R[i.a], value);
    NEXT ();
  }

op_MATRIX:
  SAVE ();
  RAISE_UNLESS (rs_value_new_matrix (&R[i.b], i.c, vm->session->precision, &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_CELL:
  SAVE ();
  RAISE_UNLESS (rs_vm_new_cell (&R[i.b], i.c, &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_MATRIX_SPREAD:
op_CELL_SPREAD:
  SAVE ();
  RAISE_UNLESS (compose_spread (thread, &R[i.b], &frame->proto->lists[i.c], i.op == RS_OPCODE_CELL_SPREAD, &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_CONSTRUCT:
  SAVE ();
  RAISE_UNLESS (rs_vm_construct (thread, frame->proto->constants[i.c].type, &R[i.a], i.b, &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_TAKE_APART:
  SAVE ();
  for (guint k = 0; k < i.b; k++)
    rs_value_clear (&R[i.a + k]);
  RAISE_UNLESS (rs_vm_take_apart (R[i.c], &R[i.a], i.b, &error));
  NEXT ();

  /* --- parts --- */
op_INDEX1:
  if (G_LIKELY (R[i.b].tag == RS_TAG_ARRAY && rs_element_load1 (R[i.b].array, &R[i.c], &value)))
    {
      RELEASE (&R[i.a]);
      R[i.a] = value;
      pc++;
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS (rs_vm_index (thread, R[i.b], &R[i.c], 1, pc[0], pc[0].b, i.b, &value, &error));
  pc++;
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_INDEX2:
  if (G_LIKELY (R[i.b].tag == RS_TAG_ARRAY && rs_element_load2 (R[i.b].array, &R[i.c], &R[pc->b], &value)))
    {
      RELEASE (&R[i.a]);
      R[i.a] = value;
      pc++;
      NEXT ();
    }
  {
    RsValue indices[2] = { R[i.c], R[pc->b] };

    SAVE ();
    RAISE_UNLESS (rs_vm_index (thread, R[i.b], indices, 2, pc[0], 0, i.b, &value, &error));
    pc++;
    SET_VALUE (&R[i.a], value);
    NEXT ();
  }

op_INDEX3:
  if (G_LIKELY (R[i.b].tag == RS_TAG_ARRAY && rs_element_load3 (R[i.b].array, &R[i.c], &R[pc->b], &R[pc->c], &value)))
    {
      RELEASE (&R[i.a]);
      R[i.a] = value;
      pc++;
      NEXT ();
    }
  {
    RsValue indices[3] = { R[i.c], R[pc->b], R[pc->c] };

    SAVE ();
    RAISE_UNLESS (rs_vm_index (thread, R[i.b], indices, 3, pc[0], 0, i.b, &value, &error));
    pc++;
    SET_VALUE (&R[i.a], value);
    NEXT ();
  }

op_INDEX:
  SAVE ();
  RAISE_UNLESS (rs_vm_index (thread, R[i.b], &R[i.c], pc[0].b, pc[0], 0, i.b, &value, &error));
  pc++;
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_INDEX_SPREAD:
  SAVE ();
  RAISE_UNLESS (index_spread (thread, i, pc[0], &value, &error));
  pc++;
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_STORE1:
  if (G_LIKELY (R[i.a].tag == RS_TAG_ARRAY
                && rs_element_store1 (R[i.a].array, &R[i.b], pc->a >> RS_INDEX_OPERATOR_SHIFT, &R[i.c])))
    {
      pc++;
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS (rs_vm_store (thread, R[i.a], &R[i.b], 1, pc[0], pc[0].b, i.a, R[i.c], &error));
  pc++;
  NEXT ();

op_STORE2:
  if (G_LIKELY (R[i.a].tag == RS_TAG_ARRAY
                && rs_element_store2 (R[i.a].array, &R[i.b], &R[pc->b], pc->a >> RS_INDEX_OPERATOR_SHIFT, &R[i.c])))
    {
      pc++;
      NEXT ();
    }
  {
    RsValue indices[2] = { R[i.b], R[pc->b] };

    SAVE ();
    RAISE_UNLESS (rs_vm_store (thread, R[i.a], indices, 2, pc[0], 0, i.a, R[i.c], &error));
    pc++;
    NEXT ();
  }

op_STORE3:
  if (G_LIKELY (R[i.a].tag == RS_TAG_ARRAY
                && rs_element_store3 (R[i.a].array, &R[i.b], &R[pc->b], &R[pc->c], pc->a >> RS_INDEX_OPERATOR_SHIFT,
                                      &R[i.c])))
    {
      pc++;
      NEXT ();
    }
  {
    RsValue indices[3] = { R[i.b], R[pc->b], R[pc->c] };

    SAVE ();
    RAISE_UNLESS (rs_vm_store (thread, R[i.a], indices, 3, pc[0], 0, i.a, R[i.c], &error));
    pc++;
    NEXT ();
  }

op_STORE:
  SAVE ();
  RAISE_UNLESS (rs_vm_store (thread, R[i.a], &R[i.b], pc[0].b, pc[0], 0, i.a, R[i.c], &error));
  pc++;
  NEXT ();

op_STORE_SPREAD:
  SAVE ();
  RAISE_UNLESS (store_spread (thread, i, pc[0], &error));
  pc++;
  NEXT ();

  /* --- control --- */
op_LOOP:
  POLL ();
  /* fall through */
op_JUMP:
  pc += rs_instruction_get_jump (i);
  NEXT ();

op_JUMP_TRUE:
op_JUMP_FALSE:
  {
    gboolean truth;

    if (G_LIKELY (rs_value_is_number (R[i.a])))
      truth = R[i.a].tag == RS_TAG_SCALAR ? R[i.a].scalar != 0 : R[i.a].integer != 0;
    else
      {
        SAVE ();
        if (R[i.a].tag == RS_TAG_NONE)
          {
            rs_vm_set_unset_error (thread, i.a, &error);
            goto raise;
          }
        RAISE_UNLESS (rs_vm_is_true (R[i.a], &truth, &error));
      }
    if (truth == (i.op == RS_OPCODE_JUMP_TRUE))
      pc += rs_instruction_get_jump (i);
    NEXT ();
  }

op_JUMP_ARRAY:
  if (R[i.a].tag == RS_TAG_ARRAY)
    pc += rs_instruction_get_jump (i);
  NEXT ();

op_JUMP_SET:
  if (R[i.a].tag != RS_TAG_NONE)
    pc += rs_instruction_get_jump (i);
  NEXT ();

op_UNLESS_LESS:
  UNLESS (&R[i.a], &R[i.b], <, RS_OPCODE_LESS);
op_UNLESS_LESS_EQUAL:
  UNLESS (&R[i.a], &R[i.b], <=, RS_OPCODE_LESS_EQUAL);
op_UNLESS_EQUAL:
  UNLESS (&R[i.a], &R[i.b], ==, RS_OPCODE_EQUAL);
op_UNLESS_NOT_EQUAL:
  UNLESS (&R[i.a], &R[i.b], !=, RS_OPCODE_NOT_EQUAL);
op_UNLESS_LESS_K:
  UNLESS (&R[i.a], &K[i.b], <, RS_OPCODE_LESS);
op_UNLESS_LESS_EQUAL_K:
  UNLESS (&R[i.a], &K[i.b], <=, RS_OPCODE_LESS_EQUAL);
op_UNLESS_GREATER_K:
  UNLESS (&R[i.a], &K[i.b], >, RS_OPCODE_GREATER);
op_UNLESS_GREATER_EQUAL_K:
  UNLESS (&R[i.a], &K[i.b], >=, RS_OPCODE_GREATER_EQUAL);
op_UNLESS_EQUAL_K:
  UNLESS (&R[i.a], &K[i.b], ==, RS_OPCODE_EQUAL);
op_UNLESS_NOT_EQUAL_K:
  UNLESS (&R[i.a], &K[i.b], !=, RS_OPCODE_NOT_EQUAL);

op_MATCHES:
  SET_BOOL (&R[i.a], rs_vm_matches (R[i.b], R[i.c]));
  NEXT ();

  /* --- loops --- */
op_LOOP_START:
  SET_INT (&R[i.a], rs_trace_is_on () ? rs_trace_now () : 0);
  NEXT ();

op_LOOP_END:
  if (G_UNLIKELY (R[i.a + 4].integer != 0 && rs_trace_is_on ()))
    {
      SAVE ();
      report_loop (frame, &R[i.a]);
    }
  rs_value_clear (&R[i.a]);
  NEXT ();

op_FOR_PREPARE:
  {
    guint variable = pc->a;

    SAVE ();
    RAISE_UNLESS (prepare_range (&R[i.a], &error));
    pc++;
    if (R[i.a + 2].integer == 0)
      {
        pc += rs_instruction_get_jump (i);
        NEXT ();
      }
    R[i.a + 2].integer--;
    RELEASE (&R[variable]);
    R[variable] = R[i.a];
    NEXT ();
  }

op_FOR_LOOP:
  {
    RsValue *r = &R[i.a];

    POLL ();
    if (G_UNLIKELY (r[2].integer == 0))
      {
        pc++;
        NEXT ();
      }
    r[2].integer--;
    if (G_LIKELY (r[0].tag == RS_TAG_INT))
      {
        r[0].integer += r[1].integer;
        SET_INT (&R[pc->a], r[0].integer);
      }
    else
      SET_SCALAR (&R[pc->a], r[0].scalar + (double)++r[3].integer * r[1].scalar);
    pc += 1 + rs_instruction_get_jump (i);
    NEXT ();
  }

op_EACH_PREPARE:
  SAVE ();
  RAISE_UNLESS (can_loop_over (R[i.a], &error));
  SET_INT (&R[i.a + 1], 1);
  pc++;
  if (!get_item (R[i.a], 0, &value))
    {
      pc += rs_instruction_get_jump (i);
      NEXT ();
    }
  SET_VALUE (&R[pc[-1].a], value);
  NEXT ();

op_EACH_LOOP:
  POLL ();
  pc++;
  if (get_item (R[i.a], R[i.a + 1].integer, &value))
    {
      R[i.a + 1].integer++;
      SET_VALUE (&R[pc[-1].a], value);
      pc += rs_instruction_get_jump (i);
    }
  NEXT ();

  /* --- functions --- */
op_CALL:
  {
    RsValue *base = &R[i.a];
    RsFunction *function = base->function;
    gboolean pushed = TRUE;

    SAVE ();
    POLL ();
    if (G_LIKELY (base->tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_CLOSURE
                  && i.b <= function->proto->n_parameters && i.b >= function->proto->n_required
                  && !function->proto->is_variadic))
      RAISE_UNLESS (rs_thread_push (thread, function, function->proto, base, i.b, R + frame->proto->n_registers, base, i.c,
                                    &error));
    else
      {
        RAISE_UNLESS (rs_vm_call_value (thread, base, i.b, NULL, base, i.c, &pushed, &error));
        frame = rs_thread_top (thread);
      }
    if (pushed)
      ENTER_FRAME ();
    NEXT ();
  }

op_CALL_LIST:
  {
    RsValue *base = &R[i.a];
    const RsArgumentList *list = &frame->proto->lists[i.b];
    gboolean pushed = TRUE;

    SAVE ();
    RAISE_UNLESS (rs_vm_call_value (thread, base, list->n, list, base, i.c, &pushed, &error));
    frame = rs_thread_top (thread);
    if (pushed)
      ENTER_FRAME ();
    NEXT ();
  }

op_CALL_BUILTIN:
  if (i.b == 1 && R[i.a].tag == RS_TAG_SCALAR && i.c == 1 && rs_vm_real_functions[pc->a] != NULL)
    {
      R[i.a].scalar = rs_vm_real_functions[pc->a](R[i.a].scalar);
      pc++;
      NEXT ();
    }
  if (i.b == 2 && i.c == 1 && rs_vm_real_functions2[pc->a] != NULL && ARE_NUMBERS (&R[i.a], &R[i.a + 1])
      && !(IS_INTEGRAL (&R[i.a]) && IS_INTEGRAL (&R[i.a + 1])))
    {
      SET_SCALAR (&R[i.a], rs_vm_real_functions2[pc->a](rs_value_to_double (R[i.a]), rs_value_to_double (R[i.a + 1])));
      pc++;
      NEXT ();
    }
  SAVE ();
  if (G_UNLIKELY (i.b > 0 && i.c == 1 && is_worth_offering (frame, R[i.a])))
    goto offer_call;
call_builtin:
  RAISE_UNLESS (rs_vm_call_builtin (thread, pc->a, &R[i.a], i.b, NULL, &R[i.a], i.c, &error));
  frame = rs_thread_top (thread);
  pc++;
  NEXT ();

offer_call:
  {
    guint end;

    switch (rs_vm_offer_expression (thread, frame, &end, &error))
      {
      case RS_LAUNCH_QUEUED:
        pc = frame->proto->code + end;
        NEXT ();
      case RS_LAUNCH_FAILED:
        goto raise;
      default:
        goto call_builtin;
      }
  }

op_CALL_BUILTIN_LIST:
  {
    const RsArgumentList *list = &frame->proto->lists[i.b];

    SAVE ();
    RAISE_UNLESS (rs_vm_call_builtin (thread, pc->a, &R[i.a], list->n, list, &R[i.a], i.c, &error));
    frame = rs_thread_top (thread);
    pc++;
    NEXT ();
  }

op_PARTIAL:
  {
    RsFunction *partial;

    if (R[i.a].tag != RS_TAG_FUNCTION)
      {
        SAVE ();
        g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_TYPE, "only functions take arguments");
        goto raise;
      }
    partial = rs_function_new_partial (R[i.a].function, &R[i.a + 1], i.b);
    SET_VALUE (&R[i.a], rs_value_object (partial));
    NEXT ();
  }

op_RETURN:
  SAVE ();
  {
    gboolean is_entry = frame->is_entry;

    RAISE_UNLESS (return_outputs (thread, &error));
    if (is_entry)
      return RS_RUN_DONE;
    ENTER_FRAME ();
    NEXT ();
  }

op_RETURN_VALUE:
  SAVE ();
  {
    gboolean is_entry = frame->is_entry;

    value = R[i.a];
    if (i.a < frame->proto->first_capture + frame->proto->n_captures)
      rs_value_ref (value);
    else
      R[i.a].tag = RS_TAG_NONE;
    RAISE_UNLESS (return_one (thread, value, &error));
    if (is_entry)
      return RS_RUN_DONE;
    ENTER_FRAME ();
    NEXT ();
  }

op_EVALUATE:
  SAVE ();
  RAISE_UNLESS (rs_vm_evaluate (thread, R[i.a], &value, &error));
  frame = rs_thread_top (thread);
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_BARRIER:
  SAVE ();
  if (thread->may_wait)
    return RS_RUN_WAITING;
  if (thread->block == NULL && thread->vm->session->synchronize != NULL)
    RAISE_UNLESS (rs_session_before_effect (vm->session, &error));
  NEXT ();

op_SHARED:
  SAVE ();
  RAISE_UNLESS (rs_vm_shared (thread, frame->proto, pc->a, frame->proto->constants[i.c].type, &R[i.a], i.b, &value, &error));
  pc++;
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_PARALLEL_DO:
  SAVE ();
  POLL ();
  RAISE_UNLESS (rs_vm_parallel_do (thread, &R[i.a], i.b, &R[i.a], i.c, &error));
  frame = rs_thread_top (thread);
  NEXT ();

  /* --- offers --- */
op_OFFER_LOOP:
  SAVE ();
  pc++;
  switch (rs_vm_offer_loop (thread, frame, i.b, &R[i.a], &error))
    {
    case RS_LAUNCH_QUEUED:
      pc += rs_instruction_get_jump (pc[-1]);
      NEXT ();
    case RS_LAUNCH_FAILED:
      goto raise;
    default:
      NEXT ();
    }

  /* --- errors --- */
op_TRY_END:
  SAVE ();
  RAISE_UNLESS (rs_session_before_effect (vm->session, &error));
  NEXT ();

op_CAUGHT:
  value = thread->caught;
  thread->caught = RS_NONE;
  SET_VALUE (&R[i.a], value);
  NEXT ();

op_UNSUPPORTED:
  SAVE ();
  g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED, "not supported yet: %s",
               frame->proto->constants[i.b].text);
  goto raise;

op_RAISE:
  SAVE ();
  g_set_error_literal (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, frame->proto->constants[i.b].text);
  goto raise;

  /* --- what the fast paths leave --- */
slow_binary:
  SAVE ();
  left = R[i.b];
  right = has_constant (i.op) ? K[i.c] : R[i.c];
  if (G_UNLIKELY (left.tag == RS_TAG_NONE || right.tag == RS_TAG_NONE))
    {
      rs_vm_set_unset_error (thread, left.tag == RS_TAG_NONE ? i.b : i.c, &error);
      goto raise;
    }
  if (is_worth_offering (frame, left) || is_worth_offering (frame, right))
    {
      guint end;

      switch (rs_vm_offer_expression (thread, frame, &end, &error))
        {
        case RS_LAUNCH_QUEUED:
          pc = frame->proto->code + end;
          NEXT ();
        case RS_LAUNCH_FAILED:
          goto raise;
        default:
          break;
        }
    }
  RAISE_UNLESS (rs_vm_binary (thread, i.op, left, right, &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

slow_unary:
  SAVE ();
  if (R[i.b].tag == RS_TAG_NONE)
    {
      rs_vm_set_unset_error (thread, i.b, &error);
      goto raise;
    }
  RAISE_UNLESS (rs_vm_unary (thread, i.op, R[i.b], &value, &error));
  SET_VALUE (&R[i.a], value);
  NEXT ();

slow_unless:
  {
    gboolean truth = FALSE, ok;

    SAVE ();
    if (left.tag == RS_TAG_NONE || right.tag == RS_TAG_NONE)
      {
        rs_vm_set_unset_error (thread, left.tag == RS_TAG_NONE ? i.a : i.b, &error);
        goto raise;
      }
    RAISE_UNLESS (rs_vm_binary (thread, compare_as, left, right, &value, &error));
    ok = rs_vm_is_true (value, &truth, &error);
    rs_value_clear (&value);
    RAISE_UNLESS (ok);
    pc++;
    if (!truth)
      pc += rs_instruction_get_jump (pc[-1]);
    NEXT ();
  }

stopped:
  SAVE ();
  g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");

raise:
  rs_vm_note_error (thread, error);
  if (find_handler (thread, until, &error))
    {
      ENTER_FRAME ();
      NEXT ();
    }
  g_propagate_error (error_out, error);
  return RS_RUN_FAILED;
}

RsRunResult
rs_interpret (RsThread *thread, guint until, GError **error)
{
  RsVm *vm = thread->vm;
  RsThread *outer = vm->current;
  RsRunResult result;

  if (vm->n_runs >= RS_MAX_NESTED_RUNS)
    {
      rs_vm_set_overflow_error (thread, error);
      while (thread->n_frames > until)
        rs_thread_pop (thread);
      return RS_RUN_FAILED;
    }
  vm->n_runs++;
  vm->current = thread;
  result = dispatch (thread, until, error);
  vm->current = outer;
  vm->n_runs--;
  return result;
}
