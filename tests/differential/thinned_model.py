# Copyright 2026 The fdr authors.
# SPDX-License-Identifier: Apache-2.0
"""What docs/thinning.md says that a thinned archive has, computed from a whole archive at once, metric by metric."""

import math
from fractions import Fraction

INTEGERS = {'32-bit int': 32, '32-bit unsigned int': 32, '64-bit int': 64, '64-bit unsigned int': 64}
REALS = ('float', 'double')
SAMPLE = 10_000  # nanoseconds


class Sample:
    def __init__(self, at, values):
        self.at, self.values = at, dict(values)


def samples_of(records):
    """The samples of a metric, of [(time, {instance: value})]: what is less than 10 us apart is one.  None is a mark."""
    samples = []
    for record in records:
        if record is None:
            samples.append(None)
        elif samples and samples[-1] is not None and abs(record[0] - samples[-1].at) < SAMPLE:
            samples[-1].values.update(record[1])
        else:
            samples.append(Sample(*record))
    return samples


def falls(kind, before, after):
    """'wrap', 'reset' or nothing."""
    if kind in INTEGERS:
        if after >= before:
            return None
        return 'wrap' if INTEGERS[kind] == 32 and before - after > 2 ** 31 else 'reset'
    return None if after >= before else 'reset'


class Model:
    def __init__(self, kind, semantics, interval, origin, has_events=False):
        """`has_events`: the metric's agent has some, so a counter keeps its 32 bits."""
        self.kind, self.semantics = kind, semantics
        self.interval, self.origin = interval, origin
        self.is_counter = semantics == 'counter' and (kind in INTEGERS or kind in REALS)
        self.is_widened = self.is_counter and INTEGERS.get(kind) == 32 and not has_events
        self.out = []          # (time, {instance: value})
        self.written = None    # the last set, if only changes are written

    def end_of(self, at):
        return self.origin - (self.origin - at) // self.interval * self.interval

    def write(self, at, values):
        if self.kind not in INTEGERS and self.kind not in REALS or self.semantics == 'discrete':
            if values == self.written:
                return
            self.written = values
        self.out.append((at, values))

    def between(self, a, b, at):
        if not self.is_counter or at == a.at:
            return dict(a.wide)
        values = {}
        for instance, low in a.values.items():
            if instance not in b.values:
                values[instance] = a.wide[instance]
            elif self.kind in INTEGERS:
                growth = (b.values[instance] - low) % 2 ** INTEGERS[self.kind]
                part = Fraction(growth * (at - a.at), b.at - a.at)
                values[instance] = self.stored(a.wide[instance] + math.floor(part + Fraction(1, 2)))
            else:
                values[instance] = low + (at - a.at) * (b.values[instance] - low) / (b.at - a.at)
        return values

    def stored(self, value):
        """As a number of the type that is written."""
        bits = 64 if self.is_widened else INTEGERS[self.kind]
        value %= 2 ** bits
        return value if 'unsigned' in self.kind or value < 2 ** (bits - 1) else value - 2 ** bits

    def widen(self, sample, before, known):
        """Counters of 32 bits go on past their ends, also after their instance was away."""
        sample.base = {}
        for instance, value in sample.values.items():
            last, base = None, 0
            if before and instance in before.values:
                last, base = before.values[instance], before.base[instance]
            elif instance in known:
                last, base = known[instance]
            fall = falls(self.kind, last, value) if last is not None and self.is_counter else None
            sample.base[instance] = base + 2 ** 32 if fall == 'wrap' else 0 if fall == 'reset' else base
        sample.wide = {i: v + sample.base[i] if self.is_widened else v for i, v in sample.values.items()}

    def has_reset(self, sample, before, gone):
        if not self.is_counter or before is None:
            return False
        known = {i: v for i, (v, _) in gone.items()} | before.values
        return any(i in known and falls(self.kind, known[i], v) == 'reset' for i, v in sample.values.items())

    def run(self, samples):
        last, unwritten, gone, known = None, False, {}, {}
        for sample in samples + [None]:
            if sample is None:
                if last and unwritten:
                    self.write(last.at, last.wide | self.wide_of(gone))
                last, unwritten, gone, known, self.written = None, False, {}, {}, None
                continue
            step = sample.at - last.at if last else None
            begins = last is None or step > self.interval + self.interval // 20 or self.has_reset(sample, last, gone)
            self.widen(sample, last, known)
            crosses = last is not None and self.end_of(last.at) < sample.at
            is_over = False
            ends = crosses and not begins and (unwritten or last.at < self.end_of(last.at))
            if unwritten and begins or ends:
                at = last.at if begins else self.end_of(last.at)
                self.write(at, (last.wide if begins else self.between(last, sample, at)) | self.wide_of(gone))
                gone, is_over = {}, True
            if last and unwritten and not is_over:
                gone |= {i: (v, last.base[i]) for i, v in last.values.items() if i not in sample.values}
            gone = {i: v for i, v in gone.items() if i not in sample.values}
            known |= {i: (v, sample.base[i]) for i, v in sample.values.items()}
            last, unwritten = sample, True
            if begins:
                self.write(sample.at, sample.wide)
                unwritten = False
        return self.out

    def wide_of(self, gone):
        return {i: v + base if self.is_widened else v for i, (v, base) in gone.items()}


class Held:
    """The values of one instance in one interval."""

    def __init__(self):
        self.values, self.observed, self.sum, self.span, self.last = [], False, 0.0, 0, None

    def add(self, value, span, observed):
        self.observed |= observed
        if value is None or not math.isfinite(value):
            return
        self.values.append(value)
        self.sum += value * span
        self.span += span
        self.last = value

    def statistics(self):
        """Smallest, largest, mean."""
        if not self.observed or not self.values:
            return None
        return min(self.values), max(self.values), self.sum / self.span if self.span else float(self.last)


def stretches_of(samples, interval):
    """Rows of samples without marks and holes."""
    row = []
    for sample in samples + [None]:
        if row and (sample is None or sample.at - row[-1].at > interval + interval // 20):
            yield row
            row = []
        if sample is not None:
            row.append(sample)


def statistics_of(samples, interval, origin):
    """[(time, {instance: (smallest, largest, mean)})] of an instantaneous metric."""
    out = []
    model = Model('', '', interval, origin)
    for row in stretches_of(samples, interval):
        held, times = {}, {}
        for i, sample in enumerate(row):
            end = model.end_of(sample.at)
            times[end] = sample.at if i == len(row) - 1 else end
            for instance, value in sample.values.items():
                held.setdefault(end, {}).setdefault(instance, Held()).add(value, 0, True)
            following = row[i + 1] if i + 1 < len(row) else None
            if following is None:
                continue
            ends = range(end, model.end_of(following.at) + 1, interval)
            for instance in sample.values.keys() & following.values.keys():
                for e in ends:
                    span = min(e, following.at) - max(e - interval, sample.at)
                    if span > 0:
                        held.setdefault(e, {}).setdefault(instance, Held()).add(sample.values[instance], span, False)
        for end in sorted(times):
            values = {i: one.statistics() for i, one in held[end].items()}
            values = {i: one for i, one in values.items() if one is not None}
            if values:
                out.append((times[end], values))
    return out
