#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: agents_test.py HEADERS LIBFDR_PMDA LIBFDR_PMAPI LIBPCP_PMDA
#
# Agents of PCP, compiled unchanged with our library and with PCP's, run under PCP's collector: through pipes, at sockets,
# and inside the collector.  Those with PCP's then run with our libpcp_pmda.so.3.  Clients must get the same metadata, texts,
# labels and values, and may store the same.
"""Compares agents that use our libraries with those that use PCP's."""
import os
import re
import sys

import agents

# Agents of the test: name of the root, sources, domain, how the collector reaches it, more words.
TABLE = [
    ('simple', 'simple', 253, 'pipe', []),
    ('simpleunix', 'simple', 252, 'unix', []),
    ('simpleinet', 'simple', 251, 'inet', []),
    ('simpledso', 'simple', 246, 'dso', []),
    ('trivial', 'trivial', 250, 'pipe', []),
    ('trivialdso', 'trivial', 245, 'dso', []),
    ('txmon', 'txmon', 248, 'pipe', ['one', 'two', 'three']),
    ('dynamic', 'dynamic', 247, 'pipe', []),
    ('sample', 'sample', 29, 'pipe', []),
    ('sampledso', 'sample', 30, 'dso', []),
    ('bigun', 'bigun', 244, 'dso', []),
]

# Values that no two runs share: the process, its memory and time, the time of day, and chance.
CHANGING = re.compile(
    r'^(simple\w*\.(time\.\w+|now)|trivial\w*\.time|sample\w*\.(daemon_pid|seconds|milliseconds|load|drift|step|'
    r'mirage\w*|sysinfo|sysinfo.*|recv_pdu|xmit_pdu|pdu|datasize|hordes.*|dodgey\.value|wrap\.\w+|step_counter|'
    r'dupnames.*|many\.\w+|scramble\.\w+|dynamic\.\w+|percontext.*|proc\..*|ghosts?\..*|event\.\w+|needprofile|lights|'
    r'colour|magnitude|k?byte_ctr|k?byte_rate|byte_rate_perhour|'
    r'string\.write_me|rapid|scale_step\.\w+|darkness|bad\.\w+|ulonglong\.bin\w*))$')

# Its instances come and go with the time.
MIRAGE = re.compile(r'^(sample\w*\.mirage\w*)$')
MIRAGE_DOMAINS = ('29.3', '30.3')

STORES = [
    ('simple.numfetch', '42'), ('simple.numfetch', '-3'), ('simple.color', '7'), ('simple.color', '300'),
    ('simple.now', '1'), ('simpledso.numfetch', '5'), ('trivial.time', '1'), ('txmon.control.level', '1'),
    ('sample.write_me', '5'), ('sample.double.write_me', '2.5'), ('sample.string.write_me', 'text'),
    ('sample.aggregate.write_me', 'x'), ('sample.longlong.write_me', '-12345678901'), ('sample.float.write_me', '1.5'),
    ('sample.ulonglong.write_me', '9'), ('sampledso.long.write_me', '3'), ('dynamic.control.add', '3'),
    ('dynamic.control.add', '5'), ('dynamic.control.del', '3'),
]


def names():
    roots = [agents.names_of(source, root, domain) for root, source, domain, _, _ in TABLE if source != 'bigun']
    return ''.join(roots) + 'bigun {\n  sumo 244:0:0\n}\n'


def lines_of(side, directory):
    lines = []
    for root, source, domain, kind, more in TABLE:
        if kind == 'dso':
            path = side.build(source, 'dso')
            lines.append(f'{root} {domain} dso {source}_init {path}')
            continue
        words = [*side.before, side.build(source), '-d', str(domain), '-l', os.path.join(directory, root + '.log')]
        if kind == 'pipe':
            lines.append(f'{root} {domain} pipe binary {" ".join(words + more)}')
        elif kind == 'unix':
            path = os.path.join(directory, root + '.socket')
            lines.append(f'{root} {domain} socket unix {path} {" ".join(words)} -u {path}')
        else:
            port = agents.free_port()
            lines.append(f'{root} {domain} socket inet {port} {" ".join(words)} -i {port}')
    return lines


def steady(text):
    """The text, with changing values left out: names, instances and counts stay."""
    kept, metric = [], ''
    for line in text.splitlines():
        if line and not line[0].isspace():
            metric = line.split()[0].rstrip(':')
        if MIRAGE.match(metric) and line.startswith('    inst'):
            continue
        if CHANGING.match(metric):
            line = re.sub(r'(value|0x[0-9a-f]+|".*"|-> ).*', r'\1', line)
        kept.append(line)
    return '\n'.join(kept)


def ask_all(side, directory):
    """The answers to everything, by name of the question."""
    os.makedirs(directory)
    answers = {}
    with agents.Collector(directory, lines_of(side, directory), names()) as collector:
        answers['names'] = collector.ask('pminfo', '-m')
        for root, _, _, _, _ in TABLE:
            answers[root + ' metadata'] = collector.ask('pminfo', '-dm', root)
            answers[root + ' texts'] = collector.ask('pminfo', '-tT', root)
            answers[root + ' labels'] = collector.ask('pminfo', '-l', root)
            answers[root + ' values'] = collector.ask('pminfo', '-f', root)
        for domain in {domain for _, _, domain, _, _ in TABLE}:
            for serial in range(12):
                indom = f'{domain}.{serial}'
                answers[f'domain {indom}'] = collector.ask('pminfo', '-tTl' if indom in MIRAGE_DOMAINS else '-ItTl',
                                                           indom)
        for metric, value in STORES:
            answers[f'store {metric} {value}'] = collector.ask('pmstore', metric, value)
        # The agent is busy for some seconds, and says so.
        answers['store not ready'] = collector.ask('pmstore', 'sample.not_ready', '3')
        answers['not ready'] = collector.ask('pminfo', '-f', 'sample.long.one')
        agents.wait_until(lambda: ' value ' in collector.ask('pminfo', '-f', 'sample.long.one'), 'the agent stays busy')
        answers['ready'] = collector.ask('pminfo', '-f', 'sample.long.one')
        for root, _, _, _, _ in TABLE:
            answers[root + ' values after stores'] = collector.ask('pminfo', '-f', root)
        answers['end'] = str(collector.process.poll())
        if side.libraries:
            check_libraries(side.libraries, agents.files_of_children(collector.process.pid))
    return answers


def check_libraries(libraries, loaded):
    for source in ('simple', 'trivial', 'txmon', 'dynamic', 'sample'):
        for name in ('libpcp_pmda.so.3', 'libpcp.so.3'):
            if f'{libraries}/{name}' not in loaded.get(f'pmda{source}', ''):
                sys.exit(f'the agent {source} does not run with our {name}')


def differences(side, ours, peers):
    for question, answer in ours.items():
        difference = agents.differences(steady(answer), steady(peers[question]))
        if difference:
            yield f'{side}: {question}:\n{difference}'


def main():
    include, pmda, pmapi, drop_in = sys.argv[1:5]
    with agents.Directory() as directory:
        sides = [*agents.sides(directory, include, pmda, pmapi),
                 agents.Side('drop-in', directory, libraries=os.path.dirname(os.path.abspath(drop_in)))]
        # One after the other: agents of PCP's have memory that all processes share.
        ours, peers, dropped_in = (ask_all(side, os.path.join(directory, 'run-' + side.name)) for side in sides)
    wrong = [*differences('ours', ours, peers), *differences('drop-in', dropped_in, peers)]
    for question, words in (('names', 'sample.secret.foo.one PMID: 29.0.1001'), ('simple texts', 'designated "red"'),
                            ('sample labels', '"role":"testing"'), ('simple values', 'or "green"')):
        if words not in ours[question]:
            wrong.append(f'{question} are without "{words}":\n{ours[question][:2000]}')
    if wrong:
        sys.exit('\n'.join(wrong))
    print(f'{len(ours)} answers, {sum(len(answer.splitlines()) for answer in ours.values())} lines')


main()
