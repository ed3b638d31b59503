/* Loop nests that may become a grid.
 *
 * A nest is perfect when each loop's body is nothing but the next loop (attributes aside) and the ranges of inner loops
 * do not depend on variables that the nest assigns. The bytecode evaluates the ranges of all levels before it offers
 * the nest to the runtime; the kernel builder makes the same levels its grid. Both ask here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/abi.h"
#include "compiler/syntax/ast.h"
#include "compiler/types/type.h"

typedef enum {
  RS_LOOP_AUTOMATIC,
  RS_LOOP_PARALLEL,    /* {!parallel for} */
  RS_LOOP_SERIAL,      /* {!serial for}: native code, in one thread */
  RS_LOOP_INTERPRETED, /* {!interpreted for} */
} RsLoopRequest;

typedef struct {
  guint n_levels;                   /* 1..RS_MAX_GRID; 0: this loop can't be a nest, reason says why */
  const RsNode *loops[RS_MAX_GRID]; /* FOR, outermost first; or one loop that is_open */
  const RsNode *ranges[RS_MAX_GRID]; /* RANGE nodes */
  const RsNode *body;                /* BLOCK of the innermost level; the loop itself where it is_open */
  gboolean is_open; /* WHILE, REPEAT, FOR with `break` or `continue`: one level of unknown length, serial */
  gboolean has_long_loop;           /* in the body: one that may have many iterations */
  const RsSymbol *grows;            /* may be a number before the loop, and is an array behind an iteration; or NULL */
  guint rounds;                     /* of the loops in the body, an estimate; at least 1 */
  RsLoopRequest request;
  gboolean deals;                   /* out to the devices of the session: rs_attribute_deals */
  const char *reason;               /* static; NULL when n_levels > 0 and the loop is not an open FOR */
  guint reason_line_offset;         /* span.start of the reason's place */
  const RsNode *wrong;              /* what no parallel loop can have, where {!parallel for} asks for one; or NULL */
} RsLoopNest;

/* loop: FOR, WHILE or REPEAT. attribute: the ATTRIBUTE statement before the loop, or NULL. */
RsLoopNest rs_loop_nest_find (const RsNode *loop, const RsNode *attribute);

/* The same, and a while or repeat loop with long loops inside (has_long_loop), which becomes one work item where those
 * turn out to be little work. */
RsLoopNest rs_loop_nest_find_with_steps (const RsNode *loop, const RsNode *attribute);

/* A variable that the body makes an array of itself and parts of arrays; NULL: there is none. */
const RsSymbol *rs_loop_find_growing (const RsNode *body);

/* The outer variables that the loop (or function body) reads or writes, each once, in order of appearance: what has to
 * be passed to a kernel made from it. Variables first assigned inside (private ones) and loop variables are left out.
 * (element-type RsSymbol) (transfer container) */
GPtrArray *rs_loop_nest_get_inputs (const RsLoopNest *nest);

/* How often the statements of the longest loops below node run, at a guess where their bounds are no numbers; at least
 * 1. Slices of arrays count as loops over their elements. */
guint rs_count_rounds (const RsNode *node);

/* Whether a function does nothing but compute numbers and short vectors from such, and from elements of arrays, which
 * it may change: no arrays of its own, effects or variables from around it. Such a host function can be opened in a
 * loop that is compiled. function: FUNCTION. */
gboolean rs_function_is_simple (const RsNode *function);

/* Of such a function: whether the parameter of that index may stand for a number, an array of that element type and
 * number of dimensions, or a short vector. */
gboolean rs_function_takes_number (const RsNode *function, guint parameter);
gboolean rs_function_takes_array (const RsNode *function, guint parameter, RsElement element, int rank);
gboolean rs_function_takes_vector (const RsNode *function, guint parameter, gboolean is_floating);

/* Of such a function: whether it might not end in single precision. */
gboolean rs_function_needs_double (const RsNode *function);

/* Whether each local variable of a function surely has a value where it is read, and each output where it ends: kernels
 * give those that have none a zero, host code raises an error. function: FUNCTION with a body. */
gboolean rs_function_sets_variables (const RsNode *function);
