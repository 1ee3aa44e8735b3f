#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: pmlogextract_test.py OURS

Runs pmlogextract of PCP and ours side by side: status, output, messages, files, and all bytes of the new archives but for
the process in their labels.  Where PCP's loses data, ours has them."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

OURS, STOCK = sys.argv[1], '/usr/bin/pmlogextract'
ARCHIVES = '/var/lib/pcp/testsuite/archives/'
CONFIGURATIONS = {'c1': 'no.such.metric\n', 'c2': 'kernel.all.load [ 1\n', 'c3': 'kernel.all.load ["1 minute"]\n',
                  'c4': 'kernel.all.load [99]\n', 'c5': 'a-b\n', 'c6': '# loads\nkernel.all.load [15, "1 minute"], mem',
                  'c7': 'hinv.ncpu ["x" 1]\nkernel.all.load [1abc]'}
PID = slice(8, 12)
MULTI = ['@multi/20150508.11.44', '@multi/20150508.11.46', '@multi/20150508.11.50', '@multi/20150508.11.57']
# Arguments, and files that exist before; @ stands for the directory of archives.
SAME = [
    ([], ''), (['@nosuch', 'o'], ''), (['@20041125', 'o'], ''), (['-s', '0', '@20041125', 'o'], ''),
    (['-s', 'x', '@20041125', 'o'], ''), (['-V', '3', '@20041125', 'o'], ''), (['-V', '2', '@omnibus_v3', 'o'], ''),
    (['-V', '1', '@20041125', 'o'], ''), (['-S', '@Jan 1 2030', '@20041125', 'o'], ''),
    (['-S', 'foo', '@20041125', 'o'], ''), (['-w', '-S', '+1min', '@20041125', 'o'], ''),
    (['-z', '-Z', 'UTC', '@20041125', 'o'], ''), (['-A', '1min', '@20041125', 'o'], ''),
    (['-v', '3', '@20041125', 'o'], ''), (['-v', '10Kb', '@20041125', 'o'], ''), (['@20041125', 'o'], 'o.index'),
    (['@20041125', 'o'], 'o.0'), (['@20041125', '@omnibus_v3', 'o'], ''), (['-c', 'c1', '@20041125', 'o'], ''),
    (['-c', 'c2', '@20041125', 'o'], ''), (['-c', 'c3', '@20041125', 'o'], ''), (['-c', 'c4', '@20041125', 'o'], ''),
    (['-c', 'nofile', '@20041125', 'o'], ''), (['-c', 'c5', '@20041125', 'o'], ''),
    (['-c', 'c6', '@20041125', 'o'], ''), (['-c', 'c7', '@20041125', 'o'], ''), (['@20041125', '/nosuch/o'], ''),
    (['@20041125', 'o', '--samples', '7'], ''), (['-S', '-10min', '-T', '-5min', '@20041125', 'o'], ''),
    (['--start=+10min', '--finish=+10min', '@20041125', 'o'], ''),
    (['-w', '-S', '@23:20', '-T', '@23:30', '@20041125', 'o'], ''), (['-z', '@20041125', 'o'], ''),
    (['-Z', 'EST+5', '-v', '30', '@20041125', 'o'], ''), (MULTI + ['o'], ''), (['-m'] + MULTI + ['o'], ''),
    (MULTI[::-1] + ['o'], ''), (['@arch_a', '@arch_b', 'o'], ''), (['-x', '@arch_a', '@arch_b', 'o'], ''),
    (['-V', '3', '@sample-labels', 'o'], ''), (['-s', '5', '@arch_a', 'o'], ''),
]
problems = []


def run(program, words, directory, existing=''):
    """Status, output, messages, and the files in the directory."""
    directory.mkdir()
    for name, text in CONFIGURATIONS.items():
        (directory / name).write_text(text)
    if existing:
        (directory / existing).touch()
    words = [word.replace('@', ARCHIVES, 1) if os.path.exists(word.replace('@', ARCHIVES, 1) + '.index') or
             word == '@nosuch' else word for word in words]
    done = subprocess.run([program, *words], cwd=directory, env=dict(os.environ, TZ='UTC'), capture_output=True,
                          text=True, errors='replace', timeout=300, check=False)
    files = {}
    for path in directory.iterdir():
        content = bytearray(path.read_bytes())
        content[PID] = b''
        files[path.name] = bytes(content)
    return done.returncode, done.stdout, done.stderr, files


def compare(number, words, existing, work):
    stock = run(STOCK, words, work / f'stock{number}', existing)
    ours = run(OURS, words, work / f'ours{number}', existing)
    for what, one, other in zip(('status', 'output', 'messages'), stock, ours):
        if one != other:
            problems.append(f'{words}: {what}: {other!r}, not {one!r}')
    if sorted(stock[3]) != sorted(ours[3]):
        problems.append(f'{words}: files {sorted(ours[3])}, not {sorted(stock[3])}')
    for name in stock[3].keys() & ours[3].keys():
        if stock[3][name] != ours[3][name]:
            problems.append(f'{words}: {name} has other bytes')


def compare_damage(work):
    words = ['@multi-corrupted/20150508.11.50', 'o']
    stock, ours = (run(program, words, work / f'damage{program == OURS}') for program in (STOCK, OURS))
    if (stock[0], stock[2].split('\n')[0]) != (ours[0], ours[2].split('\n')[0]) or stock[3] != ours[3]:
        problems.append(f'damage: {ours[:3]!r}, not {stock[:3]!r}')


def stamps(base):
    """The lines of pmdumplog that begin records."""
    text = subprocess.run(['pmdumplog', base], env=dict(os.environ, TZ='UTC'), capture_output=True, text=True,
                          errors='replace', check=True).stdout
    return [line for line in text.splitlines() if line[2:3] == ':' and line[:2].isdigit()]


def compare_conflicts(work):
    """Archives that describe a metric differently: PCP's pmlogrewrite makes the second of each two."""
    for number, rule in enumerate(('sem -> counter', 'units -> 0,1,0,0,SEC,0', 'name -> kernel.all.loads',
                                   'pmid -> 60.2.99', 'type -> double')):
        rules, other = work / f'rules{number}', work / f'other{number}'
        rules.write_text(f'metric kernel.all.load {{ {rule} }} global {{ time -> +1:00:00 }}')
        subprocess.run(['/usr/lib/pcp/bin/pmlogrewrite', '-c', rules, ARCHIVES + '20041125', other], check=True,
                       capture_output=True, timeout=300)
        for option in ([], ['-x']):
            compare(f'conflict{number}{option}', [*option, '@20041125', str(other), 'o'], '', work)


def compare_losses(work):
    # PCP's reads only the first of a list.
    status, _, messages, _ = run(OURS, [','.join(ARCHIVES + word[1:] for word in MULTI), 'o'], work / 'list')
    if status != 0 or 'stands for 4 archives; all are read' not in messages:
        problems.append(f'a list: {status} {messages!r}')
    run(OURS, MULTI + ['o'], work / 'apart')
    if stamps(work / 'list' / 'o') != stamps(work / 'apart' / 'o'):
        problems.append('a list has other records than its archives')
    run(OURS, ['-v', '10', '@20041125', 'o'], work / 'volumes')
    (work / 'volumes' / 'o.1').unlink()
    status, _, messages, _ = run(OURS, [f'{work}/volumes/o', 'o'], work / 'gap')
    if status != 0 or 'o.1: The volume is missing' not in messages:
        problems.append(f'a missing volume: {status} {messages!r}')
    # Inputs that end together: PCP's mark hides the last record.
    run(OURS, ['@20041125', '@20041125', 'o'], work / 'twice')
    once, twice = stamps(ARCHIVES + '20041125'), stamps(work / 'twice' / 'o')
    if twice != [line for line in once for _ in range(2)]:
        problems.append(f'an archive twice has {len(twice)} records, not 2 * {len(once)}')


def merge(directory, path):
    """What pmlogger_merge makes of archives of a day with the programs of this path."""
    directory.mkdir()
    for word in MULTI:
        for file in pathlib.Path(ARCHIVES).glob(word[1:] + '.*'):
            shutil.copy(file, directory)
    done = subprocess.run(['/usr/lib/pcp/bin/pmlogger_merge', '-V', '20150508.11.??', 'day'], cwd=directory,
                          env=dict(os.environ, TZ='UTC', PCP_DIR='', PATH=path), capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode != 0 or done.stderr:
        problems.append(f'pmlogger_merge: {done.returncode} {done.stdout} {done.stderr}')
    return {part: (directory / f'day.{part}').read_bytes()[PID.stop:] for part in ('0', 'index', 'meta')}


def compare_merges(work):
    """PCP's scripts put their directories in front of PATH, unless they are in it."""
    wrapper = work / 'first' / 'pmlogextract'
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\necho >> {work}/starts\nexec {OURS} "$@"\n')
    wrapper.chmod(0o755)
    own = '/usr/sbin:/usr/bin:/usr/lib/pcp/bin'
    if merge(work / 'stock', f'{own}:/bin') != merge(work / 'ours', f'{wrapper.parent}:{own}:/bin'):
        problems.append('pmlogger_merge makes another archive')
    if not (work / 'starts').exists():
        problems.append('pmlogger_merge does not use ours')


def main():
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        for number, (words, existing) in enumerate(SAME):
            compare(number, words, existing, work)
        compare_damage(work)
        compare_conflicts(work)
        compare_losses(work)
        compare_merges(work)
    if problems:
        sys.exit('\n'.join(problems))
    print(f'{len(SAME)} command lines, 0 problems')


main()
