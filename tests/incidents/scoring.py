# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""Compares what was said about a recording with the truth.  README.md has the rules."""
import collections
import json
import shlex
import statistics
import subprocess
import sys
import time

SLACK = 1.5  # seconds: a sample stands for the second before it
LATEST = 1e11  # seconds since 1970: later ones are no times
MOST_UNASKED = 1  # findings about no incident that an answer may have
# Whose first culprit must be the true one; and where `where` must be right.
WITH_CULPRIT = ('cpu', 'fork-storm', 'memory', 'disk', 'blocked')
WITH_PLACE = ('disk', 'network', 'filesystem')
LIMIT = 600  # seconds for one answer
ENOUGH = 0.2  # of the planned strength: with less, nothing happened that could be found


def is_near(one, other):
    return abs(one - other) <= SLACK


def is_same_time(finding, truth):
    """Whether both share a quarter of the time that they span together; or begin and end near to each other.

    The step of a clock is a moment on either side of it, too."""
    first, last = (is_near(finding[name], truth[name]) for name in ('start', 'end'))
    if truth['cause'] == 'clock' and 0 <= finding['end'] - finding['start'] < 2 * SLACK:
        return first or last
    shared = min(finding['end'], truth['end']) - max(finding['start'], truth['start'])
    spanned = max(finding['end'], truth['end']) - min(finding['start'], truth['start'])
    return shared >= spanned / 4 or first and last


def wrong_part(finding, truth):
    """What of a finding is not the truth: a text; None if it is right."""
    if finding['cause'] != truth['cause']:
        return 'cause'
    if truth['cause'] in WITH_PLACE and finding.get('where') != truth['where']:
        return 'place'
    if truth['cause'] == 'cpu' and bool(finding.get('niced')) != (truth['kind'] == 'niced'):
        return 'niced'
    if truth['cause'] not in WITH_CULPRIT:
        return None
    culprit = (finding.get('culprits') or [{}])[0]
    names = {truth['program'], truth.get('parent', truth['program'])}
    if culprit.get('program') not in names:
        return 'culprit'
    return None if culprit.get('user') == truth['user'] else 'user'


def is_about(finding, truth):
    return is_same_time(finding, truth) and wrong_part(finding, truth) is None


def first_finding(truth, truths, findings):
    """The first one at the time of an incident that does not explain another incident."""
    for finding in findings:
        if is_same_time(finding, truth) and not any(is_about(finding, other) for other in truths if other is not truth):
            return finding
    return None


def came_about(truth):
    return [one for one in truth['incidents'] if one.get('reached', 1) >= ENOUGH]


def judged(truth, answer):
    """Yields (kind, hidden, what is wrong or None, the incident or None, the finding or None)."""
    findings, truths = answer['findings'], came_about(truth)
    others = unasked(truth, answer)
    for one in truths:
        finding = first_finding(one, truths, findings)
        wrong = 'nothing said' if finding is None else wrong_part(finding, one)
        if wrong is None and others > MOST_UNASKED:
            wrong = f'right, beside {others} findings about no incident'
        yield one['kind'], one.get('shape', 'plain') != 'plain', wrong, one, finding
    if not truth['incidents']:
        alarm = findings[0] if findings else None
        wrong = 'false alarm' if alarm else None if answer['nothing_unusual'] else 'not called quiet'
        yield 'quiet', False, wrong, None, alarm


def unasked(truth, answer):
    """How many findings are about no incident of a recording that has some."""
    return sum(not any(is_about(finding, one) for one in truth['incidents']) for finding in answer['findings'])


def problem_of(answer):
    """Why an answer is not of the form that README.md describes; None if it is."""
    if not isinstance(answer, dict) or not isinstance(answer.get('findings'), list):
        return 'no object with findings'
    if not isinstance(answer.get('nothing_unusual'), bool):
        return 'nothing_unusual is no truth value'
    for finding in answer['findings']:
        if not isinstance(finding, dict) or not isinstance(finding.get('cause'), str):
            return 'a finding without a cause'
        times = [finding.get(name) for name in ('start', 'end')]
        if not all(isinstance(time, (int, float)) for time in times) or not 0 <= times[0] <= times[1] <= LATEST:
            return 'a finding whose start and end are no times'
        culprits = finding.get('culprits') or []
        if not isinstance(culprits, list) or not all(isinstance(one, dict) for one in culprits):
            return 'culprits that are no list of objects'
    return None


def answer_of(folder, truth, command):
    """What the command says about a recording; or the text of what is wrong with that."""
    recorded = folder / 'recorded'
    archive = recorded / truth['archives'][0] if len(truth['archives']) == 1 else recorded
    try:
        done = subprocess.run([*shlex.split(command), archive], capture_output=True, text=True, errors='replace', timeout=LIMIT,
                              check=False, stdin=subprocess.DEVNULL)
        answer = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    except ValueError:
        return f'no JSON, status {done.returncode}: {done.stderr.strip()[:200]}'
    return problem_of(answer) or answer


def clock(seconds):
    return time.strftime('%H:%M:%S', time.gmtime(seconds))


def described(one):
    """A truth or a finding, in one line."""
    if one is None:
        return 'nothing'
    culprit = one if 'program' in one else (one.get('culprits') or [{}])[0]
    who = f' `{culprit["program"]}` of {culprit.get("user")}' if 'program' in culprit else ''
    parent = f', started by `{one["parent"]}`' if 'parent' in one else ''
    niced = ' niced' if one.get('niced') or one.get('kind') == 'niced' else ''
    where = f' on {one["where"]}' if one.get('where') else ''
    return f'{one["cause"]}{niced}{who}{parent}{where}, {clock(one["start"])}-{clock(one["end"])}'


def miss(recording, kind, wrong, truth, finding):
    """What was wrong, and how hard it was to be right."""
    shape = f' ({truth["shape"]})' if truth and truth.get('shape', 'plain') != 'plain' else ''
    seen = [f'; `{program}` is in {count} samples' for program, count in (truth or {}).get('sightings', {}).items()]
    return (f'seed {recording["seed"]} {kind}{shape}, wrong: {wrong}; '
            f'the machine was {recording["machine_noise"]["busy"]} % busy before\n'
            f'  truth: {described(truth)}{"".join(seen)}\n  said:  {described(finding)}')


class Table:
    """Counts by kind, and prints each miss."""

    def __init__(self):
        self.right, self.all, self.hidden_right, self.hidden = (collections.Counter() for _ in range(4))
        self.misses, self.ends, self.extra, self.weak = [], [], 0, 0

    def add(self, recording, kind, is_hidden, wrong, truth, finding):
        self.all[kind] += 1
        self.right[kind] += wrong is None
        self.hidden[kind] += is_hidden
        self.hidden_right[kind] += is_hidden and wrong is None
        if wrong:
            self.misses.append(miss(recording, kind, wrong, truth, finding))
        elif truth:
            self.ends.append((abs(finding['start'] - truth['start']), abs(finding['end'] - truth['end'])))

    def add_failure(self, recording, reason):
        """An answer that cannot be read is wrong about everything, also if nothing of that would be judged."""
        wrong = f'no answer: {reason}'
        for one in came_about(recording):
            self.add(recording, one['kind'], one.get('shape', 'plain') != 'plain', wrong, one, None)
        if not came_about(recording):
            weak = next(iter(recording['incidents']), None)
            self.add(recording, 'weak' if weak else 'quiet', False, wrong, weak, None)

    def share(self):
        return sum(self.right.values()) / max(1, sum(self.all.values()))

    def show(self):
        print(f'{"kind":<12}{"right":>7}{"of":>5}{"share":>8}   hidden')
        for kind in [*sorted(self.all), 'all']:
            right, number, hidden_right, hidden = (
                sum(counts.values()) if kind == 'all' else counts[kind]
                for counts in (self.right, self.all, self.hidden_right, self.hidden))
            print(f'{kind:<12}{right:>7}{number:>5}{100 * right / max(1, number):>7.0f}%   {hidden_right} of {hidden}')
        if self.ends:
            starts, ends = ([pair[place] for pair in self.ends] for place in (0, 1))
            print(f'right ones begin {statistics.median(starts):.1f} s and end {statistics.median(ends):.1f} s beside the truth '
                  f'(medians)')
        print(f'findings about no incident, in recordings with one: {self.extra}')
        if self.weak:
            print(f'not judged, since the machine was too busy for them to come about: {self.weak}')
        for miss in self.misses:
            print(miss)


def score(options):
    table = Table()
    for path in sorted(options.folder.glob('seed-*/truth.json')):
        truth = json.loads(path.read_text())
        table.weak += len(truth['incidents']) - len(came_about(truth))
        answer = answer_of(path.parent, truth, options.command)
        if isinstance(answer, str):
            table.add_failure(truth, answer)
            continue
        if options.answers:
            (path.parent / 'answer.json').write_text(json.dumps(answer, indent=1) + '\n')
        for row in judged(truth, answer):
            table.add(truth, *row)
        table.extra += unasked(truth, answer) if truth['incidents'] else 0
    if not table.all:
        print(f'{options.folder} has no seed-*/truth.json that can be judged', file=sys.stderr)
        return 1
    table.show()
    return 0 if table.share() >= options.least else 1
