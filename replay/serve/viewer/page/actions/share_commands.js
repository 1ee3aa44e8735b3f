// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands that give what is shown to other people: links, files, command lines.

import { refusalIn } from '../data/client.js';
import { element } from '../base/dom.js';
import {
  cutCommand,
  download,
  fileName,
  framesAsCsv,
  framesAsJson,
  replayCommand,
  statesAsCsv,
} from './export.js';
import { titleOf } from '../names/groups.js';
import { pictureOf } from '../panels/picture.js';
import { showText } from '../widgets/text_dialog.js';

/** Panels whose series a command line names: all of them would fill a screen. */
const MOST_PANELS = 6;

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {Address} address
 */
export function shareCommands(app, stage, address) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Share', run });
  return [...linkCommands(app, address, command), ...fileCommands(app, stage, command)];
}

/**
 * @param {App} app
 * @param {Address} address
 * @param {MakeCommand} command
 */
function linkCommands(app, address, command) {
  /** The selection, or what is shown. */
  const stretch = () => app.state.selection ?? app.state.window;
  const printing = () => {
    const panels = app.state.panels.slice(0, MOST_PANELS);
    return replayCommand({ ...app.state, window: stretch(), panels });
  };
  return [
    command('share.link', 'Copy a link to what is shown', ['y'], () => shareLink(app, address)),
    command('share.command', 'Show the command that prints these metrics', ['Y'], () =>
      showText(app, 'These metrics on a command line, as they are recorded', printing()),
    ),
    command('share.cut', 'Cut the window out as an archive …', ['C'], () =>
      openCut(app, stretch()),
    ),
  ];
}

/**
 * @param {App} app
 * @param {Stage} stage
 * @param {MakeCommand} command
 */
function fileCommands(app, stage, command) {
  /** Without a panel there is nothing to save. */
  const view = ({ panel }) => stage.viewOf(panel ?? stage.currentPanel?.key ?? NaN);
  const all = () => stage.views.filter(({ isVisible }) => isVisible);
  const save = (title, ending, content, type) =>
    download(fileName(app, title, ending), content, type);
  const savePicture = async (title, views) => {
    try {
      save(title, 'png', await pictureOf(app, stage, views));
    } catch (error) {
      app.say(error.message);
    }
  };
  return [
    command('export.png', 'Save the panel as PNG', [], async (args) => {
      const shown = view(args);
      if (shown) await savePicture(titleOf(shown.panel), [shown]);
    }),
    command('export.all', 'Save all charts as PNG', [], () => savePicture('charts', all())),
    command('export.csv', 'Save the panel as CSV', [], (args) => {
      const shown = view(args);
      const { lines, states } = shown?.frames() ?? {};
      const { window } = app.state;
      const table = lines ? framesAsCsv(lines, window) : states && statesAsCsv(states, window);
      if (shown && table) save(titleOf(shown.panel), 'csv', table, 'text/csv');
    }),
    command('export.json', 'Save all charts as JSON', [], () =>
      save('charts', 'json', framesAsJson(app, all()), 'application/json'),
    ),
  ];
}

/**
 * @param {App} app
 * @param {Address} address
 */
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

/**
 * @param {App} app
 * @param {TimeWindow} window
 */
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
      element('a', { href: url, target: REFUSALS }, 'Download it as an archive'),
      ' (tar), or run the command where the archive is.',
      refusalFrame(app),
    ),
  );
}

const REFUSALS = 'refusals';

/**
 * The browser saves an archive that is sent to this frame.  A refusal is loaded into the frame, and the page says it.
 * @param {App} app
 */
function refusalFrame(app) {
  const frame = element('iframe', { name: REFUSALS, hidden: true });
  frame.addEventListener('load', () => {
    const answer = frame.contentDocument?.body?.textContent;
    if (answer) app.say(refusalIn(answer) ?? 'The server sends no archive.');
  });
  return frame;
}
