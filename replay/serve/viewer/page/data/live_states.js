// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last texts of a source that keeps none itself: what arrived while the page was open.

import { seriesLabel } from '../names/series_name.js';

/** Runs that are kept of each series. */
const MOST_RUNS = 2000;

export class LiveStates {
  /** @type {Map<string, StatesOf>} */
  #series = new Map();

  /** @param {number} hold a text holds on for so many seconds: a longer silence is a gap */
  constructor(hold) {
    this.hold = hold;
  }

  /**
   * @param {Series} series
   * @param {number} time
   * @param {string} text
   */
  keep({ metric, instance }, time, text) {
    const label = seriesLabel({ metric, instance });
    const { runs } =
      this.#series.get(label) ?? this.#add(label, { m: metric, i: instance, runs: [] });
    const last = runs.at(-1);
    const isJoined = last !== undefined && time - last[1] <= this.hold;
    if (isJoined) last[1] = time;
    if (!isJoined || last[2] !== text) runs.push([time, time, text]);
    if (runs.length > MOST_RUNS) runs.shift();
  }

  /** @param {StatesOf} series */
  #add(label, series) {
    this.#series.set(label, series);
    return series;
  }

  /**
   * An answer as that of /states.
   * @param {TimeWindow} window
   * @param {(series: Series) => boolean} isWanted
   * @returns {StatesAnswer}
   */
  answer({ from, to }, isWanted) {
    const series = [...this.#series.values()].filter(({ m, i = null }) =>
      isWanted({ metric: m, instance: i }),
    );
    return { from, to, series };
  }
}
