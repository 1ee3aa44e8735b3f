// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of a panel's series, with how their lines look and their values.  A click hides a line.

import { element, setText } from '../base/dom.js';
import { latestPlace } from '../data/frame_set.js';
import { shortNames } from '../names/short_names.js';
import { valueText } from '../base/units.js';

const MOST_CHIPS = 16;
/** The greatest value of a bucket is shown if it is so much above the mean. */
const SPREAD = 0.05;

export class Legend {
  root = element('div', { class: 'legend' });
  /** @type {Set<string>} */
  #hidden = new Set();
  /** @type {{chip: HTMLElement, value: HTMLElement, name: string, label: string, title: string}[]} */
  #chips = [];
  #key = '';

  /**
   * @param {() => void} onChange when a series was hidden or shown
   * @param {() => void} showZeros shows what is left out, since it is zero
   */
  constructor(onChange, showZeros) {
    this.onChange = onChange;
    this.showZeros = showZeros;
  }

  isHidden(label) {
    return this.#hidden.has(label);
  }

  nameOf(label) {
    return this.#chips.find((chip) => chip.label === label)?.name ?? label;
  }

  /**
   * @param {StyledSeries[]} shown
   * @param {Panel} panel may name them
   * @param {number} leftOut how many are zero all the time
   */
  show(shown, panel, leftOut) {
    const names = shortNames(shown, panel);
    const looks = shown.map(({ label, colour }) => [label, colour]);
    const key = JSON.stringify([names, looks, [...this.#hidden], leftOut]);
    if (key === this.#key) return;
    this.#key = key;
    this.#chips = shown.slice(0, MOST_CHIPS).map((series, i) => this.#chipOf(series, names[i]));
    const buttons = () => [...this.root.querySelectorAll('button')];
    const focused = buttons().findIndex((button) => button === document.activeElement);
    this.root.replaceChildren(...this.#chips.map(({ chip }) => chip));
    if (shown.length > MOST_CHIPS)
      this.root.append(element('span', {}, `+ ${shown.length - MOST_CHIPS}`));
    if (leftOut > 0) this.root.append(this.#zerosOf(leftOut));
    if (focused >= 0) (buttons()[focused] ?? buttons().at(-1))?.focus();
  }

  #zerosOf(count) {
    return element(
      'button',
      { type: 'button', class: 'legend-zeros', title: 'Show them', onclick: () => this.showZeros() },
      count === 1
        ? '1 that is zero all the time is left out'
        : `${count} that are zero all the time are left out`,
    );
  }

  /** @param {Set<string>} labels of series whose values are critical now */
  showCritical(labels) {
    for (const one of this.#chips) {
      const isCritical = labels.has(one.label);
      one.chip.classList.toggle('is-critical', isCritical);
      one.chip.title = isCritical ? `${one.title}: critical` : one.title;
    }
  }

  /** @param {StyledSeries} series */
  #chipOf({ label, formula, colour, dash }, name) {
    const value = element('span', { class: 'chip-value' });
    const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.setProperty('--colour', colour);
    swatch.style.setProperty('--dash', dashPicture(dash));
    const chip = element(
      'button',
      {
        type: 'button',
        class: 'chip',
        title: formula ?? label,
        'aria-pressed': String(!this.#hidden.has(label)),
        onclick: () => this.#toggle(label),
      },
      swatch,
      element('bdi', { class: 'chip-name' }, name),
      value,
    );
    return { chip, value, name, label, title: formula ?? label };
  }

  #toggle(label) {
    if (!this.#hidden.delete(label)) this.#hidden.add(label);
    this.onChange();
  }

  /**
   * The values of a frame at a time.  `exact`, by label, is better where it has one.  `interval` is
   * that of the records.
   * @param {Frame | null} frame
   * @param {number | null} time
   * @param {Values | null | undefined} exact
   */
  showValues(frame, time, exact, interval) {
    const byLabel = new Map((frame?.series ?? []).map((series) => [series.label, series]));
    for (const { value, label } of this.#chips) {
      const series = byLabel.get(label);
      const known = exact?.get(label);
      const isKnown = frame && series && time !== null;
      setText(value, isKnown ? textAt(frame, series, time, known, interval) : '');
    }
  }
}

/**
 * @param {Frame} frame
 * @param {FrameSeries} series
 * @param {number | string | null | undefined} exact
 */
function textAt(frame, series, time, exact, interval) {
  if (exact !== undefined) return valueText(exact, series.units);
  const place = latestPlace(frame, series, time, interval);
  if (place < 0) return valueText(NaN, series.units);
  const [mean, low, high] = [series.avg[place], series.min[place], series.max[place]];
  const text = valueText(mean, series.units);
  const isSpread = high > low && high - low > Math.abs(mean) * SPREAD;
  return isSpread ? `${text} ▴${valueText(high, series.units)}` : text;
}

/** A dash of the canvas as a background of the legend. */
function dashPicture(dash) {
  if (dash.length === 0) return 'linear-gradient(var(--colour), var(--colour))';
  const total = dash.reduce((sum, part) => sum + part, 0);
  let at = 0;
  const stops = dash.map((part, i) => {
    const colour = i % 2 === 0 ? 'var(--colour)' : 'transparent';
    const stop = `${colour} ${at}px ${at + part}px`;
    at += part;
    return stop;
  });
  return `repeating-linear-gradient(to right, ${stops.join(', ')}, transparent ${total}px ${total}px)`;
}
