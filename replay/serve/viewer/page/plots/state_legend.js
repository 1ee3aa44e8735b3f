// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of a panel of texts, with the text of each at a time, and since when it holds.

import { stateStyle } from './colours.js';
import { element, setText } from '../base/dom.js';
import { runAt, runText, sinceText } from '../names/states.js';

const MOST_CHIPS = 16;

export class StateLegend {
  root = element('div', { class: 'legend' });
  /** @type {StateChip[]} */
  #chips = [];
  #key = '';

  /** @param {StateRow[]} rows */
  show(rows) {
    this.root.hidden = rows.length === 0;
    const key = JSON.stringify(rows.map(({ label, name }) => [label, name]));
    if (key === this.#key) return;
    this.#key = key;
    this.#chips = rows.slice(0, MOST_CHIPS).map(chipOf);
    this.root.replaceChildren(...this.#chips.map(({ chip }) => chip));
    if (rows.length > MOST_CHIPS)
      this.root.append(element('span', {}, `+ ${rows.length - MOST_CHIPS}`));
  }

  /**
   * `exact`, by label, has those texts that no run of the frame has.
   * @param {StateFrame | null} frame
   * @param {StateRow[]} rows
   * @param {{time: number | null, exact: Values | null, zone: string, decimals: number}} at
   */
  showTexts(frame, rows, { time, exact, zone, decimals }) {
    this.#chips.forEach(({ chip, swatch, value, label }, i) => {
      const run = time === null ? null : runAt(rows[i]?.runs ?? [], time);
      const told = run?.text ?? exact?.get(label) ?? null;
      const known = told === null ? null : String(told);
      const drawn = run ? runText(run) : '–';
      setText(value, known === null ? drawn : known || '(empty)');
      const style = known === null ? { colour: 'transparent', pattern: 0 } : stateStyle(known);
      swatch.style.setProperty('--colour', style.colour);
      swatch.dataset.pattern = String(style.pattern);
      chip.title = run && frame ? `${label}: ${sinceText(run, frame, zone, decimals)}` : label;
    });
  }
}

/**
 * @param {StateRow} row
 * @returns {StateChip}
 */
function chipOf({ label, name }) {
  const swatch = element('span', { class: 'swatch swatch-state', 'aria-hidden': 'true' });
  const value = element('bdi', { class: 'chip-value chip-text' });
  const chip = element(
    'span',
    { class: 'chip' },
    swatch,
    element('bdi', { class: 'chip-name' }, name),
    value,
  );
  return { chip, swatch, value, label };
}
