// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Heat maps of several metrics as one: an instance shows the sum of its values, such as all that a
// processor does.

import { cellValue } from './heat_plot.js';

const STEPS = 254;

/**
 * Rows by instance.  What a metric does not have of an instance counts as nothing.
 * @param {HeatFrame[]} frames of one window, with means
 * @returns {HeatFrame}
 */
export function sumHeat(frames) {
  const [first] = frames;
  /** @type {Map<string | undefined, Float64Array>} */
  const sums = new Map();
  for (const frame of frames) {
    frame.rows.forEach(({ i }, row) => {
      const sum = sums.get(i) ?? new Float64Array(frame.n).fill(NaN);
      sums.set(i, sum);
      for (let k = 0; k < frame.n; k += 1) {
        const value = cellValue(frame, row, k);
        if (!Number.isNaN(value)) sum[k] = Number.isNaN(sum[k]) ? value : sum[k] + value;
      }
    });
  }
  const [low, high] = extremes([...sums.values()]);
  const cells = new Uint8Array(sums.size * first.n);
  const scale = high > low ? STEPS / (high - low) : 0;
  [...sums.values()].forEach((sum, row) => {
    sum.forEach((value, k) => {
      if (!Number.isNaN(value)) cells[row * first.n + k] = 1 + Math.round((value - low) * scale);
    });
  });
  return { ...first, low, high, cells, rows: [...sums.keys()].map((i) => ({ i })) };
}

/** @param {Float64Array[]} lists */
function extremes(lists) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : [0, 0];
}

/**
 * What a row counts in an order of the server, the largest first.
 * @type {{[order: string]: (frame: HeatFrame, row: number) => number}}
 */
const SCORES = {
  mean: (frame, row) => {
    const known = valuesOf(frame, row).filter((value) => !Number.isNaN(value));
    return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  },
  max: (frame, row) => Math.max(...valuesOf(frame, row).map((value) => value || 0)),
  last: (frame, row) => valuesOf(frame, row).filter((value) => !Number.isNaN(value)).at(-1) ?? -Infinity,
  peak: (frame, row) => {
    const values = valuesOf(frame, row).map((value) => (Number.isNaN(value) ? -Infinity : value));
    return -values.indexOf(Math.max(...values));
  },
};

/** @param {HeatFrame} frame */
function valuesOf(frame, row) {
  return Array.from({ length: frame.n }, (_, k) => cellValue(frame, row, k));
}

/**
 * The rows in an order of the server, of which only `most` stay.
 * @param {HeatFrame} frame
 * @param {string} order
 * @returns {HeatFrame}
 */
export function orderHeat(frame, order, most) {
  const score = SCORES[order] ?? SCORES.mean;
  const scores = frame.rows.map((_, row) => score(frame, row));
  const places = frame.rows.map((_, row) => row);
  places.sort((a, b) => scores[b] - scores[a]);
  const kept = places.slice(0, most);
  const cells = new Uint8Array(kept.length * frame.n);
  kept.forEach((row, place) => {
    cells.set(frame.cells.subarray(row * frame.n, (row + 1) * frame.n), place * frame.n);
  });
  return { ...frame, cells, rows: kept.map((row) => frame.rows[row]) };
}
