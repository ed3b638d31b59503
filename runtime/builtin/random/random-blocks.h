/* The numbers of the random generator, many blocks at a time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

#define RS_RANDOM_BLOCKS 64 /* computed at a time */

/* Blocks counter to counter + RS_RANDOM_BLOCKS - 1 of the seed's stream; block b gives numbers 2b and 2b + 1. Any
 * thread. */
typedef void (*RsRandomBlocks) (guint64 seed, guint64 counter, double numbers[2 * RS_RANDOM_BLOCKS]);

/* [0, 1), with 24 and with 53 random bits: as many as a single and a double have, so that rounding never gives 1. */
void rs_random_uniform_single (guint64 seed, guint64 counter, double numbers[2 * RS_RANDOM_BLOCKS]);
void rs_random_uniform_double (guint64 seed, guint64 counter, double numbers[2 * RS_RANDOM_BLOCKS]);
/* Whole numbers from 0 to n - 1, n > 0, all equally likely: n times what the functions above give, rounded down, but
 * for the bits that these leave out. */
void rs_random_below_all (guint64 seed, guint64 counter, gint64 n, gint64 numbers[2 * RS_RANDOM_BLOCKS]);
/* The normal distribution, mean 0 and variance 1. */
void rs_random_normal (guint64 seed, guint64 counter, double numbers[2 * RS_RANDOM_BLOCKS]);
