# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The file of excuses: lines in which what a script prints may differ from what PCP's suite expects.

Each excuse belongs to a row of docs/compatibility.md, by the text of its first cell, and has a reason:

    row debugging options (`pmSetDebug`, `PCP_DEBUG`)
    why the scripts show PCP's traces
    035 142: -__pmFetch: .*

Its lines name scripts, and a regular expression for whole lines of a difference: those with - are expected, and not there;
those with + are there instead.  Each of them must be of use in each of its scripts."""

import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / 'docs/compatibility.md'


class Excuse:
    def __init__(self, script, pattern, row):
        self.script, self.text, self.row = script, pattern, row
        self.pattern = re.compile(pattern)
        self.is_used = False

    def covers(self, line):
        fits = self.pattern.fullmatch(line) is not None
        self.is_used |= fits
        return fits


def read_excuses(path=HERE / 'excuses'):
    """The excuses of each script.  Ends the program if the file is wrong."""
    excuses, row, why = {}, None, None
    page = PAGE.read_text(encoding='utf-8')
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        word, _, rest = line.partition(' ')
        if not line or word == '#':
            continue
        if word == 'row':
            row, why = rest, None
            if f'\n| {row} |' not in page:
                raise SystemExit(f'{path}:{number}: {PAGE.name} has no row of that name')
        elif word == 'why':
            why = rest
        else:
            scripts, _, pattern = line.partition(': ')
            if not row or not why or not re.match(r'\\?[-+]', pattern):
                raise SystemExit(f'{path}:{number}: an excuse needs a row, a reason, and a pattern that begins with - or +')
            for script in scripts.split():
                excuses.setdefault(script, []).append(Excuse(script, pattern, row))
    return excuses


def differences(expected, found):
    """The lines of one file that are not in the other, with - and +."""
    done = subprocess.run(['diff', '--text', str(expected), str(found)], capture_output=True, check=False)
    lines = done.stdout.decode('utf-8', 'backslashreplace').split('\n')
    return [{'<': '-', '>': '+', '\\': '-\\'}[line[0]] + line[2:] for line in lines if line[:1] in ('<', '>', '\\')]


def unexcused(lines, excuses):
    """The lines that no excuse covers."""
    return [line for line in lines if not any([excuse.covers(line) for excuse in excuses])]
