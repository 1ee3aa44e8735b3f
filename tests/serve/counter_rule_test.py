#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: counter_rule_test.py FDR

Counters that wrap, and counters that are reset: replay with its outputs, find with its rules, summary, diff, and the
web server's /buckets, /heat, /records, /at, /diff, /next and /series have the same rates.  (view and /follow, which show
what /at answers, are not asked.)  The rule is in docs/statistics.md, and so is its limit: steps of -t that are longer than
the interval of the recording."""
import csv
import datetime
import io
import json
import os
import struct
import subprocess
import sys
import tempfile

import cpmapi
from pcp import pmapi, pmi

from asking import answer, ask
from checks import Checks
from dumped_archive import nanos
from serving import Server, environment

FDR = os.path.abspath(sys.argv[1])
FIRST, STEP, RECORDS, RATE = 1700000000, 10, 11, 500
SLOW = 1  # the rate before, with which a window is compared
FALLS = 5  # the record in which the counters go down
GROWTH = RATE * STEP
TYPES = {'u32': (cpmapi.PM_TYPE_U32, 0, 2**32), '32': (cpmapi.PM_TYPE_32, -2**31, 2**31),
         'u64': (cpmapi.PM_TYPE_U64, 0, 2**64), '64': (cpmapi.PM_TYPE_64, -2**63, 2**63),
         'double': (cpmapi.PM_TYPE_DOUBLE, 0, 2.0**53)}
ALL = [RATE] * (RECORDS - 1)
HOLE = [None if place + 1 == FALLS else RATE for place in range(RECORDS - 1)]
expect = Checks()


def wrapping(kind):
    """Values that pass the largest one in record FALLS."""
    _, least, end = TYPES[kind]
    values = [end - FALLS * GROWTH + 1000 + GROWTH * t for t in range(RECORDS)]
    return [value if value < end else value - end + least for value in values]


def reset_from(value):
    """Values that grow from 0 again in record FALLS; the one before is as given."""
    return [value - (FALLS - 1 - t) * GROWTH if t < FALLS else (t - FALLS) * GROWTH + 7 for t in range(RECORDS)]


# By metric: the type, the values, and the rates.
METRICS = {
    'toy.wrap.u32': ('u32', wrapping('u32'), ALL),
    'toy.wrap.s32': ('32', wrapping('32'), ALL),
    'toy.wrap.u64': ('u64', wrapping('u64'), HOLE),
    'toy.wrap.s64': ('64', wrapping('64'), HOLE),
    'toy.reset.u32': ('u32', reset_from(10**6), HOLE),
    'toy.reset.half': ('u32', reset_from(2**31 - 1), HOLE),
    'toy.reset.s32': ('32', reset_from(10**6), HOLE),
    'toy.reset.u64': ('u64', reset_from(10**12), HOLE),
    'toy.reset.s64': ('64', reset_from(10**12), HOLE),
    'toy.reset.double': ('double', reset_from(10**12), HOLE),
}


def write(path):
    log = pmi.pmiLogImport(path)
    log.pmiSetHostname('toy')
    log.pmiSetTimezone('UTC')
    for number, (name, (kind, _, _)) in enumerate(METRICS.items()):
        log.pmiAddMetric(name, log.pmiID(245, 0, number + 1), TYPES[kind][0], pmapi.c_api.PM_INDOM_NULL,
                         cpmapi.PM_SEM_COUNTER, log.pmiUnits(0, 0, 1, 0, 0, 0))
    for record in range(-1, RECORDS):
        for name, (_, values, _) in METRICS.items():
            log.pmiPutValue(name, '', str(values[record] if record >= 0 else values[0] - SLOW * STEP))
        log.pmiWrite(FIRST + STEP * record, 0)
    log.pmiEnd()


def output(*words, given=None):
    return subprocess.run([FDR, *words], input=given, env=environment(), capture_output=True, text=True, check=False,
                          timeout=300).stdout


def place_of(time, step=STEP):
    """Of the rate that ends at the time, counted from 0.  The time is a number of seconds, or a text."""
    if isinstance(time, str):
        time = nanos(time) / 1e9
    return round((time - FIRST) / step) - 1


def rates_of(pairs, step=STEP):
    """Pairs of a time and a rate, as a list."""
    rates = [None] * ((RECORDS - 1) * STEP // step)
    for time, rate in pairs:
        if rate is not None and place_of(time, step) >= 0:
            rates[place_of(time, step)] = rate
    return rates


def json_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def replayed(base, metric, *options, step=STEP):
    rows = list(csv.reader(io.StringIO(output('replay', base, metric, '--csv', '--tz', 'utc', *options))))[1:]
    return rates_of(((row[0], float(row[1]) if row[1] else None) for row in rows), step)


def reversed_rows(base, metric):
    return replayed(base, metric, '--reverse')


def as_peer(base, metric):
    """What stands in for PCP's programs has no rate across a wrap either."""
    rates = replayed(base, metric, '-t', f'{STEP}s', '--previous')
    expect(rates == HOLE, f'{metric} --previous: {rates}')


def derived(base, metric):
    return replayed(base, f'rate({metric})')


def halves(base, metric):
    """Rates over half of the distance: both halves of a wrap have one."""
    rates = replayed(base, metric, '-t', f'{STEP // 2}s', step=STEP // 2)
    pairs = list(zip(rates[::2], rates[1::2]))
    expect(all((a is None) == (b is None) for a, b in pairs), f'{metric}: half a rate in {pairs}')
    return [None if a is None or b is None else (a + b) / 2 for a, b in pairs]


def replayed_json(base, metric):
    lines = json_lines(output('replay', base, metric, '--json'))
    return rates_of((line['time'], line['values'].get(metric)) for line in lines if 'values' in line)


def tabled(base, metric):
    rows = [line.split() for line in output('replay', base, metric, '--tz', 'utc').splitlines()]
    times = {f'22:1{3 + (20 + STEP * t) // 60}:{(20 + STEP * t) % 60:02}': FIRST + STEP * t for t in range(RECORDS)}
    return rates_of((times[row[0][:8]], None if row[-1] == '-' else float(row[-1])) for row in rows
                    if row and row[0][:8] in times)


def found(base, metric):
    """Where the rate is that large; a stretch is a place of each of its samples."""
    pairs = []
    for line in json_lines(output('find', base, '--where', f'rate({metric}) > {RATE - 1}', '--json')):
        if 'start' in line and 'end' in line:
            start, end = (nanos(line[key]) // 10**9 for key in ('start', 'end'))
            pairs += [(time, RATE) for time in range(start, end + 1, STEP)]
    return rates_of(pairs)


def ruled(base, metric):
    pairs = []
    for line in json_lines(output('find', base, '--rules', '-', '--values', '--json', '-t', f'{STEP}s',
                                  given=f'{metric};\n')):
        if line.get('value', '?') != '?':
            pairs.append((line['time'], float(line['value'])))
    return rates_of(pairs)


def coursed(metric, statistics):
    """The course has 32 parts: three of each rate, at least."""
    kind = METRICS[metric][0]
    falls = (1, 0) if 'wrap' in metric and kind in ('u32', '32') else (0, 1)
    expect((statistics['wraps'], statistics['resets']) == falls, f'{metric}: {statistics} instead of {falls}')
    return spread(statistics['course'])


def summarised(base, metric):
    lines = json_lines(output('summary', base, metric, '--json', '-S', f'{STEP}s'))
    return coursed(metric, next(line for line in lines if 'course' in line))


def clock(time):
    return '@' + datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime('%Y-%m-%d %H:%M:%S')


def differed(base, metric):
    """The second window has the rates; the first one is that with the slow rate."""
    lines = json_lines(output('diff', base, metric, '--json', '--top', '0', '--tz', 'utc', '-S', clock(FIRST - STEP), '-T',
                              clock(FIRST), '-B', clock(FIRST), '-E', clock(FIRST + STEP * (RECORDS - 1))))
    return coursed(metric, next(line for line in lines if 'metric' in line)['after'])


def spread(parts):
    return [parts[round((place + 0.5) / (RECORDS - 1) * len(parts))] for place in range(RECORDS - 1)]


VERBS = (replayed, reversed_rows, derived, halves, replayed_json, tabled, found, ruled, summarised,
         differed)


def bucketed(port, metric):
    """The buckets begin behind a record, so the rate that ends at the next one is alone in each."""
    told = answer(port, '/fdr/v1/buckets', m=metric, n=RECORDS - 1, f='last', format='json', p=64,
                  **{'from': FIRST + 1, 'to': FIRST + 1 + STEP * (RECORDS - 1)})
    return [None if value in (None, 'NaN') else value for value in told['series'][0]['values']['last']]


def heated(port, metric):
    """The cells of the map's only row.  A cell of 0 is empty, and equal values have the cell 1 or more."""
    status, body = ask(port, '/fdr/v1/heat', m=metric, n=RECORDS - 1,
                       **{'from': FIRST + 1, 'to': FIRST + 1 + STEP * (RECORDS - 1)})
    expect(status == 200 and body[:4] == b'FDRH', f'{metric}: /heat answers {status} {body[:80]}')
    length = struct.unpack_from('<I', body, 16)[0]
    told = json.loads(body[20:20 + length])
    cells = body[20 + length:][:RECORDS - 1]
    width = told['high'] - told['low']
    return [told['low'] + (cell - 1) / 254 * width if cell else None for cell in cells]


def stepped(port, metric):
    told = answer(port, '/fdr/v1/records', m=metric, t=FIRST, n=100)
    return rates_of(zip(told['t'], told['values'][0]))


def held(port, metric):
    pairs = []
    for record in range(1, RECORDS):
        told = answer(port, '/fdr/v1/at', m=metric, t=FIRST + STEP * record)
        pairs += [(told['t'], pair[1]) for entry in told['metrics'] for pair in entry['values']]
    return rates_of(pairs)


def compared(port, metric):
    _, text = ask(port, '/fdr/v1/diff', m=metric, base=f'{FIRST - STEP},{FIRST}',
                  **{'from': FIRST, 'to': FIRST + STEP * (RECORDS - 1)})
    return coursed(metric, json_lines(text.decode())[1]['after'])


def sought(port, metric):
    pairs, time = [], FIRST
    while time is not None:
        time = answer(port, '/fdr/v1/next', m=metric, t=time, dir=1, when=f'gt:{RATE - 1}')['t']
        if time is not None:
            pairs.append((time, RATE))
    return rates_of(pairs)


def expressed(port, metric):
    ids = answer(port, '/series/query', expr=f'rate({metric})')
    told = answer(port, '/series/values', series=','.join(ids), start=FIRST, finish=FIRST + STEP * RECORDS)
    return rates_of((one['timestamp'] / 1000, float(one['value'])) for one in told)


PATHS = (bucketed, heated, stepped, held, compared, sought, expressed)


def check(metric, form, rates):
    wanted = METRICS[metric][2]
    is_same = len(rates) == len(wanted) and all(
        (a is None) == (b is None) and (a is None or abs(a - b) < 1e-3) for a, b in zip(rates, wanted))
    expect(is_same, f'{metric}, {form.__name__}: {rates} instead of {wanted}')


FAST, MINUTE, MINUTES = 1500 * 10**6, 60, 6  # the growth of each minute: two of them are more than half of the range


def write_fast(path):
    log = pmi.pmiLogImport(path)
    log.pmiSetHostname('toy')
    log.pmiSetTimezone('UTC')
    log.pmiAddMetric('toy.fast', log.pmiID(245, 0, 1), cpmapi.PM_TYPE_U32, pmapi.c_api.PM_INDOM_NULL, cpmapi.PM_SEM_COUNTER,
                     log.pmiUnits(0, 0, 1, 0, 0, 0))
    for minute in range(MINUTES + 1):
        log.pmiPutValue('toy.fast', '', str(FAST * minute % 2**32))
        log.pmiWrite(FIRST + MINUTE * minute, 0)
    log.pmiEnd()


def check_twice_the_interval(base):
    """Where only the two ends of a step are compared, its wraps look like resets; where records are, they are wraps."""
    rate = FAST / MINUTE
    for what in ('toy.fast', 'rate(toy.fast)'):
        rows = list(csv.reader(io.StringIO(output('replay', base, what, '--csv', '-t', f'{2 * MINUTE}s'))))[1:]
        rates = [float(row[1]) if row[1] else None for row in rows][-3:]
        expect(rates == [rate, None, None], f'{what}, every second minute: {rates}')
    for options, samples in ((['-t', f'{2 * MINUTE}s'], 1), ([], MINUTES)):
        lines = json_lines(output('find', base, '--where', 'rate(toy.fast) > 1', '--json', *options))
        found_samples = sum(line.get('samples', 0) for line in lines)
        expect(found_samples == samples, f'find {options}: {lines}')
    line = next(line for line in json_lines(output('summary', base, '--json')) if 'course' in line)
    told = line['count'], line['wraps'], line['resets'], line['mean']
    expect(told == (MINUTES, 2, 0, rate), f'summary of toy.fast: {told}')


with tempfile.TemporaryDirectory() as directory:
    fast = os.path.join(directory, 'fast', 'fast')
    os.mkdir(os.path.dirname(fast))
    write_fast(fast)
    check_twice_the_interval(fast)
    archive = os.path.join(directory, 'toy')
    write(archive)
    for each in METRICS:
        as_peer(archive, each)
        for verb in VERBS:
            # Doubles do not tell the largest numbers of 64 bits apart.
            if not (each.endswith('64') and 'wrap' in each and verb is halves):
                check(each, verb, verb(archive, each))
    with Server(FDR, '--http', '0', '--no-local', archive) as server:
        for each in METRICS:
            for path in PATHS:
                check(each, path, path(server.port, each))
expect.end()
