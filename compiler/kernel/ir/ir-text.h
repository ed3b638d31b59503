/* Words of the IR's text form that print.c writes and parse.c reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/ir/ir.h"

extern const char *const rs_ir_binding_words[RS_BIND_DYNAMIC + 1];
extern const char *const rs_ir_reduce_words[RS_REDUCE_XOR + 1];
extern const char *const rs_ir_view_words[RS_IR_VIEW_FLAT + 1];
extern const char *const rs_ir_boundary_words[RS_IR_BOUNDARY_REPORTED + 1];
extern const char *const rs_ir_overflow_words[RS_OVERFLOW_WRAP + 1];
extern const char *const rs_ir_form_words[RS_KERNEL_FROM_EXPRESSION + 1];
extern const char *const rs_ir_exchange_words[RS_IR_N_EXCHANGES];
extern const char *const rs_ir_filter_words[RS_IR_N_FILTERS];
extern const char *const rs_ir_element_words[RS_N_ELEMENTS];

/* Index of word in words, or -1. */
int rs_ir_find_word (const char *const *words, guint n_words, const char *word);
