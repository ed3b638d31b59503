/* The types of CUPTI's functions, as far as this plugin calls them: its headers need not be there.
 *
 * Structures begin with their size, so that a library of another version knows which fields it may use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

typedef int CuptiResult;
typedef struct _CuptiSubscriber CuptiSubscriber;

enum {
  CUPTI_OK = 0,
  CUPTI_OUT_OF_MEMORY = 8, /* of program counters: the hardware's buffer is full */
  CUPTI_NO_MORE_RECORDS = 12,
  CUPTI_NOT_INITIALIZED = 15,
  CUPTI_METRIC_UNKNOWN = 17,
  CUPTI_NOT_ALLOWED = 35,
  CUPTI_OTHER_TOOL = 39,
  CUPTI_NO_DRIVER = 999,
};

enum { CUPTI_FLUSH_FORCED = 1 };
enum { CUPTI_THREADS_OF_SYSTEM = 1 }; /* cuptiSetThreadIdType: threads as the system numbers them */
/* What records of unified memory tell. */
enum {
  CUPTI_UNIFIED_TO_DEVICE = 1,
  CUPTI_UNIFIED_TO_HOST = 2,
  CUPTI_UNIFIED_HOST_FAULT = 3,
  CUPTI_UNIFIED_DEVICE_FAULTS = 4,
  CUPTI_UNIFIED_THRASHING = 5,
  CUPTI_UNIFIED_THROTTLING = 6,
  CUPTI_UNIFIED_REMOTE = 7,
  CUPTI_UNIFIED_BETWEEN_DEVICES = 8
};
enum { CUPTI_UNIFIED_OF_ALL_DEVICES = 2 };

typedef struct {
  guint32 scope, what, device, is_wanted;
} CuptiUnifiedCounter;

enum { CUPTI_OUR_LAUNCHES = 3 }; /* kind of external correlation: the first that is free for tools */
enum {
  CUPTI_ATTRIBUTE_ZEROED_BUFFERS = 5,
  CUPTI_ATTRIBUTE_TIMESTAMPS = 22,
};

typedef struct {
  gsize size;
  const char *name;
  char *other_name; /* out, with error 39: who is there already */
  gsize other_size;
  guint8 allows_others; /* from API version 130300 on */
  guint8 unused[7];
} CuptiSubscription;

#define CUPTI_SUBSCRIPTION_SIZE G_STRUCT_OFFSET (CuptiSubscription, allows_others) /* before that */

typedef void (*CuptiCallback) (void *data, int domain, guint32 id, const void *details);
typedef guint64 (*CuptiClock) (void);
typedef void (*CuptiRequested) (guint8 **buffer, gsize *size, gsize *most);
typedef void (*CuptiCompleted) (void *context, guint32 stream, guint8 *buffer, gsize size, gsize valid);
typedef void (*CuptiRequested2) (guint8 **buffer, gsize *size, gsize *most, void *details);
typedef void (*CuptiCompleted2) (guint8 *buffer, gsize size, gsize valid, void *details);

/* --- samples of program counters --- */

enum { CUPTI_REASON_BYTES = 128 }; /* of a reason's name */
enum {
  CUPTI_SAMPLING_MODE = 5,
  CUPTI_SAMPLING_BUFFER = 8, /* what CUPTI puts there when sampling ends */
};
enum { CUPTI_SAMPLING_SERIAL = 2 };

#define CUPTI_PACKED __attribute__ ((packed, aligned (8)))

typedef struct CUPTI_PACKED {
  guint32 number; /* of a reason */
  guint32 samples;
} CuptiSampledReason;

typedef struct CUPTI_PACKED {
  gsize size;
  guint64 checksum; /* of the binary */
  guint64 address;  /* in the function */
  guint32 function_index, unused;
  char *function; /* may be in several, and in records of kernels */
  gsize n_reasons;
  CuptiSampledReason *reasons;
  guint32 correlation;
} CuptiSampledCounter;

typedef struct CUPTI_PACKED {
  gsize size;
  gsize most;             /* counters that there is room for */
  guint64 total, dropped; /* samples; out, as all below */
  gsize n, n_left;        /* counters that are here, and that are still to come */
  guint64 range;
  CuptiSampledCounter *counters;
  guint64 others; /* samples of the driver's own kernels */
  guint8 is_full; /* the hardware's buffer was */
} CuptiSamples;

typedef struct {
  guint32 attribute;
  CuptiResult result; /* out */
  guint64 data[3];    /* begins with the value */
} CuptiSamplingAttribute;

/* --- instructions by line --- */

typedef struct {
  guint64 id;
  const char *name, *description;
} CuptiSassDetails;

enum { CUPTI_SASS_OF_GPU = 0 }; /* granularity: one value for all multiprocessors */

typedef struct {
  guint64 id; /* of a counter */
  guint8 granularity;
} CuptiSassChoice;

typedef struct {
  guint64 id; /* of a counter */
  guint64 value;
} CuptiSassValue;

typedef struct {
  gsize size; /* that of CuptiSassFlush */
  void *priv;
  guint32 checksum, function_index; /* the lower half of the binary's */
  const char *function;
  guint32 address;
  CuptiSassValue *values;
} CuptiSassRecord;

/* --- curves --- */

enum { CUPTI_CURVES_BY_CLOCK = 0, CUPTI_CURVES_BY_TIME = 1 }; /* interval: cycles, ns */
enum { CUPTI_CURVES_KEEP_OLDEST = 0 };
enum { CUPTI_CURVES_DATA_FULL = 1 }; /* why decoding ended */

/* --- counters --- */

/* The structures of parameters.def, and how long CUPTI takes each to be: X_BYTES. */
#define FIELD(type, name, theirs) type name;
#define CUPTI_PARAMETERS(ours, theirs, last, fields)                                                                   \
  CUPTI_BARE_PARAMETERS (ours, theirs, last, FIELD (void *, priv, pPriv) fields)
#define CUPTI_BARE_PARAMETERS(ours, theirs, last, fields)                                                              \
  typedef struct {                                                                                                     \
    gsize size;                                                                                                        \
    fields                                                                                                             \
  } ours;                                                                                                              \
  enum { ours##_BYTES = G_STRUCT_OFFSET (ours, last) + sizeof (((ours *)NULL)->last) };
#include "plugins/cupti/parameters.def"
#undef CUPTI_BARE_PARAMETERS
#undef CUPTI_PARAMETERS
#undef FIELD

typedef enum {
  CUPTI_PROFILING_RANGES,
  CUPTI_PROFILING_SAMPLES,
  CUPTI_PROFILING_SASS,
  CUPTI_PROFILING_CURVES
} CuptiProfiling;

enum { CUPTI_HOST_RANGES = 0, CUPTI_HOST_CURVES = 1 }; /* kinds of cuptiProfilerHostInitialize */

typedef enum {
  CUPTI_SUPPORT_UNKNOWN,
  CUPTI_SUPPORT_NONE,
  CUPTI_SUPPORT_FORBIDDEN, /* the system does not allow it */
  CUPTI_SUPPORT_FULL
} CuptiSupport;

enum { CUPTI_RANGE_AUTO = 1 };     /* each kernel is one */
enum { CUPTI_REPLAY_KERNELS = 2 }; /* CUPTI runs a kernel as often as its counters need */
