#!/usr/bin/env python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: waits_test.py [--list | --self-test]

Checks that no test depends on the moment.

* A test waits for a condition: tests/serve/waiting.py, tests/support/wait_until.h.  It does not sleep for more than
  50 ms, or for a time that it computes.
* It does not fail because something took long: only a limit of a minute or more may say that something is broken.
  This also holds for a loop of counted sleeps.
* It chooses nothing by the date, the commit, the host, or its process: random tests have a fixed seed, or print theirs
  in the soak.

A stand-in that is slow on purpose is no test that waits: the line, or the one before, has the words "slow on purpose"
and the reason.  TABLE has the other exceptions.  --list prints every sleep, with its milliseconds."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / 'tests'
MOST = 50  # milliseconds
LEAST_LIMIT = 60  # seconds
MARK = 'slow on purpose'

# The helpers that tests wait with.
HELPERS = {'tests/serve/waiting.py', 'tests/support/wait_until.h', 'tests/support/child_process.cc'}

# This file, what runs tests, and what chooses seeds for the soak.
NO_TESTS = {'tests/daily_tests.sh', 'tests/flaky.sh', 'tests/house/waits_test.py', 'tests/serve/seeds.py'}

# By file: a part of the line, and the reason.
TABLE = {
    'tests/control/logger_control_test.py': [('sleep 500', "pmlc's own command, in milliseconds")],
    'tests/package/bare_debian.sh': [('sleep', 'no test of ctest: it makes and deletes a whole Debian')],
    'tests/docs/plain_english_test.py': [('LIMIT = 35', 'words of a sentence')],
    'tests/fuzz/fuzz.sh': [('-timeout=10', 'an input that takes longer is a finding of its own')],
    'tests/incidents/machine.py': [('sleep(1)', 'how often it looks whether the machine is quiet')],
    'tests/incidents/making.py': [('sleep(min(', 'incidents have a plan of times: the truth is measured')],
    'tests/incidents/workload.c': [('nanosleep', 'a workload that works for a part of the time')],
    'tests/local/local_peer_test.cc': [('i < 300', 'values move to and fro: each turn compares them anew')],
    'tests/serve/client_crowd_test.py': [('=10)', 'a try that fails is repeated'),
                                         ('settimeout(10)', 'a try that fails is repeated'),
                                         ('is_over.wait(0.5)', 'how often a client in the crowd comes again')],
    'tests/serve/ports.py': [('SystemRandom', 'a free port: no answer depends on it')],
    'tests/support/peer_collector.cc': [('random_device', 'a free port: no answer depends on it')],
    'tests/tools/record/record_crash_test.cc': [('sleep_for(life)', 'a recorder is killed at any moment of its life')],
    'tests/web/axe_core.py': [('2**attempt', 'a download is tried again: the other side may be busy')],
}

# What is counted in milliseconds, and by how much.
SLEEPS = [(re.compile(pattern), scale) for pattern, scale in (
    (r'\b(?:time|asyncio)\.sleep\((.*)\)', 1000),
    (r'\bsleep_(?:for|until)\((?:std::)?(?:chrono::)?(?:milliseconds\(|)(.*?)(?:ms)?\)*;', 1),
    (r'\busleep\((.*?)\)', 0.001),
    (r'(?<![\w.:])(?:::)?sleep\((.*?)\)', 1000),
    (r'\bpoll\((?:nullptr|NULL), 0, (.*?)\)', 1),
    (r'\bselect\(\[\], \[\], \[\], (.*?)\)', 1000),
    (r'\bnanosleep\((.*?)\)', 0.000001),
    (r'\bsetTimeout\([^,]*,(.*?)\)', 1),
    (r'(?<![\w.-])sleep "?(\$?[\d.]+|\$\{?\w+\}?)(?=[\s;&)"\']|$)', 1000),
)]
UNITS = (('microseconds(', 0.001), ('milliseconds(', 1), ('seconds(', 1000), ('minutes(', 60_000))
SUFFIXES = (('us', 0.001), ('ms', 1), ('s', 1000))

# Comparisons of a time that something took, and the times that are chosen by chance.
TOOK = re.compile(r'(?:EXPECT|ASSERT)_L[TE]\(.*(?:[Cc]lock::now\(\)|seconds\(|\b\d+m?s\b)|'
                  r'(?:monotonic|perf_counter|time)\(\) - \w+ *<=? *(?P<py>[\d.]+)|'
                  r'\b(?:seconds|took|elapsed|duration)\b *<=? *[^=\s]')
# A limit after which a test gives up.
LIMITS = re.compile(r'(?:\btimeout=|settimeout\(|\.(?:wait|join|acquire)\((?:timeout=)?|\bseconds=|(?:monotonic|\btime)\(\) \+ |'
                    r'communicate\((?:[^(),]*, )?(?:timeout=)?|\bulimit -t |^ *\w*(?:LIMIT|TIMEOUT|PATIENCE) = |'
                    r'\btimeval(?: (?:limit|timeout|patience))?(?: = )?\{|'
                    r'(?:[Cc]lock::now\(\) \+ |\btime_limit = |\bwait_for\(\w+, )(?:std::)?(?:chrono::)?(?:milli)?(?:seconds\()?)'
                    r'(\d+(?:\.\d+)?)(ms|s)?\b')
SECONDS = re.compile(r'seconds\((\d+)\)|\b(\d+)s\b|minutes\((\d+)\)')
CHANCE = re.compile(r'random_device|random\.seed\(\)|random\.Random\(\)|\bsrand\(|\brandrange\(1 << |\bSystemRandom\b|'
                    r'(?:[Ss]eed|mt19937|random_engine|Random\().*(?:getpid|\btime\(|[Cc]lock::now|gethostname|urandom)|'
                    r'\bMath\.random\(|\$\{?RANDOM\b|(?<![.\w])date (?:-u )?\+%|\b(?:date\.today|datetime\.(?:utc)?now)\(|'
                    r'git (?:rev-parse|log|describe)')
# A loop that is left after so many turns.
TURNS = re.compile(r"\bfor \(.*< *([\d']+)(?: &&[^;]*)?;|\bfor \w+ in range\(([\d_]+)\)|\bfor \w+ in (?:\{1\.\.|\$\(seq )(\d+)")
LONGEST_LOOP = 6  # lines, from its head to its sleep
# Functions of the module take their seed from the system, unless the file sets it.
UNSEEDED = re.compile(r'(?<![\w.])random\.(?:random|rand\w+|choices?|sample|shuffle|uniform|gauss)\(')


def milliseconds(line):
    """The sleeps of a line: numbers, or None for a computed one."""
    for pattern, scale in SLEEPS:
        for match in pattern.finditer(line):
            yield number(match[1].strip(), scale, match[0])


def number(text, scale, whole):
    if 'sleep_' in whole:
        for unit, unit_scale in UNITS:
            if unit in whole:
                text, scale = whole.split(unit, 1)[1].split(')')[0], unit_scale
                break
        else:
            text = whole.split('(', 1)[1].split(')')[0]
            for suffix, unit_scale in SUFFIXES:
                if re.fullmatch(rf'[\d.]+{suffix}', text):
                    text, scale = text.removesuffix(suffix), unit_scale
                    break
    text = text.replace("'", '').replace('_', '')
    return float(text) * scale if re.fullmatch(r'\d*\.?\d+|\d+\.', text) else None


def files():
    for path in sorted(TESTS.rglob('*')):
        if path.suffix in ('.py', '.sh', '.cc', '.h', '.c', '.js') and path.is_file():
            name = str(path.relative_to(ROOT))
            if not name.startswith('tests/bench/') and name not in NO_TESTS:
                yield name, path.read_text(encoding='utf-8', errors='replace').split('\n')


def is_comment(line):
    return line.lstrip().startswith(('//', '#', '*', '/*'))


def is_marked(lines, at):
    return MARK in lines[at].lower() or (at > 0 and is_comment(lines[at - 1]) and MARK in lines[at - 1].lower())


def sleeps():
    """Yields the file, the number of the line, the line, and its milliseconds or None."""
    for name, lines in files():
        if name in HELPERS:
            continue
        for at, line in enumerate(lines):
            if is_comment(line) or is_marked(lines, at):
                continue
            for duration in milliseconds(line):
                yield name, at + 1, line.strip(), duration


def too_short(line):
    """Whether the line fails if something takes long, though it may take as long where the machine is busy."""
    match = TOOK.search(line)
    if not match or not re.search(r'EXPECT|ASSERT|\bcheck|\bexpect|holds\(|assert ', line):
        return False
    limits = [int(a or b or 0) + 60 * int(c or 0) for a, b, c in SECONDS.findall(line)]
    if match['py']:
        limits.append(float(match['py']))
    return not limits or max(limits) < LEAST_LIMIT


def is_impatient(line):
    """Whether the line gives up after less than a minute."""
    limits = [float(number) * (1 if unit == 'ms' or 'milli' in line else 1000) for number, unit in LIMITS.findall(line)]
    return 'minutes' not in line and any(MOST < limit < LEAST_LIMIT * 1000 for limit in limits)  # shorter ones are looks


def loop_limit(lines, at):
    """The seconds after which the loop of this line gives up what it waits for; None if it is no such loop."""
    turns = TURNS.search(lines[at])
    if not turns:
        return None
    body = lines[at:at + LONGEST_LOOP]
    for count, line in enumerate(body):
        pauses = [pause for pause in milliseconds(line) if pause is not None] if not is_comment(line) else []
        if '[&' in line:  # threads, which do not wait one after the other
            return None
        if pauses and not is_marked(body, count):
            is_left = re.search(r'\b(?:return|break)\b|&&', '\n'.join(body[:count + 2]))
            turn = int(re.sub(r"['_]", '', turns[1] or turns[2] or turns[3]))
            return turn * pauses[0] / 1000 if is_left else None
    return None


class Exceptions:
    """What of TABLE has been used."""

    def __init__(self):
        self.used = set()

    def has(self, name, line):
        for part, _ in TABLE.get(name, []):
            if part in line:
                self.used.add((name, part))
                return True
        return False

    def unused(self):
        return [f'{name}: no line needs the exception "{part}"' for name, parts in TABLE.items() for part, _ in parts
                if (name, part) not in self.used]


def problems():
    exceptions = Exceptions()
    for name, number_of_line, line, duration in sleeps():
        if (duration is None or duration > MOST) and not exceptions.has(name, line):
            how = 'for a time that is computed' if duration is None else f'for {duration:g} ms'
            yield f'{name}:{number_of_line}: sleeps {how}: {line}'
    for name, lines in files():
        for at, line in enumerate(lines):
            if is_comment(line):
                continue
            if too_short(line) and not exceptions.has(name, line):
                yield f'{name}:{at + 1}: fails if something takes long: {line.strip()}'
            if is_impatient(line) and not is_marked(lines, at) and not exceptions.has(name, line):
                yield f'{name}:{at + 1}: gives up in less than a minute: {line.strip()}'
            limit = loop_limit(lines, at)
            if limit is not None and limit < LEAST_LIMIT and not exceptions.has(name, line):
                yield f'{name}:{at + 1}: gives up after {limit:g} s: {line.strip()}'
            if UNSEEDED.search(line) and 'random.seed(' not in '\n'.join(lines) and not exceptions.has(name, line):
                yield f'{name}:{at + 1}: the seed comes from the system: {line.strip()}'
            if CHANCE.search(line) and not is_of_soak(lines, at) and not exceptions.has(name, line):
                yield f'{name}:{at + 1}: depends on the date, the commit, the host or chance: {line.strip()}'
    yield from exceptions.unused()


def is_of_soak(lines, at):
    """Whether only the soak chooses by chance: it prints its seed."""
    return re.search(r'\b(?:IS_SOAK|IsSoak|FDR_SOAK)\b', lines[at]) is not None


def self_test():
    for line, expected in (
            ('time.sleep(0.3)', [300]), ('time.sleep(min(3, 4))', [None]), ('sleep_for(std::chrono::milliseconds(20));', [20]),
            ('std::this_thread::sleep_for(std::chrono::seconds(2));', [2000]), ('std::this_thread::sleep_for(500ms);', [500]),
            ('std::this_thread::sleep_for(1s);', [1000]), ('std::this_thread::sleep_for(way_.delay);', [None]),
            ('usleep(20000);', [20]), ('sleep(7);', [7000]), ('(sleep 0.5; tail)', [500]), ('sleep $pause', [None]),
            ("setTimeout(resolve, 400)", [400]), ('proc.runq.sleeping', []), ('Sleep(2000)', []),
            ('::sleep(7);', [7000]), ('await asyncio.sleep(0.3)', [300]), ('sleep "$pause"', [None]),
            ('sleep ${pause}', [None]), ('::poll(nullptr, 0, 500);', [500]), ('select.select([], [], [], 0.5)', [500]),
            ('::poll(&one, 1, 500);', []), ('select.select([read], [], [], 0.5)', [])):
        if list(milliseconds(line)) != expected:
            return f'{line}: {list(milliseconds(line))} instead of {expected}'
    for line, expected in (
            ('EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));', True), ('EXPECT_GE(Clock::now() - begin, 1s);', False),
            ('EXPECT_LT(Clock::now() - begin, std::chrono::seconds(300));', False),
            ("expect(seconds < 5, 'late')", True), ("check(len(times) >= 5 and took < 0.9 * len(times))", True)):
        if too_short(line) != expected:
            return f'{line}: {not expected}'
    for line, expected in (
            ('done.wait(20)', True), ('done.wait(60)', False), ('const timeval limit{20, 0};', True),
            ('setsockopt(fd, timeval{20, 0});', True), ('struct timeval start = {5, 0};', False),
            ('.time_limit = std::chrono::seconds(20)};', True), ('.time_limit = std::chrono::seconds(60)};', False),
            ('.time_limit = std::chrono::minutes(5)};', False), ('ready.wait_for(lock, 5s);', True),
            ('ready.wait_for(lock, std::chrono::seconds(5));', True), ('LIMIT = 10', True), ('LIMIT = 300', False),
            ('"ulimit -t 2; { "', True), ('"ulimit -t 60; { "', False)):
        if is_impatient(line) != expected:
            return f'{line}: {not expected}'
    for line, expected in (
            ('std::mt19937 random(std::time(nullptr));', True), ('const auto seed = ::getpid();', True),
            ('std::mt19937 random(7);', False), ('Math.random()', True), ('port=$RANDOM', True), ('day=$(date +%j)', True),
            ('date.today()', True), ("metric('random_walk')", False)):
        if bool(CHANCE.search(line)) != expected:
            return f'{line}: {not expected}'
    for text, expected in (
            ('for (int i = 0; i < 100; ++i) {\n  if (is_done) break;\n  sleep_for(10ms);', 1),
            ('for (int i = 0; i < 100 && !is_done; ++i) sleep_for(10ms);', 1),
            ('for _ in range(600):\n    if done():\n        return\n    time.sleep(0.1)', 60),
            ('for _ in {1..2400}; do "$@" && return; sleep 0.05; done', 120),
            ('for (int i = 0; i < 3; ++i) {\n  Send();\n  sleep_for(10ms);\n}', None)):
        if loop_limit(text.split('\n'), 0) != expected:
            return f'{text}: {loop_limit(text.split(chr(10)), 0)} instead of {expected}'
    return None


def main():
    if sys.argv[1:] == ['--self-test']:
        return self_test()
    if sys.argv[1:] == ['--list']:
        for name, number_of_line, line, duration in sleeps():
            print(f'{"computed" if duration is None else f"{duration:g} ms":>10}  {name}:{number_of_line}: {line}')
        return 0
    found, all_sleeps = list(problems()), list(sleeps())
    if len(all_sleeps) < 10:
        found.append(f'only {len(all_sleeps)} sleeps were found')
    exceptions = sum(map(len, TABLE.values()))
    print(*found, f'{len(all_sleeps)} sleeps, {exceptions} exceptions, {len(found)} problems', sep='\n')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
