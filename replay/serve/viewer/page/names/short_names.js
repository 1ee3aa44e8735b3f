// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of series in a legend: those that the panel gives them, or those of their metrics and
// instances, without what all of them have in common.

import { givenName } from './given_names.js';

/**
 * @param {Series[]} shown
 * @param {{series: PanelSeries[]}} panel may name them
 * @returns {string[]} one for each series
 */
export function shortNames(shown, panel = { series: [] }) {
  const names = namesOf(shown);
  return shown.map((series, i) => givenName(panel, series) || names[i]);
}

/** @param {Series[]} shown */
function namesOf(shown) {
  const metrics = [...new Set(shown.map(({ metric }) => metric))];
  const shared = sharedParts(metrics);
  return shown.map(({ metric, instance }) => {
    const tail =
      shared > 0 ? metric.split('.').slice(shared).join('.') : shortestTail(metric, metrics);
    if (instance === null) return tail;
    return metrics.length === 1 ? instance : `${tail} ${instance}`;
  });
}

/** The last parts of a name, as few as no other name ends with. */
function shortestTail(metric, metrics) {
  const parts = metric.split('.');
  for (let count = 1; count < parts.length; count += 1) {
    const tail = parts.slice(-count).join('.');
    if (!metrics.some((other) => other !== metric && other.endsWith(`.${tail}`))) return tail;
  }
  return metric;
}

/** How many leading parts the names share; the last part of a name always stays. */
function sharedParts(names) {
  if (names.length === 0) return 0;
  const parts = names.map((name) => name.split('.'));
  const most = Math.min(...parts.map((list) => list.length)) - 1;
  let shared = 0;
  while (shared < most && parts.every((list) => list[shared] === parts[0][shared])) shared += 1;
  return shared;
}
