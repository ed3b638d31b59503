/* Values of host code.
 *
 * A value is 16 bytes: a tag and either a number or a pointer to a counted object. Numbers are not allocated: host
 * scalars are IEEE double, host integers 64-bit, logical values 0 or 1.
 *
 * Ownership: a function that takes `RsValue` borrows it unless its comment says (transfer full); one that returns an
 * RsValue gives the caller a reference. rs_value_ref and rs_value_clear do nothing for numbers.
 *
 * Threads: reference counts are plain integers and belong to the session's thread. Queue threads never touch them: a
 * launch takes its references when it is queued and the session's thread drops them when it is retired.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/types/type.h"

typedef enum {
  RS_TAG_NONE, /* unset variable, missing result */
  RS_TAG_BOOL,
  RS_TAG_INT,
  RS_TAG_SCALAR,
  RS_TAG_NULL, /* null, nullptr */
  /* from here on: counted objects */
  RS_TAG_COMPLEX,
  RS_TAG_STRING,
  RS_TAG_RANGE,
  RS_TAG_ARRAY,
  RS_TAG_CELL,
  RS_TAG_FUNCTION,
  RS_TAG_OBJECT, /* instance of a class, or object() */
  RS_TAG_TYPE,
  RS_TAG_NATIVE, /* figure, form, ...: runtime/value/types/native.h */
} RsTag;

/* The head of every counted object. */
typedef struct {
  gint32 ref_count;
  guint8 tag; /* RsTag */
  guint8 color; /* for the collector of cycles, runtime/value/cycles.h */
  guint8 is_exception; /* a string with fields, runtime/value/types/exception.h */
} RsObject;

typedef struct _RsArray RsArray;       /* runtime/value/array.h */
typedef struct _RsCell RsCell;         /* runtime/value/types/cell.h */
typedef struct _RsFunction RsFunction; /* runtime/value/types/function.h */
typedef struct _RsClassObject RsClassObject; /* runtime/value/types/object.h */
typedef struct _RsNative RsNative;           /* runtime/value/types/native.h */

typedef struct {
  RsObject base;
  double re, im;
} RsComplex;

typedef struct {
  RsObject base;
  guint32 length;       /* bytes */
  guint32 n_characters; /* 0: not known yet; see runtime/value/types/string.h, as for the next */
  guint64 last_place;
  char text[]; /* NUL after length bytes; UTF-8 */
} RsString;

/* a..step..b: kept as three numbers while it is only looped over or used as an index. */
typedef struct {
  RsObject base;
  gboolean is_integer; /* low and step are integers */
  double low, step;
  gint64 count; /* >= 0 */
} RsRange;

typedef struct {
  RsObject base;
  const RsType *type;
} RsTypeValue;

typedef struct {
  guint32 tag; /* RsTag */
  guint32 unused;
  union {
    gint64 integer; /* INT, BOOL */
    double scalar;
    RsObject *object;
    RsComplex *complex;
    RsString *string;
    RsRange *range;
    RsArray *array;
    RsCell *cell;
    RsFunction *function;
    RsClassObject *class_object;
    RsTypeValue *type;
    RsNative *native;
  };
} RsValue;

G_STATIC_ASSERT (sizeof (RsValue) == 16);

#define RS_NONE ((RsValue){ .tag = RS_TAG_NONE })
#define RS_NULL ((RsValue){ .tag = RS_TAG_NULL })

static inline RsValue rs_value_int (gint64 x) { return (RsValue){ .tag = RS_TAG_INT, .integer = x }; }
static inline RsValue rs_value_bool (gboolean x) { return (RsValue){ .tag = RS_TAG_BOOL, .integer = x != 0 }; }
static inline RsValue rs_value_scalar (double x) { return (RsValue){ .tag = RS_TAG_SCALAR, .scalar = x }; }
static inline RsValue
rs_value_object (gpointer object)
{
  return (RsValue){ .tag = ((RsObject *)object)->tag, .object = object };
}

static inline gboolean rs_value_is_object (RsValue value) { return value.tag >= RS_TAG_COMPLEX; }
static inline gboolean
rs_value_is_number (RsValue value)
{
  return value.tag >= RS_TAG_BOOL && value.tag <= RS_TAG_SCALAR;
}

/* Frees the object and drops what it refers to. Called when a count reaches 0. */
void rs_object_free (RsObject *object);

static inline RsValue
rs_value_ref (RsValue value)
{
  if (rs_value_is_object (value))
    value.object->ref_count++;
  return value;
}

/* The count of a cell, function or object went down, but not to 0: it may be part of a cycle that nobody else holds. */
void rs_object_suspect (RsObject *object);

#define RS_COLOR_SUSPECT 0x80 /* in RsObject.color: rs_object_suspect knows it */

static inline gboolean
rs_object_may_be_in_cycle (const RsObject *object)
{
  return object->tag == RS_TAG_OBJECT || object->tag == RS_TAG_CELL || object->tag == RS_TAG_FUNCTION
         || object->is_exception;
}

static inline void
rs_object_unref (RsObject *object)
{
  if (--object->ref_count == 0)
    rs_object_free (object);
  else if (object->tag >= RS_TAG_CELL && (object->color & RS_COLOR_SUSPECT) == 0)
    rs_object_suspect (object);
}

static inline void
rs_value_clear (RsValue *value)
{
  if (rs_value_is_object (*value))
    {
      RsObject *object = value->object;

      value->tag = RS_TAG_NONE;
      rs_object_unref (object);
    }
  value->tag = RS_TAG_NONE;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RsValue, rs_value_clear)

/* BOOL, INT and SCALAR as a double; the caller has checked the tag. */
static inline double
rs_value_to_double (RsValue value)
{
  return value.tag == RS_TAG_SCALAR ? value.scalar : (double)value.integer;
}

/* Toward zero; what no 64-bit integer holds becomes the nearest one, NaN 0. */
static inline gint64
rs_truncate (double x)
{
  if (G_LIKELY (x >= -0x1p63 && x < 0x1p63))
    return (gint64)x;
  return x > 0 ? G_MAXINT64 : x < 0 ? G_MININT64 : 0;
}

RsValue rs_value_new_complex (double re, double im);
/* An integer in decimal digits. */
RsValue rs_value_new_integer_text (gint64 integer);
/* Bytes of the longest text that a program can make. */
#define RS_MAX_TEXT (1 << 28)
/* FALSE with an error when the texts among the values are longer together. */
gboolean rs_value_check_joined (const RsValue *values, guint n, GError **error);
/* text: NULL leaves length bytes for the caller to write. */
RsValue rs_value_new_string (const char *text, gssize length);
/* More numbers than this a double does not count one by one: such a range is an error where a program makes it. */
#define RS_LONGEST_RANGE ((gint64)9000000000000000)
/* The number of elements follows STDLIB.md 1.3, at most RS_LONGEST_RANGE; never fails. */
RsValue rs_value_new_range (double low, double step, double high, gboolean is_integer);
RsValue rs_value_new_type (const RsType *type);

/* What the value is, for kernel signatures and type checks: numbers are host types, an array has its rank and its
 * sizes; sizes are filled in for rank-1 arrays of at most 16 elements only when with_sizes is FALSE. The type lives in
 * arena. */
const RsType *rs_value_get_type (RsValue value, RsArena *arena, gboolean with_sizes);

/* "2-by-3 matrix", "string", "cell": for messages. (transfer full) */
char *rs_value_describe (RsValue value);
/* The same with "a" or "an" before it. (transfer full) */
char *rs_value_describe_one (RsValue value);

/* Text as print writes it (LANGUAGE.md, "Text and printing"); at_prompt: a string in quotes, as inside cells, and
 * arrays of more than 1,000 elements much abbreviated. Waits for pending launches on the arrays in it. */
void rs_value_format (RsValue value, gboolean at_prompt, GString *out);
/* One element of an array as print writes it among the others: one of single precision with the fewest digits that read
 * back in that. index: below its number of elements, row-major. */
/* A number of single precision: the fewest digits that read back as the same. */
void rs_value_format_single (double x, GString *out);
void rs_value_format_element (RsArray *array, gint64 index, GString *out);
