/* Built-in functions on arrays that live on a device: kernels of the runtime's own, which are launched there, so that
 * the arrays stay.
 *
 * A built-in function looks at its arguments and says what is wrong with them as it always does; where the loop over
 * the elements would begin, it asks whether the array lives on a device (rs_device_holds), and if so, has the kernel of
 * the same effect launched (kernels.q), which is compiled for the device like any kernel of a program. Where it can't
 * be launched (rank, element type, memory, an interpreted kernel around the call), the loop runs on the host.
 *
 * Nothing of this is met by a program that runs on the CPU alone.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/specialize/specialize.h"
#include "runtime/session-private.h"
#include "runtime/value/array.h"

#define RS_DEVICE_KERNEL_RANK 3

/* A launch of a kernel of kernels.q. */
typedef struct {
  const char *kernel;                  /* its name there */
  const char *title;                   /* the function's name, or another one without blanks: for errors and traces */
  gint64 grid[RS_DEVICE_KERNEL_RANK];  /* work items, > 0 */
  guint rank;                          /* of the grid */
  gint64 block[RS_DEVICE_KERNEL_RANK]; /* work items; 0: it does not matter */
  gboolean needs_device;               /* the processor has a better way than this kernel, by whatever driver */
  gboolean is_exact;                   /* products and sums are not contracted, in all launches of this kernel */
  const RsValue
      *arguments; /* of the kernel, without pos; borrowed. Arrays are vectors there, whatever their dimensions */
  guint n_arguments;
  const RsArray *overwritten; /* borrowed: the kernel writes all of it, and reads none; or NULL */
} RsDeviceCall;

/* Whether the session has devices with memory of their own. */
gboolean rs_device_is_used (const RsSession *session);
/* Whether the array is worth working on where it is: on a device that has all of it, or will once what is queued has
 * ended. */
gboolean rs_device_holds (const RsSession *session, const RsArray *array);
/* Whether host code would have to wait for the array's elements, and to copy them. */
gboolean rs_device_has_only_copy (const RsArray *array);
/* To be asked for each part of so many elements of an array that a device holds: whether host code takes one small part
 * after another of the same array, so that the host had better have a copy of all of it, as for single elements. */
gboolean rs_device_is_taken_apart (RsSession *session, const RsArray *array, gint64 n_elements);
/* Whether a device may write the array without a copy of what it holds. */
gboolean rs_device_may_write (const RsSession *session, const RsArray *array);
/* Whether a new array had better be made on a device than on the host: the program runs on devices alone. */
gboolean rs_device_should_make (const RsSession *session, const RsArray *array);
/* The contents of a new array of the session: these bytes over and over, as many as an element has, or one; NULL, 0:
 * anything. FALSE: the host has to write them, now. */
gboolean rs_device_set_contents (const RsSession *session, RsArray *array, gconstpointer element, guint bytes);
/* A new array that is written by launches: its contents are nowhere yet. Fails with RS_RUNTIME_ERROR_MEMORY. (transfer
 * full) */
RsArray *rs_device_result_new (RsElement element, int rank, const gint64 *dims, GError **error);
/* Queues it. INTERPRET: it is not possible, and nothing has happened. */
RsLaunchResult rs_device_launch (RsSession *session, const RsDeviceCall *call, GError **error);
