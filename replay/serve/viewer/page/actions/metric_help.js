// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the metrics of a panel mean.

import { columns, openDialog } from '../widgets/dialog.js';
import { element } from '../base/dom.js';
import { titleOf } from '../names/groups.js';

/**
 * @param {App} app
 * @param {Panel} panel
 */
export async function openMetricHelp(app, panel) {
  const names = [...new Set(panel.series.map(({ metric }) => metric))];
  let answer;
  try {
    answer = await app.client.meta({ s: app.state.source, m: names, instances: 0 });
  } catch (error) {
    app.say(error.message);
    return;
  }
  const parts = answer.metrics.map(({ m, oneline = '', help = '', labels, ...facts }) =>
    element(
      'section',
      {},
      element('h3', {}, element('bdi', {}, m)),
      element('p', {}, oneline),
      element(
        'p',
        { class: 'quiet' },
        [facts.semantics, facts.type, facts.units].filter(Boolean).join(' · '),
      ),
      element('p', { class: 'quiet' }, element('bdi', {}, labelsText(labels))),
      help && help !== oneline ? element('p', { class: 'help-text' }, help) : null,
    ),
  );
  const title = titleOf(panel);
  openDialog(
    { title, label: `Help on ${title}`, kind: 'help metric-help' },
    columns('Help texts', parts),
  );
}

/** As conditions of the filter compare them. */
function labelsText(labels) {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}
