#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: trace_test.py LIBRARY

PCP's tools show what our library does, with each of the debugging options that it has lines for: with -D, and with
PCP_DEBUG.  Without an option they print the same with either library, and no such line.  With an option that the library
has no lines for, there are none."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from collector import Collector

OWN = str(pathlib.Path(sys.argv[1]).resolve().parent)
ARCHIVE = '/var/lib/pcp/testsuite/archives/ok-foo'
PMVAL = f'pmval -a {ARCHIVE} -s 2 -t 1 sample.colour'
PMINFO = f'pminfo -a {ARCHIVE} -f sample.colour'
STAMP = r'\d+\.\d{9}'
# The option, the command, and lines that are there in this order, perhaps among others.
ARCHIVES = (
    ('context', PMVAL, [f'archive "{ARCHIVE}" is opened as context 0',
                        f'mode interpolated, from {STAMP}, in steps of 1.000000000 s: 0',
                        'context 0 is closed']),
    ('context', 'pminfo -a /no/such sample.colour',
     [r'archive "/no/such" cannot be opened: error -2 \(No such file or directory\)']),
    ('fetch', PMVAL, [rf'29.0.5 sample.colour of context 0, interpolated: values of {STAMP}, 0'] * 2),
    ('fetch', PMINFO, [rf'29.0.5 sample.colour of context 0, forward: values of 902428473.248687000, 0']),
    ('log', PMVAL, [f'opened the file "{ARCHIVE}.{part}"' for part in ('meta', 'index', '0')]),
    ('pmns', PMINFO, ['names below "sample.colour": 1', '"sample.colour" is 29.0.5', 'look-up of 1 names: 1']),
    ('pmns', f'pminfo -a {ARCHIVE} no.such',
     [r'names below "no.such": error -12357 \(Unknown metric name\)']),
    ('derive', f'pminfo -a {ARCHIVE} -f good.sum bad.sum no.metric',
     ['"good.sum" = "sum\\(sample.colour\\)", for all contexts, is registered',
      '"bad.sum" = "rate\\(sample.lights\\)", for all contexts, is registered',
      'definitions of "DIRECTORY/derived" are read', '"good.sum" is bound',
      '"bad.sum" cannot be computed here: .*']),
)
HOSTS = (
    ('pdu', 'pminfo -h HOST -f sample.colour',
     ['ERROR of 20 bytes received from HOST', 'CREDS of 20 bytes sent to HOST',
      r'HIGHRES_FETCH of 32 bytes sent to HOST', r'HIGHRES_RESULT of 68 bytes received from HOST']),
    ('context', 'pminfo -h HOST sample.colour', ['host "HOST" is opened as context 0']),
    ('fetch', 'pminfo -h HOST -f sample.colour', [rf'29.0.5 of context 0, live: values of {STAMP}, 0']),
)
DEFINITIONS = 'good.sum = sum(sample.colour)\nbad.sum = rate(sample.lights)\n'
problems = []


def run(command, directory, library=OWN, **variables):
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(('PCP_', 'PMCD_', 'LD_LIBRARY_PATH', 'FDR_'))}
    environment.update(variables, TZ='UTC', LC_ALL='C', PATH='/usr/bin:/bin',
                       PCP_DERIVED_CONFIG=f'{directory}/derived')
    if library:
        environment['LD_LIBRARY_PATH'] = library
    done = subprocess.run(command.split(), env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr.splitlines()


def traced(command, option, directory, with_variable):
    tool, _, rest = command.partition(' ')
    if with_variable:
        return run(command, directory, PCP_DEBUG=option)
    return run(f'{tool} -D{option} {rest}', directory)


def check_lines(option, command, wanted, directory, host):
    command = command.replace('HOST', host)
    plain = run(command, directory)
    for with_variable in (False, True):
        status, output, errors = traced(command, option, directory, with_variable)
        lines = [line for line in errors if line.startswith(f'fdr {option}: ')]
        # What the tool prints itself is the same.
        others = [line for line in errors if line not in lines]
        if option in ('pdu', 'fetch', 'context') and host:
            output = plain[1]  # values of a host may change
        if (status, output, others) != plain:
            problems.append(f'{option}, {command}: {(status, output, others)}, not {plain}')
        at = iter(lines)
        for text in wanted:
            pattern = text.replace('HOST', host).replace('DIRECTORY', directory)
            if not any(re.fullmatch(f'fdr {option}: {pattern}', line) for line in at):
                problems.append(f'{option}, {command}: no line {pattern!r} in {lines}')


def check_silence(command, directory, host):
    command = command.replace('HOST', host)
    ours = run(command, directory)
    if any(line.startswith('fdr ') for line in ours[2]):
        problems.append(f'{command} prints {ours[2]}')
    if not host and ours != (peers := run(command, directory, library=None)):
        problems.append(f'{command}: {ours}, not {peers}')
    for option in ('lock', 'desperate', 'appl9'):
        status, _, errors = traced(command, option, directory, True)
        if (status, errors) != (ours[0], ours[2]):
            problems.append(f'{command} with {option} prints {errors}')


def check_escapes(directory):
    """Bytes of a name do not reach the terminal."""
    name = 'a\x1b[31m\u00e9'
    _, _, errors = traced(f'pminfo -a {directory}/{name} x', 'context', directory, False)
    if not any('a\\x1b[31m\\xc3\\xa9' in line for line in errors if line.startswith('fdr ')):
        problems.append(f'a name with an escape: {errors}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory, 'derived').write_text(DEFINITIONS, encoding='ascii')
        collector = Collector(f'{directory}/collector')
        try:
            for rows, host in ((ARCHIVES, ''), (HOSTS, f'127.0.0.1:{collector.port}')):
                for option, command, wanted in rows:
                    check_lines(option, command, wanted, directory, host)
                for command in sorted({command for _, command, _ in rows}):
                    check_silence(command, directory, host)
        finally:
            collector.kill()
        check_escapes(directory)
    if problems:
        sys.exit('\n'.join(problems))


main()
