// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Series on top of each other.  A stack shows means alone: the extremes of several series belong to
// different moments, so their sums would say nothing.

import { placesIn } from './plot.js';

/**
 * The layers of a stack, the lowest first.  Each is a series whose values are its upper edge, and
 * `low` its lower one.  A series without a value counts as nothing where another one has a value.
 * @template {FrameSeries} One
 * @param {Frame | null} frame
 * @param {One[]} shown
 * @param {boolean} isShare the edges are parts of the sum, from 0 to 1
 * @returns {Layer<One>[]}
 */
export function stackOf(frame, shown, isShare) {
  if (!frame) return [];
  const total = totalOf(frame.n, shown);
  let low = total.map((sum) => (Number.isNaN(sum) ? NaN : 0));
  return shown.map((series) => {
    const high = low.map((edge, k) => {
      const value = Number.isNaN(series.avg[k]) ? 0 : series.avg[k];
      return edge + (isShare ? partOf(value, total[k]) : value);
    });
    const layer = { ...series, low, min: high, max: high, avg: high };
    low = high;
    return layer;
  });
}

/** @param {FrameSeries[]} shown */
function totalOf(count, shown) {
  const total = new Float64Array(count).fill(NaN);
  for (const { avg } of shown) {
    for (let k = 0; k < count; k += 1) {
      if (!Number.isNaN(avg[k])) total[k] = Number.isNaN(total[k]) ? avg[k] : total[k] + avg[k];
    }
  }
  return total;
}

function partOf(value, total) {
  return total === 0 ? 0 : value / total;
}

/**
 * The upper edge of a layer where it has any height: layers of nothing would hide each other's.
 * @template {FrameSeries} One
 * @param {Layer<One>} layer
 * @returns {Layer<One>}
 */
export function edgeOf(layer) {
  const { low, avg } = layer;
  return { ...layer, avg: avg.map((edge, k) => (edge > low[k] ? edge : NaN)) };
}

/**
 * Fills a layer: its line is drawn by others.
 * @type {Draw<SeriesPlot & {series: Layer<FrameSeries>}>}
 */
export function drawLayer(context, { frame, series, window, project, colour }) {
  const [first, last] = placesIn(frame, window);
  const bucket = frame.step * project.perSecond;
  const { low, avg: high } = series;
  const left = (k) => project.x(frame.from + k * frame.step);
  context.fillStyle = colour;
  context.globalAlpha = 0.4;
  context.beginPath();
  for (let k = first; k <= last; k += 1) {
    if (Number.isNaN(high[k])) continue;
    let end = k;
    while (end < last && !Number.isNaN(high[end + 1])) end += 1;
    const isAlone = end === k;
    const corners = isAlone
      ? [
          [left(k), k],
          [left(k) + Math.max(bucket, 1), k],
        ]
      : Array.from({ length: end - k + 1 }, (_, i) => [left(k + i) + bucket / 2, k + i]);
    corners.forEach(([x, place], i) => {
      if (i === 0) context.moveTo(x, project.y(high[place]));
      else context.lineTo(x, project.y(high[place]));
    });
    for (const [x, place] of corners.reverse()) context.lineTo(x, project.y(low[place]));
    context.closePath();
    k = end;
  }
  context.fill();
  context.globalAlpha = 1;
}
