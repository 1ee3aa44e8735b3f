// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Buckets that a panel has got, at several zooms, and which of them to draw.  What is known is
// stretched at once; better frames take its place as they arrive.

import { seriesLabel } from '../names/series_name.js';
import { baseUnits, unitsOfSeries } from '../base/units.js';

/** Frames that a set keeps: the present view, the way back, and what was wider. */
const MOST_FRAMES = 6;
/** A frame whose buckets are so much longer or shorter than pixels is as good as exact. */
const SLACK = 1.02;

/**
 * Gives each series of an answer its label, and numbers in units without a scale.
 * @template {Frame | HeatFrame} F
 * @param {F} frame
 * @returns {F}
 */
export function nameSeries(frame, query) {
  frame.step = (frame.to - frame.from) / frame.n;
  frame.query = query;
  if ('rows' in frame) {
    scaleRows(frame);
    return frame;
  }
  for (const series of frame.series) {
    if (series.label) continue; // panels share answers
    series.metric = series.m;
    series.instance = series.i ?? null;
    series.label = seriesLabel(series);
    const { factor, units } = baseUnits(unitsOfSeries(series));
    series.units = units;
    if (factor !== 1) scaleSeries(series, frame.fields, factor);
  }
  return frame;
}

/** @param {FrameSeries} series */
function scaleSeries(series, fields, factor) {
  for (const field of fields) {
    if (field === 'count') continue;
    for (let k = 0; k < series[field].length; k += 1) series[field][k] *= factor;
  }
}

/** @param {HeatFrame} frame */
function scaleRows(frame) {
  const { factor, units } = baseUnits(unitsOfSeries(frame));
  frame.units = units;
  frame.low *= factor;
  frame.high *= factor;
}

/** @template {FrameHead} F */
export class FrameSet {
  /** @type {F[]} */
  #frames = [];

  /** @param {F} frame the latest one answers best */
  add(frame) {
    this.#frames = this.#frames.filter(
      (old) =>
        !(
          old.query === frame.query &&
          old.from === frame.from &&
          old.to === frame.to &&
          old.n <= frame.n
        ),
    );
    this.#frames.unshift(frame);
    if (this.#frames.length > MOST_FRAMES) this.#frames.splice(this.#worst(), 1);
  }

  clear() {
    this.#frames = [];
  }

  /** The widest frame is what there is to stretch after a large step back, so it stays. */
  #worst() {
    let widest = 0;
    this.#frames.forEach((frame, i) => {
      if (frame.to - frame.from > this.#frames[widest].to - this.#frames[widest].from) widest = i;
    });
    return widest === this.#frames.length - 1 ? this.#frames.length - 2 : this.#frames.length - 1;
  }

  /**
   * Whether a frame shows the window with a bucket for each pixel, so that no other is needed.
   * Records that came after a frame was made may belong to its end; null: the source does not grow.
   * @param {TimeWindow} window
   * @param {string | null | undefined} generation
   */
  isExact(window, step, query, generation = null) {
    return this.#frames.some(
      (frame) =>
        frame.query === query &&
        !frame.isApproximate &&
        frame.isLast &&
        (generation === null ||
          frame.generation === generation ||
          window.to < (frame.knownEnd ?? -Infinity)) &&
        frame.from <= window.from &&
        frame.to >= window.to &&
        frame.step <= step * SLACK &&
        frame.step >= step / SLACK,
    );
  }

  /**
   * The frame for a window: one that covers it, and whose buckets are nearest to pixels.
   * @param {TimeWindow} window
   */
  best(window, step, query) {
    /** @type {F | null} */
    let best = null;
    let least = Infinity;
    for (const frame of this.#frames) {
      if (frame.query !== query) continue;
      const score = scoreOf(frame, window, step);
      if (score < least) [best, least] = [frame, score];
    }
    return best;
  }
}

/**
 * @param {FrameHead} frame
 * @param {TimeWindow} window
 */
function scoreOf(frame, window, step) {
  const shared = Math.min(frame.to, window.to) - Math.max(frame.from, window.from);
  const missing = 1 - Math.max(0, shared) / (window.to - window.from);
  // Buckets that are longer than pixels hide more than those that are shorter.
  const ratio = Math.log2(frame.step / step);
  return missing * 12 + (ratio > 0 ? ratio : -ratio * 0.7) + (frame.isApproximate ? 0.5 : 0);
}

/**
 * Rows of a heat map by name, numbers in names by their size: cpu2 before cpu10.
 * @param {HeatFrame} frame
 */
export function sortRows(frame) {
  const order = frame.rows.map((_, row) => row);
  const nameOf = (row) => frame.rows[row].i ?? '';
  order.sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true }));
  const cells = new Uint8Array(frame.cells.length);
  order.forEach((row, place) => {
    cells.set(frame.cells.subarray(row * frame.n, (row + 1) * frame.n), place * frame.n);
  });
  return { ...frame, cells, rows: order.map((row) => frame.rows[row]) };
}

/**
 * The distance of the records of a frame's densest series; NaN if there are none.
 * @param {Frame} frame
 */
export function recordInterval(frame) {
  let least = NaN;
  for (const { avg, count } of frame.series) {
    let [known, records] = [0, 0];
    for (let k = 0; k < frame.n; k += 1) {
      if (!Number.isNaN(avg[k])) known += 1;
      records += count[k];
    }
    const interval = (known / records) * frame.step;
    if (records > 1 && !(interval >= least)) least = interval;
  }
  return least;
}

/**
 * The place of a time in a frame; -1 outside.
 * @param {FrameHead} frame
 */
export function placeOf(frame, time) {
  const place = Math.floor((time - frame.from) / frame.step);
  return place >= 0 && place < frame.n ? place : -1;
}

/** Records are not quite on time, and where recording was interrupted, their interval seems shorter. */
const LATE = 1.5;

/**
 * The place whose value is the latest one at a time: values of one sample have stamps that differ a
 * little, so at the end of an archive some of them are no longer known.  -1 without one.
 * @param {Frame} frame
 * @param {FrameSeries} series
 */
export function latestPlace(frame, series, time, interval) {
  const place = placeOf(frame, time);
  const back = Math.max(1, Math.ceil((interval > 0 ? LATE * interval : 0) / frame.step));
  for (let k = place; k >= 0 && k >= place - back; k -= 1) {
    if (!Number.isNaN(series.avg[k])) return k;
  }
  return -1;
}
