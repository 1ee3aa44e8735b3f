// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Questions to the server.  The protocol: docs/viewer-protocol.md.

import { BUCKETS, FrameReader, HEAT, readFrame } from './frames.js';

const BASE = 'fdr/v1/';
/** A URL that is longer goes into the body of a POST. */
const LONGEST_URL = 4000;

/** Why a question has no answer: `status` is 0 if the server could not be reached. */
class ServerError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

export function isAborted(error) {
  return error?.name === 'AbortError';
}

/**
 * Pairs of names and values; lists become repeated names, and null leaves one out.
 * @param {Question} parameters
 */
function encode(parameters) {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') pairs.append(name, String(one));
    }
  }
  return pairs;
}

export class Client {
  /**
   * Called with true when the server answers, and with false when it cannot be reached.
   * @type {(isReachable: boolean) => void}
   */
  onReachable = () => {};

  /**
   * @param {string} path
   * @param {Question} parameters
   * @param {AskOptions} options
   */
  async #ask(path, parameters, { signal, method = 'GET', body } = {}) {
    const pairs = encode(parameters);
    const text = pairs.toString();
    const isLong = method === 'GET' && text.length > LONGEST_URL;
    const url = `${BASE}${path}${text && !isLong && method === 'GET' ? `?${text}` : ''}`;
    const asksByBody = isLong || method === 'POST';
    let answer;
    try {
      answer = await fetch(url, {
        signal,
        method: asksByBody ? 'POST' : 'GET',
        body: asksByBody ? (body ?? pairs) : undefined,
      });
    } catch (error) {
      if (isAborted(error)) throw error;
      this.onReachable(false);
      throw new ServerError('The server cannot be reached.', 0);
    }
    this.onReachable(true);
    if (!answer.ok) throw await failureOf(answer);
    return answer;
  }

  /**
   * @param {Question} parameters
   * @param {AskOptions} [options]
   */
  async #json(path, parameters, options) {
    const answer = await this.#ask(path, parameters, options);
    return answer.json();
  }

  /**
   * @param {AskOptions} [options]
   * @returns {Promise<Source[]>}
   */
  sources(options) {
    return this.#json('sources', {}, options);
  }

  /**
   * @param {AskOptions} [options]
   * @returns {Promise<Source | undefined>}
   */
  async source(id, options) {
    const list = await this.#json('sources', { s: id }, options);
    return list[0];
  }

  /** @type {Ask<{total: number, matches: Match[]}>} */
  find(parameters, options = {}) {
    return this.#json('find', parameters, options);
  }

  /** @type {Ask<{metrics: Meta[]}>} */
  meta(parameters, options = {}) {
    return this.#json('meta', parameters, options);
  }

  /** @type {Ask<Moment>} */
  at(parameters, options = {}) {
    return this.#json('at', parameters, options);
  }

  /** @type {Ask<{t: number[], more: boolean}>} */
  records(parameters, options = {}) {
    return this.#json('records', parameters, options);
  }

  /** @type {Ask<{t: number | null}>} */
  next(parameters, options = {}) {
    return this.#json('next', parameters, options);
  }

  /** @type {Ask<DiffAnswer>} */
  async diff(parameters, options = {}) {
    const answer = await this.#ask('diff', parameters, options);
    const lines = (await answer.text()).split('\n').filter(Boolean);
    const [head, ...rows] = lines.map((line) => JSON.parse(line));
    return { head, rows };
  }

  /** @type {Ask<StretchUsage>} */
  usage(parameters, options = {}) {
    return this.#json('usage', parameters, options);
  }

  /** @type {Ask<Explained>} */
  why(parameters, options = {}) {
    return this.#json('why', parameters, options);
  }

  /** @type {Ask<{writable: boolean, notes: Note[]}>} */
  notes(parameters, options = {}) {
    return this.#json('notes', parameters, options);
  }

  /** @type {Ask<Note>} */
  changeNotes(parameters) {
    return this.#json('notes', parameters, { method: 'POST' });
  }

  /** @type {Ask<Clock>} */
  clock(parameters) {
    return this.#json('clock', parameters);
  }

  /** @type {Ask<Clock>} */
  leadClock(parameters) {
    return this.#json('clock', parameters, { method: 'POST' });
  }

  /**
   * Also of a page that is being closed.
   * @param {Question} parameters
   */
  endClock(parameters) {
    navigator.sendBeacon(`${BASE}clock`, encode(parameters));
  }

  /** @returns {Promise<{panels: NewPanel[]}>} */
  layout(id) {
    return this.#json('layouts', { id });
  }

  /** @returns {Promise<string>} */
  async keepLayout(layout) {
    const { id } = await this.#json(
      'layouts',
      {},
      { method: 'POST', body: JSON.stringify(layout) },
    );
    return id;
  }

  /**
   * Calls `onFrame` for each frame, coarse ones first if `parameters.stream` is set.
   * @param {Question} parameters
   * @param {(frame: Frame) => void} onFrame
   * @param {AskOptions} [options]
   */
  async buckets(parameters, onFrame, options) {
    const answer = await this.#ask('buckets', { ...parameters, f: 'min,max,avg,count' }, options);
    // Answers to fetch() have a body.
    const reader = /** @type {ReadableStream} */ (answer.body).getReader();
    const frames = new FrameReader(BUCKETS);
    let isWhole = false;
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        for (const frame of frames.add(piece.value)) {
          isWhole ||= frame.isLast;
          onFrame(frame);
        }
      }
    } catch (error) {
      if (isAborted(error)) throw error;
      this.onReachable(false);
      throw new ServerError('The connection was lost.', 0);
    }
    if (!isWhole) throw new ServerError('The answer of the server is not whole.', 0);
  }

  /** @type {Ask<HeatFrame>} */
  async heat(parameters, options) {
    const answer = await this.#ask('heat', parameters, options);
    const read = readFrame(new Uint8Array(await answer.arrayBuffer()), HEAT);
    if (!read) throw new ServerError('The answer of the server is not whole.', 0);
    return read.frame;
  }

  /** @type {Ask<StatesAnswer>} */
  states(parameters, options = {}) {
    return this.#json('states', parameters, options);
  }

  /**
   * A stream of events.  The caller closes it.
   * @param {Question} parameters
   */
  follow(parameters) {
    return new EventSource(`${BASE}follow?${encode(parameters)}`);
  }

  /** @param {Question} parameters */
  cutUrl(parameters) {
    return `${BASE}cut?${encode(parameters)}`;
  }
}

/** @param {Response} answer */
async function failureOf(answer) {
  const message = refusalIn(await answer.text()) ?? `The server answered ${answer.status}.`;
  return new ServerError(message, answer.status);
}

/**
 * The message of an answer that failed; null if it is no JSON.
 * @param {string} answer
 */
export function refusalIn(answer) {
  try {
    return JSON.parse(answer).message ?? null;
  } catch {
    return null;
  }
}
