// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands that show what was unusual.

import { hidden } from '../base/commands.js';
import { whatText, whenText, windowOf } from '../names/finding_words.js';

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
  const { explained, finding, zone } = app.state;
  const answer = explained?.answer;
  if (!answer?.findings.length) return app.say('Nothing unusual is known.');
  const { length } = answer.findings;
  const number = finding === null ? 0 : (finding + 1) % length;
  show(app, number);
  const shown = answer.findings[number];
  const when = whenText(shown, answer, app.zoneName(zone));
  app.say(`Unusual ${number + 1} of ${length}: ${when}. ${whatText(shown)}`);
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
