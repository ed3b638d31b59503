/* redshift-cli doc: the built-in functions, from compiler/builtins.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/builtins.h"
#include "ide/cli/cli.h"

#include <stdio.h>
#include <string.h>

static void
print_builtin (const RsBuiltin *builtin)
{
  gboolean kernel = (builtin->flags & RS_BUILTIN_KERNEL) != 0, host = (builtin->flags & RS_BUILTIN_HOST) != 0;

  printf ("%s\n    %s\n", builtin->signature, builtin->documentation);
  printf ("    Where: %s.\n", kernel && host ? "host code and kernels" : kernel ? "kernels" : "host code");
}

static void
list_all (void)
{
  for (guint i = 0; i < RS_N_BUILTINS; i++)
    {
      const RsBuiltin *builtin = rs_builtin_get (i);

      printf ("%-20s %s\n", builtin->name, builtin->documentation);
    }
}

static int
complain_about (const char *name)
{
  g_autofree const char **names = g_new (const char *, RS_N_BUILTINS);
  const char *nearest;

  for (guint i = 0; i < RS_N_BUILTINS; i++)
    names[i] = rs_builtin_get (i)->name;
  nearest = rs_cli_nearest (name, names, RS_N_BUILTINS);
  if (nearest != NULL)
    rs_cli_complain ("doc: there is no built-in \"%s\"; did you mean \"%s\"?", name, nearest);
  else
    rs_cli_complain ("doc: there is no built-in \"%s\"; redshift-cli doc lists them", name);
  return RS_EXIT_USAGE;
}

int
rs_cli_doc (int argc, char **argv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  int status = rs_options_parse (NULL, 0, argc, argv, FALSE, names);

  if (status >= 0)
    return status;
  if (names->len == 0)
    list_all ();
  for (guint i = 0; i < names->len; i++)
    {
      const RsBuiltin *builtin = rs_builtin_find (names->pdata[i]);

      if (builtin == NULL)
        return complain_about (names->pdata[i]);
      print_builtin (builtin);
    }
  return RS_EXIT_OK;
}
