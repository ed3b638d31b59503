/* The seal behind a package, and its tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/package/package.h"

#include <string.h>

#define RS_PACKAGE_MAGIC "RSPACK01"
#define RS_PACKAGE_DIGEST_BYTES 32

typedef struct {
  guint64 length; /* of the SQLite file before it; little-endian */
  guint8 digest[RS_PACKAGE_DIGEST_BYTES]; /* SHA-256 of it */
  char magic[8];
} RsPackageSeal;

G_STATIC_ASSERT (sizeof (RsPackageSeal) == 48);

static inline void
rs_package_compute_seal (const guint8 *data, gsize length, RsPackageSeal *seal)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize n = RS_PACKAGE_DIGEST_BYTES;

  seal->length = GUINT64_TO_LE ((guint64)length);
  memcpy (seal->magic, RS_PACKAGE_MAGIC, sizeof seal->magic);
  for (gsize at = 0; at < length; at += G_MAXINT32)
    g_checksum_update (checksum, data + at, (gssize)MIN (length - at, G_MAXINT32));
  g_checksum_get_digest (checksum, seal->digest, &n);
  g_checksum_free (checksum);
}
