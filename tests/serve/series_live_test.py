#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: series_live_test.py FDR

/series has the values of live sources that /pmapi/fetch has, and the identifiers that PCP prints.  A host that hangs, or
ends, stops no answer."""
import os
import signal
import socket
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, 'web_api'), os.path.join(HERE, '../agents')]
from asking import answer  # noqa: E402
from checks import Checks  # noqa: E402
from golden import GOLDEN  # noqa: E402
from pmapi_contract_test import start_collector  # noqa: E402
from pminfo_series import identifiers  # noqa: E402
from serving import Server  # noqa: E402
from together import side_by_side  # noqa: E402
from waiting import wait_until  # noqa: E402

FDR = os.path.abspath(sys.argv[1])
ARCHIVE, ARCHIVED = GOLDEN / 'v3-instances-delta', 'toy.load'
STEADY_METRICS = {
    'machine': ('hinv.ncpu', 'hinv.physmem', 'hinv.map.cpu_num', 'kernel.uname.release', 'mem.physmem'),
    'box': ('sample.long.one', 'sample.double.bin', 'sample.float.million', 'sample.string.hullo',
            'sample.ulonglong.hundred', 'hinv.ncpu', 'pmcd.version'),
}
expect = Checks()


def ids_of(server, metric):
    return answer(server.port, '/series/query', expr=metric)


def values_of(server, series, **window):
    return answer(server.port, '/series/values', series=series, **window)


def compare_with_fetch(server, hostspec, metrics):
    """Values are those of /pmapi/fetch, with the instances' names."""
    for metric in metrics:
        [series] = wait_until(lambda: ids_of(server, metric), f'{metric} is not found')
        names = {one['instance']: one['id'] for one in answer(server.port, '/series/instances', series=series)}
        before = time.time() * 1000
        rows = values_of(server, series)
        after = time.time() * 1000
        told = answer(server.port, '/pmapi/fetch', hostspec=hostspec, names=metric)['values'][0]['instances']
        ours = {names.get(row.get('instance')): row['value'] for row in rows}
        theirs = {one['instance']: str(one['value']) for one in told}
        expect(ours.keys() == theirs.keys() and all(same(ours[one], theirs[one]) for one in ours),
               f'{metric}: {ours} instead of {theirs}')
        expect(len({row['timestamp'] for row in rows}) == 1 and before - 5 <= rows[0]['timestamp'] <= after + 5,
               f'stamps of {metric}: {rows}, {before} to {after}')


def same(one, other):
    try:
        return float(one) == float(other)
    except ValueError:
        return one == other


def compare_identifiers(server, collector):
    """Identifiers are those that pminfo prints. Through a socket of this machine, PCP's collector adds labels."""
    series, instances = identifiers('-h', f'127.0.0.1:{collector.port}', check=True)
    ours = {row['name']: row['series'] for row in
            answer(server.port, '/series/metrics', form=True, series=','.join(ids_of(server, '{metric.name:"*"}')))}
    expect(len(ours) > 500, f'only {len(ours)} series')
    wrong = [name for name, one in ours.items() if series.get(name) != one and name != ARCHIVED]
    expect(not wrong, f'identifiers of {wrong[:10]}')
    for metric in ('sample.double.bin', 'sample.colour', 'kernel.all.load', 'hinv.map.cpu_num'):
        rows = values_of(server, ours[metric])
        told = {one for (name, _, _), one in instances.items() if name == metric}
        expect({row['instance'] for row in rows} == told, f'instances of {metric}: {rows} instead of {told}')


def check_growth(server, metric):
    [series] = ids_of(server, metric)
    count = len(values_of(server, series, start='-1h'))
    expect(count > 0 and len(values_of(server, series, start='-1h')) == 2 * count, f'{metric} does not grow')
    expect(len(values_of(server, series, start='-1h', finish='-10m')) == 0, f'{metric} has values of the past')
    rates = wait_until(lambda: answer(server.port, '/series/query', expr=f'rate({metric}[samples:2])'),
                       f'there are no rates of {metric}')
    expect(all(float(row['value']) >= 0 for row in rates), f'rates of {metric}: {rates}')
    sums = answer(server.port, '/series/query', expr=f'{metric}[samples:1] + {metric}[samples:1]')
    expect(len(sums) == count, f'sums of {metric}: {sums}')


def check_hanging_host(server, collector):
    """While a host hangs, archives answer at once, and the host's series have what was fetched before."""
    [live], [archived] = ids_of(server, 'sample.long.one'), ids_of(server, ARCHIVED)
    before = values_of(server, live)
    of_archive = values_of(server, archived, samples=3)
    collector.process.send_signal(signal.SIGSTOP)
    late = []
    waiting = threading.Thread(target=lambda: late.extend(values_of(server, f'{live},{archived}', samples=3)))
    waiting.start()
    at_once = 0
    while waiting.is_alive():
        rows = values_of(server, archived, samples=3)
        at_once += waiting.is_alive()
        expect(rows == of_archive, f'the archive, beside a host that hangs: {rows}')
        time.sleep(0.05)
    # One answer may come before the server is asked for the host.
    expect(at_once >= 3, f'the archive waits for a host that hangs: {at_once} answers came meanwhile')
    rows = late
    expect([row for row in rows if row['series'] == archived] == of_archive, f'beside a host that hangs: {rows}')
    expect([row for row in rows if row['series'] == live][:1] == before, f'of a host that hangs: {rows}')
    collector.process.send_signal(signal.SIGCONT)
    wait_until(lambda: values_of(server, live) != before, 'the host does not come back')
    collector.process.terminate()
    collector.process.wait(300)
    rows = values_of(server, f'{live},{archived}')
    expect({row['series'] for row in rows} == {live, archived}, f'a host has gone: {rows}')


def connections(listener):
    """How many have come."""
    ends = []
    try:
        while True:
            ends.append(listener.accept()[0])
    except BlockingIOError:
        return len(ends)


def check_mute_host():
    """A host that takes connections and says nothing is waited for once in a minute."""
    with socket.socket() as mute:
        mute.bind(('127.0.0.1', 0))
        mute.listen(64)
        with Server(FDR, '--http', '0', '--no-local', '-h', f'mute=127.0.0.1:{mute.getsockname()[1]}', ARCHIVE) as server:
            series = ids_of(server, ARCHIVED)
            expect(len(series) == 1, f'a mute host hides the archive: {series}')
            mute.setblocking(False)
            expect(connections(mute) > 0, 'a mute host is not asked')
            expect(values_of(server, series[0]), 'a mute host hides the values of the archive')
            expect(connections(mute) == 0, 'a mute host is asked again at once')


def check_machine():
    with Server(FDR, '--http', '0') as server:
        compare_with_fetch(server, 'localhost', STEADY_METRICS['machine'])
        check_growth(server, 'kernel.all.cpu.user')
        check_growth(server, 'kernel.percpu.cpu.idle')


def check_collector():
    with tempfile.TemporaryDirectory() as directory, start_collector(directory) as collector, \
            Server(FDR, '--http', '0', '--no-local', '-h', f'box=127.0.0.1:{collector.port}', ARCHIVE) as server:
        compare_with_fetch(server, 'box', STEADY_METRICS['box'])
        compare_identifiers(server, collector)
        check_growth(server, 'kernel.all.cpu.user')
        check_hanging_host(server, collector)


def main():
    side_by_side(check_machine, check_collector, check_mute_host)
    expect.end()


if __name__ == '__main__':
    main()
