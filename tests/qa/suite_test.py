#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: suite_test.py LIBRARY HOST FDR NOTE BUILD [--part | --verbs | --choose | --peer] [--keep DIRECTORY] [SCRIPT...]

Runs scripts of PCP's own test suite on our libpcp.so.3, and compares what they print with what the suite expects.  Debian's
package pcp-testsuite installs them.  LIBRARY is libpcp.so.3.  HOST and FDR are fdr-agent-host and the command, which the
library starts.  NOTE is the library that notes which libpcp.so.3 a program has; the program qa_become_root lies beside it.
BUILD is a directory for what is built of the suite, and for the results of the last run.

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
import outcome_table
import script_run
import suite_made
import verdict

HERE = pathlib.Path(__file__).resolve().parent
AT_A_TIME = 3  # most scripts sleep most of their time
ROUNDS = 3  # in which a script must pass to be chosen
MOST_AGAIN = 20  # scripts that fail are run again, alone, if they are few


def words(name):
    """The first words of the lines of a file beside this one, without comments, and what follows them."""
    lines = [line for line in (HERE / name).read_text(encoding='ascii').splitlines() if not line.startswith('#')]
    return {line.split(' ')[0]: line.partition(' ')[2] for line in lines}


def run_all(scripts, files, arguments, limit=script_run.LIMIT):
    """The outcomes, in the order of the scripts."""
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        return list(pool.map(lambda script: script_run.run_script(script, files, arguments.keep / script, limit), scripts))


def run_twice(scripts, files, arguments):
    """Scripts sleep, and expect others to be ready: those that fail beside others may pass alone."""
    outcomes = run_all(scripts, files, arguments)
    late = {script for script, (result, _) in judge(outcomes, arguments).results.items() if result == 'fails'}
    again = {}
    if len(late) <= MOST_AGAIN:
        for script in sorted(late):
            again[script] = script_run.run_script(script, files, arguments.keep / script)
    passed = [script for script, (result, _) in judge(again.values(), arguments).results.items() if result != 'fails']
    if passed:
        print(f'passed alone, but not beside others: {" ".join(passed)}', flush=True)
    return [again.get(outcome.script, outcome) for outcome in outcomes]


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
    for name in ('--part', '--verbs', '--choose', '--peer'):
        parser.add_argument(name, action='store_true')
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('scripts', nargs='*')
    return parser.parse_intermixed_args()


def scripts_of(arguments):
    if arguments.scripts:
        return arguments.scripts
    if arguments.choose:
        return candidates.candidates()
    named = words('part' if arguments.part else 'scripts')
    return [script for script in named if not arguments.verbs or candidates.runs_verbs(script)]


def files_of(arguments, made):
    files = {'library_note.so': arguments.note, 'become_root': arguments.note.with_name('qa_become_root'), 'made': made}
    if not (arguments.peer or arguments.choose):
        # Beside each other as they are installed.
        files |= {'library': arguments.library.resolve().parent, 'fdr-agent-host': arguments.host, 'bin/fdr': arguments.fdr}
    if arguments.verbs:
        files['verbs'] = HERE / 'verbs'
    return files


def judge(outcomes, arguments):
    kept, kind = kept_excuses(arguments), verdict.VerbVerdict if arguments.verbs else verdict.Verdict
    if arguments.peer:
        return verdict.PeerVerdict(outcomes, *kept)
    needed = kept[-1]
    return kind(outcomes, words('scripts'), set(words('handed_over')), kept, needed)


def kept_excuses(arguments):
    """What excuses the scripts; those that must still be needed come last."""
    if arguments.peer:
        return [excuses.Excuses()]
    return [excuses.Excuses(name) for name in ('excuses', *(('excuses_of_verbs',) if arguments.verbs else ()))]


def main():
    arguments = read_arguments()
    kept_excuses(arguments)  # a wrong one must not show only behind all scripts
    if os.getuid() != 0:
        print('only root can make the name spaces of the scripts: this goes on through sudo, without a password', flush=True)
        os.execvp('sudo', ['sudo', '-n', sys.executable, '-B', *sys.argv])
    scripts = scripts_of(arguments)
    if not arguments.keep:
        arguments.keep = script_run.emptied(arguments.build / ('results_of_verbs' if arguments.verbs else 'results'))
    made = suite_made.Made(arguments.build, arguments.note).need(scripts)
    files = files_of(arguments, made)
    if arguments.choose:
        return choose(scripts, files, arguments)
    judged = judge(run_twice(scripts, files, arguments), arguments)
    if not (arguments.part or arguments.scripts or arguments.peer):
        judged.demand_all(scripts)
    others = {script: candidates.WITHOUT_VERBS.get(script, '') if arguments.verbs else '' for script in words('scripts')}
    counts = outcome_table.write(judged.results, others, arguments.keep / 'table')
    print(*judged.problems, counts, sep='\n')
    return 1 if judged.problems else 0


if __name__ == '__main__':
    sys.exit(main())
