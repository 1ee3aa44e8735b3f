// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What scripts and tests may use: window.fdr.

import { criticalBuckets } from './data/critical.js';
import { seriesLabel } from './names/series_name.js';

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {Address} address
 * @param {PlayheadValues} values
 * @param {Explanation} explanation
 */
export function publish(app, stage, address, values, explanation) {
  window.fdr = {
    /** Runs a command by its id. */
    run: (id, args) => app.commands.run(id, args),
    commands: () => app.commands.list.map(({ id, title, keys }) => ({ id, title, keys })),
    /** What is shown, as plain data: numbers in units without a scale. */
    state: () => stateOf(app, stage),
    link: () => address.link(),
    /** When everything that is visible has been loaded and drawn. */
    async ready() {
      do {
        await new Promise((resolve) => {
          setTimeout(resolve, 80);
        });
        await app.loader.whenIdle();
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
      } while (app.loader.isBusy || !app.state.catalogue || values.isBusy || explanation.isBusy);
    },
  };
}

/**
 * What tests see of the state as it is.
 * @type {(keyof State)[]}
 */
const PLAIN_STATE = [
  'source',
  'info',
  'window',
  'playhead',
  'selection',
  'compare',
  'zone',
  'drawer',
  'isPlaying',
  'direction',
  'speed',
  'isLooping',
  'isLive',
  'notes',
  'explained',
  'finding',
  'cursor',
  'clock',
];

/**
 * @param {App} app
 * @param {Stage} stage
 */
function stateOf(app, stage) {
  const { values } = app.state;
  return {
    ...Object.fromEntries(PLAIN_STATE.map((name) => [name, app.state[name]])),
    values: values && { t: values.t, byLabel: Object.fromEntries(values.byLabel) },
    panels: [...app.state.panels].map((panel) => panelState(panel, stage.viewOf(panel.key))),
  };
}

/**
 * @param {Panel} panel
 * @param {PanelView | undefined} view
 */
function panelState(panel, view) {
  const { key, title, pinned, raw, stack, whole, nonzero, scale, filter, order } = panel;
  const series = panel.series.map(seriesLabel);
  const options = { pinned, raw, stack, whole, nonzero, scale, filter, order };
  const state = { key, title, ...options, series };
  if (!view) return state;
  const { lines, heat, states } = view.frames();
  return {
    ...state,
    view: view.view,
    isVisible: view.isVisible,
    trouble: view.data.trouble,
    buckets: lines && {
      from: lines.from,
      to: lines.to,
      n: lines.n,
      isApproximate: lines.isApproximate,
      series: lines.series.map(({ label, units, min, max, avg, count }) => ({
        label,
        units,
        min: [...min],
        max: [...max],
        avg: [...avg],
        count: [...count],
      })),
    },
    heat: heat && {
      from: heat.from,
      to: heat.to,
      n: heat.n,
      rows: heat.rows.map(({ i }) => i),
      low: heat.low,
      high: heat.high,
    },
    states: states && {
      from: states.from,
      to: states.to,
      series: states.series.map(({ label, runs }) => ({ label, runs })),
    },
    isCritical: lines ? criticalBuckets(lines.raw).some(Boolean) : false,
    leftOut: view.leftOut(view.frames()),
    legend: [...view.root.querySelectorAll('.chip')].map((chip) => chip.textContent),
  };
}
