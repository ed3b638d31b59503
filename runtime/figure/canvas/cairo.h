/* Cairo, loaded when the first figure is drawn.
 *
 * It brings some fifteen libraries with it, which would cost every program 6 ms at its start; most show nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <cairo.h>
#include <glib.h>

typedef struct
{
#define RS_CAIRO(name) __typeof__ (&name) name;
#include "runtime/figure/canvas/cairo-functions.def"
#undef RS_CAIRO
} RsCairo;

/* The functions, or NULL with an error of RS_RUNTIME_ERROR that says which package is missing. Any thread. */
const RsCairo *rs_cairo_get (GError **error);
