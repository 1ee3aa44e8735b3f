// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a chart shows, as a table: for screen readers, and for those who want numbers.

import { element } from '../base/dom.js';
import { placeOf } from '../data/frame_set.js';
import { decimalsFor } from '../base/scales.js';
import { fullText } from '../base/time_format.js';
import { valueText } from '../base/units.js';

/** Rows of the table: more would be no reading matter. */
const ROWS = 24;

/**
 * Buckets of equal length, and for each series the mean and the extremes in them.
 * @param {Frame} frame
 * @param {FrameSeries[]} shown
 * @param {TimeWindow} window
 */
function tableRows(frame, shown, window) {
  const rows = [];
  const length = (window.to - window.from) / ROWS;
  for (let row = 0; row < ROWS; row += 1) {
    const from = window.from + row * length;
    const first = placeOf(frame, from);
    const last = placeOf(frame, from + length * 0.999);
    rows.push({
      from,
      values: shown.map((series) =>
        summary(series, first < 0 ? 0 : first, last < 0 ? frame.n - 1 : last),
      ),
    });
  }
  return rows;
}

/** @param {FrameSeries} series */
function summary({ avg, min, max }, first, last) {
  let [sum, count, low, high] = [0, 0, Infinity, -Infinity];
  for (let k = first; k <= last; k += 1) {
    if (!Number.isNaN(avg[k])) {
      sum += avg[k];
      count += 1;
    }
    if (min[k] < low) low = min[k];
    if (max[k] > high) high = max[k];
  }
  return {
    mean: count > 0 ? sum / count : NaN,
    low: low <= high ? low : NaN,
    high: low <= high ? high : NaN,
  };
}

/**
 * @param {Frame} frame
 * @param {FrameSeries[]} shown
 * @param {TimeWindow} window
 */
export function panelTable(frame, shown, window, zone, title) {
  const decimals = decimalsFor((window.to - window.from) / ROWS / 10);
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, 'From'),
    ...shown.map(({ label, formula }) =>
      element('th', { scope: 'col' }, element('bdi', {}, formula ?? label)),
    ),
  );
  const rows = tableRows(frame, shown, window).map(({ from, values }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, fullText(from, zone, decimals)),
      ...values.map(({ mean, low, high }, i) =>
        element(
          'td',
          { title: 'mean (least – greatest)' },
          Number.isNaN(low) || low === high
            ? valueText(mean, shown[i].units)
            : `${valueText(mean, shown[i].units)} (${valueText(low, shown[i].units)} – ${valueText(high, shown[i].units)})`,
        ),
      ),
    ),
  );
  return tableElement(title, head, rows);
}

/**
 * @param {HTMLElement} head a row
 * @param {HTMLElement[]} rows
 */
export function tableElement(title, head, rows, ...below) {
  return element(
    'div',
    { class: 'panel-table', tabindex: '0', role: 'region', 'aria-label': `Table of ${title}` },
    element(
      'table',
      {},
      element('caption', { class: 'for-readers' }, title),
      element('thead', {}, head),
      element('tbody', {}, ...rows),
    ),
    ...below,
  );
}
