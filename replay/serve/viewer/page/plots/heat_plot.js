// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws a heat map: a row for each instance, a column for each pixel of time.

import { heatPalette } from './colours.js';
import { rowLabel } from '../names/instance_names.js';
import { contextOf } from './plot.js';

/** Rows are at least so high that names fit beside them, until there are too many. */
const TALL_ROW = 14;
const MOST_HEIGHT = 280;

export function heatHeight(rows) {
  return Math.min(Math.max(rows * TALL_ROW, 28), MOST_HEIGHT);
}

/**
 * The cells as a picture, one pixel each: the canvas stretches it.
 * @param {HeatFrame} frame
 * @param {Uint32Array} palette
 */
function pictureOf(frame, palette, empty) {
  if (frame.picture?.palette === palette) return frame.picture.canvas;
  const [width, height] = [frame.n, frame.rows.length];
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const image = new ImageData(canvas.width, canvas.height);
  const words = new Uint32Array(image.data.buffer);
  for (let i = 0; i < width * height; i += 1) {
    const cell = frame.cells[i];
    words[i] = cell === 0 ? empty : palette[cell];
  }
  contextOf(canvas).putImageData(image, 0, 0);
  frame.picture = { palette, canvas };
  return canvas;
}

let palette = heatPalette();
export function renewPalette() {
  palette = heatPalette();
}

/**
 * The cells of a frame in a plot's place, and names beside the rows.
 * @param {Context} context
 * @param {HeatFrame} frame
 * @param {Plot & {hoveredRow: number}} place
 */
export function drawHeat(context, frame, { area, project, colours, hoveredRow = -1 }) {
  const picture = pictureOf(frame, palette, 0);
  const x = project.x(frame.from);
  const width = (frame.to - frame.from) * project.perSecond;
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.width, area.height);
  context.clip();
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, x, area.top, width, area.height);
  context.restore();
  drawRowNames(context, frame, { area, colours, hoveredRow });
}

/**
 * @param {Context} context
 * @param {{rows: {i?: string}[]}} frame
 * @param {{area: Area, colours: Colours, hoveredRow: number}} place
 */
export function drawRowNames(context, frame, { area, colours, hoveredRow }) {
  const count = frame.rows.length;
  const height = area.height / Math.max(1, count);
  const every = Math.max(1, Math.ceil(11 / height));
  context.font = colours.font;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let row = 0; row < count; row += 1) {
    const isHovered = row === hoveredRow;
    if (
      !isHovered &&
      (row % every !== 0 || (hoveredRow >= 0 && Math.abs(row - hoveredRow) * height < 11))
    )
      continue;
    context.fillStyle = isHovered ? colours.text : colours.soft;
    context.fillText(
      fitText(context, rowLabel(frame.rows[row].i ?? ''), area.left - 9),
      area.left - 7,
      area.top + (row + 0.5) * height,
    );
  }
}

const fitted = new Map();
/**
 * The text with "…" if it does not fit.
 * @param {Context} context
 * @param {string} text
 * @returns {string}
 */
export function fitText(context, text, width) {
  const key = `${context.font}\n${Math.round(width)}\n${text.slice(0, 200)}`;
  if (fitted.has(key)) return fitted.get(key);
  let cut = text.slice(0, 200);
  while (
    cut.length > 1 &&
    context.measureText(cut.length < text.length ? `${cut}…` : cut).width > width
  ) {
    cut = cut.slice(0, Math.max(1, Math.floor(cut.length * 0.85)));
  }
  if (fitted.size > 5000) fitted.clear();
  const result = cut.length < text.length ? `${cut}…` : cut;
  fitted.set(key, result);
  return result;
}

/**
 * @param {{rows: unknown[]}} frame
 * @param {Area} area
 */
export function rowAt(frame, area, y) {
  const row = Math.floor(((y - area.top) / area.height) * frame.rows.length);
  return row >= 0 && row < frame.rows.length ? row : -1;
}

/**
 * The value of a cell, or NaN for an empty one.
 * @param {HeatFrame} frame
 */
export function cellValue(frame, row, column) {
  const cell = frame.cells[row * frame.n + column];
  return cell ? frame.low + ((cell - 1) / 254) * (frame.high - frame.low) : NaN;
}
