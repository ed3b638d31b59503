#!/usr/bin/env python3
# Measures kernels on an OpenCL device against the same ones by hand; asked for by name, never part of CI.
# SPDX-License-Identifier: Apache-2.0
"""usage: devices.py [--size N] [--rounds N] [--device opencl:K] BUILD_FOLDER [NAME...]

Each kernel of programs/devices.q, arrays on the device, against reference/devices.cl through pyopencl (Debian's
python3-pyopencl) on the same device, in turn, launches behind each other; the shortest of all times counts. Prints
both, the ratio by hand / Redshift (above 1: Redshift is faster), whether results agree, and the geometric mean.
"""
import argparse
import math
import os
import subprocess
import sys
import time

import numpy as np
import pyopencl as cl

HERE = os.path.dirname(os.path.abspath(__file__))
SCAN_LENGTH = 16384
# How many launches behind each other, and how large the image is beside --size.
KERNELS = {"copy": (20, 1), "gamma": (5, 1), "mean": (20, 1), "filter": (5, 1), "transpose": (10, 1), "sum": (20, 1),
           "scan": (10, 1), "histogram": (10, 1), "multiply": (2, 1 / 4), "nlmeans": (1, 1 / 8)}


def pattern(n):
    i, j = np.mgrid[0:n, 0:n].astype(np.int64)
    return ((7 * i * i + 13 * i * j + 5 * j) % 256).astype(np.float32)


def checksum(y):
    i, j = np.mgrid[0:y.shape[0], 0:y.shape[1]]
    return float((y.astype(np.float64) * (1 + (31 * i + 17 * j) % 13)).sum() / y.size)


class Hand:
    """One kernel by hand: its launches, and the number by which its result is compared."""

    def __init__(self, context, queue, name, n):
        with open(os.path.join(HERE, "reference", "devices.cl"), encoding="utf-8") as file:
            self.program = cl.Program(context, file.read()).build()
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        mask = np.full((9, 9), 1 / 81, np.float32)
        mask[4, 4] = 0.5
        self.queue, self.name, self.n = queue, name, n
        self.x = cl.Buffer(context, flags, hostbuf=pattern(n))
        self.bytes = cl.Buffer(context, flags, hostbuf=pattern(n).astype(np.uint8))
        self.y = cl.Buffer(context, flags, hostbuf=np.zeros((n, n), np.float32))
        self.mask = cl.Buffer(context, flags, hostbuf=mask)
        self.bins = cl.Buffer(context, flags, hostbuf=np.zeros(256, np.int32))
        self.n_parts = -(-n * n // SCAN_LENGTH)
        self.groups = 16 * context.devices[0].max_compute_units
        self.parts = cl.Buffer(context, flags, hostbuf=np.zeros(max(self.n_parts, self.groups), np.float32))
        self.kernels = {kernel.function_name: kernel for kernel in self.program.all_kernels()}

    def launch(self):
        n, grid, number = np.int32(self.n), (self.n, self.n), np.float32
        kernels, queue = self.kernels, self.queue
        if self.name == "gamma":
            kernels["gamma_of"](queue, grid, None, self.x, self.y, n, number(0.45))
        elif self.name == "filter":
            kernels["filter"](queue, grid, None, self.x, self.mask, self.y, n)
        elif self.name == "sum":
            kernels["sum"](queue, (128 * self.groups,), (128,), self.x, self.parts, n)
        elif self.name == "scan":
            total, length = np.int32(self.n * self.n), np.int32(SCAN_LENGTH)
            kernels["scan_parts"](queue, (self.n_parts,), None, self.x, self.parts, total, length)
            kernels["scan_before"](queue, (1,), None, self.parts, np.int32(self.n_parts))
            kernels["scan"](queue, (self.n_parts,), None, self.x, self.y, self.parts, total, length)
        elif self.name == "histogram":
            kernels["histogram"](queue, (128 * self.groups,), (128,), self.bytes, self.bins, n)
        elif self.name == "multiply":
            kernels["multiply"](queue, grid, (16, 16), self.x, self.x, self.y, n)
        elif self.name == "nlmeans":
            kernels["denoise"](queue, grid, None, self.x, self.y, n, number(0.000004))
        else:
            kernels[self.name](queue, grid, None, self.x, self.y, n)

    def result(self):
        y, bins = np.zeros((self.n, self.n), np.float32), np.zeros(256, np.int32)
        parts = np.zeros(self.groups, np.float32)
        for host, memory in ((y, self.y), (bins, self.bins), (parts, self.parts)):
            cl.enqueue_copy(self.queue, host, memory)
        if self.name == "sum":
            return float(parts.astype(np.float64).sum())
        if self.name == "scan":
            return float(y[-1, -1])
        return float(bins[200]) if self.name == "histogram" else checksum(y)

    def measure(self, launches, repetitions):
        """Milliseconds of the launches, a list, and the result; the first repetition is left out."""
        times = []
        for _ in range(repetitions + 1):
            self.queue.finish()
            begin = time.perf_counter()
            for _ in range(launches):
                self.launch()
            self.queue.finish()
            times.append(1000 * (time.perf_counter() - begin))
        return times[1:], self.result()


def ours(cli, device, name, n, launches, repetitions):
    done = subprocess.run([cli, "run", "-d", device, os.path.join(HERE, "programs", "devices.q"), name, str(n),
                           str(launches), str(repetitions)], check=True, capture_output=True, text=True)
    if done.stderr:
        print(done.stderr.splitlines()[0])
    rows = [line.split() for line in done.stdout.splitlines()]
    return [float(row[1]) for row in rows[1:]], float(rows[-1][2])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--device", default="opencl:0")
    parser.add_argument("build")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    cli = os.path.join(options.build, "ide", "cli", "redshift-cli")
    devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    context = cl.Context([devices[int(options.device.split(":")[1])]])
    queue, ratios = cl.CommandQueue(context), []
    print(f"{context.devices[0].name}; load {os.getloadavg()[0]:.1f}")
    print(f"{'kernel':12} {'by hand ms':>10} {'Redshift':>10} {'ratio':>6}  results")
    for name in options.names or KERNELS:
        launches, share = KERNELS[name]
        n, by_hand, by_us = int(options.size * share), [], []
        hand = Hand(context, queue, name, n)
        for _ in range(options.rounds):
            times, their_result = hand.measure(launches, options.repetitions)
            by_hand += times
            times, our_result = ours(cli, options.device, name, n, launches, options.repetitions)
            by_us += times
        if name == "histogram": # counted on in each repetition, and our side has one of its own for each run
            their_result, our_result = their_result / options.rounds, our_result
        agrees = abs(their_result - our_result) <= 1e-4 * abs(their_result)
        ratios.append(min(by_hand) / min(by_us))
        print(f"{name:12} {min(by_hand) / launches:10.3f} {min(by_us) / launches:10.3f} {ratios[-1]:6.2f}  "
              f"{'agree' if agrees else f'{their_result} {our_result}'}", flush=True)
    print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, least {min(ratios):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
