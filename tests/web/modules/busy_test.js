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
  equal(busyMetrics(catalogueOf('kernel.all.cpu.idle')), []);
});

test('idle time is enough; without it, the rest is asked for', () => {
  const [idle, count, disk] = ['kernel.all.cpu.idle', 'hinv.ncpu', 'disk.dev.avactive'];
  const [user, sys] = ['kernel.all.cpu.user', 'kernel.all.cpu.sys'];
  equal(busyMetrics(catalogueOf(idle, user, count, disk)), [idle, count, disk]);
  equal(busyMetrics(catalogueOf(sys, user, count)), [user, sys, count]);
});

test('processors are busy when they are not idle', () => {
  const count = ['hinv.ncpu', [4, NaN]];
  equal(busyOf(count, ['kernel.all.cpu.idle', [1, 4], [0, 3]]), [[0.75, 0], [1, 0.25]]);
  equal(busyOf(count, ['kernel.all.cpu.user', [1, 0]], ['kernel.all.cpu.sys', [1, 2]]), [
    [0.5, 0.5],
    [0.5, 0.5],
  ]);
});

test('what was most counts: processors, the busiest disk, or waiting', () => {
  const machine = [
    ['hinv.ncpu', [2, 2]],
    ['kernel.all.cpu.idle', [1, 2]],
  ];
  const disks = [
    ['disk.dev.avactive', [0.25, 0.5]],
    ['disk.dev.avactive', [0.125, 1]],
  ];
  equal(busyOf(...machine, ...disks)[0], [0.5, 1]);
  equal(busyOf(...machine, ['kernel.all.pressure.io.some.total', [0.75, NaN]])[0], [0.75, 0]);
});

test('what is not known is no zero', () => {
  const [avg] = busyOf(['hinv.ncpu', [2, 2]], ['kernel.all.cpu.idle', [2, NaN]]);
  isTrue(avg[0] === 0 && Number.isNaN(avg[1]));
});
