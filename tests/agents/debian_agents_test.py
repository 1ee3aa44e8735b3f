#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: debian_agents_test.py FDR [--libraries DIRECTORY] [--in-process] [AGENT...]

Every agent of Debian's packages, in each form that it has, under PCP's collector and under fdr: names, descriptors,
texts, labels and instances are the same.  Agents that do not run on this machine must fail under both.

With --libraries, the agents under fdr run with the libraries of this directory in the place of PCP's.  Those in Perl are
left out: their module needs functions of libpcp.so.3 that ours lacks, and so does one shared object.

With --in-process, only shared objects are compared, which run inside fdr.  One that ends fdr must end PCP's collector."""
import difflib
import itertools
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from debian_agents import find_agents
from private_collector import Collector, InProcessCollector, OurCollector
from waiting import LIMIT, wait_until

FDR, CHOSEN = os.path.abspath(sys.argv[1]), sys.argv[2:]
LIBRARIES = None
if CHOSEN[:1] == ['--libraries']:
    LIBRARIES, CHOSEN = os.path.abspath(CHOSEN[1]), CHOSEN[2:]
IN_PROCESS = CHOSEN[:1] == ['--in-process']
if IN_PROCESS:
    CHOSEN = CHOSEN[1:]
# PCP's collector never answers again once it has been asked for the labels: it is given up after less time.
STOPS_PEER = {('docker', 'dso')}
# Without metrics on this machine, an agent proves little; with them, it has to answer.
LEAST_DSOS, LEAST_PROGRAMS = 16, 20


class Peer(Collector):
    def wait(self, name):
        wait_for_port(self)

    def __exit__(self, *_):  # a shared object with threads keeps it from ending
        self.process.kill()
        self.process.wait(LIMIT)


class Ours(InProcessCollector if IN_PROCESS else OurCollector):
    more = {'LD_LIBRARY_PATH': LIBRARIES} if LIBRARIES else {}

    def wait(self, name):
        wait_for_port(self)


def wait_for_port(collector):
    wait_until(lambda: 'status 0' in collector.tool('pminfo', '-f', 'pmcd.version'), collector.silence, collector.process)


def prepare(directory, agent):
    os.makedirs(directory)
    roots = agent.roots()
    text = agent.root.replace('root {', 'root {\n    pmcd\n', 1).replace('root{', 'root {\n    pmcd\n', 1)
    with open(f'{directory}/names', 'w', encoding='ascii', errors='replace') as names:
        names.write(text + '\npmcd {\n    version 2:0:6\n}\n')
    with open(f'{directory}/pmcd.conf', 'w', encoding='ascii') as conf:
        conf.write('pmcd 2 dso pmcd_init /var/lib/pcp/pmdas/pmcd/pmda_pmcd.so\n' + agent.line() + '\n')
    return roots


def ask(collector, agent, roots):
    collector.wait_for_agents(roots)
    answers = {}
    for root in roots:
        for flags in ('-dm', '-tT', '-l'):
            text = collector.tool('pminfo', flags, root)
            if 'Timeout waiting for a response from PMCD' in text:
                raise TimeoutError(collector.silence())
            answers[f'pminfo {flags} {root}'] = in_order(REDIRECTED.sub('', text), '\n\n')
        answers[f'pmprobe -i {root}'] = in_order(collector.tool('pmprobe', '-i', root), '\n')
    return {command: without_moment(agent, command, text) for command, text in answers.items()}


def in_order(text, between):
    """Scripts in Perl have their metrics in another order each time."""
    text, status = text.rsplit('status ', 1)
    parts = sorted(filter(None, (part.strip('\n') for part in text.split(between))))
    return between.join('\n'.join([part.splitlines()[0], *sorted(part.splitlines()[1:])]) for part in parts) + f'\n{status}'


def without_moment(agent, command, text):
    """Processes and connections come and go; of a metric that has some, that is all that counts."""
    if agent.name not in ('proc', 'sockets'):
        return text
    if command.startswith('pmprobe'):
        return re.sub(r' [1-9]\d* \?.*', ' some', text)
    return re.sub(r'^    inst \[.*\n', '', text, flags=re.MULTILINE)


# A metric of the collector's own, under another name, has a help text of its own.
REDIRECTED = re.compile(r'^sample\.secret\.foo\.bar\.max\.redirect .*?(?=^[a-z]+\.|^status|\Z)', re.MULTILINE | re.DOTALL)
NO_AGENT = 'No PMCD agent for domain of request'


def is_kept(agent, theirs, ours):
    """Whether docs/compatibility.md has the difference: Agents."""
    if NO_AGENT in theirs and NO_AGENT in ours:
        return True  # a dynamic root whose agent does not run is no metric here
    if agent.name == 'logger':  # nor is a dynamic root without names
        return re.sub(r'^logger\.perfile.*\n(Full Help: .*\n)?\n?', '', theirs, flags=re.MULTILINE) == ours
    if agent.kind == 'dso':  # the reason why there are no values
        return re.sub(r' -2 No such file or directory$', ' 0', ours, flags=re.MULTILINE) == theirs
    return False


def answers_of(kind, top, agent, number):
    directory = f'{top}/{agent.name}-{agent.kind}-{kind.__name__}-{number}'
    roots = prepare(directory, agent)
    with kind(FDR, directory, roots[0]) as collector:
        if kind is Peer and (agent.name, agent.kind) in STOPS_PEER:
            collector.patience = '5'
        collector.wait_for_agents(roots)  # the first question makes pmcd restart an agent that has ended already
        if number > 0:  # the answers differed
            collector.wait_until_idle()  # until agents have ended, again, that find nothing on this machine
        return ask(collector, agent, roots)


def compare(top, agent, end):
    """(Whether the agent runs here, the differences).

    Machines change, agents end late, and on a busy machine fdr gives up agents that it starts again.  So both are asked
    again until they agree: four times at least, and until the time `end`."""
    for number in itertools.count():
        ours, death = {}, None
        try:
            ours = answers_of(Ours, top, agent, number)
        except TimeoutError as silence:
            if not IN_PROCESS:
                raise
            death = silence
        try:
            theirs = answers_of(Peer, top, agent, number)
        except TimeoutError:  # a wrong agent ends, or stops, PCP's collector
            return None, []
        if death:
            return False, [f'{agent.name}: {death}']
        differences = [command for command in theirs
                       if theirs[command] != ours[command] and not is_kept(agent, theirs[command], ours[command])]
        if not differences or (number >= 3 and time.monotonic() > end):
            break
    runs = any('Data Type' in text for text in ours.values()) and not any(NO_AGENT in text for text in ours.values())
    text = []
    for command in differences:
        lines = difflib.unified_diff(theirs[command].splitlines(), ours[command].splitlines(), 'pmcd', 'fdr', lineterm='', n=0)
        text.append(f'{agent.name} ({agent.kind}): {command}\n' + '\n'.join(list(lines)[:12]))
    return runs, text


def main():
    agents = [agent for agent in find_agents() if agent.roots() and (not CHOSEN or agent.name in CHOSEN)]
    if LIBRARIES:
        agents = [agent for agent in agents if agent.kind != 'perl' and (agent.name, agent.kind) != ('proc', 'dso')]
    if IN_PROCESS:
        agents = [agent for agent in agents if agent.kind == 'dso']
    with tempfile.TemporaryDirectory(prefix='fdr-agents-') as top, ThreadPoolExecutor(4) as pool:
        end = time.monotonic() + LIMIT
        results = list(pool.map(lambda agent: compare(top, agent, end), agents))
    running = {}
    for agent, (runs, text) in zip(agents, results):
        print(*text, sep='\n', end='\n' if text else '')
        if runs is None:
            print(f'the collector of PCP does not survive {agent.name} ({agent.kind})')
        if runs:
            running.setdefault('dso' if agent.kind == 'dso' else 'program', []).append(agent.name)
    differ = sum(bool(text) for _, text in results)
    for kind, names in running.items():
        print(f'{len(names)} of kind {kind} run: {" ".join(names)}')
    print(f'{len(agents)} agents, {differ} differ')
    least_dsos = LEAST_DSOS - (LIBRARIES is not None)  # one is left out
    least_programs = 0 if IN_PROCESS else LEAST_PROGRAMS
    few = not CHOSEN and (len(running['dso']) < least_dsos or len(running.get('program', [])) < least_programs)
    sys.exit(differ > 0 or few)


if __name__ == "__main__":
    main()
