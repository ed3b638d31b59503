/* Whether a MATLAB file is what it claims to be, before libmatio, which believes every number in it, reads it.
 *
 * A file is a head of 128 bytes and elements: a tag of type and length, and data padded to 8 bytes. A matrix (type 14)
 * is made of elements: flags, dimensions, name, and then its numbers, its cells or its fields, which are matrices
 * again. Compressed ones (type 15) are inflated in memory, up to the ratio that zlib can reach.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/builtin/io/mat/mat-private.h"

#include "runtime/base/error.h"

#include <string.h>
#include <zlib.h>

#define HEAD 128
#define SHORTEST_MATRIX 8 /* bytes of an empty one */

/* Part of the file, or of what was inflated. */
typedef struct
{
  const guint8 *data;
  gsize left;
  gboolean is_swapped;
} Part;

typedef struct
{
  guint32 type;
  Part content;
} Element;

static guint32
get_number (const Part *part, gsize offset)
{
  guint32 x;

  memcpy (&x, part->data + offset, sizeof x);
  x = GUINT32_FROM_LE (x);
  return part->is_swapped ? GUINT32_SWAP_LE_BE (x) : x;
}

/* FALSE when there is no element, or not all of it. Up to 4 bytes may be in the tag itself. */
static gboolean
take_element (Part *part, Element *element)
{
  guint32 first, length;
  gsize whole;

  if (part->left < 8)
    return FALSE;
  first = get_number (part, 0);
  if (first >> 16 != 0)
    {
      *element = (Element){ first & 0xffff, { part->data + 4, first >> 16, part->is_swapped } };
      whole = 8;
      if (first >> 16 > 4)
        return FALSE;
    }
  else
    {
      length = get_number (part, 4);
      if (length > part->left - 8)
        return FALSE;
      *element = (Element){ first, { part->data + 8, length, part->is_swapped } };
      whole = 8 + (gsize)length;
      if (first != MAT_T_COMPRESSED)
        whole = MIN (part->left, (whole + 7) / 8 * 8);
    }
  part->data += whole;
  part->left -= whole;
  return TRUE;
}

static gsize
bytes_of_type (guint32 type)
{
  switch (type)
    {
    case MAT_T_INT8:
    case MAT_T_UINT8:
    case MAT_T_UTF8:
      return 1;
    case MAT_T_INT16:
    case MAT_T_UINT16:
    case MAT_T_UTF16:
      return 2;
    case MAT_T_INT32:
    case MAT_T_UINT32:
    case MAT_T_SINGLE:
    case MAT_T_UTF32:
      return 4;
    case MAT_T_DOUBLE:
    case MAT_T_INT64:
    case MAT_T_UINT64:
      return 8;
    default:
      return 0;
    }
}

/* Numbers of a known type: exactly n of them; of characters in UTF-8 at least as many bytes. */
static gboolean
take_numbers (Part *part, guint64 n, gboolean is_text)
{
  Element element;
  gsize bytes;

  if (!take_element (part, &element))
    return n == 0;
  bytes = bytes_of_type (element.type);
  return bytes > 0 && (element.content.left / bytes == n || (is_text && element.content.left / bytes >= n));
}

static gboolean
check_matrix (const Part *matrix, guint depth);

static gboolean
take_matrices (Part *part, guint64 n, guint depth)
{
  Element element;

  if (n > part->left / SHORTEST_MATRIX)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!take_element (part, &element) || element.type != MAT_T_MATRIX || !check_matrix (&element.content, depth + 1))
      return FALSE;
  return TRUE;
}

/* The length of names, the names, and a matrix for each field of each of the n structures. */
static gboolean
take_fields (Part *part, guint64 n, guint depth)
{
  Element element;
  guint32 length;
  gsize n_fields;

  if (!take_element (part, &element) || element.type != MAT_T_INT32 || element.content.left != 4)
    return FALSE;
  length = get_number (&element.content, 0);
  if (length < 1 || length > 256 || !take_element (part, &element) || element.type != MAT_T_INT8
      || element.content.left % length != 0)
    return FALSE;
  n_fields = element.content.left / length;
  for (gsize i = 0; i < n_fields; i++)
    if (memchr (element.content.data + i * length, '\0', length) == NULL)
      return FALSE;
  return n_fields == 0 || (n <= part->left / n_fields && take_matrices (part, n * n_fields, depth));
}

/* Rows, where columns begin, and the numbers; libmatio allocates what the lengths say, which is there. */
static gboolean
take_sparse (Part *part, guint64 n_columns)
{
  Element rows, starts, numbers;

  return take_element (part, &rows) && take_element (part, &starts) && take_element (part, &numbers)
         && rows.type == MAT_T_INT32 && starts.type == MAT_T_INT32 && starts.content.left / 4 == n_columns + 1
         && bytes_of_type (numbers.type) > 0;
}

/* Flags and dimensions. *n: number of elements. */
static gboolean
take_head (Part *part, guint32 *class, gboolean *is_complex, guint64 *n, guint64 *n_columns)
{
  Element flags, dims, name;
  gsize rank;

  if (!take_element (part, &flags) || flags.type != MAT_T_UINT32 || flags.content.left != 8
      || !take_element (part, &dims) || dims.type != MAT_T_INT32 || !take_element (part, &name)
      || name.type != MAT_T_INT8 || name.content.left > 255)
    return FALSE;
  *class = get_number (&flags.content, 0) & 0xff;
  *is_complex = (get_number (&flags.content, 0) & MAT_F_COMPLEX) != 0;
  rank = dims.content.left / 4;
  if (rank < 2 || rank > 16)
    return FALSE;
  *n = 1;
  for (gsize d = 0; d < rank; d++)
    if (__builtin_mul_overflow (*n, (guint64)get_number (&dims.content, 4 * d), n) || *n > G_MAXINT)
      return FALSE;
  *n_columns = get_number (&dims.content, 4);
  return TRUE;
}

static gboolean
check_matrix (const Part *matrix, guint depth)
{
  Part part = *matrix;
  guint32 class;
  gboolean is_complex;
  guint64 n, n_columns;

  if (part.left == 0)
    return TRUE; /* an element that was never set */
  if (depth > RS_MAT_DEEPEST || !take_head (&part, &class, &is_complex, &n, &n_columns))
    return FALSE;
  switch (class)
    {
    case MAT_C_CELL:
      return take_matrices (&part, n, depth);
    case MAT_C_STRUCT:
      return take_fields (&part, n, depth);
    case MAT_C_SPARSE:
      return !is_complex && take_sparse (&part, n_columns);
    case MAT_C_CHAR:
      return !is_complex && take_numbers (&part, n, TRUE);
    default:
      return class >= MAT_C_DOUBLE && class <= MAT_C_UINT64 && take_numbers (&part, n, FALSE)
             && (!is_complex || take_numbers (&part, n, FALSE));
    }
}

/* What a compressed element holds: one matrix. */
static gboolean
check_compressed (const Part *compressed)
{
  z_stream stream = { .next_in = (Bytef *)compressed->data, .avail_in = (uInt)compressed->left };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *block = g_malloc (1 << 16);
  Part part;
  Element element;
  int code = inflateInit (&stream);

  while (code == Z_OK && bytes->len < G_MAXINT && !rs_error_set_stopped (NULL)) /* which the caller looks at, too */
    {
      stream.next_out = block;
      stream.avail_out = 1 << 16;
      code = inflate (&stream, Z_NO_FLUSH);
      g_byte_array_append (bytes, block, (1 << 16) - stream.avail_out);
    }
  inflateEnd (&stream);
  part = (Part){ bytes->data, bytes->len, compressed->is_swapped };
  return code == Z_STREAM_END && take_element (&part, &element) && element.type == MAT_T_MATRIX
         && check_matrix (&element.content, 0);
}

/* The head ends with the version, 0x0100 in the order of bytes that the letters after it tell: IM, or MI when it is the
 * other one. */
static gboolean
is_version_5 (const char *head)
{
  return memcmp (head + HEAD - 4, "\0\1IM", 4) == 0 || memcmp (head + HEAD - 4, "\1\0MI", 4) == 0;
}

gboolean
rs_mat_check (const char *path, GError **error)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;
  Part part;
  Element element;

  if (!g_file_get_contents (path, &contents, &length, &reason))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE, "%s", reason->message);
      return FALSE;
    }
  if (length < HEAD || !is_version_5 (contents))
    {
      g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS, "it is no MATLAB file of version 5 to 7.3");
      return FALSE;
    }
  part = (Part){ (const guint8 *)contents + HEAD, length - HEAD, contents[HEAD - 2] == 'M' };
  while (part.left > 0)
    if (!take_element (&part, &element)
        || (element.type == MAT_T_COMPRESSED ? !check_compressed (&element.content)
                                             : element.type != MAT_T_MATRIX || !check_matrix (&element.content, 0)))
      {
        if (!rs_error_set_stopped (error))
          g_set_error (error, RS_RUNTIME_ERROR, RS_RUNTIME_ERROR_FILE_CONTENTS,
                       "the file is damaged or not complete, or holds objects or functions of MATLAB");
        return FALSE;
      }
  return TRUE;
}
