// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which series of a panel are zero all the time.  What was seen with another value, at any zoom,
// stays: lines do not come and go while the window moves.

export class ZeroSeries {
  /** @type {Set<string>} */
  #living = new Set();

  /** @param {FrameSeries} series */
  has(series) {
    if (this.#living.has(series.label)) return false;
    if (isZero(series)) return true;
    this.#living.add(series.label);
    return false;
  }
}

/**
 * Whether all that is known of a series is 0.
 * @param {FrameSeries} series
 */
export function isZero({ min, max, avg }) {
  const isNothing = (value) => value === 0 || Number.isNaN(value);
  return avg.includes(0) && [avg, max, min].every((values) => values.every(isNothing));
}
