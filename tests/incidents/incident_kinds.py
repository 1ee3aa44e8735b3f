# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""How each kind of incident is prepared before the recording, made during it, and described after it.

An incident has: prepare() before the recorder starts; events(), pairs of a second of the recording and a function; and
truth() after the end."""
import os
import signal
import subprocess
import time

import machine
from workloads import Workload

MEBIBYTE = 1 << 20
MOST_FILE = 1000 * MEBIBYTE
MOST_MEMORY = 8192 * MEBIBYTE


class Incident:
    """Processes of the culprit, from the start to the end."""

    def __init__(self, plan, scratch, recorder):
        self.plan, self.scratch, self.recorder = plan, scratch, recorder
        self.strength = plan.get('strength', {})
        self.work = Workload(scratch, plan['program'], plan['user'], plan.get('parent')) if 'program' in plan else None

    def prepare(self):
        pass

    def events(self):
        return [(self.plan['start'], self.begin)]

    def begin(self):
        count, settings = self.settings()
        self.work.start(count=count, life=self.plan.get('life'), seconds=self.plan['length'], **settings)

    def reap(self):
        if self.work:
            self.work.reap()

    def truth(self):
        self.work.wait()
        return self.work.truth() | {'where': self.where()}

    def reached(self, measured):
        """The share of the planned strength that came about: a busy machine leaves less."""
        return 1

    def where(self):
        return None

    def room(self, name, below=None):
        """Each culprit has a folder of its own: others are other users."""
        return self.scratch.room(f'{name}-{self.plan["program"]}', self.work.user, below)

    def count(self, usual=1):
        return self.plan.get('processes', usual)

    def space(self, size):
        """A file's size, within the limits."""
        return int(min(size, MOST_FILE, machine.free_disk(self.scratch.folder) / 4))


class Processor(Incident):
    def settings(self):
        processors = self.strength['processors'] * os.cpu_count()
        count = self.count(-int(-processors // 1))
        return count, {'action': 'hog', 'share': processors / count, 'nice': self.strength.get('nice', 0)}

    def reached(self, measured):
        return measured['cpu_seconds'] / (self.strength['processors'] * os.cpu_count() * self.plan['length'])


class Storm(Incident):
    def settings(self):
        return 1, {'action': 'storm', 'rate': self.strength['forks_per_second']}

    def reached(self, measured):
        return measured['count'] / (self.strength['forks_per_second'] * self.plan['length'])


class Memory(Incident):
    def settings(self):
        self.size = min(MOST_MEMORY, self.strength['available'] * machine.available_memory())
        return self.count(), {'action': 'eat', 'ramp': self.strength['ramp'], 'size': int(self.size / self.count())}

    def reached(self, measured):
        return measured['bytes'] / self.size


class DiskWrite(Incident):
    QUEUE = 3  # requests at a time: one leaves a fast disk idle between two

    def prepare(self):
        self.folder = self.room('written')

    def events(self):
        return [*super().events(), (self.plan['start'] + self.plan['length'], self.note)]

    def begin(self):
        self.busy, self.began = machine.busy_seconds(self.where()), time.monotonic()
        super().begin()

    def note(self):
        share = (machine.busy_seconds(self.where()) - self.busy) / (time.monotonic() - self.began)
        self.busy_percent = round(100 * share, 1)

    def truth(self):
        words = super().truth()
        words['measured']['disk_busy'] = self.busy_percent
        return words

    def reached(self, measured):
        return measured['disk_busy'] / 100 / self.strength['time']

    def settings(self):
        count = self.count(self.QUEUE)
        return count, {'action': 'write', 'path': self.folder / self.plan['program'], 'share': share_of(self.strength, count),
                       'block': self.strength['block'], 'direct': self.strength['direct'],
                       'size': max(self.strength['block'], self.space(self.strength['file_mb'] * MEBIBYTE) // count)}

    def where(self):
        return machine.block_device(self.scratch.folder)


class DiskRead(DiskWrite):
    def prepare(self):
        self.file = self.scratch.folder / f'read-{self.plan["program"]}'
        size = self.space(self.strength['file_mb'] * MEBIBYTE)
        with open(self.file, 'xb') as file:
            for _ in range(size // MEBIBYTE):
                file.write(os.urandom(MEBIBYTE))
            os.fsync(file.fileno())
        self.file.chmod(0o644)

    def settings(self):
        count = self.count(self.QUEUE)
        return count, {'action': 'read', 'path': self.file, 'share': share_of(self.strength, count),
                       'block': self.strength['block']}


def share_of(strength, count):
    """Of many processes, each is at work for a part of the time."""
    return strength['time'] * DiskWrite.QUEUE / count


class Network(Incident):
    """A pair of interfaces.  The other end is in a name space that ends with the process that receives."""
    PORT = 9

    def prepare(self):
        number = os.getpid() % 250
        self.interface, peer = f'veth{number}', f'veth{number}p'
        self.address = f'198.18.{number}.2'
        self.receiver = Workload(self.scratch, 'receiver', 'root').start(action='sink', port=self.PORT, seconds=3600)
        process = self.receiver.processes[0][0]
        while self.receiver.number('count') == 0:
            if process.poll() is not None:
                raise RuntimeError('no network name space')
            time.sleep(0.02)
        machine.command('ip', 'link', 'add', self.interface, 'type', 'veth', 'peer', 'name', peer)
        self.link = self.scratch.keeper.undo('link', self.interface)
        machine.command('ip', 'link', 'set', peer, 'netns', str(process.pid))
        machine.command('ip', 'addr', 'add', f'198.18.{number}.1/30', 'dev', self.interface)
        machine.command('ip', 'link', 'set', self.interface, 'up')
        inside = ('nsenter', '-t', str(process.pid), '-n', 'ip')
        machine.command(*inside, 'addr', 'add', f'{self.address}/30', 'dev', peer)
        machine.command(*inside, 'link', 'set', peer, 'up')

    def settings(self):
        count = self.count()
        return count, {'action': 'flood', 'address': self.address, 'port': self.PORT, 'tcp': self.strength['tcp'],
                       'rate': self.strength['mb_per_second'] * 1e6 / count}

    def reached(self, measured):
        return measured['bytes'] / (self.strength['mb_per_second'] * 1e6 * self.plan['length'])

    def truth(self):
        words = super().truth()
        self.scratch.keeper.forget(self.link)
        machine.command('ip', 'link', 'del', self.interface)
        self.receiver.end()
        self.receiver.wait()
        return words

    def where(self):
        return self.interface


class Mounted(Incident):
    """A file system in a file."""

    def make(self, megabytes):
        self.mount = self.scratch.folder / self.plan['kind']
        self.mount.mkdir()
        image = self.scratch.folder / f'{self.plan["kind"]}.image'
        with open(image, 'wb') as file:
            file.truncate(self.space(megabytes * MEBIBYTE))
        machine.command('mkfs.ext4', '-q', '-F', '-m', '0', str(image))
        machine.command('mount', '-o', 'loop', str(image), str(self.mount))
        self.number = self.scratch.keeper.undo('run', 'umount', self.mount)
        self.folder = self.room('data', self.mount)

    def unmake(self):
        machine.command('umount', str(self.mount))
        self.scratch.keeper.forget(self.number)

    def where(self):
        return str(self.mount)


class FileSystem(Mounted):
    def prepare(self):
        self.make(self.strength['size_mb'])

    def settings(self):
        rate = self.strength['size_mb'] * 1e6 / self.strength['seconds_to_fill']
        return 1, {'action': 'fill', 'path': self.folder / self.plan['program'], 'rate': rate, 'keep': 'parent' in self.plan}

    def events(self):
        return [*super().events(), (self.plan['start'] + self.plan['length'] + 0.2, self.empty)]

    def empty(self):
        """Processes that live shortly leave their files."""
        self.work.wait()
        for file in self.folder.iterdir():
            file.unlink()

    def truth(self):
        words = super().truth()
        words['measured']['full'] = words['measured']['errors'] > 0
        self.unmake()
        return words

    def reached(self, measured):
        return int(measured['full'])


class Blocked(Mounted):
    """Writers before a file system that is frozen.  They begin a while before, as writers do."""
    BEFORE = 6
    MOST = 22  # seconds that it is frozen, even if this script is stopped, or waits for something: others may `sync`

    def prepare(self):
        self.make(100)
        self.times = []

    def events(self):
        start = self.plan['start']
        return [(start - self.BEFORE, self.begin), (start, self.freeze), (start + self.plan['length'], self.thaw)]

    def begin(self):
        self.work.start(count=self.count(self.strength['writers']), action='append', path=self.folder / self.plan['program'],
                        rate=16384, seconds=self.BEFORE + self.plan['length'] + 3)

    def freeze(self):
        self.frozen = self.scratch.keeper.undo('run', 'fsfreeze', '-u', self.mount, within=self.MOST)
        machine.command('fsfreeze', '-f', str(self.mount))
        self.times.append(time.time())

    def thaw(self):
        self.states = [state_of(pid) for pid in self.work.pids()]
        self.times.append(time.time())
        machine.command('fsfreeze', '-u', str(self.mount))  # fails if it was done at the limit: then there is no truth
        self.scratch.keeper.forget(self.frozen)

    def truth(self):
        words = super().truth()
        self.unmake()
        words['start'], words['end'] = self.times
        words['measured']['blocked_at_the_end'] = self.states.count('D')
        return words

    def reached(self, measured):
        return measured['blocked_at_the_end'] / len(self.states)


def state_of(pid):
    try:
        with open(f'/proc/{pid}/stat', encoding='utf-8', errors='replace') as file:
            return file.read().rsplit(')', 1)[1].split()[0]
    except OSError:
        return None


class Clock(Incident):
    """The recorder has this step from its start, which is a little before its first sample: see recorder.py."""

    def prepare(self):
        self.step = self.plan['start'], self.strength['seconds']

    def events(self):
        return [(self.recorder.step_at - self.recorder.begin, self.note)]

    def note(self):
        self.time = time.time()

    def truth(self):
        step = self.step[1]
        return {'start': self.time + min(0, step), 'end': self.time + max(0, step), 'measured': {'step': step}, 'where': None}


class Gap(Incident):
    def events(self):
        return [(self.plan['start'], self.stop), (self.plan['start'] + self.plan['length'], self.go_on)]

    def stop(self):
        self.recorder.signal(signal.SIGSTOP)
        self.start = time.time()

    def go_on(self):
        self.end = time.time()
        self.recorder.signal(signal.SIGCONT)

    def truth(self):
        return {'start': self.start, 'end': self.end, 'measured': {'seconds': round(self.end - self.start, 3)}, 'where': None}


class Job(Incident):
    """Light noise."""
    SETTINGS = {'cron': {'action': 'hog', 'share': 0.9, 'seconds': 1},
                'copy': {'action': 'copy', 'seconds': 1, 'size': 30 * MEBIBYTE},
                'shell': {'action': 'storm', 'rate': 25, 'seconds': 1}}

    def prepare(self):
        self.folder = self.room('noise')

    def begin(self):
        self.work.start(path=self.folder / self.plan['program'], **self.SETTINGS[self.plan['kind']])


MAKERS = {'cpu': Processor, 'niced': Processor, 'fork-storm': Storm, 'memory': Memory, 'disk-write': DiskWrite,
          'disk-read': DiskRead, 'network': Network, 'filesystem': FileSystem, 'blocked': Blocked, 'clock': Clock, 'gap': Gap,
          **dict.fromkeys(Job.SETTINGS, Job)}
