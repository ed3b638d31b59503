/* A stand-in for the CUDA driver, its compiler and libraries, so that the CUDA device can be tested where there is no
 * GPU: the text of a kernel is compiled by gcc behind words.h, and runs on the processor.
 *
 * It shows that the device calls the driver in the right way, that texts compute what they should, in whatever order
 * the threads of a block come by, and what becomes of failures. It shows nothing of a GPU's compiler, memory order,
 * limits or speed. What the driver forbids is an error here, too, and more: copies with memory that is not pinned are
 * refused. The libraries do what they have to do by OpenBLAS and FFTW, in the layouts of CUDA's: their memory has to be
 * a device's, and what they are given to work with, and inputs that may be lost, are full of something else behind it.
 *
 * RS_STANDIN_DEVICES     how many there are; 2
 * RS_STANDIN_PEERS       whether they reach each other's memory; 1
 * RS_STANDIN_MEMORY      bytes that each of them has; 1 GiB
 * RS_STANDIN_TAKEN       bytes of them that other programs use; 0
 * RS_STANDIN_DRIVER      version * 1000; 12000
 * RS_STANDIN_CAPABILITY  compute capability * 10; 90
 * RS_STANDIN_COOPERATIVE whether all blocks of a launch can run at a time; 1
 * RS_STANDIN_BLOCK       threads that a block has at most; 1024
 * RS_STANDIN_ORDER       of blocks and threads: 0 forwards, 1 backwards, 2 mixed; else each launch another
 * RS_STANDIN_TEXTURE_WIDTH texels that a row of a texture has at most; 131072
 * RS_STANDIN_TEXTURE_PITCH bytes from one row of a texture to the next, at most; 2097120
 * RS_STANDIN_LIBRARY_MS  how much longer each call of a library takes; 0
 * RS_STANDIN_FAULT       WHERE:N:CODE: the N-th call of the function (or run of a kernel, if WHERE is "kernel") fails
 *                        with that code; "nvrtcCompileProgram:N:6": a text is refused
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "plugins/cuda/types.h"

#include <glib.h>

#define STANDIN_MAGIC "RSSTAND1" /* 8 bytes; then the length in 8 bytes, then a shared object */

typedef struct {
  char magic[8];
  guint64 length;
} StandinHead;

/* The code of RS_STANDIN_FAULT, if this is the call that is to fail; else 0. */
int standin_fault (const char *where);
guint64 standin_number (const char *name, guint64 value);

#define STANDIN_DECLARED_BYTES 49152 /* of shared memory, declared or asked for without leave */

/* kernel.c: of a loaded shared object */
typedef struct CUfunc_st Function;
Function *standin_function_new (void *library, const char *name); /* NULL: there is none */
const char *standin_function_name (const Function *self);
guint standin_function_count (const Function *self); /* arguments */
gsize standin_function_bytes (const Function *self, guint i);
guint standin_function_bound (const Function *self); /* threads a block */
/* FALSE: threads of a warp did not meet where they have to. */
gboolean standin_function_run (const Function *self, const unsigned *grid, const unsigned *block, unsigned shared,
                               void **arguments);
/* The same of a launch whose blocks all run at a time; it has no shared memory. */
gboolean
standin_function_run_together (const Function *self, const unsigned *grid, const unsigned *block, void **arguments);
gsize standin_function_shared (const Function *self);  /* bytes of shared memory that it declares */
gsize standin_function_allowed (const Function *self); /* bytes that a launch may ask for beside these */
void standin_function_allow (Function *self, gsize bytes);

/* For libraries. What a call of theirs does, in its turn on the stream; name: as kernels are called for who traces.
 * data: owned, g_free is enough. Returns why it can't be begun. */
CUresult standin_call (CUstream stream, const char *name, void (*function) (void *data), void *data);
/* Whether these bytes are a device's. */
gboolean standin_is_memory (const void *memory, gsize bytes);
#define STANDIN_FILL_WORK 0x7f /* numbers of such bytes are large, and no NaN */

/* Who traces the driver (tests/trace/fake-cupti), NULL: nobody. A call that launches is told on its thread, and gets
 * the number that its kernel is told with, on the stream's. Times: CLOCK_MONOTONIC, ns. */
typedef struct {
  guint32 (*called) (gint64 start, gint64 end);
  void (*ran) (guint32 number, const char *kernel, const unsigned *grid, const unsigned *block, gint64 start,
               gint64 end);
} StandinTracer;
extern const StandinTracer *standin_tracer;
