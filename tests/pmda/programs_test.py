#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: programs_test.py HEADERS LIBFDR_PMDA LIBFDR_PMAPI
#
# Programs of PCP's test suite that call the library for agents, and agents that PCP's debugger dbpmda(1) asks, print the
# same with our library as with PCP's.  So do agents at sockets.
"""Compares programs that are linked with our library with those that are linked with PCP's."""
import glob
import os
import re
import socket
import struct
import subprocess
import sys

import agents

# One client at a time: with several, PCP loses events.
QUEUES = [
    '-q one,100 -s one -e one,10 -s one',
    '-q one,100 -c 1 -A 1,one -S 1,one -e one,10 -e one,20 -s one -S 1,one -s one -S 1,one',
    '-q one,100 -c 1 -S 1,one -e one,10 -S 1,one -A 1,one -e one,10 -a 1,one -e one,11 -S 1,one -s one',
    '-q one,50 -c 1 -A 1,one -S 1,one -e one,30 -e one,15 -e one,20 -s one -S 1,one -e one,60 -s one',
    '-q one,100 -c 1 -A 1,one -S 1,one -f 1,one,12 -e one,10 -e one,20 -S 1,one -F 1,one -e one,5 -e one,25 -S 1,one',
    '-q one,100 -c 1 -f 1,one,5 -C 1 -s one -c 2 -A 2,one -S 2,one -e one,3 -S 2,one -s one',
    '-q one,100 -q two,200 -q one,10 -e nothing,5 -E 0,5 -E 9,5 -s one -s two -s nothing -c 7 -A 7,nothing -C 8',
]

CACHES = [
    '-L -s a -s b -s c -S',
    '-L -h b -s d -S -c a -S -L',
    '-L -s "foo bar" -s foo -s "foo blah" -h foo -c nothing -S',
    '-L -C -S -L -s x -S',
]

# Commands for dbpmda, for each agent.
ASK = {
    'simple': '''
desc 253.0.0
desc 253.0.1
desc 253.2.4
desc 253.9.9
fetch 253.0.0 253.0.1
fetch 253.9.9
instance 253.0
instance 253.0 1
instance 253.0 "green"
instance 253.0 "nothing"
instance 253.9
text 253.0.0
text indom 253.0
profile 253.0 none
profile 253.0 add 2
getdesc on
fetch 253.0.1
profile 253.0 add 0
fetch 253.0.1
profile 253.0 all
profile 253.0 delete 1
fetch 253.0.1
store 253.0.0 "42"
fetch 253.0.0
store 253.0.0 "-1"
pmid simple.numfetch
name 253.0.0
children simple
traverse simple
label domain 253
label indom 253.0
label instances 253.0
label instances 253.1
label cluster 253.0
label item 253.0.0
attr "username" "tanya"
attr 11 "0"
getiname on
fetch 253.0.1
''',
    'sample': '''
desc 29.0.0
desc 29.0.5
instance 29.1
children sample.secret
children sample.secret.foo
traverse sample.secret
traverse sample.secret.foo
children nothing
pmid sample.secret.foo.bar.four
pmid sample.nothing
name 29.0.1006
name 29.0.1
fetch 29.0.5 29.0.6 29.0.10 29.0.11
text 29.0.5
label domain 29
label indom 29.2
label instances 29.2
label cluster 29.0
label item 29.0.5
label item 29.0.8
attr "username" "tanya"
attr "container" "box"
store 29.0.36 "7"
fetch 29.0.36
''',
    'dynamic': '''
desc 247.0.0
store 247.1.4 "3"
store 247.1.4 "5"
store 247.1.4 "3"
instance 247.0
fetch 247.0.0 247.0.1 247.0.2
store 247.1.5 "3"
instance 247.0
fetch 247.0.0 247.0.1
''',
    'schizo-A': '\ndesc 246.0.0\nfetch 246.0.0 246.0.1 246.0.2\nfetch 246.1.1 246.1.2 246.1.3 246.1.4\ninstance 246.0\n',
    'schizo-B': '\ndesc 246.0.0\nfetch 246.0.0 246.0.1 246.0.2\nfetch 246.1.1 246.1.2 246.1.3 246.1.4\ninstance 246.0\n',
    **{f'broken_{n}': '''
desc 249.0.0
desc 249.0.5
desc 249.1.1
desc 249.1.4
fetch 249.0.0 249.0.1 249.0.7
fetch 249.0.5
fetch 249.1.1 249.1.2
fetch 249.0.9
fetch 249.0.13
instance 249.0
instance 249.1
instance 249.2
text 249.0.10
profile 249.0 none
fetch 249.0.13
store 249.0.0 "1"
''' for n in range(6)},
}


def without_chance(text, side):
    """The text without paths, processes, addresses and times."""
    text = text.replace(side.directory, '')
    for pattern, mask in ((r'\[?\w{3} \w{3} +\d+ [\d:]+( \d{4})?\]?', 'DATE'), (r'\d\d:\d\d:\d\d\.\d+', 'TIME'),
                          (r'0x[0-9a-f]{6,}', 'ADDRESS'), (r'\((\d+)\)', '(PROCESS)'), (r'timestamp: \S+', 'timestamp'),
                          (r'Timer: [\d.]+', 'Timer'), (r'Got inst: .*time.*', '')):
        text = re.sub(pattern, mask, text)
    return text


def command(side, program, options, directory):
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', options)]
    return agents.run([side.build(program), *words], cwd=directory, env=agents.environment(PCP_VAR_DIR=directory))


def ask_debugger(side, agent, kind, directory, environment):
    """What dbpmda prints, and the log of the agent."""
    domain = {'simple': 253, 'sample': 29, 'dynamic': 247}.get(agent, 249 if agent.startswith('broken') else 246)
    log = os.path.join(directory, agent + '.log')
    defines = [f'VERSION={agent[-1]}'] if agent.startswith('broken') else []
    path = side.build(agent, 'dso' if kind == 'dso' else 'program', defines)
    if kind == 'dso':
        opening = f'open dso {path} {agent}_init {domain}'
    else:
        opening = f'open pipe {path} -d {domain} -l {log}'
    script = f'{opening}{ASK[agent]}quit\n'
    output = agents.run(['dbpmda', '-ef', '-n', os.path.join(directory, 'pmdas/simple/names')], stdin=text_file(script, directory), cwd=directory, env=environment)
    return output + log_of(log) if kind != 'dso' else output


def log_of(path):
    """The log of an agent that is about to end: once no process has it open."""
    agents.wait_until(lambda: not is_open(path), f'{path} stays open')
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def is_open(path):
    for link in glob.glob('/proc/[0-9]*/fd/[12]'):
        try:
            if os.readlink(link) == path:
                return True
        except OSError:
            pass  # the process has ended
    return False


def text_file(text, directory):
    path = os.path.join(directory, 'script')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return open(path, encoding='utf-8')  # pylint: disable=consider-using-with


def greet_over(side, option, directory):
    """What an agent sends through a socket: its greeting, and the descriptor of a metric."""
    if option == '-u':
        address, family = os.path.join(directory, 'agent.socket'), socket.AF_UNIX
        place = address
    else:
        place = agents.free_port()
        family, address = {'-i': (socket.AF_INET, ('127.0.0.1', place)), '-6': (socket.AF_INET6, ('::1', place))}[option]
    process = subprocess.Popen([side.build('simple'), '-d', '253', option, str(place), '-l', 'simple.log'],
                               env=agents.environment(), cwd=directory)
    with socket.socket(family, socket.SOCK_STREAM) as client:
        agents.wait_until(lambda: client.connect_ex(address) == 0, f'no agent at {address}', process)
        answers = client.recv(20)[12:]
        client.sendall(struct.pack('>9I', 20, 0x700c, 1, 1, 0x01020000, 16, 0x7004, 0, 253 << 22 | 1))
        answers += client.recv(32)
    return f'{answers.hex(" ", -4)}, exit status {process.wait(300)}'


def outputs_of(side, directory):
    os.makedirs(os.path.join(directory, 'config/pmda'))
    os.chmod(os.path.join(directory, 'config/pmda'), 0o777)
    outputs = {}
    for options in QUEUES:
        outputs['pmdaqueue ' + options] = command(side, 'pmdaqueue', options, directory)
    for options in CACHES:
        outputs['pmdacache ' + options] = command(side, 'pmdacache', options, directory)
    outputs['keycache'] = command(side, 'keycache', '', directory)
    agents.make_helps(directory)
    environment = agents.environment(PCP_VAR_DIR=directory, PCP_PMDAS_DIR=os.path.join(directory, 'pmdas'))
    for agent in ASK:
        outputs[f'dbpmda {agent}'] = ask_debugger(side, agent, 'pipe', directory, environment)
    for option in ('-i', '-6', '-u'):
        outputs[f'socket {option}'] = greet_over(side, option, directory)
    for agent in ('simple', 'sample'):
        outputs[f'dbpmda {agent} as an object'] = ask_debugger(side, agent, 'dso', directory, environment)
    return {what: without_chance(output, side).replace(directory, '') for what, output in outputs.items()}


def main():
    include, pmda, pmapi = sys.argv[1:]
    with agents.Directory() as directory:
        ours, peers = agents.side_by_side(*(lambda side=side: outputs_of(side, os.path.join(directory, 'run-' + side.name))
                                            for side in agents.sides(directory, include, pmda, pmapi)))
    wrong = []
    for what, output in ours.items():
        difference = agents.differences(output, peers[what])
        if difference:
            wrong.append(f'{what}:\n{difference}')
    if 'Semantics: instant' not in ours['dbpmda simple'] or '-> 0' not in ours['pmdaqueue ' + QUEUES[0]]:
        wrong.append('the programs did not work: ' + ours['dbpmda simple'] + ours['pmdaqueue ' + QUEUES[0]])
    if wrong:
        sys.exit('\n'.join(wrong))
    print(f'{len(ours)} programs, {sum(len(output.splitlines()) for output in ours.values())} lines')


main()
