# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""The file of excuses: lines in which what a script prints may differ from what PCP's suite expects.

Each excuse belongs to a row of docs/compatibility.md, by the text of its first cell, and has a reason:

    row lines of debugging options (`-D`, `pmSetDebug`, `PCP_DEBUG`)
    why The scripts show PCP's traces.
    036 1106:
      -__pmProcessExec: .*

Below the scripts stand regular expressions for whole lines of a difference: those with - are expected, and not there; those
with + are there instead.  Each script must need one of them, and each of them must be needed by a script.  Those of a script
may match at most a third of the expected lines.  A script of which less is compared could hardly fail: candidates.py leaves
it out."""

import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / 'docs/compatibility.md'


class Pattern:
    def __init__(self, text, place):
        self.pattern, self.place = re.compile(text), place
        self.is_used = False

    def covers(self, line):
        return self.pattern.fullmatch(line) is not None


class Excuse:
    """The patterns of a block, for one of its scripts."""

    def __init__(self, script, row, patterns):
        self.script, self.row, self.patterns, self.is_used = script, row, patterns, False

    def covers(self, line):
        used = [pattern for pattern in self.patterns if pattern.covers(line)]
        for pattern in used:
            pattern.is_used = True
        self.is_used |= bool(used)
        return bool(used)


class Excuses:
    """A whole file, or no excuse.  Ends the program if the file is wrong."""

    def __init__(self, name=None):
        self.of_script, self.patterns = {}, []
        self.row, self.why, self.block = None, None, None
        if not name:
            return
        path = HERE / name
        page = PAGE.read_text(encoding='utf-8')
        for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
            if line and not line.startswith('#'):
                self.read(line, f'{path}:{number}', page)

    def of(self, script):
        return self.of_script.get(script, [])

    def read(self, line, place, page):
        word, _, rest = line.partition(' ')
        if word == 'row':
            self.row, self.why, self.block = rest, None, None
            if f'\n| {rest} |' not in page:
                raise SystemExit(f'{place}: {PAGE.name} has no row of that name')
        elif word == 'why':
            self.why = rest
        elif re.fullmatch(r'\d+( \d+)*:', line) and self.why:
            self.block = []
            for script in line[:-1].split():
                self.of_script.setdefault(script, []).append(Excuse(script, self.row, self.block))
        elif re.match(r'  (?:-|\\\+|\[-\+\])', line) and self.block is not None:
            self.block.append(Pattern(line[2:], place))
            self.patterns.append(self.block[-1])
        else:
            raise SystemExit(f'{place}: expected a row, a reason, scripts, or a pattern that begins with - or +')

    def useless_patterns(self):
        return [f'{pattern.place}: no script needs the pattern' for pattern in self.patterns if not pattern.is_used]


def differences(expected, found):
    """The lines of one file that are not in the other, with - and +."""
    done = subprocess.run(['diff', '--text', str(expected), str(found)], capture_output=True, check=False)
    if done.returncode > 1:
        raise RuntimeError(f'diff failed: {done.stderr.decode("utf-8", "backslashreplace")}')
    lines = done.stdout.decode('utf-8', 'backslashreplace').split('\n')
    return [{'<': '-', '>': '+', '\\': '-\\'}[line[0]] + line[2:] for line in lines if line[:1] in ('<', '>', '\\')]


def unexcused(lines, excuses):
    """The lines that no excuse covers."""
    return [line for line in lines if not any([excuse.covers(line) for excuse in excuses])]


def cover_too_much(expected, excuses):
    patterns = [pattern for excuse in excuses for pattern in excuse.patterns]
    covered = [line for line in expected if any(pattern.covers(f'-{line}') for pattern in patterns)]
    return 3 * len(covered) > len(expected)
