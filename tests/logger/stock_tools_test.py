#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: stock_tools_test.py FDR LIBRARY

PCP's own tools read what `fdr record` records of a machine whose processes come, exec and end, and whose control groups
and network interfaces come and go: alone, restarted, in volumes and as a directory; those of version 2 also as
pmlogextract, pmlogreduce and pmlogrewrite make others of them.  None dies of a signal or complains.  With LIBRARY, fdr's
libpcp.so.3, they print the same of recordings.  What pmlogextract makes of version 3 the tools of PCP 6.0.3 cannot read,
whoever wrote it; with LIBRARY they can.

With FDR_SOAK in the environment: FDR_STOCK_RECORDINGS such recordings of 20 s, default 50, at any interval, and a sample
of all pairs and triples of them (docs/journal/domain-records.md)."""
import contextlib
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

from stock_bench import ALL, GROUPS, MAKERS, OWN, QUICK, QUICK_GROUPS, SOME, Bench, environment, expect, run
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../serve'))
from waiting import wait_until  # noqa: E402
from churn import Churn
from comings import comings, enter_namespaces

FDR = os.path.abspath(sys.argv[1])
IS_SOAK = bool(os.environ.get('FDR_SOAK'))
RECORDINGS = int(os.environ.get('FDR_STOCK_RECORDINGS', '50'))
PAIRS, TRIPLES = 8, 6  # for each recording, in the soak
MORE = 20  # PCP 6.0.3 dies of a wrong order of records only where there are more than 16 instances
PATIENCE = 120  # seconds
PROCESS_DOMAIN, GROUP_DOMAIN, INTERFACE_DOMAIN = '3.9', '3.16', '60.3'
GROUP_METRICS = ('cgroup.cpu.stat', 'network.interface', 'proc.psinfo.cmd', 'proc.psinfo.utime', 'proc.psinfo.threads')


class Recorder:
    def __init__(self, archive, options, metrics=()):
        self.archive, self.metadata = archive, f'{archive}.meta'
        self.has_processes = 'all' in options or metrics
        self.has_groups = bool(metrics)
        self.process = subprocess.Popen([FDR, 'record', '-q', *options, archive, *metrics], env=environment())

    def wait(self, holds, what):
        wait_until(holds, f'{self.archive}: {what}', self.process, PATIENCE)

    def volume_size(self):
        return sum(path.stat().st_size for path in pathlib.Path(self.archive).parent.glob(
            os.path.basename(self.archive) + '.[0-9]*'))

    def wait_for_name(self, name):
        word = name.encode()
        self.wait(lambda: os.path.exists(self.metadata) and word in pathlib.Path(self.metadata).read_bytes(),
                  f'{name} is not recorded')

    def wait_for_sample(self):
        before = self.volume_size()
        self.wait(lambda: self.volume_size() > before, 'there is no sample')

    def end(self):
        self.process.send_signal(signal.SIGINT)
        expect(self.process.wait(PATIENCE) == 0, f'{self.archive}: status {self.process.returncode}')


@contextlib.contextmanager
def recording(recordings):
    """Recorders that have a sample, and record three more at the end.  `recordings`: arguments of Recorder()."""
    recorders = [Recorder(*words) for words in recordings]
    try:
        for recorder in recorders:
            recorder.wait_for_sample()
        yield recorders
        for _ in range(3):
            for recorder in recorders:
                recorder.wait_for_sample()
        for recorder in recorders:
            recorder.end()
    finally:
        for recorder in recorders:
            recorder.process.kill()
            recorder.process.wait()


def record(recordings, rounds, has_namespaces):
    """Records changes, each of which is recorded before the next."""
    with Churn(MORE) as processes, comings(has_namespaces, MORE) as others, recording(recordings) as recorders:
        def settle(names):
            for recorder in recorders:
                for name, is_recorded in zip(names, (recorder.has_processes, recorder.has_groups, True)):
                    if is_recorded:
                        recorder.wait_for_name(name)
        for _ in range(rounds):
            settle([one.rename() for one in (processes, *others)])
            for one in (processes, *others):
                one.end()
            settle([one.come() for one in (processes, *others)])


def record_a_while(recordings, seconds, size, choose, has_namespaces):
    """Records changes that come at any time."""
    with Churn(size) as processes, comings(has_namespaces, size) as others, recording(recordings):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for one in (processes, *others):
                for _ in range(choose.randint(0, 3)):
                    one.come()
                    if choose.random() < 0.5:
                        one.rename()
                    one.end()
            time.sleep(choose.random() * 0.1)  # slow on purpose: a machine where they come at any time


def check_domain(archive, domain, has_deltas):
    """The domain changes as this test wants, in records that PCP 6.0.3 survives."""
    status, out, _ = run([FDR, 'dump', '--json', '-I', archive])
    expect(status == 0, f'fdr dump of {archive}: status {status}')
    records = [json.loads(line) for line in out.splitlines()]
    records = [r['stored_indom'] if 'stored_indom' in r else r for r in records]
    records = [r for r in records if r.get('indom') == domain]
    expect(len(records) > 4, f'{archive}: {len(records)} records of {domain}')
    expect(not any(r['delta'] for r in records) if not has_deltas else
           [r['delta'] for r in records] == [False] + [True] * (len(records) - 1), f'{archive}: not these records')
    names, renamed, gone, came = {}, 0, 0, 0
    for r in records:
        before = dict(names)
        if not r['delta']:
            names = {}
        for instance in r['instances']:
            names.pop(instance['id'], None) if instance.get('deleted') else names.update({instance['id']: instance['name']})
        renamed += sum(names.get(number, name) != name for number, name in before.items())
        gone += len(before.keys() - names.keys())
        came += len(names.keys() - before.keys()) if before else 0
    expect(len(names) > 16 and gone and came and (renamed or domain != PROCESS_DOMAIN),
           f'{archive}: {domain} has {len(names)}, {renamed} renamed, {gone} gone, {came} came')


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell, recorders would ignore it
    has_namespaces = enter_namespaces()
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(directory)
        os.mkdir(f'{directory}/days')
        first, second, everything, deltas, old, old_volumes, old_everything, groups, old_groups = (
            f'{directory}/{name}' for name in ('days/1', 'days/2', 'everything', 'deltas', 'old', 'old_volumes',
                                               'old_everything', 'groups', 'old_groups'))
        t, every, volumes, v2, v3 = ('-t', '100ms'), ('--processes', 'all'), ('-v', '5'), ('-V', '2'), ('-V', '3')
        delta = ('--domains', 'deltas')
        record([(first, t), (everything, (*t, *v3, *every)), (deltas, (*t, *v3, *every, *delta)), (old, (*t, *v2)),
                (old_volumes, (*t, *v2, *volumes)), (old_everything, (*t, *v2, *every))], 3, has_namespaces)
        record([(second, (*t, *volumes)), (everything, (*t, *v3, *every, *volumes, '--append')),
                (deltas, (*t, *v3, *every, '--append')), (old_volumes, (*t, *v2, *volumes, '--append'))], 1, has_namespaces)
        check_domain(everything, PROCESS_DOMAIN, False)
        check_domain(deltas, PROCESS_DOMAIN, True)
        if has_namespaces:
            record([(groups, (*t, *v3, *delta), GROUP_METRICS), (old_groups, (*t, *v2), GROUP_METRICS)], 2, True)
            for domain in (PROCESS_DOMAIN, GROUP_DOMAIN, INTERFACE_DOMAIN):
                check_domain(groups, domain, True)
                check_domain(old_groups, domain, False)
            bench.read(groups, GROUPS)
            bench.read(old_groups, GROUPS)
            bench.make_and_read('pmlogextract', (old_groups, old), QUICK_GROUPS)
            bench.make_and_read('pmlogextract', (old_everything, old_groups), QUICK_GROUPS)
        bench.read(first, ALL)
        for archive in (everything, deltas, old_volumes):
            bench.read(archive, SOME)
        bench.read(f'{directory}/days', QUICK)
        for maker in MAKERS:
            bench.make_and_read(maker, [old_everything], QUICK)
        for pair in itertools.permutations((old, old_volumes, old_everything), 2):
            bench.make_and_read('pmlogextract', pair, QUICK)
        bench.make_and_read('pmlogextract', (old_everything, old, old_volumes), QUICK)
        bench.make_and_read('pmlogextract', (everything, deltas), QUICK, OWN)
        bench.make_and_read('pmlogextract', (deltas, everything), QUICK, OWN)
        bench.finish()
        if IS_SOAK:
            soak(bench, directory, has_namespaces)
    expect.end()


def soak(bench, directory, has_namespaces):
    """Three recordings at a time: the default, all processes, and control groups.  Version 2 two of three times."""
    choose = random.Random(20261129)
    joinable = []
    for version in (2, 3):
        os.mkdir(f'{directory}/days{version}')
    for i in range(0, RECORDINGS, 3):
        version = 3 if i % 9 == 3 else 2
        options = ('-t', f'{choose.randint(100, 1000)}ms', '-V', str(version))
        volumes = ('-v', str(choose.randint(3, 20))) if choose.random() < 0.5 else ()
        deltas = ('--domains', 'deltas') if version == 3 and choose.random() < 0.5 else ()
        recordings = [(f'{directory}/days{version}/{i}', (*options, *volumes), ()),
                      (f'{directory}/{i + 1}', (*options, *volumes, *deltas, '--processes', 'all'), ()),
                      (f'{directory}/{i + 2}', (*options, *deltas), GROUP_METRICS)]
        recordings = recordings[:min(RECORDINGS - i, 3 if has_namespaces else 2)]
        size, is_restarted = choose.choice((3, 14, 18, 40)), choose.random() < 0.5
        record_a_while(recordings, 10 if is_restarted else 20, size, choose, has_namespaces)
        if is_restarted:
            record_a_while([(archive, (*options, '--append'), metrics) for archive, options, metrics in recordings],
                           10, size, choose, has_namespaces)
        for archive, _, metrics in recordings:
            bench.read(archive, GROUPS if metrics else ALL)
        joinable += [archive for archive, _, _ in recordings] if version == 2 else []
        bench.finish()
    for version in (2, 3):
        bench.read(f'{directory}/days{version}', QUICK)
    pairs, triples = (list(itertools.permutations(joinable, size)) for size in (2, 3))
    joins = (choose.sample(pairs, min(len(pairs), PAIRS * RECORDINGS)) +
             choose.sample(triples, min(len(triples), TRIPLES * RECORDINGS)))
    print(f'{len(joinable)} of {RECORDINGS} recordings are joined in {len(joins)} ways', flush=True)
    for joined in joins:
        bench.make_and_read('pmlogextract', joined, QUICK)
    bench.finish()


main()
