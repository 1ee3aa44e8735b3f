#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Makes the table of docs/compatibility.md that says how we treat every function of PCP's manual.

usage: function_table.py LIBRARY DOCUMENT [--write]

The functions are those that the manual pages of PCP's libpcp3-dev declare.  Other installed packages do not matter.
LIBRARY must export the functions in scope, and DOCUMENT must have the table; --write puts it there.
"""

import gzip
import pathlib
import re
import subprocess
import sys

PACKAGE = 'libpcp3-dev'
BEGIN, END = '<!-- functions: made by tests/pmapi/function_table.py -->', '<!-- /functions -->'

# Functions out of our scope, by the start of their names, and why.
FAMILIES = [
    ('__pm', 'internal, without a promise to programs'),
    ('pmda', 'for agents, not for readers'),
    ('pmSeries', 'web services: time series in a key-value server'),
    ('pmSearch', 'web services: text search in a key-value server'),
    ('pmWeb', 'web services'),
    ('pmDiscover', 'web services: discovery of archives and hosts'),
    ('pmtrace', 'tracing of programs: `libfdr_trace` has these'),
    ('mmv_', 'mapped values of programs, of another library'),
]


def manual_pages():
    """The manual pages of section 3."""
    files = subprocess.run(['dpkg', '-L', PACKAGE], check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(file for file in files if re.search(r'/man3/[^/]*\.3\.gz$', file))


def declared_functions():
    """The functions that the synopses declare."""
    found = set()
    for page in manual_pages():
        text = gzip.open(page, 'rt', errors='replace').read()
        synopsis = re.search(r'^\.SH "?C? ?SYNOPSIS"?\s*$(.*?)^\.SH', text, re.M | re.S)
        if 'pcp' not in text.lower() or synopsis is None:
            continue
        # Remove the requests and escapes of troff.
        plain = re.sub(r'\\f.|\\-|\\&|\\%|"', '', re.sub(r'^\.[a-zA-Z]+', ' ', synopsis.group(1), flags=re.M))
        found.update(re.findall(r'\b((?:__)?pm[A-Za-z_0-9]+|mmv_\w+)\s*\(', plain))
    return sorted(found)


def exported_functions(library):
    symbols = subprocess.run(['nm', '-D', '--defined-only', library], check=True, capture_output=True, text=True)
    return {line.split()[-1].split('@')[0] for line in symbols.stdout.splitlines()}


def family_of(name):
    return next((family for family in FAMILIES if name.startswith(family[0])), None)


def table(functions, exported):
    lines = [BEGIN, '', '| Function | |', '|---|---|']
    missing = []
    for name in functions:
        if family_of(name):
            continue
        if name not in exported:
            missing.append(name)
        lines.append(f'| `{name}` | works |')
    for family in FAMILIES:
        names = [f'`{name}`' for name in functions if family_of(name) is family]
        if names:
            lines.append(f'| {", ".join(names)} | out of scope: {family[1]} |')
    if missing:
        sys.exit('not exported: ' + ' '.join(missing))
    return '\n'.join(lines + ['', END])


def main():
    library, document = sys.argv[1], pathlib.Path(sys.argv[2])
    functions = declared_functions()
    if len(functions) < 100:
        sys.exit(f'only {len(functions)} functions in the manual of {PACKAGE}: is it there?')
    made = table(functions, exported_functions(library))
    text = document.read_text()
    there = re.search(re.escape(BEGIN) + '.*?' + re.escape(END), text, re.S)
    if there is None:
        sys.exit(f'{document} has no place for the table')
    if '--write' in sys.argv:
        document.write_text(text[:there.start()] + made + text[there.end():])
    elif there.group(0) != made:
        sys.exit(f'{document} is out of date: run {sys.argv[0]} {library} {document} --write')


main()
