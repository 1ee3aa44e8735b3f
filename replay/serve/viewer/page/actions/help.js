// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The list of all keys.

import { keyText } from '../base/commands.js';
import { columns, openDialog } from '../widgets/dialog.js';
import { element } from '../base/dom.js';

const POINTERS = [
  ['Zoom to a window', 'Drag'],
  ['Select a window', 'Alt drag'],
  ['Select a window', 'Drag on the ruler'],
  ['Move', 'Shift drag'],
  ['Zoom at the pointer', 'Ctrl wheel'],
  ['Move the playhead', 'Click'],
  ['Move by touch', 'One finger'],
  ['Zoom by touch', 'Two fingers'],
  ['Open a view file of pmchart', 'Drop it'],
];

/** @param {Commands} commands */
export function openHelp(commands) {
  /** @type {Map<string, [string, string[]][]>} */
  const groups = new Map([['Pointer', POINTERS.map(([title, keys]) => [title, [keys]])]]);
  for (const { group, title, keys, isHidden } of commands.list) {
    if (keys.length === 0 || isHidden) continue;
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group)?.push([title, keys.map(keyText)]);
  }
  groups.get('Go to')?.push(['Tenths of the window', ['0', '…', '9']]);
  const sections = [...groups].map(([group, rows]) =>
    element(
      'section',
      {},
      element('h3', {}, group),
      element(
        'dl',
        {},
        ...rows.flatMap(([title, keys]) => [
          element('dt', {}, title),
          element('dd', {}, ...keys.map((key) => element('kbd', {}, key))),
        ]),
      ),
    ),
  );
  const dialog = openDialog({ title: 'Keys' }, columns('All keys', sections));
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
