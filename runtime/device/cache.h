/* Compiled kernels on disk, by content: shared objects of the CPU, binaries of drivers. All devices share a folder and
 * its limit.
 *
 * Threads: one at a time, but for rs_cache_store and rs_cache_write; any number of processes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"

typedef struct _RsCache RsCache;

/* The folder that the settings say, else in the user's cache folder; it need not be there. (transfer full) */
char *rs_cache_dup_folder (const RsSettings *settings);

/* Where the settings say, else in the user's cache folder. device receives the one warning when it can't be written. */
RsCache *rs_cache_new (const RsSettings *settings, RsDevice *device);
void rs_cache_free (RsCache *cache);

/* Keys are SHA-256 in hexadecimal, of everything that decides the contents. */

/* Path of the shared object for key, NULL when there is none that is whole. (transfer full) */
char *rs_cache_lookup (RsCache *cache, const char *key);
/* A new path for temporary files, without extension, in a folder that can be written. (transfer full) */
char *rs_cache_get_temporary (RsCache *cache, GError **error);
/* After a file could not be written: goes on in a private folder. FALSE when that is what it does already. */
gboolean rs_cache_give_up (RsCache *cache);
/* Seals BASE.so and gives it its name. Returns its path. Any thread. (transfer full) */
char *rs_cache_store (RsCache *cache, const char *base, const char *key, GError **error);

/* The binary for key, NULL when there is none that is whole. (transfer full) */
GBytes *rs_cache_read (RsCache *cache, const char *key);
/* Keeps a binary, if that can be done. */
void rs_cache_write (RsCache *cache, const char *key, const void *data, gsize length);
