/* The steps after name resolution, in order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "compiler/sema/check.h"

void
rs_check_program (RsProgram *program, RsDiagnostics *diagnostics)
{
  rs_report_unsupported (program, diagnostics);
}
