#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: stock_tools_test.py FDR LIBRARY

PCP's own tools read what `fdr record` records of a machine whose processes come, exec and end: alone, restarted, in
volumes and as a directory; those of version 2 also as pmlogextract, pmlogreduce and pmlogrewrite make others of them.
None dies of a signal or complains.  With LIBRARY, fdr's libpcp.so.3, they print the same of recordings.  What
pmlogextract makes of version 3 the tools of PCP 6.0.3 cannot read, whoever wrote it; with LIBRARY they can.

With FDR_SOAK in the environment: 20 such recordings, of any interval, and all pairs and 100 triples of them."""
import concurrent.futures
import difflib
import itertools
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from checks import Checks  # noqa: E402
from serving import environment  # noqa: E402
from churn import Churn  # noqa: E402

FDR, OWN = os.path.abspath(sys.argv[1]), str(pathlib.Path(sys.argv[2]).resolve().parent)
BIN = '/usr/lib/pcp/bin'
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
PROCESSES = 20  # PCP 6.0.3 dies of a wrong order of records only where there are more than 16 instances
PATIENCE = 120  # seconds
expect = Checks()

# A is the archive.  These two ask for the names of all instances of all times.
QUICK = '''
pmval -a A -s 3 -t 0.3 proc.psinfo.utime
pmrep -a A -s 3 -t 0.3 -o csv proc.psinfo.utime
'''
SOME = QUICK + '''
pminfo -a A -f proc.psinfo.cmd
pcp -a A pidstat
pcp atop -r A 1 2
pmlogcheck -w A
'''
ALL = SOME + '''
pmval -a A -s 3 disk.dev.total
pminfo -a A -dmtT proc.psinfo
pmprobe -a A -I proc.psinfo.utime
pmdumptext -a A -s 3 -t 0.3 kernel.all.load proc.psinfo.utime
pmstat -a A -s 3 -t 0.3
pmlogsummary A
pmdumplog -a A
pmlogsize A
pmie -a A -c RULES
pcp -a A
pcp -a A ps -e
pcp -a A mpstat -t 1 -s 2
pcp -a A iostat -t 1 -s 2
pcp -a A free
pcp -a A numastat
pcp -a A ipcs -l
pcp -a A ipcs -u
pcp -a A uptime
'''
MAKERS = ('pmlogextract', f'{BIN}/pmlogreduce -t 0.5', f'{BIN}/pmlogrewrite')
RUN_WITH_OURS = ('pmval', 'pmrep', 'pminfo', 'pmprobe', 'pmlogsummary')
SILENT = ('pmlogcheck', 'pmie')
SAID_AT_THE_END = 'evaluator exiting'  # by pmie


def run(command, library=None):
    more = {'LD_LIBRARY_PATH': library} if library else {}
    done = subprocess.run(command, capture_output=True, timeout=300, check=False, env=environment(**more))
    err = [line for line in done.stderr.decode(errors='replace').splitlines() if SAID_AT_THE_END not in line]
    return done.returncode, done.stdout.decode(errors='replace'), '\n'.join(err)


class Bench:
    """Tools, and the archives that they read."""

    def __init__(self, directory):
        self.directory, self.made, self.waiting = directory, itertools.count(), []
        self.rules = f'{directory}/rules'
        with open(self.rules, 'w', encoding='ascii') as file:
            file.write('delta = 1 sec;\nnever = some_inst proc.psinfo.threads > 1000000 -> print "never";\n')
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def read(self, archive, table):
        for line in table.split('\n'):
            if line:
                command = [{'A': archive, 'RULES': self.rules}.get(word, word) for word in line.split()]
                self.waiting.append(self.pool.submit(self.check, command))

    @staticmethod
    def check(command, library=None, compares=True):
        status, out, err = run(command, library)
        said = ' '.join(command)
        found = [(status == 0 and not err, f'{said}: status {status}: {err[-500:]}'),
                 (out.strip() or command[0] in SILENT, f'{said}: prints nothing')]
        if compares and command[0] in RUN_WITH_OURS:
            our_status, ours, complaint = run(command, OWN)
            found.append((our_status == status and not complaint,
                          f'{said} with our library: status {our_status}: {complaint[-500:]}'))
            differences = list(difflib.unified_diff(out.splitlines(), ours.splitlines(), 'stock', 'ours', n=0))
            found.append((not differences, f'{said}: ' + '\n'.join(line[:500] for line in differences[:8])))
        return found

    def make_and_read(self, maker, archives, table, library=None):
        self.waiting.append(self.pool.submit(self.make, maker.split() + list(archives), table, library))

    def make(self, command, table, library):
        out = f'{self.directory}/made{next(self.made)}'
        status, _, err = run(command + [out])
        found = [(status == 0 and not err, f'{" ".join(command)}: status {status}: {err}')]
        for line in table.split('\n'):
            if line:
                found += self.check([out if word == 'A' else word for word in line.split()], library, False)
        for path in pathlib.Path(self.directory).glob(os.path.basename(out) + '.*'):
            path.unlink()
        return found

    def finish(self):
        for waiting in self.waiting:
            for holds, problem in waiting.result():
                expect(holds, problem)
        self.waiting = []


class Recorder:
    def __init__(self, archive, options):
        self.archive, self.metadata, self.samples = archive, f'{archive}.meta', 0
        self.has_all_names = 'all' in options
        self.process = subprocess.Popen([FDR, 'record', '-q', *options, archive], env=environment())

    def wait(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds() and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        return expect(holds(), f'{self.archive}: {what}')

    def volume_size(self):
        return sum(path.stat().st_size for path in pathlib.Path(self.archive).parent.glob(
            os.path.basename(self.archive) + '.[0-9]*'))

    def wait_for_name(self, name):
        if self.has_all_names:
            word = name.encode()
            self.wait(lambda: os.path.exists(self.metadata) and word in pathlib.Path(self.metadata).read_bytes(),
                      f'{name} is not recorded')

    def wait_for_sample(self):
        before = self.volume_size()
        self.wait(lambda: self.volume_size() > before, 'there is no sample')

    def end(self):
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(PATIENCE) == 0, f'{self.archive}: status {self.process.returncode}')


def record(recordings, rounds):
    """Records changes, each of which is recorded before the next.  `recordings`: archives, and options."""
    with Churn(PROCESSES) as churn:
        recorders = [Recorder(archive, options) for archive, options in recordings]

        def settle(name=None):
            for recorder in recorders:
                recorder.wait_for_name(name) if name else recorder.wait_for_sample()
        settle()
        for _ in range(rounds):
            settle(churn.rename())
            churn.end()
            settle(churn.come())
        for _ in range(3):
            settle()
        for recorder in recorders:
            recorder.end()


def check_domains(archive, has_deltas):
    """The domain of processes changes as this test wants, in records that PCP 6.0.3 survives."""
    status, out, _ = run([FDR, 'dump', '--json', '-I', archive])
    expect(status == 0, f'fdr dump of {archive}: status {status}')
    records = [json.loads(line) for line in out.splitlines()]
    records = [r['stored_indom'] if 'stored_indom' in r else r for r in records]
    records = [r for r in records if r.get('indom') == '3.9']
    expect(len(records) > 4, f'{archive}: {len(records)} records of processes')
    expect(not any(r['delta'] for r in records) if not has_deltas else
           [r['delta'] for r in records] == [False] + [True] * (len(records) - 1), f'{archive}: not these records')
    names, renamed, gone = {}, 0, 0
    for r in records:
        before = dict(names)
        if not r['delta']:
            names = {}
        for instance in r['instances']:
            names.pop(instance['id'], None) if instance.get('deleted') else names.update({instance['id']: instance['name']})
        renamed += sum(names.get(number, name) != name for number, name in before.items())
        gone += len(before.keys() - names.keys())
    expect(len(names) > 16 and renamed and gone, f'{archive}: {len(names)} processes, {renamed} renamed, {gone} gone')


def main():
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(directory)
        os.mkdir(f'{directory}/days')
        first, second, everything, deltas, old, old_volumes, old_everything = (f'{directory}/{name}' for name in (
            'days/1', 'days/2', 'everything', 'deltas', 'old', 'old_volumes', 'old_everything'))
        t, every, volumes, v2 = ('-t', '100ms'), ('--processes', 'all'), ('-v', '5'), ('-V', '2')
        record([(first, t), (everything, (*t, *every)), (deltas, (*t, *every, '--domains', 'deltas')), (old, (*t, *v2)),
                (old_volumes, (*t, *v2, *volumes)), (old_everything, (*t, *v2, *every))], 3)
        record([(second, (*t, *volumes)), (everything, (*t, *every, *volumes, '--append')),
                (deltas, (*t, *every, '--append')), (old_volumes, (*t, *v2, *volumes, '--append'))], 1)
        check_domains(everything, False)
        check_domains(deltas, True)
        bench.read(first, ALL)
        for archive in (everything, deltas, old_volumes):
            bench.read(archive, SOME)
        bench.read(f'{directory}/days', QUICK)
        for maker in MAKERS:
            bench.make_and_read(maker, [old_everything], QUICK)
        for pair in itertools.permutations((old, old_volumes, old_everything), 2):
            bench.make_and_read('pmlogextract', pair, QUICK)
        bench.make_and_read('pmlogextract', (old_everything, old, old_volumes), QUICK)
        bench.make_and_read('pmlogextract', (everything, first), QUICK, OWN)
        bench.make_and_read('pmlogextract', (first, deltas, everything), QUICK, OWN)
        bench.finish()
        if IS_SOAK:
            soak(bench, directory)
    expect.end()


def soak(bench, directory):
    choose = random.Random(20261129)
    archives = [f'{directory}/long{i}' for i in range(20)]
    for i in range(0, len(archives), 2):
        options = ['-t', f'{choose.randint(100, 1000)}ms', '-V', '3' if i % 4 else '2']
        record([(archives[i], options), (archives[i + 1], (*options, '--processes', 'all'))], 10)
    for archive in archives:
        bench.read(archive, ALL)
    joins = list(itertools.permutations(archives, 2)) + [choose.sample(archives, 3) for _ in range(100)]
    for joined in joins:
        has_version_3 = any(int(archive.rpartition('long')[2]) // 2 % 2 for archive in joined)
        bench.make_and_read('pmlogextract', joined, QUICK, OWN if has_version_3 else None)
    bench.finish()


main()
