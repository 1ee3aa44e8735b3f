// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws the strip above all: what was recorded, gaps, marks, notes, and when it was busy.

import { styleColour } from './colours.js';
import { startDrawing } from './plot.js';
import { timeTicks } from '../base/scales.js';

const HEIGHT = 54;
/** Above the times. */
const STRIP = 38;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Strip} place
 * @param {{info: ShownSource, notes: Note[], frame: Frame | null, top: number | null}} shown
 */
export function drawOverview(canvas, place, { info, notes, frame, top }) {
  const context = startDrawing(canvas, place.width, HEIGHT);
  drawCoverage(context, place, info);
  if (frame) drawSkyline(context, place, frame, top);
  drawTimes(context, place);
  drawMarks(context, place, info.marks ?? []);
  drawNotes(context, place, notes);
}

/**
 * @param {Context} context
 * @param {Strip} place
 * @param {ShownSource} info
 */
function drawCoverage(context, { xOf }, { start, end, gaps = [] }) {
  const [a, b] = [xOf(start), xOf(end)];
  context.fillStyle = styleColour('recorded');
  context.fillRect(a, 0, Math.max(1, b - a), STRIP);
  context.fillStyle = styleColour('panel');
  for (const [from, to] of gaps) {
    context.fillRect(xOf(from), 0, Math.max(1, xOf(to) - xOf(from)), STRIP);
  }
}

/**
 * @param {Context} context
 * @param {Strip} place
 * @param {Frame} frame
 * @param {number | null} top
 */
function drawSkyline(context, { xOf }, { series, n, from, to }, top) {
  const [first] = series;
  if (!first) return;
  let most = top ?? 0;
  if (top === null) for (const value of first.max) if (value > most) most = value;
  if (!(most > 0)) return;
  const left = xOf(from);
  const width = (xOf(to) - left) / n;
  const bars = (field, alpha) => {
    context.globalAlpha = alpha;
    context.beginPath();
    for (let k = 0; k < n; k += 1) {
      const height = Math.min(1, Math.max(0, first[field][k]) / most) * (STRIP - 4);
      if (height > 0) context.rect(left + k * width, STRIP - height, Math.max(width, 0.6), height);
    }
    context.fill();
  };
  context.fillStyle = styleColour('accent');
  bars('max', 0.35);
  bars('avg', 0.75);
  context.globalAlpha = 1;
}

/**
 * @param {Context} context
 * @param {Strip} place
 */
function drawTimes(context, { whole, width, xOf, zone }) {
  context.font = `10.5px ${styleColour('font')}`;
  context.fillStyle = styleColour('soft');
  context.textBaseline = 'middle';
  let free = 0;
  for (const { time, text } of timeTicks(whole.from, whole.to, width / 90, zone).ticks) {
    const x = xOf(time);
    const length = context.measureText(text).width;
    const start = Math.min(Math.max(x - length / 2, 2), width - length - 2);
    context.fillRect(Math.round(x), STRIP, 1, 3);
    if (start >= free) context.fillText(text, start, STRIP + 10);
    free = Math.max(free, start + length + 12);
  }
}

function drawMarks(context, { xOf }, marks) {
  context.fillStyle = styleColour('mark');
  for (const mark of marks) context.fillRect(Math.round(xOf(mark)), 0, 1, STRIP);
}

/**
 * @param {Context} context
 * @param {Strip} place
 * @param {Note[]} notes
 */
function drawNotes(context, { xOf }, notes) {
  context.fillStyle = styleColour('note');
  for (const { t } of notes) {
    const x = xOf(t);
    context.beginPath();
    context.moveTo(x - 4, 0);
    context.lineTo(x + 4, 0);
    context.lineTo(x, 7);
    context.fill();
  }
}
