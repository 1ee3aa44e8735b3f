#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: headers_test.py COMPILER DIRECTORY...
#
# A program that includes <pcp/pmapi.h> and its neighbours gets the same macros, types and functions from our headers as from
# PCP's: compares what the compiler makes of both.  Each DIRECTORY holds headers of ours.

import re
import subprocess
import sys
import tempfile

COMPILER, OURS = sys.argv[1], ['-I' + directory for directory in sys.argv[2:]]
PEER = []
HEADERS = ''.join(f'#include <pcp/{name}.h>\n' for name in ('pmapi', 'import', 'pmda', 'pmdaroot', 'deprecated', 'trace'))

# Macros of PCP's headers that ours lack on purpose.
LEFT_OUT = [
    (r'PCP_(CONFIG64|PLATFORM64)_H', 'guards of headers'),
    (r'PACKAGE_\w+|YYTEXT_POINTER', 'how PCP itself was built'),
    (r'HAVE_(AVAHI_\w+|INFINIBAND_\w+|LIBIB\w+|PERFMON_\w+|LINUX_PERF_EVENT_H|PMA_QUERY_VIA)', 'how PCP was built'),
    (r'HAVE_(UV_PIPE_CHMOD|SYSTEMD_\w+|LZMA_\w+|TRANSPARENT_DECOMPRESSION|SECURE_SOCKETS)', 'how PCP was built'),
    (r'pmFreeHighResResult', 'the function itself is in our library'),
    (r'HAVE_(N?CURSES\w*|READLINE|LIBREADLINE|GETMOUSE|SET_ESCDELAY)', 'libraries that PCP found'),
]

# Types that nothing is known of but their names.
OPAQUE = {'pmdaHashTable', 'pmdaNameSpace'}

# The only function of the header that ours lacks.
FUNCTIONS_LEFT_OUT = {'pmDiscoverServices'}  # docs/compatibility.md


def compiled(text, options):
    run = subprocess.run([COMPILER, '-D_GNU_SOURCE', '-xc', *options, '-'], input=text, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return run.stdout


def macros(directories):
    """The macros that the compiler knows behind the header: name to parameters."""
    found = {}
    for line in compiled(HEADERS, ['-E', '-dM', *directories]).splitlines():
        name, parameters = re.match(r'#define (\w+)(\([^)]*\))?', line).groups()
        found[name] = parameters
    return found


def preprocessed(directories):
    """Lines of the header itself, and of the headers beside it."""
    kept, keep = [], False
    for line in compiled(HEADERS, ['-E', *directories]).splitlines():
        if line.startswith('# '):
            keep = '/pcp/' in line.split('"')[1]
        elif keep:
            kept.append(line)
    return ' '.join(kept)


def typedefs(text):
    plain = text
    while '{' in plain and plain != (inner := re.sub(r'\{[^{}]*\}', '', plain)):
        plain = inner
    return set(re.findall(r'typedef\b[^;(]*?\b(\w+)\s*;', plain))


def functions(text):
    return set(re.findall(r'\b((?:pm|getmachineid)\w*)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:__attribute__|;)', text))


def expansions(names, directories):
    lines = ''.join(f'@ {name} {name}@\n' for name in names)
    # The name in front must not be expanded.
    lines = re.sub(r'@ (\w+) ', lambda match: '@ "' + match.group(1) + '" ', lines)
    text = compiled(HEADERS + lines, ['-E', '-P', *directories])
    found = {}
    for name, value in re.findall(r'@ "(\w+)" (.*?)@', text, re.S):
        joined = re.sub(r'(?<=\w)""(?=\w)', '', re.sub(r'[\s()]', '', value))
        found[name] = str(eval(joined)) if '<' in joined and re.fullmatch(r'[0-9<|]+', joined) else joined
    return found


def sizes(names, directories):
    body = ''.join(f'  printf("{name} %zu\\n", sizeof({name}));\n' for name in sorted(names))
    with tempfile.NamedTemporaryFile() as program:
        compiled(HEADERS + 'int main(void) {\n' + body + '  return 0;\n}\n',
                 ['-w', *directories, '-o', program.name + '.x'])
        return subprocess.run([program.name + '.x'], capture_output=True, text=True, check=True).stdout.splitlines()


def is_left_out(name):
    return any(re.fullmatch(pattern, name) for pattern, _ in LEFT_OUT)


def main():
    problems = []
    ours, peer = macros(OURS), macros(PEER)
    if 'PM_ERR_GENERIC' not in peer or len(peer) < 1000:
        sys.exit('the headers of PCP are not there')
    missing = sorted(name for name in peer.keys() - ours.keys() if not is_left_out(name))
    problems += [f'macro {name} is missing' for name in missing]
    problems += [f'macro {name} is left out by name, but there' for name in ours if name in peer and is_left_out(name)]
    shared = sorted(name for name in ours.keys() & peer.keys())
    problems += [f'macro {name}: parameters' for name in shared if (ours[name] is None) != (peer[name] is None)]
    plain = [name for name in shared if ours[name] is None]
    our_values, peer_values = expansions(plain, OURS), expansions(plain, PEER)
    for name in plain:
        if our_values.get(name) != peer_values.get(name):
            problems.append(f'macro {name}: {our_values.get(name)}, the peer has {peer_values.get(name)}')
    our_text, peer_text = preprocessed(OURS), preprocessed(PEER)
    types = typedefs(peer_text)
    problems += [f'type {name} is missing' for name in sorted(types - typedefs(our_text))]
    if len(types) < 20 or not problems and sizes(types - OPAQUE, OURS) != sizes(types - OPAQUE, PEER):
        problems.append(f'the {len(types)} types have other sizes')
    peer_functions = functions(peer_text)
    problems += [f'function {name} is missing' for name in sorted(peer_functions - functions(our_text) - FUNCTIONS_LEFT_OUT)]
    if len(peer_functions) < 150:
        problems.append(f'only {len(peer_functions)} functions found')
    compiled(HEADERS, ['-xc++', '-fsyntax-only', *OURS])
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(shared)} macros, {len(types)} types, {len(peer_functions)} functions')


main()
