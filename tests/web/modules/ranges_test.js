// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, near, test } from './check.js';
import {
  SHORTEST,
  bucketGrid,
  clampWindow,
  panWindow,
  wholeOf,
  windowAround,
  zoomWindow,
} from '/page/base/ranges.js';

const DAY = { start: 0, end: 86400 };

test('a zoom keeps what is under the pointer', () => {
  const zoomed = zoomWindow({ from: 1000, to: 5000 }, 0.5, 2000, DAY);
  equal(zoomed, { from: 1500, to: 3500 });
});

test('no window leaves the data', () => {
  const whole = wholeOf(DAY);
  equal(clampWindow({ from: -1e9, to: 1e9 }, DAY), whole);
  equal(panWindow({ from: 0, to: 100 }, -1e6, DAY).from, whole.from);
  near(panWindow({ from: 0, to: 100 }, 1e6, DAY).to, whole.to, 1e-6);
});

test('no window is shorter than floats can draw', () => {
  const zoomed = zoomWindow({ from: 100, to: 101 }, 1e-9, 100.5, DAY);
  near(zoomed.to - zoomed.from, SHORTEST);
  near((zoomed.from + zoomed.to) / 2, 100.5, 1e-2);
});

test('an archive of one record can be looked at', () => {
  const whole = wholeOf({ start: 5, end: 5 });
  isTrue(whole.to > whole.from);
});

test('a window follows only what it would not show', () => {
  const window = { from: 100, to: 200 };
  equal(windowAround(window, 150, DAY), window);
  equal(windowAround(window, 1000, DAY), { from: 950, to: 1050 });
});

test('buckets do not move while one pans', () => {
  const a = bucketGrid({ from: 1000, to: 2000 }, 500);
  const b = bucketGrid({ from: 1000.7, to: 2000.7 }, 500);
  const step = (a.to - a.from) / a.count;
  near(step, 2);
  near(((b.from - a.from) / step) % 1, 0, 1e-6);
  isTrue(a.from <= 1000 && a.to >= 2000, 'covers');
});
