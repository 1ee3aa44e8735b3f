// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The runs of a panel of texts as a table: for screen readers, and for those who read.

import { element } from '../base/dom.js';
import { tableElement } from './panel_table.js';
import { runText } from '../names/states.js';
import { fullText, lengthText } from '../base/time_format.js';

/** Lines of the table: more would be no reading matter. */
const MOST_LINES = 500;

/**
 * @param {StateRow[]} rows
 * @param {object} options
 * @param {TimeWindow} options.window
 * @param {string} options.zone
 * @param {number} options.decimals
 * @param {string} options.title
 * @param {number} options.start where the runs that are known begin
 */
export function statesTable(rows, { window, zone, decimals, title, start }) {
  const lines = rows.flatMap(({ label, runs }) =>
    runs
      .filter(({ from, to }) => to >= window.from && from <= window.to)
      .map((run) => ({ label, run })),
  );
  const cells = lines
    .slice(0, MOST_LINES)
    .map(({ label, run }) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, element('bdi', {}, label)),
        element('td', {}, `${run.from <= start ? 'before ' : ''}${fullText(run.from, zone, decimals)}`),
        element('td', {}, lengthText(run.to - run.from)),
        element('td', { class: 'state-text' }, element('bdi', {}, runText(run))),
      ),
    );
  const head = ['Series', 'From', 'For', 'Text'].map((name) =>
    element('th', { scope: 'col' }, name),
  );
  const rest = lines.length - cells.length;
  const more = rest > 0 ? element('p', { class: 'quiet' }, `… and ${rest} more`) : null;
  return tableElement(title, element('tr', {}, ...head), cells, more);
}
