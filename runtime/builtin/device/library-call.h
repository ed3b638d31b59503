/* Calls of a device's libraries (runtime/device/library.h) on arrays that live there: built-in functions ask here
 * before they have kernels launched.
 *
 * A call goes where one of its arrays is, or where {!sched} says; it is not placed by cost, since another device would
 * do it by other means.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"
#include "runtime/device/library.h"

#define RS_LIBRARY_MOST_ARRAYS 4

/* In the order of the function's arguments. What is written and not read is written as a whole. */
typedef struct {
  const char *name; /* for traces and errors; static */
  RsArray *array;   /* borrowed */
  gboolean reads, writes;
} RsLibraryArray;

typedef struct {
  const char *title; /* the built-in function's name, or another one without blanks */
  RsLibraryCall call;
  RsLibraryArray arrays[RS_LIBRARY_MOST_ARRAYS];
  guint n_arrays;
} RsLibraryTask;

/* Whether a device has it: what has to be done before the call is then worth doing. Arrays that are not known yet are
 * left out. */
gboolean rs_device_has_library (RsSession *session, const RsLibraryTask *task);
/* Queues it. INTERPRET: no device can do it where its arrays are, and nothing has happened. */
RsLaunchResult rs_device_call_library (RsSession *session, const RsLibraryTask *task, GError **error);
