// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Commands that move through time: zoom, playhead, playing.

import { hidden } from '../base/commands.js';
import { askText } from './picker.js';
import { fullText, lengthText, parseLength, parseTime } from '../base/time_format.js';

const ZONES = ['host', 'local', 'utc'];

/** @param {App} app */
export function timeCommands(app) {
  const { navigation, player, store } = app;
  return [
    ...zoomCommands(app, navigation),
    ...playCommands(app, player, store),
    ...placeCommands(app, navigation, player),
  ];
}

/**
 * @param {App} app
 * @param {Navigation} navigation
 */
function zoomCommands(app, navigation) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Zoom', run });
  return [
    command('zoom.in', 'Zoom in', ['w', '+'], () => navigation.zoom(0.6)),
    command('zoom.out', 'Zoom out', ['s', '-'], () => navigation.zoom(1 / 0.6)),
    command('pan.left', 'Move left', ['a'], () => navigation.pan(-0.2)),
    command('pan.right', 'Move right', ['d'], () => navigation.pan(0.2)),
    command('zoom.fit', 'Zoom to the selection, or to all', ['f'], () => navigation.fit()),
    command('zoom.whole', 'Zoom to all', ['F'], () => navigation.whole()),
    command('zoom.back', 'Back to the window before', ['b', 'Backspace'], () => navigation.back()),
    hidden(
      command('zoom.to', 'Show a window', [], ({ from, to }) =>
        navigation.setWindow({ from, to }, { isStep: true }),
      ),
    ),
    command('select.window', 'Select the window', ['x'], ({ from, to } = {}) => {
      app.store.set({ selection: from === undefined ? app.state.window : { from, to } });
    }),
  ];
}

/**
 * @param {App} app
 * @param {Player} player
 * @param {App["store"]} store
 */
function playCommands(app, player, store) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Play', run });
  return [
    command('play.toggle', 'Play or pause', [' '], () => player.toggle()),
    command('play.turn', 'Turn the direction round', ['r'], () =>
      player.turn(-app.state.direction),
    ),
    command('play.loop', 'Loop over the selection, or the window', ['l'], () =>
      store.set({ isLooping: !app.state.isLooping }),
    ),
    command('speed.up', 'Faster', ['ArrowUp'], () => player.changeSpeed(1)),
    command('speed.down', 'Slower', ['ArrowDown'], () => player.changeSpeed(-1)),
    hidden(command('speed.set', 'Speed', [], ({ speed }) => store.set({ speed }))),
    command('step.forward', 'One record on', ['ArrowRight', '.'], () => player.step(1)),
    command('step.back', 'One record back', ['ArrowLeft', ','], () => player.step(-1)),
    command('step.forward10', 'Ten records on', ['Shift+ArrowRight'], () => player.step(10)),
    command('step.back10', 'Ten records back', ['Shift+ArrowLeft'], () => player.step(-10)),
  ];
}

/**
 * @param {App} app
 * @param {Navigation} navigation
 * @param {Player} player
 * @returns {Command[]}
 */
function placeCommands(app, navigation, player) {
  /** @type {MakeCommand} */
  const command = (id, title, keys, run) => ({ id, title, keys, group: 'Go to', run });
  const find = (when, direction) => () =>
    player.find(when, direction, app.currentPanel()).catch((error) => app.say(error.message));
  const tenths = Array.from({ length: 10 }, (_, tenth) =>
    hidden(
      command(`time.tenth${tenth}`, `${tenth} tenths of the window`, [String(tenth)], () =>
        navigation.goToTenth(tenth),
      ),
    ),
  );
  return [
    command('time.ask', 'A time …', ['t'], () => askTime(app)),
    hidden(command('time.go', 'A time', [], ({ t }) => navigation.goTo(t))),
    command('time.start', 'Start', ['Home'], () => navigation.goTo(app.state.info.start)),
    command('time.end', 'End', ['End'], () => navigation.goTo(app.state.info.end)),
    command(
      'next.change',
      'Next change of the current panel',
      ['Ctrl+ArrowRight'],
      find('change', 1),
    ),
    command('previous.change', 'Change before', ['Ctrl+ArrowLeft'], find('change', -1)),
    command('next.mark', 'Next note or mark', [']'], () => goToMark(app, 1)),
    command('previous.mark', 'Note or mark before', ['['], () => goToMark(app, -1)),
    command('next.above', 'Next time above or below a value …', ['g'], () => askThreshold(app, 1)),
    command('previous.above', 'Time before, above or below a value …', ['G'], () =>
      askThreshold(app, -1),
    ),
    ...tenths,
    {
      id: 'zone.next',
      title: 'Time zone: host, local, UTC',
      keys: ['z'],
      group: 'View',
      run: ({ zone } = {}) => {
        const next = zone ?? ZONES[(ZONES.indexOf(app.state.zone) + 1) % ZONES.length];
        app.store.set({ zone: next });
        app.say(
          `Times of ${{ host: 'the host', local: 'this browser', utc: 'UTC' }[next] ?? next}: ${app.zoneName(next)}`,
        );
      },
    },
  ];
}

/** @param {App} app */
function askTime(app) {
  const { playhead, zone, info } = app.state;
  const name = app.zoneName(zone);
  askText('Go to a time', {
    value: fullText(playhead, name, 3),
    placeholder: '14:30, -10m, 2026-11-23 14:30:05, start+1h, @1700000000',
    hint: `14:30 · -10m · start+1h · 2026-11-23 14:30 · 2026-11-23T14:30:00Z · @1700000000 — clocks of ${name}`,
    take(text) {
      const time = parseTime(text, {
        near: playhead,
        zone: name,
        start: info.start,
        end: info.end,
        now: Date.now() / 1000,
      });
      if (time === null) return 'This is no time.';
      app.navigation.goTo(time);
      return undefined;
    },
  });
}

/** @param {App} app */
function goToMark(app, direction) {
  const { notes, playhead, info } = app.state;
  const isAhead = (time) => (direction > 0 ? time > playhead + 1e-6 : time < playhead - 1e-6);
  const times = [...(info.marks ?? []), ...notes.map(({ t }) => t)].filter(isAhead);
  if (times.length === 0) {
    app.say(direction > 0 ? 'No later note or mark.' : 'No earlier note or mark.');
    return;
  }
  app.navigation.goTo(direction > 0 ? Math.min(...times) : Math.max(...times));
}

/** @param {App} app */
function askThreshold(app, direction) {
  const panel = app.currentPanel();
  if (!panel) return;
  askText(
    direction > 0 ? 'Next time above or below a value' : 'Time before, above or below a value',
    {
      placeholder: '> 0.9   or   < 1000',
      hint: 'In units of the metric, such as bytes, or parts of a processor: > 0.9 is above 90 %.',
      async take(text) {
        const match = /^\s*([<>])?=?\s*(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(%|[kMGT])?\s*$/i.exec(
          text,
        );
        if (!match) return 'Write > or <, and a number.';
        const factor =
          { '%': 0.01, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }[(match[3] ?? '').toLowerCase()] ?? 1;
        const when = `${match[1] === '<' ? 'lt' : 'gt'}:${Number(match[2]) * factor}`;
        try {
          await app.player.find(when, direction, panel);
        } catch (error) {
          return error.message;
        }
        return undefined;
      },
    },
  );
}

/**
 * "-1d", "-1w", a source's name: what charts are compared with.
 * @returns {Comparison | null}
 */
export function parseCompare(text) {
  const clean = text.trim();
  if (clean === '') return null;
  const shift = parseLength(clean.replace(/^(\d)/, '-$1'));
  return shift === null ? { source: clean, shift: 0 } : { source: null, shift };
}

/** @param {Comparison} compare */
export function compareText({ source, shift }) {
  const parts = [];
  if (source !== null) parts.push(source);
  if (shift !== 0) parts.push(`${lengthText(Math.abs(shift))} ${shift < 0 ? 'earlier' : 'later'}`);
  return parts.join(', ');
}
