// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From where on a value is critical, whatever is usual: the numbers of replay/why.  Charts and legends show such values in a colour.

import { heldValues } from './panel_values.js';
import { isCountedElsewhere, workMetrics } from '../names/processor_work.js';

/**
 * `sum`: the values of these metrics together; `each`: every instance of a metric on its own.
 * `of`: the metric that is the whole.
 * @type {CriticalRule[]}
 */
export const RULES = [
  {
    sum: workMetrics('all'),
    of: 'hinv.ncpu',
    least: 0.85,
  },
  { each: 'disk.dev.avactive', least: 0.7 },
  { each: 'kernel.all.pressure.cpu.some.total', least: 0.3 },
  { each: 'kernel.all.pressure.io.some.total', least: 0.2 },
  { each: 'kernel.all.pressure.memory.some.total', least: 0.1 },
  { each: 'mem.util.available', of: 'mem.physmem', below: 0.1 },
  { each: 'filesys.full', least: 93 }, // percent
];

/**
 * What can be critical of some series: the rule, and the series that it is about.
 * @template {Series & {label: string}} One
 * @param {One[]} series
 * @returns {{rule: CriticalRule, of: One | null, parts: One[]}[]}
 */
function judged(series) {
  const has = (name) => series.some(({ metric }) => metric === name);
  return RULES.flatMap((rule) => {
    const of = series.find(({ metric }) => metric === rule.of) ?? null;
    if (rule.of && !of) return [];
    const parts = series.filter(
      ({ metric }) =>
        rule.each === metric || (rule.sum?.includes(metric) && !isCountedElsewhere(metric, has)),
    );
    if (parts.length === 0) return [];
    return rule.sum ? [{ rule, of, parts }] : parts.map((one) => ({ rule, of, parts: [one] }));
  });
}

/**
 * @param {CriticalRule} rule
 * @param {number[]} parts unknown ones do not count
 */
function isCritical({ least, below }, parts, whole) {
  const known = parts.filter((value) => !Number.isNaN(value));
  if (known.length === 0 || Number.isNaN(whole)) return false;
  const value = known.reduce((sum, one) => sum + one, 0) / whole;
  // As the terminal compares.
  return least === undefined ? value < Number(below) : value > least;
}

/**
 * The series that are critical, by their values: of a sum, those that make it.
 * @template {Series & {label: string}} One
 * @param {One[]} series
 * @param {(one: One) => number} valueOf
 * @param {boolean} isOfParts too little of a whole is then too much of what the whole shows
 * @returns {Set<string>} their labels
 */
export function criticalSeries(series, valueOf, isOfParts = false) {
  const found = judged(series).filter(({ rule, of, parts }) =>
    isCritical(rule, parts.map(valueOf), of ? valueOf(of) : 1),
  );
  return new Set(
    found.flatMap(({ rule, of, parts }) => {
      const marked = rule.sum ? [largest(parts, valueOf)] : parts;
      return (isOfParts && of && rule.below !== undefined ? [of] : marked).map(({ label }) => label);
    }),
  );
}

/**
 * The largest part of a sum stands for it.
 * @template One
 * @param {One[]} parts
 * @param {(one: One) => number} valueOf
 */
function largest(parts, valueOf) {
  return parts.reduce((best, one) => (valueOf(one) > valueOf(best) ? one : best));
}

/** @type {WeakMap<Frame, boolean[]>} */
const known = new WeakMap();

/**
 * For each bucket of a frame whether its mean is critical.
 * @param {Frame} frame
 * @returns {boolean[]}
 */
export function criticalBuckets(frame) {
  const before = known.get(frame);
  if (before) return before;
  const rules = judged(frame.series).map(({ rule, of, parts }) => ({
    rule,
    parts,
    whole: of ? heldValues(of.avg) : null,
  }));
  const found = Array.from({ length: rules.length === 0 ? 0 : frame.n }, (_, k) =>
    rules.some(({ rule, whole, parts }) =>
      isCritical(
        rule,
        parts.map(({ avg }) => avg[k]),
        whole ? whole[k] : 1,
      ),
    ),
  );
  known.set(frame, found);
  return found;
}
