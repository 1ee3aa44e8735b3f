# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs a script of PCP's suite in a sandbox, and tells what came of it."""

import json
import pathlib
import re
import shutil
import subprocess

import candidates
import excuses

HERE = pathlib.Path(__file__).resolve().parent
# It ends with this program, however that ends.
NEVER = '-sys_time,-sys_boot,-sys_module,-sys_rawio'  # what no name space would keep from others
SANDBOX = ['setpriv', '--pdeathsig', 'KILL', '--bounding-set', NEVER, 'unshare', '--mount', '--propagation', 'private',
           '--pid', '--fork', '--kill-child', '--mount-proc', '--net', '--uts', '--ipc', '/usr/bin/python3', str(HERE / 'sandbox.py')]
OURS = '/mnt/library/'
VERB = '/mnt/bin/fdr'  # instead of a library, in lines of the stand-ins of the folder `verbs`
WAITS = 'pmsleep'  # scripts run it only if something is not yet there
LIMIT = 1800  # seconds; only a script that hangs takes so long
CLEAN = {'PATH': '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LANG': 'C.UTF-8',
         'PYTHONDONTWRITEBYTECODE': '1', 'PCP_DERIVED_CONFIG': ''}


def in_sandbox(words, files, limit=LIMIT, has_collector=True):
    """Runs a command in the suite's directory.  The files are those that sandbox.py describes."""
    files = {'stand_ins': str(HERE / 'stand_ins'), **{name: str(path) for name, path in files.items()}}
    order = {'files': files, 'script': words, 'collector': has_collector, 'limit': limit}
    done = subprocess.run([*SANDBOX, json.dumps(order)], env=CLEAN, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors='backslashreplace', check=False)
    if done.returncode != 0:
        raise RuntimeError(f'the sandbox of {words[0]} failed: {done.stdout}{done.stderr}')


class Program:
    """A process with a libpcp.so.3, or a verb of fdr: a line of library_note.c."""

    def __init__(self, line):
        _, program, argument, library, handed = line.split('\t')
        is_interpreter = program.startswith(('python', 'pmpython', 'perl'))
        name = pathlib.Path(argument).name if is_interpreter and argument else program
        self.name = re.sub(r'-\d+$', '-NUMBER', name)  # scripts build some under a name with their process
        self.is_ours = library.startswith(OURS)
        self.is_verb = library == VERB
        self.is_handed_over = handed == '1'


class Outcome:
    """What came of a script: read from the directory of its results."""

    def __init__(self, script, results):
        self.script = script
        self.status = self.read(results, 'status')
        self.not_run = self.read(results, 'not_run')
        self.programs = [Program(line) for line in (self.read(results, 'notes') or '').splitlines()]
        self.expected = (self.read(results, 'expected') or '').splitlines()
        self.lines = list(self.differences(results))

    def differences(self, results):
        """The lines that are missing (-) or too much (+); how it ended counts as a line, too."""
        if self.not_run is not None:
            yield f'+did not run: {self.not_run.strip()}'
        elif not (results / 'expected').exists():
            yield '-a file of what is expected'
        else:
            yield from excuses.differences(results / 'expected', results / 'output')
            if self.status != '0':
                yield f'+status {self.status}'

    @staticmethod
    def read(results, name):
        path = results / name
        return path.read_text(encoding='utf-8', errors='backslashreplace') if path.exists() else None

    @property
    def passes(self):
        return not self.lines

    @property
    def is_ours(self):
        return any(program.is_ours and program.name != WAITS for program in self.programs)


def emptied(directory):
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    return directory


def run_script(script, files, results, limit=LIMIT):
    """`files` has: library_note.so, become_root, made; library for ours.  `results` is a directory, which becomes that of
    this run."""
    if not candidates.becomes_root(script):
        files = {name: file for name, file in files.items() if name != 'become_root'}
    in_sandbox([f'./{script}'], {**files, 'results': emptied(results)}, limit)
    return Outcome(script, results)
