// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a panel shows of the values of its metrics:
//
//   of a whole     all processors are 100 %: shares of time become parts of `panel.whole`
//   parts          each series contains the next one, and shows what is not in that; without the
//                  next one it is not known

import { seriesLabel } from '../names/series_name.js';
import { SHARE } from '../base/units.js';

/** @type {WeakMap<Frame, {panel: Panel, shaped: ShapedFrame}>} */
const kept = new WeakMap();

/**
 * A frame with what the panel shows.
 * @param {Panel} panel
 * @param {Frame} frame
 * @returns {ShapedFrame}
 */
export function shapedFrame(panel, frame) {
  const before = kept.get(frame);
  if (before?.panel === panel) return before.shaped;
  const shaped = withParts(panel, withWhole(panel, frame));
  kept.set(frame, { panel, shaped });
  return shaped;
}

/**
 * Shares of time become parts of the whole, which is no series then; others have a line at it.
 * @param {Panel} panel
 * @param {Frame} frame
 * @returns {ShapedFrame}
 */
function withWhole(panel, frame) {
  const plain = { ...frame, raw: frame, whole: null, isOfWhole: false };
  if (!panel.whole) return plain;
  const whole = frame.series.find(({ metric }) => metric === panel.whole);
  const isOwn = panel.series.some(({ metric }) => metric === panel.whole);
  const others = frame.series.filter((one) => one !== whole || isOwn);
  if (!whole) return { ...plain, series: others };
  const held = { ...whole, avg: heldValues(whole.avg) };
  const isOfWhole = others.some(({ units }) => units === SHARE);
  const isLine = !isOfWhole && others.every(({ units }) => units === whole.units);
  return {
    ...plain,
    series: isOfWhole ? others.map((one) => ofWhole(one, held)) : others,
    whole: isLine ? held : null,
    isOfWhole,
  };
}

/**
 * What is recorded once holds before and after it.
 * @param {Numbers} values
 */
export function heldValues(values) {
  const held = Float64Array.from(values);
  let last = held.find((value) => !Number.isNaN(value)) ?? NaN;
  for (let k = 0; k < held.length; k += 1) {
    if (Number.isNaN(held[k])) held[k] = last;
    else last = held[k];
  }
  return held;
}

/**
 * @param {FrameSeries} series
 * @param {FrameSeries} whole
 * @returns {FrameSeries}
 */
function ofWhole(series, whole) {
  if (series.units !== SHARE) return series;
  /** @param {Numbers} values */
  const parts = (values) => values.map((value, k) => value / whole.avg[k]);
  const [min, max, avg] = [parts(series.min), parts(series.max), parts(series.avg)];
  return { ...series, formula: `${series.label} / ${whole.label}`, min, max, avg };
}

/**
 * Means alone: the extremes of two series belong to different moments.
 * @param {Panel} panel
 * @param {ShapedFrame} frame
 * @returns {ShapedFrame}
 */
function withParts(panel, frame) {
  if (panel.stack !== 'parts') return frame;
  const series = frame.series.flatMap((one) => {
    const next = nextIn(panel, frame.series, one);
    if (next === null) return [];
    if (next === undefined) return one;
    const inside = heldValues(next.avg);
    const avg = heldValues(one.avg).map((value, k) => value - inside[k]);
    const known = avg.map((value, k) => (Number.isNaN(next.avg[k]) ? NaN : value));
    const formula = `${one.label} - ${next.label}`;
    return { ...one, formula, min: known, max: known, avg: known };
  });
  return { ...frame, series };
}

/**
 * The series of a panel that the one before contains; null if the source lacks it.  Nothing for the
 * last one, for instances, and if the units differ: that is no part.
 * @template {{label: string, units: string}} One
 * @param {Panel} panel
 * @param {One[]} all
 * @param {{label: string, units: string}} one
 * @returns {One | null | undefined}
 */
function nextIn({ series }, all, { label, units }) {
  const place = series.findIndex((own) => seriesLabel(own) === label);
  const next = place < 0 ? undefined : series[place + 1];
  if (!next) return undefined;
  const inside = all.find((other) => other.label === seriesLabel(next)) ?? null;
  return inside && inside.units !== units ? undefined : inside;
}

/**
 * Exact values at a time, as the panel shows them.
 * @param {Panel} panel
 * @param {ShapedFrame | null} frame that has the series
 * @param {Values} byLabel
 * @returns {Values}
 */
export function shapedValues(panel, frame, byLabel) {
  if (!frame || (!frame.isOfWhole && panel.stack !== 'parts')) return byLabel;
  const shaped = new Map(byLabel);
  for (const one of frame.raw.series) {
    const { label, units } = one;
    const next = panel.stack === 'parts' ? nextIn(panel, frame.raw.series, one) : undefined;
    if (next === null) shaped.delete(label);
    const [value, inside] = [byLabel.get(label), next ? byLabel.get(next.label) : 0];
    if (typeof value !== 'number' || next === null) continue;
    const whole = frame.isOfWhole && units === SHARE ? byLabel.get(panel.whole) : 1;
    if (typeof inside === 'number' && typeof whole === 'number')
      shaped.set(label, (value - inside) / whole);
    else shaped.delete(label);
  }
  return shaped;
}
