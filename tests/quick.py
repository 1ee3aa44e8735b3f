#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Builds and runs the unit tests of rooms, and of the rooms that include them.

usage: quick.py BUILD_DIRECTORY ROOM...     ROOM is a folder: archive/check, tools/find, tests/serve

A source of a test belongs to a room if it includes a header of it, directly or through headers of the tests, or if its
folder below tests/ is that of the room.  Of each program only the cases of such sources run.  The file test_programs in
the build directory lists the programs, with their sources.  Comparisons with PCP are not among them."""

import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ('archive', 'replay', 'logger', 'tools')
INCLUDE = re.compile(r'^\s*#\s*include "fdr/([\w/]+\.h)"', re.MULTILINE)
SUITE = re.compile(r'^(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)', re.MULTILINE)


@functools.cache
def included(path):
    """The headers of the project that a file includes, as paths from the root."""
    try:
        return frozenset(INCLUDE.findall((ROOT / path).read_text()))
    except FileNotFoundError:  # generated
        return frozenset()


def rooms_with(room):
    """The room, and the rooms whose files include its headers."""
    rooms = {room}
    for layer in LAYERS:
        for path in (ROOT / layer).rglob('*'):
            if path.suffix in ('.h', '.cc') and any(str(pathlib.Path(header).parent) == room
                                                    for header in included(path.relative_to(ROOT))):
                rooms.add(str(path.relative_to(ROOT).parent))
    return rooms


def headers_of(source):
    """The headers that a source of a test includes, with those that come through headers of tests."""
    found, waiting = set(), [source]
    while waiting:
        for header in included(waiting.pop()) - found:
            found.add(header)
            if header.startswith('tests/'):
                waiting.append(header)
    return found


def belongs(source, changed, rooms):
    """Whether a source of a test belongs to one of the rooms that changed, or includes headers of `rooms`."""
    below_tests = str(pathlib.Path(source).parent.relative_to('tests'))
    groups = ('replay', 'replay/sources', 'replay/pcp')
    if {below_tests, f'tests/{below_tests}', *(f'{group}/{below_tests}' for group in groups)} & changed:
        return True
    return any(str(pathlib.Path(header).parent) in rooms | changed for header in headers_of(source))


def chosen_cases(build, changed):
    """Pairs of a program and the --gtest_filter of its cases."""
    rooms = set().union(*map(rooms_with, changed))
    for line in (build / 'test_programs').read_text().splitlines():
        program, *sources = line.split()
        suites = set()
        for source in sources:
            if belongs(source, changed, rooms):
                suites.update(SUITE.findall((ROOT / source).read_text()))
        if suites:
            yield program, ':'.join(f'{suite}.*:{suite}/*:*/{suite}.*:*/{suite}/*' for suite in sorted(suites))


def run(build, program, cases):
    """Runs the cases.  Returns the program, whether all passed, and what it printed."""
    done = subprocess.run([build / program, f'--gtest_filter={cases}'], cwd=(build / program).parent,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return program, done.returncode == 0, done.stdout.decode(errors='replace')


def main(build, *rooms):
    """Returns the exit status."""
    build = pathlib.Path(build).resolve()
    changed = {room.strip('/') for room in rooms}
    for room in changed:
        if not (ROOT / room).is_dir():
            print(f'quick.py: {room} is no folder', file=sys.stderr)
            return 2
    cases = dict(chosen_cases(build, changed))
    if not cases:
        print(f'No unit test includes headers of {", ".join(sorted(changed))}.')
        return 0
    names = [pathlib.Path(program).name for program in cases]
    print(f'Rooms: {" ".join(sorted(changed))}\nPrograms: {" ".join(names)}', flush=True)
    subprocess.run(['cmake', '--build', build, '--target', *names], check=True)
    failures = passed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 2) as pool:
        for program, good, output in pool.map(lambda each: run(build, *each), cases.items()):
            count = re.findall(r'\[  PASSED  \] (\d+) test', output)
            passed += int(count[-1]) if count else 0
            if not good:
                failures += 1
                print(f'== {program} FAILED\n{output}')
    print(f'{passed} tests of {len(cases)} programs passed; {failures} programs failed')
    return 1 if failures else 0


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
