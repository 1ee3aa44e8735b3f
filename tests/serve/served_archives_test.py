#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: served_archives_test.py FDR

PCP's programs ask `fdr serve`.  What they print of an archive whose tape stands still is what they print of the archive
itself at that time: names, descriptors, texts, values.  pmlogger records a tape that plays, and pmval and pmrep
watch it.  This machine is served, too: PCP's programs find every name that fdr lists."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from serving import Server, environment, free_port
from together import side_by_side
from waiting import wait_until

FDR = os.path.abspath(sys.argv[1])
ARCHIVES = pathlib.Path('/var/lib/pcp/testsuite/archives')
# Of several hosts, versions and volumes, plain and compressed.
SERVED = ('20180416.10.00', '20180415.09.16', '20130706', 'numa', 'kenj-pc-1', 'snort-disks', 'viewqa1', 'pcp-atop', 'rep',
          'pcp-zeroconf', 'mysql-1', 'all-sles9-sp1', 'sample-labels')
# An archive without texts cannot be asked for them; a collector has none.
NO_TEXT = re.compile('Error: (One-line or help text is not available|Operation requires context with host source of metrics)')
problems = []


def run(words, directory='/', status=None):
    done = subprocess.run(words, env=environment(), capture_output=True, text=True, cwd=directory, errors='replace',
                          timeout=300, check=False)
    if status is not None and done.returncode != status:
        problems.append(f'{" ".join(words)}: status {done.returncode}: {done.stderr[-500:]}')
    return done.stdout


def serve(*options):
    return Server(FDR, *options)


def blocks_of(text, between):
    """The parts of what pminfo prints, by their first word; those of the server's own metrics are left out."""
    blocks = {}
    for block in NO_TEXT.sub('none', text).strip('\n').split(between):
        name = block.strip('\n').split('\n')[0].split(' ')[0]
        if name and not name.startswith('fdr.tape.'):
            blocks[name] = block.strip('\n')
    return blocks


def compare(what, served, recorded, between):
    """Of two answers of pminfo.  The server has more metrics: its own pmcd.* and fdr.tape.*."""
    ours, theirs = blocks_of(served, between), blocks_of(recorded, between)
    different = [name for name, block in theirs.items() if ours.get(name) != block]
    if different:
        name = different[0]
        problems.append(f'{what}: {len(different)} of {len(theirs)} differ, such as {name}:\n'
                        f'  served:   {str(ours.get(name))[:500]}\n  recorded: {theirs[name][:500]}')
    return len(theirs)


def time_of_record(archive):
    """The stamp of a record in the middle, in the forms of fdr and of pminfo."""
    names = [name for name in run(['pminfo', '-a', archive]).split() if not name.startswith(('pmcd.', 'event.'))]
    for name in names[len(names) // 2:] + names:
        rows = run([FDR, 'replay', archive, name, '--csv', '--raw', '--tz', 'utc']).split('\n')
        stamps = [row.split(',')[0] for row in rows[1:] if row]
        if stamps:
            break
    else:
        sys.exit(f'{archive} has no values')
    stamp = stamps[len(stamps) // 2]
    return stamp, '@' + stamp.rstrip('Z').replace('T', ' ')


def check_archive(name):
    archive = str(ARCHIVES / name)
    ours, peers = time_of_record(archive)
    count = 0
    with serve(archive, '-S', ours, '--pause', '-p', free_port()) as server:
        for options in ('-f', '-d', '-m', '-t', '-T'):
            at = ['-O', peers] if options == '-f' else []
            between = '\n' if options in ('-m', '-t') else '\n\n'
            served = run(['pminfo', '-h', server.host, options])
            recorded = run(['pminfo', '-a', archive, *at, options])
            if options == '-f':  # of a record, which need not have all metrics; a tape interpolates the others
                recorded = '\n\n'.join(block for block in recorded.split('\n\n') if '\n    ' in block)
            count += compare(f'{name} pminfo {options}', served, recorded, between)
    return count


def check_recording(directory):
    """Like each check, returns the number of paragraphs and names that it has compared.

    A tape plays ten times as fast; pmlogger records it with the recorded stamps."""
    archive = str(ARCHIVES / 'rep')
    config = os.path.join(directory, 'config')
    names = run(['pminfo', '-a', archive]).split()
    metric = next((name for name in names if not name.startswith(('pmcd.', 'event.'))))
    pathlib.Path(config).write_text(f'log mandatory on 200 msec {{ {metric} }}\n')
    copy = os.path.join(directory, 'copy')
    with serve(archive, '--rate', '10', '--stamps', 'recorded', '-p', free_port()) as server:
        run(['pmlogger', '-h', server.host, '-c', config, '-l', os.path.join(directory, 'log'), '-T', '3sec', copy],
            directory, 0)
    stamps = 0
    for line in run(['pmdumplog', copy, metric]).split('\n'):
        match = re.match(r'(\d\d:\d\d:\d\d\.\d+)', line)
        stamps += match is not None
    if stamps < 5:
        problems.append(f'pmlogger recorded {stamps} samples of {metric}')
    return 0


def check_watchers():
    archive = str(ARCHIVES / '20180416.10.00')
    with serve(archive, '-S', '1min', '--rate', '60', '-p', free_port()) as server:
        text = run(['pmval', '-h', server.host, '-t', '0.5', '-s', '4', 'kernel.all.cpu.user'], '/', 0)
        rates = re.findall(r'^ +([\d.]+) *$', text, re.M)
        if len(rates) < 3:
            problems.append(f'pmval saw {rates}:\n{text}')
        text = run(['pmrep', '-h', server.host, '-t', '0.5', '-s', '3', 'kernel.all.load'], '/', 0)
        if text.count('\n') < 4:
            problems.append(f'pmrep saw\n{text}')
        text = run(['pmstat', '-h', server.host, '-t', '0.5', '-s', '3'], '/', 0)
        if re.search(r'^ +\d', text, re.M) is None:
            problems.append(f'pmstat saw\n{text}')
        run(['pmprobe', '-h', server.host, '-v', 'kernel.all.load'], '/', 0)
        run(['pmstore', '-h', server.host, 'fdr.tape.state', 'pause'], '/', 0)
        first, second = (run(['pminfo', '-h', server.host, '-f', 'fdr.tape.time']) for _ in range(2))
        if first != second or 'value' not in first:
            problems.append(f'a paused tape went on from {first} to {second}')
    return 0


def check_relay():
    """A server that passes on what another one says: directly, and after the other one was away."""
    archive, port = str(ARCHIVES / 'rep'), free_port()
    with serve(archive, '-S', '30sec', '--pause', '-p', port) as first:
        relay = serve('-h', first.host, '-p', free_port())
        texts = [run(['pminfo', '-h', host, '-dft', 'sample', 'hinv', 'kernel']) for host in (first.host, relay.host)]
        if texts[0] != texts[1] or texts[0].count('value') < 3:
            problems.append(f'a relay says other things: {texts[1][:500]}')
    with relay:
        run(['pminfo', '-h', relay.host, '-f', 'fdr.tape.time'])  # an error, and no crash
        with serve(archive, '-S', '30sec', '--pause', '-p', port):
            wait_until(lambda: 'value' in run(['pminfo', '-h', relay.host, '-f', 'fdr.tape.time']),
                       'a relay does not find its host again')
    return 0


def check_machine():
    with serve('-p', free_port()) as server:
        served = run(['pminfo', '-h', server.host], '/', 0).split()
        listed = [line.split(',')[0] for line in run([FDR, 'names', '--local', '--csv'], '/', 0).split('\n')[1:] if line]
        missing = sorted(set(listed) - set(served))
        if missing:
            problems.append(f'{len(missing)} names are not served, such as {missing[:3]}')
        values = run(['pminfo', '-h', server.host, '-f', 'hinv.ncpu', 'kernel.all.load', 'pmcd.numclients'], '/', 0)
        if values.count('value') != 5:
            problems.append(f'of this machine pminfo shows {values}')
        agents = run(['pcp', '-h', server.host], '/', 0)
        if 'pmcd' not in agents:
            problems.append(f'pcp shows {agents}')
        return len(served)


def main():
    missing = [name for name in SERVED if not any(ARCHIVES.glob(name + '.meta*'))]
    problems.extend(f'{name} is not installed' for name in missing)
    archives = [lambda name=name: check_archive(name) for name in SERVED if name not in missing]
    with tempfile.TemporaryDirectory() as directory:
        counts = side_by_side(lambda: check_recording(directory), check_watchers, check_relay, check_machine, *archives)
    count = sum(counts)
    print(f'{count} paragraphs and names compared')
    if count < 5000:
        problems.append('too few')
    if problems:
        sys.exit('\n'.join(problems))


main()
