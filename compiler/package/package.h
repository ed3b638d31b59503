/* A package: a program or library in one file, parsed, with compiled kernels. A `.qlib` is a package; an executable is
 * the launcher (ide/launcher) with a package behind it.
 *
 * A package is an SQLite file (application id RS_PACKAGE_APPLICATION_ID) and, behind it, a seal with its length and
 * SHA-256:
 *
 *   facts (name, value)                           precision, main (name of the program), version (of Redshift)
 *   modules (id, name, digest, source, tree)      0 is the main module; the source is there for messages, or blanked
 *   imports (module, name, target)                what an import of a module means
 *   kernels (key, object)                         shared objects; runtime/device/kernel-store.h has the keys
 *
 * The tree is what the parser made (tree.h); names, types and bytecode are made again when the program starts, which
 * takes less time than reading them would. Library modules that the program imports are in it, so that it needs no
 * source file.
 *
 * A file is read through its seal: one that is cut off, changed or something else is an error. The seal finds damage;
 * it does not say who wrote the file, and like any program a package is to be trusted before it is run.
 *
 * Threads: a builder belongs to one thread; an opened package is read-only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/package/tree.h"

#define RS_PACKAGE_APPLICATION_ID 0x52536c62 /* "RSlb" */
#define RS_PACKAGE_VERSION 1

/* --- building --- */

typedef struct _RsPackageBuilder RsPackageBuilder;

/* blank_sources: keep of the sources only how their lines are divided; messages then show no text. */
RsPackageBuilder *rs_package_builder_new (gboolean blank_sources);
void rs_package_builder_free (RsPackageBuilder *self);
void rs_package_builder_set_fact (RsPackageBuilder *self, const char *name, const char *value);
/* Encodes the tree of a module as it is now. Returns its index, counted from 0. digest: of its source, see
 * rs_package_digest_source. */
guint
rs_package_builder_add_module (RsPackageBuilder *self, const RsModule *module, const char *name, const char *digest);
void rs_package_builder_add_import (RsPackageBuilder *self, guint module, const char *name, guint target);
void rs_package_builder_add_kernel (RsPackageBuilder *self, const char *key, GBytes *object);
/* The package with its seal. Fails with G_IO_ERROR_FAILED. (transfer full) */
GBytes *rs_package_builder_finish (RsPackageBuilder *self, GError **error);

/* --- reading --- */

typedef struct _RsPackage RsPackage;

/* Whether the file ends with a seal; nothing else is looked at. */
gboolean rs_package_is_in_file (const char *path);

/* Opens the package at the end of a file. Fails with G_FILE_ERROR, G_IO_ERROR_INVALID_DATA (no package, or a damaged
 * one) or G_IO_ERROR_NOT_SUPPORTED (another version). (transfer full) */
RsPackage *rs_package_open (const char *path, GError **error);
RsPackage *rs_package_ref (RsPackage *self);
void rs_package_unref (RsPackage *self);

const char *rs_package_get_path (const RsPackage *self);
/* NULL when there is none of that name. */
const char *rs_package_get_fact (const RsPackage *self, const char *name);
const char *rs_package_get_module_name (const RsPackage *self, guint module);
const char *rs_package_get_module_digest (const RsPackage *self, guint module);
/* Decodes a module. NULL with the errors of rs_tree_decode. (transfer full) */
RsModule *rs_package_load_module (const RsPackage *self, guint module, RsNames *names, GError **error);
/* The module that `import "name"` in a module means, or -1. */
int rs_package_find_import (const RsPackage *self, guint module, const char *name);
/* Key -> GBytes. (transfer none) */
GHashTable *rs_package_get_kernels (const RsPackage *self);

/* What identifies a source whatever its folder: SHA-256 of its text in hexadecimal. (transfer full) */
char *rs_package_digest_source (const RsSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsPackageBuilder, rs_package_builder_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsPackage, rs_package_unref)
