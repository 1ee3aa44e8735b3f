# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Starts the program that makes incidents, and reads what its processes count together."""
import mmap
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

from machine import is_root
from waiting import wait_until

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = [str(path) for path in sorted(HERE.glob('workload*.c'))]
NUMBERS = ('bytes', 'count', 'errors', 'begun', 'ended', 'workers')  # struct counters of workload.h
MOST_PIDS = 1000


def built_workload(folder):
    """Compiles the program, for who has no build of it."""
    program = folder / 'workload'
    subprocess.run(['cc', '-O1', '-o', program, *SOURCES], check=True)
    return program


def built_clock(folder):
    library = folder / 'clock.so'
    subprocess.run(['cc', '-shared', '-fPIC', '-O1', '-o', library, HERE.parent / 'shifted_clock.c', '-ldl'], check=True)
    return library


class Scratch:
    """A folder that all users may enter, with programs under many names.  The keeper removes it."""

    def __init__(self, keeper, parent, workload):
        self.keeper = keeper
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='incidents-', dir=parent))
        keeper.undo('remove', self.folder)
        self.folder.chmod(0o711)
        self.workload = workload or built_workload(self.folder)

    def program(self, name):
        copy = self.folder / 'bin' / name
        copy.parent.mkdir(exist_ok=True)
        if not copy.exists():
            shutil.copy(self.workload, copy)
            copy.chmod(0o755)
        return copy

    def room(self, name, user, below=None):
        """A folder that only this user may enter."""
        folder = (below or self.folder) / name
        folder.mkdir(mode=0o700)
        if is_root():
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
        return folder


class Workload:
    """Processes that do one thing under one name, as one user."""

    def __init__(self, scratch, program, user, parent=None):
        """With a parent, `program` is what it starts again and again."""
        self.scratch, self.program, self.parent = scratch, program, parent
        self.user = user if is_root() and known(user) else pwd.getpwuid(os.geteuid()).pw_name
        self.memory = os.memfd_create('counters')
        os.ftruncate(self.memory, 8 * (len(NUMBERS) + MOST_PIDS))
        self.counters = memoryview(mmap.mmap(self.memory, 0)).cast('Q')
        self.processes, self.parent_pids, self.failed = [], [], []
        self.usage = {'user': 0.0, 'system': 0.0, 'most_memory': 0}

    def start(self, count=1, life=None, nice=0, **settings):
        """`settings` are what workload.h names, in small letters."""
        for name in {self.program, self.parent} - {None}:
            self.scratch.program(name)
        if self.parent:
            settings |= {'child': settings['action'], 'action': 'repeat', 'life': life,
                         'program': self.scratch.program(self.program)}
        settings |= {'counters': self.memory, 'nice': nice}
        environment = {f'INCIDENT_{name.upper()}': str(int(value) if isinstance(value, bool) else value)
                       for name, value in settings.items()}
        as_user = {'user': self.user, 'group': pwd.getpwnam(self.user).pw_gid, 'extra_groups': []} if is_root() else {}
        for _ in range(count):
            process = subprocess.Popen([self.parent or self.program],
                                       executable=self.scratch.program(self.parent or self.program),
                                       env=os.environ | environment, pass_fds=[self.memory], cwd='/', stdin=subprocess.DEVNULL,
                                       start_new_session=True, **as_user)
            self.processes.append((process, self.scratch.keeper.undo('kill', process.pid)))
            if self.parent:
                self.parent_pids.append(process.pid)
        return self

    def reap(self):
        """Adds up what those used that have ended, with their children.  Returns whether all have."""
        for process, number in list(self.processes):
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid == 0:
                continue
            process.returncode = os.waitstatus_to_exitcode(status)
            self.usage['user'] += used.ru_utime
            self.usage['system'] += used.ru_stime
            self.usage['most_memory'] = max(self.usage['most_memory'], used.ru_maxrss * 1024)
            if process.returncode != 0:
                self.failed.append(process.returncode)
            self.scratch.keeper.forget(number)
            self.processes.remove((process, number))
        return not self.processes

    def wait(self, seconds=60):
        """Until all have ended by themselves."""
        wait_until(self.reap, f'{self.program} does not end', seconds=seconds)

    def end(self):
        """Asks for an end before the time.  It is no failure."""
        for process, _ in self.processes:
            os.kill(process.pid, signal.SIGTERM)  # Popen's own way would reap one that has ended, and lose what it used

    def number(self, name):
        return self.counters[NUMBERS.index(name)]

    def pids(self):
        return list(self.counters[len(NUMBERS):][:min(self.number('workers'), MOST_PIDS)])

    def truth(self):
        """What happened, as the processes counted it."""
        if self.failed:
            print(f'{self.program}: processes ended with {self.failed}', file=sys.stderr)
        words = {'program': self.program, 'user': self.user, 'pids': self.pids(), 'processes': self.number('workers')}
        if self.parent:
            words |= {'parent': self.parent, 'parent_pids': self.parent_pids}
        return words | {
            'start': self.number('begun') / 1e9, 'end': self.number('ended') / 1e9,
            'measured': {'cpu_seconds': round(self.usage['user'] + self.usage['system'], 3),
                         'cpu_user': round(self.usage['user'], 3), 'cpu_system': round(self.usage['system'], 3),
                         'most_memory': self.usage['most_memory'], 'bytes': self.number('bytes'),
                         'count': self.number('count'), 'errors': self.number('errors')},
            'failed': self.failed}


def known(user):
    try:
        pwd.getpwnam(user)
        return True
    except KeyError:
        return False
