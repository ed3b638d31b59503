/* Pins: where launches of a kernel or loop go by the user's hand, of a device configuration.
 *
 * A pin names a place, "scale" or "filter.q:12" (a kernel function, or whatever begins in that line of a file of that
 * name, or of that path), and devices with shares: "opencl:0", or "cpu 40, opencl:0 60" in per cent of the launches.
 * Launches with shares go round in a fixed order in which each device comes as evenly as its share allows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_MOST_PIN_STEPS 100

typedef struct {
  char *device;
  guint percent; /* 1 to 100 */
} RsPinShare;

/* Not changed once it is made. */
typedef struct {
  char *place;
  GArray *shares;                  /* of RsPinShare; one at least, 100 per cent together */
  guint8 order[RS_MOST_PIN_STEPS]; /* indices of shares, */
  guint n_order;                   /* so many, of successive launches; then from the first again */
} RsPin;

/* An empty array of RsPin that owns them, of RsPinShare. (transfer full) */
GArray *rs_pins_new (void);
GArray *rs_pin_shares_new (void);
void rs_pin_shares_add (GArray *shares, const char *device, guint percent);

/* "opencl:0", "cpu 40, opencl:0 60"; NULL with what is wrong. (transfer full) */
GArray *rs_pin_parse_shares (const char *text, GError **error);
/* (transfer full) */
char *rs_pin_format_shares (const GArray *shares);
/* Whether shares are such that a pin can have them: those of rs_pin_parse_shares are. */
gboolean rs_pin_check_shares (const GArray *shares, GError **error);

/* Appends a pin. shares (transfer full): checked. */
void rs_pins_add (GArray *self, const char *place, GArray *shares);
/* The pin of what a trace calls title, file and line: that of its line before that of its name; NULL: it has none.
 * (transfer none) */
const RsPin *rs_pins_find (const GArray *self, const char *title, const char *file, guint line);
/* The line of that file that the place is, "filter.q:12", "/home/me/filter.q:12"; 0: it is none. */
guint rs_pin_get_line (const char *place, const char *file);
