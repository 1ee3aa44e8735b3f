#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""A client of a time server, linked with our library and PCP's: what it prints and sends.

usage: time_client_test.py DRIVER_OURS DRIVER_PEER [SEQUENCES]
"""
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from time_server import ACK, BOUNDS, DRAG, HIDE, SET, SHOW, STEP, TZ, VCRMODE, ScriptedServer, message

OURS, PEER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SEQUENCES = int(sys.argv[3]) if len(sys.argv) > 3 else (2000 if os.environ.get('FDR_SOAK') else 100)
ARCHIVE = 'archive /var/lib/pcp/testsuite/archives/ok-foo'
BEGIN = 902428472
SETUP = 'setup 2 2 UTC utc'
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', PATH='/nowhere')

# What the server sends, by the letters of a sequence: a step that the client shows, ...
SHOWN = {'s': (STEP, 1, 2), 'z': (STEP, 0, 2), 's5': (STEP, 1, 5)}
OTHERS = {'b': (STEP, 2, 2), 'V0': (VCRMODE, 0, 2), 'V1': (VCRMODE, 1, 2), 'V2': (VCRMODE, 2, 2), 'D0': (DRAG, 0, 2),
          'D1': (DRAG, 1, 2), 'D2': (DRAG, 2, 2), 'S0': (SET, 0, 2), 'S1': (SET, 1, 2), 'S2': (SET, 2, 2)}
LETTERS = {**SHOWN, **OTHERS}


def confirm(source=1, **fields):
    return message(ACK, source=source, **fields)


def at(second, command=STEP, **fields):
    return message(command, position=(BEGIN + second, 0), **fields)


# (messages of the server, calls of the client): a message that is wrong, in its turn, ...
FIXED = [
    ([confirm()], ('connect 1 0',)),
    ([confirm(0)], ('connect 0 10', 'show 1', 'show 0', 'ack 5')),
    ([confirm(data=b'abc\0def\0')], ('connect 1 10', 'ack 7', 'disconnect', 'disconnect')),
    ([confirm(0)], ('connect 1 0',)),
    ([confirm(1)], ('connect 0 0',)),
    ([confirm(length=98), 'end'], ('connect 1 0',)),
    ([confirm(magic=5)], ('connect 1 0',)),
    ([at(1)], ('connect 1 0',)),
    (['end'], ('connect 1 0',)),
    ([confirm(), *(message(command) for command in (STEP, SET, VCRMODE, BOUNDS, SHOW, HIDE, ACK, 0, 77)),
      message(TZ, b'UTC\0utc\0'), 'end'], ('connect 1 0', *11 * ['recv'])),
    ([confirm(), at(1, magic=7), 'end'], ('connect 1 0', 'recv', 'recv')),
    *(([confirm(), at(1, length=length), 'end'], ('connect 1 0', 'recv')) for length in (0, 87, 5000, 0xffffffff)),
    ([confirm(), at(1)[:50], 'end'], ('connect 1 0', 'recv')),
    ([confirm(), at(1, data=b'x' * 4008), at(2), 'end'], ('connect 1 0', 'recv', 'recv')),
    # ... and the state machine: its defaults, zones, bounds, modes, steps.
    ([confirm(), at(1), at(1, VCRMODE, state=0), at(2, delta=(5, 500000)), at(3, state=2), at(3, TZ, data=b'EST-10\0lab\0'),
      at(4), 'end'], (ARCHIVE, SETUP, 'vector', 'stateack', 'vector', 'bounds', 'stateack', 'vector')),
    ([confirm(), at(1), 'end'], (ARCHIVE, SETUP, 'recv', 'stateack', 'bounds')),
    ([confirm(), at(1, TZ, data=b'Nowhere/Zone\0lab\0'), at(1), 'end'], (ARCHIVE, SETUP, 'callbacks', 'vector', 'stateack')),
    *(([confirm(), at(1, delta=delta), at(2), 'end'], (ARCHIVE, SETUP, 'callbacks', 'vector', 'where'))
      for delta in ((0, 500), (0, 1500), (3, 250000), (2147483, 600000), (4000000, 0))),
    *(([confirm(), at(1), 'end'], (ARCHIVE, SETUP, 'vector', f'mode {mode} {BEGIN + 3}', 'where'))
      for mode in (0, 1, 2, 35)),
    ([confirm(0), at(1, source=0), at(2, VCRMODE, source=0, state=0), at(3, source=0), 'end'],
     ('setup 1 3 UTC utc', 'callbacks', 'vector', 'stateack', 'vector', 'stateack')),
    ([confirm(), 'end'], (ARCHIVE, SETUP, 'callbacks', 'vector')),
    ([confirm(), at(1, length=5), 'end'], (ARCHIVE, SETUP, 'vector')),
]


def random_case(choose):
    sequence = [choose.choice(list(LETTERS)) for _ in range(choose.randint(1, 9))]
    messages = [message(command, state=state, delta=(delta, 0), position=(BEGIN + i, 0))
                for i, (command, state, delta) in enumerate(LETTERS[letter] for letter in sequence)]
    calls = [ARCHIVE, SETUP, 'callbacks']
    for letter in sequence:
        if letter in SHOWN:
            calls += ['vector', 'where', *(['bounds'] if choose.random() < 0.15 else []), 'stateack']
    return [confirm(), *messages, 'end'], calls


def play(driver, messages, calls):
    server = ScriptedServer(['take', *messages])
    done = subprocess.run([driver, str(server.port), *calls], env=ENVIRONMENT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=300)
    return f'{done.stdout}\nstatus {done.returncode}', [without_rubbish(*taken) for taken in server.finish()]


def without_rubbish(command, fields, data):
    """PCP sends a state and a mode that it has not set; a live client sends the present time."""
    fields = list(fields)
    if command == SET:
        fields[4:6] = [0, 0]
        if fields[3] == 0:
            fields[8:10] = [0, 0]
    return command, fields, data


def compare(case):
    ours, theirs = (play(driver, *case) for driver in (OURS, PEER))
    if case[1][0].startswith('setup 1'):  # shows the present time
        ours, theirs = ((text.split('position')[0] + text[text.index('start'):], taken) for text, taken in (ours, theirs))
    return ours != theirs and f'{case[1]}\nours\n{ours[0]}\n{ours[1]}\nPCP\n{theirs[0]}\n{theirs[1]}'


def without_server(port):
    ours, theirs = (subprocess.run([driver, port, call], env=ENVIRONMENT, text=True, capture_output=True, check=False)
                    for driver in (OURS, PEER) for call in ('connect 1 0',))
    same = ours.stdout == theirs.stdout and ours.returncode == theirs.returncode
    return not same and f'port {port}: {ours} {theirs}'


def main():
    cases = FIXED + [random_case(random.Random(f'time {i}')) for i in range(SEQUENCES)]
    with ThreadPoolExecutor(8) as pool:
        different = [text for text in pool.map(compare, cases) if text]
    different += filter(None, map(without_server, ('1', '0', '-1')))
    print('\n'.join(different))
    print(f'{len(cases)} conversations, {len(different)} differ')
    sys.exit(len(different) > 0)


main()
