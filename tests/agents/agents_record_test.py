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
from private_collector import run  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FDR = os.path.abspath(sys.argv[1])
SAMPLE = '/var/lib/pcp/pmdas/sample'
expect = Checks()


def output(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment(**more))
    return done.returncode, done.stdout + done.stderr


def prepare(directory):
    agents, names = f'{directory}/pmcd.conf', f'{directory}/names'
    with open(agents, 'w', encoding='ascii') as file:
        file.write(f'sample 29 pipe binary {SAMPLE}/pmdasample -d 29 -l {directory}/sample.log\n'
                   'missing 30 pipe binary /no/such/agent\n[access]\ndisallow * : store;\n')
    with open(f'{directory}/shared.conf', 'w', encoding='ascii') as file:
        file.write(f'sample 29 dso sample_init {SAMPLE}/pmda_sample.so\nmissing 30 pipe binary /no/such/agent\n')
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
    status, text = output(FDR, 'record', '-q', '--agents', agents, *option, '-t', '1min', '-s', '1', archive, 'sample.long',
                          'sample.colour', 'hinv.ncpu', **more)
    expect(status == 0, f'record {option}: status {status}: {text}')
    status, text = output('pmdumplog', archive, 'sample.long.hundred')
    values = re.findall(r'sample\.long\.hundred\): value 100', text)
    expect(status == 0 and len(values) == 1, f'{len(values)} values: {text}')
    status, text = output('pmlogsummary', '-F', archive, 'sample.colour')
    expect(status == 0 and 'green' in text, f'no instances: {text}')
    status, text = output('pmlogcheck', archive)
    expect(status == 0 and not text, f'pmlogcheck: {text}')
    status, text = output('pminfo', '-a', archive, '-l', 'sample.long.one')
    expect('"agent":"sample"' in text, f'no labels: {text}')


def check_late(directory):
    """A recording does not wait for an agent that hangs.  What another one writes has limits."""
    with open(f'{directory}/late.conf', 'w', encoding='ascii') as file:
        file.write(f'late 252 pipe binary /usr/bin/python3 {HERE}/odd_agent.py --gate {directory}/gate\n'
                   f'noisy 251 pipe binary /usr/bin/python3 {HERE}/odd_agent.py\n')
    with open(f'{directory}/late', 'w', encoding='ascii') as file:
        file.write('root {\n    noisy 251:0:17\n    gated 252:0:18\n}\n')
    status, text = output(FDR, 'record', '-q', '--agents', f'{directory}/late.conf', '-n', f'{directory}/late', '-t', '600ms',
                          '-s', '3', f'{directory}/late-archive', 'hinv.ncpu', 'noisy', 'gated')
    expect(status == 0 and text.startswith('here\nxxx') and len(text) < 70_000, f'late: {status}, {len(text)}: {text[:300]}')
    status, text = output(FDR, 'dump', f'{directory}/late-archive', 'hinv.ncpu', 'gated')
    values, missing = text.count('value 42'), text.count('Timeout waiting')
    expect(status == 0 and values == 0 and missing > 0, f'late: {values} values: {text}')
    expect(len(re.findall(r'\(hinv\.ncpu\)', text)) == 3, f'late: not three samples: {text}')


def check_slow(directory):
    """An agent that answers slowly has the time that its own task allows, though another task is more frequent."""
    with open(f'{directory}/slow.conf', 'w', encoding='ascii') as file:
        file.write(f'slow 252 pipe binary /usr/bin/python3 {HERE}/odd_agent.py\n')
    with open(f'{directory}/slow', 'w', encoding='ascii') as file:
        file.write('root {\n    slow 252:0:16\n}\n')
    with open(f'{directory}/tasks', 'w', encoding='ascii') as file:
        file.write('log on 100 msec { hinv.ncpu }\nlog on 1 minute { slow }\n')
    archive = f'{directory}/slow-archive'
    status, text = output(FDR, 'record', '-q', '--agents', f'{directory}/slow.conf', '-n', f'{directory}/slow', '-c',
                          f'{directory}/tasks', '-s', '2', archive)
    expect(status == 0 and not text, f'slow: {status}: {text}')
    status, text = output(FDR, 'dump', archive, 'slow')
    expect(status == 0 and text.count('value 42') == 1, f'slow: {status}: {text}')


def check_hanging(directory):
    """A shared object inside the program hangs for ever: the program says so, shows the rest, and ends."""
    run(['cc', '-w', '-fPIC', '-shared', f'{HERE}/shared_agent.c', '-o', f'{directory}/shared.so', '-lpcp_pmda', '-lpcp'])
    with open(f'{directory}/hanging.conf', 'w', encoding='ascii') as file:
        file.write(f'shared 301 dso shared_init {directory}/shared.so\n')
    with open(f'{directory}/hanging', 'w', encoding='ascii') as file:
        file.write('root {\n    shared\n}\nshared {\n    answer 301:0:0\n    blocks 301:0:1\n}\n')
    command = [FDR, 'live', '--agents', f'{directory}/hanging.conf', '-n', f'{directory}/hanging', '--in-process', '-s', '1',
               '-t', '100ms', '--csv', 'hinv.ncpu']
    status, text = output(*command, 'shared.answer')
    expect(status == 0 and re.search(r',42$', text, re.MULTILINE), f'an agent that does not hang: {status} {text}')
    status, text = output(*command, 'shared.blocks', SHARED_AGENT_BLOCKS='1')
    expect(status == 0, f'an agent that hangs: status {status}: {text}')
    for line in ('agent shared: it did not answer within 5 s', 'agent shared: its thread still runs (such threads: 1)'):
        expect(line in text, f'an agent that hangs, without "{line}": {text}')


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
        for only in (['--prefer', 'agents'], ['--in-process']):
            status, text = output(FDR, verb, *only, *more)
            expect(status == 2, f'{verb} {only} without agents: {status} {text}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        agents, names = prepare(directory)
        check_live(agents, '-n', names, PMNS_DEFAULT=f'{directory}/nothing')
        check_live(agents, PMNS_DEFAULT=names)
        check_record(f'{directory}/archive', agents, '-n', names, PMNS_DEFAULT=f'{directory}/nothing')
        check_record(f'{directory}/other', agents, PMNS_DEFAULT=names)
        check_live(f'{directory}/shared.conf', '-n', names, '--in-process')
        check_record(f'{directory}/shared', f'{directory}/shared.conf', '-n', names, '--in-process')
        check_late(directory)
        check_slow(directory)
        check_hanging(directory)
        check_mistakes(directory, agents)
    expect.end()


main()
