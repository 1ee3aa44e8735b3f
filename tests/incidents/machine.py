# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What this machine has, and what it does besides."""
import ctypes
import os
import pathlib
import shutil
import subprocess
import time

QUIET = 5  # percent of time that something waited for a processor
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 0x40000


def is_root():
    return os.geteuid() == 0


def own_mounts():
    """What is mounted from now on is gone with the last process that sees it."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0 or libc.mount(None, b'/', None, MS_REC | MS_PRIVATE, None) != 0:
        raise OSError(ctypes.get_errno(), 'no mount name space of its own')


def missing(kind, scratch):
    """Why a kind cannot be made here; None if it can."""
    needs = {'filesystem': ('mkfs.ext4', 'mount', 'losetup'), 'blocked': ('mkfs.ext4', 'mount', 'losetup', 'fsfreeze'),
             'network': ('ip', 'nsenter')}.get(kind, ())
    if needs and not is_root():
        return 'only root may'
    path = os.environ.get('PATH', '') + ':/usr/sbin:/sbin'
    for program in needs:
        if shutil.which(program, path=path) is None:
            return f'there is no {program}'
    if kind.startswith('disk') and block_device(scratch) is None:
        return f'{scratch} is on no block device: use --scratch'
    return None


def block_device(path):
    """The name of the disk below a path, as in /proc/diskstats: not that of a partition."""
    number = os.stat(path).st_dev
    link = pathlib.Path(f'/sys/dev/block/{os.major(number)}:{os.minor(number)}')
    if os.major(number) == 0 or not link.exists():
        return None
    device = link.resolve()
    return device.parent.name if (device / 'partition').exists() else device.name


def busy_seconds(device):
    """How long a disk had something to do."""
    return int(pathlib.Path(f'/sys/block/{device}/stat').read_text().split()[9]) / 1000


def free_disk(path):
    return shutil.disk_usage(path).free


def available_memory():
    for line in pathlib.Path('/proc/meminfo').read_text().splitlines():
        if line.startswith('MemAvailable'):
            return int(line.split()[1]) * 1024
    raise RuntimeError('/proc/meminfo has no MemAvailable')


def pressure(what):
    """The share of the last ten seconds, in percent; None on a kernel that does not count it."""
    try:
        some = pathlib.Path(f'/proc/pressure/{what}').read_text().split('\n')[0]
    except OSError:
        return None
    return float(some.split()[1].split('=')[1])


class Noise:
    """What the machine did in a stretch of time."""

    def __init__(self):
        self.begin = self._times()

    @staticmethod
    def _times():
        fields = [int(field) for field in pathlib.Path('/proc/stat').read_text().split('\n')[0].split()[1:9]]
        return sum(fields), sum(fields) - fields[3] - fields[4], fields[4], fields[7]

    def until_now(self):
        """Shares of all processors' time, and pressure, in percent."""
        total, busy, waiting, stolen = (now - then for now, then in zip(self._times(), self.begin))
        share = lambda part: round(100 * part / total, 1) if total else None
        return {'busy': share(busy), 'iowait': share(waiting), 'steal': share(stolen),
                **{f'pressure_{what}': pressure(what) for what in ('cpu', 'io', 'memory')}}


def wait_until_quiet(seconds):
    """Whether the machine became quiet within that time."""
    end = time.monotonic() + seconds
    while True:
        now = pressure('cpu')
        if now is None or now < QUIET:
            return now is not None
        if time.monotonic() >= end:
            return False
        time.sleep(1)


def command(*words):
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   env=os.environ | {'PATH': os.environ.get('PATH', '') + ':/usr/sbin:/sbin'})
