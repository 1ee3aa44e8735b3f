// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The panels that a source shows at first: one for each part of a machine, made of the metrics that
// exist.

import { USUAL_OPTIONS } from './series_name.js';

/**
 * Each row: a title, and for each of its series the metrics that may show it, the best one first.
 * @type {[string, ...string[][]][]}
 */
const GROUPS = [
  // All that processors do.  The time of guests is part of user and nice.
  [
    'CPU',
    ['kernel.all.cpu.user'],
    ['kernel.all.cpu.nice'],
    ['kernel.all.cpu.sys'],
    ['kernel.all.cpu.irq.soft', 'kernel.all.cpu.intr'],
    ['kernel.all.cpu.irq.hard'],
    ['kernel.all.cpu.wait.total'],
    ['kernel.all.cpu.steal'],
  ],
  ['Load', ['kernel.all.load']],
  [
    'Pressure',
    ['kernel.all.pressure.cpu.some.avg[10 second]'],
    ['kernel.all.pressure.memory.some.avg[10 second]'],
    ['kernel.all.pressure.io.some.avg[10 second]'],
  ],
  [
    'Memory',
    ['mem.util.used'],
    ['mem.util.available', 'mem.util.free', 'mem.freemem'],
    ['mem.util.cached'],
    ['mem.util.dirty'],
    ['swap.used'],
  ],
  [
    'Disk throughput',
    ['disk.all.read_bytes', 'disk.dev.read_bytes'],
    ['disk.all.write_bytes', 'disk.dev.write_bytes'],
  ],
  ['Disk operations', ['disk.all.read', 'disk.dev.read'], ['disk.all.write', 'disk.dev.write']],
  ['Disk busy', ['disk.dev.avactive']],
  // The sum over all interfaces jumps when an interface appears.
  [
    'Network',
    ['network.interface.in.bytes', 'network.all.in.bytes'],
    ['network.interface.out.bytes', 'network.all.out.bytes'],
  ],
  [
    'Network errors',
    ['network.interface.in.errors', 'network.all.in.errors'],
    ['network.interface.out.errors', 'network.all.out.errors'],
    ['network.interface.in.drops', 'network.all.in.drops'],
    ['network.tcp.retranssegs'],
  ],
  [
    'Processes',
    ['kernel.all.runnable', 'kernel.all.running', 'proc.runq.runnable'],
    ['kernel.all.blocked', 'proc.runq.blocked'],
  ],
  ['Activity', ['kernel.all.pswitch'], ['kernel.all.intr'], ['kernel.all.sysfork']],
  [
    'Processors',
    ['kernel.percpu.cpu.user'],
    ['kernel.percpu.cpu.nice'],
    ['kernel.percpu.cpu.sys'],
    ['kernel.percpu.cpu.irq.soft', 'kernel.percpu.cpu.intr'],
    ['kernel.percpu.cpu.irq.hard'],
    ['kernel.percpu.cpu.steal'],
  ],
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
  const panels = [];
  for (const [title, ...rows] of GROUPS) {
    const series = rows
      .map((candidates) => candidates.find((name) => catalogue.has(seriesOf(name).metric)))
      .filter(Boolean)
      .map(seriesOf);
    if (series.length > 0) panels.push(makePanel(series, { title }));
  }
  if (panels.length < 3) panels.push(...otherPanels(catalogue, panels));
  return panels;
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
