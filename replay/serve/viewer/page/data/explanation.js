// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What was unusual in a source, as the server finds it: in all of an archive, and again now and then
// while that grows.

import { isAborted } from './client.js';
import { placeIn } from '../names/finding_words.js';

/** Seconds of new records, behind which the server is asked again. */
const LONG_AGO = 300;
/** Each failure doubles them, up to about five hours. */
const MOST_FAILURES = 6;
/** Milliseconds, after which a server that had too much to do is asked once more. */
const LATER = 60000;
/** Too long, or too large, for this server. */
const TOO_MUCH = 503;

export class Explanation {
  #controller = new AbortController();
  #isAsking = false;
  #source = '';
  /** Of the archive when the server was asked last. */
  #end = 0;
  #failures = 0;

  /**
   * @param {App} app
   * @param {(work: () => void) => void} later
   */
  constructor(app, later = (work) => setTimeout(work, LATER)) {
    this.app = app;
    this.later = later;
    app.store.on(['source', 'info'], () => this.#look());
  }

  get isBusy() {
    return this.#isAsking;
  }

  #look() {
    const { source, info, explained } = this.app.state;
    const isOther = source !== this.#source;
    const isOld = explained?.answer && info.end - this.#end > LONG_AGO * 2 ** this.#failures;
    if (!isOther && (!isOld || this.#isAsking)) return;
    this.#source = source;
    this.#controller.abort();
    if (isOther) {
      this.#failures = 0;
      this.app.store.set({ explained: null, finding: null });
    }
    if (info.isArchive) this.#ask();
    else this.#isAsking = false;
  }

  async #ask() {
    const { source, info, explained } = this.app.state;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#isAsking = true;
    this.#end = info.end;
    if (!explained) this.app.store.set({ explained: { answer: null, message: '' } });
    try {
      const answer = await this.app.client.why({ s: source, g: info.generation }, { signal });
      if (signal.aborted) return;
      this.#keep(answer);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      this.#fail(error, signal);
    }
    this.#isAsking = false;
  }

  /** @param {Explained} answer */
  #keep(answer) {
    this.#failures = 0;
    this.#end = answer.end;
    const { explained, finding } = this.app.state;
    const shown = explained?.answer?.findings[finding ?? -1];
    this.app.store.set({
      explained: { answer, message: '' },
      finding: placeIn(answer.findings, shown),
    });
  }

  /**
   * What is known already stays.  A server that explains nothing is no trouble.
   * @param {AbortSignal} signal
   */
  #fail(error, signal) {
    this.#failures = Math.min(this.#failures + 1, MOST_FAILURES);
    if (this.app.state.explained?.answer) return;
    if (error.status === TOO_MUCH && this.#failures === 1)
      this.later(() => {
        if (!signal.aborted) this.#ask();
      });
    const message =
      error.status === TOO_MUCH
        ? 'This server cannot find out what was unusual. On a command line: '
        : '';
    this.app.store.set({ explained: message ? { answer: null, message } : null });
  }
}
