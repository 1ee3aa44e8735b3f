#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares the numbers of reports with those of the peer.  The peer command for a report is

  pmrep -a ARCHIVE -c FILE -Z UTC -p -o csv -f %s.%f -0 9 -l '|' -t STEP -s N :REPORT

Our built-in reports are compared on a recording of this machine, and must have values there.  The reports that the peer
brings along are compared on archives of its test suite and on that recording, wherever the peer has a value.

usage: reports_test.py FDR DIRECTORY_OF_BUILT_IN_REPORTS"""

import calendar
import collections
import csv
import io
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time as time_of_day

STOCK = pathlib.Path('/etc/pcp/pmrep')
CORPUS = pathlib.Path('/var/lib/pcp/testsuite/archives')
ARCHIVES = ('pcp-zeroconf', 'pcp-pidstat-process-args', '20180415.09.16', 'pcp-free-tera', 'dm-io')
ROWS = 5
SAMPLES = 10  # two for each row: a time would be over before them on a busy machine
# Hardware that a machine may lack: such reports need not have values in a recording of this one.
MAY_BE_EMPTY = {'nfs', 'cgroups', 'cgroups-io', 'numa', 'iostat', 'sar-d', 'disks', 'filesystems', 'pressure'}
# Their formulas have guards with other instances than their branches, and there the peer takes the choice for one
# instance for another: docs/compatibility.md.
MISLED = ('network.interface.util[',)
# More values than this must have been compared, so that the test cannot pass without a comparison.
LEAST_COMPARED, LEAST_STOCK = 400, 25

ENVIRONMENT = dict(os.environ, TZ='UTC', FDR_CONFIG='/dev/null', HOME='/nonexistent', LC_ALL='C')
ENVIRONMENT.pop('XDG_CONFIG_HOME', None)


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors='replace',
                          env=ENVIRONMENT, check=False)
    return done.returncode, done.stdout, done.stderr


def sections(file):
    names = re.findall(r'^\[([^\]]+)\]', file.read_text(), re.MULTILINE)
    return [name for name in names if name not in ('options', 'global')]


def seconds_of(text):
    return calendar.timegm(time_of_day.strptime(text, '%Y-%m-%dT%H:%M:%S'))


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


class Table:
    """Values by series and time; times are whole microseconds."""

    def __init__(self):
        self.times = []
        self.values = {}


def our_table(fdr, archive, file, name, step):
    """Nothing if fdr fails; then the message."""
    return replayed(fdr, archive, step, '--reports', file, ':' + name)


def replayed(fdr, archive, step, *what):
    status, out, err = run(fdr, 'replay', '-q', '--csv', '--previous', '--tz', 'utc', '-t', f'{step}s', '-s', ROWS, archive,
                           *what)
    if status != 0:
        return None, err
    rows = list(csv.reader(io.StringIO(out)))
    table = Table()
    # "disk.dev.read[sda] (count / sec)"
    series = [re.sub(r'(\]|^[^\[\]]*?) \([^()]*\)$', r'\1', head) for head in rows[0][1:]]
    for row in rows[1:]:
        whole, fraction = re.match(r'([^.]*)\.?(\d*)Z$', row[0]).groups()
        time = seconds_of(whole) * 1000000 + int((fraction + '000000')[:6])
        table.times.append(time)
        for head, text in zip(series, row[1:]):
            if text != '':
                table.values[head, time] = text
    return table, ''


def peer_table(archive, file, name, step, metrics):
    """Nothing if the peer fails."""
    status, out, err = run('/usr/bin/python3', '/usr/bin/pmrep', '-a', archive, '-c', file, '-Z', 'UTC', '-p', '-o', 'csv',
                           '-f', '%s.%f', '-0', '9', '-l', '|', '-t', step, '-s', ROWS, ':' + name)
    if status != 0 or not out.startswith('Time'):
        return None, err
    rows = list(csv.reader(io.StringIO(out), delimiter='|'))
    table = Table()
    series = []
    for head in rows[0][1:]:
        metric = max((m for m in metrics if head == m or head.startswith(m + '-')), key=len, default=None)
        series.append(head if metric in (None, head) else f'{metric}[{head[len(metric) + 1:]}]')
    for row in rows[1:]:
        time = int(row[0].replace('.', ''))
        table.times.append(time)
        for head, text in zip(series, row[1:]):
            if text != '':
                table.values[head, time] = text
    return table, ''


def plain(text):
    """The peer replaces separators, quotes and ends of lines in texts."""
    return re.sub(r'[\s|"\',_]+', ' ', text).strip()


def agree(ours, peers):
    a, b = number(ours), number(peers)
    if a is None or b is None:
        return plain(ours) == plain(peers)
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=2e-9)


class Comparison:
    def __init__(self, fdr):
        self.fdr = fdr
        self.compared = 0
        self.lasting = {}
        self.failures = []
        self.more = 0  # values of fdr that the peer does not show
        self.passed_over = collections.Counter()  # values of the peer in the last report, by the reason

    def lives_on(self, archive, step, series):
        """Whether the series is not of a process that begins or ends in the rows.  There the two differ, as
        docs/compatibility.md says."""
        process = re.search(r'[-\[](\d{6} [^\]]*)', series)
        if process is None:
            return True
        key = str(archive), step
        if key not in self.lasting:
            self.lasting[key] = set.intersection(*(self.in_all_rows(archive, step, metric)
                                                   for metric in ('proc.psinfo.pid', 'proc.id.uid_nm')))
        return process[1] in self.lasting[key]

    def why_not(self, archive, step, series):
        """Why a series is not compared."""
        if series.startswith(MISLED):
            return 'misled'
        return '' if self.lives_on(archive, step, series) else 'of processes that come or go'

    def in_all_rows(self, archive, step, metric):
        table, _ = replayed(self.fdr, archive, step, metric)
        if table is None:
            return set()
        # The last row may lie behind the last sample of processes, and has no values then.
        times = {time for _, time in table.values}
        shown = collections.Counter(head for head, _ in table.values)
        return {head[len(metric) + 1:-1] for head, rows in shown.items() if rows == len(times)}

    def check_rank(self, archive, ranked, whole, name):
        """The ranked values are the largest of all values, which compare() compares with the peer.  The peer itself leaves
        out instances that are gone a step later, so its ranks may hold others."""
        text = ranked.read_text()
        section = re.search(rf'^\[{re.escape(name)}\][^\[]*', text, re.MULTILINE)[0]
        most, predicate = (re.search(rf'^{key} = (\S+)', section, re.MULTILINE)[1] for key in ('rank', 'predicate'))
        some, every = (our_table(self.fdr, archive, file, name, 1)[0] for file in (ranked, whole))
        if some is None or every is None:
            return
        for time in some.times:
            shown, all_values = (sorted((number(value) for (head, at), value in table.values.items()
                                         if at == time and head.startswith(predicate + '[')), reverse=True)
                                 for table in (some, every))
            if shown != all_values[:int(most)]:
                self.failures.append(f':{name} of {archive}: {predicate} ranks {shown} of {all_values}')

    def compare(self, archive, file, name, step):
        """How many values agree; nothing if the peer shows none."""
        ours, message = our_table(self.fdr, archive, file, name, step)
        if ours is None:
            peers, _ = peer_table(archive, file, name, step, [])
            if peers is not None and any(number(value) is not None for value in peers.values.values()):
                self.failures.append(f':{name} of {archive}: only the peer has values: {message.strip()}')
            return 0
        metrics = {head.split('[')[0] for head, _ in ours.values}
        self.passed_over.clear()
        peers, message = peer_table(archive, file, name, step, metrics)
        if peers is None:
            self.passed_over[f'the peer failed: {message.strip()}'] += 1
            return 0
        count = 0
        # The peer has no rates in its first row.  It has one more row if that lies less than a millisecond behind the end
        # of the archive.
        behind = [time for time in peers.times if time > ours.times[-1]]
        if len(behind) > 1:
            self.failures.append(f':{name} of {archive}: fdr has only {len(ours.times)} of {len(peers.times)} rows')
        for key, value in peers.values.items():
            reason = self.why_not(archive, step, key[0])
            if key[1] == peers.times[0] or key[1] in behind:
                reason = 'in the first row, or behind ours'
            if reason:
                self.passed_over[reason] += 1
            elif key not in ours.values:
                self.failures.append(f':{name} of {archive}: {key[0]} is {value} for the peer, and nothing for fdr')
            elif not agree(ours.values[key], value):
                self.failures.append(f':{name} of {archive}: {key} is {ours.values[key]}, for the peer {value}')
            else:
                count += 1
        self.more += sum(key not in peers.values for key in ours.values if key[1] != peers.times[0])
        self.compared += count
        return count


def record(fdr, base, *what):
    status, _, err = run(fdr, 'record', '-q', '-t', '500ms', '-s', SAMPLES, base, *what)
    if status != 0:
        sys.exit(f'fdr record {base}: {err}')


def main():
    fdr, built_in = sys.argv[1], pathlib.Path(sys.argv[2])
    files = {name: file for file in sorted(built_in.glob('*.conf')) for name in sections(file)}
    comparison = Comparison(fdr)
    with tempfile.TemporaryDirectory() as directory:
        usual, asked = f'{directory}/usual', f'{directory}/asked'
        # One process is busy all the time, however short the lives of all others.
        with subprocess.Popen([sys.executable, '-c', 'while True: pass']) as busy:
            record(fdr, usual, '--processes', '50')
            busy.terminate()
        record(fdr, asked, '--reports', built_in, ':cgroups', ':cgroups-io', ':numa', ':nfs')
        for name, file in files.items():
            archive = asked if name in ('cgroups', 'cgroups-io', 'numa', 'nfs') else usual
            ours, message = our_table(fdr, archive, file, name, 1)
            if (ours is None or not ours.values) and name not in MAY_BE_EMPTY:
                comparison.failures.append(f':{name} has no values in a recording of this machine: {message}')
            text = file.read_text()
            section = re.search(rf'^\[{re.escape(name)}\][^\[]*', text, re.MULTILINE)[0]
            whole = pathlib.Path(directory, 'all.conf')
            whole.write_text(re.sub(r'^(rank|predicate|sort_metric) = .*\n', '', section, flags=re.MULTILINE))
            if 'rank =' in section:
                comparison.check_rank(archive, file, whole, name)
            if comparison.compare(archive, whole, name, 1) == 0 and name not in MAY_BE_EMPTY:
                comparison.failures.append(f':{name}: nothing was compared with the peer: {dict(comparison.passed_over)}')
        stock = {name: file for file in sorted(STOCK.glob('*.conf')) for name in sections(file)}
        shown = 0
        for name, file in stock.items():
            counts = [comparison.compare(usual, file, name, 1)]
            for archive in ARCHIVES:
                counts.append(comparison.compare(CORPUS / archive, file, name, 60))
                if sum(count > 0 for count in counts) == 2:
                    break
            shown += any(counts)
    print(f'{len(files)} built-in reports, {shown} of {len(stock)} reports of the peer with values, '
          f'{comparison.compared} equal values, {comparison.more} only of fdr')
    if len(files) < 20 or comparison.compared < LEAST_COMPARED or shown < LEAST_STOCK:
        comparison.failures.append('too little was compared')
    for failure in comparison.failures[:100]:
        print(failure)
    return 1 if comparison.failures else 0


if __name__ == '__main__':
    sys.exit(main())
