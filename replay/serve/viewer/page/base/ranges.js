// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Windows of time, {from, to}: zoomed, moved, and kept within what exists.

/** No window is shorter: one more step in, and floats could not tell its pixels apart. */
export const SHORTEST = 1e-3;
/** A window may reach beyond the data by this part of their length, on each side. */
const MARGIN = 0.02;

/** @param {TimeWindow} window */
export function lengthOf(window) {
  return window.to - window.from;
}

/** @param {TimeWindow} window */
export function contains(window, time) {
  return time >= window.from && time <= window.to;
}

/**
 * @param {TimeWindow | null | undefined} a
 * @param {TimeWindow | null | undefined} b
 */
export function sameWindow(a, b) {
  return a?.from === b?.from && a?.to === b?.to;
}

/**
 * The whole of the data, with a margin.
 * @param {Extent} extent
 */
export function wholeOf(extent) {
  const margin = Math.max((extent.end - extent.start) * MARGIN, 0.5);
  return { from: extent.start - margin, to: extent.end + margin };
}

/**
 * The window of the same length, or a shorter one, that lies within what may be looked at.
 * @param {TimeWindow} window
 * @param {Extent} extent
 */
export function clampWindow(window, extent) {
  const whole = wholeOf(extent);
  const length = Math.min(Math.max(lengthOf(window), SHORTEST), lengthOf(whole));
  const middle = (window.from + window.to) / 2;
  let from = lengthOf(window) < SHORTEST ? middle - length / 2 : window.from;
  from = Math.min(Math.max(from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/**
 * Makes a window `factor` times as long.  `pivot` stays where it is on the screen.
 * @param {TimeWindow} window
 * @param {Extent} extent
 */
export function zoomWindow(window, factor, pivot, extent) {
  const most = lengthOf(wholeOf(extent));
  const length = Math.min(Math.max(lengthOf(window) * factor, SHORTEST), most);
  const share = (pivot - window.from) / lengthOf(window);
  const from = pivot - share * length;
  return clampWindow({ from, to: from + length }, extent);
}

/**
 * Moves a window by a share of its length.
 * @param {TimeWindow} window
 * @param {Extent} extent
 */
export function panWindow(window, share, extent) {
  const shift = share * lengthOf(window);
  return clampWindow({ from: window.from + shift, to: window.to + shift }, extent);
}

/**
 * The window of the same length that shows `time`: unmoved if it does already.
 * @param {TimeWindow} window
 * @param {Extent} extent
 */
export function windowAround(window, time, extent) {
  if (contains(window, time)) return window;
  const half = lengthOf(window) / 2;
  return clampWindow({ from: time - half, to: time + half }, extent);
}

/**
 * The buckets to ask the server for, to draw a window on `pixels`: a grid that does not move while
 * one pans, with a margin of a quarter on each side, which makes panning show data at once.
 * @param {TimeWindow} window
 */
export function bucketGrid(window, pixels, margin = 0.25) {
  // Windows that differ by a hair, as those of a link and of its maker do, have one grid.
  const step = Number((lengthOf(window) / Math.max(1, pixels)).toPrecision(5));
  const spare = Math.ceil(pixels * margin);
  const first = Math.floor(window.from / step) - spare;
  const count = Math.ceil(lengthOf(window) / step) + 1 + 2 * spare;
  return { from: first * step, to: (first + count) * step, count };
}
