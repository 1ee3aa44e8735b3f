#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: serve_clients_test.py FDR

PCP's programs that watch, as clients of `fdr serve`: pmdumptext, pmie, pcp dstat, pcp atop, pcp htop.  And a client
that asks for what does not exist: it gets the answers of PCP's collector, but where docs/compatibility.md says
otherwise."""
import os
import re
import struct
import subprocess
import sys
import tempfile

from serving import ERROR, FETCH, RESULT, Peer, RawClient, Server, environment, free_port
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
ARCHIVE = '/var/lib/pcp/testsuite/archives/20180416.10.00'
problems = []


def run(*words, text=''):
    return subprocess.run(words, env=environment(TERM='xterm', LINES='40', COLUMNS='120'), input=text, capture_output=True,
                          text=True, timeout=240, errors='replace', check=False)


def expect_lines(done, pattern, least):
    """The program must print so many lines like that."""
    count = len(re.findall(pattern, done.stdout, re.M))
    if count < least:
        problems.append(f'{" ".join(done.args)}: {count} of {least} lines, status {done.returncode}:\n{done.stdout[-800:]}'
                        f'\n{done.stderr[-400:]}')


def check_tape(directory):
    rules = os.path.join(directory, 'rules')
    with open(rules, 'w', encoding='ascii') as file:
        file.write('''delta = 500 msec;\nsome_inst kernel.all.load #'1 minute' > 0 -> print "load is" " %v";\n''')
    with Server(FDR, ARCHIVE, '-S', '1min', '-p', free_port()) as server:
        # The recorded machine is idle to 84 % at this time.  On a busy machine, dstat misses some of its ticks.
        done = run('pcp', '-h', server.host, 'dstat', '--nocolor', '-c', '1', '4')
        expect_lines(done, r'^ *\d+ +\d+ +(7[5-9]|8\d|9\d) ', 1)
        expect_lines(run('pmdumptext', '-h', server.host, '-t', '0.5', '-s', '4', 'kernel.all.load', 'disk.all.read'),
                     r'\d\d:\d\d:\d\d\t\d\.\d+\t\d\.\d+\t\d\.\d+\t(\?|\d+\.\d+)$', 3)
        expect_lines(run('pmie', '-h', server.host, '-T', '2sec', rules), r'load is 2\.', 3)
        labels = [run('pminfo', *source, '-l', 'kernel.all.load').stdout for source in (('-h', server.host), ('-a', ARCHIVE))]
        if labels[0] != labels[1] or 'brolley' not in labels[0]:
            problems.append(f'labels are {labels[0]}, not {labels[1]}')
        expect_lines(run('pcp', '-h', server.host), r'brolley', 1)


def check_machine():
    with Server(FDR, '-p', free_port()) as server:
        expect_lines(run('pcp', '-h', server.host, 'atop', '1', '2'), r'^(PRC|CPU|MEM|DSK|NET) \|', 8)
        check_htop(server)


def check_htop(server):
    """It needs a terminal, and ends with a key."""
    screen = os.memfd_create('screen')
    htop = subprocess.Popen(['script', '-qc', f'stty rows 40 cols 160; pcp -h {server.host} htop -d 5', '/dev/null'],
                            stdin=subprocess.PIPE, stdout=screen, env=environment(TERM='xterm'))

    def shown():
        return os.pread(screen, 1 << 20, 0).decode(errors='replace')

    wait_until(lambda: 'Load average' in shown() and f'serve -p {server.port}' in shown(),
               lambda: f'pcp htop shows {shown()[-2000:]!r}', htop)
    htop.communicate(b'q', 60)
    os.close(screen)


def counted(text):
    return struct.pack('>i', len(text)) + text + b'~' * (-len(text) % 4)


def questions():
    """By name: the type and the body of a request."""
    asked = {}
    for what, metric, indom in (('domain', 300 << 22, 300 << 22 | 1), ('item', 2 << 22 | 999, 2 << 22 | 77)):
        asked.update({
            f'desc of an unknown {what}': (0x7004, struct.pack('>I', metric)),
            f'text of an unknown {what}': (0x7008, struct.pack('>II', metric, 5)),
            f'text of a domain of an unknown {what}': (0x7008, struct.pack('>II', indom, 9)),
            f'instances of an unknown {what}': (0x7006, struct.pack('>IiiiI', indom, 0, 0, -1, 0)),
            f'labels of an unknown {what}': (0x7012, struct.pack('>II', metric, 16)),
            f'labels of instances of an unknown {what}': (0x7012, struct.pack('>II', indom, 32)),
            f'names of an unknown {what}': (0x700d, struct.pack('>iiI', 0, 1, metric)),
            f'one of the descs of an unknown {what}': (0x7016, struct.pack('>iiI', -1, 1, metric)),
            f'store to an unknown {what}': (RESULT, struct.pack('>iiiIiiIi', 0, 0, 1, metric, 1, 0, 0xffffffff, 7)),
            f'fetch of an unknown {what}': (FETCH, struct.pack('>iiiiI', 0, 0, 0, 1, metric)),
        })
    asked.update({
        'children of no name': (0x700f, struct.pack('>i', 0) + counted(b'no.such')),
        'children of a leaf': (0x700f, struct.pack('>i', 1) + counted(b'pmcd.numclients')),
        'all below no name': (0x7010, struct.pack('>i', 0) + counted(b'no.such')),
        'all below a leaf': (0x7010, struct.pack('>i', 0) + counted(b'pmcd.numclients')),
        'labels of no level': (0x7012, struct.pack('>II', 2 << 22 | 3, 3)),
        'a store of nothing': (RESULT, struct.pack('>iii', 0, 0, 0)),
        'an instance without a name': (0x7006, struct.pack('>IiiiI', 2 << 22 | 3, 0, 0, -1, 4) + b'none'),
        'an instance without a number': (0x7006, struct.pack('>IiiiI', 2 << 22 | 3, 0, 0, 77, 0)),
        'a type that does not exist': (0x7018, b''),
        'a type of the collector': (0x7005, bytes(20)),
        'half a question': (0x7004, b''),
        'a question and a half': (0x7004, bytes(8)),
    })
    return asked


# What differs, with our answers: docs/compatibility.md.
ARGUED = {
    'text of a domain of an unknown domain': -12349,
    'labels of an unknown domain': 'no labels',
    'labels of instances of an unknown domain': 'no labels',
    'names of an unknown domain': -12358,
    'store to an unknown domain': -12387,
    'store to an unknown item': -12387,
    'fetch of an unknown domain': 'numval -12358',
    'text of an unknown item': -12358,
}


def answer(place, kind, body):
    client = RawClient(place)
    client.greet()
    client.profile()
    client.send(kind, body)
    message = client.read()
    client.close()
    if message is None:
        return None
    if message[0] == ERROR:
        return struct.unpack('>i', message[1][:4])[0]
    if message[0] == RESULT:
        return f'numval {struct.unpack(">i", message[1][16:20])[0]}'
    if message[0] == 0x7013 and message[1][12:16] == bytes(4):
        return 'no labels'
    return message


def check_errors(directory):
    with Server(FDR, '-p', free_port()) as ours, Peer(directory, 'allow * : all;') as peer:
        for what, question in questions().items():
            mine, theirs = answer(ours.port, *question), answer(peer.port, *question)
            if mine != ARGUED.get(what, theirs) or (what in ARGUED and mine == theirs):
                problems.append(f'{what}: {mine}; of the peer: {theirs}')


def main():
    with tempfile.TemporaryDirectory() as directory:
        check_tape(directory)
        check_machine()
        check_errors(directory)
    if problems:
        sys.exit('\n'.join(problems))


main()
