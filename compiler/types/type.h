/* The types of Quasar, as the compiler knows them and as the runtime describes its values.
 *
 * A type is immutable. Types without parameters are static; the others live in the arena they were made in (a
 * module's, or a scratch arena). Compare with rs_type_equal, never by pointer. `scalar` stands for the selected
 * precision: RsTypeContext says which, and element types in an RsType are always concrete (SINGLE or DOUBLE).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/syntax/ast.h"

#define RS_MAX_RANK 16
#define RS_SIZE_UNKNOWN (-1)

typedef enum {
  RS_ELEMENT_NONE = 0,
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class) RS_ELEMENT_##NAME = number,
#include "compiler/types/elements.def"
#undef RS_ELEMENT
  RS_N_ELEMENTS
} RsElement;

typedef enum {
  RS_TYPE_UNKNOWN, /* ??: known at run time only */
  RS_TYPE_NOTHING, /* no value: result of a function without outputs */
  RS_TYPE_NUMBER,  /* element: host scalars are DOUBLE, host int INT64, logical BOOL, complex CDOUBLE */
  RS_TYPE_ARRAY,   /* element, rank, sizes */
  RS_TYPE_STRING,
  RS_TYPE_RANGE, /* a..s..b before it is made an array; element says of what */
  RS_TYPE_CELL,  /* item: type of its elements, UNKNOWN when they differ; rank; inputs: a type for each element (3.5) */
  RS_TYPE_FUNCTION, /* inputs, outputs; KERNEL or DEVICE in qualifiers; declaration when it is one known function */
  RS_TYPE_CLASS,    /* class_symbol */
  RS_TYPE_POINTER,  /* item */
  RS_TYPE_CHOICE,   /* inputs: the alternatives */
  RS_TYPE_TYPE,     /* a type used as a value; item: that type */
} RsTypeKind;

/* How an access behaves outside the array (manual 2.4.1). DEFAULT: 'safe or 'checked by place, see LANGUAGE.md. */
typedef enum {
  RS_BOUNDARY_DEFAULT,
  RS_BOUNDARY_SAFE,
  RS_BOUNDARY_CIRCULAR,
  RS_BOUNDARY_MIRROR,
  RS_BOUNDARY_CLAMPED,
  RS_BOUNDARY_UNCHECKED,
  RS_BOUNDARY_CHECKED,
} RsBoundary;

/* What a store into an integer does with a value that does not fit (manual 2.2.3). */
typedef enum {
  RS_OVERFLOW_DEFAULT,
  RS_OVERFLOW_CHECKED,
  RS_OVERFLOW_SATURATE,
  RS_OVERFLOW_WRAP,
} RsOverflow;

typedef struct _RsType RsType;

struct _RsType {
  RsTypeKind kind;
  RsElement element;
  RsBoundary boundary;
  RsOverflow overflow;
  gboolean is_const;    /* 'const */
  /* NUMBER: written as int64 or scalar'double, which arrays hold as they are; elsewhere these are int and scalar */
  gboolean is_element;
  gint8 rank;           /* 1 vec, 2 mat, 3 cube, n; 0: any ({:}) */
  gint64 sizes[RS_MAX_RANK]; /* RS_SIZE_UNKNOWN where open; a vec of N has rank 1 and sizes[0] == N */
  const RsType *item;
  const RsType *const *inputs;
  guint n_inputs;
  const RsType *const *outputs;
  guint n_outputs;
  guint16 qualifiers;       /* FUNCTION: RS_NODE_KERNEL, RS_NODE_DEVICE, RS_NODE_VARIADIC */
  const RsNode *declaration; /* FUNCTION: the FUNCTION or LAMBDA node when it is known, else NULL */
  RsSymbol *class_symbol;    /* CLASS */
  const char *name;          /* CLASS: its name */
};

typedef enum { RS_PRECISION_SINGLE, RS_PRECISION_DOUBLE } RsPrecision;

extern const RsType rs_type_unknown, rs_type_nothing, rs_type_string, rs_type_bool, rs_type_int, /* host int: INT64 */
  rs_type_scalar, /* host scalar: DOUBLE */ rs_type_complex, rs_type_any_cell, rs_type_any_type,
  rs_type_any_function, rs_type_any_kernel, /* [...?? -> ??] */
  rs_type_parameter, /* a type parameter, or what is made of one, before it is bound; its kind is UNKNOWN */
  rs_type_null, /* ^??: of nullptr and null */ rs_type_object; /* of object(): a dynamic class without members */

/* A copy that lives in arena, with everything that it leads to but symbols and declarations. */
const RsType *rs_type_copy (RsArena *arena, const RsType *type);

gsize rs_element_get_bytes (RsElement element);
const char *rs_element_get_name (RsElement element);   /* as in Quasar: "uint8" */
gboolean rs_element_is_integer (RsElement element);    /* SIGNED or UNSIGNED; not BOOL */
gboolean rs_element_is_floating (RsElement element);
gboolean rs_element_is_complex (RsElement element);
RsElement rs_element_of_precision (RsPrecision precision);

/* What stands for the type in arrays: the selected precision of scalar, 32 bits of int. */
RsElement rs_type_get_array_element (const RsType *type, RsPrecision precision);
/* The largest or smallest number that a number or an element of an array of the type may be; FALSE when the type has
 * none. is_integer: *integer is it, else *scalar. */
gboolean rs_type_get_limit (const RsType *type, RsPrecision precision, gboolean largest, gboolean *is_integer,
                            gint64 *integer, double *scalar);

/* The element of a sum of both: the wider one; integer and floating gives floating. */
RsElement rs_element_join (RsElement a, RsElement b);

/* An array type with open sizes (rank 0: any). */
const RsType *rs_type_array (RsArena *arena, RsElement element, int rank);
/* The array or cell with `rank` open dimensions (0: any) whose items are of type item, as vec[T] makes it. */
const RsType *rs_type_array_of (RsArena *arena, const RsType *item, int rank, RsPrecision precision);
/* A vec(length). */
const RsType *rs_type_vector (RsArena *arena, RsElement element, gint64 length);

gboolean rs_type_equal (const RsType *a, const RsType *b);

/* Whether a value of type actual may be passed where formal stands: vec for mat for cube, any for ??, conversions of
 * STDLIB.md 1.4 not included. UNKNOWN is accepted by and for everything. */
gboolean rs_type_accepts (const RsType *formal, const RsType *actual);

/* Whether some value of type actual may become one of type formal: FALSE is certain, whatever the value
 * (type-fit.c). */
gboolean rs_type_may_convert (const RsType *formal, const RsType *actual);

/* The same without conversions, as overloads and type classes take values: no array for a number, no matrix for a
 * vec. */
gboolean rs_type_may_accept (const RsType *formal, const RsType *actual);

/* The type class of these types, simplified: [int|[int'const|mat]] is [int|mat], [int|int] is int. n > 0. */
const RsType *rs_type_choice (RsArena *arena, const RsType *const *types, guint n);

/* Whether a catch that asks for the type takes every error, as the text that all exceptions are. */
gboolean rs_type_takes_errors (const RsType *type);
/* Whether it takes errors at all: those, or the objects of a class. */
gboolean rs_type_may_be_caught (const RsType *type);

/* A cell whose elements have the types that are given one by one, in row-major order. sizes: [rank]. */
const RsType *rs_type_cell_of (RsArena *arena, const RsType *const *types, guint n, int rank, const gint64 *sizes);

/* What each argument of a variadic parameter has to be: `...vec[scalar]` and `...scalar` take scalars. */
const RsType *rs_type_of_rest (RsArena *arena, const RsType *type);

/* How far actual is from formal: -1 when it is not accepted, 0 when it is the same, more the more general formal is.
 * An overload set takes the candidate with the smallest sum over its parameters. */
int rs_type_distance (const RsType *formal, const RsType *actual);

/* The type that names two alternatives of one variable: their common type when every value of both belongs to it
 * (int and scalar: scalar; vec and mat: an array of any rank), else UNKNOWN. */
const RsType *rs_type_join (RsArena *arena, const RsType *a, const RsType *b);

/* Type text as written in Quasar: "cube(:,:,3)", "mat[uint8]", "[__device__ (vec2) -> scalar]". (transfer full) */
char *rs_type_to_string (const RsType *type);
/* The same in words, with an article, for messages about values: "a vector of 3 elements", "a 2-by-3 matrix of
 * integers", "a string"; a type for which there are none, as it is written: "a `cube(:,:,3)`". (transfer full) */
char *rs_type_describe (const RsType *type);
/* "a" or "an", for a message that names a type: an `ivec`. Static. */
const char *rs_article (const char *name);

/* Whether a type in the text of node says 'double. */
gboolean rs_node_names_double (const RsNode *node);

/* Whether name is a type of the language: scalar, uint8, vec, mat2x3. */
gboolean rs_type_name_is_builtin (const char *name);

/* The name of the i-th of them, without sizes; NULL behind the last. */
const char *rs_type_name_at (guint i);

/* The type that a type node names. Unknown names and sizes that are no numbers give UNKNOWN and open sizes
 * (compiler/sema has reported them); modifiers are taken over. lookup resolves the TYPE_NAME of a user type and answers
 * NULL for none; it may be NULL. See rs_scope_lookup_type_node in compiler/sema/names/symbol.h. */
const RsType *rs_type_from_node (RsArena *arena, const RsNode *node, RsPrecision precision,
                                 const RsType *(*lookup) (const RsNode *node, gpointer data), gpointer data);

/* The integer that a size is, an expression of numbers alone: 3, 2*3, 1+N with a number for N. */
gboolean rs_size_from_node (const RsNode *node, gint64 *value);
