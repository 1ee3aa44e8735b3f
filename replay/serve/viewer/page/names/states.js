// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts over time: runs in which a series has one text, and what they say at a time.

import { placeInPanel } from './given_names.js';
import { seriesLabel } from './series_name.js';
import { shortNames } from './short_names.js';
import { clockText } from '../base/time_format.js';

/**
 * Whether a panel shows texts: numbers and texts do not share one.
 * @param {{series: Series[]}} panel
 * @param {Catalogue} catalogue
 */
export function isTextPanel(panel, catalogue) {
  return panel.series.every(({ metric }) => catalogue.isText(metric));
}

/**
 * A frame of an answer of /states, for a grid of so many pixels.
 * @param {StatesAnswer} answer
 * @param {string} query
 * @param {number} count
 * @returns {StateFrame}
 */
export function statesFrame(answer, query, count) {
  const series = answer.series.map(({ m, i = null, runs }) => ({
    metric: m,
    instance: i,
    label: seriesLabel({ metric: m, instance: i }),
    runs: runs.map(([from, to, text, changes = 1]) => ({ from, to, text, count: changes })),
  }));
  const step = (answer.to - answer.from) / count;
  return { ...answer, series, query, n: count, step, isLast: true, isApproximate: false };
}

/**
 * The rows of a panel: its series in their order, each with a short name.
 * @param {StateFrame | null} frame
 * @param {{series: PanelSeries[]}} panel
 * @returns {StateRow[]}
 */
export function stateRows(frame, panel) {
  if (!frame) return [];
  const ordered = [...frame.series].sort(
    (a, b) => placeInPanel(panel, a) - placeInPanel(panel, b),
  );
  const names = shortNames(ordered, panel);
  return ordered.map((series, row) => ({ ...series, name: names[row] }));
}

/**
 * The place of the last run that begins at a time or before it; -1 without one.
 * @param {Run[]} runs
 * @param {number} time
 */
export function placeOfRun(runs, time) {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle].from <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The run at a time, or null.
 * @param {Run[]} runs
 * @param {number} time
 */
export function runAt(runs, time) {
  const run = runs[placeOfRun(runs, time)];
  return run && time <= run.to ? run : null;
}

/** @param {Run} run */
export function runText({ text, count }) {
  if (text === null) return `${count} changes`;
  return text === '' ? '(empty)' : text;
}

/**
 * "running since 14:30:05".  What was before a frame is not known.
 * @param {Run} run
 * @param {TimeWindow} frame
 */
export function sinceText(run, frame, zone, decimals) {
  const before = run.from <= frame.from ? 'before ' : '';
  return `${runText(run)} since ${before}${clockText(run.from, zone, decimals)}`;
}
