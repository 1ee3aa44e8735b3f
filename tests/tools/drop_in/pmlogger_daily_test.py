#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""PCP's pmlogger_daily goes through a directory of archives, several of each day, once with PCP's programs and once with
those of fdr's in front of PATH.  Both times, the archives of the days have the same names and the same values, and
pmlogcheck says nothing about them.

usage: pmlogger_daily_test.py PCP_BIN DAYS, as root or with sudo: it runs in name spaces of its own.  PCP_BIN is the
directory of fdr's programs with PCP's names."""

import datetime
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys
import tempfile

ARCHIVE = '/var/lib/pcp/testsuite/archives/20041125'
LOGS = pathlib.Path('/var/log/pcp/pmlogger/toyhost')
CONTROL = pathlib.Path('/etc/pcp/pmlogger')
DAILY = '/usr/lib/pcp/bin/pmlogger_daily'
# Directories that begin empty, and those that are private copies.
EMPTY = ('/run', '/var/tmp', '/var/log/pcp', '/var/lib/pcp/tmp', '/root')
COPIES = ('/etc/pcp', '/var/lib/pcp/config')
# PCP's scripts put these in front of PATH, unless they are in it.
DIRECTORIES = '/usr/sbin:/usr/bin:/usr/lib/pcp/bin:/bin'
FIRST_DAY = datetime.date(2024, 3, 4)
HOURS = (0, 6, 12, 22)  # when the archives of a day begin: each has 40 minutes
ENVIRONMENT = dict(os.environ, TZ='UTC', LC_ALL='C')


def run(*words, **options):
    return subprocess.run([str(word) for word in words], env=ENVIRONMENT, capture_output=True, text=True, errors='replace',
                          timeout=600, check=False, **options)


def make_archives(fdr, directory, days):
    label = run('pmdumplog', '-l', ARCHIVE).stdout
    start = re.search(r'commencing (.*)', label)[1].split()
    began = datetime.datetime.strptime(' '.join((*start[1:3], start[3].split('.')[0], start[4])), '%b %d %H:%M:%S %Y')
    for day in range(days):
        for hour in HOURS:
            wanted = datetime.datetime.combine(FIRST_DAY + datetime.timedelta(day), datetime.time(hour, 10))
            seconds = int((wanted - began).total_seconds())
            done = run(fdr, 'copy', ARCHIVE, directory / f'{wanted:%Y%m%d.%H.%M}', '--shift', f'+{seconds}s', '-q')
            if done.returncode != 0:
                sys.exit(f'fdr copy: {done.stderr}')


def furnish(made, results):
    """What the script can change is private."""
    for directory in COPIES:
        private = results / directory.replace('/', '-')
        shutil.copytree(directory, private, symlinks=True)
        subprocess.run(['mount', '--bind', private, directory], check=True)
    for directory in EMPTY:
        subprocess.run(['mount', '-t', 'tmpfs', 'private', directory], check=True)
    shutil.rmtree(CONTROL / 'control.d')
    (CONTROL / 'control').write_text(f'$version=1.1\ntoyhost n n {LOGS} -c config.default\n')
    shutil.copytree(made, LOGS)
    user = pwd.getpwnam('pcp')
    for top in ('/etc/pcp', '/var/log/pcp', '/var/lib/pcp/tmp'):
        for folder, _, files in os.walk(top):
            for path in (folder, *(f'{folder}/{file}' for file in files)):
                os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
    pathlib.Path('/run/pcp').mkdir()
    os.chown('/run/pcp', user.pw_uid, user.pw_gid)
    os.chmod('/var/tmp', 0o1777)


def go_through_days(made, results):
    """Runs in name spaces of its own."""
    furnish(made, results)
    done = run(DAILY, '-D', '-k', 'forever', '-x', 'never', '-l', results / 'log', cwd='/')
    log = (results / 'log').read_text()
    if done.returncode != 0 or done.stderr or 'failed' in log or 'Error' in log:
        sys.exit(f'pmlogger_daily: {done.returncode} {done.stdout} {done.stderr} {log}')
    shutil.copytree(LOGS, results / 'archives')


def start_apart(path, made, results):
    results.mkdir()
    results.chmod(0o777)  # the script does not stay root
    return subprocess.run(['unshare', '--mount', '--pid', '--fork', '--mount-proc', '--net', '--uts', sys.executable,
                           __file__, '--apart', made, results], env=dict(ENVIRONMENT, PATH=path, PCP_DIR=''),
                          capture_output=True, text=True, timeout=600, check=False)


def values_of(base):
    text = run('pmdumplog', '-a', base).stdout
    return re.sub(r'PID for pmlogger: \d+', '', text.replace(str(base.parent), ''))


def compare(stock, ours, days):
    problems = []
    names = [sorted(path.name for path in (place / 'archives').iterdir()) for place in (stock, ours)]
    if names[0] != names[1]:
        problems.append(f'files {names[1]}, not {names[0]}')
    wanted = [f'{FIRST_DAY + datetime.timedelta(day):%Y%m%d}' for day in range(days)]
    found = [name.removesuffix('.meta') for name in names[0] if name.endswith('.meta')]
    if found != wanted:
        problems.append(f'archives {found}, not {wanted}')
    for name in found:
        texts = [values_of(place / 'archives' / name) for place in (stock, ours)]
        if texts[0] != texts[1] or texts[0].count('kernel.all.load') < len(HOURS):
            problems.append(f'{name} has other values')
        check = run('pmlogcheck', ours / 'archives' / name)
        if check.returncode != 0 or check.stdout or check.stderr:
            problems.append(f'{name}: pmlogcheck: {check.stdout}{check.stderr}')
    return problems


def main():
    if os.geteuid() != 0:
        os.execvp('sudo', ['sudo', '-n', sys.executable, *sys.argv])
    pcp_bin, days = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        work.chmod(0o755)
        made = work / 'made'
        made.mkdir()
        make_archives((pcp_bin / 'pmlogextract').resolve(), made, days)
        # Says that it was used.
        wrapper = work / 'first/pmlogextract'
        wrapper.parent.mkdir()
        wrapper.write_text(f'#!/bin/sh\necho >> {work}/ours/starts\nexec {pcp_bin}/pmlogextract "$@"\n')
        wrapper.chmod(0o755)
        problems = []
        for name, path in (('stock', DIRECTORIES), ('ours', f'{wrapper.parent}:{pcp_bin}:{DIRECTORIES}')):
            done = start_apart(path, made, work / name)
            if done.returncode != 0:
                sys.exit(f'{name}: {done.stdout}{done.stderr}')
        starts = (work / 'ours/starts').read_text().count('\n')
        if starts < days:
            problems.append(f'the program of fdr was used {starts} times')
        problems += compare(work / 'stock', work / 'ours', days)
        if problems:
            sys.exit('\n'.join(problems))
        print(f'{days} days of {len(HOURS)} archives, 0 problems')


if sys.argv[1] == '--apart':
    go_through_days(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
else:
    main()
