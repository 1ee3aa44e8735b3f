# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Control groups and network interfaces that come and go, as `Churn` has it for processes.

Both need root: the interfaces live in a name space of networks, which `enter_namespaces()` makes for the whole test.  The
groups are in the hierarchy cgroup2, which is mounted for the test alone if that of the machine is read-only."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

INSIDE = 'STOCK_TOOLS_INSIDE'  # in the environment


def enter_namespaces():
    """Starts the test again, in name spaces of its own, if it may.  Returns whether it is there."""
    if os.environ.get(INSIDE):
        return True
    inside = ['unshare', '--net', '--mount', '--propagation', 'private']
    if subprocess.run(inside + ['ip', 'link', 'set', 'lo', 'up'], capture_output=True, check=False).returncode == 0:
        os.environ[INSIDE] = 'yes'
        os.execvp(inside[0], inside + [sys.executable] + sys.argv)
    print('no root: without control groups and interfaces that come and go')
    return False


class Comings:
    """Things with names, the oldest first.  All go at the end of the `with`."""

    def __init__(self, size):
        self.count, self.names = 0, []
        self.size = size

    def __enter__(self):
        for _ in range(self.size):
            self.come()
        return self

    def __exit__(self, *_):
        while self.names:
            self.end()

    def come(self):
        """Returns its name."""
        self.count += 1
        name = self.name_of(self.count)
        self.make(name)
        self.names.append(name)
        return name

    def rename(self):
        """Another one in the place of the youngest, if it cannot have another name itself.  Returns the new name."""
        self.remove(self.names.pop())
        return self.come()

    def end(self):
        """The oldest ends."""
        self.remove(self.names.pop(0))


class Groups(Comings):
    """Control groups."""

    def __init__(self, size):
        super().__init__(size)
        self.mounted = None

    def __enter__(self):
        self.root = pathlib.Path(self.hierarchy())
        return super().__enter__()

    def __exit__(self, *unused):
        super().__exit__(*unused)
        if self.mounted:
            subprocess.run(['umount', self.mounted], check=True)
            os.rmdir(self.mounted)

    def hierarchy(self):
        for line in pathlib.Path('/proc/mounts').read_text(encoding='utf-8').splitlines():
            _, directory, kind, options = line.split()[:4]
            if kind == 'cgroup2' and 'rw' in options.split(','):
                return directory
        self.mounted = tempfile.mkdtemp()
        subprocess.run(['mount', '-t', 'cgroup2', 'none', self.mounted], check=True)
        return self.mounted

    def name_of(self, number):
        return f'fdr-group-{os.getpid()}-{number}-'

    def make(self, name):
        (self.root / name).mkdir()

    def remove(self, name):
        (self.root / name).rmdir()


class Interfaces(Comings):
    """Network interfaces, of a kind that this kernel can make, in the test's own name space."""

    GROUP = '7'
    KINDS = (['dummy'], ['ifb'], ['veth', 'peer', 'name'])

    def name_of(self, number):
        return f'fdr{number}x'

    def make(self, name):
        for kind in self.KINDS:
            peer = [f'{name}p'] if kind[0] == 'veth' else []
            if ip('link', 'add', name, 'group', self.GROUP, 'type', *kind, *peer).returncode == 0:
                return
        raise RuntimeError('this kernel makes no interface')

    def rename(self):
        name = self.names.pop()
        self.count += 1
        self.names.append(self.name_of(self.count))
        done = ip('link', 'set', name, 'name', self.names[-1])
        assert done.returncode == 0, done.stderr
        return self.names[-1]

    def __exit__(self, *_):
        ip('link', 'delete', 'group', self.GROUP)  # much quicker than each by itself

    def remove(self, name):
        done = ip('link', 'delete', name)
        assert done.returncode == 0, done.stderr


def ip(*words):
    return subprocess.run(['ip', *words], capture_output=True, check=False)


@contextlib.contextmanager
def comings(has_namespaces, size):
    """Those that this test may make."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(kind(size)) for kind in (Groups, Interfaces) if has_namespaces]
