// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { orderHeat, sumHeat } from '/page/plots/heat_sum.js';
import { cellValue } from '/page/plots/heat_plot.js';

/** Rows are lists of cells: 1 is `low`, 255 is `high`, and 0 is nothing. */
function frameOf(low, high, rows) {
  const names = Object.keys(rows);
  const n = rows[names[0]].length;
  return {
    ...{ m: 'cpu', rate: true, units: '', from: 0, to: n, n, step: 1, low, high },
    rows: names.map((i) => ({ i })),
    cells: Uint8Array.from(names.flatMap((name) => rows[name])),
  };
}

function valuesOf(frame) {
  return Object.fromEntries(
    frame.rows.map(({ i }, row) => [
      i,
      Array.from({ length: frame.n }, (_, k) => cellValue(frame, row, k)),
    ]),
  );
}

test('an instance shows the sum of all metrics', () => {
  const user = frameOf(0, 1, { cpu0: [255, 1, 0], cpu1: [1, 1, 1] });
  const steal = frameOf(0, 0.5, { cpu1: [255, 255, 1], cpu0: [255, 0, 0], cpu2: [1, 1, 255] });
  const sum = valuesOf(sumHeat([user, steal]));
  equal(Object.keys(sum), ['cpu0', 'cpu1', 'cpu2']);
  equal(sum.cpu0, [1.5, 0, NaN]);
  for (const [name, k, value] of [['cpu1', 0, 0.5], ['cpu1', 2, 0], ['cpu2', 2, 0.5]])
    isTrue(Math.abs(sum[name][k] - value) <= 1.5 / 254, `${name} ${k}`);
});

test('rows stand in the order that was asked for', () => {
  const frame = frameOf(0, 254, { a: [1, 11, 1], b: [9, 9, 0], c: [1, 1, 3] });
  const ordered = (order) => orderHeat(frame, order, 2).rows.map(({ i }) => i);
  equal(ordered('mean'), ['b', 'a']);
  equal(ordered('max'), ['a', 'b']);
  equal(ordered('last'), ['b', 'c']);
  equal(ordered('peak'), ['b', 'a']);
  equal(valuesOf(orderHeat(frame, 'max', 1)), { a: [0, 10, 0] });
});
