# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Builds what scripts of PCP's suite need: its programs, in C, with PCP's own headers and libraries; its archives.

This happens in a sandbox.  The products are kept in a directory of the build, which sandboxes then show over /var/lib/pcp.
It has the version of the suite in its name."""

import os
import pathlib
import re
import shutil
import subprocess

import script_run

SUITE = pathlib.Path('/var/lib/pcp/testsuite')
BUILD_LIMIT = 1800  # seconds: the archives are recorded for some minutes
# The one agent that Debian has only as a source.
AGENT = 'make -C /var/lib/pcp/pmdas/simple CFLAGS=-O1'
SETTINGS = 'make localconfig qa_hosts'
ARCHIVES = 'make -C tmparch setup'
# What these make is not for the programs that the scripts of the set run.
LEFT_OUT = {'qt', 'java', 'tmparch', 'src'}
# What the packages of Debian do not suffice for.
NOT_BUILT = {'chklogputresult', 'json_test', 'template'}


def programs_of(scripts):
    """The programs that the scripts name, which are built or copied from a source."""
    names = set()
    for script in scripts:
        text = (SUITE / script).read_text(encoding='utf-8', errors='replace')
        is_inside = re.search(r'\bcd \S*src\b', text)
        names.update(re.findall(r'[\w.-]*\w' if is_inside else r'\bsrc/([\w.-]*\w)', text))
    return sorted(name for name in names - NOT_BUILT if is_program(name))


def is_program(name):
    base, _, kind = name.partition('.')
    source = {'': f'{base}.c', 'so': f'{base}.c', 'py': f'{base}.python', 'pl': f'{base}.perl'}.get(kind, '')
    return (SUITE / 'src' / source).is_file() or name in ('fetchrate_lite', 'chkctx2_lite', 'pv64')


def needs_archives(scripts):
    return any('tmparch' in (SUITE / script).read_text(encoding='utf-8', errors='replace') for script in scripts)


class Made:
    """The directory with the products."""

    def __init__(self, build, note):
        version = subprocess.run(['dpkg-query', '-W', '-f', '${Version}', 'pcp-testsuite'], capture_output=True, text=True,
                                 check=False).stdout
        if not version or not SUITE.is_dir():
            raise SystemExit("PCP's test suite is not installed: Debian's package pcp-testsuite")
        self.directory = pathlib.Path(build, f'made-{version}')
        self.scratch = pathlib.Path(build, 'making')
        self.note = note

    def has(self, path):
        return os.path.lexists(self.directory / path)  # some are links to sources of the suite

    def make(self, name, commands, has_collector=False):
        """Runs commands of a shell in the suite's directory, and keeps what they make there if they succeed."""
        results, made = (script_run.emptied(self.scratch / part) for part in ('results', 'made'))
        files = {'results': results, 'library_note.so': self.note, 'made': self.directory, 'made_here': made}
        script_run.in_sandbox(['sh', '-c', commands], files, BUILD_LIMIT, has_collector)
        log = self.directory / f'{name}.log'
        shutil.copyfile(results / 'output', log)
        status = (results / 'status').read_text(encoding='ascii')
        if status != '0':
            raise SystemExit(f"{name} of PCP's suite: make ended with status {status}: see {log}")
        for part in ('testsuite', 'pmdas/simple'):
            if (made / part).exists():
                (self.directory / part).parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(['cp', '-a', f'{made / part}/.', self.directory / part], check=True)
        shutil.rmtree(self.scratch)

    def need(self, scripts):
        """Makes what the scripts need and what is not there."""
        self.directory.mkdir(parents=True, exist_ok=True)
        if not self.has('pmdas/simple/pmdasimple'):
            self.make('agent', f'{AGENT} && {SETTINGS}')
        missing = [name for name in programs_of(scripts) if not self.has(f'testsuite/src/{name}')]
        if missing:
            self.make('programs', f'make -k -j{os.cpu_count()} -C src {" ".join(missing)}')
        if not self.has('testsuite/whole'):
            folders = [path.parent.name for path in SUITE.glob('*/GNUmakefile') if path.parent.name not in LEFT_OUT]
            self.make('folders', ' && '.join([*(f'make -C {folder} setup' for folder in sorted(folders)), 'touch whole']))
        if needs_archives(scripts) and not self.has('testsuite/tmparch/recorded'):
            self.make('archives', f'{ARCHIVES} && touch tmparch/recorded', has_collector=True)
        return self.directory
