// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What limits the values of a plot: a line at the whole that there is of something, and a mark
// above the stretches whose values are critical.

import { valueText } from '../base/units.js';
import { placesIn } from './plot.js';

/** Pixels. */
const BAR = 3;
const TEXT = 16;

/**
 * Not by colour alone: a bar above the plot, and a tint in it.
 * @type {Draw<Plot & {frame: Frame, critical: boolean[]}>}
 */
export function drawCritical(context, { area, frame, window, critical, project, colours }) {
  const [first, last] = placesIn(frame, window);
  const left = (k) => Math.max(area.left, project.x(frame.from + k * frame.step));
  const end = area.left + area.width;
  context.fillStyle = colours.odd;
  for (let k = first; k <= last; k += 1) {
    if (!critical[k]) continue;
    const from = k;
    while (k < last && critical[k + 1]) k += 1;
    const [a, b] = [left(from), Math.min(end, left(k + 1))];
    const width = Math.max(1, b - a);
    if (a >= end) continue;
    context.globalAlpha = 0.08;
    context.fillRect(a, area.top, width, area.height);
    context.globalAlpha = 1;
    context.fillRect(a, area.top - BAR - 1, width, BAR);
  }
}

const NAMES = { 'hinv.ncpu': 'CPUs', 'mem.physmem': 'of memory' };

/**
 * A line at the whole, with its number at the left end: the playhead is often at the right.
 * @type {Draw<SeriesPlot>}
 */
export function drawWhole(context, { area, frame, series, window, project, colour, colours }) {
  const [first, last] = placesIn(frame, window);
  const x = (k) => project.x(frame.from + k * frame.step);
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([6, 4]);
  context.beginPath();
  for (let k = first; k <= last; k += 1) {
    const y = Math.round(project.y(series.avg[k])) + 0.5;
    if (k === first) context.moveTo(x(k), y);
    else context.lineTo(x(k), y);
    context.lineTo(x(k + 1), y);
  }
  context.stroke();
  context.setLineDash([]);
  const value = series.avg[first];
  const name = NAMES[series.metric] ?? series.metric.split('.').at(-1);
  const isAtTop = project.y(value) < area.top + TEXT;
  context.font = colours.font;
  context.fillStyle = colours.soft;
  context.textAlign = 'left';
  context.textBaseline = isAtTop ? 'top' : 'bottom';
  const text = `${valueText(value, series.units)} ${name}`;
  context.fillText(text, area.left + 6, project.y(value) + (isAtTop ? 3 : -2));
}
