/* One program on two devices: what each statement of host code assigned on either, how long that took, and how far the
 * values are apart (manual 18.3, "Compare device accuracy" and "Compare device performance").
 *
 * The program runs twice. What it assigns on the first device is kept in a temporary file, and compared with what it
 * assigns on the second, the k-th time at a place with the k-th time there. Statements are waited for one by one, so
 * that launches don't overlap; their times hold no copies that the comparison makes.
 *
 * Of cells and objects all numbers and texts in them are compared, each with the one at its place. Where their sizes or
 * classes differ, or an array's, they are of another size. That something in them was assigned is seen of the first
 * 10,000 parts.
 *
 * Whole loops are statements, too, beside those inside them: on one device a loop may be a launch, on the other it may
 * be interpreted.
 *
 * Threads: those of the sessions, one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/session.h"

/* On one device. */
typedef struct {
  gint64 times;         /* that the statement ran and changed the variable; 0: never, the rest is unset */
  gint64 time, fastest; /* ns; all times, and the shortest */
  /* of all numbers that were assigned, but NaN; of complex ones real and imaginary parts count */
  double least, most, mean;
  gint64 n_numbers, n_nan; /* least, most and mean are unset where there is no number */
} RsComparedSide;

/* A variable at a place. Texts are owned by the comparison. */
typedef struct {
  const char *file, *name;
  guint32 line;
  gboolean is_in_loop; /* of host code; the other device may have run the loop as a whole */
  RsComparedSide sides[2];
  gint64 n_compared;   /* times that all numbers and texts were */
  gint64 n_other_size; /* times that the sizes differed */
  /* the largest difference in parts of the largest number of its array, and the difference itself: infinite where one
   * is NaN or infinite and the other is not, and between texts; 0: all are equal */
  double relative, difference;
  const char *at; /* where that was: "[3, 4], time 2: 1.5, 1.25", ".name, time 1: \"a\", \"b\""; "": nowhere */
} RsComparedStatement;

typedef struct _RsComparison RsComparison;

RsComparison *rs_comparison_new (void);
void rs_comparison_free (RsComparison *comparison);

/* Looks at the next run of session, which is compiled: on the first device (side 0), then on the second (1). The
 * session has no debugger. */
void rs_comparison_begin (RsComparison *comparison, RsSession *session, guint side);
/* After the run, before the session is freed. */
void rs_comparison_end (RsComparison *comparison);

/* In the order of the text, main program first. (transfer container) (element-type RsComparedStatement) */
GPtrArray *rs_comparison_list (RsComparison *comparison);
/* Times that values could not be compared because there were too many to be kept: only their summaries are. */
gint64 rs_comparison_count_unkept (const RsComparison *comparison);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsComparison, rs_comparison_free)
