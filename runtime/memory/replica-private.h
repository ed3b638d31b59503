/* Within runtime/memory: the inside of replicas, see replica.h.
 *
 * One lock guards all lists and is never held during a copy. Who copies or frees marks the array as moving; others that
 * want the same array wait until it is not. Who moves one array waits for another in one case: its memory is full, and
 * what could leave it is being moved by somebody who does not wait, too.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/memory/replica.h"

typedef struct _RsReplica RsReplica;

struct _RsReplica {
  RsReplica *next;          /* of the array */
  RsReplica *newer, *older; /* of the memory, by last use; not of the host */
  RsArray *array;
  guint memory;  /* number of its memory */
  gpointer data; /* NULL: none there */
  gsize bytes;
  RsExtents valid;
  guint n_users;            /* acquired and not released */
  guint32 name, file, line; /* of the launch that brought it there, and its variable; 0: not known */
};

struct _RsReplicas {
  RsReplica *first;
  gboolean is_moving;
  gboolean is_blocked;  /* who moves it waits for memory */
  RsExtents unwritten;  /* what holds `contents`, wherever it is valid */
  guint8 contents[16];  /* [contents_bytes] */
  guint contents_bytes; /* 0: anything */
  gboolean is_kept;     /* the host's memory: whether a copy from or to it has ended can't be known any more */
};

/* The memory of a device. */
typedef struct {
  RsDevice *device;
  RsReplica *newest, *oldest;
  guint64 in_use;    /* bytes */
  guint64 most;      /* bytes that it could have had when the device was asked last; G_MAXUINT64: that is not known */
  gint64 most_asked; /* when, us; 0: never */
  guint64 last_copy; /* ticket of the last copy into it, or fill */
  guint (*get_next_use) (const RsArray *array, gpointer data); /* see rs_memory_set_forecast; may be NULL */
  gpointer forecast_data;
  void (*note_fetch) (guint64 oid, guint64 bytes, gpointer data); /* see rs_memory_set_note_fetch; may be NULL */
  gpointer fetch_data;
  GArray *copies; /* of begun copies whose event is not emitted yet; NULL: none */
  char *fault;    /* see rs_memory_set_fault; NULL: none yet */
} RsMemory;

extern GMutex rs_memory_lock;

/* All with the lock held, which those that copy release meanwhile. */

/* Waits until something has moved. */
void rs_memory_wait_moved (void);

/* NULL for the host, and when the device is gone. */
RsMemory *rs_memory_get (guint memory);
RsReplica *rs_replica_find (const RsArray *array, guint memory);
/* An entry without memory. */
RsReplica *rs_replica_add (RsArray *array, guint memory);
/* All bytes of the array. */
RsExtent rs_replica_get_whole (const RsArray *array);
/* Where it has no replicas yet, there is the host's. */
void rs_replica_begin (RsArray *array);
/* The part is valid there only. */
void rs_replica_take_over (RsReplica *replica, RsExtent part);
/* cause: NULL: it is defined again. This thread moves the array. */
void rs_replica_set_undefined (RsArray *array, const char *cause);
/* Moves the replica to the front of its memory. */
void rs_replica_touch (RsReplica *replica);
/* Makes part valid in a replica that has memory, of an array that this thread moves. */
gboolean rs_replica_make_valid (RsReplica *replica, RsExtent part, GError **error);
/* That the device's limit leaves no room for so many bytes more, and who has what there is. */
void rs_memory_set_full (const RsMemory *memory, guint64 bytes, GError **error);
/* Gives it memory, evicting others. */
gboolean rs_replica_allocate (RsReplica *replica, GError **error);
/* Frees its memory, of an array that this thread moves. */
void rs_replica_free_memory (RsReplica *replica);
/* What is valid only there goes to the host, or is lost with the device (FALSE); nothing is valid there any more. This
 * thread moves the array. */
gboolean rs_replica_evacuate (RsReplica *replica);
/* Sets RsArray.host_use. */
void rs_replica_update_host (RsArray *array);
/* Waits until no other thread moves the array, and moves it; and the end of that. */
void rs_replica_begin_move (RsArray *array);
void rs_replica_end_move (RsArray *array);

gboolean rs_replica_copy (const RsReplica *from, RsReplica *to, RsExtent part, GError **error);
/* Between two devices that can do without the host; has ended when this returns. FALSE: they can't, or it failed. */
gboolean rs_replica_copy_peer (const RsReplica *from, RsReplica *to, RsExtent part);
/* Makes what nobody has written valid without a copy: replicas->contents. The device has to have fill. */
gboolean rs_replica_fill (RsReplica *replica, RsExtent part, GError **error);
/* Emits the events of copies into that memory that have ended. */
void rs_memory_emit_copies (RsMemory *memory);
