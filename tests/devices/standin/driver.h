/* Within the stand-in for the driver: its devices, and what streams do for them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "standin.h"

#define STANDIN_MOST_DEVICES 8

struct CUctx_st {
  GMutex lock; /* guards what follows */
  int ordinal;
  guint n_references; /* 0: there is no context */
  gint failure;       /* atomic; of a kernel or a copy: everything fails from then on */
  guint64 bytes;      /* allocated */
  guint peers;        /* bits: ordinals of those that may reach its memory */
};

typedef struct CUctx_st Context;
typedef struct CUstream_st Stream;

/* Of the calling thread; NULL: none. */
Context *standin_context (void);
/* What a call begins with: 0, or why it can't be made. */
CUresult standin_begin (const char *function);

#define RS_CU(name, arguments) CUresult name arguments;
#include "plugins/cuda/functions.def"
#undef RS_CU
/* What only the plugin of CUPTI calls. */
CUresult cuCtxGetCurrent (CUcontext *context);
CUresult cuCtxGetDevice (CUdevice *device);
CUresult cuCtxSynchronize (void);

typedef enum {
  STANDIN_COPY,
  STANDIN_COPY_ROWS,
  STANDIN_SET,
  STANDIN_SET_WORDS,
  STANDIN_RUN,
  STANDIN_CALL,
  STANDIN_RECORD,
  STANDIN_FREE
} StandinWork;

/* Something that a stream has to do; owned by it. */
typedef struct {
  StandinWork work;
  void *to;
  const void *from;
  gsize bytes;
  unsigned char value;
  unsigned word; /* SET_WORDS: written over all bytes of n_rows rows, pitch apart */
  gsize pitch, n_rows;
  gsize from_pitch; /* COPY_ROWS */
  Function *function;
  unsigned grid[3], block[3], shared;
  gboolean is_together;        /* RUN: all blocks at a time */
  void **arguments;            /* owned, and what they point to */
  void (*called) (void *data); /* CALL; of a library */
  void *data;                  /* owned */
  CUevent event;
  const char *name; /* CALL: as who traces has it; static */
  guint32 number;   /* of who traces; 0: nobody */
} StandinOperation;

gint64 standin_now (void);
void standin_stream_push (Stream *self, const StandinOperation *operation);
/* Frees memory of the device, which has to be some; FALSE: it is none. */
gboolean standin_free (void *memory);
