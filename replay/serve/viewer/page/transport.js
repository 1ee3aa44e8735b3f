// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bar at the bottom: the buttons of a tape deck, the speed, and the time.

import { element, iconButton, setIcon, setText } from './dom.js';
import { SPEEDS } from './player.js';
import { clockText, dateText, lengthText, offsetText } from './time_format.js';

export function speedText(speed) {
  return speed < 1 ? `1/${Math.round(1 / speed)}×` : `${speed.toLocaleString('en')}×`;
}

const ZONES = { host: 'Host', local: 'Local', utc: 'UTC' };

export class Transport {
  constructor(app, root) {
    this.app = app;
    const run = (id, args) => () => app.commands.run(id, args);
    const named = (text, id) => `${text} (${app.commands.keysOf(id)})`;
    this.reverse = iconButton(
      'reverse',
      named('Turn the direction round', 'play.turn'),
      run('play.turn'),
      { 'aria-pressed': 'false' },
    );
    this.play = iconButton('play', named('Play', 'play.toggle'), run('play.toggle'), {
      class: 'icon-button play',
    });
    this.loop = iconButton(
      'loop',
      named('Loop over the selection', 'play.loop'),
      run('play.loop'),
      { 'aria-pressed': 'false' },
    );
    this.speed = element('input', {
      type: 'range',
      min: '0',
      max: String(SPEEDS.length - 1),
      class: 'speed',
      'aria-label': 'Speed',
      oninput: () => app.store.set({ speed: SPEEDS[Number(this.speed.value)] }),
    });
    this.speedLabel = element('output', { class: 'speed-label' });
    this.time = element('button', {
      type: 'button',
      class: 'clock',
      title: named('Go to a time', 'time.ask'),
      onclick: run('time.ask'),
    });
    this.clock = element('span', { class: 'clock-time' });
    this.date = element('span', { class: 'clock-date' });
    this.time.append(this.date, this.clock);
    this.zone = element('button', {
      type: 'button',
      class: 'text-button',
      title: named('Time zone', 'zone.next'),
      onclick: run('zone.next'),
    });
    this.live = element(
      'button',
      {
        type: 'button',
        class: 'text-button live',
        onclick: run('live.toggle'),
        title: named('Follow what is being recorded', 'live.toggle'),
        'aria-pressed': 'false',
      },
      'Live',
    );
    this.span = element('span', { class: 'span', title: 'Length of the window' });
    root.append(
      element(
        'div',
        { class: 'deck' },
        iconButton('start', named('Start', 'time.start'), run('time.start')),
        iconButton('stepBack', named('One record back', 'step.back'), run('step.back')),
        this.reverse,
        this.play,
        iconButton('stepForward', named('One record on', 'step.forward'), run('step.forward')),
        iconButton('end', named('End', 'time.end'), run('time.end')),
        this.loop,
      ),
      element(
        'label',
        { class: 'speed-box', title: named('Speed', 'speed.up') },
        this.speed,
        this.speedLabel,
      ),
      element('div', { class: 'times' }, this.live, this.time, this.zone, this.span),
    );
    app.store.on(['isPlaying', 'direction', 'speed', 'isLooping', 'isLive', 'info'], () =>
      this.#show(),
    );
    app.store.on(['playhead', 'zone', 'window', 'info'], () => this.#showTime());
    this.#show();
  }

  #show() {
    const { isPlaying, direction, speed, isLooping, isLive, info } = this.app.state;
    setIcon(this.play, isPlaying ? 'pause' : direction > 0 ? 'play' : 'reverse');
    this.play.setAttribute(
      'aria-label',
      isPlaying ? 'Pause' : direction > 0 ? 'Play' : 'Play backwards',
    );
    this.reverse.setAttribute('aria-pressed', String(direction < 0));
    this.loop.setAttribute('aria-pressed', String(isLooping));
    this.live.setAttribute('aria-pressed', String(isLive));
    this.live.hidden = !info.growing && info.isArchive !== false;
    this.speed.value = String(
      Math.max(
        0,
        SPEEDS.findIndex((one) => one >= speed),
      ),
    );
    this.speed.setAttribute('aria-valuetext', `${speed} times`);
    setText(this.speedLabel, speedText(speed));
  }

  #showTime() {
    const { playhead, zone, window } = this.app.state;
    if (playhead === null || !window) return;
    const name = this.app.zoneName(zone);
    setText(this.date, dateText(playhead, name));
    setText(this.clock, clockText(playhead, name, 3));
    setText(this.zone, `${ZONES[zone] ?? zone} · ${offsetText(playhead, name)}`);
    setText(this.span, lengthText(window.to - window.from));
  }
}
