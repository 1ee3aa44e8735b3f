// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How busy a machine was, from 0 to 1: its processors, its busiest disk, or the part of the time in
// which processes waited for disks or memory, whichever is most.  docs/guide/viewer.md says what
// does not count, and why; tools/view/page_pieces.cc has the same for the terminal.

import { isCountedElsewhere, WORK, workMetrics } from '../names/processor_work.js';

/** What nothing else can use meanwhile. */
const USED = workMetrics('all', WORK.filter((kind) => kind !== 'nice'));
const TIMES = ['user', 'sys', 'steal'].map((kind) => `kernel.all.cpu.${kind}`);
const PROCESSORS = 'hinv.ncpu';
/** Counters of time, so that their rates are shares of it. */
const SHARES = [
  'disk.dev.avactive',
  'kernel.all.pressure.io.some.total',
  'kernel.all.pressure.memory.some.total',
];

/**
 * The metrics that tell it; none if the source does not tell what its processors did.
 * @param {Catalogue} catalogue
 */
export function busyMetrics(catalogue) {
  const known = (metrics) => metrics.filter((metric) => catalogue.has(metric));
  if (known(TIMES).length === 0 || !catalogue.has(PROCESSORS)) return [];
  const has = (metric) => catalogue.has(metric);
  const used = known(USED).filter((metric) => !isCountedElsewhere(metric, has));
  return [...used, PROCESSORS, ...known(SHARES)];
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
  const shares = series.filter(({ m }) => SHARES.includes(m));
  const used = series.filter(({ m }) => m !== PROCESSORS && !SHARES.includes(m));
  const sum = (k) => used.reduce((all, { avg }) => all + avg[k], 0);
  // The extremes of several series belong to different moments: that of one of them counts.
  const rise = (k) => largestOf(used.map(({ avg, max }) => max[k] - avg[k]).concat(0));
  const ofProcessors = {
    avg: (k) => sum(k) / processors,
    max: (k) => (sum(k) + rise(k)) / processors,
  };
  /** @param {'max' | 'avg'} field */
  const line = (field) =>
    Float32Array.from({ length: n }, (_, k) =>
      largestOf([ofProcessors[field](k), ...shares.map((one) => one[field][k])]),
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
