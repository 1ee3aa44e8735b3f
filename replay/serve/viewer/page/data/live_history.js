// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last values of a source that keeps none itself, such as this machine: what arrived while the
// page was open.

import { LiveStates } from './live_states.js';
import { seriesLabel } from '../names/series_name.js';
import { baseUnits, unitsOfSeries } from '../base/units.js';

/** Samples that are kept of each series. */
const MOST_SAMPLES = 7200;
/** A value holds no longer than so many intervals: a longer silence is a gap. */
const MOST_INTERVALS = 3;

export class LiveHistory {
  #series = new Map();
  start = NaN;
  end = NaN;

  /** @param {number} interval seconds between samples */
  constructor(interval) {
    this.interval = interval;
    this.texts = new LiveStates(interval * MOST_INTERVALS);
  }

  /** @param {Moment} sample */
  add(sample) {
    this.end = sample.t;
    if (!(this.start <= sample.t)) this.start = sample.t;
    for (const metric of sample.metrics) {
      const { factor, units } = baseUnits(unitsOfSeries(metric));
      for (const [number, value] of metric.values) {
        const instance =
          number === null ? null : (sample.indoms[metric.indom]?.[number] ?? `#${number}`);
        if (typeof value === 'string') this.texts.keep({ metric: metric.m, instance }, sample.t, value);
        if (typeof value !== 'number') continue;
        this.#keep(
          { metric: metric.m, instance, rate: metric.rate, units },
          sample.t,
          value * factor,
        );
      }
    }
  }

  /** Counters have no rate yet in the first sample: their raw values would not fit the others. */
  #keep(series, time, value) {
    const label = seriesLabel(series);
    let kept = this.#series.get(label);
    if (!kept || kept.rate !== series.rate) {
      kept = { ...series, label, m: series.metric, i: series.instance, times: [], values: [] };
      this.#series.set(label, kept);
    }
    kept.times.push(time);
    kept.values.push(value);
    if (kept.times.length > MOST_SAMPLES) {
      kept.times.shift();
      kept.values.shift();
    }
  }

  /** A frame as the server would send it, of the `most` largest series that are wanted. */
  frame({ from, to, count }, isWanted, most) {
    const step = (to - from) / count;
    const wanted = [...this.#series.values()].filter(isWanted);
    const series = wanted.map((one) => ({ ...one, ...this.#buckets(one, from, step, count) }));
    if (series.length > most) series.sort((a, b) => b.values.at(-1) - a.values.at(-1));
    return {
      from,
      to,
      n: count,
      step,
      fields: ['min', 'max', 'avg', 'count'],
      isLast: true,
      isApproximate: false,
      series: series.slice(0, most),
    };
  }

  #buckets({ times, values }, from, step, count) {
    const [min, max, avg] = [0, 1, 2].map(() => new Float32Array(count).fill(NaN));
    const counts = new Float32Array(count);
    const hold = this.interval * MOST_INTERVALS;
    times.forEach((time, i) => {
      const value = values[i];
      const place = Math.floor((time - from) / step);
      if (place >= 0 && place < count) {
        counts[place] += 1;
        min[place] = counts[place] > 1 ? Math.min(min[place], value) : value;
        max[place] = counts[place] > 1 ? Math.max(max[place], value) : value;
        avg[place] = counts[place] > 1 ? avg[place] + (value - avg[place]) / counts[place] : value;
      }
      const before = times[i - 1];
      if (before === undefined || time - before > hold) return;
      // Between two samples the later one holds, as rates do.
      const first = Math.max(0, Math.floor((before - from) / step) + 1);
      for (let k = first; k < Math.min(place, count); k += 1) avg[k] = value;
    });
    return { min, max, avg, count: counts };
  }
}
