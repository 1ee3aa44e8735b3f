// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unusual stretches in the strip above all, each with its culprits beside it.

import { element } from './base/dom.js';
import { whatText, whenText, whoText } from './names/finding_words.js';

/** Pixels: the narrowest mark that one sees, and the shortest name that says something. */
const NARROWEST = 6;
const SHORTEST_NAME = 28;

export class OverviewFindings {
  /** @type {HTMLElement[]} */
  #marks = [];

  /**
   * @param {App} app
   * @param {HTMLElement} root of the strip
   */
  constructor(app, root) {
    this.app = app;
    this.root = root;
  }

  /** New marks for new findings, or for times of another zone. */
  fill() {
    const { explained, zone } = this.app.state;
    const key = JSON.stringify([explained, this.app.zoneName(zone)]);
    if (key === this.key) return;
    this.key = key;
    for (const mark of this.#marks) mark.remove();
    const answer = explained?.answer;
    this.#marks = (answer?.findings ?? []).map((finding, number) =>
      this.#mark(finding, number, /** @type {Explained} */ (answer)),
    );
    // Short ones lie on top.
    const { findings } = answer ?? { findings: [] };
    const length = (mark) => lengthOf(findings[this.#marks.indexOf(mark)]);
    this.root.append(...[...this.#marks].sort((a, b) => length(b) - length(a)));
  }

  /**
   * The number of the finding whose mark this is; -1 if it is none.
   * @param {EventTarget | null} target
   */
  numberOf(target) {
    return this.#marks.findIndex((mark) => mark === target);
  }

  /**
   * @param {Finding} finding
   * @param {Explained} answer
   */
  #mark(finding, number, answer) {
    const when = whenText(finding, answer, this.app.zoneName(this.app.state.zone));
    const who = whoText(finding);
    const name = `Unusual ${number + 1}: ${when}. ${whatText(finding)}${who && ` ${who}.`}`;
    // Too small for a finger: the list above the charts has the buttons, and the same words.
    return element(
      'div',
      {
        class: 'overview-finding',
        title: name,
        'aria-hidden': 'true',
      },
      element('span', {}, finding.culprits.map(({ program }) => program).filter(Boolean).join(', ')),
    );
  }

  /**
   * A name has the room up to the next mark behind its own.
   * @param {(time: number) => number} xOf
   * @param {number} width of the strip
   */
  place(xOf, width) {
    const findings = this.app.state.explained?.answer?.findings ?? [];
    const places = findings.map(({ start, end }) => {
      const from = Math.max(0, Math.min(xOf(start), width - NARROWEST));
      return { from, to: Math.max(from + NARROWEST, Math.min(xOf(end), width)) };
    });
    this.#marks.forEach((mark, i) => {
      const { from, to } = places[i];
      const isBehind = (other, j) => other.to > to || (other.to === to && j < i);
      const starts = places.filter(isBehind).map((other) => Math.max(other.from, to));
      const next = Math.min(width, ...starts);
      mark.style.transform = `translateX(${from}px)`;
      mark.style.width = `${to - from}px`;
      const name = /** @type {HTMLElement} */ (mark.firstChild);
      name.hidden = next - to < SHORTEST_NAME || !name.textContent;
      name.style.maxWidth = `${next - to - 4}px`;
    });
  }
}

/** @param {Finding} finding */
function lengthOf({ start, end }) {
  return end - start;
}
