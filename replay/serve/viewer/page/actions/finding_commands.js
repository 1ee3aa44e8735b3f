// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands that show what was unusual.

import { hidden } from '../base/commands.js';
import { windowOf } from '../names/finding_words.js';

/** @param {App} app */
export function findingCommands(app) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Find', run });
  return [
    command('finding.next', 'The next unusual stretch, the worst first', ['!'], () => next(app)),
    hidden(command('finding.show', 'An unusual stretch', [], ({ number }) => show(app, number))),
  ];
}

/** @param {App} app */
function next(app) {
  const { explained, finding } = app.state;
  const count = explained?.answer?.findings.length ?? 0;
  if (count > 0) show(app, finding === null ? 0 : (finding + 1) % count);
  else app.say('Nothing unusual is known.');
}

/**
 * @param {App} app
 * @param {number} number
 */
function show(app, number) {
  const finding = app.state.explained?.answer?.findings[number];
  if (!finding) return;
  const { start, end } = finding;
  app.navigation.setWindow(windowOf(finding), { isStep: true });
  app.navigation.goTo((start + end) / 2);
  app.store.set({ finding: number, selection: end > start ? { from: start, to: end } : null });
}
