#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's programs follow our clock, with PCP's library and ours; and fdr follows a clock that plays a script.

usage: time_peer_test.py FDR LIBRARIES
"""
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402 pylint: disable=wrong-import-position
from ports import free_port  # noqa: E402 pylint: disable=wrong-import-position
from together import side_by_side  # noqa: E402 pylint: disable=wrong-import-position
from waiting import LIMIT, wait_until, wait_until_idle  # noqa: E402 pylint: disable=wrong-import-position
from time_server import ACK, BACKWARD, FORMAT, FORWARD, SET, STEP, STOP, TZ, VCRMODE, ScriptedServer, message, take

FDR, LIBRARIES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ARCHIVE = '/var/lib/pcp/testsuite/archives/ok-foo'
OTHER = '/var/lib/pcp/testsuite/archives/20180102'
BEGIN = 902428472  # the archive has some seconds from here on
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C', FDR_CONFIG='/dev/null', PCP_DERIVED_CONFIG='')
check = Checks()


class Tape:
    """fdr replay --serve-time."""

    def __init__(self, directory, *options, archive=ARCHIVE, metric='sample.seconds'):
        self.output, self.errors = open(f'{directory}/out', 'w+b'), open(f'{directory}/err', 'w+b')
        self.process = subprocess.Popen([FDR, 'replay', archive, metric, '--csv', '--serve-time', '0', *options],
                                        env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors)
        match = wait_until(lambda: re.search(rb'at port (\d+)', self.said(self.errors)),
                           lambda: f'fdr replay has no port: {self.said(self.errors)}', self.process)
        self.port = match[1].decode()

    @staticmethod
    def said(file):
        return os.pread(file.fileno(), 1 << 20, 0)

    def times(self):
        """Of the rows, once the tape has ended."""
        check(self.process.wait(LIMIT) == 0, f'fdr replay ended with {self.process.returncode}: {self.said(self.errors)}')
        times = re.findall(r'^"?\d+-\d+-\d+[T ]([\d:]+)', self.said(self.output).decode(), re.MULTILINE)
        self.output.close()
        self.errors.close()
        return times


class Between:
    """Passes on what a time server and a program say to each other, and notes the commands that it has passed on."""

    def __init__(self, port):
        self.sent, self.answered, self.listener = [], [], socket.create_server(('127.0.0.1', 0))
        self.port, self.server = str(self.listener.getsockname()[1]), int(port)
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            program = self.listener.accept()[0]
            server = socket.create_connection(('127.0.0.1', self.server))
            threading.Thread(target=self.pass_on, args=(program, server, self.answered), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(server, program, self.sent), daemon=True).start()

    @staticmethod
    def pass_on(source, target, commands):
        try:
            while taken := take(source):
                command, fields, data = taken
                target.sendall(struct.pack(FORMAT, *fields) + data)
                commands.append(command)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # one of them has gone


def follow(tape, *words, library=None):
    environment = dict(ENVIRONMENT, QT_QPA_PLATFORM='offscreen', **({'LD_LIBRARY_PATH': library} if library else {}))
    return subprocess.Popen([*words, '-p', tape.port], env=environment, text=True, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def compare_followers(directory):
    """All show the same times, which are those of the tape."""
    tape = Tape(directory, '-t', '1s', '--rate', '5', '-S', '3s')
    programs = {
        'pmval': follow(tape, 'pmval', '-a', ARCHIVE, 'sample.seconds'),
        'pmval with our library': follow(tape, 'pmval', '-a', ARCHIVE, 'sample.seconds', library=LIBRARIES),
        'fdr': subprocess.Popen([FDR, 'replay', ARCHIVE, 'sample.seconds', '--csv', '--follow-time', tape.port],
                                env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)}
    shown = {name: program.communicate(timeout=300)[0] for name, program in programs.items()}
    ours = tape.times()
    check(len(ours) >= 5, f'the tape has {ours}')
    for name, text in shown.items():
        times = re.findall(r'(\d\d:\d\d:\d\d)', text.split('samples:')[-1])
        # Programs connect one after the other, and miss the steps before.
        check(len(times) >= 3 and times == ours[len(ours) - len(times):], f'{name} shows {times}, the tape {ours}')


def compare_reverse(directory):
    """pmval does not show steps back, but confirms them."""
    tape = Tape(directory, '-t', '1s', '--rate', '20', '--reverse')
    program = follow(tape, 'pmval', '-a', ARCHIVE, 'sample.seconds')
    text = program.communicate(timeout=300)[0]
    check('[Time Control] Rewind/Reverse ...' in text, f'pmval shows {text}')
    check(len(tape.times()) >= 5, 'the tape goes back')


def compare_records(directory):
    """Records are not at an interval: each is a jump."""
    tape = Tape(directory, '--rate', '20', '-S', '3s')
    program = follow(tape, 'pmval', '-r', '-a', ARCHIVE, 'sample.seconds')
    text = program.communicate(timeout=300)[0]
    times = re.findall(r'^(\d\d:\d\d:\d\d)', text, re.MULTILINE)
    ours = tape.times()
    check(len(times) >= 2 and times == ours[len(ours) - len(times):], f'pmval shows {text}, the tape {ours}')


def compare_pmstat():
    """pmstat -p: its archive has what it shows."""
    theirs, ours = side_by_side(*(lambda library=library: in_directory(lambda directory: lines_of_pmstat(directory, library))
                                  for library in (None, LIBRARIES)))
    check(theirs == ours and len(theirs) >= 9, f'pmstat shows {theirs}, {ours}')


def lines_of_pmstat(directory, library):
    tape = Tape(directory, '-t', '10s', '--rate', '100', '-S', '10min', '-T', '11min', archive=OTHER, metric='kernel.all.load')
    text = follow(tape, 'pmstat', '-a', OTHER, library=library).communicate(timeout=300)[0]
    check(len(times := tape.times()) >= 6, f'pmstat stops the tape at {times}')
    return [line for line in text.splitlines() if 'Repositioned' not in line]


def rows_of_follower(*messages, samples='0'):
    """Times and values that fdr shows, and the messages that it sent."""
    server = ScriptedServer(['take', message(ACK), *messages, 'end'])
    done = subprocess.run([FDR, 'replay', ARCHIVE, 'sample.seconds', '--json', '--raw', '-s', samples, '--follow-time',
                           str(server.port)], env=ENVIRONMENT, text=True, capture_output=True, check=False, timeout=300)
    taken = server.finish()
    rows = [json.loads(line) for line in done.stdout.splitlines() if '"time"' in line]
    return [row['time'][11:19] for row in rows], taken, done


def at(second, command=STEP, **fields):
    return message(command, position=(BEGIN + second, 0), delta=(1, 0), **fields)


def check_follower():
    hour = time.strftime('%H:%M:', time.gmtime(BEGIN))
    expected = [f'{hour}{time.gmtime(BEGIN + second).tm_sec:02}' for second in range(10)]
    for what, messages, seconds in (
            ('steps', [at(2), at(3), at(4)], (2, 3, 4)),
            ('a jump', [at(2), at(2, SET), at(6), at(7)], (2, 6, 7)),
            ('back', [at(5), at(5, VCRMODE, state=BACKWARD), at(4, state=BACKWARD), at(3, state=BACKWARD),
                      at(3, VCRMODE, state=FORWARD), at(4)], (5, 4, 3, 4)),
            ('a pause', [at(2), at(2, VCRMODE, state=STOP), at(3)], (2, 3)),
            ('outside', [at(-5000), at(2), at(99999), at(3)], (2, 3))):
        times, taken, done = rows_of_follower(*messages)
        check(times == [expected[second] for second in seconds], f'{what}: fdr shows {times}; {done}')
        confirmed = [fields[8] - BEGIN for command, fields, _ in taken if command == ACK]
        asked = [m for m in messages if m[8:12] == STEP.to_bytes(4, 'little')]
        check(len(confirmed) == len(asked), f'{what}: fdr confirms {confirmed}')
        check(taken[0][0] == SET and taken[0][1][3] == 1, f'{what}: fdr begins with {taken[0]}')
    zones = [at(2), at(2, TZ, data=b'EST-10\0lab\0'), at(3), at(3, TZ, data=b'Nowhere/At_all\0x\0'), at(4)]
    times, _, done = rows_of_follower(*zones)
    offsets = [json.loads(line)['time'][19:] for line in done.stdout.splitlines() if '"time"' in line]
    check([offset.lstrip('.0') for offset in offsets] == ['Z', '+10:00', '+10:00'], f'zones: {offsets} of {times}')
    for what, wrong, status in (('length', at(4, length=5), 1), ('magic', at(4, magic=1), 1), ('cut', at(4)[:40], 0)):
        times, _, done = rows_of_follower(at(3), wrong)
        check(times == expected[3:4] and done.returncode == status and (status == 0 or 'message of time' in done.stderr),
              f'a wrong {what}: {done}')
    done = subprocess.run([FDR, 'replay', ARCHIVE, 'sample.seconds', '--follow-time', '1'], env=ENVIRONMENT, text=True,
                          capture_output=True, check=False)
    check(done.returncode == 1 and 'time server at port 1 of this machine' in done.stderr, f'no server: {done}')


def sockets_at(port, state):
    """What waits in the queues of the sockets of this port in this state."""
    with open('/proc/net/tcp', encoding='ascii') as table:
        lines = [line.split() for line in list(table)[1:]]
    return [queues for _, own, other, is_in, queues, *_ in lines
            if is_in == state and (own.endswith(f':{port:04X}') or other.endswith(f':{port:04X}'))]


def is_listening(port):
    return sockets_at(port, '0A')


def has_read_all(port):
    """Whether a program is connected, and both sides have read all that was sent."""
    queues = sockets_at(port, '01')
    return queues and all(one == '00000000:00000000' for one in queues)


def check_real_server():
    """PCP's own time server, without a display: it answers, and moves nothing by itself."""
    port = free_port()
    server = subprocess.Popen(['pmtime', '-p', port], env=dict(ENVIRONMENT, QT_QPA_PLATFORM='offscreen', PMTIME_PORT=port),
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        # A connection that ends would end the server, too.
        wait_until(lambda: is_listening(int(port)), 'pmtime does not listen', server)
        between = Between(port)
        follower = subprocess.Popen([FDR, 'replay', ARCHIVE, 'sample.seconds', '--follow-time', between.port], env=ENVIRONMENT,
                                    text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: ACK in between.sent, 'pmtime does not answer fdr', follower)
        wait_until(lambda: has_read_all(int(between.port)), 'fdr does not read the answer of pmtime', follower)
        wait_until_idle(follower)
        check(follower.poll() is None, 'fdr does not follow pmtime')
        follower.terminate()
        check(follower.communicate(timeout=300)[1] == '', 'fdr does not understand pmtime')
    finally:
        server.kill()
        server.wait()


def check_chart(directory):
    """PCP's charts, without a display, follow our tape, and confirm its steps."""
    tape = Tape(directory, '-t', '1s', '--rate', '5', '-S', '3s')
    between = Between(tape.port)
    chart = follow(between, 'pmchart', '-a', ARCHIVE)
    times = tape.times()
    check(chart.poll() is None, f'pmchart ends: {chart.returncode}')
    steps = between.sent.count(STEP)
    check(len(times) >= 5 and steps >= 4, f'there are {len(times)} times, and {steps} steps')
    # The tape does not wait for the last one.
    wait_until(lambda: between.answered.count(ACK) >= steps - 1,
               lambda: f'pmchart confirms {between.answered.count(ACK)} of {steps} steps')
    chart.kill()
    chart.communicate()


def in_directory(part):
    with tempfile.TemporaryDirectory(prefix='fdr-time-') as directory:
        return part(directory)


def main():
    with_tape = (compare_followers, compare_reverse, compare_records, check_chart)
    side_by_side(*(lambda part=part: in_directory(part) for part in with_tape), compare_pmstat, check_follower,
                 check_real_server)
    check.end()


main()
