/* What the head of a .npy file says, as text and as numbers (npy-header.c).
 *
 * The head is eight bytes (a magic, the version), the length of a text, and the text: a dictionary as Python writes it,
 * {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, then blanks and a line feed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/value/array.h"

#define RS_NPY_MAGIC "\223NUMPY"
#define RS_NPY_MAGIC_LENGTH 6

typedef struct
{
  RsElement element;
  gboolean is_swapped; /* its bytes are in the order of other machines */
  gboolean is_fortran; /* the first index runs fastest */
  int rank;            /* from 0: a number */
  gint64 dims[RS_MAX_RANK];
  gint64 n_elements;
} RsNpyHeader;

/* text: the dictionary, of any bytes. FALSE with an error that does not name the file. */
gboolean rs_npy_header_parse (RsNpyHeader *self, const char *text, gsize length, GError **error);

/* The whole head of a file, for elements of this machine in row-major order. (transfer full) */
GString *rs_npy_header_format (RsElement element, int rank, const gint64 *dims);

/* FALSE with the error of a file that can't be right. */
gboolean rs_npy_fail_damaged (GError **error);
