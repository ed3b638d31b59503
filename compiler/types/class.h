/* Classes: what the compiler knows of a `class`, `mutable class` or `dynamic class` (manual chapter 7).
 *
 * One description a class, made by sema/names/types/class.c when the types of its scope are computed, and found by
 * RsType (rs_type_get_class). Inherited members come first, so that a derived object begins like one of its base. An
 * object of a typed class in device memory is flat: every member lies at its offset, classes in place, pointers and
 * arrays as 8 bytes. The description lives as long as the module that defines the class and is read-only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/types/type.h"

typedef enum {
  RS_CLASS_IMMUTABLE,
  RS_CLASS_MUTABLE,
  RS_CLASS_DYNAMIC,
} RsClassKind;

typedef struct _RsClass RsClass;

/* What a member is when a constructor does not name it. */
typedef enum {
  RS_DEFAULT_NONE,       /* it has to be named */
  RS_DEFAULT_ZERO,       /* 0, "", nullptr, zeros, an object of defaults */
  RS_DEFAULT_EMPTY,      /* an array without elements: in instances of generic classes */
  RS_DEFAULT_LITERAL,    /* the node in default_value: a number, text, true, false, nullptr */
  RS_DEFAULT_EXPRESSION, /* default_value, evaluated where the constructor is called */
} RsDefaultKind;

typedef struct {
  const char *name;            /* interned */
  const RsType *type;          /* declared; UNKNOWN without a type */
  const RsNode *node;          /* MEMBER */
  const RsNode *default_value; /* or NULL */
  RsDefaultKind default_kind;
  gboolean is_host_number;     /* int or scalar without modifiers: a host number of that kind is stored as it is */
  gsize offset, bytes;         /* in the flat layout */
} RsClassMember;

struct _RsClass {
  const RsSymbol *symbol;
  const char *name;
  const RsType *type;
  const RsClass *base;        /* or NULL */
  RsClassKind kind;
  RsClassMember *members;     /* [n_members], inherited ones first */
  const char **names;         /* [n_members], those of members */
  guint n_members;
  gboolean is_constructible;  /* without arguments */
  gboolean takes_numbers;     /* every number member is a host number */
  gboolean is_plain;          /* numbers, plain classes and arrays of known size only: a flat block of memory */
  gboolean has_open_member;   /* a member of any type: no object for kernels */
  gsize bytes, alignment;
};

/* The class of a CLASS type, or of what a POINTER leads to; NULL for every other type, and while its scope is being
 * computed. */
const RsClass *rs_type_get_class (const RsType *type);

/* Index of a member, or -1. name need not be interned. */
int rs_class_find_member (const RsClass *class, const char *name);

/* Whether class is base or derived from it; *steps: how far (may be NULL). */
gboolean rs_class_is_a (const RsClass *class, const RsClass *base, guint *steps);

/* Whether an object of class holds one of part in place, at any depth. */
gboolean rs_class_contains (const RsClass *class, const RsClass *part);

/* The member whose name looks most like name, or NULL. */
const char *rs_class_suggest_member (const RsClass *class, const char *name);
