/* Tickets of a device behind a driver: what it has begun, and when each thing ended.
 *
 * A ticket is the number of a command, from 1. Its times stay in a ring, which is many times as long as what is begun
 * at a time: an entry is taken again only when its command has ended.
 *
 * Threads: any.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/base/error.h"
#include "runtime/device/device.h"

#define RS_N_TICKETS 4096 /* many times the commands that are begun at a time */

/* Of a command, on the trace's clock. */
typedef struct {
  gpointer owner; /* what holds the tickets, borrowed: for threads of a driver, which get an entry only */
  guint64 ticket; /* atomic */
  gint64 begun, start;
  gint64 end;     /* atomic; 0: it has not ended */
  guint n_awaits; /* who waits for just this command */
} RsTicketTimes;

typedef struct {
  gpointer owner;
  GMutex lock; /* guards what follows */
  GCond ended;
  guint n_waiting;                   /* for ended, of any command; to tell nobody costs a call of the system */
  guint64 last;                      /* ticket */
  int failure;                       /* the driver's code, since the device was opened; 0: none; written atomically */
  gboolean is_lost;                  /* atomic: a command does not end */
  gint n_patient;                    /* atomic: commands that look at no stop flag and may take long */
  RsTicketTimes times[RS_N_TICKETS]; /* by ticket */
} RsTickets;

void rs_tickets_init (RsTickets *self, gpointer owner);

/* --- with the lock held --- */

/* The entry of a new ticket; waits until it is free, or the device is lost. */
RsTicketTimes *rs_tickets_add (RsTickets *self);
RsTicketTimes *rs_tickets_get (RsTickets *self, guint64 ticket);
/* Its command has ended, with 0 or why it failed; the first failure stays that of the device. */
void rs_tickets_end (RsTickets *self, RsTicketTimes *times, gint64 start, gint64 end, int code);
/* Waits until something has ended, at the longest until that monotonic time; 0: however long. */
void rs_tickets_wait_for_end (RsTickets *self, gint64 until);
/* Tells all who wait that something has changed. */
void rs_tickets_tell (RsTickets *self);

/* --- without it --- */

/* The device has failed, with the driver's code, unless it has before. */
void rs_tickets_fail (RsTickets *self, int code);
gboolean rs_tickets_is_lost (const RsTickets *self);
/* Whether rs_tickets_wait would return at once; see RsDeviceTable. */
gboolean rs_tickets_is_done (RsTickets *self, guint64 ticket);
gboolean rs_tickets_has_failed (const RsTickets *self);
/* Until the ticket's end. When stop (may be NULL) is set, tell_stop is called once with the lock held; the device is
 * lost where nothing comes of that within 2 seconds, but for commands that are patient. The driver's code, or 0. */
int rs_tickets_wait (RsTickets *self, guint64 ticket, const gint *stop, void (*tell_stop) (gpointer owner));
gboolean rs_tickets_get_times (RsTickets *self, guint64 ticket, gint64 *start, gint64 *end);
/* TRUE, with an error, where the device is lost: a kernel did not end. code: STOPPED of what waits for a command, whose
 * memory is then never freed, and DEVICE_LOST of what begins one. */
gboolean rs_tickets_check_lost (const RsTickets *self, const char *device, RsRuntimeError code, GError **error);
