// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands on the page as a whole: finding, sources, comparing, the theme.

import { chooseTheme, theme } from '../plots/colours.js';
import { hidden } from '../base/commands.js';
import { openFinder, openPalette } from './finder.js';
import { openHelp } from './help.js';
import { askText } from './picker.js';
import { openSources } from './source_list.js';
import { compareText, parseCompare } from './time_commands.js';
import { openingCommands } from '../views/view_opening.js';

/** @param {App} app */
export function viewCommands(app) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'View', run });
  return [
    command('find.metric', 'Find a metric', ['/', 'Ctrl+p'], ({ text } = {}) =>
      openFinder(app, text),
    ),
    command('view.palette', 'All commands', ['>', 'Ctrl+Shift+p'], () => openPalette(app)),
    command('view.keys', 'Keys', ['?'], () => openHelp(app.commands)),
    command('view.compare', 'Compare with another time or source …', ['c'], (args) =>
      compareWith(app, args),
    ),
    command('view.theme', 'Dark or light', [], ({ theme: name } = {}) =>
      chooseTheme(name ?? (theme() === 'dark' ? 'light' : 'dark')),
    ),
    ...openingCommands(app, command),
    command('source.choose', 'Choose a source …', ['S'], () => openSources(app)),
    hidden(
      command('source.open', 'Open a source', [], ({ s, ...view }) => app.openSource(s, view)),
    ),
  ];
}

/**
 * @param {App} app
 * @param {{shift?: number, source?: string | null, text?: string}} other
 */
function compareWith(app, { shift, source = null, text } = {}) {
  const take = (typed) => {
    const compare = parseCompare(typed);
    app.store.set({ compare });
    app.say(compare ? `Compared with ${compareText(compare)}` : 'No comparison');
  };
  if (shift !== undefined || source !== null)
    app.store.set({ compare: { source, shift: shift ?? 0 } });
  else if (text !== undefined) take(text);
  else {
    askText('Compare with another time or source', {
      value: app.state.compare ? '' : '-1d',
      placeholder: '-1h, -1d, -1w, or the name of a source; nothing to end',
      hint: 'The other values are dashed lines behind the present ones.',
      take,
    });
  }
}
