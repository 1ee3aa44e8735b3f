// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which series of a panel are zero all the time.  What was seen with another value, at any zoom,
// stays while the source is the same: lines do not come and go while the window moves.

export class ZeroSeries {
  /** @type {Set<string>} */
  #living = new Set();
  #source = '';

  /**
   * @param {FrameSeries} series
   * @param {string} source that it is of
   */
  has(series, source) {
    if (source !== this.#source) this.#living.clear();
    this.#source = source;
    if (this.#living.has(series.label)) return false;
    if (isZero(series)) return true;
    // Without any value, it may still turn out to be zero.
    if ([series.avg, series.max, series.min].some((values) => values.some(isOther)))
      this.#living.add(series.label);
    return false;
  }
}

/** @param {number} value */
function isOther(value) {
  return value !== 0 && !Number.isNaN(value);
}

/**
 * Whether all that is known of a series is 0.
 * @param {FrameSeries} series
 */
export function isZero({ min, max, avg }) {
  return avg.includes(0) && ![avg, max, min].some((values) => values.some(isOther));
}
