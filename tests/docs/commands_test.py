#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks the commands that the documents and the man pages show.

Every command must parse.  A command that needs only archives, or this machine, also runs: on a recording that takes
the names of its archives.  It must succeed.  Placeholders such as ARCHIVE stand for a word; a command with an
ellipsis is no command.  tutorial_test.py and guide_test.sh run the commands whose output a page shows.

usage: commands_test.py --fdr FDR --parser PARSE_COMMANDS --incident INCIDENT_ARCHIVE"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# The verbs that need a terminal, a client, or PCP, or that go on until a signal.  These only parse.
WAITING = ('agent', 'control', 'pcp', 'serve', 'status', 'view', 'watch')
# Options that need another program: a host, agents, a time server.
ASKING = ('-h', '--agents', '--follow-time', '--serve-time', '--follow', '--control', '--ring')
# The words that stand for something in a synopsis.
PLACEHOLDERS = {'ARCHIVE': 'db1', 'A': 'db1', 'IN': 'db1', 'B': 'good', 'A,B': 'first,second', 'OUT': 'out',
                'METRIC': 'kernel.all.load', 'EXPRESSION': 'kernel.all.load > 1', 'COMMAND': 'list',
                ':NAME': ':vmstat', 'T': '@03:00', 'TIME': '@03:00', 'TEXT': 'load', 'WORD': 'load', 'WORDS': 'load', 'HOST': 'db1', 'NAME': 'name', 'N': '43334',
                'STEP': '1m', 'DIRECTORY': 'directory', 'FOLIO': 'one-host.folio', 'LOG': 'log', 'VERB': 'replay',
                'TOOL': 'pmval', 'X': 'x', 'Y': 'y'}
# What FILE stands for, by the word before it.
FILE_OF = {'-c': 'config.default', '--rules': 'disks.pmie', '--rewrite': 'change.rules', '--derived': 'etc/pcp/derived',
           'check': 'testdata/corpus/mmv/version-1'}
FILES = {
    'disks.pmie': 'busy = some_inst disk.dev.avactive > 0.9 -> print "disk busy";\n',
    'load.rules': 'busy = kernel.all.load #\'1 minute\' > 4 -> print "busy";\n',
    'etc/pcp/derived': 'disk.size = delta(disk.dev.total_bytes) / delta(disk.dev.total)\n',
    'short.pmns': 'root {\n  load 60:2:0\n}\n',
    'part.config': 'kernel.all.load\n',
    'change.rules': 'global { hostname -> db2 }\n',
    'Makefile': 'all:\n\ttrue\n',
    'config.default': 'log mandatory on 1 sec { kernel.all.load }\n',
}


# Before a command within a sentence, which may leave words out.
INLINE = '`'
REST = ['db1', 'kernel.all.load']

# The archives of the folios that FILES has.
FOLIO_ARCHIVES = ['db1/20261124', 'web1/20261124']
FOLIO = '''PCPFolio
Version: 1
# use pmafm(1) to process this PCP Archive Folio
#
Created: on test at Tue Nov 24 00:00:00 2026
Creator: pmchart
#\t\tHost\t\t\tBasename
#
'''
FILES |= {'incident.folio': FOLIO + 'Archive:\tdb1\t\t\tdb1/20261124\nArchive:\tdb1\t\t\tweb1/20261124\n',
          'one-host.folio': FOLIO + 'Archive:\tdb1\t\t\tdb1/20261124\n'}


def code_of_markdown(text):
    """Yields the numbers and the lines of code, and then the commands within sentences."""
    fence, behind_blank = None, True
    for number, line in enumerate(text.split('\n'), 1):
        if line.startswith('```'):
            fence = line[3:] if fence is None else None
        elif fence is not None:
            # Commands in a block of the console are run by another test.
            if fence != 'console':
                yield number, line
        elif line.startswith('    ') and (behind_blank or line[4:].strip()):
            yield number, line[4:]
        else:
            for command in re.findall(r'`(fdr [^`]*)`', line):
                yield number, INLINE + command.replace('\\|', '|')
        behind_blank = not line.strip()


def code_of_man_page(text):
    is_display = False
    for number, line in enumerate(text.split('\n'), 1):
        if line.startswith('.Bd'):
            is_display = True
        elif line.startswith('.Ed'):
            is_display = False
        elif is_display or line.startswith('.Dl '):
            line = line.removeprefix('.Dl ')
            for name, character in ((r'\(aq', "'"), (r'\(dq', '"'), (r'\-', '-'), (r'\&', ''), (r'\(ti', '~'),
                                    (r'\(ha', '^'), (r'\(ga', '`'), (r'\e', '\\')):
                line = line.replace(name, character)
            yield number, line


def commands():
    """Yields where a command is, its line, and whether it stands in a sentence."""
    pages = [ROOT / 'README.md', ROOT / 'CONTRIBUTING.md', *sorted((ROOT / 'docs').rglob('*.md'))]
    sources = [(page, code_of_markdown) for page in pages]
    sources += [(page, code_of_man_page) for page in sorted((ROOT / 'docs/man').glob('*.in'))]
    for page, code_of in sources:
        whole = ''
        for number, line in code_of(page.read_text()):
            whole += line.strip()
            if whole.endswith('\\'):
                whole = whole[:-1]
                continue
            command = whole.removeprefix(INLINE).removeprefix('sudo ')
            # "[ARCHIVE]" may be left out.
            if re.match(r'fdr [a-z]', command) and not re.search(r'\.\.\.|\[[A-Z]', command):
                yield f'{page.relative_to(ROOT)}:{number}', command, whole.startswith(INLINE)
            whole = ''


def words_of(command):
    """The words of the command itself, without the programs behind it and the files of the shell."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = '#'
    words = []
    for word in lexer:
        if re.fullmatch(r'[|&;<>()]+', word):
            break
        words.append(PLACEHOLDERS.get(word, word) if word != 'FILE' else FILE_OF.get(words[-1], 'file'))
    return words


def is_whole(words):
    """Not only the name of a verb, or of a verb with an option."""
    return len([word for word in words if not word.startswith('-')]) > 2


def can_run(words):
    verb = words[1]
    if verb in WAITING or any(word.startswith(option) for word in words for option in ASKING):
        return False
    starts_programs = verb == 'folio' and ('replay' in words or 'run' in words)
    return not starts_programs and (verb != 'live' or '-s' not in words)


class Recordings:
    """Directories in which commands run."""

    def __init__(self, fdr, incident, directory):
        self.fdr = os.path.abspath(fdr)
        self.directory = directory
        self.incident = os.path.join(directory, 'db1')
        subprocess.run([incident, self.incident], check=True)
        # The options of fdr record have defaults in the environment.
        self.environment = {'PATH': '/usr/bin:/bin', 'TZ': 'UTC', 'LC_ALL': 'C.UTF-8', 'FDR_CONFIG': '/dev/null',
                            'FDR_RECORD_DURABILITY': 'none'}
        # What the incident lacks is in a recording of this machine.
        self.machine = self.record('machine', '-s', '3', '-t', '50ms')
        self.parts = {'first': self.record('first', '--from', self.incident, '-t', '1m', '-T', '@03:00'),
                      'second': self.record('second', '--from', self.incident, '-t', '1m', '-S', '@03:01')}

    def record(self, name, *options):
        out = os.path.join(self.directory, name)
        subprocess.run([self.fdr, 'record', '-q', *options, out], check=True, env=self.environment)
        return out

    def copy(self, source, name):
        os.makedirs(os.path.dirname(name), exist_ok=True)
        base = re.sub(r'\.0\.xz$', '', name)
        for suffix in ('.meta', '.index', '.0'):
            shutil.copy(source + suffix, base + suffix)
        if base != name:
            subprocess.run(['xz', '-0', base + '.0'], check=True)

    def prepare(self, source, words):
        place = tempfile.mkdtemp(dir=self.directory)
        for name, text in FILES.items():
            file = os.path.join(place, name)
            os.makedirs(os.path.dirname(file), exist_ok=True)
            pathlib.Path(file).write_text(text, encoding='utf-8')
        os.makedirs(os.path.join(place, 'var/log/fdr'))
        os.makedirs(os.path.join(place, 'var/tmp'))
        os.symlink(ROOT / 'testdata', os.path.join(place, 'testdata'))
        os.symlink(ROOT / 'docs/guide/examples', os.path.join(place, 'examples'))
        for word in words:
            if word.endswith('/') and words[1] == 'copy':
                os.makedirs(os.path.join(place, word))
        for word in self.inputs_of(words):
            for part in word.split(','):
                if re.fullmatch(r'[a-z0-9/]+(\.0\.xz|\.meta)?', part):
                    self.copy(self.parts.get(part, source), os.path.join(place, part.removesuffix('.meta')))
        return place

    @staticmethod
    def inputs_of(words):
        """The words that may name archives."""
        if words[1] in ('record', 'live'):
            return [words[words.index('--from') + 1]] if '--from' in words else []
        if words[1] == 'repair' and '--dry-run' not in words:
            return words[2:-1]
        if words[1] == 'copy':
            taking = ('-S', '-T', '-V', '-t', '-c', '--around', '--before', '--after', '--gaps', '--derive', '--derived', '--reports',
                      '--only', '--without', '--instance', '--without-instance', '--user', '--process',
                      '--same-host', '--compress', '--conflict', '--rewrite', '--rename', '--host', '--shift', '--zone', '--label',
                      '--scrub-key', '--scrub-map', '--scrub-keep')
            named = [word for before, word in zip(words[1:], words[2:]) if before not in taking and word[0] != '-']
            return named if '--in-place' in words else named[:-1]
        made = [words[i + 1] for i, word in enumerate(words[:-1]) if word in ('--cut', '--svg', '--png')]
        return [word for word in words[2:] if word not in made] + FOLIO_ARCHIVES

    def run(self, where, command):
        """Returns what is wrong."""
        words = [re.sub(r'^/(var/log|var/tmp|etc/pcp/derived)', r'\1', word) for word in words_of(command)]
        # The recording ends before the times of some examples.
        for late, early in (('@12:', '@02:'), ('@13:', '@03:'), ('@14:', '@03:'), ('@15:', '@04:')):
            words = [word.replace(late, early) for word in words]
        words = [re.sub('^/var/lib/pcp/config/pmie/config.default$', 'disks.pmie', word) for word in words]
        # This machine has another user.
        words = ['root' if before == '--user' else word for before, word in zip([''] + words, words)]
        # A tape is played as fast as possible.
        words = ['1000000' if before == '--rate' else word for before, word in zip([''] + words, words)]
        if words[1] in ('live', 'record') and '--from' not in words and '--' not in words:
            words = words[:2] + ['-s', '1'] + [re.sub(r'^(\d+s|1min)$', '50ms', word) for word in words[2:]]
        complaint = self.run_on(self.incident, words)
        if complaint and re.search('Unknown (operand )?metric|Nothing of the report|Nothing says whose', complaint):
            complaint = self.run_on(self.machine, [re.sub(r'^\d+[sm]$', '50ms', word) for word in words])
        return f'{where}: {command}\n  as {complaint}' if complaint else None

    def run_on(self, source, words):
        place = self.prepare(source, words)
        done = subprocess.run([self.fdr, *words[1:]], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              env=self.environment | {'HOME': place, 'TMPDIR': place, 'FDR_RUN_DIR': place},
                              stderr=subprocess.PIPE, text=True, timeout=600, check=False)
        # fdr find says with 4 that a condition was never true.
        if done.returncode == 0 or (done.returncode == 4 and words[1] == 'find' and 'never true' in done.stderr):
            return None
        return f'{shlex.join(words)}\n  status {done.returncode}: {done.stderr[-300:]}'


def parse(parser, all_words):
    """For each command, whether it parses."""
    lines = ''.join('\n'.join(words) + '\n\n' for words in all_words)
    output = subprocess.run([parser], input=lines, capture_output=True, text=True, check=True).stdout
    wrong = {int(number) for number in re.findall(r'^wrong: (\d+)$', output, re.MULTILINE)}
    return [i not in wrong for i in range(len(all_words))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--fdr', required=True)
    parser.add_argument('--parser', required=True)
    parser.add_argument('--incident', required=True)
    arguments = parser.parse_args()
    shown = [(where, command, is_inline) for where, command, is_inline in commands() if is_whole(words_of(command))]
    is_right = parse(arguments.parser, [words_of(command) for _, command, _ in shown])
    with_rest = parse(arguments.parser, [words_of(command) + REST for _, command, _ in shown])
    complaints = [f'{where}: {command}\n  does not parse' for i, (where, command, is_inline) in enumerate(shown)
                  if not is_right[i] and not (is_inline and with_rest[i])]
    with tempfile.TemporaryDirectory() as directory:
        recordings = Recordings(arguments.fdr, arguments.incident, directory)
        runs = {command: where for i, (where, command, _) in enumerate(shown)
                if is_right[i] and can_run(words_of(command))}
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            complaints += filter(None, pool.map(lambda run: recordings.run(run[1], run[0]), runs.items()))
    print('\n'.join(complaints))
    print(f'{len(shown)} commands parse, {len(runs)} run, {len(complaints)} complaints')
    return 1 if complaints or len(shown) < 200 or len(runs) < 100 else 0


if __name__ == '__main__':
    sys.exit(main())
