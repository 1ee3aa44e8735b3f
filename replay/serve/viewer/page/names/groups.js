// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The panels that a source shows at first: one for each part of a machine, made of the metrics that
// exist.

import { SHARE } from '../base/units.js';
import { isCountedElsewhere, workMetrics } from './processor_work.js';
import { USUAL_OPTIONS } from './series_name.js';

/**
 * `rows`: for each series the metrics that may show it, the best one first.  `isShare`: the axis
 * goes up to 100 %.  `isWhole`: only with all of its series.  `isInstead`: only if the one before,
 * with the same title, is missing.
 * @type {FirstPanel[]}
 */
const GROUPS = [
  // All that processors do.
  {
    title: 'CPU',
    rows: [
      ['kernel.all.cpu.user'],
      ['kernel.all.cpu.nice'],
      ['kernel.all.cpu.sys'],
      ['kernel.all.cpu.irq.soft'],
      ['kernel.all.cpu.irq.hard'],
      ['kernel.all.cpu.intr'],
      ['kernel.all.cpu.wait.total'],
      ['kernel.all.cpu.steal'],
    ],
    names: ['user', 'nice', 'sys', '', '', '', 'iowait', 'steal'],
    options: { stack: 'sum', whole: 'hinv.ncpu' },
  },
  { title: 'Load', rows: [['kernel.all.load']], options: { whole: 'hinv.ncpu' } },
  {
    title: 'Pressure',
    rows: ['cpu', 'memory', 'io'].map((what) => [
      `kernel.all.pressure.${what}.some.total`,
      `kernel.all.pressure.${what}.some.avg[10 second]`,
    ]),
    names: ['cpu', 'memory', 'io'],
    isShare: true,
  },
  // Each contains the next one.
  {
    title: 'Memory',
    rows: [['mem.physmem'], ['mem.util.available'], ['mem.util.free', 'mem.freemem']],
    names: ['used', 'reclaimable', 'free'],
    options: { stack: 'parts' },
    isWhole: true,
  },
  {
    title: 'Memory',
    rows: [
      ['mem.util.used'],
      ['mem.util.available', 'mem.util.free', 'mem.freemem'],
      ['mem.util.cached'],
      ['mem.util.dirty'],
    ],
    options: { whole: 'mem.physmem' },
    isInstead: true,
  },
  { title: 'Swap', rows: [['swap.used']] },
  { title: 'Disk busy', rows: [['disk.dev.avactive']], isShare: true },
  {
    title: 'Disk throughput',
    rows: [
      ['disk.all.read_bytes', 'disk.dev.read_bytes'],
      ['disk.all.write_bytes', 'disk.dev.write_bytes'],
    ],
    names: ['read', 'written'],
  },
  // The sum over all interfaces jumps when an interface appears.
  {
    title: 'Network',
    rows: [
      ['network.interface.in.bytes', 'network.all.in.bytes'],
      ['network.interface.out.bytes', 'network.all.out.bytes'],
    ],
    names: ['in', 'out'],
  },
  { title: 'File systems', rows: [['filesys.full']] },
  {
    title: 'Disk operations',
    rows: [
      ['disk.all.read', 'disk.dev.read'],
      ['disk.all.write', 'disk.dev.write'],
    ],
  },
  {
    title: 'Network errors',
    rows: [
      ['network.interface.in.errors', 'network.all.in.errors'],
      ['network.interface.out.errors', 'network.all.out.errors'],
      ['network.interface.in.drops', 'network.all.in.drops'],
      ['network.tcp.retranssegs'],
    ],
  },
  {
    title: 'Processes',
    rows: [
      ['kernel.all.runnable', 'kernel.all.running', 'proc.runq.runnable'],
      ['kernel.all.blocked', 'proc.runq.blocked'],
    ],
  },
  {
    title: 'Activity',
    rows: [['kernel.all.pswitch'], ['kernel.all.intr'], ['kernel.all.sysfork']],
  },
  {
    title: 'Processors',
    rows: workMetrics('percpu').map((metric) => [metric]),
  },
];

/** How many panels show metrics that no group knows. */
const MOST_OTHERS = 8;
/** Metrics of the collector about itself, and what never changes, say little. */
const DULL = /^(pmcd|hinv|event)\b|\.(version|control)\b/;

let lastKey = 0;

/**
 * A panel as the state has it.  Its key is unique on this page: another one in `options` is not.
 * @param {PanelSeries[]} series
 * @param {Partial<PanelOptions>} options
 * @returns {Panel}
 */
export function makePanel(series, options = {}) {
  lastKey += 1;
  return { title: '', series, ...USUAL_OPTIONS, ...options, key: lastKey };
}

function seriesOf(candidate) {
  const bracket = candidate.indexOf('[');
  return bracket < 0
    ? { metric: candidate, instance: null }
    : { metric: candidate.slice(0, bracket), instance: candidate.slice(bracket + 1, -1) };
}

/** @param {Catalogue} catalogue */
export function defaultPanels(catalogue) {
  /** @type {Panel[]} */
  const panels = [];
  for (const group of GROUPS) {
    if (group.isInstead && panels.some(({ title }) => title === group.title)) continue;
    const series = knownSeries(group, catalogue);
    if (series.length === 0 || (group.isWhole && series.length < group.rows.length)) continue;
    panels.push(makePanel(series, { title: group.title, ...optionsOf(group, series, catalogue) }));
  }
  if (panels.length < 3) panels.push(...otherPanels(catalogue, panels));
  return panels;
}

/**
 * @param {FirstPanel} group
 * @param {Catalogue} catalogue
 * @returns {PanelSeries[]}
 */
function knownSeries({ rows, names = [] }, catalogue) {
  const has = (metric) => catalogue.has(metric);
  return rows.flatMap((candidates, row) => {
    const found = candidates.find((name) => has(seriesOf(name).metric));
    if (!found || isCountedElsewhere(found, has)) return [];
    const series = seriesOf(found);
    const isMany = series.instance === null && catalogue.get(series.metric)?.indom !== undefined;
    const name = names[row] && (isMany ? `${names[row]} %i` : names[row]);
    return [{ ...series, ...(name && { name }) }];
  });
}

/**
 * A whole that the source does not have is none.
 * @param {FirstPanel} group
 * @param {PanelSeries[]} series
 * @param {Catalogue} catalogue
 * @returns {Partial<PanelOptions>}
 */
function optionsOf({ options = {}, isShare }, series, catalogue) {
  const whole = options.whole && catalogue.has(options.whole) ? options.whole : '';
  const isOfTime = series.every(({ metric }) => catalogue.unitsOf(metric, false) === SHARE);
  const scale = isShare && isOfTime ? { low: 0, high: 1 } : null;
  return { ...options, whole, scale, nonzero: true };
}

/**
 * For sources that are no machines: metrics with one parent share a panel if they have its units.
 * @param {Catalogue} catalogue
 * @param {Panel[]} present
 */
function otherPanels(catalogue, present) {
  const taken = new Set(present.flatMap((panel) => panel.series.map(({ metric }) => metric)));
  const families = new Map();
  for (const name of catalogue.names) {
    const known = catalogue.get(name);
    if (taken.has(name) || DULL.test(name) || !catalogue.isNumber(name)) continue;
    if (known?.semantics === 'discrete' && catalogue.size > MOST_OTHERS) continue;
    const parent = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
    const isMany = catalogue.instancesOf(name) > 4;
    const key = isMany ? name : `${parent}\n${catalogue.unitsOf(name, false)}`;
    const family = families.get(key) ?? [];
    family.push(name);
    families.set(key, family);
  }
  // Without any number, texts are what there is to see.
  if (families.size === 0 && present.length === 0)
    for (const name of catalogue.names) if (catalogue.isText(name)) families.set(name, [name]);
  return [...families.values()]
    .slice(0, MOST_OTHERS)
    .map((names) => makePanel(names.slice(0, 6).map((metric) => ({ metric, instance: null }))));
}

/**
 * The title of a panel: its own, or what the names of its metrics have in common.
 * @param {Panel} panel
 */
export function titleOf(panel) {
  if (panel.title) return panel.title;
  const names = panel.series.map(({ metric, instance }) =>
    instance === null ? metric : `${metric}[${instance}]`,
  );
  if (names.length === 1) return names[0];
  const parts = names[0].split('.');
  let shared = parts.length - 1;
  while (
    shared > 0 &&
    !names.every((name) => name.startsWith(`${parts.slice(0, shared).join('.')}.`))
  )
    shared -= 1;
  return shared > 0 ? parts.slice(0, shared).join('.') : `${names[0]}, …`;
}
