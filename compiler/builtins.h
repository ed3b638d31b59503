/* The built-in functions and constants, as the compiler sees them: the rows of compiler/builtins.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef enum {
  RS_BUILTIN_HOST = 1 << 0,        /* may be called from host code */
  RS_BUILTIN_KERNEL = 1 << 1,      /* may be called from kernel and device functions */
  RS_BUILTIN_ELEMENTWISE = 1 << 2, /* works element by element; part of fused expressions */
  RS_BUILTIN_REDUCTION = 1 << 3, /* one array to one number when called with one argument; root of fused expressions */
  RS_BUILTIN_COMMAND = 1 << 4,   /* may be called without parentheses: print a, b */
  RS_BUILTIN_CONSTANT = 1 << 5,  /* a name, not a function: pi, eps, true */
  RS_BUILTIN_EFFECT = 1 << 6,    /* has a side effect: output, files, time, random state */
  RS_BUILTIN_MACHINE = 1 << 7,   /* the virtual machine runs it itself: no function in runtime/builtin */
} RsBuiltinFlags;

/* How the type of the result follows from the arguments. */
typedef enum {
  RS_RESULT_UNKNOWN,
  RS_RESULT_NOTHING,
  RS_RESULT_BOOL,
  RS_RESULT_INT,
  RS_RESULT_SCALAR,
  RS_RESULT_COMPLEX,
  RS_RESULT_STRING,
  RS_RESULT_SAME,      /* of the first argument */
  RS_RESULT_FLOATING,  /* first argument, integers made scalar: sqrt, sin */
  RS_RESULT_JOIN,      /* wider of all arguments, element-wise: max(a,b) */
  RS_RESULT_JOIN_FLOATING, /* ... integers made scalar: atan2 */
  RS_RESULT_REAL,      /* first argument, complex made scalar: abs, real */
  RS_RESULT_REAL_FLOATING, /* first argument, complex and integers made scalar: angle */
  RS_RESULT_LOGICAL,   /* shape of the first argument, logical: isnan */
  RS_RESULT_INTEGER,   /* shape of the first argument, int: int(x) */
  RS_RESULT_TRANSPOSED, /* first argument with rows and columns exchanged */
  RS_RESULT_SPECTRUM,  /* first argument made complex: fft2(x) */
  RS_RESULT_ELEMENT,   /* element of the first argument: sum(x) */
  RS_RESULT_SIZE,      /* vector of int: size(x) */
  RS_RESULT_ALLOCATION, /* array of scalar whose rank follows from the arguments: zeros(h,w) */
  RS_RESULT_CELL,
  RS_RESULT_LIMIT,     /* a number of the type that the argument names: maxvalue(uint8) */
  RS_RESULT_IMAGE,     /* imread: mat or cube, by its mode */
} RsResultRule;

typedef struct {
  const char *name;
  guint id;            /* RS_BUILTIN_ID_<NAME> */
  int min_arguments;
  int max_arguments;   /* -1: any number */
  guint flags;         /* RsBuiltinFlags */
  RsResultRule result;
  const char *signature;     /* "y = mod(a, b)" */
  const char *documentation; /* one sentence or two */
  const char *example;       /* a program */
  const char *prints;        /* its output, without the last newline */
} RsBuiltin;

enum {
#define RS_BUILTIN(NAME, name, min, max, flags, result, signature, documentation, example, prints) RS_BUILTIN_ID_##NAME,
#include "compiler/builtins.def"
#undef RS_BUILTIN
  RS_N_BUILTINS
};

/* NULL when there is none of that name. */
const RsBuiltin *rs_builtin_find (const char *name);
const RsBuiltin *rs_builtin_get (guint id);

/* Whether it starts a kernel function: parallel_do, serial_do. */
static inline gboolean
rs_builtin_is_launch (const RsBuiltin *builtin)
{
  return builtin->id == RS_BUILTIN_ID_PARALLEL_DO || builtin->id == RS_BUILTIN_ID_SERIAL_DO;
}
