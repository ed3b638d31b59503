/* Functions whose loops are compiled for several instruction sets.
 *
 * Redshift runs on any x86-64 processor, so that its own code may use the first vector instructions only. A function
 * marked RS_VECTOR_LOOPS exists three times, for 16, 32 and 64 bytes at a time; the loader takes the one that the
 * processor can run. Its loops have `#pragma omp simd`. libredshift is compiled with -ffp-contract=off, so that all of
 * them compute the same bits.
 *
 * The mark is for plain functions that are called with at least some hundred elements; what they call is not compiled
 * anew unless it is inlined.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

/* The functions that choose run before sanitizers are ready. */
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)                                  \
    && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define RS_VECTOR_LOOPS __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RS_VECTOR_LOOPS
#endif
