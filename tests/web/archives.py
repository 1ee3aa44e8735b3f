# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Archives for the tests of the viewer, made with PCP's importer."""
import math
import os
import random

import cpmapi
from pcp import pmapi, pmi

START = 1763989200  # 2025-11-24 13:00:00 UTC
STEP = 10
HOURS = 4
CPUS = 24
INCIDENT = START + 2 * 3600 + 900  # its peak
GAP = (START + 3000, START + 3900)
HOSTILE = (
    '<img src=x onerror=window.hacked=1>',
    '"><script>window.hacked=1</script>',
    '\u202Egnp.exe',
    '😀 disk',
    "a'b\"c&d;e,f]g[h",
    'x' * 10000,
    b'\xff\xfe invalid',
    '%2e%2e/..;~raw',
    '__proto__',
)
COUNT = (0, 0, 1, 0, 0, 0)
NONE = (0, 0, 0, 0, 0, 0)
MILLISEC = (0, 1, 0, 0, cpmapi.PM_TIME_MSEC, 0)
KBYTE = (1, 0, 0, cpmapi.PM_SPACE_KBYTE, 0, 0)
BYTE = (1, 0, 0, cpmapi.PM_SPACE_BYTE, 0, 0)


class Writer:
    """An archive with metrics by name; values are written record by record."""

    def __init__(self, path, host='web1', zone='UTC'):
        self.log = pmi.pmiLogImport(path)
        self.log.pmiSetHostname(host)
        self.log.pmiSetTimezone(zone)
        self.instances, self.metrics, self.pmid = {}, 0, 0

    def metric(self, name, kind='u64', semantics='counter', units=COUNT, indom=None, text=''):
        self.metrics += 1
        types = {'u64': cpmapi.PM_TYPE_U64, 'double': cpmapi.PM_TYPE_DOUBLE, 'string': cpmapi.PM_TYPE_STRING}
        kinds = {
            'counter': cpmapi.PM_SEM_COUNTER,
            'instant': cpmapi.PM_SEM_INSTANT,
            'discrete': cpmapi.PM_SEM_DISCRETE,
        }
        pmid = self.log.pmiID(245, 1 + self.metrics // 1000, self.metrics % 1000)
        self.log.pmiAddMetric(
            name,
            pmid,
            types[kind],
            self.log.pmiInDom(245, indom) if indom else pmapi.c_api.PM_INDOM_NULL,
            kinds[semantics],
            self.log.pmiUnits(*units),
        )
        if text:
            self.log.pmiPutText(cpmapi.PM_TEXT_PMID, cpmapi.PM_TEXT_ONELINE, pmid, text)

    def instance(self, indom, name):
        known = self.instances.setdefault(indom, {})
        if name not in known:
            known[name] = len(known)
            self.log.pmiAddInstance(self.log.pmiInDom(245, indom), name, known[name])
        return name

    def put(self, metric, value, instance=''):
        self.log.pmiPutValue(metric, instance, value if isinstance(value, str) else repr(value))

    def write(self, time):
        self.log.pmiWrite(int(time), int(round(time % 1 * 1e6)))

    def mark(self):
        self.log.pmiPutMark()

    def close(self):
        self.log.pmiEnd()


class Machine:
    """Counters that grow by rates which wander and tremble, and which an incident raises."""

    def __init__(self, seed):
        self.random, self.totals, self.levels = random.Random(seed), {}, {}

    def wander(self, key, low, high, calm=0.08):
        level = self.levels.get(key, self.random.random())
        level = min(1, max(0, level + self.random.gauss(0, calm)))
        self.levels[key] = level
        return low + (high - low) * level

    def grow(self, key, rate, most=math.inf):
        self.totals[key] = (
            self.totals.get(key, self.random.randrange(10**6))
            + min(most, max(0, rate * (1 + self.random.gauss(0, 0.14)))) * STEP
        )
        return int(self.totals[key])


def bump(time, width, lag=0.0):
    return math.exp(-(((time - INCIDENT - lag) / width) ** 2))


LINUX = (
    ('kernel.all.cpu.user', {'units': MILLISEC, 'text': 'total user CPU time from /proc/stat for all CPUs'}),
    ('kernel.all.cpu.sys', {'units': MILLISEC, 'text': 'total sys CPU time from /proc/stat for all CPUs'}),
    ('kernel.all.cpu.wait.total', {'units': MILLISEC, 'text': 'total wait CPU time from /proc/stat for all CPUs'}),
    (
        'kernel.all.load',
        {
            'kind': 'double',
            'semantics': 'instant',
            'units': NONE,
            'indom': 2,
            'text': '1, 5 and 15 minute load average',
        },
    ),
    ('mem.util.used', {'semantics': 'instant', 'units': KBYTE, 'text': 'used memory metric from /proc/meminfo'}),
    ('mem.util.available', {'semantics': 'instant', 'units': KBYTE, 'text': 'available memory from /proc/meminfo'}),
    ('mem.util.free', {'semantics': 'instant', 'units': KBYTE, 'text': 'free memory metric from /proc/meminfo'}),
    ('mem.physmem', {'semantics': 'discrete', 'units': KBYTE, 'text': 'total system memory metric from /proc/meminfo'}),
    (
        'mem.util.cached',
        {'semantics': 'instant', 'units': KBYTE, 'text': 'page cache memory metric from /proc/meminfo'},
    ),
    ('disk.all.read_bytes', {'units': KBYTE, 'text': 'count of bytes read for all disk devices'}),
    ('disk.all.write_bytes', {'units': KBYTE, 'text': 'count of bytes written for all disk devices'}),
    ('disk.dev.read', {'indom': 1, 'text': 'per-disk read operations'}),
    ('disk.dev.write', {'indom': 1, 'text': 'per-disk write operations'}),
    ('disk.dev.avactive', {'units': MILLISEC, 'indom': 1, 'text': 'per-disk count of active time'}),
    (
        'network.interface.in.bytes',
        {'units': BYTE, 'indom': 3, 'text': 'network recv read bytes from /proc/net/dev per network interface'},
    ),
    (
        'network.interface.out.bytes',
        {'units': BYTE, 'indom': 3, 'text': 'network send bytes from /proc/net/dev per network interface'},
    ),
    (
        'network.interface.in.errors',
        {'indom': 3, 'text': 'network recv read errors from /proc/net/dev per network interface'},
    ),
    (
        'kernel.percpu.cpu.user',
        {
            'units': MILLISEC,
            'indom': 4,
            'text': 'percpu user CPU time metric from /proc/stat, including guest CPU time',
        },
    ),
    ('kernel.all.pswitch', {'text': 'context switches metric from /proc/stat'}),
    (
        'proc.psinfo.utime',
        {'units': MILLISEC, 'indom': 5, 'text': 'time spent executing user code since process started'},
    ),
    (
        'proc.psinfo.stime',
        {'units': MILLISEC, 'indom': 5, 'text': 'time spent executing system code since process started'},
    ),
    ('proc.psinfo.rss', {'semantics': 'instant', 'units': KBYTE, 'indom': 5, 'text': 'resident set size'}),
    (
        'proc.psinfo.cmd',
        {'kind': 'string', 'semantics': 'discrete', 'units': NONE, 'indom': 5, 'text': 'command name'},
    ),
    (
        'proc.psinfo.sname',
        {'kind': 'string', 'semantics': 'instant', 'units': NONE, 'indom': 5, 'text': 'process state identifier'},
    ),
    ('hinv.ncpu', {'semantics': 'discrete', 'units': NONE, 'text': 'number of CPUs configured'}),
)
PROCESSES = (
    'postgres: checkpointer',
    'postgres: walwriter',
    'nginx: worker process',
    'nginx: worker process',
    'node server.js',
    'redis-server *:6379',
    'python3 manage.py',
    'sshd: ann',
    'systemd --user',
    'dockerd',
    'containerd',
    'pmcd',
    'rsyslogd',
    'cron',
    'java -jar app.jar',
    'kworker/0:1',
    'kworker/1:2',
    'ksoftirqd/0',
    'kswapd0',
    'backup.sh',
)


def incident(path, hours=HOURS, host='web1'):
    """Some hours of a machine: a break of a quarter of an hour, and an incident at INCIDENT."""
    out, machine = Writer(path, host), Machine(7)
    for name, options in LINUX:
        out.metric(name, **options)
    processes = [f'{1000 + 37 * i:06d} {name}' for i, name in enumerate(PROCESSES)]
    for record in range(hours * 3600 // STEP + 1):
        time = START + record * STEP
        if GAP[0] <= time < GAP[1]:
            if time - STEP < GAP[0]:
                out.mark()
            continue
        put_record(out, machine, time, processes)
        out.write(time)
    out.close()


def put_record(out, machine, time, processes):
    peak, later = bump(time, 500), bump(time, 800, 300)
    busy = [
        machine.wander(('cpu', cpu), 0.02, 0.5) * (1.6 if cpu < 4 else 0.5) + peak * (0.55 if cpu < 16 else 0.1)
        for cpu in range(CPUS)
    ]
    out.put('hinv.ncpu', CPUS)
    out.put('kernel.all.cpu.user', machine.grow('user', 1000 * sum(busy)))
    out.put('kernel.all.cpu.sys', machine.grow('sys', 1000 * (machine.wander('sys', 0.2, 1.5) + 2.5 * peak)))
    out.put('kernel.all.cpu.wait.total', machine.grow('wait', 1000 * (machine.wander('wait', 0, 0.4) + 6 * later)))
    for cpu, share in enumerate(busy):
        out.put(
            'kernel.percpu.cpu.user', machine.grow(('cpu', cpu), 1000 * share, 1000), out.instance(4, f'cpu{cpu}')
        )
    for name, width, lag in (('1 minute', 520, 40), ('5 minute', 700, 160), ('15 minute', 1100, 400)):
        level = 1.2 + machine.wander(('load', name), 0, 2) * 300 / width + 19 * bump(time, width, lag) * 520 / width
        out.put('kernel.all.load', round(level, 2), out.instance(2, name))
    used = machine.wander('used', 7.2e6, 8e6, 0.02) + 4.1e6 * later
    out.put('mem.util.used', int(used))
    out.put('mem.util.available', int(15.6e6 - used))
    out.put('mem.util.free', int(0.4 * (15.6e6 - used)))
    out.put('mem.physmem', 15_600_000)
    out.put('mem.util.cached', int(machine.wander('cached', 3.4e6, 3.9e6, 0.01) - 1.6e6 * later))
    out.put('disk.all.read_bytes', machine.grow('read', machine.wander('read', 0, 9000, 0.3) + 92000 * later))
    out.put('disk.all.write_bytes', machine.grow('write', machine.wander('write', 0, 14000, 0.3) + 21000 * peak))
    for place, disk in enumerate(('sda', 'sdb', 'nvme0n1')):
        out.instance(1, disk)
        out.put(
            'disk.dev.read',
            machine.grow(('r', disk), machine.wander(('r', disk), 0, 90, 0.3) + 700 * later * (place == 2)),
            disk,
        )
        out.put('disk.dev.write', machine.grow(('w', disk), machine.wander(('w', disk), 0, 120, 0.3)), disk)
        out.put(
            'disk.dev.avactive',
            machine.grow(('a', disk), machine.wander(('a', disk), 0, 150) + 820 * later * (place == 2), 1000),
            disk,
        )
    for interface, most in (('eth0', 6e6), ('lo', 2e5)):
        out.instance(3, interface)
        out.put(
            'network.interface.in.bytes',
            machine.grow(('i', interface), machine.wander(('i', interface), 0, most)),
            interface,
        )
        out.put(
            'network.interface.out.bytes',
            machine.grow(('o', interface), machine.wander(('o', interface), 0, most / 2)),
            interface,
        )
        out.put(
            'network.interface.in.errors',
            machine.grow(('e', interface), 3 * (peak > 0.8 and interface == 'eth0')),
            interface,
        )
    out.put('kernel.all.pswitch', machine.grow('switch', machine.wander('switch', 3000, 9000) + 26000 * peak))
    for place, process in enumerate(processes):
        is_backup = process.endswith('backup.sh')
        if is_backup and peak < 0.05:
            continue
        out.instance(5, process)
        share = machine.wander(('p', process), 0, 0.5 / (1 + place)) + (2.4 * peak if is_backup else 0)
        out.put('proc.psinfo.utime', machine.grow(('u', process), 1000 * share), process)
        out.put('proc.psinfo.stime', machine.grow(('s', process), 200 * share), process)
        out.put(
            'proc.psinfo.rss',
            int(machine.wander(('m', process), 2e4, 9e5 / (1 + place), 0.01) + (3.4e6 * later if is_backup else 0)),
            process,
        )
        out.put('proc.psinfo.cmd', process[7:].split(':')[0], process)
        out.put('proc.psinfo.sname', 'R' if is_backup else 'S', process)


def hostile(path):
    """Names that a page must not take for anything else."""
    out = Writer(path, host='<b>host</b>')
    out.metric('toy.hostile', semantics='instant', units=NONE, indom=9, text='<img src=x onerror=window.hacked=1>')
    out.metric('toy.plain', semantics='instant', units=NONE)
    for metric in ('proc.psinfo.utime', 'proc.psinfo.stime'):
        out.metric(metric, units=MILLISEC, indom=5)
    for metric in ('proc.psinfo.cmd', 'proc.id.uid_nm'):
        out.metric(metric, kind='string', semantics='discrete', units=NONE, indom=5)
    texts = [name for name in HOSTILE if isinstance(name, str)]
    for record in range(30):
        for place, name in enumerate(texts):
            process = out.instance(5, f'{1000 + place:06d} {name}')
            out.put('proc.psinfo.utime', 100 * record * (place + 1), process)
            out.put('proc.psinfo.stime', 10 * record, process)
            out.put('proc.psinfo.cmd', name, process)
            out.put('proc.id.uid_nm', name, process)
        for place, name in enumerate(HOSTILE):
            out.put('toy.hostile', place + record, out.instance(9, name))
        out.put('toy.plain', record)
        out.write(START + record * STEP)
    out.close()


def crowd(path, instances):
    """A metric with many instances."""
    out = Writer(path, host='crowd')
    out.metric('toy.crowd', semantics='instant', units=NONE, indom=9)
    names = [out.instance(9, f'instance-{number:05d}') for number in range(instances)]
    for record in range(4):
        for number, name in enumerate(names):
            out.put('toy.crowd', (number * 7919 + record * 31) % 1000, name)
        out.write(START + record * STEP)
    out.close()


def one_record(path):
    """An archive that is as short as an archive can be."""
    out = Writer(path, host='short')
    out.metric('toy.plain', semantics='instant', units=NONE)
    out.put('toy.plain', 1)
    out.write(START)
    out.close()


def damaged(path):
    """An archive whose last part is missing."""
    incident(path, hours=1, host='damaged')
    os.truncate(f'{path}.0', os.path.getsize(f'{path}.0') * 2 // 3)


def processors(path):
    """Ten minutes of many processors, the last of which works for others alone, and of two processes."""
    out = Writer(path, host='many')
    kinds = ('user', 'nice', 'sys', 'irq.soft', 'irq.hard', 'steal')
    for kind in kinds:
        out.metric(f'kernel.percpu.cpu.{kind}', units=MILLISEC, indom=4)
    out.metric('proc.psinfo.utime', units=MILLISEC, indom=5)
    out.metric('proc.id.uid_nm', kind='string', semantics='discrete', units=NONE, indom=5)
    out.metric('proc.psinfo.psargs', kind='string', semantics='discrete', units=NONE, indom=5)
    commands = ('/usr/lib64/firefox/firefox -contentproc -childID 4', '/usr/bin/python3 /opt/jobs/nightly.py')
    processes = [f'{10051 + place:06d} {command.split()[0]}' for place, command in enumerate(commands)]
    for record in range(60):
        for cpu in range(CPUS):
            name = out.instance(4, f'cpu{cpu}')
            for kind in kinds:
                is_busy = cpu == CPUS - 1 and kind in ('irq.soft', 'steal')
                out.put(f'kernel.percpu.cpu.{kind}', record * STEP * (450 if is_busy else 10), name)
        for place, (process, command) in enumerate(zip(processes, commands)):
            out.instance(5, process)
            out.put('proc.psinfo.utime', record * STEP * (300 - 200 * place), process)
            out.put('proc.id.uid_nm', ('setroubleshoot', 'ann')[place], process)
            out.put('proc.psinfo.psargs', command, process)
        out.write(START + record * STEP)
    out.close()


def texts(path):
    """A metric that is a text, and nothing else."""
    out = Writer(path, host='texts')
    out.metric('toy.state', kind='string', semantics='discrete', units=NONE)
    for record in range(6):
        out.put('toy.state', 'up' if record % 3 else 'down')
        out.write(START + record * STEP)
    out.close()


UNITS = ('web', 'db', 'cron', 'mail')
TEXTS = ('active', 'reloading', 'failed', '', '<img src=x onerror=window.hacked=1>', '\u202Etxt.exe', 'wait ' * 100)


def states(path):
    """An hour of services: states and messages as texts, labels of instances, and a break."""
    out, chance = Writer(path, host='services'), random.Random(5)
    out.metric('unit.state', kind='string', semantics='instant', units=NONE, indom=7, text='state of a service')
    out.metric('unit.memory', semantics='instant', units=KBYTE, indom=7, text='memory of a service')
    out.metric('unit.message', kind='string', semantics='discrete', units=NONE, text='last message')
    for number, name in enumerate(UNITS):
        out.instance(7, name)
        tier = 'back' if name == 'db' else 'front'
        out.log.pmiPutLabel(cpmapi.PM_LABEL_INSTANCES, out.log.pmiInDom(245, 7), number, 'tier', tier)
    now = dict.fromkeys(UNITS, 'active')
    for record in range(360):
        time = START + record * STEP
        if 150 <= record < 170:
            if record == 150:
                out.mark()
            continue
        for place, name in enumerate(UNITS):
            if name == 'mail' and 60 <= record < 90:
                continue  # it is not there
            if chance.random() < 0.03 or (name == 'cron' and 200 <= record < 260):
                now[name] = chance.choice(TEXTS[:3])
            out.put('unit.state', now[name], name)
            out.put('unit.memory', 1000 * place + record, name)
        if record % 25 == 0:
            out.put('unit.message', TEXTS[record // 25 % len(TEXTS)])
        out.write(time)
    out.close()


BUSY, WRITING = (START + 30, START + 50), (START + 80, START + 100)


def quiet(path):
    """Two minutes in which nothing happens."""
    out = Writer(path, host='vm')
    for name in ('kernel.all.cpu.user', 'kernel.all.cpu.idle'):
        out.metric(name, units=MILLISEC)
    for second in range(121):
        out.put('kernel.all.cpu.user', 10 * second)
        out.put('kernel.all.cpu.idle', 1990 * second)
        out.write(START + second)
    out.close()


def unusual(path):
    """Two minutes: `solve` takes both processors (BUSY), and `cp` writes as fast as it can (WRITING)."""
    out = Writer(path, host='odd')
    for name in ('kernel.all.cpu.user', 'kernel.all.cpu.idle'):
        out.metric(name, units=MILLISEC)
    out.metric('hinv.ncpu', semantics='discrete', units=NONE)
    out.metric('disk.dev.read_bytes', units=BYTE, indom=1)
    out.metric('disk.dev.write_bytes', units=BYTE, indom=1)
    out.metric('disk.dev.avactive', units=MILLISEC, indom=1)
    out.metric('proc.psinfo.utime', units=MILLISEC, indom=5)
    out.metric('proc.io.write_bytes', units=BYTE, indom=5)
    out.metric('proc.psinfo.cmd', kind='string', semantics='discrete', units=NONE, indom=5)
    out.metric('proc.id.uid_nm', kind='string', semantics='discrete', units=NONE, indom=5)
    disk = out.instance(1, 'sda')
    processes = ('000001 init', '004242 solve', '004343 cp')
    for process in processes:
        out.log.pmiAddInstance(out.log.pmiInDom(245, 5), process, int(process.split()[0]))
    for second in range(121):
        part = {span: max(0, min(START + second, span[1]) - span[0]) for span in (BUSY, WRITING)}
        used, wrote = 1950 * part[BUSY], 500_000_000 * part[WRITING]
        out.put('kernel.all.cpu.user', 10 * second + used)
        out.put('kernel.all.cpu.idle', 1990 * second - used)
        out.put('hinv.ncpu', 2)
        out.put('disk.dev.read_bytes', 0, disk)
        out.put('disk.dev.write_bytes', wrote, disk)
        out.put('disk.dev.avactive', 990 * part[WRITING], disk)
        for place, process in enumerate(processes):
            out.put('proc.psinfo.utime', used if place == 1 else 0, process)
            out.put('proc.io.write_bytes', wrote if place == 2 else 0, process)
            if second == 0:
                out.put('proc.psinfo.cmd', ('init', 'solve', 'cp')[place], process)
                out.put('proc.id.uid_nm', ('root', 'news', 'mail')[place], process)
        out.write(START + second)
    out.close()
