/* The breakpoints of a window as one run's debugger knows them: by numbers. Those that are set at the prompt become the
 * window's, those that the debugger takes away go from it.
 *
 * Threads: main thread only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "ide/debug/points.h"

typedef struct _RsPointNumbers RsPointNumbers;

/* What stops the program when it is written. */
typedef struct {
  int number;
  char *what; /* a variable, or `object N` */
  gboolean is_off;
} RsWatched;

RsPointNumbers *rs_point_numbers_new (RsDebugPoints *points);
void rs_point_numbers_free (RsPointNumbers *self);

/* The request that sets a point at that line of the program, or changes it. (transfer full) */
char *rs_point_numbers_describe (RsPointNumbers *self, const RsDebugPoint *point, guint line);
/* Whether what is told of the points is the debugger's own doing. */
gboolean rs_point_numbers_is_adopting (const RsPointNumbers *self);

/* The debugger's records. asked: the point that the request was about; NULL: none. */
void rs_point_numbers_take_breakpoint (RsPointNumbers *self, char **fields, RsDebugPoint *asked);
/* How often it has been hit and the error of its condition, of such a record. */
void rs_point_numbers_take_hits (RsPointNumbers *self, char **fields);
void rs_point_numbers_take_deleted (RsPointNumbers *self, int number);
/* (element-type RsWatched) (transfer none) */
GPtrArray *rs_point_numbers_get_watched (RsPointNumbers *self);
/* Forgets a point that the window takes away; its number, or 0. */
int rs_point_numbers_remove (RsPointNumbers *self, const RsDebugPoint *point);
