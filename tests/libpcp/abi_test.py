#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: abi_test.py LIBRARY TABLE

Our libpcp.so.3 has the interface of the installed one: the same symbols with the same nodes, data of the same sizes.
All programs and libraries of PCP load it, with every symbol bound at once, without a word.  TABLE says the same as the
installed library does."""

import os
import pathlib
import re
import subprocess
import sys

LIBRARY, TABLE = map(pathlib.Path, sys.argv[1:3])
PACKAGES = ('pcp', 'pcp-gui', 'pcp-export-pcp2elasticsearch', 'pcp-import-collectl2pcp', 'libpcp-archive1',
            'libpcp-gui2', 'libpcp-import1', 'libpcp-mmv1', 'libpcp-pmda3', 'libpcp-trace2', 'libpcp-web1',
            'libpcp-import-perl', 'libpcp-logsummary-perl', 'libpcp-mmv-perl', 'libpcp-pmda-perl', 'python3-pcp')
problems = []


def run(*words, **keywords):
    return subprocess.run(words, capture_output=True, text=True, errors='replace', **keywords)


def installed_library():
    for line in run('ldconfig', '-p').stdout.splitlines():
        if 'libpcp.so.3 ' in line:
            return line.split(' => ')[1]
    sys.exit('libpcp.so.3 of PCP is not installed')


def symbols(library):
    """Name@@node of each symbol: its kind, and the size of data."""
    found = {}
    for line in run('nm', '-D', '-S', '--defined-only', '--with-symbol-versions', str(library)).stdout.splitlines():
        fields = line.split()
        name, kind = fields[-1], fields[-2]
        if kind == 'A':
            continue  # the nodes themselves
        is_data = kind in 'BDRVdb'
        found[name] = ('data', int(fields[1], 16)) if is_data else ('function', None)
    return found


def nodes(library):
    text = run('readelf', '-V', str(library)).stdout
    section = text[text.index("section '.gnu.version_d'"):]
    section = section[:section.index("section '.gnu.version_r'")] if '.gnu.version_r' in section else section
    return re.findall(r'Name: (\S+)', section), re.findall(r'Parent 1: (\S+)', section)


def rows():
    for line in TABLE.read_text().splitlines():
        if not line.startswith('#'):
            name, node, kind, size, state = line.split('\t')
            yield f'{name}@@{node}', (kind, int(size) if kind == 'data' else None), state


def elf_files():
    for package in PACKAGES:
        for name in run('dpkg', '-L', package).stdout.splitlines():
            path = pathlib.Path(name)
            if path.is_file() and not path.is_symlink() and path.open('rb').read(4) == b'\x7fELF':
                yield path


def check_loading(own):
    """`own` has the names of all symbols of the library."""
    count = 0
    loader = re.search(r'interpreter: (\S+)\]', run('readelf', '-l', '/bin/ls').stdout).group(1)
    for path in elf_files():
        if 'libpcp.so.3' not in run('readelf', '-d', str(path)).stdout:
            continue
        count += 1
        environment = dict(os.environ, LD_LIBRARY_PATH=str(LIBRARY.parent), LD_BIND_NOW='1', LD_WARN='1',
                           LD_TRACE_LOADED_OBJECTS='1', LD_VERBOSE='1')
        loaded = run(loader, str(path), env=environment)
        text = loaded.stdout + loaded.stderr
        if str(LIBRARY.parent) not in text:
            problems.append(f'{path} does not load our library')
        # Libraries and modules also take symbols from the programs that load them.
        problems.extend(f'{path}: {line}' for line in text.splitlines()
                        if 'no version information' in line or
                        any(symbol in own for symbol in re.findall(r'undefined symbol: (\w+)', line)))
    if count < 100:
        problems.append(f'only {count} files of PCP use its library')
    return count


def main():
    peer = installed_library()
    ours, peers = symbols(LIBRARY), symbols(peer)
    table = {name: what for name, what, _ in rows()}
    for what, found in (('our library', ours), ('the table', table)):
        problems.extend(f'{what} lacks {name}' for name in sorted(peers.keys() - found.keys()))
        problems.extend(f'{what} has {name}, too' for name in sorted(found.keys() - peers.keys()))
        problems.extend(f'{what}: {name} is {found[name]}, not {peers[name]}'
                        for name in sorted(found.keys() & peers.keys()) if found[name] != peers[name])
    if nodes(LIBRARY) != nodes(peer):
        problems.append(f'nodes {nodes(LIBRARY)}, not {nodes(peer)}')
    dynamic = run('readelf', '-d', str(LIBRARY)).stdout
    if 'SYMBOLIC' in dynamic or 'soname: [libpcp.so.3]' not in dynamic:
        problems.append('wrong dynamic section:\n' + dynamic)
    count = check_loading({name.split('@')[0] for name in peers})
    if len(peers) != 632:
        problems.append(f'the installed library has {len(peers)} symbols: is it 6.0.3?')
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(ours)} symbols, {count} files load')


main()
