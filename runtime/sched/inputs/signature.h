/* What flows into a compiled kernel: the values of its inputs, described as types, and a key that is equal when the
 * same compiled code fits.
 *
 * A set of inputs is made for each launch, on the session's thread, and freed after it. Function values contribute
 * their captures, so that the whole closure is flat.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "runtime/memory/extent.h"
#include "runtime/sched/place/place-reason.h"
#include "runtime/session-private.h"
#include "runtime/value/types/function.h"

/* Dimensions of an array whose last one holds the components of pixels. */
#define RS_PIXEL_RANK 3

typedef struct {
  RsArena *arena;              /* owned; holds the types */
  GArray *inputs;              /* of RsKernelInput, as the request wants them */
  GArray *parts;               /* of RsArrayPart: leaves of an expression that are parts of inputs */
  GArray *extents;             /* of RsExtent, one an input; an empty one, or none: what is used of it is not known */
  GArray *values;              /* of RsValue, references, one an input */
  GHashTable *functions;       /* RsFunction -> index of its first capture + 1, so that a closure is described once */
  GHashTable *objects;         /* set of RsClassObject: mutable ones that are inputs, so that each is described once */
  GPtrArray *packs;            /* of what pack.c has copied */
  gboolean has_sizes;          /* see rs_inputs_add_sizes */
  struct _RsCost *cost;        /* where what the launch takes is noted; NULL: nowhere */
  gint64 wait;                 /* ns that the launch waits for other devices where it goes, as far as that is known */
  gint64 block_items;          /* work items of a block of the launch; 0: any number will do */
  guint rank;                  /* of a kernel function's launch, with blocks; 0: of something else */
  const gint64 *grid;          /* [rank]; borrowed */
  const gint64 *block;         /* [rank]; borrowed */
  RsPlaceReason reason;        /* why the launch goes where it goes */
  gboolean is_unpinned;        /* the device that a pin names can't have it: it goes where it would without the pin */
  gboolean is_own;             /* of a kernel of the runtime's own, whose place the user does not know */
  gboolean has_constants;      /* values of the program are compiled in */
  gboolean has_large_textures; /* its textures are read by loads */
} RsInputs;

RsInputs *rs_inputs_new (void);
void rs_inputs_free (RsInputs *inputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsInputs, rs_inputs_free)

/* Adds a value that stands for symbol (may be NULL) or leaf (may be NULL); formal: the declared type, or NULL. Numbers
 * are converted to it. Returns its index. */
guint rs_inputs_add (RsInputs *self, RsSession *session, const RsSymbol *symbol, const RsNode *leaf,
                     const RsType *formal, RsValue value);
/* Adds a value that stands for nothing by itself: an element, a member. */
guint rs_inputs_append (RsInputs *self, RsValue value);
/* Adds what belongs to the input at index: the captures of a closure, the elements of a short cell, the members of an
 * object. */
void rs_inputs_add_parts (RsInputs *self, RsSession *session, guint index);
/* Adds the captures of a closure: those of a kernel function come this way. Returns the index of the first. */
guint rs_inputs_add_captures (RsInputs *self, RsSession *session, RsFunction *function);
/* The array at index is a vector of all its elements in the compiled code. */
void rs_inputs_make_flat (RsInputs *self, guint index);
/* Bytes of the array at index that are used; several make one extent from the first byte to the last. */
void rs_inputs_add_extent (RsInputs *self, guint index, RsExtent extent);
/* All that is used of it; *extent is left alone where that is not known. */
void rs_inputs_get_extent (const RsInputs *self, guint index, RsExtent *extent);
/* Makes the number at index a constant of the compiled code. */
void rs_inputs_make_constant (RsInputs *self, guint index);
/* Makes the length of the array at index along its last dimension a constant of the compiled code, where it is that of
 * pixels: up to 4, of three dimensions and more. Returns whether it is. */
gboolean rs_inputs_make_last_length_constant (RsInputs *self, guint index);

static inline RsValue
rs_inputs_get_value (const RsInputs *self, guint index)
{
  return g_array_index (self->values, RsValue, index);
}

/* Whether the contents of an array among them are lost, which they are until one launch overwrites all of it. */
gboolean rs_inputs_have_lost (const RsInputs *self);

/* Tells the inputs which of them are the same array (same_as). TRUE when two are. */
gboolean rs_inputs_find_same_arrays (RsInputs *self);

/* Puts the short lengths of arrays (up to 16) into their types, and into the key. */
void rs_inputs_add_sizes (RsInputs *self);

/* Bytes that are equal for two sets of inputs when the same compiled code serves both. (transfer full) */
GBytes *rs_inputs_get_key (const RsInputs *self, guint extra);
