/* Arrays that are too large for the texture units of a device: a kernel of their launches reads them by loads.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/sched/specialize/specialization.h"

/* Whether the compiled form has texture units read an array of these inputs that they can't. */
gboolean rs_large_textures_are_in (const RsSpecialization *found, const RsInputs *inputs);
