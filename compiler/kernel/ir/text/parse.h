/* Reading the text form of kernel IR: what the files parse*.c share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir-text.h"

typedef struct _RsIrItem RsIrItem;
struct _RsIrItem {
  const char *atom; /* NULL: a list */
  gboolean is_string;
  RsIrItem **items;
  guint n_items;
  guint line;
};

typedef struct {
  const char *text;
  const char *cursor;
  guint line;
  guint depth;
  RsArena *scratch;
  RsKernel *kernel;
  GError **error;
} RsIrReader;

/* --- parse-items.c --- */
/* Sets the error of the text, unless there is one; format: with one %s, for detail. NULL. */
gpointer rs_ir_text_fail (RsIrReader *p, guint line, const char *format, const char *detail);
/* The next list, string or word, of scratch; NULL with an error. */
RsIrItem *rs_ir_text_read_item (RsIrReader *p);
/* The word at i of a list: "" where there is none. */
const char *rs_ir_text_atom (const RsIrItem *list, guint i);
gint64 rs_ir_text_integer (const RsIrItem *list, guint i);
/* LINE, or LINE:COLUMN. */
RsIrPlace rs_ir_text_place (const RsIrItem *list, guint i);

/* --- parse-body.c --- */
/* Index behind % or @, below n, and the number behind its dot. FALSE with an error. */
gboolean
rs_ir_read_reference (RsIrReader *p, const RsIrItem *item, char sigil, guint n, guint16 *index, guint8 *component);
/* Which of the words stands at i; -1 with an error. */
int rs_ir_read_word (RsIrReader *p, const RsIrItem *list, guint i, const char *const *words, guint n_words);
/* RS_IR_NONE: there is no type of that name. */
RsIrType rs_ir_read_type (const char *word, gsize length);
/* NONE: there is no element type of that name. */
RsElement rs_ir_find_element (const char *word);
/* RS_IR_N_OPS: there is no operation of that name. */
RsIrOp rs_ir_find_op (const char *word);
/* The expression, or the block, at i of a list. FALSE with an error. */
gboolean rs_ir_read_value (RsIrReader *p, const RsIrItem *list, guint i, const RsIrExpression **value);
gboolean rs_ir_read_inner (RsIrReader *p, const RsIrItem *list, guint i, RsIrBlock *block);
gboolean rs_ir_read_block (RsIrReader *p, const RsIrItem *list, RsIrBlock *block);
