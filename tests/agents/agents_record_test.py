#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: agents_record_test.py FDR

`fdr live --agents` and `fdr record --agents` ask agents without a server: what PCP's agent `sample` says, and what this
machine says, side by side.  PCP's tools read the recording."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402
from serving import environment  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
SAMPLE = '/var/lib/pcp/pmdas/sample'
expect = Checks()


def output(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment(**more))
    return done.returncode, done.stdout + done.stderr


def prepare(directory):
    agents, names = f'{directory}/pmcd.conf', f'{directory}/names'
    with open(agents, 'w', encoding='ascii') as file:
        file.write(f'sample 29 pipe binary {SAMPLE}/pmdasample -d 29 -l {directory}/sample.log\n'
                   'missing 30 pipe binary /no/such/agent\n[access]\ndisallow * : store;\n')
    with open(names, 'w', encoding='ascii') as file:
        file.write(f'root {{\n    sample\n}}\n#define SAMPLE 29\n#include "{SAMPLE}/pmns"\n')
    return agents, names


def check_live(agents, *option, **more):
    """The names of agents come from the option, or the environment; the machine keeps its own."""
    status, text = output(FDR, 'live', '--agents', agents, *option, 'sample.long.ten', 'hinv.ncpu', '-s', '2', '-t', '100ms',
                          '--csv', **more)
    expect(status == 0, f'live {option}: status {status}: {text}')
    expect('agent missing: cannot be started: /no/such/agent: No such file or directory' in text, f'live {option}: {text}')
    rows = [line for line in text.splitlines() if re.match(r'\S+ ?\S*,10,\d+$', line)]
    expect(len(rows) == 2, f'live {option} does not show both: {text}')


def check_record(archive, agents, *option, **more):
    status, text = output(FDR, 'record', '-q', '--agents', agents, *option, '-t', '100ms', '-s', '5', archive, 'sample.long',
                          'sample.colour', 'hinv.ncpu', **more)
    expect(status == 0, f'record {option}: status {status}: {text}')
    status, text = output('pmdumplog', archive, 'sample.long.hundred')
    values = re.findall(r'sample\.long\.hundred\): value 100', text)
    expect(status == 0 and len(values) >= 4, f'{len(values)} values: {text}')
    status, text = output('pmlogsummary', '-F', archive, 'sample.colour')
    expect(status == 0 and 'green' in text, f'no instances: {text}')
    status, text = output('pmlogcheck', archive)
    expect(status == 0 and not text, f'pmlogcheck: {text}')
    status, text = output('pminfo', '-a', archive, '-l', 'sample.long.one')
    expect('"agent":"sample"' in text, f'no labels: {text}')


def check_mistakes(directory, agents):
    for verb, more in (('live', ['hinv.ncpu']), ('record', [f'{directory}/x', 'hinv.ncpu']), ('serve', ['-p', '45999'])):
        option = '-c' if verb == 'serve' else '--agents'
        status, text = output(FDR, verb, option, f'{directory}/nothing', *more)
        expect(status == 1 and 'nothing: No such file' in text, f'{verb} without a file: {status} {text}')
        status, text = output(FDR, verb, option, agents, *more, PMNS_DEFAULT=f'{directory}/nothing')
        expect(status == 1 and 'Rebuild makes the file' in text, f'{verb} without names: {status} {text}')
        with open(f'{directory}/wrong', 'w', encoding='ascii') as file:
            file.write('sample x pipe binary sample\n')
        status, text = output(FDR, verb, option, agents, '-n', f'{directory}/nothing', *more)
        expect(status != 0 and 'nothing: No such file' in text, f'{verb} -n without a file: {status} {text}')
        status, text = output(FDR, verb, option, f'{directory}/wrong', *more)
        expect(status != 0 and 'wrong:1: expected the agent\'s domain' in text, f'{verb} with a mistake: {status} {text}')
        status, text = output(FDR, verb, '--prefer', 'agents', *more)
        expect(status == 2, f'{verb} --prefer without agents: {status} {text}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        agents, names = prepare(directory)
        check_live(agents, '-n', names, PMNS_DEFAULT=f'{directory}/nothing')
        check_live(agents, PMNS_DEFAULT=names)
        check_record(f'{directory}/archive', agents, '-n', names, PMNS_DEFAULT=f'{directory}/nothing')
        check_record(f'{directory}/other', agents, PMNS_DEFAULT=names)
        check_mistakes(directory, agents)
    expect.end()


main()
