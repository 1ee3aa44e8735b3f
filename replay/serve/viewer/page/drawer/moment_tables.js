// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which tables of instances there are: processes, disks and so on, with the metrics of each column.

import { isCountedElsewhere, workMetrics } from '../names/processor_work.js';

const INTERRUPTS = workMetrics('percpu', ['irq.soft', 'irq.hard', 'intr']);

/**
 * A column is the sum of its metrics, of those that exist.
 * `sort` is the column by which the rows are sorted at first, if that is not the first one.
 * @type {{id: string, title: string, columns: string[][], sort?: string}[]}
 */
const TABLES = [
  {
    id: 'processes',
    title: 'Processes',
    columns: [
      ['User', 'proc.id.uid_nm'],
      ['CPU', 'proc.psinfo.utime', 'proc.psinfo.stime'],
      ['Memory', 'proc.psinfo.rss'],
      ['Read', 'proc.io.read_bytes'],
      ['Written', 'proc.io.write_bytes'],
      ['Threads', 'proc.psinfo.threads'],
      ['State', 'proc.psinfo.sname'],
      ['Command', 'proc.psinfo.psargs', 'proc.psinfo.cmd'],
    ],
    sort: 'CPU',
  },
  {
    id: 'cgroups',
    title: 'Control groups',
    columns: [
      ['CPU', 'cgroup.cpu.stat.usage'],
      ['Memory', 'cgroup.memory.current', 'cgroup.memory.usage'],
      ['Read', 'cgroup.io.stat.rbytes'],
      ['Written', 'cgroup.io.stat.wbytes'],
      ['CPU pressure', 'cgroup.pressure.cpu.some.total'],
      ['I/O pressure', 'cgroup.pressure.io.some.total'],
    ],
  },
  {
    id: 'disks',
    title: 'Disks',
    columns: [
      ['Busy', 'disk.dev.avactive'],
      ['Read', 'disk.dev.read_bytes'],
      ['Written', 'disk.dev.write_bytes'],
      ['Reads', 'disk.dev.read'],
      ['Writes', 'disk.dev.write'],
      ['Queue', 'disk.dev.aveq'],
    ],
  },
  {
    id: 'filesystems',
    title: 'File systems',
    columns: [
      ['Full', 'filesys.full'],
      ['Used', 'filesys.used'],
      ['Free', 'filesys.avail', 'filesys.free'],
      ['Files', 'filesys.usedfiles'],
    ],
  },
  {
    id: 'interfaces',
    title: 'Interfaces',
    columns: [
      ['In', 'network.interface.in.bytes'],
      ['Out', 'network.interface.out.bytes'],
      ['Packets in', 'network.interface.in.packets'],
      ['Packets out', 'network.interface.out.packets'],
      ['Errors', 'network.interface.in.errors', 'network.interface.out.errors'],
      ['Drops', 'network.interface.in.drops', 'network.interface.out.drops'],
    ],
  },
  {
    id: 'processors',
    title: 'Processors',
    columns: [
      ['Busy', ...workMetrics('percpu')],
      ['User', 'kernel.percpu.cpu.user'],
      ['Nice', 'kernel.percpu.cpu.nice'],
      ['System', 'kernel.percpu.cpu.sys'],
      ['Interrupts', ...INTERRUPTS],
      ['Wait', 'kernel.percpu.cpu.wait.total'],
      ['Steal', 'kernel.percpu.cpu.steal'],
      ['Idle', 'kernel.percpu.cpu.idle'],
    ],
  },
];
/** Ways to say what others say: each counts only without those. */
const ALTERNATIVES = new Map([
  ['cgroup.memory.usage', ['cgroup.memory.current']],
  ['filesys.free', ['filesys.avail']],
  ['proc.psinfo.cmd', ['proc.psinfo.psargs']],
]);

/**
 * @param {Catalogue} catalogue
 * @returns {MomentTable[]}
 */
export function tablesOf(catalogue) {
  const has = (metric) => catalogue.has(metric);
  const isShown = (metric) =>
    has(metric) && !ALTERNATIVES.get(metric)?.some(has) && !isCountedElsewhere(metric, has);
  return TABLES.map((table) => {
    const columns = table.columns
      .map(([title, ...metrics]) => ({ title, metrics: metrics.filter(isShown) }))
      .filter(({ metrics }) => metrics.length > 0);
    const sorted = columns.findIndex(({ title }) => title === table.sort);
    return { ...table, columns, sorted: Math.max(0, sorted) };
  }).filter(({ columns }) => columns.length > 0);
}

/**
 * Rows of a table out of an answer of /at.  Instances that have texts alone are left out if others
 * have numbers: recorders may measure only what is busy.
 * @param {MomentTable['columns']} columns
 * @param {Moment} answer
 */
export function rowsOf(columns, answer) {
  const byMetric = new Map(answer.metrics.map((metric) => [metric.m, metric]));
  const rows = new Map();
  columns.forEach(({ metrics }, place) => {
    for (const name of metrics) {
      const metric = byMetric.get(name);
      if (!metric) continue;
      for (const [number, value] of metric.values) {
        if (number === null) continue;
        const instance = answer.indoms[metric.indom]?.[number] ?? `#${number}`;
        if (!rows.has(instance))
          rows.set(instance, { instance, cells: new Array(columns.length).fill(null) });
        const { cells } = rows.get(instance);
        cells[place] = typeof value === 'number' ? (cells[place] ?? 0) + value : value;
      }
    }
  });
  const all = [...rows.values()];
  const measured = all.filter(({ cells }) => cells.some((cell) => typeof cell === 'number'));
  return measured.length > 0 ? measured : all;
}

/**
 * Sorts by a column, the largest first; -1 is the name.
 * @param {MomentRow[]} rows
 */
export function sortRows(rows, column) {
  const byName = (a, b) => a.instance.localeCompare(b.instance, 'en', { numeric: true });
  return rows.sort((a, b) => {
    if (column < 0) return byName(a, b);
    const [x, y] = [a.cells[column], b.cells[column]];
    if (typeof x === 'string' || typeof y === 'string')
      return String(x ?? '').localeCompare(String(y ?? '')) || byName(a, b);
    return (y ?? -Infinity) - (x ?? -Infinity) || byName(a, b);
  });
}
