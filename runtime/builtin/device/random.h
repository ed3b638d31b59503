/* Random numbers that are made on a device.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/builtin/device/device-kernels.h"

typedef enum { RS_RANDOM_UNIFORM, RS_RANDOM_NORMAL } RsRandomKind;

/* Writes array, new and not empty, of the session's precision, from block `counter` of the seed's stream on: with the
 * same bits as runtime/builtin/random/random-blocks.c. INTERPRET: it is better made on the host, or has to be; nothing
 * has happened. */
RsLaunchResult rs_device_random (RsSession *session, const char *title, RsRandomKind kind, guint64 seed,
                                 guint64 counter, RsArray *array, GError **error);
/* The same for whole numbers from 0 to n - 1, in an array of int; those of int64 are made on the host. */
RsLaunchResult
rs_device_random_whole (RsSession *session, guint64 seed, guint64 counter, gint64 n, RsArray *array, GError **error);
