// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of all shown series at the playhead.

import { element } from './dom.js';
import { liveTab } from './drawer.js';
import { titleOf } from './groups.js';
import { seriesLabel } from './series_name.js';
import { shortNames } from './short_names.js';
import { fullText } from './time_format.js';
import { baseUnits, valueText } from './units.js';

/** Rows of one panel: what more there is, the table of the moment shows. */
const MOST_ROWS = 40;

export function valuesTab(app) {
  const root = element('div');
  const fill = () => {
    const { values, playhead, panels, zone } = app.state;
    const groups = values
      ? panels.map((panel) => groupOf(app, panel, values.byLabel)).filter(Boolean)
      : [];
    root.replaceChildren(
      element('p', { class: 'quiet' }, fullText(playhead, app.zoneName(zone), 6)),
      ...groups,
    );
  };
  return liveTab(app, root, ['values', 'panels', 'zone'], fill);
}

function groupOf(app, panel, byLabel) {
  const rows = panel.series
    .flatMap(({ metric, instance }) => {
      if (instance !== null)
        return [{ metric, instance, label: seriesLabel({ metric, instance }) }];
      return [...byLabel.keys()]
        .filter((label) => label === metric || label.startsWith(`${metric}[`))
        .map((label) => ({
          metric,
          label,
          instance: label === metric ? null : label.slice(metric.length + 1, -1),
        }));
    })
    .slice(0, MOST_ROWS);
  if (rows.length === 0) return null;
  const names = shortNames(rows);
  const title = titleOf(panel);
  return element(
    'section',
    {},
    element('h3', { class: 'value-group' }, title),
    element(
      'table',
      { 'aria-label': title },
      element(
        'tbody',
        {},
        ...rows.map(({ metric, label }, i) => {
          const { units } = baseUnits(app.state.catalogue.unitsOf(metric, panel.raw));
          return element(
            'tr',
            { title: label },
            element('th', { scope: 'row', class: 'value-name' }, element('bdi', {}, names[i])),
            element('td', {}, valueText(byLabel.get(label), units)),
          );
        }),
      ),
    ),
  );
}
