// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The menu of a panel: commands that act on it.

import { openMenu } from '../widgets/menu.js';

/**
 * @param {Commands} commands
 * @param {PanelView} view
 */
export function openPanelMenu(commands, view) {
  const { panel } = view;
  const entry = (label, id) => ({
    label,
    keys: commands.keysOf(id),
    run: () => commands.run(id, { panel: panel.key }),
  });
  const ofNumbers = view.isText
    ? []
    : [
        entry(view.view === 'heat' ? 'Lines only' : 'Heat map', 'panel.heat'),
        // Parts make sense on top of each other alone.
        ...(panel.stack === 'parts'
          ? []
          : [entry(panel.stack ? 'Series from zero' : 'Series on top of each other', 'panel.stack')]),
        entry(panel.nonzero ? 'With what is zero all the time' : 'Without what is zero all the time', 'panel.zeros'),
        entry(panel.raw ? 'Rates of counters' : 'Raw values of counters', 'panel.raw'),
        entry('Axis of values …', 'panel.scale'),
        entry('Order of the heat map …', 'panel.order'),
      ];
  openMenu(view.menuButton, [
    entry(panel.pinned ? 'Unpin' : 'Pin to the top', 'panel.pin'),
    entry(view.view === 'table' ? 'Chart' : 'Table', 'panel.table'),
    ...ofNumbers,
    entry('Filter instances …', 'panel.filter'),
    entry('One panel for each metric', 'panel.split'),
    entry('Move up', 'panel.up'),
    entry('Move down', 'panel.down'),
    entry('Help on these metrics', 'panel.help'),
    entry('Save as PNG', 'export.png'),
    entry('Save as CSV', 'export.csv'),
    entry('Remove', 'panel.remove'),
  ]);
}
