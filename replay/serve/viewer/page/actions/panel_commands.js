// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands on panels.  `panel` in the arguments is a key; default: the current panel.

import { hidden } from '../base/commands.js';
import { splitPanel } from './finder.js';
import { defaultPanels, makePanel, titleOf } from '../names/groups.js';
import { openMetricHelp } from './metric_help.js';
import { viewOf } from '../names/panel_query.js';
import { askText, openPicker } from './picker.js';
import { readScale, withoutParts, writeScale } from '../names/series_name.js';
import { isTextPanel } from '../names/states.js';

const ORDERS = [
  ['name', 'by name'],
  ['mean', 'by mean'],
  ['max', 'by maximum'],
  ['last', 'by the last value'],
  ['peak', 'by the time of the maximum'],
];

/**
 * @param {App} app
 * @param {Stage} stage
 */
export function panelCommands(app, stage) {
  /** @returns {Panel | null} */
  const find = (key) => app.state.panels.find((panel) => panel.key === key) ?? stage.currentPanel;
  /** A command that changes the panel; without one it does nothing. */
  const change = (id, title, keys, changesOf) => ({
    id,
    title,
    keys,
    group: 'Panel',
    run: (args) => {
      const panel = find(args.panel);
      if (panel) app.changePanel(panel.key, changesOf(panel, args));
    },
  });
  const command = (id, title, keys, run) => ({
    id,
    title,
    keys,
    group: 'Panel',
    run: (args) => run(find(args.panel), args),
  });
  /** A change of panels of numbers: others stay as they are, and a notice says what they lack. */
  const ofNumbers = (what, changesOf) => (panel, args) => {
    if (!isTextPanel(panel, app.state.catalogue)) return changesOf(panel, args);
    app.say(`Texts have no ${what}.`);
    return {};
  };
  /** @param {Panel} panel */
  const stacked = (panel, { stack }) => {
    if (panel.stack !== 'parts') return { stack: stack ?? (panel.stack ? '' : 'sum') };
    app.say('Parts of a whole always stand on top of each other.');
    return {};
  };
  const toggleView = (panel, view) => {
    const now = viewOf(panel, app.state.catalogue);
    return { view: now === view ? (view === 'heat' ? 'lines' : 'auto') : view };
  };
  return [
    change('panel.pin', 'Pin to the top', ['p'], (panel) => {
      if (!panel.pinned) stage.root.scrollTo(0, 0);
      return { pinned: !panel.pinned };
    }),
    change(
      'panel.heat',
      'Heat map on or off',
      ['h'],
      ofNumbers('heat map', (panel) => toggleView(panel, 'heat')),
    ),
    change(
      'panel.stack',
      'Series on top of each other',
      [],
      ofNumbers('stack', stacked),
    ),
    change(
      'panel.zeros',
      'With or without series that are zero all the time',
      [],
      ofNumbers('zeros', (panel) => ({ nonzero: !panel.nonzero })),
    ),
    change('panel.table', 'Table in place of the chart', ['T'], (panel) =>
      toggleView(panel, 'table'),
    ),
    change('panel.raw', 'Raw values or rates', ['v'], (panel) => ({ raw: !panel.raw })),
    hidden(
      command('panel.add', 'Add a panel', [], (_, { series, ...options }) =>
        addPanel(app, stage, series, options),
      ),
    ),
    hidden(
      command('panel.join', 'Add to the panel', [], (panel, { series }) =>
        joinPanel(app, stage, panel, series),
      ),
    ),
    command('panel.filter', 'Filter instances …', ['i'], (panel, { text }) =>
      filterPanel(app, panel, text),
    ),
    command('panel.order', 'Order of the heat map …', ['o'], (panel, { order }) =>
      orderPanel(app, panel, order),
    ),
    command('panel.scale', 'Axis of values …', [], (panel, { text }) =>
      scalePanel(app, panel, text),
    ),
    command('panel.split', 'One panel for each metric', [], (panel) =>
      app.setPanels(app.state.panels.flatMap((one) => (one === panel ? splitPanel(panel) : [one]))),
    ),
    command('panel.remove', 'Remove the panel', ['Delete'], (panel) => removePanel(app, panel)),
    command('panel.up', 'Move the panel up', [], (panel) => movePanel(app, panel, -1)),
    command('panel.down', 'Move the panel down', [], (panel) => movePanel(app, panel, 1)),
    command(
      'panel.help',
      'Help on the metrics',
      ['e'],
      (panel) => panel && openMetricHelp(app, panel),
    ),
    command('panel.next', 'Next panel', ['j'], (panel) => focusPanel(app, stage, panel, 1)),
    command('panel.previous', 'Panel before', ['k'], (panel) => focusPanel(app, stage, panel, -1)),
    command('panel.reset', 'The default panels', [], () =>
      app.store.set({ panels: defaultPanels(app.state.catalogue), isDefault: true }),
    ),
  ];
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {Series[]} series
 * @param {Partial<PanelOptions>} options
 */
function addPanel(app, stage, series, options) {
  const panel = makePanel(series, options);
  const { panels } = app.state;
  const isPresent = panels.find(
    (one) =>
      one.series.length === series.length &&
      one.series.every(
        (own, i) => own.metric === series[i].metric && own.instance === series[i].instance,
      ),
  );
  if (!isPresent) app.setPanels([panel, ...panels]);
  stage.viewOf((isPresent ?? panel).key)?.root.scrollIntoView({ block: 'center' });
  return (isPresent ?? panel).key;
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {Panel | null} panel
 * @param {PanelSeries[]} series
 */
function joinPanel(app, stage, panel, series) {
  const { catalogue } = app.state;
  if (!panel) addPanel(app, stage, series, {});
  else if (isTextPanel(panel, catalogue) !== isTextPanel({ series }, catalogue))
    app.say('Texts and numbers do not share a panel.');
  else {
    // What is added is no part.
    const own = withoutParts(panel);
    app.changePanel(panel.key, { ...own, series: [...own.series, ...series] });
  }
}

/**
 * @param {App} app
 * @param {Panel | null} panel
 */
function removePanel(app, panel) {
  if (!panel) return;
  const before = app.state.panels;
  app.setPanels(before.filter((one) => one !== panel));
  app.say(`Removed ${titleOf(panel)}.`, { label: 'Undo', run: () => app.setPanels(before) });
}

/**
 * @param {App} app
 * @param {Panel | null} panel
 */
function movePanel(app, panel, by) {
  if (!panel) return;
  const panels = [...app.state.panels];
  const at = panels.indexOf(panel);
  const to = Math.min(Math.max(at + by, 0), panels.length - 1);
  panels.splice(to, 0, ...panels.splice(at, 1));
  app.setPanels(panels);
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {Panel | null} panel
 */
function focusPanel(app, stage, panel, by) {
  const views = [...stage.list.querySelectorAll('[data-panel]')];
  const at = views.findIndex((view) => Number(view.dataset.panel) === panel?.key);
  const isInside = document.activeElement?.closest?.('[data-panel]') !== null;
  const next = views[Math.min(Math.max(isInside ? at + by : at, 0), views.length - 1)];
  next?.querySelector('.panel-buttons button')?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {App} app
 * @param {Panel | null} panel
 */
function filterPanel(app, panel, text) {
  if (!panel) return;
  const take = (typed) => app.changePanel(panel.key, { filter: typed.trim() });
  if (text !== undefined) take(text);
  else {
    askText(`Instances of ${titleOf(panel)}`, {
      value: panel.filter,
      placeholder: 'sd   or   sd*   or   /^sd[a-f]$/   or   {device_type == "block"}',
      hint: `A part of a name, a glob, a /regular expression/, or {conditions} on labels: ==  !=
        : "glob"  =~ "expression"  <  >  &&  ||; nothing for all`,
      take,
    });
  }
}

/**
 * @param {App} app
 * @param {Panel | null} panel
 */
function scalePanel(app, panel, text) {
  if (!panel) return;
  if (isTextPanel(panel, app.state.catalogue)) {
    app.say('Texts have no axis of values.');
    return;
  }
  const take = (typed) => {
    const scale = readScale(typed);
    if (!scale && typed.trim() !== '') return 'Two numbers, the smaller one first: 0..100';
    app.changePanel(panel.key, { scale });
    return undefined;
  };
  if (text !== undefined) take(text);
  else {
    askText(`Axis of ${titleOf(panel)}`, {
      value: panel.scale ? writeScale(panel.scale) : '',
      placeholder: '0..100',
      hint: 'In bytes, seconds or counts, and 1 for 100 %; nothing for an axis that fits the values',
      take,
    });
  }
}

/**
 * @param {App} app
 * @param {Panel | null} panel
 */
function orderPanel(app, panel, order) {
  if (!panel) return;
  if (order !== undefined) {
    app.changePanel(panel.key, { order });
    return;
  }
  openPicker({
    title: 'Order of the rows',
    search: () =>
      ORDERS.map(([id, label]) => ({
        label,
        tail: id === panel.order ? 'now' : '',
        run: () => app.changePanel(panel.key, { order: id }),
      })),
  });
}
