// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What was unusual in a source, as the server finds it: in all of an archive, and again now and then
// while that grows.

import { isAborted } from './client.js';

/** Seconds of new records, behind which the server is asked again. */
const LONG_AGO = 300;
/** Too long, or too large, for this server. */
const TOO_MUCH = 503;

export class Explanation {
  #controller = new AbortController();
  #isAsking = false;
  #source = '';

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.store.on(['source', 'info'], () => this.#look());
  }

  get isBusy() {
    return this.#isAsking;
  }

  #look() {
    const { source, info, explained } = this.app.state;
    const isOther = source !== this.#source;
    const isOld = explained?.answer && info.end - explained.answer.end > LONG_AGO;
    if (!isOther && (!isOld || this.#isAsking)) return;
    this.#source = source;
    this.#controller.abort();
    if (isOther) this.app.store.set({ explained: null, finding: null });
    if (info.isArchive) this.#ask();
    else this.#isAsking = false;
  }

  async #ask() {
    const { source, info, explained } = this.app.state;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#isAsking = true;
    if (!explained) this.app.store.set({ explained: { answer: null, message: '' } });
    try {
      const answer = await this.app.client.why({ s: source, g: info.generation }, { signal });
      if (signal.aborted) return;
      this.app.store.set({ explained: { answer, message: '' }, finding: null });
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      this.#fail(error);
    }
    this.#isAsking = false;
  }

  /** What is known already stays.  A server that explains nothing is no trouble. */
  #fail(error) {
    if (this.app.state.explained?.answer) return;
    const message =
      error.status === TOO_MUCH
        ? 'This server cannot find out what was unusual. On a command line: '
        : '';
    this.app.store.set({ explained: message ? { answer: null, message } : null });
  }
}
