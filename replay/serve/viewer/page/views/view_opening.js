// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Opens view files of pmchart: from a dialog, dropped on the page, or as a text of a script.  Their
// charts take the place of the panels.

import { element } from '../base/dom.js';
import { LARGEST_VIEW, readView } from './view_file.js';
import { panelsOf } from './view_panels.js';
import { cut, ViewError } from './view_words.js';

const MOST_FILES = 16;
/** Names of metrics that a notice has: it is one line of text or two. */
const MOST_NAMES = 4;
const LONGEST_NAME = 80;

/**
 * Charts need a source: until one is open, nobody is asked for files.
 * @param {App} app
 * @param {MakeCommand} command
 */
export function openingCommands(app, command) {
  return [
    command('view.open', 'Open a view file of pmchart …', [], ({ text, name = 'view' } = {}) => {
      if (!app.commands.isReady()) return undefined;
      return text === undefined ? chooseFiles(app) : openFiles(app, [new File([text], name)]);
    }),
  ];
}

/**
 * Files that are dropped anywhere on the page.
 * @param {App} app
 */
export function listenToDrops(app) {
  /**
   * What is dragged, if it has files.
   * @param {DragEvent} event
   */
  const filesOf = ({ dataTransfer }) =>
    dataTransfer?.types.includes('Files') ? dataTransfer : null;
  const mark = (isOver) => document.body.classList.toggle('is-drop', isOver);
  document.addEventListener('dragover', (event) => {
    const dragged = filesOf(event);
    if (!dragged) return;
    event.preventDefault();
    dragged.dropEffect = 'copy';
    mark(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false); // out of the window
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    const dropped = filesOf(event);
    if (!dropped) return;
    event.preventDefault();
    openFiles(app, [...dropped.files]);
  });
}

/** @param {App} app */
function chooseFiles(app) {
  // In the document, since a browser may forget any other node while the user chooses.
  const input = element('input', { type: 'file', multiple: true, hidden: true });
  input.addEventListener('change', () => {
    input.remove();
    openFiles(app, [...(input.files ?? [])]);
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}

/**
 * The charts of several files stand below each other.
 * @param {App} app
 * @param {File[]} files
 */
async function openFiles(app, files) {
  const { source, info, catalogue } = app.state;
  if (!catalogue || files.length === 0) return;
  try {
    if (files.length > MOST_FILES) throw new Error(`More than ${MOST_FILES} files.`);
    const views = [];
    const of = { client: app.client, id: source, host: info.host ?? source, catalogue };
    for (const file of files) views.push(await openFile(file, of));
    if (app.state.source === source) showViews(app, files, views);
  } catch (error) {
    app.say(error.message);
  }
}

/**
 * @param {File} file
 * @param {ViewSource} source
 */
async function openFile(file, source) {
  try {
    if (file.size > LARGEST_VIEW) throw new Error('the file is too large for a view file');
    const charts = readView(await file.text());
    if (charts.length === 0) throw new Error('the file has no charts');
    const view = await panelsOf(charts, source);
    if (view.panels.length > 0) return view;
    throw new Error(`the source has nothing of it: ${someOf(view.missing)}`);
  } catch (error) {
    const where = error instanceof ViewError ? `${file.name}, ` : `${file.name}: `;
    throw new Error(where + error.message, { cause: error });
  }
}

/**
 * @param {App} app
 * @param {File[]} files
 * @param {ShownView[]} views
 */
function showViews(app, files, views) {
  const { panels: before, isDefault } = app.state;
  const panels = views.flatMap((view) => view.panels);
  app.navigation.onStep();
  app.setPanels(panels);
  app.say(noticeOf(files, views, panels.length), {
    label: 'Undo',
    run: () => app.store.set({ panels: before, isDefault }),
  });
}

/**
 * @param {File[]} files
 * @param {ShownView[]} views
 */
function noticeOf(files, views, count) {
  /** @param {"missing" | "styles"} key */
  const all = (key) => [...new Set(views.flatMap((view) => view[key]))];
  const [missing, styles] = [all('missing'), all('styles')];
  const surplus = views.reduce((sum, view) => sum + view.surplus, 0);
  const parts = [`${files.map(({ name }) => name).join(', ')}: ${counted(count, 'chart')}.`];
  if (missing.length > 0) parts.push(`Not in this source: ${someOf(missing)}.`);
  if (styles.length > 0) parts.push(`Lines in place of: ${styles.join(', ')}.`);
  if (surplus > 0) parts.push(`${counted(surplus, 'more series', '')} would be too many.`);
  return parts.join(' ');
}

function counted(count, what, many = 's') {
  return `${count} ${what}${count === 1 ? '' : many}`;
}

/** @param {string[]} names */
function someOf(names) {
  const more = names.length - MOST_NAMES;
  const some = names.slice(0, MOST_NAMES).map((name) => cut(name, LONGEST_NAME));
  return some.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
