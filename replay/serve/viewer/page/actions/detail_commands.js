// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands of the drawer beside the charts, and of following.

import { hidden } from '../base/commands.js';

/**
 * @param {App} app
 * @param {{drawer: Drawer, notesTab: NotesTab, live: Live}} parts
 */
export function detailCommands(app, { drawer, notesTab, live }) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Details', run });
  return [
    command('drawer.toggle', 'Details', ['m'], () => drawer.toggle()),
    hidden(command('drawer.open', 'Open a tab', [], ({ tab }) => drawer.open(tab))),
    command('rank.open', 'What changed in the window', ['u'], () => drawer.open('rank')),
    command('moment.open', 'Processes of the selection, or at the playhead', ['q'], () => drawer.open('moment')),
    command('note.add', 'Add a note', ['n'], () => {
      drawer.open('notes');
      notesTab.focus();
    }),
    command('view.escape', 'Close; if all is closed, end the selection', ['Escape'], () => {
      if (app.state.drawer !== '') drawer.open('');
      else app.store.set({ selection: null });
    }),
    command('live.toggle', 'Follow what is being recorded', ['L'], () => live.toggle()),
  ];
}
