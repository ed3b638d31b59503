/* The facts of elements.def as functions, and how two element types combine.
 *
 * Called all over the compiler and by the runtime for every arithmetic operation, so each answer is one table lookup.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/types/type.h"

typedef enum { NONE, LOGICAL, SIGNED, UNSIGNED, FLOATING, COMPLEX } ElementClass;

typedef struct {
  const char *name;
  guint8 bytes;
  guint8 class;
} ElementFacts;

static const ElementFacts facts[RS_N_ELEMENTS] = {
  [RS_ELEMENT_NONE] = { "??", 0, NONE },
#define RS_ELEMENT(NAME, number, text, c_type, bytes, class) [number] = { text, bytes, class },
#include "compiler/types/elements.def"
#undef RS_ELEMENT
};

static const ElementFacts *
get_facts (RsElement element)
{
  return &facts[(guint)element < RS_N_ELEMENTS ? element : RS_ELEMENT_NONE];
}

gsize
rs_element_get_bytes (RsElement element)
{
  return get_facts (element)->bytes;
}

const char *
rs_element_get_name (RsElement element)
{
  return get_facts (element)->name;
}

gboolean
rs_element_is_integer (RsElement element)
{
  const ElementFacts *f = get_facts (element);

  return f->class == SIGNED || f->class == UNSIGNED;
}

gboolean
rs_element_is_floating (RsElement element)
{
  return get_facts (element)->class == FLOATING;
}

gboolean
rs_element_is_complex (RsElement element)
{
  return get_facts (element)->class == COMPLEX;
}

RsElement
rs_element_of_precision (RsPrecision precision)
{
  return precision == RS_PRECISION_DOUBLE ? RS_ELEMENT_DOUBLE : RS_ELEMENT_SINGLE;
}

static RsElement
signed_of_bytes (gsize bytes)
{
  return bytes <= 1   ? RS_ELEMENT_INT8
         : bytes <= 2 ? RS_ELEMENT_INT16
         : bytes <= 4 ? RS_ELEMENT_INT32
                      : RS_ELEMENT_INT64;
}

static RsElement
join_integers (RsElement a, RsElement b)
{
  const ElementFacts *fa = get_facts (a), *fb = get_facts (b);

  /* Two logical values count as integers: true + true is 2, which BOOL could not hold. */
  if (fa->class == LOGICAL)
    return fb->class == LOGICAL ? RS_ELEMENT_INT32 : b;
  if (fb->class == LOGICAL)
    return a;
  if (fa->class == fb->class)
    return fa->bytes >= fb->bytes ? a : b;
  /* A signed type that holds both, as far as there is one. */
  return signed_of_bytes (MAX (fa->class == UNSIGNED ? 2u * fa->bytes : fa->bytes,
                               fb->class == UNSIGNED ? 2u * fb->bytes : fb->bytes));
}

RsElement
rs_element_join (RsElement a, RsElement b)
{
  const ElementFacts *fa = get_facts (a), *fb = get_facts (b);

  if (fa->class == NONE || fb->class == NONE)
    return fa->class == NONE ? b : a;
  if (fa->class == COMPLEX || fb->class == COMPLEX)
    return a == RS_ELEMENT_CDOUBLE || b == RS_ELEMENT_CDOUBLE || a == RS_ELEMENT_DOUBLE || b == RS_ELEMENT_DOUBLE
             ? RS_ELEMENT_CDOUBLE : RS_ELEMENT_CSINGLE;
  if (fa->class == FLOATING && fb->class == FLOATING)
    return fa->bytes >= fb->bytes ? a : b;
  if (fa->class == FLOATING || fb->class == FLOATING)
    return fa->class == FLOATING ? a : b;
  return join_integers (a, b);
}
