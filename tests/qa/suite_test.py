#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: suite_test.py LIBRARY HOST FDR NOTE BUILD [--part | --choose | --peer] [--keep DIRECTORY] [SCRIPT...]

Runs scripts of PCP's own test suite on our libpcp.so.3, and compares what they print with what the suite expects.  Debian's
package pcp-testsuite installs them.  LIBRARY is libpcp.so.3.  HOST and FDR are fdr-agent-host and the command, which the
library starts.  NOTE is the library that notes which libpcp.so.3 a program has.  BUILD is a directory for what is built of
the suite, and for the results of the last run.

The file `scripts` has those that pass with PCP's library on a plain machine.  `--choose` finds and writes them, among all or
those that are named.  `--part` runs those of the file `part`.  `--peer` runs them with PCP's library.  `--keep` names another
directory for the results.  The file `excuses` has the lines that may differ.  The file `handed_over` has the programs that
may get PCP's library instead of ours.

Only root can make the name spaces of the scripts.  For other users, this starts itself again through `sudo -n`."""

import argparse
import concurrent.futures
import os
import pathlib
import sys

import candidates
import excuses
import script_run
import suite_made

HERE = pathlib.Path(__file__).resolve().parent
AT_A_TIME = 3  # most scripts sleep most of their time
ROUNDS = 3  # in which a script must pass to be chosen
MARK = 'handed over'  # of a script, in the file `scripts`: none of its programs runs on our library
SHOWN = 20  # lines of a difference


def words(name):
    """The first words of the lines of a file beside this one, without comments, and what follows them."""
    lines = [line for line in (HERE / name).read_text(encoding='ascii').splitlines() if not line.startswith('#')]
    return {line.split(' ')[0]: line.partition(' ')[2] for line in lines}


def run_all(scripts, files, arguments, limit=script_run.LIMIT):
    """The outcomes, in the order of the scripts."""
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        return list(pool.map(lambda script: script_run.run_script(script, files, arguments.keep / script, limit), scripts))


class Verdict:
    """What is right and wrong with all outcomes together."""

    def __init__(self, outcomes, marks, all_excuses, handed_over):
        self.marks = marks
        self.counts = dict.fromkeys(('pass on ours', 'pass handed over', 'excused', 'fail'), 0)
        self.problems, self.all_excuses, self.handed_over = [], all_excuses, handed_over
        self.seen_handed_over = set()
        for outcome in outcomes:
            self.judge(outcome)

    def judge(self, outcome):
        own = self.all_excuses.of_script.get(outcome.script, []) if self.all_excuses else []
        lines = excuses.unexcused(outcome.lines, own)
        found = list(self.library_problems(outcome))
        if own and not all(excuse.is_used for excuse in own):
            found.append('needs no excuse, or not all of its excuses')
        if excuses.cover_too_much(outcome.expected, own):
            found.append('has excuses for more than a third of the expected lines')
        handed = {program.name for program in outcome.programs if program.is_handed_over}
        self.seen_handed_over |= handed
        found += [f'{name} was handed over' for name in sorted(handed - self.handed_over)]
        if lines or found:
            more = [f'... and {len(lines) - SHOWN} lines'] if len(lines) > SHOWN else []
            self.problems += [f'{outcome.script}: {text}' for text in found + lines[:SHOWN] + more]
            self.counts['fail'] += 1
        elif outcome.lines:
            self.counts['excused'] += 1
        else:
            self.counts['pass on ours' if outcome.is_ours else 'pass handed over'] += 1

    def library_problems(self, outcome):
        is_handed_over = self.marks.get(outcome.script) == MARK or not self.all_excuses
        if not outcome.programs:
            yield 'runs no program that has a libpcp.so.3'
        elif not outcome.is_ours and not is_handed_over:
            yield 'runs no program on our library'
        elif outcome.is_ours and is_handed_over:
            yield f'runs a program on our library: it is no longer marked "{MARK}"'

    def __str__(self):
        return ', '.join(f'{count} {name}' for name, count in self.counts.items())


def choose(scripts, files, arguments):
    """Writes those that pass in all rounds with PCP's library, and run a program that has it."""
    for number in range(ROUNDS):
        outcomes = run_all(scripts, files, arguments, candidates.LIMIT)
        scripts = [outcome.script for outcome in outcomes if outcome.passes and outcome.programs]
        print(f'round {number + 1}: {len(scripts)} pass', flush=True)
    text = (HERE / 'scripts').read_text(encoding='ascii')
    head = ''.join(line for line in text.splitlines(True) if line.startswith('#'))
    marks = words('scripts')
    lines = [f'{script} {marks.get(script, "")}'.rstrip() for script in scripts]
    (HERE / 'scripts').write_text(head + '\n'.join(lines) + '\n', encoding='ascii')


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__.removeprefix("usage: "))
    for name in ('library', 'host', 'fdr', 'note', 'build'):
        parser.add_argument(name, type=pathlib.Path)
    for name in ('--part', '--choose', '--peer'):
        parser.add_argument(name, action='store_true')
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('scripts', nargs='*')
    return parser.parse_intermixed_args()


def main():
    arguments = read_arguments()
    if os.getuid() != 0:
        print('only root can make the name spaces of the scripts: this goes on through sudo, without a password', flush=True)
        os.execvp('sudo', ['sudo', '-n', sys.executable, '-B', *sys.argv])
    scripts = arguments.scripts or list(words('part' if arguments.part else 'scripts'))
    if not arguments.keep:
        arguments.keep = script_run.emptied(arguments.build / 'results')
    if arguments.choose:
        scripts = arguments.scripts or candidates.candidates()
    made = suite_made.Made(arguments.build, arguments.note).need(scripts)
    files = {'library_note.so': arguments.note, 'made': made}
    if arguments.choose:
        return choose(scripts, files, arguments)
    # With PCP's library, nothing is handed over.
    handed_over, all_excuses = set(), None
    if not arguments.peer:
        # Beside each other as they are installed.
        files |= {'library': arguments.library.resolve().parent, 'fdr-agent-host': arguments.host, 'bin/fdr': arguments.fdr}
        handed_over = set(words('handed_over'))
        all_excuses = excuses.Excuses()
    verdict = Verdict(run_all(scripts, files, arguments), words('scripts'), all_excuses, handed_over)
    if not (arguments.part or arguments.scripts or arguments.peer):
        verdict.problems += [f'handed_over: {name} never is' for name in sorted(handed_over - verdict.seen_handed_over)]
        verdict.problems += [f'{script} has excuses, but is not in the set'
                             for script in sorted(all_excuses.of_script.keys() - set(scripts))]
        verdict.problems += all_excuses.useless_patterns()
    print(*verdict.problems, f'{len(scripts)} scripts: {verdict}', sep='\n')
    return 1 if verdict.problems else 0


if __name__ == '__main__':
    sys.exit(main())
