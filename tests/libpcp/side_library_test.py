#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: side_library_test.py LIBRARIES NAME SYMBOLS USER...

A library that lies beside our libpcp.so.3, such as libpcp_import.so.1, has the symbols of the installed one, with the
same nodes, and no others.  PCP 6.0.3 has so many SYMBOLS.  Its users, programs and modules, load it without a word.  A
USER is a path, or PACKAGE:END for the files of a package whose names end so."""

import os
import pathlib
import re
import subprocess
import sys

LIBRARIES, NAME, SYMBOLS, USERS = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]
OURS = LIBRARIES / NAME
problems = []


def run(*words, **keywords):
    return subprocess.run(words, capture_output=True, text=True, **keywords).stdout


def installed_library():
    for line in run('ldconfig', '-p').splitlines():
        if f'{NAME} ' in line:
            return line.split(' => ')[1]
    sys.exit(f'{NAME} of PCP is not installed')


def symbols(library):
    return {line.split()[-1] for line in run('nm', '-D', '--defined-only', '--with-symbol-versions', library).splitlines()}


def nodes(library):
    text = run('readelf', '-V', str(library))
    section = text[text.index("section '.gnu.version_d'"):].split("section '.gnu.version_r'")[0]
    return re.findall(r'Name: (\S+)', section), re.findall(r'Parent 1: (\S+)', section)


def files_of(user):
    if ':' not in user:
        return [user]
    package, end = user.split(':')
    return [file for file in run('dpkg', '-L', package).splitlines() if file.endswith(end) and pathlib.Path(file).is_file()]


def main():
    peer = installed_library()
    if symbols(OURS) != symbols(peer):
        problems.append(f'other symbols: {sorted(symbols(OURS) ^ symbols(peer))}')
    if len(symbols(peer)) != SYMBOLS:
        problems.append(f'the installed library has {len(symbols(peer))} symbols: is it 6.0.3?')
    if nodes(OURS) != nodes(peer):
        problems.append(f'nodes {nodes(OURS)}, not {nodes(peer)}')
    if f'soname: [{NAME}]' not in run('readelf', '-d', str(OURS)):
        problems.append('wrong soname')
    users = [file for user in USERS for file in files_of(user)]
    loader = re.search(r'interpreter: (\S+)\]', run('readelf', '-l', '/bin/ls')).group(1)
    for user in users:
        environment = dict(os.environ, LD_LIBRARY_PATH=str(LIBRARIES), LD_BIND_NOW='1', LD_WARN='1',
                           LD_TRACE_LOADED_OBJECTS='1', LD_VERBOSE='1')
        loaded = subprocess.run([loader, user], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True).stdout
        if f'{NAME} => ' not in loaded:
            problems.append(f'{user} does not use {NAME}')
        for library in (NAME, 'libpcp.so.3'):
            if f'{library} => ' in loaded and f'{library} => {LIBRARIES}/{library}' not in loaded:
                problems.append(f'{user} does not load our {library}')
        problems.extend(f'{user}: {line}' for line in loaded.splitlines()
                        if 'no version information' in line or re.search(r'undefined symbol: (pm|__pm)', line))
    if not users:
        problems.append('nothing uses it')
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(symbols(OURS))} symbols, {len(users)} files load')


main()
