/* The devices that a session with -d auto takes in while it runs.
 *
 * Such a session begins on the CPU alone: short programs neither wait for drivers nor need any. Once launches have
 * computed for a while (RUNTIME_AUTO_AFTER_MS), or one is met that another device took over in an earlier run, the
 * devices of RUNTIME_AUTO_DEVICES are opened, on a thread of their own while the CPU goes on. What can't be opened is
 * left out; it is told where the setting names it.
 *
 * By default these are the GPUs and accelerators that drivers list, each once where two drivers know it, CUDA first. An
 * OpenCL driver for the processor itself is none of them: it would compute on the cores that the CPU's kernels have.
 *
 * Threads: the session's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "runtime/device/device.h"
#include "runtime/sched/place/costs.h"

typedef struct _RsDiscovery RsDiscovery;

/* settings are copied; kernels: see rs_device_open. NULL: the settings say that the CPU stays alone. */
RsDiscovery *rs_discovery_new (const RsSettings *settings, const RsKernelStore *kernels);
/* Waits for what the thread does with a driver right now; drops what nobody took. */
void rs_discovery_free (RsDiscovery *self);

/* Before a launch, of text with this hash and arrays of this size class (rs_costs_get): begins to open the devices if
 * an earlier run has shown that this is worth it. */
void rs_discovery_meet (RsDiscovery *self, guint64 launched, guint size_class);
/* Begins to open the devices, unless that was done before. */
void rs_discovery_begin (RsDiscovery *self);
/* Begins where launches of the CPU have computed for long enough. TRUE: all devices are open, or could not be; does
 * not wait. */
gboolean rs_discovery_is_over (RsDiscovery *self, const RsDevice *cpu);
/* Waits for the devices and gives them away, once. (element-type RsDevice) (transfer full) */
GPtrArray *rs_discovery_take (RsDiscovery *self);
/* Why devices that were asked for by name are not among them: whole sentences, of self. */
const GPtrArray *rs_discovery_get_warnings (const RsDiscovery *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsDiscovery, rs_discovery_free)
