// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How busy a machine was, from 0 to 1: its processors, its busiest disk, or the part of the time in
// which processes waited for processors, disks or memory, whichever is most.

const IDLE = 'kernel.all.cpu.idle';
/** Without it, all else that processors do. */
const USED = ['user', 'nice', 'sys', 'intr', 'steal'].map((kind) => `kernel.all.cpu.${kind}`);
const PROCESSORS = 'hinv.ncpu';
/** Counters of time, so that their rates are shares of it. */
const SHARES = [
  'disk.dev.avactive',
  'kernel.all.pressure.cpu.some.total',
  'kernel.all.pressure.io.some.total',
  'kernel.all.pressure.memory.some.total',
];

/**
 * The metrics that tell it; none if the source does not tell what its processors did.
 * @param {Catalogue} catalogue
 */
export function busyMetrics(catalogue) {
  const known = (metrics) => metrics.filter((metric) => catalogue.has(metric));
  const times = catalogue.has(IDLE) ? [IDLE] : known(USED);
  if (times.length === 0 || !catalogue.has(PROCESSORS)) return [];
  return [...times, PROCESSORS, ...known(SHARES)];
}

/**
 * The frame of these metrics, with one series.
 * @param {Frame} frame
 * @returns {Frame}
 */
export function busyFrame(frame) {
  const { n, series } = frame;
  const count = series.find(({ m }) => m === PROCESSORS);
  const processors = count ? largestOf([...count.max]) : NaN;
  const idle = series.find(({ m }) => m === IDLE);
  const used = series.filter(({ m }) => USED.includes(m));
  const shares = series.filter(({ m }) => SHARES.includes(m));
  const ofProcessors = (k, field) =>
    idle
      ? 1 - idle[field === 'max' ? 'min' : field][k] / processors
      : used.reduce((sum, one) => sum + one[field][k], 0) / processors;
  /** @param {'max' | 'avg'} field */
  const line = (field) =>
    Float32Array.from({ length: n }, (_, k) =>
      largestOf([ofProcessors(k, field), ...shares.map((one) => one[field][k])]),
    );
  const [first] = series;
  if (!first) return frame;
  return { ...frame, series: [{ ...first, max: line('max'), avg: line('avg') }] };
}

/**
 * NaN if nothing is known.
 * @param {number[]} values
 */
function largestOf(values) {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length > 0 ? Math.max(...known) : NaN;
}
