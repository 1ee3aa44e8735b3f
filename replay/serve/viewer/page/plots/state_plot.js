// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws state lines: a row for each series, with a bar for each run of a text and the text in it.

import { stateStyle } from './colours.js';
import { drawRowNames, fitText } from './heat_plot.js';
import { contextOf } from './plot.js';
import { placeOfRun, runText } from '../names/states.js';

/** More rows would be no reading matter. */
export const MOST_STATE_ROWS = 100;
const TALL_ROW = 22;
const MOST_HEIGHT = 320;
const LEAST_ROW = 4;
/** Rows and bars that are smaller have no text. */
const [LEAST_TEXT_HEIGHT, LEAST_TEXT_WIDTH] = [13, 18];

export function statesHeight(rows) {
  return rows * Math.min(TALL_ROW, Math.max(LEAST_ROW, MOST_HEIGHT / Math.max(rows, 1)));
}

/**
 * @param {Context} context
 * @param {StateRow[]} rows
 * @param {Plot & {hoveredRow: number}} place
 */
export function drawStates(context, rows, place) {
  const { area, colours, hoveredRow } = place;
  const height = area.height / Math.max(1, rows.length);
  context.save();
  context.beginPath();
  context.rect(area.left, 0, area.width, area.top + area.height + 4);
  context.clip();
  rows.forEach(({ runs }, row) => drawRow(context, runs, area.top + row * height, height, place));
  context.restore();
  const names = rows.map(({ name }) => ({ i: name }));
  drawRowNames(context, { rows: names }, { area, colours, hoveredRow });
}

/**
 * @param {Context} context
 * @param {Run[]} runs
 * @param {Plot} place
 */
function drawRow(context, runs, y, height, place) {
  const { area, window, project } = place;
  const right = area.left + area.width;
  for (let k = Math.max(0, placeOfRun(runs, window.from)); k < runs.length; k += 1) {
    const run = runs[k];
    if (run.from > window.to) break;
    if (run.to < window.from) continue;
    const left = Math.max(project.x(run.from), area.left - 1);
    const width = Math.max(Math.min(project.x(run.to), right + 1) - left, 1);
    drawBar(context, run, { left, y, width, height }, place);
  }
}

/**
 * @param {Context} context
 * @param {Run} run
 * @param {{left: number, y: number, width: number, height: number}} box
 * @param {Plot} place
 */
function drawBar(context, run, { left, y, width, height }, { colours }) {
  const gap = height > 8 ? 2 : 0.5;
  const [top, inner] = [y + gap / 2, height - gap];
  const { colour, pattern } =
    run.text === null ? { colour: colours.soft, pattern: 4 } : stateStyle(run.text);
  const isTall = height >= LEAST_TEXT_HEIGHT;
  context.fillStyle = colour;
  context.globalAlpha = isTall ? 0.24 : 0.75;
  context.fillRect(left, top, width, inner);
  context.globalAlpha = isTall ? 0.38 : 0.9;
  if (pattern > 0 && width > 3) {
    context.fillStyle = patternOf(context, colour, pattern);
    context.fillRect(left, top, width, inner);
    context.fillStyle = colour;
  }
  context.globalAlpha = 1;
  if (isTall) context.fillRect(left, top + inner - 2.5, width, 2.5);
  context.fillRect(left, top, Math.min(1.5, width), inner);
  if (isTall && width >= LEAST_TEXT_WIDTH)
    drawText(context, runText(run), { left, top, width, inner }, colours);
}

/**
 * On a plate of its own, so that a pattern does not cross it.
 * @param {Context} context
 * @param {string} text
 * @param {{left: number, top: number, width: number, inner: number}} bar
 * @param {Colours} colours
 */
function drawText(context, text, { left, top, width, inner }, colours) {
  context.font = colours.font;
  const fitted = fitText(context, text, width - 10);
  const size = context.measureText(fitted).width;
  if (size > width - 6) return;
  context.fillStyle = colours.panel;
  context.globalAlpha = 0.82;
  context.fillRect(left + 2.5, top + 1, size + 5, inner - 4.5);
  context.globalAlpha = 1;
  context.fillStyle = colours.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(fitted, left + 5, top + inner / 2 - 0.5);
}

/** @type {Map<string, CanvasPattern>} */
const patterns = new Map();
/**
 * Lines in a direction of their own: no text differs from another by its colour alone.
 * @param {Context} context
 */
function patternOf(context, colour, kind) {
  const key = `${colour} ${kind}`;
  const known = patterns.get(key);
  if (known) return known;
  const size = 8;
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const pen = contextOf(tile);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.4;
  const line = (...points) => {
    pen.beginPath();
    pen.moveTo(points[0], points[1]);
    pen.lineTo(points[2], points[3]);
    pen.stroke();
  };
  const isCross = kind === 4;
  if (kind === 1 || isCross)
    for (const at of [-size, 0, size]) line(at - 1, size + 1, at + size + 1, -1);
  if (kind === 2 || isCross)
    for (const at of [-size, 0, size]) line(at - 1, -1, at + size + 1, size + 1);
  if (kind === 3) line(0, size / 2, size, size / 2);
  // Only pictures that are still on their way have none.
  const pattern = /** @type {CanvasPattern} */ (context.createPattern(tile, 'repeat'));
  if (patterns.size > 200) patterns.clear();
  patterns.set(key, pattern);
  return pattern;
}
