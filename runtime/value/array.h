/* Arrays: numbers in row-major order with one identity and a copy in each memory that needs one.
 *
 * An array has an oid that is never used twice in a process, a version that every write advances, and at most one
 * replica a memory. The host replica is `data`; runtime/memory keeps the others and makes replicas valid. Host code
 * reads and writes elements through rs_array_read and rs_array_write, which wait for launches that still use the
 * array and fetch it from a device when it is newer there.
 *
 * A vec of N elements has rank 1 and dims = {N}; size() shows it as 1 x N (STDLIB.md 1.3). Dimensions beyond the rank
 * are 1. Memory of a page or more has an inaccessible page on both sides.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/value.h"

typedef struct _RsReplicas RsReplicas; /* runtime/memory/replica.h: copies in the memories of devices */

/* What host code may do with RsArray.data while no launch uses the array. */
typedef enum {
  RS_HOST_OWNS,  /* read and write it: nobody else has anything that is valid */
  RS_HOST_READS, /* read it: others have copies */
  RS_HOST_ASKS,  /* nothing: parts are only valid elsewhere */
} RsHostUse;

struct _RsArray {
  RsObject base;
  RsElement element;
  RsBoundary boundary;  /* of the variable it was made for; DEFAULT mostly */
  RsOverflow overflow;
  gint8 rank; /* 1..RS_MAX_RANK */
  gint64 dims[RS_MAX_RANK];
  gint64 n_elements;
  guint64 oid;
  guint64 version;      /* advanced by every write, session's thread only */
  gpointer data;        /* host replica */
  gint pending_writes;  /* launches queued that write it; atomic; 0: data may be read */
  gint pending_reads;   /* launches queued that read it; atomic; both 0: data may be written */
  RsReplicas *replicas; /* owned by runtime/memory; NULL while only the host has had it */
  guint8 host_use;      /* RsHostUse; atomic */
  /* Why its contents are lost, interned; NULL: they are defined. Set by runtime/memory; atomic. host_use is ASKS. */
  const char *undefined;
};

/* Allocates without initialising (zero: FALSE) or zeroed. Fails with RS_RUNTIME_ERROR_MEMORY when the size overflows
 * or cannot be had; the message names the size. */
RsArray *rs_array_new (RsElement element, int rank, const gint64 *dims, gboolean zero, GError **error);
/* A rank-1 array. */
RsArray *rs_array_new_vector (RsElement element, gint64 length, GError **error);
RsArray *rs_array_copy (RsArray *array, GError **error);
RsArray *rs_array_ref (RsArray *array);
void rs_array_unref (RsArray *array);

/* Host memory, valid for reading, after waiting for launches that write the array. What is lost has other contents, and
 * rs_array_take_loss says so; an error of an earlier launch stays with the session (see runtime/sched). */
gconstpointer rs_array_read (RsArray *array);
/* The same for writing: waits for readers too, advances the version, makes other replicas stale. */
gpointer rs_array_write (RsArray *array);
/* The same for writing all of it: what it held is not fetched, and what was lost is defined again. */
gpointer rs_array_overwrite (RsArray *array);

/* Why the contents of an array are lost that this thread has read or changed in part since the last call; NULL: there
 * is none. (transfer full) */
GError *rs_array_take_loss (void);
extern _Thread_local GError *rs_array_loss; /* whether there is one */
/* Says that an array is being computed where this thread does not wait for it. name: NULL: it has none. FALSE. */
gboolean rs_array_refuse (const char *name, GError **error);

/* Element as a value: BOOL, INT, SCALAR or COMPLEX. index is linear and in range. */
RsValue rs_array_get_element (RsArray *array, gint64 index);
/* n elements from first on, at most 1024 of them; complex ones by their magnitude. */
void rs_array_read_doubles (RsArray *array, gint64 first, gsize n, double *out);
/* Stores a number, converted to the element type as the array's overflow rule says. FALSE with an error when the value
 * is no number or does not fit ('checked). */
gboolean rs_array_set_element (RsArray *array, gint64 index, RsValue value, GError **error);

static inline gint64
rs_array_get_dim (const RsArray *array, int dim)
{
  return dim < array->rank ? array->dims[dim] : 1;
}

static inline gint64
rs_array_get_bytes (const RsArray *array)
{
  return array->n_elements * (gint64)rs_element_get_bytes (array->element);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsArray, rs_array_unref)
