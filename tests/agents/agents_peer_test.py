#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: agents_peer_test.py FDR

PCP's own agents, in C, Python and Perl, as programs, behind sockets and as shared objects, under PCP's collector and
under fdr.  Everything that pminfo and pmstore print of them is the same.  Under fdr, shared objects run in processes of
their own, and inside it.

Clocks are compared without their digits.  Other values move, too: each collector is asked twice, with new agents.  What
PCP's collector prints alike both times must be the same; of the rest, everything but digits."""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile

from private_collector import Collector, InProcessCollector, OurCollector, free_port, run

FDR = os.path.abspath(sys.argv[1])
PMDAS = '/var/lib/pcp/pmdas'
COMPILED = ('simple', 'trivial', 'txmon')
problems = []
counts = {'same': 0, 'moving': 0}

# Name, domain, the rest of the line in pmcd.conf, and the agent whose names it has.
PROGRAMS = [
    ('sample', 29, f'pipe binary {PMDAS}/sample/pmdasample -d 29 -l sample.log', 'sample'),
    ('simple', 253, 'pipe binary BUILT/pmdasimple -d 253 -l simple.log', 'simple'),
    ('trivial', 250, 'pipe binary BUILT/pmdatrivial -d 250 -l trivial.log', 'trivial'),
    ('txmon', 248, 'pipe binary BUILT/pmdatxmon -d 248 -l txmon.log tx1 tx2 tx3', 'txmon'),
    ('simunix', 254, 'socket unix HERE/simunix.socket BUILT/pmdasimple -d 254 -u HERE/simunix.socket -l simunix.log',
     'simple'),
    ('siminet', 255, 'socket inet PORT BUILT/pmdasimple -d 255 -i PORT -l siminet.log', 'simple'),
]
SHARED = [
    ('sampledso', 30, f'dso sample_init {PMDAS}/sample/pmda_sample.so', 'sample'),
    ('simdso', 252, 'dso simple_init BUILT/pmda_simple.so', 'simple'),
    ('tridso', 251, 'dso trivial_init BUILT/pmda_trivial.so', 'trivial'),
]
PYTHON = [
    ('simple', 253, f'pipe binary python3 {PMDAS}/simple/pmdasimple.python', 'simple'),
    ('trivial', 250, f'pipe binary python3 {PMDAS}/trivial/pmdatrivial.python', 'trivial'),
]
PERL = [
    ('simple', 253, f'pipe binary perl {PMDAS}/simple/pmdasimple.perl', 'simple'),
    ('trivial', 250, f'pipe binary perl {PMDAS}/trivial/pmdatrivial.perl', 'trivial'),
]
STORES = [('sample.write_me', '7'), ('sample.string.write_me', 'new words'), ('sample.long.one', '5'), ('simple.color', '-i red 9'),
          ('simple.color', '300'), ('simple.numfetch', '3'), ('simple.time.user', '1'), ('trivial.time', '1'),
          ('txmon.level', '2'), ('simunix.color', '-i blue 4'), ('simple.nothing', '1')]


def build_agents(directory):
    """With PCP's library, from the sources in its packages."""
    for name in COMPILED:
        source = f'{PMDAS}/{name}/{name}.c'
        common = ['cc', '-w', '-O1', f'-I{PMDAS}/{name}', source, '-lpcp_pmda', '-lpcp', '-lm']
        run(common + ['-o', f'{directory}/pmda{name}'])
        run(common + ['-fPIC', '-shared', '-o', f'{directory}/pmda_{name}.so'])


def names_of(agents):
    """A name space for them; an agent may have the names of another one, at another place."""
    text = ['root {', '    pmcd'] + [f'    {name}' for name, _, _, _ in agents] + ['}']
    text += ['pmcd {', '    agent', '}', 'pmcd.agent {', '    fenced 2:4:2', '}']
    for name, domain, _, original in agents:
        macro = original.upper()
        text += [f'#define {macro} {domain}']
        if name != original:
            text += [f'#define {original} {name}']
        text += [f'#include "{PMDAS}/{original}/pmns"', f'#undef {macro}']
        if name != original:
            text += [f'#undef {original}']
    return '\n'.join(text) + '\n'


def prepare(directory, agents, built):
    os.makedirs(directory)
    with open(f'{directory}/names', 'w', encoding='ascii') as names:
        names.write(names_of(agents))
    port = free_port()
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as conf:
        conf.write('pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so\n')
        for name, domain, line, _ in agents:
            line = line.replace('BUILT', built).replace('HERE', directory).replace('PORT', port)
            conf.write(f'{name} {domain} {line}\n')


# Metrics that are a time, or the processor time that an agent has used.
CLOCKS = ('simple.now', 'simunix.now', 'siminet.now', 'simdso.now', 'simple.time.', 'simunix.time.', 'siminet.time.',
          'simdso.time.', 'trivial.time', 'tridso.time')
# The instances of sample.mirage but its first one come and go, at moments of each agent's own.
FLEETING = re.compile(r'^.*(?: inst \[[1-9]\d* or "m-\d+"\]|^sample(?:dso)?\.mirage\S* \d).*\n?', re.MULTILINE)
# The metrics of the collector itself have help texts of their own, also under the names that an agent gives them.
REDIRECTED = re.compile(r'^sample(dso)?\.secret\.foo\.bar\.max\.redirect .*?(?=^[a-z]+\.|\Z)', re.MULTILINE | re.DOTALL)


def asked(collector, agents):
    """What the tools print of all agents, command by command."""
    outputs = {}
    names = [name for name, _, _, _ in agents]
    for flags in ('-dm', '-tT', '-f', '-I', '-l', '-fx', '-s'):
        for name in names:
            if flags == '-s' and name == 'simdso' and not isinstance(collector, OurCollector):
                continue  # PCP's collector uses memory that it has freed, and sometimes dies: docs/compatibility.md
            output = collector.tool('pminfo', flags, name)
            outputs[f'pminfo {flags} {name}'] = REDIRECTED.sub('', output) if flags == '-tT' else FLEETING.sub('', output)
    for name in names:
        outputs[f'pmprobe -I {name}'] = FLEETING.sub('', collector.tool('pmprobe', '-I', name))
    for metric, value in STORES:
        if metric.split('.')[0] in names:
            command = ['pmstore', *value.split()[:-1], metric, value.split()[-1]] if '-i' in value else ['pmstore', metric, value]
            outputs[' '.join(command)] = collector.tool(*command)
            outputs[f'after {" ".join(command)}'] = collector.tool('pminfo', '-f', metric)
    fence(collector, agents, outputs)
    return outputs


PROBED = {'sample': 'sample.long', 'simple': 'simple.numfetch', 'sampledso': 'sampledso.long'}


def fence(collector, agents, outputs):
    """A fenced agent is not asked."""
    name, domain, _, _ = agents[0]
    for value in ('1', '2', '0'):
        for command in (['pmstore', '-i', name, 'pmcd.agent.fenced', value], ['pminfo', '-f', 'pmcd.agent.fenced'],
                        ['pminfo', '-f', PROBED[name]], ['pminfo', '-dT', PROBED[name]]):
            outputs[f'{" ".join(command)} (fence {value} of {domain})'] = collector.tool(*command)


def twice(kind, top, label, agents, built):
    """The outputs of two collectors, one after the other."""
    outputs = []
    for number in (1, 2):
        directory = f'{top}/{label}-{kind.__name__}-{number}'
        prepare(directory, agents, built)
        with kind(FDR, directory, PROBED[agents[0][0]]) as collector:
            collector.wait_for_agents(name for name, _, _, _ in agents)
            outputs.append(asked(collector, agents))
            if kind is InProcessCollector and collector.children():
                problems.append(f'{label}: a shared object runs in a process of its own')
    return outputs


def without_digits(lines):
    return sorted(re.sub(r'[0-9a-fA-F.:+-]*[0-9][0-9a-fA-F.:+-]*', '0', line) for line in lines)


def without_clocks(output):
    """Each metric is a paragraph."""
    paragraphs = output.split('\n\n')
    return '\n\n'.join('\n'.join(without_digits(one.splitlines())) if one.lstrip().startswith(CLOCKS) else one
                       for one in paragraphs)


def compare(label, command, theirs, ours):
    """Line by line, if both runs of PCP's collector have the same lines."""
    if theirs[0] == theirs[1]:
        counts['same'] += 1
        same = ours[0] == theirs[0] and ours[1] == theirs[1]
    else:
        counts['moving'] += 1
        same = all(without_digits(one.splitlines()) in [without_digits(other.splitlines()) for other in theirs] for one in ours)
    if same:
        return
    which = ours[0] if ours[0] != theirs[0] else ours[1]
    differences = list(difflib.unified_diff(theirs[0].splitlines(), which.splitlines(), 'pmcd', 'fdr', lineterm='', n=1))
    problems.append(f'{label}: {command}\n' + '\n'.join(differences[:30]))


def check(top, label, agents, built):
    theirs = twice(Collector, top, label, agents, built)
    for kind in (OurCollector, InProcessCollector) if agents is SHARED else (OurCollector,):
        ours = twice(kind, top, label, agents, built)
        for output in (one[command] for one in ours for command in one if command == 'pminfo -s simdso'):
            if 'inst [2 or "blue"] series' not in output:
                problems.append(f'pminfo -s simdso: {output}')
        for command in theirs[0]:
            compare(f'{label}, {kind.__name__}', command, [without_clocks(one[command]) for one in theirs],
                    [without_clocks(one[command]) for one in ours])


# One metric of each kind of instances, and some without.
BUILT_IN = ['kernel.all.load', 'hinv.ncpu', 'disk.dev.read', 'network.interface.in.bytes', 'kernel.percpu.cpu.user',
            'filesys.capacity', 'mem.numa.util.total', 'disk.partitions.read', 'swap.pagesin']


def check_built_in_labels(top):
    """What fdr itself says of this machine has the labels that PCP's agent gives it."""
    agents = [('linux', 60, f'pipe binary {PMDAS}/linux/pmdalinux -l linux.log', 'linux')]
    outputs = []
    for kind in (Collector, OurCollector):
        directory = f'{top}/labels-{kind.__name__}'
        prepare(directory, agents, '')
        shutil.copy('/var/lib/pcp/pmns/root_linux', f'{directory}/names')
        if kind is OurCollector:
            open(f'{directory}/pmcd.conf', 'w', encoding='ascii').close()
        with kind(FDR, directory, 'hinv.ncpu') as collector:
            # The numbers of instances depend on what the collector has seen before.
            outputs.append({name: re.sub(r'inst \[\d+', 'inst [N', collector.tool('pminfo', '-l', name)) for name in BUILT_IN})
    for name in BUILT_IN:
        compare('built-in', f'pminfo -l {name}', [outputs[0][name]] * 2, [outputs[1][name]] * 2)


def main():
    with tempfile.TemporaryDirectory() as top:
        built = f'{top}/built'
        os.makedirs(built)
        build_agents(built)
        for label, agents in (('programs', PROGRAMS), ('shared', SHARED), ('python', PYTHON), ('perl', PERL)):
            check(top, label, agents, built)
        check_built_in_labels(top)
    print(f'{counts["same"]} outputs compared whole, {counts["moving"]} without digits')
    if problems:
        print(*problems, sep='\n')
        sys.exit(f'{len(problems)} differences')
    if counts['same'] < 100:
        sys.exit('too little was compared')


main()
