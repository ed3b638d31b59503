#!/usr/bin/env python3
"""Language programs and unit tests under ThreadSanitizer: no two threads touch the same memory without a lock.

usage: check.py BUILD_FOLDER [FILTER...]      (a build with -Db_sanitize=thread; filters as run.py takes them)

Kernels are compiled without the sanitizer: what is looked at is the scheduler, the memory, the device and the trace
around them. glib-locks.c says why GLib's locks are replaced; its slices, which go from thread to thread under locks
that the sanitizer does not see, are left out.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGE = os.path.join(HERE, "..", "language")
UNIT_TESTS = ("device", "trace")


def get_environment(build):
    library = subprocess.run(["cc", "-print-file-name=libtsan.so"], capture_output=True, text=True,
                             check=True).stdout.strip()
    locks = os.path.join(build, "tests", "threads", "libglib-locks.so")
    suppressions = os.path.join(HERE, "tsan.supp")
    return dict(os.environ, LD_PRELOAD=f"{library} {locks}", TSAN_OPTIONS=f"suppressions={suppressions} exitcode=66",
                DISPLAY="",
                G_SLICE="always-malloc", RS_TEST_TIMEOUT="600")


def main():
    build, filters = os.path.abspath(sys.argv[1]), sys.argv[2:] or ["/02-03", "/02-04", "/08-", "/09-", "/10-", "/11-",
                                                                    "/12-", "/17-"]
    environment = get_environment(build)
    cli = os.path.join(build, "ide", "cli", "redshift-cli")
    failed = 0
    unit = os.path.join(build, "tests", "unit")
    for folder, _, files in sorted(os.walk(unit)):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.startswith("test-") and os.access(path, os.X_OK) and any(word in path[len(unit):]
                for word in UNIT_TESTS):
                done = subprocess.run([path], capture_output=True, text=True, env=environment,
                                      cwd=os.path.join(HERE, "..", ".."))
                print("ok" if done.returncode == 0 else "not ok", os.path.relpath(path, unit), flush=True)
                if done.returncode != 0:
                    print(done.stdout[-2000:], done.stderr[-4000:])
                    failed += 1
    for word in filters:
        done = subprocess.run([sys.executable, os.path.join(LANGUAGE, "run.py"), cli, "cpu", LANGUAGE, word],
                              env=environment)
        failed += done.returncode != 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
