#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: sandbox.py ORDER

Runs a script of PCP's suite, as the first process of name spaces of its own: what it leaves behind ends with it.

ORDER is a JSON object:
  files      what is shown in /mnt, by names: stand_ins, library_note.so, results; others, if there are any: library,
             verbs, ...
  script     the command, as words, in the suite's directory
  collector  whether PCP's collector runs beside it
  limit      the seconds after which it ends with status 124

With the file `become_root`, a program that the sandbox calls sudo, commands of the script are root: they start and stop
services, and install agents.  PCP's primary logger then runs beside it, too.

results is for: output, expected (if there is such a file), status, notes, logs of the collector.  made is like
/var/lib/pcp, with what was built for it; made_here is for all that the script changes there.  What a script can change is a
private copy."""

import contextlib
import json
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys

import collector

VAR = '/var/lib/pcp'
SUITE = pathlib.Path(VAR, 'testsuite')
USER = 'pcpqa'  # the package of the suite makes it
OURS = pathlib.Path('/mnt')  # a place that no script looks at
PRIVATE = OURS / 'private'
# The directories that are private copies, and those that begin empty.
COPIES = ('/etc', '/var/log/pcp')
EMPTY = ('/tmp', '/var/tmp', '/run', '/dev/shm')
# What belongs to the user of the script, or to PCP's own, if the script can become root.
OWNED = ('/etc/pcp', '/var/lib/pcp/config', '/var/lib/pcp/pmcd', '/var/lib/pcp/pmdas', '/var/lib/pcp/pmns', '/var/lib/pcp/tmp',
         '/var/log/pcp', '/run/pcp')
ENABLED = ('pmcd', 'pmlogger', 'pmie', 'pmproxy')
HOST = 'toyhost'
COLLECTOR_LIMIT = 600  # seconds; only one that hangs takes so long
TEXTS = {
    '/etc/hosts': f'127.0.0.1 localhost\n127.0.1.1 {HOST}.toydomain {HOST}\n::1 ip6-localhost\n',
    '/etc/hostname': f'{HOST}\n',
    # Names of other hosts are unknown at once.
    '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\nnetworks: files\n',
}


def mount(*words):
    subprocess.run(['mount', *words], check=True)


def hide(directory):
    mount('-t', 'tmpfs', '-o', 'mode=1777', 'private', directory)


def copy(directory, below=None):
    """Makes a directory private.  Where `below` is given, its files come before those of the directory."""
    name = directory.strip('/').replace('/', '-')
    for kind in ('changes', 'work'):
        (PRIVATE / name / kind).mkdir(parents=True)
    shutil.copystat(directory, PRIVATE / name / 'changes')
    status = os.stat(directory)
    os.chown(PRIVATE / name / 'changes', status.st_uid, status.st_gid)
    lower = f'{below}:{directory}' if below else directory
    mount('-t', 'overlay', '-o', f'lowerdir={lower},upperdir={PRIVATE}/{name}/changes,workdir={PRIVATE}/{name}/work',
          'private', directory)


def show(source, place):
    place = pathlib.Path(place)
    place.parent.mkdir(parents=True, exist_ok=True)
    if os.path.isdir(source):
        place.mkdir(exist_ok=True)
    else:
        place.touch()
    mount('--bind', source, str(place))


def give(directory, user):
    os.makedirs(directory, exist_ok=True)
    for folder, _, files in os.walk(directory):
        for path in (folder, *(f'{folder}/{file}' for file in files)):
            os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)


def furnish(order, owner):
    """Makes the file systems of the script.  What is shown comes first: it may lie where an empty directory will be."""
    hide(str(OURS))
    PRIVATE.mkdir()
    for name, source in order['files'].items():
        show(source, OURS / name)
    for directory in EMPTY:
        hide(directory)
    os.chmod('/run', 0o755)
    for directory in COPIES:
        copy(directory)
    copy(VAR, OURS / 'made' if 'made' in order['files'] else None)
    if has_root(order):
        let_become_root()
    else:
        enable_services()
    for path, text in TEXTS.items():
        pathlib.Path(path).write_text(text, encoding='ascii')
    pathlib.Path('/etc/localtime').unlink(missing_ok=True)
    os.symlink('/usr/share/zoneinfo/UTC', '/etc/localtime')
    for directory in OWNED:
        give(directory, owner)


def has_root(order):
    return 'become_root' in order['files']


def enable_services():
    """As on a plain machine.  Here, no service of PCP starts with the machine."""
    wanted = pathlib.Path('/etc/systemd/system/multi-user.target.wants')
    wanted.mkdir(parents=True, exist_ok=True)
    for service in ENABLED:
        link = wanted / f'{service}.service'
        link.unlink(missing_ok=True)
        link.symlink_to(f'/lib/systemd/system/{service}.service')


def let_become_root():
    """Gives the script a sudo that makes it root.  Without systemd, the scripts in /etc/init.d start services."""
    copy('/usr')
    pathlib.Path('/usr/bin/systemctl').unlink(missing_ok=True)
    pathlib.Path('/etc/rc3.d').mkdir(exist_ok=True)
    for service in ENABLED:
        link = pathlib.Path('/etc/rc3.d', f'S01{service}')
        link.unlink(missing_ok=True)
        link.symlink_to(f'../init.d/{service}')
    (OURS / 'root').mkdir()
    shutil.copyfile(OURS / 'become_root', OURS / 'root/sudo')
    os.chmod(OURS / 'root/sudo', 0o4755)
    mount('-o', 'remount,bind,ro', '/')  # what root can change is private


def start_logger():
    subprocess.run(['/etc/init.d/pmlogger', 'start'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)


def variables(order, results):
    library = {'LD_LIBRARY_PATH': '/mnt/library'} if 'library' in order['files'] else {}
    verbs = '/mnt/verbs:' if 'verbs' in order['files'] else ''
    return {'HOME': str(SUITE), 'USER': USER, 'LOGNAME': USER, 'SHELL': '/bin/sh', 'LANG': 'C.UTF-8', 'TERM': 'dumb',
            'PCP_DERIVED_CONFIG': '',
            'PATH': f'{verbs}/mnt/root:/mnt/stand_ins:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
            'LD_PRELOAD': '/mnt/library_note.so', 'FDR_QA_NOTES': f'{results}/notes', **library}


def become(user):
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)


@contextlib.contextmanager
def limit(seconds):
    """Raises TimeoutError if what is done with it takes longer."""
    def stop(*_):
        raise TimeoutError(f'not done within {seconds} s')

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def run(order, user, results):
    """The status of the script.  As the first process of its name space, this one also takes in orphans."""
    with open(f'{results}/output', 'wb') as output:
        script = subprocess.Popen(order['script'], cwd=SUITE, env=variables(order, results), stdin=subprocess.DEVNULL,
                                  stdout=output, stderr=output, start_new_session=True, preexec_fn=lambda: become(user))
    try:
        with limit(order['limit']):
            while True:
                process, status = os.waitpid(-1, 0)
                if process == script.pid:
                    return os.waitstatus_to_exitcode(status)
    except TimeoutError:
        return 124


def main():
    order = json.loads(sys.argv[1])
    user = pwd.getpwnam(USER)
    owner = pwd.getpwnam('pcp') if has_root(order) else user
    furnish(order, owner)
    socket.sethostname(HOST)
    subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
    results = '/mnt/results'
    pathlib.Path(results, 'notes').touch(0o666)
    os.chmod(f'{results}/notes', 0o666)
    if order['collector']:
        with limit(COLLECTOR_LIMIT):
            collector.start(owner)
            if has_root(order):
                start_logger()
    status = run(order, user, results)
    name = order['script'][0]
    expected = SUITE / f'{name}.out'
    if expected.exists():
        shutil.copyfile(expected, f'{results}/expected')
    if (SUITE / f'{name}.notrun').exists():
        shutil.copyfile(SUITE / f'{name}.notrun', f'{results}/not_run')
    for log in pathlib.Path('/var/log/pcp/pmcd').glob('*.log'):
        shutil.copyfile(log, f'{results}/{log.name}')
    if 'made_here' in order['files']:
        subprocess.run(['cp', '-a', f'{PRIVATE}/var-lib-pcp/changes/.', OURS / 'made_here'], check=True)
    pathlib.Path(results, 'status').write_text(str(status), encoding='ascii')


main()
