#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Makes incidents on this machine, records them, and judges what finds their causes.  README.md describes it.

usage: incidents.py show SEEDS
       incidents.py make (SEEDS | --plans FILE) --out DIR [--fdr FDR] [--workload PROGRAM] [--scratch DIR]
                         [--quiet-first SECONDS]
       incidents.py score DIR [--command 'fdr why --json'] [--least SHARE] [--answers]

SEEDS are numbers and ranges: 1-20,201-204."""
import argparse
import json
import pathlib
import shutil
import signal
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / 'serve'))
import machine  # noqa: E402
from making import make  # noqa: E402
from plans import KINDS, plan_of  # noqa: E402
from scoring import score  # noqa: E402


def seeds_of(text):
    for part in text.split(','):
        first, _, last = part.partition('-')
        yield from range(int(first), int(last or first) + 1)


def plans_in(path):
    return json.loads(pathlib.Path(path).read_text())


def show(options):
    print(json.dumps(options.plans, indent=1))
    return 0


def make_all(options):
    options.out = options.out.resolve()
    options.fdr = shutil.which(options.fdr) or sys.exit(f'there is no {options.fdr}')
    if machine.is_root():
        machine.own_mounts()
    else:
        print('not root: all processes belong to this user', file=sys.stderr)
    for kind in KINDS:
        reason = machine.missing(kind, options.scratch)
        if reason:
            print(f'{kind} cannot be made here: {reason}', file=sys.stderr)
    made = [make(plan, options) for plan in options.plans]
    print(f'{sum(made)} of {len(made)} recordings made')
    return 0 if all(made) else 1


def arguments():
    parser = argparse.ArgumentParser(description='Makes incidents, records them, and judges what explains them.')
    verbs = parser.add_subparsers(required=True)
    for name, function, about in (('show', show, 'print the plans of seeds'), ('make', make_all, 'make and record incidents')):
        verb = verbs.add_parser(name, help=about)
        verb.set_defaults(function=function)
        verb.add_argument('seeds', nargs='?', type=seeds_of, help='numbers and ranges: 1-20,201')
        verb.add_argument('--seeds', '--seed', dest='seeds_option', type=seeds_of, help='the same, as an option')
        if name == 'show':
            continue
        verb.add_argument('--plans', type=plans_in, metavar='FILE', help='what `show` prints, with your changes')
        verb.add_argument('--out', type=pathlib.Path, required=True, help='a folder for each seed is made here')
        verb.add_argument('--fdr', default='fdr', help='the command; default: fdr in the PATH')
        verb.add_argument('--workload', type=pathlib.Path, help='the program of workload.c; default: it is compiled')
        verb.add_argument('--scratch', type=pathlib.Path, default=pathlib.Path('/var/tmp'), help='on the disk to write to')
        verb.add_argument('--quiet-first', type=float, default=0, metavar='SECONDS',
                          help='wait so long for a quiet machine before each recording')
    verb = verbs.add_parser('score', help='compare answers with the truth')
    verb.set_defaults(function=score)
    verb.add_argument('folder', type=pathlib.Path)
    verb.add_argument('--command', default='fdr why --json', help='the archive is added; its answer is JSON')
    verb.add_argument('--least', type=float, default=0.9, help='the share of right answers that is enough')
    verb.add_argument('--answers', action='store_true', help='keep each answer as answer.json beside the truth')
    options = parser.parse_args()
    if options.function is not score and not getattr(options, 'plans', None):
        seeds = options.seeds_option or options.seeds or parser.error('which seeds?')
        options.plans = [plan_of(seed) for seed in sorted(set(seeds))]
    return options


def main():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))  # what was begun is undone
    options = arguments()
    return options.function(options)


if __name__ == '__main__':
    sys.exit(main())
