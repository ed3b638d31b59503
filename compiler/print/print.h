/* Text in a language of the C family from kernel IR: what all targets print alike, and the hooks of a dialect for the
 * rest.
 *
 * Nothing is decided here: each node of the IR has one text. What a dialect does in its own way - how a work item gets
 * its position, reads an element, fails, updates memory that others update too - is a function of its table; a
 * dialect's own state hangs from `context`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

typedef struct _Printer Printer;
typedef struct _Dialect Dialect;

struct _Printer {
  const RsKernel *kernel;
  const Dialect *dialect;
  gpointer context;     /* the dialect's */
  GString *body;        /* the function, printed first: its helpers are known afterwards */
  GHashTable *helpers;  /* text of a definition -> itself; owned */
  GPtrArray *helper_order; /* of char, (not owned) */
  guint indent;
  guint n_temporaries;
  guint copy;           /* number of this copy of the body; makes labels unique */
  guint n_copies;       /* so far */
  guint line;           /* of the last #line; 0: none yet */
  GArray *targets;      /* of const RsIrStatement*: enclosing labelled statements, innermost last */
  GArray *gotos;        /* of guint: labels (target label * 2, + 1 for continue) that a goto needs in this copy */
  guint32 in_parts;     /* label of the loop that is being printed as two loops (its end is two ends); 0: none */
  gboolean needs_done;  /* the item ends early from inside a loop */
  gboolean truncates;   /* somewhere floating-point numbers become integers */
};

/* Why a work item fails, as text; see RsKernelStatus. */
typedef struct {
  int code; /* RsKernelCode */
  RsIrPlace line;
  guint parameter, dimension;
  const char *index, *size;
  guint text;
  gboolean is_write;
} Failure;

/* An access: C expressions of its subscripts, and what they come from. */
typedef struct {
  guint parameter;
  GPtrArray *names;
  const RsIrExpression *const *subscripts;
  RsIrPlace line;
  gboolean is_write;
} ArrayAccess;

struct _Dialect {
  const char *infinity[2], *nan[2]; /* of single and of double precision */
  const char *unroll;        /* the pragma that unrolls a loop, before the number of rounds; NULL: none */
  const char *always_inline; /* behind `static inline`, where a call would cost more than the text */
  const char *prefix, *suffix[2]; /* of the names of trunc, fabs, copysign, fmod; in single and in double precision */
  const char *half; /* what a value of half precision is before it is stored */

  /* expressions */
  gboolean (*append_own) (Printer *p, GString *out, const RsIrExpression *e); /* in a way of its own; FALSE: as usual */
  void (*append_local) (Printer *p, GString *out, guint local);
  const char *(*get_local_type) (const Printer *p, guint local);
  void (*append_element) (Printer *p, GString *out, guint parameter, const char *const *subscripts,
                          guint component); /* lvalue */
  void (*append_load) (Printer *p, GString *out, const RsIrExpression *e);
  void (*append_inside) (Printer *p, GString *out, const RsIrExpression *e);
  void (*append_function) (Printer *p, GString *out, const RsIrExpression *e); /* a HELPER, BUILTIN or LIBM */
  char *(*get_function) (Printer *p, RsIrOp op,
                         RsIrType type); /* the name of that of a LIBM, defined (transfer full) */
  void (*append_bits) (Printer *p, GString *out, const char *number); /* those of a double, as I64 */
  void (*need_helper) (Printer *p, const char *name, RsIrType type); /* rs_<name>_<type> */

  /* statements */
  gboolean (*print_own) (Printer *p, const RsIrStatement *s); /* in a way of its own; FALSE: as usual */
  gboolean (*print_own_block) (Printer *p, const RsIrBlock *block);
  void (*need_fail) (Printer *p); /* defines what append_fail uses */
  void (*append_fail) (Printer *p, GString *out, const char *condition, const Failure *failure); /* if it holds */
  /* between what a statement reads and what it does: ends the work item whose loads have failed. NULL: loads do */
  void (*append_exit_if_failed) (Printer *p, GString *out, const RsIrStatement *s);
  void (*append_warnings) (Printer *p, GString *out, const ArrayAccess *access);
  void (*append_assignment) (Printer *p, GString *out, guint parameter, const char *element, const char *value);
  void (*append_atomic) (Printer *p, GString *out, const RsIrStatement *s,
                         const char *element);                      /* of the C variable v */
  gboolean (*is_inside) (const Printer *p, const RsIrStatement *s); /* a store, for sure */
  gboolean has_vectors;                                             /* its compiler makes vectors of loops */
  void (*print_loop_head) (Printer *p, const RsIrStatement *loop); /* up to its brace, deeper by one indent */
  void (*print_poll) (Printer *p, RsIrPlace line);                 /* whether the program is to stop */
  void (*print_return) (Printer *p);
};

/* --- text --- */
void c_print_init (Printer *p, const RsKernel *kernel, const Dialect *dialect, gpointer context);
void c_print_clear (Printer *p);
void c_print_indent (Printer *p);
void G_GNUC_PRINTF (2, 3) c_printf (Printer *p, const char *format, ...); /* a whole line with indent */
/* Prints text once before the function; takes it. */
void c_define (Printer *p, char *text);
/* #line, where it is another one than before. */
void c_print_line (Printer *p, RsIrPlace place);

/* --- names and types --- */
const char *c_type (RsIrType type);
const char *c_element_type (RsElement element); /* of a complex one: of its parts */
void c_append_identifier (GString *out, const char *name);
void c_append_parameter (Printer *p, GString *out, guint parameter);

/* --- expressions --- */
void c_append_expression (Printer *p, GString *out, const RsIrExpression *e);
char *c_expression_text (Printer *p, const RsIrExpression *e); /* (transfer full) */
/* The statement that gives the variable of that name `name op value`, value being printed as text: a whole number that
 * may not fit wraps. (transfer full) */
char *c_update_text (Printer *p, const char *name, RsIrOp op, const RsIrExpression *value, const char *text);
/* name suffix (operands) */
void c_append_call (Printer *p, GString *out, const char *name, const char *suffix, const RsIrExpression *e);
/* rs_<helper>_<type> (operands), and its definition */
void c_append_helper_call (Printer *p, GString *out, const RsIrExpression *e);
/* What stands in the brackets of an element. */
void c_append_flat_index (Printer *p, GString *out, guint parameter, const char *const *subscripts, guint component);
const char *c_boundary_helper (RsBoundary boundary); /* NULL: the subscript is not mapped */
/* A subscript that a boundary mode maps; one that no integer holds is the nearest, NaN 0. */
void c_append_mapped (Printer *p, GString *out, const RsIrExpression *e);
/* Declares the subscripts of an access as constants after its boundary mode (not 'safe, 'checked) and appends their
 * names. */
void c_append_subscripts (Printer *p, GString *out, guint parameter, const RsIrExpression *const *subscripts, guint n,
                          RsBoundary boundary, GPtrArray *names);
/* The test that lets an access happen: every subscript in range. */
void c_append_inside (Printer *p, GString *out, guint parameter, GPtrArray *names);
/* What an error says of a subscript: the integer, or the bits of the number that it comes from, which may be no
 * integer. Sets *is_number to whether it is those. */
void c_append_told (Printer *p, GString *out, const char *name, const RsIrExpression *subscript, gboolean *is_number);
void c_append_checks (Printer *p, GString *out, const ArrayAccess *access);

/* --- statements --- */
void c_print_block (Printer *p, const RsIrBlock *block);
void c_print_braced (Printer *p, const RsIrBlock *block); /* between braces */
void c_print_statement (Printer *p, const RsIrStatement *statement);
const RsIrStatement *c_innermost_loop (Printer *p); /* of C; NULL: none */
void c_print_set (Printer *p, const RsIrStatement *s);
void c_print_store (Printer *p, const RsIrStatement *s); /* or ATOMIC */
void c_print_loop (Printer *p, const RsIrStatement *s);
/* The head of a LOOP, with its brace and a deeper indent, from its bounds or from texts for these; and its end. */
void c_open_plain_loop (Printer *p, const RsIrStatement *loop);
void c_open_loop_between (Printer *p, const RsIrStatement *loop, const char *low, const char *high);
void c_close_loop (Printer *p);
/* `value` (of type, in C) as an element; for 'checked the test is appended to before. (transfer full) */
char *c_converted_value (Printer *p, const RsIrStatement *s, const char *value, RsIrType type, GString *before);
/* The new value is wanted: of the element that text names. */
void c_append_result (Printer *p, const RsIrStatement *s, const char *text, GString *out);

/* --- helpers --- */
/* Defines rs_<name>_<type>, one of the helpers that every dialect has. FALSE: it is none of those. */
gboolean c_need_template (Printer *p, const char *name, RsIrType type);
void c_need_wrap (Printer *p); /* rs_wrap: the low 64 bits of the integer that a double stands for */
/* The limits of integer elements as text, for C: least is low, largest high. */
void c_get_limits (RsElement element, const char **low, const char **high);
/* How a double that fits compares with the least value - 1; that of INT64 is that value again. */
const char *c_above_low (RsElement element);
gboolean c_is_integer_element (RsElement element);
/* rs_saturate_<element>_<type>, rs_fits_<element>_<type>: conversion of a value in a register to an integer element. */
void c_need_store (Printer *p, RsElement element, RsIrType type, RsOverflow overflow);
