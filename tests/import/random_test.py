#!/usr/bin/python3
# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""usage: random_test.py PROGRAMS LIBRARIES [SEED...]

Random calls of LOGIMPORT(3), right and wrong: import_driver prints the same, and writes the same archives, with PCP's
libraries and with ours.  The calls keep away from what PCP's library does not survive, and from its defects that
docs/compatibility.md lists."""

import os
import pathlib
import random
import sys

import sides

PROGRAMS = pathlib.Path(sys.argv[1])
PEER = PROGRAMS / 'import_driver_peer'
LIBRARIES = None if sys.argv[2] == 'none' else pathlib.Path(sys.argv[2])
ROUNDS = 2000 if 'FDR_SOAK' in os.environ else 100
LENGTH = 150

NAMES = ('a', 'b.c', 'b.d', 'b', 'long.name.of_a.metric9', 'x1', 'A.B', 'disk.dev.read', 'mem.free', 'up')
WRONG_NAMES = ('', '.', 'a.', '1a', 'a-b', 'NULL', 'a..b')
INSTANCES = ('sda', 'sda1', 'one two', 'one three', 'x', 'a b c', '1 minute', '5 minute', 'ä', 'q,w', '')
VALUES = ('0', '1', '-1', '42', '3.25', '1e10', '4294967296', '99999999999999999999', 'text', '', 'a b', '-0.5', 'nan', '7 ')
LABELS = ('agent', 'host', 'a1', 'bad.name', '1x', '')
LABEL_VALUES = ('linux', '5', 'true', 'TRUE', 'null', '"', 'two words', '', '[1]')
DOMAINS = (0x3d400001, 0x3d400002, 0x0f000001)


class Context:
    def __init__(self, base, parent=None):
        self.base, self.version_is_set = base, False
        self.metrics = dict(parent.metrics) if parent else {}  # name: pmid or None, type, domain
        self.members = {domain: list(names) for domain, names in parent.members.items()} if parent else {}
        self.next_id = dict(parent.next_id) if parent else {}
        self.handles = parent.handles if parent else 0
        self.last, self.after_mark, self.has_labels = None, False, bool(parent and parent.has_labels)
        self.has_record = False


class Script:
    """Grows call by call; knows only what it needs to avoid PCP's defects."""

    def __init__(self, dice):
        self.dice, self.lines, self.contexts = dice, [], []
        self.current, self.clock, self.item = None, dice.randrange(1, 10 ** 9) * 1000000, 0

    def call(self, *words):
        self.lines.append('\t'.join(str(word) for word in words))

    def start(self):
        inherit = bool(self.current and not self.current.has_labels and self.dice.random() < 0.5)
        context = Context(f'archive{len(self.contexts)}', self.current if inherit else None)
        self.contexts.append(context)
        self.current = context
        self.call('Start', context.base, int(inherit))
        self.call('SetVersion', self.dice.choice((2, 2, 3, 3, 5)))
        if self.dice.random() < 0.7:
            self.call('SetHostname', self.dice.choice(('h', 'some.host.example', '')))
        if self.dice.random() < 0.7:
            self.call('SetTimezone', self.dice.choice(('UTC', 'EST5', 'CET-1')))

    def use(self):
        number = self.dice.randrange(len(self.contexts) + 2)
        self.call('UseContext', number)
        if 1 <= number <= len(self.contexts):
            self.current = self.contexts[number - 1]

    def metric(self):
        name = self.dice.choice(NAMES if self.dice.random() < 0.9 else WRONG_NAMES)
        self.item += 1
        pmid = self.dice.choice((-1, -1, 0x0f000000 | self.item, 0x0f000001))
        kind, domain = self.dice.choice((0, 1, 2, 3, 4, 5, 6, 6, 8)), self.dice.choice((-1, *DOMAINS))
        semantics = self.dice.choice((1, 3, 4, 3, 7))
        self.call('AddMetric', name, pmid, kind, domain, semantics, *(self.dice.randrange(-3, 4) for _ in range(3)),
                  *(self.dice.randrange(6) for _ in range(3)))
        known = [entry[0] for entry in self.current.metrics.values()]
        is_new = name in NAMES and name not in self.current.metrics and (pmid == -1 or pmid not in known)
        if is_new and kind <= 6 and semantics in (1, 3, 4):
            if pmid == -1:
                pmid = 0x3d400000 | len(self.current.metrics) + 1
            self.current.metrics[name] = (pmid, kind, domain)

    def instance(self):
        domain, name = self.dice.choice(DOMAINS), self.dice.choice(INSTANCES)
        ids = self.current.next_id.get(domain, 0)
        number = ids + self.dice.randrange(1, 4) if self.dice.random() < 0.8 else self.dice.randrange(ids + 1)
        telling = name.split(' ')[0] + (' ' if ' ' in name else '')
        members = self.current.members.setdefault(domain, [])
        self.call('AddInstance', domain, name, number)
        if telling not in (other for other, _ in members) and number not in (other for _, other in members):
            if number <= ids:  # PCP confuses the names of what is not ascending
                self.lines.pop()
                return
            members.append((telling, number))
            self.current.next_id[domain] = number

    def name_and_instance(self):
        name = self.dice.choice([*self.current.metrics, 'none'])
        singular = self.current.metrics.get(name, (0, 0, -1))[2] == -1
        instance = self.dice.choice(('', 'NULL') if singular else INSTANCES[:-1])
        return name, instance if self.dice.random() < 0.95 else self.dice.choice(('', 'sda'))

    def value(self):
        self.call('PutValue', *self.name_and_instance(), self.dice.choice(VALUES))

    def values(self):
        for _ in range(self.dice.randrange(1, 8)):
            self.value()

    def handle(self):
        self.call('GetHandle', *self.name_and_instance())
        self.current.handles += 1

    def handle_value(self):
        self.call('PutValueHandle', self.dice.randrange(self.current.handles + 2), self.dice.choice(VALUES))

    # The first record of an archive must have values: otherwise PCP's library may die later.
    def text(self):
        if not self.current.has_record:
            return
        kind = self.dice.choice((4, 4, 8, 8, 5))
        known = [entry[0] for entry in self.current.metrics.values()] if kind == 4 else DOMAINS
        self.call('PutText', kind, self.dice.choice((1, 2, 1, 2, 3)), self.dice.choice([*known, -1, 77]),
                  self.dice.choice(('short', 'two\\nlines', '', 'other')))

    def label(self):
        if not self.current.has_record:
            return
        kind = self.dice.choice((1, 2, 4, 8, 16, 32, 5))
        known = {2: [245, 60], 8: [0x3d400000], 16: [entry[0] for entry in self.current.metrics.values()]}
        self.call('PutLabel', kind, self.dice.choice([*known.get(kind, DOMAINS), -1, 99]),
                  self.dice.choice((0, 1, 2, -1)), self.dice.choice(LABELS), self.dice.choice(LABEL_VALUES))
        self.current.has_labels = True

    def stamp(self):
        """The microseconds of the next record, mostly later than all before."""
        context = self.current
        if context.last is not None and not context.after_mark and self.dice.random() < 0.1:
            return max(0, context.last - self.dice.choice((1, 1000000)))
        if context.last is not None and not context.after_mark and self.dice.random() < 0.1 and context.last == self.clock:
            return context.last
        self.clock += self.dice.choice((1000, 1234567, 60000000))
        return self.clock

    def write(self):
        if not self.current.has_record:
            self.call('AddMetric', 'the.first', 0x0f0ffc01, 0, -1, 3, 0, 0, 0, 0, 0, 0)
            self.call('PutValue', 'the.first', '', 1)
            self.current.metrics.setdefault('the.first', (0x0f0ffc01, 0, -1))
        stamp = self.stamp()
        form = self.dice.choice(('Write', 'Write2', 'HighResWrite'))
        self.call(form, stamp // 1000000, stamp % 1000000 * (1000 if form == 'HighResWrite' else 1))
        self.wrote(stamp)
        self.current.has_record = True

    def wrote(self, stamp):
        # Whether there was something to write does not matter: a later stamp is right in any case.
        if self.current.last is None or stamp >= self.current.last:
            self.current.last, self.current.after_mark = stamp, False
        self.current.has_labels = False

    def result(self):
        numbers = [(pmid, domain) for pmid, kind, domain in self.current.metrics.values() if kind in (0, 1)]
        if not numbers:
            return
        for pmid, domain in self.dice.sample(numbers, min(len(numbers), 3)):
            count = self.dice.choice((None, None, -12357, 0))
            self.call('set', pmid, 0, *(() if count is None else (count,)))
            members = [number for _, number in self.current.members.get(domain, [])] if domain != -1 else [-1]
            for number in self.dice.sample(members, len(members)) if count is None else ():
                self.call('word', number, self.dice.randrange(-9, 9))
        stamp = self.stamp()
        form = self.dice.choice(('PutResult', 'PutHighResResult'))
        self.call(form, stamp // 1000000, stamp % 1000000 * (1 if form == 'PutResult' else 1000))
        self.wrote(stamp)

    def mark(self):
        if not self.current.has_record:
            return
        self.call('PutMark')
        self.current.after_mark = True
        self.clock += 3000000

    def tell(self):
        self.call(*self.dice.choice((('Dump',), ('ErrStr', -1), ('ErrStr', -20000 - self.dice.randrange(30)), ('Time',))))

    def grow(self):
        # All contexts come first: PCP's library does not survive another one beside an open archive.
        for _ in range(self.dice.choice((1, 1, 2, 3))):
            self.start()
            for _ in range(5):
                self.metric()
                self.instance()
                self.handle()
        steps = ((self.metric, 6), (self.instance, 8), (self.value, 10), (self.values, 20), (self.handle, 3),
                 (self.handle_value, 6), (self.text, 4), (self.label, 4), (self.write, 20), (self.result, 6),
                 (self.mark, 2), (self.tell, 4), (self.use, 2))
        while len(self.lines) < LENGTH:
            self.dice.choices([step for step, _ in steps], [weight for _, weight in steps])[0]()
        for number, context in enumerate(self.contexts, 1):
            self.call('UseContext', number)
            self.current = context
            self.call('AddMetric', 'the.last', 0x0f0ffc00, 0, -1, 3, 0, 0, 0, 0, 0, 0)
            self.call('PutValue', 'the.last', '', 1)
            self.clock += 1000000
            self.call('Write2', self.clock // 1000000, 0)
            self.call('End')
        return '\n'.join(self.lines) + '\n'


def main():
    seeds = [int(seed) for seed in sys.argv[3:]] or range(ROUNDS)
    problems, archives, died = [], 0, 0
    for seed in seeds:
        text = Script(random.Random(seed)).grow()
        settings = {'PCP_LOGIMPORT_MAXLOGSZ': str(2500 + seed)} if seed % 3 == 0 else {}
        ours = (PEER, LIBRARIES) if LIBRARIES and seed % 2 else (PROGRAMS / 'import_driver_ours', None)
        pair = sides.Pair(ours, (PEER, None), stdin=text, settings=settings)
        archives += len(pair.archives)
        if pair.peers[0] != 'status 0':
            died += 1
        elif pair.problems:
            problems.append(f'seed {seed}:\n' + '\n'.join(pair.problems))
        if len(seeds) == 1:
            pathlib.Path('script').write_text(text)
    if died * 50 > len(seeds):
        problems.append(f'PCP died of {died} of {len(seeds)} scripts')
    if problems:
        sys.exit('\n'.join(problems[:5]) + f'\n{len(problems)} of {len(seeds)} differ')
    print(f'{len(seeds)} scripts, {archives} archives; PCP died of {died}')


main()
