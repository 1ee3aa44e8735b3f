// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { busyFrame, busyMetrics } from '/page/data/busy.js';
import { Catalogue } from '/page/data/catalogue.js';

const catalogueOf = (...names) => new Catalogue(names.map((m) => ({ m })));

/** A frame of two buckets; a series is the metric, its means, and its extremes. */
function frameOf(...series) {
  return {
    n: 2,
    series: series.map(([m, avg, min = avg, max = avg]) => ({
      m,
      avg: Float32Array.from(avg),
      min: Float32Array.from(min),
      max: Float32Array.from(max),
    })),
  };
}

function busyOf(...series) {
  const [{ avg, max }] = busyFrame(frameOf(...series)).series;
  return [[...avg], [...max]];
}

test('without processors, nothing tells how busy a machine was', () => {
  equal(busyMetrics(catalogueOf('kernel.all.load', 'disk.dev.avactive', 'hinv.ncpu')), []);
  equal(busyMetrics(catalogueOf('kernel.all.cpu.user')), []);
});

test('neither iowait nor nice nor waiting for processors is busy', () => {
  const [user, count, disk] = ['kernel.all.cpu.user', 'hinv.ncpu', 'disk.dev.avactive'];
  const others = ['idle', 'wait.total', 'nice'].map((kind) => `kernel.all.cpu.${kind}`);
  const waiting = 'kernel.all.pressure.cpu.some.total';
  equal(busyMetrics(catalogueOf(...others, waiting, user, count, disk)), [user, count, disk]);
});

test('interrupts count once, by their kinds or by their sum', () => {
  const kinds = ['user', 'irq.soft', 'irq.hard', 'intr'].map((kind) => `kernel.all.cpu.${kind}`);
  const [user, soft, hard, sum] = kinds;
  equal(busyMetrics(catalogueOf(...kinds, 'hinv.ncpu')), [user, soft, hard, 'hinv.ncpu']);
  equal(busyMetrics(catalogueOf(user, hard, sum, 'hinv.ncpu')), [user, sum, 'hinv.ncpu']);
  equal(busyMetrics(catalogueOf(user, soft, 'hinv.ncpu')), [user, soft, 'hinv.ncpu']);
  equal(busyMetrics(catalogueOf(user, soft, hard, 'hinv.ncpu')), [user, soft, hard, 'hinv.ncpu']);
});

test('what processors do is a part of what all of them could do', () => {
  const count = ['hinv.ncpu', [4, NaN]];
  const sys = ['kernel.all.cpu.sys', [1, 2], [0, 1], [1, 4]];
  equal(busyOf(count, ['kernel.all.cpu.user', [1, 0], [0, 0], [2, 1]], sys), [
    [0.5, 0.5],
    [0.75, 1],
  ]);
});

test('what was most counts: processors, the busiest disk, or waiting', () => {
  const machine = [
    ['hinv.ncpu', [2, 2]],
    ['kernel.all.cpu.user', [1, 0]],
  ];
  const disks = [
    ['disk.dev.avactive', [0.25, 0.5]],
    ['disk.dev.avactive', [0.125, 1]],
  ];
  equal(busyOf(...machine, ...disks)[0], [0.5, 1]);
  equal(busyOf(...machine, ['kernel.all.pressure.io.some.total', [0.75, NaN]])[0], [0.75, 0]);
});

test('what is not known is no zero', () => {
  const [avg] = busyOf(['hinv.ncpu', [2, 2]], ['kernel.all.cpu.user', [0, NaN]]);
  isTrue(avg[0] === 0 && Number.isNaN(avg[1]));
});
