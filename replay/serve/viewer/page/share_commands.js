// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands that give what is shown to other people: links, files, notes.

import { element, iconButton } from './dom.js';
import {
  cutCommand,
  download,
  fileName,
  framesAsCsv,
  framesAsJson,
  replayCommand,
} from './export.js';
import { titleOf } from './groups.js';
import { pictureOf } from './picture.js';

export function shareCommands(app, stage, { address, drawer, notesTab, live }) {
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Share', run });
  const view = (args) => stage.viewOf(args.panel ?? stage.currentPanel?.key);
  /** The selection, or what is shown. */
  const stretch = () => app.state.selection ?? app.state.window;
  const wholeName = 'charts';
  return [
    command('share.link', 'Copy a link to what is shown', ['y'], () => shareLink(app, address)),
    command('note.add', 'Add a note', ['n'], () => {
      drawer.open('notes');
      notesTab().focus();
    }),
    command('share.command', 'Copy the command that prints these values', ['Y'], () =>
      showText(
        app,
        'The same on a command line',
        replayCommand({ ...app.state, window: stretch(), panels: app.state.panels.slice(0, 6) }),
      ),
    ),
    command('share.cut', 'Cut the window out as an archive …', ['C'], () =>
      openCut(app, stretch()),
    ),
    command('export.png', 'Save the panel as PNG', [], async (args) =>
      download(
        fileName(app, titleOf(view(args).panel), 'png'),
        await pictureOf(app, stage, [view(args)]),
      ),
    ),
    command('export.all', 'Save all charts as PNG', [], async () =>
      download(
        fileName(app, wholeName, 'png'),
        await pictureOf(
          app,
          stage,
          stage.views.filter(({ isVisible }) => isVisible),
        ),
      ),
    ),
    command('export.csv', 'Save the panel as CSV', [], (args) => {
      const { lines } = view(args).frames();
      if (lines)
        download(
          fileName(app, titleOf(view(args).panel), 'csv'),
          framesAsCsv(lines, app.state.window),
          'text/csv',
        );
    }),
    command('export.json', 'Save all charts as JSON', [], () =>
      download(
        fileName(app, wholeName, 'json'),
        framesAsJson(
          app,
          stage.views.filter(({ isVisible }) => isVisible),
        ),
        'application/json',
      ),
    ),
    { ...command('drawer.toggle', 'Details', ['m'], () => drawer.toggle()), group: 'View' },
    { ...command('drawer.open', 'Open a tab', [], ({ tab }) => drawer.open(tab)), isHidden: true },
    {
      ...command('rank.open', 'What changed in the window', ['u'], () => drawer.open('rank')),
      group: 'View',
    },
    {
      ...command('moment.open', 'Processes at the playhead', ['q'], () => drawer.open('moment')),
      group: 'View',
    },
    {
      ...command(
        'view.escape',
        'Close; without anything open, end the selection',
        ['Escape'],
        () => {
          if (app.state.drawer !== '') drawer.open('');
          else if (app.state.selection) app.store.set({ selection: null });
        },
      ),
      group: 'View',
    },
    {
      id: 'live.toggle',
      title: 'Follow what is being recorded',
      keys: ['L'],
      group: 'Play',
      run: () => live.toggle(),
    },
  ];
}

async function shareLink(app, address) {
  try {
    const link = await address.link();
    await copy(app, link, 'Copied the link.');
    return link;
  } catch (error) {
    app.say(error.message);
    return null;
  }
}

async function copy(app, text, message) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(message);
  } catch {
    // Without HTTPS a page may not write to the clipboard.
    showText(app, 'Copy this', text);
  }
}

function showText(app, title, text, ...more) {
  const field = element('textarea', {
    class: 'command-line',
    readonly: true,
    rows: '4',
    'aria-label': title,
  });
  field.value = text;
  const dialog = element(
    'dialog',
    { class: 'help', 'aria-label': title },
    element(
      'header',
      {},
      element('h2', {}, title),
      iconButton('close', 'Close', () => dialog.close()),
    ),
    element(
      'div',
      { class: 'dialog-body' },
      field,
      ...more,
      element(
        'div',
        { class: 'drawer-tools' },
        element(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: async () => {
              try {
                await navigator.clipboard.writeText(text);
                dialog.close();
                app.say('Copied.');
              } catch {
                field.select();
              }
            },
          },
          'Copy',
        ),
      ),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

function openCut(app, window) {
  const { source } = app.state;
  const url = app.client.cutUrl({ s: source, from: window.from, to: window.to });
  showText(
    app,
    'Cut the window out',
    cutCommand({ source, window }),
    element(
      'p',
      {},
      element(
        'a',
        { href: url, download: fileName(app, 'cut', 'tar') },
        'Download it as an archive',
      ),
      ' (tar), or run the command where the archive is.',
    ),
  );
}
