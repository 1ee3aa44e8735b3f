// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Starts the page.

import { Address } from './address.js';
import { App } from './model/app.js';
import { listenToKeys } from './base/commands.js';
import { detailCommands } from './actions/detail_commands.js';
import { Drawer } from './drawer/drawer.js';
import { Explanation } from './data/explanation.js';
import { findingCommands } from './actions/finding_commands.js';
import { listenToPointers } from './gestures.js';
import { leadCommands, Leader } from './actions/leader.js';
import { Live } from './model/live.js';
import { Notes } from './data/notes.js';
import { NotesTab } from './drawer/notes_tab.js';
import { listenToNotices } from './widgets/notice.js';
import { Overview } from './overview.js';
import { panelCommands } from './actions/panel_commands.js';
import { PlayheadValues } from './playhead_values.js';
import { RankTab } from './drawer/rank_tab.js';
import { ProcessesTab } from './drawer/processes_tab.js';
import { publish } from './scripting.js';
import { shareCommands } from './actions/share_commands.js';
import { Stage } from './panels/stage.js';
import { timeCommands } from './actions/time_commands.js';
import { TopBar } from './top_bar.js';
import { Transport } from './transport.js';
import { Verdict } from './verdict.js';
import { valuesTab } from './drawer/values_tab.js';
import { viewCommands } from './actions/view_commands.js';
import { listenToDrops } from './views/view_opening.js';

/** index.html has all of them. */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function start() {
  const app = new App();
  listenToNotices(app, part('notice'));
  const stage = new Stage(app, part('stage'));
  app.currentPanel = () => stage.currentPanel;
  app.loader.serve(() => stage.wanted());
  app.loader.onData = (panel) => {
    if (stage.viewOf(panel.key)?.isVisible) stage.drawSoon();
  };
  const address = new Address(app);
  const notes = new Notes(app);
  const notesTab = new NotesTab(app, notes);
  const drawer = new Drawer(app, part('drawer'), [
    { id: 'values', title: 'Values', make: () => valuesTab(app, stage) },
    { id: 'moment', title: 'Processes', make: () => new ProcessesTab(app).tab },
    { id: 'rank', title: 'Changes', make: () => new RankTab(app).tab },
    { id: 'notes', title: 'Notes', make: () => notesTab.tab },
  ]);
  app.commands.isReady = () => app.state.catalogue !== null;
  app.commands.add([
    ...viewCommands(app),
    ...timeCommands(app),
    ...panelCommands(app, stage),
    ...findingCommands(app),
    ...detailCommands(app, { drawer, notesTab, live: new Live(app, stage) }),
    ...shareCommands(app, stage, address),
    ...leadCommands(app, new Leader(app)),
  ]);
  new Overview(app, part('overview'));
  new Verdict(app, part('verdict'));
  const explanation = new Explanation(app);
  new TopBar(app, part('top'));
  new Transport(app, part('transport'));
  const values = new PlayheadValues(app, stage);
  listenToPointers(stage, app);
  listenToKeys(app.commands);
  listenToDrops(app);
  publish(app, stage, address, values, explanation);
  await open(app, address);
}

/**
 * Opens what the address says; if the server is not there, tries again until it is.
 * @param {App} app
 * @param {Address} address
 */
async function open(app, address) {
  try {
    const view = await address.wanted();
    app.store.set({ zone: view.zone ?? 'host', drawer: view.drawer ?? '' });
    await app.openSource(view.source, view);
  } catch (error) {
    app.say(error.message, { label: 'Try again', run: () => open(app, address) });
    if (error.status === 0) setTimeout(() => open(app, address), 3000);
  }
}

start();
