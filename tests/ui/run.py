#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the IDE's window on a virtual screen and prints TAP.

usage: run.py REDSHIFT-IDE ARTEFACT-FOLDER [--days N] [--part K/N] [TEST...]

--days: every N-th test, others each day, so that N days run all of them.
--part: of these every N-th from the K-th on (from 1), so that several runs share the work.
Needs xvfb, openbox, dbus-run-session, at-spi2-core, gir1.2-atspi-2.0, xdotool and ImageMagick's import; without
one of them all tests are skipped, with the reason.
"""

import argparse
import contextlib
import glob
import importlib.util
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

TOOLS = ['xvfb-run', 'dbus-run-session', 'xdotool', 'import', 'openbox']
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, os.pardir))
from parts import is_function_changed, part_of  # noqa: E402

LAUNCHERS = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher']


def missing():
    for tool in TOOLS:
        if shutil.which(tool) is None:
            return f'{tool} is not installed'
    if not any(os.path.exists(path) for path in LAUNCHERS):
        return 'at-spi2-core is not installed'
    try:
        import accessible  # noqa: F401
    except (ImportError, ValueError):
        return 'gir1.2-atspi-2.0 is not installed'
    for module in ('numpy', 'PIL'):
        if importlib.util.find_spec(module) is None:
            return f'{module} of Python is not installed'
    return None


def parse_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program', type=os.path.abspath)
    parser.add_argument('artefacts', type=os.path.abspath)
    parser.add_argument('tests', nargs='*')
    parser.add_argument('--days', type=int, default=1)
    parser.add_argument('--part', default='1/1')
    return parser.parse_intermixed_args()


def enter_screen(part, script=__file__):
    """Runs the script again inside a bus and a screen of its own."""
    runtime = tempfile.mkdtemp(prefix='redshift-ui-runtime-')
    environment = dict(os.environ, REDSHIFT_UI_INSIDE='1', GSK_RENDERER='cairo', GTK_A11Y='atspi',
                       XDG_RUNTIME_DIR=runtime, LC_ALL='C.UTF-8', GSETTINGS_BACKEND='memory', GDK_BACKEND='x11')
    environment.pop('WAYLAND_DISPLAY', None)
    command = ['dbus-run-session', '--', 'xvfb-run', '-a', '-n', str(99 + 50 * part), '-s',
               '-screen 0 2560x1440x24 -noreset', sys.executable, os.path.abspath(script), *sys.argv[1:]]
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    finally:
        shutil.rmtree(runtime, ignore_errors=True)


@contextlib.contextmanager
def desktop():
    """A window manager and what serves the accessible tree, on the screen that enter_screen has made."""
    launcher = next(path for path in LAUNCHERS if os.path.exists(path))
    manager = ['openbox', '--sm-disable', '--config-file', os.path.join(HERE, 'openbox.xml')]
    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                 for command in ([launcher, '--launch-immediately'], manager)]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()


def run_test(test, program, artefacts):
    """(problem, reason to skip), each or both None."""
    from ide import Ide, Skip

    ide = Ide(program, artefacts)
    try:
        test(ide)
        warnings = ide.warnings()
        return '\n'.join(['the log holds warnings:', *warnings]) + '\n' if warnings else None, None
    except Skip as reason:
        return None, str(reason)
    except Exception:  # noqa: BLE001: a test reports whatever goes wrong
        text = traceback.format_exc()
        try:
            ide.screenshot('failed-' + test.__name__)
        except Exception:  # noqa: BLE001
            text += '(no screenshot)\n'
        if ide.log is not None:
            text += ide.log_text()[-3000:]
        return text, None
    finally:
        ide.finish()


def main():
    values = parse_arguments()
    reason = missing()
    if reason is not None:
        print(f'1..0 # SKIP {reason}')
        return 0
    if 'REDSHIFT_UI_INSIDE' not in os.environ:
        return enter_screen(int(values.part.partition('/')[0]))
    with desktop():
        return run_tests(values)


def processor_time():
    """Seconds that processes which have ended took: the window, what it started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def chosen_tests(values):
    import readme_pictures
    import soak

    names = sorted(os.path.basename(path)[:-3] for path in glob.glob(os.path.join(HERE, 'tests*.py')))
    modules = [importlib.import_module(name) for name in names]
    tests = [test for module in modules for test in module.TESTS if not values.tests or test.__name__ in values.tests]
    on_request = [*soak.TESTS, *readme_pictures.TESTS]
    tests += [test for test in on_request if test.__name__ in values.tests]
    tests = part_of(tests, f'today/{values.days}', is_function_changed)
    part, _, parts = values.part.partition('/')
    return tests[int(part) - 1::int(parts)]


def run_tests(values):
    tests = chosen_tests(values)
    print(f'1..{len(tests)}', flush=True)
    failed = 0
    for number, test in enumerate(tests, 1):
        begin, before = time.monotonic(), processor_time()
        problem, skip = run_test(test, values.program, values.artefacts)
        print(f'{"not ok" if problem else "ok"} {number} - {test.__name__}{f" # SKIP {skip}" if skip else ""}',
              flush=True)
        print(f'# {time.monotonic() - begin:.1f} s, the window {processor_time() - before:.1f} s of a processor',
              flush=True)
        if problem:
            failed += 1
            print('\n'.join('# ' + line for line in problem.splitlines()), flush=True)
    print(f'# {len(tests) - failed} passed, {failed} failed', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
