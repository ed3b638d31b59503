/* The settings that a kernel is built with, in one place for launches, kernels built in advance and executables: the
 * same settings have to give the same text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/request.h"
#include "runtime/base/settings.h"
#include "runtime/device/device.h"

/* Puts the settings into the request. exact_math stays where it is set. */
void rs_kernel_options_set (RsKernelRequest *request, const RsSettings *settings);
/* For the compiler of the device: exact where both settings are on, and not fast where NaN or infinities are looked
 * for. */
RsMath rs_kernel_options_get_math (const RsSettings *settings);
/* FALSE when a setting that kernels are built with has a value without meaning; the error says which are possible. */
gboolean rs_kernel_options_check (const RsSettings *settings, GError **error);
