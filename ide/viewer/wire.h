/* What redshift-cli and the viewer (redshift-ide --viewer) say to each other, over a socket between the two processes.
 *
 * A message is its length (8 bytes, of this machine) and a GVariant "(yv)": its kind and what belongs to it. Both ends
 * are of one build.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/figure/figure.h"
#include "runtime/form/form.h"

#include <gio/gio.h>

typedef enum {
  RS_WIRE_FIGURE = 1,       /* to the viewer: a figure as it is now */
  RS_WIRE_CLOSE_FIGURE = 2, /* both ways: (u) its number */
  RS_WIRE_FORM = 3,         /* to the viewer: a form as it is now */
  RS_WIRE_READY = 4,        /* from the viewer: (u) 0 */
  RS_WIRE_CHANGE = 5,       /* from the viewer: (uudu) form, widget, value, n_changes */
  RS_WIRE_CLICK = 6,        /* from the viewer: (uudu) the same */
  RS_WIRE_CLOSE_FORM = 7,   /* from the viewer: (u) its number */

  /* Between the window and the process of a run (ide/run/child.h), beside those above. */
  RS_WIRE_RUN = 8,      /* to the process, once: what to run, RS_CHILD_REQUEST */
  RS_WIRE_STOP = 9,     /* to the process: (u) 0 */
  RS_WIRE_OUTPUT = 10,  /* from it: (uay) RsOutputStream, text */
  RS_WIRE_ENDED = 11,   /* from it: (u) status of the program; the first one counts */
  RS_WIRE_ASK = 12,     /* to the process: (ay) a request for the debugger (runtime/debug/protocol.h) */
  RS_WIRE_LEAVE = 13,   /* to the process: (u) 0; it ends with the program */
  RS_WIRE_RECORD = 14,  /* from it: (ay) what the debugger tells */
  RS_WIRE_COMPILE = 15, /* from it: (ss) what is compiled, for which device; "", "": nothing any more */
  RS_WIRE_SAVE = 16,    /* to the process: (u) 0; the last stretch of its recording is to be saved */
  RS_WIRE_SAVED = 17,   /* from it: (ss) the trace that it is in; why, and how much */
  RS_WIRE_RACE = 18,    /* from it: RS_WIRE_RACE_TYPE, the members of RsRace */
  RS_WIRE_LOOP = 19,    /* from it: (suus) the members of RsLoopNote */
} RsWireKind;

#define RS_WIRE_RACE_TYPE "(suuuss)"
#define RS_WIRE_RACE_VALUES "(&suuu&s&s)" /* for g_variant_get */

/* Environment variable of the process that was started: its end of the socket. */
#define RS_WIRE_FD "REDSHIFT_VIEWER_FD"

/* Sends one message; takes a floating value. Any thread, but one at a time. FALSE: the other end is gone. */
gboolean rs_wire_send (int fd, RsWireKind kind, GVariant *value);
/* Waits for the next message. NULL: the other end is gone, or what came is no message. (transfer full) */
GVariant *rs_wire_receive (int fd, RsWireKind *kind);

/* copy: of a figure. (transfer floating) */
GVariant *rs_wire_pack_figure (const RsFigure *copy);
/* NULL when it is not what rs_wire_pack_figure made. (transfer full) */
RsFigure *rs_wire_unpack_figure (GVariant *value);

/* Takes the lock of the form. (transfer floating) */
GVariant *rs_wire_pack_form (RsForm *form);

/* FALSE: value is not what rs_wire_pack_form made. */
gboolean rs_wire_read_form (GVariant *value, guint *number, gboolean *is_closed);
/* What the program has changed, or a form without widgets is to be; widgets are only added, up to one that is none.
 * embedded: see rs_wire_get_embedded. value: one that rs_wire_read_form takes. */
void rs_wire_update_form (RsForm *form, GVariant *value, GHashTable *embedded);
/* The figure of a display, made when its form comes before it. embedded: number -> RsFigure, owned. (transfer none) */
RsFigure *rs_wire_get_embedded (GHashTable *embedded, guint number);
/* What the user has done. (transfer floating) */
GVariant *rs_wire_pack_event (const RsFormEvent *event, RsWireKind *kind);
