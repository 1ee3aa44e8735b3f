#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: abi_test.py PROGRAMS LIBRARIES

Our libpcp_import.so.1 has the symbols of the installed one, with the same nodes, and no others.  The programs and
modules that import load it without a word, beside our libpcp.so.3."""

import os
import pathlib
import re
import subprocess
import sys

LIBRARIES = pathlib.Path(sys.argv[2])
OURS = LIBRARIES / 'libpcp_import.so.1'
problems = []


def run(*words, **keywords):
    return subprocess.run(words, capture_output=True, text=True, **keywords).stdout


def installed_library():
    for line in run('ldconfig', '-p').splitlines():
        if 'libpcp_import.so.1 ' in line:
            return line.split(' => ')[1]
    sys.exit('libpcp_import.so.1 of PCP is not installed')


def symbols(library):
    return {line.split()[-1] for line in run('nm', '-D', '--defined-only', '--with-symbol-versions', library).splitlines()}


def nodes(library):
    text = run('readelf', '-V', str(library))
    section = text[text.index("section '.gnu.version_d'"):text.index("section '.gnu.version_r'")]
    return re.findall(r'Name: (\S+)', section), re.findall(r'Parent 1: (\S+)', section)


def main():
    peer = installed_library()
    if symbols(OURS) != symbols(peer):
        problems.append(f'other symbols: {sorted(symbols(OURS) ^ symbols(peer))}')
    if len(symbols(peer)) != 30:
        problems.append(f'the installed library has {len(symbols(peer))} symbols: is it 6.0.3?')
    if nodes(OURS) != nodes(peer):
        problems.append(f'nodes {nodes(OURS)}, not {nodes(peer)}')
    if 'soname: [libpcp_import.so.1]' not in run('readelf', '-d', str(OURS)):
        problems.append('wrong soname')
    importers = [file for package in ('libpcp-import-perl', 'pcp-import-collectl2pcp')
                 for file in run('dpkg', '-L', package).splitlines() if file.endswith(('LogImport.so', '/collectl2pcp'))
                 and pathlib.Path(file).is_file()]
    loader = re.search(r'interpreter: (\S+)\]', run('readelf', '-l', '/bin/ls')).group(1)
    for importer in importers:
        environment = dict(os.environ, LD_LIBRARY_PATH=str(LIBRARIES), LD_BIND_NOW='1', LD_WARN='1',
                           LD_TRACE_LOADED_OBJECTS='1', LD_VERBOSE='1')
        loaded = subprocess.run([loader, importer], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True).stdout
        for library in ('libpcp_import.so.1', 'libpcp.so.3'):
            if f'{library} => {LIBRARIES}/{library}' not in loaded:
                problems.append(f'{importer} does not load our {library}')
        problems.extend(f'{importer}: {line}' for line in loaded.splitlines()
                        if 'no version information' in line or re.search(r'undefined symbol: (pm|__pm)', line))
    if len(importers) < 2:
        problems.append(f'only {importers} import')
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(symbols(OURS))} symbols, {len(importers)} files load')


main()
