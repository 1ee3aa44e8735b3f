// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a source, and how well texts have the words of a search.

import { SHARE } from '../base/units.js';

/** As many as the server gives. */
export const MOST_METRICS = 10000;
const TIME_UNITS = /^(nanosec|microsec|millisec|sec|min|hour)$/;
const NO_NUMBERS = /string|aggregate|event/i;

export function isNumberType(type) {
  return !NO_NUMBERS.test(type);
}

export class Catalogue {
  #metrics;

  /** @param {Match[]} matches of /find without words */
  constructor(matches) {
    this.#metrics = new Map(matches.map((match) => [match.m, match]));
  }

  get(metric) {
    return this.#metrics.get(metric);
  }

  has(metric) {
    return this.#metrics.has(metric);
  }

  get names() {
    return [...this.#metrics.keys()];
  }

  get size() {
    return this.#metrics.size;
  }

  instancesOf(metric) {
    const known = this.#metrics.get(metric);
    return known?.instances ?? 1;
  }

  isNumber(metric) {
    return isNumberType(this.#metrics.get(metric)?.type ?? '');
  }

  isText(metric) {
    return this.#metrics.get(metric)?.type === 'string';
  }

  /** Units of the values that are shown. */
  unitsOf(metric, isRaw) {
    const known = this.#metrics.get(metric);
    if (!known) return '';
    if (known.semantics !== 'counter' || isRaw) return known.units ?? '';
    return TIME_UNITS.test(known.units) ? SHARE : `${known.units || 'count'} / sec`;
  }

  /** Whether values hold until the next one, so that a chart has steps. */
  isDiscrete(metric) {
    return this.#metrics.get(metric)?.semantics === 'discrete';
  }
}

/** 0 without a match; greater if the words stand at the beginnings of parts of the name. */
export function scoreOf(name, words) {
  let score = words.length === 0 ? 1 : 0;
  for (const word of words) {
    const part = scoreWord(name, word);
    if (part === 0) return 0;
    score += part;
  }
  return score;
}

function scoreWord(name, word) {
  if (name === word) return 100;
  const at = name.indexOf(word);
  if (at === 0) return 60;
  if (at > 0) return /[._]/.test(name[at - 1]) ? 50 : 30;
  let from = 0;
  let runs = 0;
  let before = -2;
  for (const letter of word) {
    const place = name.indexOf(letter, from);
    if (place < 0) return 0;
    if (place !== before + 1) runs += 1;
    before = place;
    from = place + 1;
  }
  // Few runs of letters are a likely abbreviation; many are chance.
  return runs <= 1 + word.length / 2 ? 10 / runs : 0;
}
