#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: crash_test.py PROGRAMS LIBRARIES

What a program leaves that dies, has no room, or passes what PCP's library does not survive.  A killed program has
every record whose pmiWrite() has returned, without pmiEnd()."""

import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile

import recorded
import sides

PROGRAM = pathlib.Path(sys.argv[1]) / 'import_driver_ours'
KILLS = 200 if 'FDR_SOAK' in os.environ else 20
UNITS = ['0'] * 6
problems = []


def lines(*calls):
    return ''.join('\t'.join(str(word) for word in call) + '\n' for call in calls)


BEGIN = lines(('Start', 'a', 0), ('SetHostname', 'h'), ('SetTimezone', 'UTC'), ('AddMetric', 'x', -1, 6, -1, 3, *UNITS))


def record(second, text):
    return lines(('PutValue', 'x', '', text), ('Write', second, 0))


def read_archive(place):
    """The stamps of the records, after PCP's checker has accepted the archive."""
    checked = subprocess.run(['pmlogcheck', '-w', 'a'], cwd=place, capture_output=True, text=True)
    if checked.returncode != 0 or checked.stdout + checked.stderr:
        problems.append(f'pmlogcheck: {checked.stdout}{checked.stderr}')
    return [stamp[0] for stamp in recorded.records((place / 'a.0').read_bytes()).values()]


def check_kill(dice):
    """Kills the program behind a number of answers."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        child = subprocess.Popen([PROGRAM], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                 env=sides.environment(None))
        child.stdin.write(BEGIN)
        done = 0
        for second in range(1, dice.randrange(2, 60)):
            child.stdin.write(record(second, 'x' * dice.randrange(300)))
            child.stdin.flush()
            while child.stdout.readline() != 'Write: 0\n':
                pass
            done = second
        child.stdin.write(record(1000, 'last'))  # perhaps
        child.stdin.flush()
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdin.close()
        child.stdout.close()
        found = [second for second in read_archive(place) if second != 1000]
        if found != list(range(1, done + 1)):
            problems.append(f'killed after {done} records, {found} are there')


def check_no_room():
    """A file that may not grow is like a full disk."""
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        text = BEGIN + ''.join(record(second, 'x' * 1000) for second in range(1, 20)) + 'End\n'
        limit = 8192

        def lower():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        # Python ignores SIGXFSZ, and so does its child.
        done = subprocess.run([PROGRAM], cwd=place, input=text, capture_output=True, text=True, preexec_fn=lower,
                              env=sides.environment(None), restore_signals=False)
        whole = done.stdout.count('Write: 0\n')
        if done.returncode != 0 or 'Write: -27 File too large' not in done.stdout or not 3 < whole < 9:
            problems.append(f'no room: {done}')
        if read_archive(place) != list(range(1, whole + 1)):
            problems.append(f'no room: not {whole} records')


# What PCP's library does not survive, or writes although no reader accepts it; and our answers.
OWN_ANSWERS = [
    (lines(('Start', 'NULL', 1), ('Write', 1, 1)) + BEGIN.replace('Start\ta\t0', 'SetVersion\t3') + record(5, 'x'),
     ['Start: 1', 'Write: -20011 No data to output', 'SetVersion: 0', 'SetHostname: 0', 'SetTimezone: 0', 'AddMetric: 0',
      'PutValue: 0', 'Write: -22 Invalid argument'], False),
    (lines(('Start', 'a', 1)) + BEGIN.split('\n', 1)[1] + lines(
        ('SetHostname', 'NULL'), ('SetTimezone', 'NULL'), ('AddInstance', 1, 'NULL', 5), ('AddInstance', 1, 'neg', -1),
        ('PutValue', 'NULL', '', '1'), ('PutValue', 'x', '', 'NULL'), ('GetHandle', 'NULL', ''),
        ('Write', 1, 0), ('set', 77, 0, 0), ('PutResult', 5, 0)) + record(6, 'y') + lines(
        ('PutMark',), ('PutValue', 'x', '', 'z'), ('Write', 6, 500), ('PutValue', 'x', '', 'z'), ('Write', 6, 1500000),
        ('PutValue', 'x', '', 'z'), ('Write2', 4000000000, 0), ('End',), ('PutMark',), ('PutValue', 'x', '', 'z'),
        ('Write', 9, 0), ('End',)),
     ['Start: 1', 'SetHostname: 0', 'SetTimezone: 0', 'AddMetric: 0', 'SetHostname: -22 Invalid argument',
      'SetTimezone: -22 Invalid argument', 'AddInstance: -22 Invalid argument',
      'AddInstance: -12360 Unknown or illegal instance identifier', 'PutValue: -12357 Unknown metric name',
      'PutValue: -12362 Impossible value or scale conversion', 'GetHandle: -12357 Unknown metric name', 'Write: 0', 'set: 0',
      'PutResult: -12358 Unknown or illegal metric identifier', 'PutValue: 0', 'Write: 0', 'PutMark: 0', 'PutValue: 0',
      'Write: 0', 'PutValue: 0', 'Write: 0', 'PutValue: 0',
      'Write2: -20013 Illegal result timestamp', 'End: 0', 'PutMark: -12376 Attempt to use an illegal context',
      'PutValue: 0', 'Write: -12376 Attempt to use an illegal context', 'End: 0'], True),
]


def check_own_answers():
    for stdin, expected, writes in OWN_ANSWERS:
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            told = sides.run([PROGRAM], None, place, stdin)
            if told != ['status 0', *expected]:
                problems.append(f'{told}, not {expected}')
            if writes:
                read_archive(place)


def check_names_of_instances():
    """PCP's library gives members other names if one is added to others that were not ascending."""
    text = BEGIN + lines(('AddMetric', 'y', -1, 0, 7, 3, *UNITS), ('AddInstance', 7, 'nine', 9), ('AddInstance', 7, 'two', 2),
                         ('PutValue', 'y', 'two', 1), ('Write', 1, 0), ('AddInstance', 7, 'five', 5),
                         ('PutValue', 'y', 'nine', 1), ('Write', 2, 0), ('End',))
    with tempfile.TemporaryDirectory() as directory:
        sides.run([PROGRAM], None, directory, text)
        told = subprocess.run(['pmdumplog', '-z', '-i', 'a'], cwd=directory, capture_output=True, text=True).stdout
        names = [line.strip() for line in told.splitlines() if ' or ' in line]
        if names != ['2 or "two"', '9 or "nine"', '2 or "two"', '5 or "five"', '9 or "nine"']:
            problems.append(f'names of instances: {told}')


def check_marks_before_the_next_record():
    """PCP's library puts a mark a millisecond behind a record, even if the next record has an earlier stamp."""
    records = [lines(('PutValue', 'x', '', 'v'), ('Write', 5, at), ('PutMark',), ('PutMark',)) for at in (10, 10, 510, 5000)]
    with tempfile.TemporaryDirectory() as directory:
        sides.run([PROGRAM], None, directory, BEGIN + ''.join(records) + 'End\n')
        read_archive(pathlib.Path(directory))
        told = subprocess.run(['pmdumplog', '-z', 'a'], cwd=directory, capture_output=True, text=True).stdout
        found = [line.split()[:2] for line in told.splitlines() if line.startswith('00:00:')]
        expected = [[stamp, what] for stamp, what in (
            ('10', '1'), ('10', '<mark>'), ('10', '<mark>'), ('10', '1'), ('510', '<mark>'), ('510', '<mark>'), ('510', '1'),
            ('1510', '<mark>'), ('1510', '<mark>'), ('5000', '1'), ('6000', '<mark>'), ('6000', '<mark>'))]
        if [[str(int(stamp.rpartition('.')[2])), what] for stamp, what in found] != expected:
            problems.append(f'marks: {told}')


def main():
    dice = random.Random(1)
    for _ in range(KILLS):
        check_kill(dice)
    check_no_room()
    check_own_answers()
    check_names_of_instances()
    check_marks_before_the_next_record()
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{KILLS} kills')


main()
