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
#include "runtime/vm/kernel/groups.h"

#include "runtime/sched/place/deal.h"
#include "runtime/sched/place/place.h"
#include "runtime/sched/specialize/fusion.h"
#include "runtime/vm/vm-private.h"

#include "runtime/value/arithmetic/power.h"
#include "runtime/value/cycles.h"
#include "runtime/value/parts.h"
#include "runtime/vm/dispatch.h"
#include "runtime/vm/element.h"
#include "runtime/vm/frame.h"
#include "runtime/vm/numbers.h"

/* --- dispatch --- */

static gboolean
has_constant (RsOpcode op)
{
  return (op >= RS_OPCODE_ADD_K && op <= RS_OPCODE_POWER_K) || (op >= RS_OPCODE_LESS_K && op <= RS_OPCODE_NOT_EQUAL_K);
}

static gboolean
is_worth_offering (const RsFrame *frame, RsValue value)
{
  return value.tag == RS_TAG_ARRAY && value.array->n_elements >= RS_ELEMENTS_WORTH_OFFERING
         && frame->proto->n_sites > 0;
}

static double
power_of (const RsFrame *frame, double x, RsValue exponent)
{
  const double y = rs_value_to_double (exponent);
  const double power = frame->proto->is_single ? (double)rs_power_single ((float)x, (float)y) : rs_power (x, y);

  return exponent.tag == RS_TAG_SCALAR ? power : rs_power_sign (power, x, exponent.integer);
}

/* A debugger's pause needs a function in which the program stands: the outermost one does not end before what it has
 * launched. FALSE: that has failed. */
static gboolean
may_leave (RsThread *thread, GError **error)
{
  return thread->vm->hooks == NULL || thread->n_frames > 1 || thread != thread->vm->main
         || rs_session_before_effect (thread->vm->session, error);
}

/* Host code raises an error: what a launch before it has failed with comes first, as if each had run in its turn. */
static void
take_earlier_error (RsThread *thread, GError **error)
{
  RsVm *vm = thread->vm;
  GError *earlier = NULL;

  if (thread != vm->main || vm->raised == *error || g_error_matches (*error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED)
      || rs_session_before_effect (vm->session, &earlier))
    return;
  g_clear_error (error);
  *error = earlier;
  rs_value_clear (&vm->session->thrown);
}

/* Each instruction keeps its own jump, which the branch predictor learns: the compiler must not merge them. */
__attribute__ ((optimize ("no-crossjumping", "no-gcse"))) static RsRunResult
dispatch (RsThread *thread, guint until, GError **error_out)
{
#define RS_OPCODE(NAME, form, documentation) [RS_OPCODE_##NAME] = &&op_##NAME,
  static const void *const table[] = {
#include "compiler/bytecode/opcodes.def"
  };
#undef RS_OPCODE
#define RS_OPCODE(NAME, form, documentation) [RS_OPCODE_##NAME] = &&hooked_##NAME,
  static const void *const hooked_table[] = {
#include "compiler/bytecode/opcodes.def"
  };
#undef RS_OPCODE
#define RS_OPCODE(NAME, form, documentation) [RS_OPCODE_##NAME] = &&sampled,
  static const void *const sampled_table[] = {
#include "compiler/bytecode/opcodes.def"
  };
#undef RS_OPCODE
  RsVm *vm = thread->vm;
  const gint *stop = &vm->session->stop;
  const gboolean *collection_due = rs_cycles_get_due ();
  const void *const *plain = rs_trace_is_sampling () ? sampled_table : table;
  const void *const *labels = plain;
  const RsInstruction *pc, *ip;
  RsFrame *frame;
  RsValue *R;
  const RsValue *K;
  RsValue left, right, value = RS_NONE;
  RsOpcode compare_as = RS_OPCODE_EXTRA;
  GError *error = NULL;

  ENTER_FRAME ();
  NEXT ();

  /* a label an instruction, so that the processor foresees each by the one before, as without a debugger */
#define RS_OPCODE(NAME, form, documentation)                                                                           \
  hooked_##NAME : if (G_LIKELY (rs_vm_reaches_others (vm, frame, ip))) goto op_##NAME;                                 \
  goto hooked;
#include "compiler/bytecode/opcodes.def"
#undef RS_OPCODE

hooked:
  SAVE ();
  if (rs_vm_reaches (thread, frame))
    {
      if (!vm->hooks->reach (thread, (guint)(ip - frame->proto->code), vm->hook_data, &error))
        goto raise;
      g_clear_error (&rs_array_loss); /* what a debugger looks at, the program does not use */
      frame = rs_thread_top (thread);
      pc = frame->pc; /* rs_vm_jump */
      ip = pc - 1;
    }
  else
    labels = plain;
  POLL ();
  goto *table[ip->op];

sampled: /* a signal handler reads where the program is */
  SAVE ();
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  goto *table[ip->op];

op_EXTRA:
  NEXT ();

  /* --- values --- */
op_MOVE:
  value = rs_value_ref (R[ip->b]);
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_GET:
  if (G_UNLIKELY (R[ip->b].tag == RS_TAG_NONE))
    {
      SAVE ();
      rs_vm_set_unset_error (thread, ip->b, &error);
      goto raise;
    }
  value = rs_value_ref (R[ip->b]);
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_LOAD:
  value = rs_value_ref (K[ip->b]);
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_LOAD_INT:
  SET_INT (&R[ip->a], rs_instruction_get_jump (*ip));
  NEXT ();

op_UNSET:
  rs_value_clear (&R[ip->a]);
  NEXT ();

op_GET_GLOBAL:
  {
    RsInstance *instance = ((RsProtoState *)frame->proto->state)->instance;
    RsInstance *other = ip->b < instance->siblings->len ? g_ptr_array_index (instance->siblings, ip->b) : instance;

    if (G_UNLIKELY (other->registers == NULL || other->registers[ip->c].tag == RS_TAG_NONE))
      {
        SAVE ();
        g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED,
                     "a variable or function of %s is used before it has a value",
                     rs_source_get_name (other->module->source));
        goto raise;
      }
    value = rs_value_ref (other->registers[ip->c]);
    SET_VALUE (&R[ip->a], value);
    NEXT ();
  }

op_CLOSURE:
  value = rs_value_object (rs_vm_new_closure (thread, frame, frame->proto->protos[ip->b]));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_SPECIALIZE:
  SAVE ();
  RAISE_UNLESS_VALUE (
      rs_vm_specialize (vm, R[ip->b], frame->proto->constants[ip->c].type->declaration, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_OVERLOADS:
  value = rs_vm_make_overloads (&R[ip->a + 1], ip->b, pc->a,
                                pc->b != 0 ? frame->proto->constants[pc->b - 1].type : NULL, pc->c);
  pc++;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

  /* --- arithmetic --- */
op_ADD:
  ARITHMETIC (&R[ip->b], &R[ip->c], x + y, x + y);
op_SUBTRACT:
  ARITHMETIC (&R[ip->b], &R[ip->c], x - y, x - y);
op_MULTIPLY:
op_DOT_MULTIPLY:
  ARITHMETIC (&R[ip->b], &R[ip->c], x * y, x * y);
op_DIVIDE:
op_DOT_DIVIDE:
  DIVISION (&R[ip->b], &R[ip->c]);
op_POWER:
op_DOT_POWER:
  POWER (&R[ip->b], &R[ip->c]);
op_ADD_K:
  ARITHMETIC (&R[ip->b], &K[ip->c], x + y, x + y);
op_SUBTRACT_K:
  ARITHMETIC (&R[ip->b], &K[ip->c], x - y, x - y);
op_MULTIPLY_K:
  ARITHMETIC (&R[ip->b], &K[ip->c], x * y, x * y);
op_DIVIDE_K:
  DIVISION (&R[ip->b], &K[ip->c]);
op_POWER_K:
  POWER (&R[ip->b], &K[ip->c]);

op_LESS:
  COMPARE (&R[ip->b], &R[ip->c], <);
op_LESS_EQUAL:
  COMPARE (&R[ip->b], &R[ip->c], <=);
op_GREATER:
  COMPARE (&R[ip->b], &R[ip->c], >);
op_GREATER_EQUAL:
  COMPARE (&R[ip->b], &R[ip->c], >=);
op_EQUAL:
  COMPARE (&R[ip->b], &R[ip->c], ==);
op_NOT_EQUAL:
  COMPARE (&R[ip->b], &R[ip->c], !=);
op_LESS_K:
  COMPARE (&R[ip->b], &K[ip->c], <);
op_LESS_EQUAL_K:
  COMPARE (&R[ip->b], &K[ip->c], <=);
op_GREATER_K:
  COMPARE (&R[ip->b], &K[ip->c], >);
op_GREATER_EQUAL_K:
  COMPARE (&R[ip->b], &K[ip->c], >=);
op_EQUAL_K:
  COMPARE (&R[ip->b], &K[ip->c], ==);
op_NOT_EQUAL_K:
  COMPARE (&R[ip->b], &K[ip->c], !=);

op_AND:
op_OR:
  if (G_LIKELY (ARE_NUMBERS (&R[ip->b], &R[ip->c])))
    {
      gboolean a = rs_value_to_double (R[ip->b]) != 0, b = rs_value_to_double (R[ip->c]) != 0;

      SET_BOOL (&R[ip->a], ip->op == RS_OPCODE_AND ? a && b : a || b);
      NEXT ();
    }
  goto slow_binary;

op_MODULO:
  {
    const RsValue *l = &R[ip->b], *r = &R[ip->c];

    if (IS_INTEGRAL (l) && IS_INTEGRAL (r) && r->integer != 0)
      {
        SET_INT (&R[ip->a], rs_modulo_of_integers (l->integer, r->integer));
        NEXT ();
      }
    if (ARE_NUMBERS (l, r) && !(IS_INTEGRAL (l) && IS_INTEGRAL (r)))
      {
        SET_SCALAR (&R[ip->a], rs_modulo_of_scalars (NUMBER (l), NUMBER (r)));
        NEXT ();
      }
    goto slow_binary;
  }

op_COMPOUND_DIVIDE:
op_COMPOUND_DOT_DIVIDE:
  if (IS_INTEGRAL (&R[ip->b]) && IS_INTEGRAL (&R[ip->c]))
    {
      SET_INT (&R[ip->a], rs_integer_quotient (R[ip->b].integer, R[ip->c].integer, RS_QUOTIENT_TRUNCATE));
      NEXT ();
    }
  DIVISION (&R[ip->b], &R[ip->c]);

op_MAXIMUM: /* as kernels have it: a NaN changes nothing, and stays */
  ARITHMETIC (&R[ip->b], &R[ip->c], (gint64)x > (gint64)y ? x : y, y > x ? y : x);
op_MINIMUM:
  ARITHMETIC (&R[ip->b], &R[ip->c], (gint64)x < (gint64)y ? x : y, y < x ? y : x);

op_BIT_AND:
op_BIT_OR:
op_BIT_XOR:
  {
    const RsValue *l = &R[ip->b], *r = &R[ip->c];

    if (!IS_INTEGRAL (l) || !IS_INTEGRAL (r))
      goto slow_binary;
    SET_INT (&R[ip->a], ip->op == RS_OPCODE_BIT_AND  ? l->integer & r->integer
                        : ip->op == RS_OPCODE_BIT_OR ? l->integer | r->integer
                                                     : l->integer ^ r->integer);
    NEXT ();
  }

op_DIVIDE_TRUNCATE:
op_DIVIDE_FLOOR:
op_DIVIDE_CEIL:
op_DOT_DIVIDE_TRUNCATE:
op_DOT_DIVIDE_FLOOR:
op_DOT_DIVIDE_CEIL:
  {
    const RsValue *l = &R[ip->b], *r = &R[ip->c];

    if (IS_INTEGRAL (l) && IS_INTEGRAL (r))
      {
        SET_INT (&R[ip->a], rs_integer_quotient (l->integer, r->integer, rs_opcode_get_quotient (ip->op)));
        NEXT ();
      }
    goto slow_binary;
  }

op_NEGATE:
  if (R[ip->b].tag == RS_TAG_SCALAR)
    SET_SCALAR (&R[ip->a], -R[ip->b].scalar);
  else if (IS_INTEGRAL (&R[ip->b]))
    SET_INT (&R[ip->a], (gint64)(0 - (guint64)R[ip->b].integer));
  else
    goto slow_unary;
  NEXT ();

op_PLUS:
  if (!rs_value_is_number (R[ip->b]))
    goto slow_unary;
  value = R[ip->b];
  RELEASE (&R[ip->a]);
  R[ip->a] = value;
  NEXT ();

op_NOT:
  if (!rs_value_is_number (R[ip->b]))
    goto slow_unary;
  SET_BOOL (&R[ip->a], rs_value_to_double (R[ip->b]) == 0);
  NEXT ();

op_ROUND:
  if (R[ip->a].tag == RS_TAG_SCALAR)
    R[ip->a].scalar = (float)R[ip->a].scalar;
  else if (R[ip->a].tag == RS_TAG_COMPLEX)
    {
      value = rs_value_new_complex ((float)R[ip->a].complex->re, (float)R[ip->a].complex->im);
      SET_VALUE (&R[ip->a], value);
    }
  NEXT ();

op_TO_SINGLE:
  if (R[ip->a].tag == RS_TAG_INT)
    SET_SCALAR (&R[ip->a], (double)(float)R[ip->a].integer);
  NEXT ();

op_TRUNCATE:
  if (G_LIKELY (R[ip->b].tag == RS_TAG_INT))
    SET_INT (&R[ip->a], R[ip->b].integer);
  else if (R[ip->b].tag == RS_TAG_SCALAR)
    SET_INT (&R[ip->a], rs_truncate (R[ip->b].scalar));
  else if (ip->a != ip->b)
    {
      value = rs_value_ref (R[ip->b]);
      SET_VALUE (&R[ip->a], value);
    }
  NEXT ();

op_CONVERT:
  {
    const RsConstant *constant = &frame->proto->constants[ip->c];
    const RsType *type = constant->type;

    if (type->kind == RS_TYPE_NUMBER
        && ((R[ip->b].tag == RS_TAG_SCALAR && type->element == RS_ELEMENT_DOUBLE)
            || (R[ip->b].tag == RS_TAG_INT && type->element == RS_ELEMENT_INT64)))
      {
        RELEASE (&R[ip->a]);
        R[ip->a] = R[ip->b];
        NEXT ();
      }
    if (R[ip->b].tag == RS_TAG_NONE)
      NEXT ();
    if (rs_fits_exactly (R[ip->b], type) || rs_object_fits (R[ip->b], type, ip->a == ip->b)
        || (ip->a == ip->b && ip->a < frame->proto->n_parameters && (frame->proto->is_kernel || frame->proto->is_device)
            && rs_keeps_integers (R[ip->b], type)))
      value = rs_value_ref (R[ip->b]);
    else
      {
        const char *what = constant->text != NULL ? constant->text : "value";
        gboolean in_kernel = frame->proto->is_kernel || frame->proto->is_device;

        SAVE ();
        RAISE_UNLESS ((in_kernel ? rs_value_convert_in_kernel
                                 : rs_value_convert) (R[ip->b], type, vm->session->precision, what, &value, &error));
      }
    SET_VALUE (&R[ip->a], value);
    NEXT ();
  }

op_CHECK_TYPE:
  {
    const RsType *type = frame->proto->constants[ip->b].type;

    if (!rs_value_has_type (R[ip->a], type))
      {
        g_autofree char *wanted = rs_type_to_string (type);
        g_autofree char *is = rs_value_describe_one (R[ip->a]);

        SAVE ();
        g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_VALUE_TYPE, "the type should be %s, but this is %s",
                     wanted, is);
        goto raise;
      }
    NEXT ();
  }

  /* --- composed values --- */
op_SPELL_OUT:
  SAVE ();
  RAISE_UNLESS (rs_vm_spell_out (thread, &R[ip->a], &error));
  NEXT ();
op_RANGE:
  {
    const RsValue *r = &R[ip->b];

    if (!rs_value_is_number (r[0]) || !rs_value_is_number (r[1]) || !rs_value_is_number (r[2])
        || rs_value_to_double (r[1]) == 0)
      {
        SAVE ();
        RAISE_UNLESS_VALUE (rs_vm_make_range (r, &value, &error));
      }
    else
      {
        value = rs_value_new_range (rs_value_to_double (r[0]), rs_value_to_double (r[1]), rs_value_to_double (r[2]),
                                    r[0].tag != RS_TAG_SCALAR && r[1].tag != RS_TAG_SCALAR);
        if (G_UNLIKELY (value.range->count == RS_LONGEST_RANGE))
          {
            SAVE ();
            RAISE_UNLESS (rs_vm_check_range (&value, &error));
          }
      }
    SET_VALUE (&R[ip->a], value);
    NEXT ();
  }

op_MATRIX:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_new_matrix (thread, &R[ip->b], ip->c, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_CELL:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_new_cell (&R[ip->b], ip->c, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_MATRIX_SPREAD:
op_CELL_SPREAD:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_compose_spread (thread, &R[ip->b], &frame->proto->lists[ip->c],
                                            ip->op == RS_OPCODE_CELL_SPREAD, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_CONSTRUCT:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_construct (thread, frame->proto->constants[ip->c].type, &R[ip->a], ip->b, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_CONSTRUCT_UNSET:
  SAVE ();
  RAISE_UNLESS_VALUE (
      rs_vm_construct_unset (thread, frame->proto->constants[ip->c].type, &R[ip->a], ip->b, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_TAKE_ONE:
  if (R[ip->a].tag == RS_TAG_CELL)
    {
      SAVE ();
      RAISE_UNLESS (rs_vm_take_apart (R[ip->a], &value, 1, &error));
      SET_VALUE (&R[ip->a], value);
    }
  NEXT ();

op_TAKE_APART:
  SAVE ();
  for (guint k = 0; k < ip->b; k++)
    rs_value_clear (&R[ip->a + k]);
  RAISE_UNLESS (rs_vm_take_apart (R[ip->c], &R[ip->a], ip->b, &error));
  NEXT ();

  /* --- parts --- */
op_INDEX1:
  if (G_LIKELY (R[ip->b].tag == RS_TAG_ARRAY && rs_element_load1 (R[ip->b].array, &R[ip->c], &value)))
    {
      RELEASE (&R[ip->a]);
      R[ip->a] = value;
      pc++;
      NEXT ();
    }
  if (rs_element_load_list (R[ip->b], &R[ip->c], &value))
    {
      pc++;
      SET_VALUE (&R[ip->a], value);
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_index (thread, R[ip->b], &R[ip->c], 1, pc[0], pc[0].b, ip->b, &value, &error));
  pc++;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_INDEX2:
  if (G_LIKELY (R[ip->b].tag == RS_TAG_ARRAY && rs_element_load2 (R[ip->b].array, &R[ip->c], &R[pc->b], &value)))
    {
      RELEASE (&R[ip->a]);
      R[ip->a] = value;
      pc++;
      NEXT ();
    }
  {
    RsValue indices[2] = { R[ip->c], R[pc->b] };

    SAVE ();
    RAISE_UNLESS_VALUE (rs_vm_index (thread, R[ip->b], indices, 2, pc[0], 0, ip->b, &value, &error));
    pc++;
    SET_VALUE (&R[ip->a], value);
    NEXT ();
  }

op_INDEX3:
  if (G_LIKELY (R[ip->b].tag == RS_TAG_ARRAY
                && rs_element_load3 (R[ip->b].array, &R[ip->c], &R[pc->b], &R[pc->c], &value)))
    {
      RELEASE (&R[ip->a]);
      R[ip->a] = value;
      pc++;
      NEXT ();
    }
  {
    RsValue indices[3] = { R[ip->c], R[pc->b], R[pc->c] };

    SAVE ();
    RAISE_UNLESS_VALUE (rs_vm_index (thread, R[ip->b], indices, 3, pc[0], 0, ip->b, &value, &error));
    pc++;
    SET_VALUE (&R[ip->a], value);
    NEXT ();
  }

op_INDEX:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_index (thread, R[ip->b], &R[ip->c], pc[0].b, pc[0], 0, ip->b, &value, &error));
  pc++;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_INDEX_SPREAD:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_index_spread (thread, *ip, pc[0], &value, &error));
  pc++;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_STORE1:
  if (G_LIKELY (R[ip->a].tag == RS_TAG_ARRAY
                && rs_element_store1 (R[ip->a].array, &R[ip->b], pc->a >> RS_INDEX_OPERATOR_SHIFT, &R[ip->c])))
    {
      pc++;
      NEXT ();
    }
  if (rs_element_store_list (R[ip->a], &R[ip->b], pc->a >> RS_INDEX_OPERATOR_SHIFT, R[ip->c]))
    {
      pc++;
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS (rs_vm_store (thread, R[ip->a], &R[ip->b], 1, pc[0], pc[0].b, ip->a, R[ip->c], &error));
  pc++;
  NEXT ();

op_STORE2:
  if (G_LIKELY (
          R[ip->a].tag == RS_TAG_ARRAY
          && rs_element_store2 (R[ip->a].array, &R[ip->b], &R[pc->b], pc->a >> RS_INDEX_OPERATOR_SHIFT, &R[ip->c])))
    {
      pc++;
      NEXT ();
    }
  {
    RsValue indices[2] = { R[ip->b], R[pc->b] };

    SAVE ();
    RAISE_UNLESS (rs_vm_store (thread, R[ip->a], indices, 2, pc[0], 0, ip->a, R[ip->c], &error));
    pc++;
    NEXT ();
  }

op_STORE3:
  if (G_LIKELY (R[ip->a].tag == RS_TAG_ARRAY
                && rs_element_store3 (R[ip->a].array, &R[ip->b], &R[pc->b], &R[pc->c], pc->a >> RS_INDEX_OPERATOR_SHIFT,
                                      &R[ip->c])))
    {
      pc++;
      NEXT ();
    }
  {
    RsValue indices[3] = { R[ip->b], R[pc->b], R[pc->c] };

    SAVE ();
    RAISE_UNLESS (rs_vm_store (thread, R[ip->a], indices, 3, pc[0], 0, ip->a, R[ip->c], &error));
    pc++;
    NEXT ();
  }

op_STORE:
  SAVE ();
  RAISE_UNLESS (rs_vm_store (thread, R[ip->a], &R[ip->b], pc[0].b, pc[0], 0, ip->a, R[ip->c], &error));
  pc++;
  NEXT ();

op_STORE_SPREAD:
  SAVE ();
  RAISE_UNLESS (rs_vm_store_spread (thread, *ip, pc[0], &error));
  pc++;
  NEXT ();

  /* --- objects --- */
op_GET_FIELD:
  {
    const char *name = frame->proto->constants[ip->c].text;
    const RsClassObject *object = R[ip->b].class_object;

    if (G_LIKELY (R[ip->b].tag == RS_TAG_OBJECT && rs_class_object_is_at (object, pc->a, name)
                  && object->members[pc->a].tag != RS_TAG_NONE))
      value = rs_value_ref (object->members[pc->a]);
    else
      {
        SAVE ();
        RAISE_UNLESS_VALUE (rs_vm_get_field (thread, R[ip->b], ip->b, name, pc, &value, &error));
      }
    pc++;
    SET_VALUE (&R[ip->a], value);
    if (G_UNLIKELY (thread->wait.order > 0))
      {
        thread->wait.result = &R[ip->a];
        SAVE ();
        return RS_RUN_WAITING;
      }
    NEXT ();
  }

op_SET_FIELD:
  {
    const char *name = frame->proto->constants[ip->b].text;
    RsClassObject *object = R[ip->a].class_object;

    if (G_LIKELY (R[ip->a].tag == RS_TAG_OBJECT && object->takes_numbers && rs_class_object_is_at (object, pc->a, name)
                  && rs_value_is_number (R[ip->c]) && object->members[pc->a].tag == R[ip->c].tag))
      object->members[pc->a] = R[ip->c];
    else
      {
        SAVE ();
        RAISE_UNLESS (rs_vm_set_field (thread, R[ip->a], ip->a, name, R[ip->c], ip->c, pc, &error));
      }
    pc++;
    NEXT ();
  }

op_CONSTRUCT_LIST:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_construct_list (thread, frame->proto->constants[ip->c].type, &R[ip->a],
                                            &frame->proto->lists[ip->b], &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_CALL_METHOD:
  {
    const RsInstruction *extra = pc;
    gboolean pushed = TRUE;

    POLL ();
    pc++;
    SAVE ();
    RAISE_UNLESS (rs_vm_call_method (thread, &R[ip->a], ip->b, frame->proto->constants[extra->a].text,
                                     extra->b != 0 ? &frame->proto->lists[extra->b - 1] : NULL, ip->c, &pushed,
                                     &error));
    frame = rs_thread_top (thread);
    if (pushed)
      ENTER_FRAME ();
    else if (thread->wait.order > 0)
      return RS_RUN_WAITING;
    NEXT ();
  }

  /* --- control --- */
op_LOOP_COUNTED:
  R[ip->a + 1].integer++;
  /* fall through */
op_LOOP:
  POLL ();
  /* fall through */
op_JUMP:
  pc += rs_instruction_get_jump (*ip);
  NEXT ();

op_JUMP_TRUE:
op_JUMP_FALSE:
  {
    gboolean truth;

    if (G_LIKELY (rs_value_is_number (R[ip->a])))
      truth = R[ip->a].tag == RS_TAG_SCALAR ? R[ip->a].scalar != 0 : R[ip->a].integer != 0;
    else
      {
        SAVE ();
        if (R[ip->a].tag == RS_TAG_NONE)
          {
            rs_vm_set_unset_error (thread, ip->a, &error);
            goto raise;
          }
        RAISE_UNLESS (rs_vm_is_true (R[ip->a], &truth, &error));
      }
    if (truth == (ip->op == RS_OPCODE_JUMP_TRUE))
      pc += rs_instruction_get_jump (*ip);
    NEXT ();
  }

op_JUMP_ARRAY:
  if (R[ip->a].tag == RS_TAG_ARRAY)
    pc += rs_instruction_get_jump (*ip);
  NEXT ();

op_JUMP_SET:
  if (R[ip->a].tag != RS_TAG_NONE)
    pc += rs_instruction_get_jump (*ip);
  NEXT ();

op_UNLESS_LESS:
  UNLESS (&R[ip->a], &R[ip->b], <, RS_OPCODE_LESS);
op_UNLESS_LESS_EQUAL:
  UNLESS (&R[ip->a], &R[ip->b], <=, RS_OPCODE_LESS_EQUAL);
op_UNLESS_EQUAL:
  UNLESS (&R[ip->a], &R[ip->b], ==, RS_OPCODE_EQUAL);
op_UNLESS_NOT_EQUAL:
  UNLESS (&R[ip->a], &R[ip->b], !=, RS_OPCODE_NOT_EQUAL);
op_UNLESS_LESS_K:
  UNLESS (&R[ip->a], &K[ip->b], <, RS_OPCODE_LESS);
op_UNLESS_LESS_EQUAL_K:
  UNLESS (&R[ip->a], &K[ip->b], <=, RS_OPCODE_LESS_EQUAL);
op_UNLESS_GREATER_K:
  UNLESS (&R[ip->a], &K[ip->b], >, RS_OPCODE_GREATER);
op_UNLESS_GREATER_EQUAL_K:
  UNLESS (&R[ip->a], &K[ip->b], >=, RS_OPCODE_GREATER_EQUAL);
op_UNLESS_EQUAL_K:
  UNLESS (&R[ip->a], &K[ip->b], ==, RS_OPCODE_EQUAL);
op_UNLESS_NOT_EQUAL_K:
  UNLESS (&R[ip->a], &K[ip->b], !=, RS_OPCODE_NOT_EQUAL);

op_MATCHES:
  {
    gboolean matches;

    RAISE_UNLESS (rs_vm_matches (thread, R[ip->b], R[ip->c], &matches, &error));
    SET_BOOL (&R[ip->a], matches);
    NEXT ();
  }

  /* --- loops --- */
op_WHILE_START:
  rs_value_clear (&R[ip->a]);
  SET_INT (&R[ip->a + 1], 1);
  /* fall through */
op_LOOP_START:
  if (G_UNLIKELY (rs_trace_is_on ()))
    {
      SET_INT (&R[ip->a + 4], rs_trace_now ());
      frame->loop = ip;
      frame->loop_how = RS_LOOP_RAN_INTERPRETED;
      frame->loop_decision = 0;
    }
  NEXT ();

op_LOOP_END:
  if (G_UNLIKELY (frame->loop != NULL))
    {
      if (ip->b > 0)
        R[ip->a + 1].integer -= ip->b;
      rs_vm_leave_loop (frame);
    }
  rs_value_clear (&R[ip->a]);
  NEXT ();

op_NOTE_COUNTDOWN:
  {
    SAVE ();
    rs_vm_note_countdown (thread, &R[ip->a]);
    NEXT ();
  }

op_FOR_PREPARE:
  {
    guint variable = pc->a;

    SAVE ();
    RAISE_UNLESS (rs_vm_prepare_range (&R[ip->a], &error));
    pc++;
    if (R[ip->a + 2].integer == 0)
      {
        pc += rs_instruction_get_jump (*ip);
        NEXT ();
      }
    R[ip->a + 2].integer--;
    RELEASE (&R[variable]);
    R[variable] = R[ip->a];
    NEXT ();
  }

op_FOR_LOOP:
  {
    RsValue *r = &R[ip->a];

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
    pc += 1 + rs_instruction_get_jump (*ip);
    NEXT ();
  }

op_EACH_PREPARE:
  SAVE ();
  RAISE_UNLESS (rs_vm_can_loop_over (R[ip->a], &error));
  SET_INT (&R[ip->a + 1], 1);
  pc++;
  if (!rs_vm_get_item (R[ip->a], 0, &value))
    {
      pc += rs_instruction_get_jump (*ip);
      NEXT ();
    }
  SET_VALUE (&R[pc[-1].a], value);
  NEXT ();

op_EACH_LOOP:
  POLL ();
  pc++;
  if (rs_vm_get_item (R[ip->a], R[ip->a + 1].integer, &value))
    {
      R[ip->a + 1].integer++;
      SET_VALUE (&R[pc[-1].a], value);
      pc += rs_instruction_get_jump (*ip);
    }
  NEXT ();

  /* --- functions --- */
op_CALL:
  {
    RsValue *base = &R[ip->a];
    RsFunction *function = base->function;
    gboolean pushed = TRUE;

    SAVE ();
    POLL ();
    if (G_LIKELY (base->tag == RS_TAG_FUNCTION && function->kind == RS_FUNCTION_CLOSURE
                  && ip->b <= function->proto->n_parameters && ip->b >= function->proto->n_required
                  && !function->proto->is_special))
      RAISE_UNLESS (rs_frame_push (thread, function, base, ip->b, R + frame->proto->n_registers, ip->c)
                    || rs_thread_push (thread, function, function->proto, base, ip->b, R + frame->proto->n_registers,
                                       base, ip->c, &error));
    else
      {
        RAISE_UNLESS (rs_vm_call_value (thread, base, ip->b, NULL, base, ip->c, &pushed, &error));
        frame = rs_thread_top (thread);
      }
    if (pushed)
      ENTER_FRAME ();
    NEXT ();
  }

op_CALL_LIST:
  {
    RsValue *base = &R[ip->a];
    const RsArgumentList *list = &frame->proto->lists[ip->b];
    gboolean pushed = TRUE;

    SAVE ();
    RAISE_UNLESS (rs_vm_call_value (thread, base, list->n, list, base, ip->c, &pushed, &error));
    frame = rs_thread_top (thread);
    if (pushed)
      ENTER_FRAME ();
    NEXT ();
  }

op_CALL_BUILTIN:
  if (ip->b == 1 && R[ip->a].tag == RS_TAG_SCALAR && ip->c == 1
      && rs_vm_real_functions[frame->proto->is_single][pc->a] != NULL)
    {
      R[ip->a].scalar = rs_vm_real_functions[frame->proto->is_single][pc->a](R[ip->a].scalar);
      pc++;
      NEXT ();
    }
  if (ip->b == 2 && ip->c == 1 && rs_vm_real_functions2[frame->proto->is_single][pc->a] != NULL
      && ARE_NUMBERS (&R[ip->a], &R[ip->a + 1]) && !(IS_INTEGRAL (&R[ip->a]) && IS_INTEGRAL (&R[ip->a + 1])))
    {
      SET_SCALAR (&R[ip->a], rs_vm_real_functions2[frame->proto->is_single][pc->a](rs_value_to_double (R[ip->a]),
                                                                                   rs_value_to_double (R[ip->a + 1])));
      pc++;
      NEXT ();
    }
  SAVE ();
  if (G_UNLIKELY (ip->b > 0 && ip->c == 1 && is_worth_offering (frame, R[ip->a])))
    goto offer_call;
call_builtin:
  RAISE_UNLESS (rs_vm_call_builtin (thread, pc->a, &R[ip->a], ip->b, NULL, &R[ip->a], ip->c, &error));
  frame = rs_thread_top (thread);
  CHOOSE_LABELS ();
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
    const RsArgumentList *list = &frame->proto->lists[ip->b];

    SAVE ();
    RAISE_UNLESS (rs_vm_call_builtin (thread, pc->a, &R[ip->a], list->n, list, &R[ip->a], ip->c, &error));
    frame = rs_thread_top (thread);
    CHOOSE_LABELS ();
    pc++;
    NEXT ();
  }

op_PARTIAL:
  SAVE ();
  RAISE_UNLESS (rs_vm_partial (&R[ip->a], ip->b, ip->c > 0 ? &frame->proto->lists[ip->c - 1] : NULL, &error));
  NEXT ();

op_RETURN:
  if (G_LIKELY (frame->proto->n_outputs == 1 && rs_frame_return (thread, frame, frame->proto->outputs[0])))
    {
      ENTER_FRAME ();
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS (may_leave (thread, &error));
  {
    gboolean is_entry = frame->is_entry;

    RAISE_UNLESS (rs_vm_return_outputs (thread, &error));
    if (is_entry)
      return RS_RUN_DONE;
    ENTER_FRAME ();
    NEXT ();
  }

op_RETURN_VALUE:
  if (G_LIKELY (ip->a >= frame->proto->first_capture + frame->proto->n_captures
                && rs_frame_return (thread, frame, ip->a)))
    {
      ENTER_FRAME ();
      NEXT ();
    }
  SAVE ();
  RAISE_UNLESS (may_leave (thread, &error));
  {
    gboolean is_entry = frame->is_entry;

    value = R[ip->a];
    if (ip->a < frame->proto->first_capture + frame->proto->n_captures)
      rs_value_ref (value);
    else
      R[ip->a].tag = RS_TAG_NONE;
    RAISE_UNLESS (rs_vm_return_one (thread, value, &error));
    if (is_entry)
      return RS_RUN_DONE;
    ENTER_FRAME ();
    NEXT ();
  }

op_EVALUATE:
  SAVE ();
  RAISE_UNLESS_VALUE (rs_vm_evaluate (thread, R[ip->a], &value, &error));
  frame = rs_thread_top (thread);
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_BARRIER:
  SAVE ();
  if (thread->may_wait)
    {
      RAISE_UNLESS (rs_vm_group_wait (thread, (RsBarrierScope)ip->b, &error));
      return RS_RUN_WAITING;
    }
  if (thread->block == NULL && thread->vm->session->synchronize != NULL)
    RAISE_UNLESS (rs_session_before_effect (vm->session, &error));
  NEXT ();

op_SHARED:
  SAVE ();
  if (pc->b)
    RAISE_UNLESS_VALUE (rs_vm_shared_copy (thread, frame->proto, pc->a, R[ip->a], &value, &error));
  else
    RAISE_UNLESS_VALUE (rs_vm_shared (thread, frame->proto, pc->a, frame->proto->constants[ip->c].type, &R[ip->a],
                                      ip->b, &value, &error));
  pc++;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_PARALLEL_DO:
  SAVE ();
  POLL ();
  RAISE_UNLESS (rs_vm_parallel_do (thread, &R[ip->a], ip->b, &R[ip->a], ip->c, &error));
  frame = rs_thread_top (thread);
  CHOOSE_LABELS (); /* a debugger may have been asked to step meanwhile */
  NEXT ();

op_PARALLEL_DO_LIST:
  SAVE ();
  POLL ();
  RAISE_UNLESS (rs_vm_parallel_do_list (thread, &R[ip->a], &frame->proto->lists[ip->b], &R[ip->a], ip->c, &error));
  frame = rs_thread_top (thread);
  CHOOSE_LABELS ();
  NEXT ();

  /* --- offers --- */
op_OFFER_LOOP:
  SAVE ();
  pc++;
  switch (rs_vm_offer_loop (thread, frame, ip->b, &R[ip->a], ip->c != 0, &error))
    {
    case RS_LAUNCH_QUEUED:
      CHOOSE_LABELS ();
      pc += rs_instruction_get_jump (pc[-1]);
      NEXT ();
    case RS_LAUNCH_FAILED:
      goto raise;
    default:
      NEXT ();
    }

op_SETTLE:
  if (G_LIKELY (vm->late_depth != thread->n_frames || thread != vm->main))
    NEXT ();
  SAVE ();
  RAISE_UNLESS (rs_session_before_effect (vm->session, &error));
  rs_vm_settle (thread, frame);
  CHOOSE_LABELS ();
  NEXT ();

op_OFFER_STEPS:
  pc++;
  if (G_LIKELY (!rs_vm_is_time_for_steps (&R[ip->c])))
    NEXT ();
  SAVE ();
  switch (rs_vm_offer_steps (thread, frame, ip->b, &R[ip->a], &R[ip->c], &error))
    {
    case RS_LAUNCH_QUEUED:
      CHOOSE_LABELS ();
      pc += rs_instruction_get_jump (pc[-1]);
      NEXT ();
    case RS_LAUNCH_FAILED:
      goto raise;
    default:
      NEXT ();
    }

op_OFFER_WHILE:
  pc++;
  if (G_LIKELY (!rs_vm_is_time_for_rest (&R[ip->a].integer, ip->c)))
    NEXT ();
  SAVE ();
  switch (rs_vm_offer_rest (thread, frame, ip->b, R[ip->a].integer, &error))
    {
    case RS_LAUNCH_QUEUED:
      CHOOSE_LABELS ();
      if (frame->loop != NULL && frame->loop->op == RS_OPCODE_WHILE_START && frame->loop->a + 5 == ip->a)
        rs_vm_note_rest (frame, rs_vm_get_site (frame->proto, ip->b));
      pc += rs_instruction_get_jump (pc[-1]);
      NEXT ();
    case RS_LAUNCH_FAILED:
      goto raise;
    default:
      NEXT ();
    }

op_OFFER_PARTS:
  SAVE ();
  pc++;
  {
    guint end;

    switch (rs_vm_offer_parts (thread, frame, ip->b, &end, &error))
      {
      case RS_LAUNCH_QUEUED:
        pc = end != 0 ? frame->proto->code + end : pc + rs_instruction_get_jump (pc[-1]);
        NEXT ();
      case RS_LAUNCH_FAILED:
        goto raise;
      default:
        NEXT ();
      }
  }

op_PART_VALID:
  SAVE ();
  pc++;
  if (rs_vm_part_is_valid (thread, frame, *ip, pc[-1]))
    pc += rs_instruction_get_jump (pc[-1]);
  NEXT ();

op_FUSION:
  if (ip->a == RS_FUSION_AUTOMATIC && vm->hooks != NULL)
    NEXT (); /* a debugger sees a statement at a time */
  SAVE ();
  frame->fuses = rs_fusion_begin (vm->session, ip->a, frame->fuses);
  NEXT ();

op_SCHEDULE:
  SAVE ();
  rs_place_set (vm->session, (RsPlaceMode)ip->b, ip->c ? &R[ip->a] : NULL);
  NEXT ();

op_ALLOCATE:
  rs_place_set_allocation (vm->session, (RsPlaceMode)ip->b);
  NEXT ();

op_ALLOCATED:
  SAVE ();
  RAISE_UNLESS (rs_place_allocated (vm->session, R[ip->a], &error));
  NEXT ();

op_TRANSFER:
  SAVE ();
  RAISE_UNLESS (rs_place_transfer (vm->session, R[ip->a], (RsPlaceMode)ip->b, ip->c ? &R[ip->a + 1] : NULL, &error));
  NEXT ();

op_DEAL:
  rs_deal_next (vm->session, &frame->n_deals, ip->b);
  NEXT ();

op_DEAL_END:
  rs_deal_leave (vm->session, &frame->n_deals, ip->b);
  NEXT ();

  /* --- errors --- */
op_SYNCHRONIZE: /* the host's: a work item has no launches */
  SAVE ();
  RAISE_UNLESS (thread != vm->main || rs_session_before_effect (vm->session, &error));
  NEXT ();

op_CAUGHT:
  value = thread->caught;
  thread->caught = RS_NONE;
  SET_VALUE (&R[ip->a], value);
  NEXT ();

op_UNSUPPORTED:
  SAVE ();
  g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNSUPPORTED, "not supported yet: %s",
               frame->proto->constants[ip->b].text);
  goto raise;

op_RAISE:
  SAVE ();
  g_set_error_literal (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_UNDEFINED, frame->proto->constants[ip->b].text);
  goto raise;

  /* --- what the fast paths leave --- */
slow_binary:
  SAVE ();
  left = R[ip->b];
  right = has_constant (ip->op) ? K[ip->c] : R[ip->c];
  if (G_UNLIKELY (left.tag == RS_TAG_NONE || right.tag == RS_TAG_NONE))
    {
      rs_vm_set_unset_error (thread, left.tag == RS_TAG_NONE ? ip->b : ip->c, &error);
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
  RAISE_UNLESS_VALUE (rs_vm_binary (thread, ip->op, left, right, &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

slow_unary:
  SAVE ();
  if (R[ip->b].tag == RS_TAG_NONE)
    {
      rs_vm_set_unset_error (thread, ip->b, &error);
      goto raise;
    }
  RAISE_UNLESS_VALUE (rs_vm_unary (thread, ip->op, R[ip->b], &value, &error));
  SET_VALUE (&R[ip->a], value);
  NEXT ();

slow_unless:
  {
    gboolean truth = FALSE, ok;

    SAVE ();
    if (left.tag == RS_TAG_NONE || right.tag == RS_TAG_NONE)
      {
        rs_vm_set_unset_error (thread, left.tag == RS_TAG_NONE ? ip->a : ip->b, &error);
        goto raise;
      }
    RAISE_UNLESS_VALUE (rs_vm_binary (thread, compare_as, left, right, &value, &error));
    ok = rs_vm_is_true (value, &truth, &error);
    rs_value_clear (&value);
    RAISE_UNLESS (ok);
    pc++;
    if (!truth)
      pc += rs_instruction_get_jump (pc[-1]);
    NEXT ();
  }

stopped:
  if (__atomic_load_n (collection_due, __ATOMIC_RELAXED))
    {
      SAVE ();
      rs_vm_tell_place (thread);
      rs_cycles_collect_when_due ();
      if (vm->hooks != NULL && vm->hooks->wake != NULL)
        {
          vm->hooks->wake (thread, vm->hook_data);
          frame = rs_thread_top (thread);
          CHOOSE_LABELS ();
        }
      if (__atomic_load_n (stop, __ATOMIC_RELAXED) == 0)
        {
          pc = ip;
          NEXT ();
        }
    }
  SAVE ();
  g_set_error (&error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_STOPPED, "stopped");
  goto raise;

lost: /* an array was used that is undefined; what made it so may not have been told yet */
  rs_value_clear (&value);
  if (rs_session_before_effect (vm->session, &error))
    g_propagate_error (&error, rs_array_take_loss ());

raise:
  take_earlier_error (thread, &error);
  rs_vm_note_error (thread, error);
  if (rs_vm_find_handler (thread, until, &error))
    {
      ENTER_FRAME ();
      NEXT ();
    }
  g_propagate_error (error_out, error);
  return RS_RUN_FAILED;
}

static RsRunResult
interpret (RsThread *thread, guint until, GError **error)
{
  RsVm *vm = thread->vm;
  RsThread *outer = vm->current;
  RsTracePlace outer_place;
  RsTraceWalker outer_walker;
  RsRunResult result;

  rs_parts_set_threads (rs_settings_get_threads (vm->session->settings));
  if (vm->n_runs >= RS_MAX_NESTED_RUNS)
    {
      rs_vm_set_overflow_error (thread, error);
      while (thread->n_frames > until)
        rs_thread_pop (thread);
      return RS_RUN_FAILED;
    }
  vm->n_runs++;
  vm->current = thread;
  outer_walker = rs_trace_set_walker ((RsTraceWalker){ rs_vm_walk, vm });
  outer_place = rs_trace_set_place ((RsTracePlace){ rs_vm_find_trace_place, vm });
  result = dispatch (thread, until, error);
  rs_trace_set_place (outer_place);
  rs_trace_set_walker (outer_walker);
  vm->current = outer;
  vm->n_runs--;
  return result;
}

RsVm *
rs_vm_new (RsSession *session)
{
  return rs_vm_new_with (session, interpret);
}
