#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
#
# usage: hostile_test.py TOY_OURS TOY_PEER
#
# Collectors that send what they should not.  The agent toy_program.c must neither crash nor hang: it answers, or it ends
# with a message.  What is valid, it answers as with PCP's library, byte for byte.
"""Asks an agent for everything, then sends it requests that are cut, changed, or of absurd lengths."""
import os
import select
import struct
import subprocess
import sys

ERROR, RESULT, PROFILE, FETCH, DESC, INSTANCE, TEXT = 0x7000, 0x7001, 0x7002, 0x7003, 0x7004, 0x7006, 0x7008
CREDENTIALS, IDS, NAMES, CHILDREN, TRAVERSE, ATTRIBUTE, LABEL = 0x700c, 0x700d, 0x700e, 0x700f, 0x7010, 0x7011, 0x7012
NULL = 0xffffffff


def message(kind, *words, text=b'', source=3):
    body = b''.join(struct.pack('>I', word & NULL) for word in words) + text
    return struct.pack('>III', 12 + len(body), kind, source) + body


def padded(text):
    return text + b'~' * (-len(text) % 4)


def metric(item):
    return 77 << 22 | item


def domain(serial):
    return 77 << 22 | serial


def name_message(kind, name):
    return message(kind, 0, len(name), text=padded(name))


HELLO = message(CREDENTIALS, 1, 0x01020000, source=7)
EVERYTHING = [metric(item) for item in range(12)] + [metric(99)]
REQUESTS = {
    'attribute': message(ATTRIBUTE, 11, text=b'1000\0'),
    'all instances': message(PROFILE, 0, 0, 0, 0),
    'values': message(FETCH, 0, 0, 0, len(EVERYTHING), *EVERYTHING),
    'some instances': message(PROFILE, 0, 0, 2, 0, domain(3), 1, 2, 0, domain(4), 0, 1, 0, 0, 7, 0),
    'values of some instances': message(FETCH, 0, 0, 0, 7, *EVERYTHING[:7]),
    'descriptor': message(DESC, metric(1)),
    'no descriptor': message(DESC, metric(99)),
    'instances': message(INSTANCE, domain(3), 0, 0, NULL, 0),
    'instances of a cache': message(INSTANCE, domain(4), 0, 0, NULL, 0),
    'an instance by number': message(INSTANCE, domain(3), 0, 0, 1, 0),
    'an instance by name': message(INSTANCE, domain(3), 0, 0, NULL, 1, text=padded(b'b')),
    'no instance': message(INSTANCE, domain(3), 0, 0, NULL, 1, text=padded(b'z')),
    'no domain': message(INSTANCE, domain(9), 0, 0, NULL, 0),
    'text': message(TEXT, metric(0), 5),
    'no text': message(TEXT, metric(1), 6),
    'text of a domain': message(TEXT, domain(3), 10),
    'store a word': message(RESULT, 1, 2, 1, metric(0), 1, 0, NULL, 5),
    'store a block': message(RESULT, 1, 2, 1, metric(3), 1, 1, NULL, 11, 0x0300000c, 0, 9),
    'store nothing': message(RESULT, 1, 2, 1, metric(3), 0),
    'identifier': message(NAMES, 9, 0, 1, 9, text=padded(b'toy.first')),
    'no identifier': message(NAMES, 7, 0, 1, 7, text=padded(b'toy.foo')),
    'names': message(IDS, 0, 1, metric(1)),
    'no names': message(IDS, 0, 1, metric(9)),
    'children': name_message(CHILDREN, b'toy'),
    'children with status': message(CHILDREN, 1, 3, text=padded(b'toy')),
    'no children': name_message(CHILDREN, b'tox'),
    'metrics below': name_message(TRAVERSE, b'toy'),
    'labels of a domain': message(LABEL, 77, 2),
    'labels of instances': message(LABEL, domain(3), 32),
    'labels of a cluster': message(LABEL, metric(0), 8),
    'unknown labels': message(LABEL, 77, 64),
    'end of a client': message(ERROR, -12391),
}
SILENT = {'attribute', 'all instances', 'some instances', 'end of a client'}


class Agent:
    """A process, which has greeted."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, bufsize=0)
        self.greeting = self.answer()
        self.send(HELLO)

    def send(self, data):
        try:
            self.process.stdin.write(data)
        except BrokenPipeError:
            pass

    def read(self, size, seconds):
        data = b''
        while len(data) < size and select.select([self.process.stdout], [], [], seconds)[0]:
            piece = os.read(self.process.stdout.fileno(), size - len(data))
            if not piece:
                break
            data += piece
        return data

    def answer(self, seconds=60):
        """One message; b'' if the agent has ended, or says nothing."""
        head = self.read(12, seconds)
        return head + self.read(struct.unpack('>I', head[:4])[0] - 12, seconds) if len(head) == 12 else b''

    def end(self):
        """Closes the connection.  Returns the exit status: negative if a signal ended the agent."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        try:
            return self.process.wait(300), rest
        except subprocess.TimeoutExpired:
            self.process.kill()
            return 'it hangs', rest


def check_answers(ours, peer):
    """Valid requests: the same bytes from both."""
    wrong = []
    agents = [Agent(ours), Agent(peer)]
    if agents[0].greeting[12:] != agents[1].greeting[12:]:
        wrong.append('greetings differ')
    for name, request in REQUESTS.items():
        for agent in agents:
            agent.send(request)
        answers = [b'' if name in SILENT else agent.answer() for agent in agents]
        if name.startswith('text'):
            # PCP sends the identifier in the order of bytes of its machine, which no collector looks at.
            answers = [answer[:12] + answer[16:] for answer in answers]
        if answers[0] != answers[1] or (name not in SILENT and not answers[0]):
            wrong.append(f'{name}:\n  ours {answers[0].hex(" ", -4)}\n  peer {answers[1].hex(" ", -4)}')
    for agent in agents:
        if agent.end() != (0, b''):
            wrong.append('an agent does not end with its collector')
    return wrong


def check_ends(ours):
    """Requests that are cut after every byte."""
    wrong = []
    for name, request in REQUESTS.items():
        for size in range(len(request)):
            agent = Agent(ours)
            agent.send(request[:size])
            status, _ = agent.end()
            if status != 0:
                wrong.append(f'{name}, {size} bytes: {status}')
    return wrong


def changed(request):
    """The request with a changed word, or another length in its head, or bytes more or less."""
    for at in range(12, len(request) - 3, 4):
        for word in (0, 1, 0x7fffffff, 0x80000000, NULL, 0x10000):
            yield request[:at] + struct.pack('>I', word) + request[at + 4:]
    for size in range(12, len(request)):
        yield struct.pack('>I', size) + request[4:size]
    for more in (b'\0', b'~~~~', b'\xff' * 64):
        yield struct.pack('>I', len(request) + len(more)) + request[4:] + more


def check_changes(ours):
    """Changed requests: the agent goes on to answer."""
    wrong, agent = [], Agent(ours)
    question = REQUESTS['descriptor']
    for name, request in REQUESTS.items():
        for bad in changed(request):
            agent.send(bad + question)
            while True:
                answer = agent.answer()
                if not answer or struct.unpack('>I', answer[4:8])[0] == DESC + 1 and name != 'descriptor':
                    break
                if name == 'descriptor' and answer[12:16] == struct.pack('>I', metric(1)):
                    break
            if not answer:
                wrong.append(f'{name}: no answer after {bad.hex(" ", -4)}: {agent.end()[0]}')
                agent = Agent(ours)
    if agent.end()[0] != 0:
        wrong.append('the agent did not end well')
    return wrong


def check_heads(ours):
    """Lengths and types that no request has."""
    wrong = []
    for length in (0, 1, 11, 12, 13, 0xffff, 0x100000, 0x100001, 0x7fffffff, 0x80000000, NULL):
        for kind in (0, FETCH, 0x7013, 0x7fff, NULL):
            agent = Agent(ours)
            agent.send(struct.pack('>III', length, kind, 0) + b'\0' * 64)
            status, _ = agent.end()
            if status != 0:
                wrong.append(f'length {length}, type {kind}: {status}')
    return wrong


def main():
    ours, peer = sys.argv[1:]
    wrong = check_answers(ours, peer) + check_ends(ours) + check_changes(ours) + check_heads(ours)
    if wrong:
        sys.exit('\n'.join(wrong[:20]) + f'\n{len(wrong)} problems')
    print(f'{len(REQUESTS)} requests')


main()
