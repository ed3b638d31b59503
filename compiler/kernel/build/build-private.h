/* State of one build: from a syntax tree and the types of its inputs to kernel IR.
 *
 * Typing is part of building. A variable gets the type of its first value; where a later one is wider, the wider type
 * is remembered and the whole body built again with it, until nothing changes. What was learnt survives in Facts, keyed
 * by the call path (frames are numbered in the order in which they are opened) and the symbol.
 *
 * Device functions and lambdas are opened in place: a Frame is one such opening.
 *
 * Failing: b_fail notes the first reason and returns a harmless value, so that callers need no test after each step;
 * statements stop once there is a reason.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"
#include "compiler/kernel/places/nest.h"

#define BUILD_MAX_RANK 3
#define BUILD_MAX_ELEMENTS 64 /* manual 2.4.1 */
#define BUILD_MAX_SHARED 32   /* pieces of shared memory of a kernel */

typedef enum {
  VALUE_NUMBER,   /* a number or a small array of them, in parts */
  VALUE_ARRAY,    /* an input in memory */
  VALUE_FUNCTION,
  VALUE_RANGE,
  VALUE_STRING,
  VALUE_COLON,
  VALUE_LIST,    /* a cell of known length: items */
  VALUE_OBJECT,  /* class; items: where its members lie */
  VALUE_OBJECTS, /* a cell of objects: input */
  VALUE_LAZY,    /* lazy: an array of which one element at a time is made, see build-lazy.c */
  VALUE_GROUP,   /* group of work items */
  VALUE_INPUT,   /* member of an object: input, not looked at yet */
  VALUE_NOTHING,
} ValueKind;

typedef struct _Frame Frame;

typedef struct {
  RsIrType type;       /* BOOL, I64, F32 or F64 */
  gboolean is_complex;
  guint rank;          /* 0: a number */
  guint dims[BUILD_MAX_RANK];
  gboolean may_be_number; /* one element: of a variable that is a number at times */
  gboolean is_single;     /* of elements that have single precision ('single) while double is selected */
} Shape;

/* What the elements of a vector of integers can hold: they are 64 bits wide in registers, whatever the language
 * says. */
typedef struct {
  RsElement element;   /* NONE: not known */
  RsOverflow overflow;
  gboolean is_mixed;   /* one thing at times and another at others */
} Integers;

typedef struct _Value Value;
typedef struct _Lazy Lazy;
typedef struct _Group Group;

struct _Value {
  ValueKind kind;
  Shape shape;                  /* NUMBER; RANGE: type of its elements */
  gboolean is_literal;          /* NUMBER: an integer literal */
  Integers integers;            /* NUMBER: an array of integers */
  const RsIrExpression **parts; /* NUMBER: one an element, two (real, imaginary) when complex */
  guint input;                  /* ARRAY: index of the input; NUMBER: index + 1 of the small vector that it is, or 0 */
  RsBoundary boundary;          /* ARRAY: of accesses through this name; DEFAULT: 'safe */
  const RsNode *function;       /* FUNCTION: FUNCTION or LAMBDA node; NULL: one of overloads */
  const GPtrArray *overloads;   /* FUNCTION: of RsNode */
  const RsBinding *explicit;    /* FUNCTION: what brackets behind it say; [n_explicit] */
  guint n_explicit;
  const RsBuiltin *builtin;     /* FUNCTION: what is called when nothing else fits */
  Frame *lexical;               /* FUNCTION: opened frame around its definition, or NULL */
  gboolean is_of_root;          /* FUNCTION among candidates: lexical is the root */
  int first_capture;            /* FUNCTION: index among the inputs, -1: captures are found through lexical */
  const RsIrExpression *low, *step, *high; /* RANGE; step NULL: 1 */
  const char *text;             /* STRING */
  const Lazy *lazy;             /* LAZY */
  const Group *group;           /* GROUP */
  const RsClass *class;         /* OBJECT */
  gboolean is_fresh;            /* ARRAY: made by this expression; no variable stands for it */
  const RsIrExpression **prefix; /* ARRAY: [n_prefix] subscripts in front of those of every access */
  guint n_prefix;
  const Value *items;           /* LIST, OBJECT: [n_items]; FUNCTION that is chosen at run time: the candidates */
  guint n_items;
  const RsIrExpression *selector; /* FUNCTION that is chosen at run time: which of items, I64 */
};

typedef struct {
  gboolean is_known;
  Shape shape;
  gboolean in_memory;      /* indexed with a variable: lives in a local vector */
  gboolean is_integer;     /* truncates what it is given */
  gboolean is_literal;     /* first value was an integer literal */
  Integers integers;       /* of a vector */
  gboolean held_integers;  /* a vector of integers at first, of scalars later; a number, at times */
  GArray *candidates;      /* of Value: a variable that stands for different functions; else NULL */
} Facts;

typedef enum {
  VARIABLE_LOCAL,
  VARIABLE_ALIAS,       /* stands for a value that does not change: an array, a function, a number of the outside */
  VARIABLE_ACCUMULATOR, /* LOOP: may only be accumulated to */
  VARIABLE_OUTPUT,      /* FUNCTION: output argument of the kernel, an array in memory that all work items share */
} VariableKind;

typedef struct {
  const RsSymbol *symbol;
  VariableKind kind;
  Facts *facts;
  Value value;          /* ALIAS; OUTPUT: the array */
  guint16 *locals;      /* LOCAL: one a part; one vector when in memory */
  Value counter;        /* loop variable inside its loop, where nothing else assigns it */
  gboolean has_counter;
  gboolean is_induction; /* so far this iteration has added to counter what it adds in each: b_build_loop */
  guint parameter;      /* ACCUMULATOR: of the kernel */
  gboolean is_replaced; /* ALIAS: each value is stored into the array that it stands for */
  gboolean takes_place; /* ACCUMULATOR: is given the loop's counter: b_takes_last_place */
  RsIrPlace line;       /* of its first value */
} Variable;

struct _Frame {
  Frame *caller;
  Frame *lexical;
  const RsScope *scope;
  const RsNode *node;
  guint id;
  guint depth;
  int first_capture;
  GHashTable *variables; /* RsSymbol -> Variable */
  guint32 return_label;  /* 0: `return` ends the work item */
};

/* What is known of an input from one attempt to the next. */
typedef struct {
  gboolean in_memory;    /* small vector that is written or indexed with a variable: passed as an array */
  int rank;              /* number of subscripts */
  gboolean meets_scalars; /* an accumulator that is an integer before the loop and a scalar behind it */
  gboolean meets_complex; /* an accumulator that is a real number before the loop and complex behind it */
  gboolean is_own;       /* of this attempt: the array of a variable that takes on several */
  gboolean is_column;    /* the same: of n x 1 elements, with one dimension */
  /* of this attempt: LOCAL, of an array that the work item makes; else NULL */
  const RsIrExpression *lengths[BUILD_MAX_RANK];
  gboolean is_named;     /* of this attempt: an array that the kernel makes has the name of a variable */
  gboolean is_bound;     /* of this attempt: a variable stands for parts of it that are read later */
} InputFacts;

typedef struct {
  const RsKernelRequest *request;
  RsKernelInput *own_inputs; /* what request->inputs points to: those of the caller, then shared memory */
  guint n_request_inputs;    /* of the caller */
  guint n_inputs;
  RsDiagnostics *diagnostics;
  RsKernel *kernel;
  RsPrecision selected;  /* of the session; request->precision is that of this kernel */
  RsIrType scalar;       /* of floating values in the frame that is being built */
  RsIrType root_scalar;  /* ... and of numbers that are passed to the kernel */
  RsIrBlock *block;      /* where statements go */
  Frame *root;
  Frame *frame;
  GPtrArray *frames;     /* all of this attempt */
  GHashTable *facts;     /* key -> Facts; survives attempts */
  InputFacts *inputs;    /* [n_inputs]; survives attempts */
  int *parameters;       /* [n_inputs]: index among the kernel's, -1: not used so far */
  GArray *loop_labels;   /* of guint32: enclosing loops of the frame's body, innermost last */
  char *reason;
  gboolean copies_parts; /* variables that stand for parts of arrays have copies of them; survives attempts */
  gboolean keeps_grid;   /* blocks matter: the grid has the dimensions of the launch; survives attempts */
  gboolean has_small_integers; /* makes vectors of integers other than int; survives attempts */
  gboolean again;              /* something was learnt: build once more */
  guint witness; /* of this attempt: accumulator that tells what the kernel is not for, parameter + 1; 0: none */
  const RsIrExpression *along; /* EXPRESSION: the position along the dimension that is summed up */
  GHashTable *cuts;            /* of this attempt, EXPRESSION: set of the calls of `int` with floating-point numbers */
  GHashTable *steps;     /* of this attempt, EXPRESSION: nodes with RS_NODE_STEP -> Value, in the kernel's arena */
  guint stored_rank;     /* of this attempt, LOOP: see openable of the request */
  guint n_opened_stores; /* of this attempt, LOOP: what writes parts whose elements are levels */
  gboolean has_replaced; /* of this attempt, LOOP: array variables whose values are stored, see replaced.c */
  guint n_nodes;         /* built so far, to stop explosions */
  RsIrPlace line;        /* of the statement being built */
  guint16 unroll;        /* that a code attribute asks for of the loop that is built next; see RsIrStatement */
  const RsSymbol *into;  /* the variable that a value is converted for, or NULL */
  RsLoopNest nest;       /* LOOP */
  const RsIrExpression *row_counter, *row_length; /* of this attempt, LOOP in rows: its variable; NULL: it is none */
  const RsNode *result_of; /* target of an update whose new value is wanted ... */
  Value result;            /* ... here, when it was an element in memory; else NOTHING */
} Build;

/* --- build.c --- */
/* The module that the text being built stands in: another than the request's where a function of it is opened in
 * place. */
const RsModule *b_module (const Build *b);
/* Of the node; of what calls its function, if it stands in another file. node: NULL: of the statement being built. */
RsIrPlace b_line (const Build *b, const RsNode *node);
/* Notes "line N: text" unless there is a reason already; returns the number 0. */
Value b_fail (Build *b, const RsNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
Value b_not_supported (Build *b, const RsNode *node, const char *what);
Value b_input_value (Build *b, guint input, const RsNode *place);
int b_find_input (const Build *b, const RsSymbol *symbol);
/* The kernel's parameter for an input that lies in memory. */
guint b_array_parameter (Build *b, guint input);
guint b_array_rank (Build *b, guint input);
void b_array_set_rank (Build *b, guint input, int rank);
void b_input_to_memory (Build *b, guint input);
RsIrStatement *b_emit (Build *b, RsIrStatementKind kind);

/* --- build-elementwise.c --- */
void b_build_elementwise (Build *b);
/* EXPRESSION: TRUE when node is a leaf; *value is its element at the work item's position. */
gboolean b_find_leaf (Build *b, const RsNode *node, Value *value);
/* EXPRESSION: what a variable was given as an array whose elements are rounded to value's type; others are refused. */
Value b_keep_step (Build *b, const RsNode *node, Value value);
/* Whether node, of an expression that computes in double precision beside wide integers, is a matrix, whose elements
 * have single precision. */
gboolean b_is_rounded_matrix (const Build *b, const RsNode *node);

/* --- build-integer.c --- */
/* EXPRESSION: the elements of the array that node gives, as far as they are integers or logical and fit; NONE:
 * others. */
RsElement b_integer_element (Build *b, const RsNode *node);
/* The launch counts for nothing where an operation below e does not fit 32 bits. */
void b_watch_range (Build *b, const RsIrExpression *e);

/* --- build-witness.c --- */
/* Where condition holds for a work item, the launch counts for nothing and the place is interpreted. Nothing that can't
 * be done twice may be in the kernel: see b_can_run_again. */
void b_witness (Build *b, const RsIrExpression *condition);
/* Whether the work items of a kernel that has run may all run once more, and leave the same. */
gboolean b_can_run_again (const Build *b);

/* --- build-precision.c --- */
RsPrecision b_precision_of (const RsKernelRequest *request);
gboolean b_has_wide_integers (const RsKernelRequest *request);
/* Whether an expression runs over all elements as one dimension. */
static inline gboolean
b_is_flat (const RsKernelRequest *request)
{
  return request->n_parts == 0 && request->along == 0;
}

/* --- build-value.c --- */
Shape b_shape (RsIrType type, guint rank, const guint *dims);
guint b_shape_count (const Shape *shape); /* elements */
guint b_shape_parts (const Shape *shape);
gboolean b_same_dims (const Shape *a, const Shape *b);
Value b_value_new (Build *b, Shape shape);
Value b_number (const RsIrExpression *e, Build *b);
Value b_integer (Build *b, gint64 value);
Value b_scalar (Build *b, double value);
RsIrType b_join_types (Build *b, RsIrType a, RsIrType c);
Value b_convert (Build *b, Value value, RsIrType type);
/* A floating value in the precision of the frame that is being built. */
Value b_to_frame (Build *b, Value value);
/* Whether the frame computes in double precision, like the host, where vectors have the selected one, single. */
gboolean b_rounds_vectors (const Build *b);
/* Whether arrays of the element are rounded although the selected precision is double: they say 'single. */
gboolean b_is_single_element (const Build *b, RsElement element);
/* Whether an operation on x and y gives a vector of that kind. */
gboolean b_joins_singles (const Value *x, const Value *y);
/* Double precision to single and back. */
Value b_round_if (Build *b, Value value, gboolean is_single);
/* A computed vector in the precision of vectors. */
Value b_round_vector (Build *b, Value value);
Value b_to_complex (Build *b, Value value);
/* Every part in a local (or something as cheap), so that it may be used many times and later. */
Value b_pin (Build *b, Value value, RsIrStatement *after, gboolean at_end);
#define b_keep(b, value) b_pin ((b), (value), NULL, TRUE)
gboolean b_is_number (const Value *value);
/* An array of one element as the number in it; everything else as it is. */
Value b_only_number (Value value);
/* A number (rank 0) as I64; fails otherwise. */
/* Numbers as subscripts: NaN and what is too large are outside of every array, not the nearest integer. */
Value b_to_indices (Build *b, Value value);
const RsIrExpression *b_index_of (Build *b, Value value, const RsNode *place);
gboolean b_constant_integer (const RsIrExpression *e, gint64 *value);
/* build-generic.c: UNKNOWN for what has no type of the language. */
const RsType *b_type_of_value (Build *b, const Value *value);
/* build-type-test.c: whether a condition follows from types alone; then whether it holds. */
gboolean b_decide_types (Build *b, const RsNode *condition, gboolean *holds);
const RsIrExpression *b_condition (Build *b, Value value, const RsNode *place);
typedef const RsIrExpression *(*PartFunction) (Build *b, const RsIrExpression *x, const RsIrExpression *y,
                                               gpointer data);
/* Element by element, a number on either side is repeated. */
Value b_zip (Build *b, Value x, Value y, const RsNode *place, PartFunction function, gpointer data);
const RsIrExpression *b_add (Build *b, const RsIrExpression *x, const RsIrExpression *y);
const RsIrExpression *b_sub (Build *b, const RsIrExpression *x, const RsIrExpression *y);
const RsIrExpression *b_mul (Build *b, const RsIrExpression *x, const RsIrExpression *y);
const RsIrExpression *b_op (Build *b, RsIrOp op, const RsIrExpression *x, const RsIrExpression *y);
/* x by y, whole numbers: op is one of TRUNC_DIV, FLOOR_DIV and FLOOR_MOD. */
const RsIrExpression *b_divide (Build *b, RsIrOp op, const RsIrExpression *x, const RsIrExpression *y);

/* --- build-variable.c --- */
Variable *b_find_variable (Build *b, Frame *frame, const RsSymbol *symbol);
Variable *b_new_variable (Build *b, Frame *frame, const RsSymbol *symbol);
Value b_read_variable (Build *b, Variable *variable, const RsNode *place);
Value b_name_value (Build *b, const RsNode *name);
/* variable = value with the rules for integers and types. */
gboolean b_was_integer (Build *b, const RsSymbol *symbol);
void b_assign_variable (Build *b, const RsSymbol *symbol, Value value, const RsNode *place);
void b_declare_alias (Build *b, Frame *frame, const RsSymbol *symbol, Value value);
/* Gives a variable of known shape its locals, unless it has them. */
void b_make_locals (Build *b, Variable *variable);
void b_variable_to_memory (Build *b, Variable *variable);
Value b_symbol_value (Build *b, Frame *frame, const RsSymbol *symbol, const RsNode *place);
/* --- build-declared.c --- */
/* value as the declared type of the variable wants it, which errors name. */
Value b_convert_for (Build *b, Value value, const RsSymbol *symbol, const RsNode *place);
/* value as the declared type wants it; type may be UNKNOWN. */
Value b_convert_to_declared (Build *b, Value value, const RsType *type, const RsNode *place);

/* --- build-range.c --- */
/* Whether numbers of the type, or elements, are clipped, wrapped, checked or rounded; not so for `int`. */
gboolean b_has_range (const Build *b, const RsType *type);
/* For an element of a vector of integers under the rule of the variable: without one 32 bits, as stores into integer
 * arrays have them. old: the vector. */
const RsIrExpression *b_into_element (Build *b, const RsIrExpression *e, const Variable *variable, const Value *old);
/* What the elements of an array of the type hold. */
Integers b_integers_of (const RsType *type);
/* ... of one that the kernel makes. */
Integers b_make_integers (Build *b, const RsType *type);
/* Whether that is known to be anything but int. */
gboolean b_are_small (const Integers *integers);
/* A number or small array under the rule of its declared type; as it is, where b_has_range() denies it. */
Value b_into_range (Build *b, Value value, const RsType *type, const RsNode *place);
gboolean b_special_parameter (Build *b, const RsSymbol *symbol, Value *value);
/* Whether the work item has position 0 in its block. */
const RsIrExpression *b_is_first_of_block (Build *b);

/* --- build-output.c: output arguments of kernel functions --- */
void b_bind_output (Build *b, const RsSymbol *symbol);
Value b_read_output (Build *b, const Variable *variable, const RsNode *place);
/* output = value, or output op= value as one step. */
void b_assign_output (Build *b, const Variable *variable, RsOperator op, Value value, const RsNode *place);

/* --- build-expression.c --- */
Value b_expression (Build *b, const RsNode *node);
Value b_binary (Build *b, RsOperator op, Value left, Value right, const RsNode *place);
/* Both get the type that holds them; the first one. */
Value b_to_common_type (Build *b, Value *x, Value *y);
/* node: a UNARY. */
Value b_unary (Build *b, const RsNode *node);
/* node: a RANGE; a MATRIX. */
Value b_range (Build *b, const RsNode *node);
Value b_matrix (Build *b, const RsNode *node);
Value b_lazy (Build *b, const RsNode *node, RsIrBlock *block);
/* The number, I64, up to which a range of whole numbers with this step goes; one before its low end for NaN. */
const RsIrExpression *b_range_last (Build *b, const Value *range, gint64 step);
/* Whether the length of a range is known and small; then it, and the step. */
gboolean b_range_length (Build *b, const Value *range, guint *n, gint64 *step);
/* An array, range or part as something that operators take: NUMBER or LAZY. */
Value b_array_as_value (Build *b, Value value, const RsNode *place);
Value b_range_elements (Build *b, Value range, const RsNode *place);
Value b_compare (Build *b, RsOperator op, Value left, Value right, const RsNode *place);
Value b_power (Build *b, Value x, Value y, const RsNode *place);
gboolean b_constant_difference (const RsIrExpression *a, const RsIrExpression *b, gint64 *difference);

/* --- build-complex.c --- */
Value b_complex_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place);
Value b_complex_abs (Build *b, Value x);
gboolean b_is_complex_function (RsIrOp op);
Value b_complex_function (Build *b, RsIrOp op, Value x); /* op is one of those */

/* --- build-index.c --- */
Value b_index (Build *b, const RsNode *node);
/* A SEQUENCE that interpolates in a texture, see compiler/sema/rewrite/texture.h. */
Value b_texture (Build *b, const RsNode *node);
/* All elements of a small array whose lengths the type says; fails otherwise. */
Value b_whole_array (Build *b, const Value *array, const RsNode *place);
void b_store (Build *b, const RsNode *target, RsOperator op, Value value);
/* All elements of a small array in memory, whose lengths are known: array op= value; op NONE: array = value. */
void b_store_all (Build *b, const RsNode *place, const Value *array, RsOperator op, Value value);

/* --- build-call.c --- */
Value b_call (Build *b, const RsNode *node);
/* Calls function; nodes: the argument nodes, or NULL. Returns the number of results. */
guint b_call_value (Build *b, Value function, Value *arguments, const RsNode *const *nodes, guint n, Value *results,
                    guint n_results, const RsNode *place);
Value b_call_function (Build *b, Value function, Value *arguments, guint n, guint n_results, Value *results,
                       const RsNode *place);

/* --- build-lazy.c --- */
Value b_lazy_range (Build *b, const Value *range, const RsNode *place);
/* Number of elements of a range of whole numbers whose step is known. */
const RsIrExpression *b_range_count (Build *b, const Value *range);
/* One of x and y is LAZY, or both. */
Value b_lazy_binary (Build *b, RsOperator op, Value x, Value y, const RsNode *place);
Value b_lazy_negative (Build *b, Value x, const RsNode *place);
/* builtin, element by element. */
Value b_lazy_call (Build *b, const RsBuiltin *builtin, const Value *arguments, guint n, const RsNode *place);
/* All elements with op: ADD, MUL, MIN, MAX, AND, OR. */
Value b_lazy_fold (Build *b, const Lazy *lazy, RsIrOp op, const RsNode *place);
const RsIrExpression *b_lazy_numel (Build *b, const Lazy *lazy);
/* Whether it reads arrays of integers other than int, whose copies wrap or clip. */
gboolean b_lazy_reads_small_integers (const Build *b, const Lazy *lazy);
/* Lengths of the dimensions, [*rank]. */
const RsIrExpression *const *b_lazy_dims (const Lazy *lazy, guint *rank);
/* One element; index: [rank]. */
Value b_lazy_element (Build *b, const Lazy *lazy, const RsIrExpression *const *index);
/* As a small array of known shape; the launch fails where it has another size. */
Value b_lazy_elements (Build *b, const Lazy *lazy, const Shape *shape, const RsNode *place);
/* A variable stands for it: the arrays that it reads may not be written. */
void b_lazy_bind (Build *b, const Lazy *lazy);
/* Whether its elements have single precision where double is selected. */
gboolean b_lazy_is_single (const Build *b, const Lazy *lazy);
/* Whether it reads columns, which are no vectors on the host (x[:,j]). */
gboolean b_lazy_has_columns (const Lazy *lazy);
/* Whether it is n x 1 for sure. */
gboolean b_lazy_is_column (const Build *b, const Lazy *lazy);
Value b_lazy_transpose (Build *b, Value x, const RsNode *place);
/* What a variable is given that stands for value: a copy, when value is LAZY and has to live on. */
Value b_lazy_kept (Build *b, Value value, gboolean is_assigned_again, const RsNode *place);
/* Whether symbol has in all of its uses what the one assignment gives it that stands in front of them in their block:
 * iterations of a loop around that hand nothing on through it. */
gboolean b_has_one_value (const Build *b, const RsSymbol *symbol);
/* ... which is seen when the body is complete. */
void b_finish_lazy (Build *b);
/* Loops over all indices; statements go inside until the caller restores b->block. Returns the block outside. */
RsIrBlock *b_open_elements (Build *b, const RsIrExpression *const *dims, guint rank, const RsIrExpression **index);

/* --- opened.c --- */
typedef struct {
  RsIrBlock *block;
  RsIrStatement *last;
} Stored;

/* The same for the elements of a part of an array that are stored, which may be levels of the nest; index: [rank]. */
Stored b_open_stored (Build *b, const RsIrExpression *const *dims, guint rank, const RsIrExpression **index);
void b_close_stored (Build *b, const Stored *stored);
/* LOOP: fails where such levels are asked for that can't be. */
void b_finish_opened (Build *b);

/* --- replaced.c --- */
/* Makes an input of the loop, an array that iterations give new values, one in memory. FALSE: it can't be. */
gboolean b_bind_replaced (Build *b, guint input);
/* variable = value, or op= where op is MAXIMUM or MINIMUM, of such a variable. */
void b_replace (Build *b, const Variable *variable, RsOperator op, Value value, const RsNode *place);

/* --- build-object.c --- */
Value b_object_input (Build *b, guint input, const RsNode *place);
/* The input that has the dimensions of a cell of objects. */
guint b_array_of_cell (Build *b, const Value *cell, const RsNode *place);
Value b_field (Build *b, const RsNode *node);
/* target = value, or as one step target op= value, where target is a FIELD. */
void b_store_field (Build *b, const RsNode *target, RsOperator op, Value value);
/* An object of its own with the same members; arrays are shared. */
Value b_copy_object (Build *b, const Value *value, const RsNode *place);
/* The members of value into those of target. */
void b_assign_object (Build *b, const Value *target, const Value *value, const RsNode *place);
/* T (x:=1, ...); FALSE: call is something else. */
gboolean b_construct (Build *b, const RsNode *call, Value *result);

/* --- build-overload.c --- */
guint b_count_parameters (const RsNode *function);
const RsNode *b_parameter_node (const RsNode *function, guint i);
gboolean b_is_variadic (const RsNode *function);
/* The definition that a call means; NULL: a built-in function, or none (or b_fail has been called). */
const RsNode *b_choose_overload (Build *b, const Value *function, const Value *arguments, guint n, const RsNode *place);

/* --- build-choice.c: functions that are chosen at run time --- */
/* condition ? x : y */
Value b_choose_function (Build *b, const RsIrExpression *condition, Value x, Value y, const RsNode *place);
/* A variable that stands for different functions. */
void b_assign_function (Build *b, const RsSymbol *symbol, Value value, const RsNode *place);
Value b_read_function (Build *b, Variable *variable);
guint b_call_choice (Build *b, const Value *function, Value *arguments, const RsNode *const *nodes, guint n,
                     Value *results, guint n_results, const RsNode *place);

/* Opens a kernel function for one work item; nodes[i] is NULL for what the launch tells. */
void b_open_work_item (Build *b, const Value *function, const RsNode *kernel, Value *arguments,
                       const RsNode *const *nodes, guint n, const RsNode *place);

/* --- build-launch.c --- */
/* parallel_do, serial_do: the grid, what is passed on, and the kernel function; [n] given. */
void b_launch (Build *b, const RsNode *call, Value *given, const RsNode *const *given_nodes, guint n);

/* --- build-fill.c --- */
/* zeros, ones, czeros: an array of these sizes, or of the vector of sizes, full of the number. */
Value b_fill (Build *b, Value *sizes, guint n, Value filling, const RsNode *place);
Value b_eye (Build *b, Value *sizes, guint n, const RsNode *place);
Value b_linspace (Build *b, Value *arguments, guint n, const RsNode *place);

/* --- build-generic.c --- */
/* The instance of the generic function node, which function is, for these arguments. NULL: b_fail has been called. */
const RsNode *b_instance (Build *b, const Value *function, const RsNode *node, const Value *arguments, guint n,
                          const RsNode *place);
/* How well it fits, -1: not at all. */
int b_instance_distance (Build *b, const Value *function, const RsNode *node, const Value *arguments, guint n);
/* f[int] */
Value b_explicit (Build *b, Value function, const RsNode *index);
/* $specialize (f, ...) */
Value b_specialization (Build *b, const RsNode *meta);
/* vec[T](3), zeros[T](2,2), T(x), cast(x, T); FALSE: something else. */
gboolean b_call_of_type (Build *b, const RsNode *call, Value *result);

/* --- build-intrinsic.c --- */
Value b_intrinsic (Build *b, const RsNode *node, const RsBuiltin *builtin, Value *arguments, guint n);
Value b_constant (Build *b, const RsBuiltin *builtin, const RsNode *place);
/* The launch fails with text (transfer full) where condition does not hold. */
void b_assert (Build *b, const RsIrExpression *condition, char *text);
/* ... in which % stands for number. */
void b_assert_number (Build *b, const RsIrExpression *condition, const RsIrExpression *number, char *text);
Value b_size_of (Build *b, Value value, const RsNode *place);

/* --- build-statement.c --- */
/* old op value; `n /= 2` of integers halves and truncates. */
Value b_compound_value (Build *b, RsOperator op, Value old, Value value, const RsNode *place);
void b_statement (Build *b, const RsNode *node);
void b_block (Build *b, const RsNode *node);
/* What the host has promised of the kernel's captures, in front of its body. */
void b_assume_known (Build *b);

/* --- build-hint.c --- */
/* Wishes of the kernel, where the attribute is {!kernel_tiling} or {!kernel_transform}; others are left alone. */
void b_take_hint (Build *b, const RsNode *attribute);
/* ... those between the loops of a nest. */
void b_take_level_hints (Build *b);

/* --- build-statement.c --- */
gboolean b_contains (const RsNode *node, RsNodeKind kind);
gboolean b_target_names (const RsNode *target, const RsSymbol *symbol);
gboolean b_assigns (const RsNode *node, const RsSymbol *symbol);
gboolean b_mentions (const RsNode *node, const RsSymbol *symbol);

/* --- share.c --- */
/* Whether body has symbol[...] = e. */
gboolean b_assigns_element (const RsNode *body, const RsSymbol *symbol);
/* Whether elements of a vector may be assigned under another name, in body or in what it calls: the vector has to be a
 * variable then. */
gboolean b_is_shared_vector (const RsNode *body, const RsSymbol *symbol);
gboolean b_share_vector (Build *b, const RsNode *target, const RsNode *value_node, const Value *value);

/* --- build-level.c --- */
const RsNode *b_level_name (const RsNode *loop);
gboolean b_is_inner_level (const Build *b, guint level);
/* Gives the level's variable its value for the work item; an inner level is opened as a loop. */
void b_bind_level (Build *b, guint level);
/* A loop in rows, when all of it is built: differences that are positions in rows become such. */
void b_finish_rows (Build *b);

/* --- build-extreme.c --- */
/* The assignment of `if e > m; m = e; endif` and its kind, in any order and with any comparison; NULL: it is none. */
const RsNode *b_find_extreme (const RsNode *branch, RsReduceOperator *reduce);

/* --- build-loop.c --- */
void b_build_loop (Build *b);
/* Bodies of loops carry nothing from one iteration to the next, or the build fails. */
void b_finish_loop (Build *b);

/* --- accumulation.c --- */
#define ACCUMULATION_MAX_TERMS 8

/* What a statement of a loop adds to a variable, or combines it with. */
typedef struct {
  RsReduceOperator reduce;
  const RsNode *terms[ACCUMULATION_MAX_TERMS]; /* of a sum; else there is one */
  gboolean negative[ACCUMULATION_MAX_TERMS];
  guint n_terms;
  gboolean is_logical;
  gboolean is_second; /* s = max (e, s), or min: NaN where e is, and then it goes on from the next e */
  gboolean is_choice; /* if e > s; s = e; endif: NaN where s is at the start */
} Accumulation;

/* The assignment of a node that accumulates to symbol, and to nothing that names it; NULL: it does not. */
const RsNode *b_match_accumulation (const RsNode *node, const RsSymbol *symbol, Accumulation *found);

/* Whether value is the symbol, or it and others added to it and taken off: the terms. */
gboolean b_match_sum (const RsNode *value, const RsSymbol *symbol, Accumulation *found);
/* node: ASSIGN or IF. FALSE: it accumulates nothing. */
gboolean b_accumulate (Build *b, const RsNode *node);
/* Whether the loop names a variable nowhere but where it accumulates to it. */
gboolean b_is_only_accumulated (const Build *b, const RsSymbol *symbol);
/* Makes an input of the loop an accumulator. FALSE: it is none. */
gboolean b_bind_accumulator (Build *b, guint input);

/* induction.c: makes an input of the loop an induction variable. FALSE: it is none. Scalars are kept in double
 * precision, as running sums are, and only where what they begin with is passed so. */
gboolean b_bind_induction (Build *b, guint input);
/* FALSE: the statement does not change it. */
gboolean b_step_induction (Build *b, Variable *variable, const RsNode *node);
/* Behind the body: what the program may see of them. */
void b_end_inductions (Build *b);
/* The assignments to symbol, elements included, and the loops that count in it. */
guint b_count_changes (const RsNode *node, const RsSymbol *symbol);
/* The assignment that is statement i of a loop's body; NULL: it is another one. */
const RsNode *b_own_assignment (const RsNode *body, guint i);

/* last-place.c: whether the loop only gives an input its own counter, in some iterations; how these are combined. */
gboolean b_takes_last_place (const Build *b, guint input, RsReduceOperator *reduce);

/* prior.c: gives an input of the loop the value that the iteration before gave it, as made of elements and numbers.
 * FALSE: it is no such variable. */
gboolean b_bind_prior (Build *b, guint input);

Value b_read_accumulator (Build *b, const Variable *variable, const RsNode *place);
/* Whether numbers are computed as on the host: iterations carry them on. */
static inline gboolean b_carries (const RsKernelRequest *request) { return request->serial || request->with_prefix; }

/* --- build-block.c --- */
gboolean b_is_shared_call (const RsNode *call);
Value b_shared (Build *b, const RsNode *call);
void b_barrier (Build *b, const RsNode *call);
/* The lengths of shared memory, or the build fails. */
void b_finish_blocks (Build *b);

/* The kernel runs block by block from now on. */
void b_need_blocks (Build *b);
/* One more array of shared memory; name: for messages. */
Value b_new_shared (Build *b, const RsNode *call, const char *name, RsElement element, guint rank,
                    const RsIrExpression *const *lengths);

/* --- call/group.c: groups of work items --- */
/* TRUE: symbol is a parameter for one. */
gboolean b_group_parameter (Build *b, const RsSymbol *symbol, Value *value);
Value b_group_member (Build *b, const Group *group, const RsNode *node);
Value b_group_call (Build *b, const Group *group, const char *method, Value *arguments, guint n, const RsNode *node);
/* The barrier of syncthreads. */
void b_wait_for_scope (Build *b, RsIrScope scope);

/* --- build-serial.c: loops inside a work item --- */
void b_for (Build *b, const RsNode *node);
void b_while (Build *b, const RsNode *node);
void b_repeat (Build *b, const RsNode *node);

/* --- build-dynamic.c --- */
/* An array of zeros with these lengths, I64, which the work item makes. */
Value
b_new_dynamic (Build *b, const RsNode *place, RsElement element, guint rank, const RsIrExpression *const *lengths);
/* zeros, ones and their kind: an array of copies of filling, a number. */
Value b_dynamic_fill (Build *b, const Value *sizes, guint n, const Value *filling, const RsNode *place);
Value b_dynamic_eye (Build *b, const Value *sizes, guint n, const RsNode *place);
/* What the elements of lazy are; the array element that holds them. */
Shape b_shape_of_element (Build *b, const Lazy *lazy);
RsElement b_element_of_shape (const Build *b, const Shape *shape);
/* All elements of lazy. */
Value b_dynamic_copy (Build *b, const Lazy *lazy, const RsNode *place);
/* The matrix product of two LAZY values. */
Value b_dynamic_product (Build *b, Value x, Value y, const RsNode *place);
/* Copies value, an array in memory, into the array of a variable: old, or a new one (NULL). */
Value b_dynamic_own (Build *b, Value value, const Value *old, const RsNode *place);
/* Gives an array that the kernel makes the name of its first variable, for messages. */
void b_name_dynamic (Build *b, const Value *array, const char *name);
/* The length of dimension k of an array in memory. */
const RsIrExpression *b_array_length (Build *b, guint input, guint k);
