# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What a seed stands for: the incidents of a recording, their strength, users and times, and the noise.

Everything here follows from the seed alone.  What depends on the machine is a share of what it has."""
import random

CAUSES = {
    'cpu': 'cpu', 'niced': 'cpu', 'fork-storm': 'fork-storm', 'memory': 'memory', 'disk-write': 'disk', 'disk-read': 'disk',
    'network': 'network', 'filesystem': 'filesystem', 'blocked': 'blocked', 'clock': 'clock', 'gap': 'gap'}
KINDS = tuple(CAUSES)
# How the culprit works: one process or a few; many processes, each with a small part; or processes that live less than
# a second, one after another.
SHAPES = {
    'cpu': ('short', 'many'), 'niced': ('short', 'many'), 'fork-storm': ('short',), 'memory': ('many',),
    'disk-write': ('short', 'many'), 'disk-read': ('short', 'many'), 'network': ('short', 'many'), 'filesystem': ('short',),
    'blocked': ('many',)}
USERS = ('nobody', 'daemon', 'news', 'games', 'mail', 'www-data', 'backup', 'root')
PROGRAMS = ('render', 'solver', 'transcode', 'indexer', 'thumbnails', 'reports', 'importer', 'mirror', 'crawler', 'ledger',
            'planner', 'archiver', 'matcher', 'collage', 'tally', 'simulate', 'billing', 'geocode', 'digest', 'optimizer')
# In 100 of each thousand, nothing happens; and in one of twelve others.
QUIET = range(200, 300)


def kind_of(seed):
    """The kind of the first incident.  Twelve seeds in a row have every kind, and a quiet one."""
    if seed % 1000 in QUIET:
        return 'quiet'
    kinds = [*KINDS, 'quiet']
    random.Random(f'kinds {seed // 12}').shuffle(kinds)
    return kinds[seed % 12]


def shape_of(seed, kind):
    """A third of the culprits are hidden."""
    if kind not in SHAPES or (seed // 12 + KINDS.index(kind)) % 3:
        return 'plain'
    shapes = SHAPES[kind]
    return shapes[seed // 36 % len(shapes)]


def strength_of(kind, dice):
    part = lambda low, high: round(dice.uniform(low, high), 2)
    if kind in ('cpu', 'niced'):
        return {'processors': part(0.65, 1.0), **({'nice': dice.randint(5, 19)} if kind == 'niced' else {})}
    if kind == 'fork-storm':
        return {'forks_per_second': dice.randint(150, 500)}
    if kind == 'memory':
        return {'available': part(0.1, 0.24), 'ramp': part(2, 7)}
    if kind == 'disk-write':
        direct = dice.random() < 0.7
        return {'time': part(0.7, 1.0), 'direct': direct,
                'block': dice.choice((1 << 17, 1 << 20)) if direct else 1 << 22, 'file_mb': dice.randint(128, 512)}
    if kind == 'disk-read':
        return {'time': part(0.7, 1.0), 'block': dice.choice((1 << 14, 1 << 17, 1 << 20)), 'file_mb': dice.randint(128, 512)}
    if kind == 'network':
        tcp = dice.random() < 0.7
        return {'tcp': tcp, 'mb_per_second': dice.randint(80, 300) if tcp else dice.randint(15, 50)}
    if kind == 'filesystem':
        return {'size_mb': dice.randint(120, 400), 'seconds_to_fill': part(4, 9)}
    if kind == 'blocked':
        return {'writers': dice.randint(3, 8)}
    if kind == 'clock':
        return {'seconds': dice.randint(20, 3600) if dice.random() < 0.75 else -dice.randint(15, 40)}
    return {}


def incident_of(seed, kind, shape, start, length, dice, programs):
    incident = {'kind': kind, 'cause': CAUSES[kind], 'start': round(start, 1), 'length': round(length, 1)}
    if kind == 'clock':
        incident['length'] = 0
    if kind not in ('clock', 'gap'):
        incident |= {'shape': shape, 'user': dice.choice(USERS), 'program': programs.pop()}
        if shape == 'short':
            incident |= {'parent': programs.pop(), 'life': round(dice.uniform(0.2, 0.8), 2)}
        if shape == 'many':
            incident['processes'] = dice.randint(18, 30)
    return incident | {'strength': strength_of(kind, dice)}


def second_of(seed, first, dice, programs):
    """In a third of the seeds something else happens as well: at the same time, or after it."""
    if dice.random() >= 1 / 3 or first['strength'].get('seconds', 0) < 0:  # times after a step back would be ambiguous
        return None
    others = [kind for kind in KINDS if CAUSES[kind] != first['cause'] and kind != 'clock']
    kind = dice.choice(others)
    together = dice.random() < 0.5 and not {'gap', 'clock'} & {kind, first['kind']}
    start = first['start'] + (dice.uniform(1, 5) if together else first['length'] + dice.uniform(8, 12))
    return incident_of(seed, kind, shape_of(seed + 12, kind), start, dice.uniform(9, 16), dice, programs) | {
        'relation': 'together' if together else 'after'}


def noise_of(length, dice, programs, share):
    """Light jobs that must not be taken for incidents."""
    if dice.random() >= share:
        return []
    return sorted(({'kind': dice.choice(('cron', 'copy', 'shell')), 'start': round(dice.uniform(4, length - 6), 1),
                    'user': dice.choice(USERS), 'program': programs.pop()} for _ in range(dice.randint(1, 3))),
                  key=lambda job: job['start'])


def plan_of(seed):
    dice = random.Random(f'incident {seed}')
    programs = list(PROGRAMS)
    dice.shuffle(programs)
    kind, incidents = kind_of(seed), []
    if kind != 'quiet':
        first = incident_of(seed, kind, shape_of(seed, kind), dice.uniform(18, 24), dice.uniform(10, 20), dice, programs)
        second = second_of(seed, first, dice, programs)
        incidents = [first, second] if second else [first]
    end = max((one['start'] + one['length'] for one in incidents), default=0)
    length = round(max(dice.uniform(60, 66), end + dice.uniform(10, 14)), 1)
    noise = noise_of(length, dice, programs, 0.4 if incidents else 0.75)
    return {'seed': seed, 'length': length, 'incidents': incidents, 'noise': noise}
