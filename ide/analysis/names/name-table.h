/* The names that stand in the texts of a program, and what each of them means.
 *
 * The tree of a compiled program is not what was written: macros are open, reductions have replaced expressions, values
 * of enumerations are numbers. The table is therefore filled while the program is compiled: every name of the tree as
 * it was parsed, with the symbol that it gets when names are resolved.
 *
 * What a name means is a set of keys, places of definitions: a function with several overloads has one for each. Two
 * names mean the same when they share a key. Keys hold across programs: a file that two programs import has the same
 * ones in both.
 *
 * Threads: filled by the one that compiles, read by any afterwards. It borrows from the program, which has to outlive
 * it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/program.h"

typedef struct _RsNameTable RsNameTable;

typedef enum {
  RS_NAME_PLAIN,    /* of a variable, function, type or macro */
  RS_NAME_FIELD,    /* behind a dot */
  RS_NAME_ARGUMENT, /* name := value in a call */
  RS_NAME_MEMBER,   /* declares a field of a class, a value of an enumeration */
} RsNameKind;

typedef struct {
  guint32 offset; /* of its first byte, in the module's text */
  RsNameKind kind;
  const char *name;       /* interned by the program */
  const RsSymbol *symbol; /* NULL: fields, arguments, members, names of macros, unknown ones */
  const RsNode *node;     /* the one that was resolved; where there is none, as it was parsed */
  const RsNode *parent;   /* what it is written in */
  const RsNode *around;   /* the innermost MACRO or ENUM around it, or NULL */
  const RsNode *function; /* the innermost FUNCTION around it, or NULL */
} RsName;

/* Where something is defined. */
typedef struct {
  const char *path; /* canonical, interned for ever */
  guint32 offset;
} RsNameKey;

typedef enum {
  RS_NAME_IS_KNOWN,   /* there are keys */
  RS_NAME_IS_BUILTIN, /* there is a key that stands for the built-in, and no definition */
  RS_NAME_IS_OPEN,    /* a field or argument of what is only known when the program runs */
  RS_NAME_IS_OTHER,   /* a type of the language, a word, a name that nothing defines */
} RsNameMeaning;

/* Has options fill the table. */
RsNameTable *rs_name_table_new (RsCompileOptions *options);
void rs_name_table_free (RsNameTable *self);

/* The names of module index of the program, in the order of the text. (transfer none) (element-type RsName) */
const GArray *rs_name_table_get_names (const RsNameTable *self, guint index);
RsModule *rs_name_table_get_module (const RsNameTable *self, guint index);
/* The module's canonical path; its source's name where that is no file. Lives for ever. */
const char *rs_name_table_get_path (const RsNameTable *self, guint index);
/* The name that offset lies in or directly behind; NULL: none. */
const RsName *rs_name_table_find (const RsNameTable *self, guint index, guint32 offset);

/* Appends the keys of a name of module index to keys (element-type RsNameKey). */
RsNameMeaning rs_name_table_get_keys (const RsNameTable *self, guint index, const RsName *name, GArray *keys);

/* --- for name-keys.c --- */

/* The index of a module; -1: it is not of this program. */
int rs_name_table_find_module (const RsNameTable *self, const RsModule *module);
/* The MACRO that a name of module index calls or defines; *owner: the index of its module. NULL: it is no macro. */
const RsNode *rs_name_table_find_macro (const RsNameTable *self, guint index, const RsName *name, guint *owner);
/* The same for a function that nothing but the patterns of reductions knows: its NAME in the first one. */
const RsNode *rs_name_table_find_pattern (const RsNameTable *self, guint index, const RsName *name, guint *owner);
/* The macros and such functions that a module has. (transfer none) (element-type RsNode) */
const GPtrArray *rs_name_table_get_macros (const RsNameTable *self, guint index);
const GPtrArray *rs_name_table_get_patterns (const RsNameTable *self, guint index);
/* Where a node has its name; FALSE: it does not stand in the text. */
gboolean rs_name_find_offset (const RsModule *module, const RsNode *node, guint32 *offset);
/* Whether that word begins there and goes on to its end. */
gboolean rs_name_stands_at (const RsSource *source, guint32 offset, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsNameTable, rs_name_table_free)
