// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times above the panels.

import { startDrawing } from './plot.js';
import { timeTicks } from '../base/scales.js';
import { dayText } from '../base/time_format.js';

const HEIGHT = 26;
/** A label of a tick needs about so many pixels. */
const LABEL = 88;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {RulerPlace} place
 */
export function drawRuler(canvas, { window, geometry, zone, colours }) {
  const { left, width } = geometry;
  const context = startDrawing(canvas, left + width + 1, HEIGHT);
  const { step, ticks } = timeTicks(window.from, window.to, width / LABEL, zone);
  context.font = colours.font;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = colours.soft;
  // The day stands at the left if no tick names it.
  let free = left + 2;
  if (step < 86400 && !ticks.some(({ isDay }) => isDay)) {
    const day = dayText(window.from, zone);
    context.fillStyle = colours.text;
    context.fillText(day, 2, HEIGHT / 2);
    free = Math.max(free, 2 + context.measureText(day).width + 10);
  }
  context.strokeStyle = colours.soft;
  context.lineWidth = 1;
  context.beginPath();
  for (const { time, text, isDay } of ticks) {
    const x = left + ((time - window.from) / (window.to - window.from)) * width;
    context.moveTo(Math.round(x) + 0.5, HEIGHT - 5);
    context.lineTo(Math.round(x) + 0.5, HEIGHT);
    context.fillStyle = isDay ? colours.text : colours.soft;
    const length = context.measureText(text).width;
    const start = Math.min(x - length / 2, left + width - length);
    if (start >= free) context.fillText(text, start, HEIGHT / 2 - 2);
  }
  context.stroke();
}
