/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/error.h"

G_DEFINE_QUARK (rs-runtime-error-quark, rs_runtime_error)
