// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds metrics and commands by a few letters.

import { scoreOf } from '../data/catalogue.js';
import { keyText } from '../base/commands.js';
import { makePanel } from '../names/groups.js';
import { openPicker } from './picker.js';
import { withoutParts } from '../names/series_name.js';

const MOST = 60;

/**
 * Of an archive, the server finds what the command finds, in the same order.
 * @param {App} app
 * @param {string} text
 * @param {AbortSignal} signal
 * @param {(match: Match) => PickerEntry} entryOf
 */
async function findMetrics(app, text, signal, entryOf) {
  const { catalogue, source } = app.state;
  if (!catalogue) return [];
  const { matches } = await app.client.find({ s: source, q: text, limit: MOST }, { signal });
  return matches.map(entryOf);
}

/** @param {App} app */
export function openFinder(app, value = '') {
  /** @param {Match} match */
  const entryOf = (match) => {
    const instance = match.where === 'instance' ? (match.instance ?? null) : null;
    const series = { metric: match.m, instance };
    const count = match.indom
      ? `${match.instances} ${match.instances === 1 ? 'instance' : 'instances'}`
      : '';
    return {
      label: instance === null ? match.m : `${match.m}[${instance}]`,
      detail: match.oneline ?? '',
      tail: [match.where === 'label' && match.label, count, match.units]
        .filter(Boolean)
        .join(' · '),
      series,
      run: () => app.commands.run('panel.add', { series: [series] }),
    };
  };
  openPicker({
    title: 'Find a metric',
    placeholder: 'Find a metric: disk read, sda, kB/s, …  (> for commands)',
    value,
    hint: '↑↓ choose · Enter shows it · Shift Enter adds it to the current panel',
    search(text, signal) {
      if (text.startsWith('>')) return findCommands(app, text.slice(1));
      return findMetrics(app, text, signal, entryOf);
    },
    onExtra: (entry) => entry.series && app.commands.run('panel.join', { series: [entry.series] }),
    choose: () => 'No metric has these words.',
  });
}

/** @param {App} app */
function findCommands(app, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return app.commands.list
    .map((command) => ({
      command,
      score: scoreOf(`${command.group} ${command.title} ${command.id}`.toLowerCase(), words),
    }))
    .filter(({ command, score }) => score > 0 && !command.isHidden)
    .sort((a, b) => (words.length > 0 ? b.score - a.score : 0))
    .map(({ command }) => ({
      label: command.title,
      detail: command.group,
      tail: command.keys.map(keyText).join('  '),
      run: () => app.commands.run(command.id),
    }));
}

/** @param {App} app */
export function openPalette(app) {
  openFinder(app, '>');
}

/**
 * A panel for each metric, for those who want them apart.
 * @param {Panel} panel
 */
export function splitPanel(panel) {
  return withoutParts(panel).series.map((series) => makePanel([series], { raw: panel.raw }));
}
