/* What the dispatch function of interpreter.c is written in: setting registers, and operators on numbers.
 *
 * The macros use the locals of that function: pc, ip (the instruction, read from memory: as a copy in a register the
 * compiler would take it apart with vector instructions), frame, R (registers), K (constants), stop, collection_due,
 * labels, vm, and its labels slow_binary, slow_unless, raise and stopped.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#define ENTER_FRAME()                                                                                                  \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    frame = rs_thread_top (thread);                                                                                    \
    pc = frame->pc;                                                                                                    \
    R = frame->registers;                                                                                              \
    K = ((RsProtoState *)frame->proto->state)->constants;                                                              \
    CHOOSE_LABELS ();                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

/* While a debugger looks at instructions: whether at those of the frame. When it does no more, `hooked` notices. */
#define CHOOSE_LABELS()                                                                                                \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY (vm->reach != RS_REACH_NONE))                                                                       \
      labels = rs_vm_reaches (thread, frame) ? hooked_table : plain;                                                   \
  }                                                                                                                    \
  G_STMT_END

#define NEXT()                                                                                                         \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    ip = pc++;                                                                                                         \
    goto *labels[ip->op];                                                                                              \
  }                                                                                                                    \
  G_STMT_END

#define SAVE() (frame->pc = pc)
#define RAISE_UNLESS(condition)                                                                                        \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY (!(condition)))                                                                                     \
      goto raise;                                                                                                      \
    if (G_UNLIKELY (rs_array_loss != NULL))                                                                            \
      {                                                                                                                \
        value = RS_NONE;                                                                                               \
        goto lost;                                                                                                     \
      }                                                                                                                \
  }                                                                                                                    \
  G_STMT_END
/* The same for what makes a value of its own in `value`. */
#define RAISE_UNLESS_VALUE(condition)                                                                                  \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY (!(condition)))                                                                                     \
      goto raise;                                                                                                      \
    if (G_UNLIKELY (rs_array_loss != NULL))                                                                            \
      goto lost;                                                                                                       \
  }                                                                                                                    \
  G_STMT_END

#define RELEASE(d)                                                                                                     \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY ((d)->tag >= RS_TAG_COMPLEX))                                                                       \
      rs_value_clear (d);                                                                                              \
  }                                                                                                                    \
  G_STMT_END

#define SET_INT(r, x)                                                                                                  \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    gint64 x_ = (x);                                                                                                   \
    RsValue *d_ = (r);                                                                                                 \
    RELEASE (d_);                                                                                                      \
    d_->tag = RS_TAG_INT;                                                                                              \
    d_->integer = x_;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END
#define SET_BOOL(r, x)                                                                                                 \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    gint64 x_ = (x) != 0;                                                                                              \
    RsValue *d_ = (r);                                                                                                 \
    RELEASE (d_);                                                                                                      \
    d_->tag = RS_TAG_BOOL;                                                                                             \
    d_->integer = x_;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END
#define SET_SCALAR(r, x)                                                                                               \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    double x_ = (x);                                                                                                   \
    RsValue *d_ = (r);                                                                                                 \
    RELEASE (d_);                                                                                                      \
    d_->tag = RS_TAG_SCALAR;                                                                                           \
    d_->scalar = x_;                                                                                                   \
  }                                                                                                                    \
  G_STMT_END
/* Takes over the reference. */
#define SET_VALUE(r, v)                                                                                                \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    RsValue v_ = (v);                                                                                                  \
    RsValue *d_ = (r);                                                                                                 \
    RsValue old_ = *d_;                                                                                                \
    *d_ = v_;                                                                                                          \
    rs_value_clear (&old_);                                                                                            \
  }                                                                                                                    \
  G_STMT_END

#define IS_INTEGRAL(v) ((v)->tag == RS_TAG_INT || (v)->tag == RS_TAG_BOOL)
#define ARE_NUMBERS(x, y)                                                                                              \
  ((x)->tag - RS_TAG_BOOL <= RS_TAG_SCALAR - RS_TAG_BOOL && (y)->tag - RS_TAG_BOOL <= RS_TAG_SCALAR - RS_TAG_BOOL)

/* What the number is beside a scalar: kernels of single precision have whole numbers rounded there, too. */
#define NUMBER(v)                                                                                                      \
  ((v)->tag == RS_TAG_SCALAR              ? (v)->scalar                                                                \
   : G_UNLIKELY (frame->proto->is_single) ? (double)(float)(v)->integer                                                \
                                          : (double)(v)->integer)

/* A binary operator on numbers: scalar expression with x and y as doubles, integer expression with them as gint64. */
#define ARITHMETIC(LEFT, RIGHT, INTEGER, SCALAR)                                                                       \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                                           \
    if (G_LIKELY (l->tag == RS_TAG_SCALAR && r->tag == RS_TAG_SCALAR))                                                 \
      {                                                                                                                \
        double x = l->scalar, y = r->scalar;                                                                           \
        SET_SCALAR (&R[ip->a], SCALAR);                                                                                \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                                                 \
      {                                                                                                                \
        if (l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR)                                                        \
          {                                                                                                            \
            guint64 x = (guint64)l->integer, y = (guint64)r->integer;                                                  \
            SET_INT (&R[ip->a], (gint64)(INTEGER));                                                                    \
          }                                                                                                            \
        else                                                                                                           \
          {                                                                                                            \
            double x = NUMBER (l), y = NUMBER (r);                                                                     \
            SET_SCALAR (&R[ip->a], SCALAR);                                                                            \
          }                                                                                                            \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    goto slow_binary;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

#define DIVISION(LEFT, RIGHT)                                                                                          \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                                           \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                                                 \
      {                                                                                                                \
        SET_SCALAR (&R[ip->a], NUMBER (l) / NUMBER (r));                                                               \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    goto slow_binary;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

#define POWER(LEFT, RIGHT)                                                                                             \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                                           \
    if (r->tag == RS_TAG_INT && r->integer == 2 && l->tag == RS_TAG_SCALAR)                                            \
      {                                                                                                                \
        SET_SCALAR (&R[ip->a], l->scalar * l->scalar);                                                                 \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    if (IS_INTEGRAL (l) && IS_INTEGRAL (r))                                                                            \
      {                                                                                                                \
        gint64 power;                                                                                                  \
        if (rs_integer_power (l->integer, r->integer, &power))                                                         \
          {                                                                                                            \
            SET_INT (&R[ip->a], power);                                                                                \
            NEXT ();                                                                                                   \
          }                                                                                                            \
        if (frame->proto->is_single)                                                                                   \
          {                                                                                                            \
            SET_SCALAR (&R[ip->a], power_of (frame, (double)l->integer, *r));                                          \
            NEXT ();                                                                                                   \
          }                                                                                                            \
      }                                                                                                                \
    else if (ARE_NUMBERS (l, r))                                                                                       \
      {                                                                                                                \
        SET_SCALAR (&R[ip->a], power_of (frame, NUMBER (l), *r));                                                      \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    goto slow_binary;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

#define COMPARE(LEFT, RIGHT, OP)                                                                                       \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                                           \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                                                 \
      {                                                                                                                \
        gboolean truth_ = l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR ? l->integer OP r->integer                \
                                                                             : NUMBER (l) OP NUMBER (r);               \
        SET_BOOL (&R[ip->a], truth_);                                                                                  \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    goto slow_binary;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

/* The jump in the word behind is taken unless the comparison holds. */
#define UNLESS(LEFT, RIGHT, OP, OPCODE)                                                                                \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    const RsValue *l = (LEFT), *r = (RIGHT);                                                                           \
    if (G_LIKELY (ARE_NUMBERS (l, r)))                                                                                 \
      {                                                                                                                \
        gboolean truth_ = l->tag != RS_TAG_SCALAR && r->tag != RS_TAG_SCALAR ? l->integer OP r->integer                \
                                                                             : NUMBER (l) OP NUMBER (r);               \
        pc++;                                                                                                          \
        if (!truth_)                                                                                                   \
          pc += rs_instruction_get_jump (pc[-1]);                                                                      \
        NEXT ();                                                                                                       \
      }                                                                                                                \
    left = *l;                                                                                                         \
    right = *r;                                                                                                        \
    compare_as = OPCODE;                                                                                               \
    goto slow_unless;                                                                                                  \
  }                                                                                                                    \
  G_STMT_END

#define POLL()                                                                                                         \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if (G_UNLIKELY ((__atomic_load_n (stop, __ATOMIC_RELAXED) | __atomic_load_n (collection_due, __ATOMIC_RELAXED))    \
                    != 0))                                                                                             \
      goto stopped;                                                                                                    \
  }                                                                                                                    \
  G_STMT_END
