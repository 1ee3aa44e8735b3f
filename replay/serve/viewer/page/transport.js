// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bar at the bottom: the buttons of a tape deck, the speed, and the time.

import { element, iconButton, setIcon, setText } from './base/dom.js';
import { SPEEDS } from './model/player.js';
import { clockText, dateText, lengthText, offsetText } from './base/time_format.js';

function speedText(speed) {
  return speed < 1 ? `1/${Math.round(1 / speed)}×` : `${speed.toLocaleString('en')}×`;
}

const ZONES = { host: 'Host', local: 'Local', utc: 'UTC' };

export class Transport {
  /** @type {HTMLElement} */ reverse;
  /** @type {HTMLElement} */ play;
  /** @type {HTMLElement} */ loop;
  /** @type {HTMLInputElement} */ speed;
  /** @type {HTMLElement} */ speedLabel;
  /** @type {HTMLElement} */ live;
  /** @type {HTMLElement} */ led;
  /** @type {HTMLElement} */ date;
  /** @type {HTMLElement} */ clock;
  /** @type {HTMLElement} */ zone;
  /** @type {HTMLElement} */ span;

  /**
   * @param {App} app
   * @param {HTMLElement} root
   */
  constructor(app, root) {
    this.app = app;
    root.append(this.#deck(), this.#speed(), this.#times());
    app.store.on(['isPlaying', 'direction', 'speed', 'isLooping', 'isLive', 'info'], () =>
      this.#show(),
    );
    app.store.on(['playhead', 'zone', 'window', 'info'], () => this.#showTime());
    app.store.on(['clock'], ({ clock }) => this.#showLed(clock));
    this.#show();
  }

  /** What a tooltip says: with the keys that do the same. */
  #named(text, id) {
    return `${text} (${this.app.commands.keysOf(id)})`;
  }

  #icon(name, text, id, options) {
    return iconButton(name, this.#named(text, id), () => this.app.commands.run(id), options);
  }

  #text(text, id, options) {
    return element('button', {
      type: 'button',
      title: this.#named(text, id),
      onclick: () => this.app.commands.run(id),
      ...options,
    });
  }

  #deck() {
    const pressed = { 'aria-pressed': 'false' };
    this.reverse = this.#icon('reverse', 'Turn the direction round', 'play.turn', pressed);
    this.play = this.#icon('play', 'Play', 'play.toggle', { class: 'icon-button play' });
    this.loop = this.#icon('loop', 'Loop over the selection', 'play.loop', pressed);
    return element(
      'div',
      { class: 'deck' },
      this.#icon('start', 'Start', 'time.start'),
      this.#icon('stepBack', 'One record back', 'step.back'),
      this.reverse,
      this.play,
      this.#icon('stepForward', 'One record on', 'step.forward'),
      this.#icon('end', 'End', 'time.end'),
      this.loop,
    );
  }

  #speed() {
    this.speed = element('input', {
      type: 'range',
      min: '0',
      max: String(SPEEDS.length - 1),
      class: 'speed',
      'aria-label': 'Speed',
      oninput: () => this.app.store.set({ speed: SPEEDS[Number(this.speed.value)] }),
    });
    this.speedLabel = element('output', { class: 'speed-label' });
    const title = this.#named('Speed', 'speed.up');
    return element('label', { class: 'speed-box', title }, this.speed, this.speedLabel);
  }

  #times() {
    this.live = this.#text('Follow what is being recorded', 'live.toggle', {
      class: 'text-button live',
      'aria-pressed': 'false',
    });
    this.live.append('Live');
    this.led = element('button', {
      type: 'button',
      class: 'text-button',
      'aria-pressed': 'true',
      hidden: true,
      title: 'Programs that follow this page',
      onclick: () => this.app.commands.run('lead.open'),
    });
    this.date = element('span', { class: 'clock-date' });
    this.clock = element('span', { class: 'clock-time' });
    const time = this.#text('Go to a time', 'time.ask', { class: 'clock' });
    time.append(this.date, this.clock);
    this.zone = this.#text('Time zone', 'zone.next', { class: 'text-button' });
    this.span = element('span', { class: 'span', title: 'Length of the window' });
    return element('div', { class: 'times' }, this.live, this.led, time, this.zone, this.span);
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

  /** @param {Clock | null} clock */
  #showLed(clock) {
    this.led.hidden = !clock;
    if (clock) setText(this.led, `Leads ${clock.programs}`);
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
