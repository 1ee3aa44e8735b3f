// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws lines with their bands on a canvas.  A canvas of our own, since it shares its pixels, axes
// and gaps with the heat map, and needs no third party's file.

import { numberAxis } from '../base/scales.js';
import { scaleFor } from '../base/units.js';

/**
 * A plot's part of the canvas: axis labels stand left of it.
 * @returns {Area}
 */
export function plotArea(width, height, gutter) {
  return {
    left: gutter,
    top: 6,
    width: Math.max(1, width - gutter - 1),
    height: Math.max(1, height - 10),
  };
}

/**
 * Never null, since no canvas has a context of another kind.
 * @param {HTMLCanvasElement} canvas
 */
export function contextOf(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
}

/**
 * Sizes a canvas for the pixels of the screen, and clears it.
 * @param {HTMLCanvasElement} canvas
 */
export function startDrawing(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.height = `${height}px`;
  }
  const context = contextOf(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/**
 * The places of a frame's buckets that lie in a window, with one more on each side.
 * @param {Frame} frame
 * @param {TimeWindow} window
 */
export function placesIn(frame, window) {
  const first = Math.max(0, Math.floor((window.from - frame.from) / frame.step) - 1);
  const last = Math.min(frame.n - 1, Math.ceil((window.to - frame.from) / frame.step) + 1);
  return [first, last];
}

/**
 * The least and the greatest value of some series in a window.
 * @param {Frame} frame
 * @param {FrameSeries[]} shown
 * @param {TimeWindow} window
 */
export function rangeOf(frame, shown, window) {
  let [low, high] = [Infinity, -Infinity];
  const [first, last] = placesIn(frame, window);
  for (const { min, max, avg } of shown) {
    for (let k = first; k <= last; k += 1) {
      const [least, most] = Number.isNaN(max[k]) ? [avg[k], avg[k]] : [min[k], max[k]];
      if (least < low) low = least;
      if (most > high) high = most;
    }
  }
  return low <= high ? { low, high } : null;
}

/**
 * The axis of values: from zero, in the units in which people read the largest value.  `factor`
 * makes numbers of the axis out of values.  A range that `isFixed` is the axis, as it is.
 * @param {ValueRange | null} range
 */
export function valueAxis(range, units, height, isFixed = false) {
  const { low, high } = range ?? { low: 0, high: 0 };
  const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)), units);
  const base = scale.base === 2 && high * scale.factor > 8 ? 2 : 10;
  const axis = numberAxis(
    isFixed ? low * scale.factor : Math.min(0, low * scale.factor),
    isFixed ? high * scale.factor : Math.max(0, high * scale.factor),
    Math.max(2, Math.floor(height / 30)),
    base,
  );
  if (isFixed) cutAxis(axis, low * scale.factor, high * scale.factor);
  return { ...axis, factor: scale.factor, name: scale.name };
}

/** @param {ReturnType<typeof numberAxis>} axis */
function cutAxis(axis, low, high) {
  const hair = axis.step * 1e-9;
  axis.ticks = axis.ticks.filter((tick) => tick >= low - hair && tick <= high + hair);
  [axis.low, axis.high] = [low, high];
}

/**
 * Functions from times and values to pixels.
 * @param {Area} area
 * @param {TimeWindow} window
 * @param {Axis} axis
 * @returns {Projection}
 */
export function projection(area, window, axis) {
  const perSecond = area.width / (window.to - window.from);
  const perUnit = area.height / (axis.high - axis.low);
  return {
    x: (time) => area.left + (time - window.from) * perSecond,
    y: (value) => area.top + (axis.high - value * axis.factor) * perUnit,
    perSecond,
  };
}

/**
 * Lines of the grid, and the numbers beside them.
 * @type {Draw<Plot & {tickText: (tick: number) => string}>}
 */
export function drawGrid(context, { area, axis, ticks, colours, project, tickText }) {
  context.lineWidth = 1;
  context.strokeStyle = colours.grid;
  context.fillStyle = colours.soft;
  context.font = colours.font;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.beginPath();
  for (const { time } of ticks) {
    const x = Math.round(project.x(time)) + 0.5;
    context.moveTo(x, area.top);
    context.lineTo(x, area.top + area.height);
  }
  for (const tick of axis.ticks) {
    const y = Math.round(project.y(tick / axis.factor)) + 0.5;
    context.moveTo(area.left, y);
    context.lineTo(area.left + area.width, y);
  }
  context.stroke();
  for (const tick of axis.ticks) {
    const y = Math.min(Math.max(project.y(tick / axis.factor), 7), area.top + area.height - 2);
    context.fillText(tickText(tick), area.left - 7, y);
  }
}

/**
 * Hatches the stretches in which nothing was recorded, and draws a line at each mark.
 * @type {Draw<Plot>}
 */
export function drawGaps(context, { area, window, gaps, marks, extent, colours, project }) {
  const inside = (time) => Math.min(Math.max(project.x(time), area.left), area.left + area.width);
  const voids = [
    [-Infinity, extent.start],
    [extent.end, Infinity],
  ];
  context.fillStyle = colours.outside;
  for (const [from, to] of voids) {
    const [a, b] = [inside(from), inside(to)];
    if (b > a) context.fillRect(a, area.top, b - a, area.height);
  }
  context.save();
  context.beginPath();
  for (const [from, to] of gaps) {
    if (to < window.from || from > window.to) continue;
    const [a, b] = [inside(from), inside(to)];
    context.rect(a, area.top, Math.max(1, b - a), area.height);
  }
  context.clip();
  context.strokeStyle = colours.hatch;
  context.beginPath();
  for (let x = area.left - area.height; x < area.left + area.width; x += 7) {
    context.moveTo(x, area.top + area.height);
    context.lineTo(x + area.height, area.top);
  }
  context.stroke();
  context.restore();
  context.strokeStyle = colours.mark;
  context.setLineDash([3, 3]);
  context.beginPath();
  for (const mark of marks) {
    if (mark < window.from || mark > window.to) continue;
    const x = Math.round(project.x(mark)) + 0.5;
    context.moveTo(x, area.top);
    context.lineTo(x, area.top + area.height);
  }
  context.stroke();
  context.setLineDash([]);
}

/**
 * The band from the least to the greatest recorded value: a bar for each bucket.  Neighbours have one
 * outline, which is filled much faster than many bars.
 * @type {Draw<SeriesPlot>}
 */
export function drawBand(context, { frame, series, window, project, colour, shift = 0 }) {
  const [first, last] = placesIn(frame, { from: window.from + shift, to: window.to + shift });
  const { min, max } = series;
  const left = (k) => project.x(frame.from - shift + k * frame.step);
  const top = (k) => project.y(max[k]);
  const outline = (from, to) => {
    const right = Math.max(left(to + 1), left(to) + 1);
    context.moveTo(left(from), top(from));
    for (let k = from; k <= to; k += 1) {
      context.lineTo(left(k), top(k));
      context.lineTo(k < to ? left(k + 1) : right, top(k));
    }
    for (let k = to; k >= from; k -= 1) {
      const bottom = Math.max(project.y(min[k]), top(k) + 1);
      context.lineTo(k < to ? left(k + 1) : right, bottom);
      context.lineTo(left(k), bottom);
    }
    context.closePath();
  };
  context.fillStyle = colour;
  context.globalAlpha = 0.26;
  context.beginPath();
  for (let k = first; k <= last; k += 1) {
    if (!(max[k] > min[k])) continue;
    const from = k;
    while (k < last && max[k + 1] > min[k + 1]) k += 1;
    outline(from, k);
  }
  context.fill();
  context.globalAlpha = 1;
}

/**
 * The line of the averages; it is broken where there is no value.
 * @type {Draw<Line>}
 */
export function drawLine(
  context,
  { frame, series, window, project, colour, dash, width = 1.4, isStep, shift = 0 },
) {
  const [first, last] = placesIn(frame, { from: window.from + shift, to: window.to + shift });
  const { avg } = series;
  const bucket = frame.step * project.perSecond;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.setLineDash(dash);
  context.beginPath();
  let isDown = false;
  for (let k = first; k <= last; k += 1) {
    const value = avg[k];
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const left = project.x(frame.from - shift + k * frame.step);
    const y = project.y(value);
    const x = left + bucket / 2;
    const isAlone = !isDown && Number.isNaN(avg[k + 1]);
    if (isStep || isAlone) {
      if (isDown) context.lineTo(left, y);
      else context.moveTo(left, y);
      context.lineTo(left + Math.max(bucket, 1), y);
    } else if (isDown) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDown = true;
  }
  context.stroke();
  context.setLineDash([]);
}

/**
 * A dot for each record, where records are far enough from each other to be told apart.
 * @type {Draw<SeriesPlot>}
 */
export function drawRecords(context, { frame, series, window, project, colour }) {
  const [first, last] = placesIn(frame, window);
  let recorded = 0;
  for (let k = first; k <= last; k += 1) recorded += series.count[k] > 0 ? 1 : 0;
  if (recorded * 9 > last - first) return;
  context.fillStyle = colour;
  context.beginPath();
  for (let k = first; k <= last; k += 1) {
    if (!(series.count[k] > 0)) continue;
    const x = project.x(frame.from + (k + 0.5) * frame.step);
    // Extremes beside a record are those of the time before it.
    const y = project.y(series.max[k] > series.min[k] ? series.avg[k] : series.max[k]);
    context.moveTo(x + 2.2, y);
    context.arc(x, y, 2.2, 0, 2 * Math.PI);
  }
  context.fill();
}
