/* The programs that come with Redshift: what the welcome page offers, and copies of them to work on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

typedef struct {
  char *name;    /* "gaussian.q" */
  char *title;   /* "Gaussian smoothing" */
  char *summary; /* the rest of the program's first line; may be "" */
  char *path;
  char *picture; /* path of a picture of what it makes; NULL: none */
} RsExample;

/* By title; empty where they are not installed. (transfer full) (element-type RsExample) */
GPtrArray *rs_examples_list (void);

/* Copies the example and what it reads into a folder of the user's, under a name that is free, and returns the copy's
 * path: it can be changed and run without doing anything to the original. NULL: error says why not. (transfer full) */
char *rs_example_copy (const RsExample *example, GError **error);
