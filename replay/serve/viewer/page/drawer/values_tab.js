// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of all shown series at the playhead.

import { element } from '../base/dom.js';
import { liveTab } from './drawer.js';
import { latestPlace } from '../data/frame_set.js';
import { shapedValues } from '../data/panel_values.js';
import { titleOf } from '../names/groups.js';
import { seriesLabel } from '../names/series_name.js';
import { shortNames } from '../names/short_names.js';
import { runAt, runText } from '../names/states.js';
import { fullText } from '../base/time_format.js';
import { baseUnits, valueText } from '../base/units.js';

/** Rows of one panel: what more there is, the table of the moment shows. */
const MOST_ROWS = 40;

/**
 * @param {App} app
 * @param {Stage} stage
 */
export function valuesTab(app, stage) {
  const root = element('div');
  const fill = () => {
    const { playhead, zone } = app.state;
    const groups = stage.views.flatMap((view) => groupOf(app, view) ?? []);
    root.replaceChildren(
      element('p', { class: 'quiet' }, fullText(playhead, app.zoneName(zone), 6)),
      ...groups,
    );
  };
  return liveTab(app, root, ['values', 'panels', 'zone'], fill);
}

/**
 * Exact values; where there are none, those that are drawn.
 * @param {App} app
 * @param {{panel: Panel, data: PanelData, frames: Frames}} view
 */
function valuesOf(app, { panel, data, frames }) {
  const { values, playhead } = app.state;
  const found = new Map();
  const exact = values && shapedValues(panel, frames.lines, values.byLabel);
  for (const { metric, instance } of panel.series) {
    for (const [label, value] of exact ?? []) {
      const isOwn =
        instance === null
          ? label === metric || label.startsWith(`${metric}[`)
          : label === seriesLabel({ metric, instance });
      const own = label === metric ? null : label.slice(metric.length + 1, -1);
      if (isOwn) found.set(label, { metric, instance: own, label, value });
    }
  }
  const { lines, states } = frames;
  for (const series of states?.series ?? []) {
    const run = runAt(series.runs, playhead);
    if (run && !found.has(series.label)) found.set(series.label, { ...series, value: runText(run) });
  }
  for (const series of lines?.series ?? []) {
    const place = lines ? latestPlace(lines, series, playhead, data.interval) : -1;
    if (!found.has(series.label) && place >= 0)
      found.set(series.label, { ...series, value: series.avg[place] });
  }
  return [...found.values()].slice(0, MOST_ROWS);
}

/**
 * @param {App} app
 * @param {PanelView} view
 */
function groupOf(app, view) {
  const { panel, data } = view;
  const rows = valuesOf(app, { panel, data, frames: view.frames() });
  if (rows.length === 0) return null;
  const names = shortNames(rows, panel);
  const title = titleOf(panel);
  const rowOf = ({ metric, label, value }, i) => {
    const { units } = baseUnits(app.state.catalogue.unitsOf(metric, panel.raw));
    return element(
      'tr',
      { title: label },
      element('th', { scope: 'row', class: 'value-name' }, element('bdi', {}, names[i])),
      element('td', {}, valueText(value, units)),
    );
  };
  return element(
    'section',
    {},
    element('h3', { class: 'value-group' }, title),
    element('table', { 'aria-label': title }, element('tbody', {}, ...rows.map(rowOf))),
  );
}
