// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Gets what the visible panels lack.  Panels that can share a request do; what is no longer wanted
// is cancelled.

import { isAborted } from '../data/client.js';
import { nameSeries, recordInterval, sortRows } from '../data/frame_set.js';
import { orderHeat, sumHeat } from '../plots/heat_sum.js';
import {
  heatQuery,
  linesQuery,
  MOST_ROWS,
  neededSeries,
  queryKey,
  sharingKey,
  statesQuery,
} from '../names/panel_query.js';
import { bucketGrid } from '../base/ranges.js';
import { isTextPanel, statesFrame } from '../names/states.js';
import { afterPause } from '../base/dom.js';

const FIRST_RETRY = 1000;
const LAST_RETRY = 30000;
/** Steps of a zoom follow each other faster than this. */
const PAUSE = 40;
/** The server answers with no more runs of a series. */
const MOST_RUNS = 10000;

export class Loader {
  /** @type {Client} */
  #client;
  /** @type {Set<{controller: AbortController, parts: Part[]}>} */
  #jobs = new Set();
  /** @type {() => WantedView[]} */
  #wanted = () => [];
  #retry = FIRST_RETRY;
  #timer = 0;
  /** @type {((value?: unknown) => void)[]} */
  #idle = [];

  /**
   * Called when a panel has got data, or a reason why there are none.
   * @type {(panel: Panel) => void}
   */
  onData = () => {};
  /**
   * Called with the seconds until the next attempt, or 0 when the server answers again.
   * @type {(seconds: number) => void}
   */
  onTrouble = () => {};

  #isAsked = false;
  #afterPause = afterPause(PAUSE, () => this.refresh());

  /** @param {Client} client */
  constructor(client) {
    this.#client = client;
  }

  refreshSoon() {
    this.#isAsked = true;
    this.#afterPause();
  }

  /** @param {() => WantedView[]} wanted what is visible */
  serve(wanted) {
    this.#wanted = wanted;
  }

  get isBusy() {
    return this.#isAsked || this.#jobs.size > 0;
  }

  /** When everything that is visible has arrived, or failed. */
  whenIdle() {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#tellIdle();
    });
  }

  refresh() {
    this.#isAsked = false;
    const jobs = this.#wanted().flatMap((view) => jobsOf(view));
    const wanted = new Set(jobs.map(({ parts }) => parts[0].request));
    for (const running of this.#jobs) {
      if (running.parts.some(({ request }) => wanted.has(request))) continue;
      running.controller.abort();
      this.#jobs.delete(running);
    }
    const underway = new Set(
      [...this.#jobs].flatMap(({ parts }) => parts.map(({ request }) => request)),
    );
    for (const job of mergeJobs(jobs.filter(({ parts }) => !underway.has(parts[0].request))))
      this.#start(job);
    this.#tellIdle();
  }

  /** @param {Job} job */
  async #start(job) {
    const running = { controller: new AbortController(), parts: job.parts };
    const { signal } = running.controller;
    this.#jobs.add(running);
    try {
      await this.#ask(job, signal);
      this.#retry = FIRST_RETRY;
      this.onTrouble(0);
    } catch (error) {
      if (isAborted(error)) return;
      this.#fail(job, error);
    }
    this.#jobs.delete(running);
    this.#tellIdle();
  }

  /**
   * @param {Job} job
   * @param {AbortSignal} signal
   */
  #ask(job, signal) {
    if (job.path === 'heat') return this.#heat(job, signal);
    return job.path === 'states' ? this.#states(job, signal) : this.#lines(job, signal);
  }

  /**
   * @param {Job} job
   * @param {AbortSignal} signal
   */
  async #lines(job, signal) {
    await this.#client.buckets(
      job.parameters,
      (frame) => {
        for (const part of job.parts) this.#addLines(part, frame);
      },
      { signal },
    );
  }

  /**
   * @param {Part} part
   * @param {Frame} frame
   */
  #addLines(part, frame) {
    const own = nameSeries(partOf(frame, part), part.key);
    part.set.add(own);
    if (own.isLast && part.set === part.data.lines) {
      part.data.interval = recordInterval(own);
      this.refreshSoon(); // a heat map may need other values now
    }
    this.#arrived(part, frame.missing ?? []);
  }

  /**
   * @param {Job} job
   * @param {AbortSignal} signal
   */
  async #heat(job, signal) {
    const { order, m } = job.query;
    const answers = await Promise.all(
      [m].flat().map((one) => this.#client.heat({ ...job.parameters, m: one }, { signal })),
    );
    const answer =
      answers.length > 1 ? orderHeat(sumHeat(answers), order ?? '', MOST_ROWS) : answers[0];
    const frame = order === 'name' ? sortRows(answer) : answer;
    for (const part of job.parts) {
      part.set.add(nameSeries({ ...frame, knownEnd: part.knownEnd, isLast: true }, part.key));
      this.#arrived(part, []);
    }
  }

  /**
   * Runs that are shorter than a pixel may become one.
   * @param {Job} job
   * @param {AbortSignal} signal
   */
  async #states({ parameters, parts }, signal) {
    const count = Number(parameters.n);
    const n = Math.min(2 * count, MOST_RUNS);
    const answer = await this.#client.states({ ...parameters, n }, { signal });
    for (const part of parts) {
      const frame = statesFrame(answer, part.key, count);
      part.set.add({ ...frame, knownEnd: part.knownEnd });
      this.#arrived(part, answer.missing);
    }
  }

  /** @param {Part} part */
  #arrived(part, missing) {
    part.data.trouble = '';
    part.data.missing = missing;
    this.onData(part.panel);
  }

  /** @param {Job} job */
  #fail(job, error) {
    if (error.status === 0) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), this.#retry);
      this.onTrouble(this.#retry / 1000);
      this.#retry = Math.min(this.#retry * 2, LAST_RETRY);
      return;
    }
    for (const part of job.parts) {
      part.data.trouble = error.message;
      part.data.failed.add(part.request);
      this.onData(part.panel);
    }
  }

  /** The next attempt is made now. */
  retryNow() {
    clearTimeout(this.#timer);
    this.#retry = FIRST_RETRY;
    this.refresh();
  }

  #tellIdle() {
    if (this.isBusy) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/**
 * The series of a frame that a panel asked for.
 * @param {Frame} frame
 * @param {Part} part
 */
function partOf(frame, { metrics, instances, knownEnd }) {
  const isBelow = (name) => [...metrics].some((metric) => name.startsWith(`${metric}.`));
  const series = frame.series.filter(
    ({ m, i }) => metrics.has(m) || instances.has(`${m}\n${i}`) || isBelow(m),
  );
  return { ...frame, series, knownEnd };
}

/**
 * The requests of one panel for one window: lines, heat map, and lines to compare with.
 * @param {WantedView} view
 */
function jobsOf({ panel, data, window, pixels, source, catalogue, compare, info }) {
  /** @type {Job[]} */
  const jobs = [];
  const add = (path, query, set, of, shift, known) => {
    const shifted = { from: window.from + shift, to: window.to + shift };
    const grid = bucketGrid(shifted, pixels);
    const key = queryKey(query, of, shift);
    if (set.isExact(shifted, (window.to - window.from) / pixels, key, known)) return;
    const parameters = { s: of, ...query, from: grid.from, to: grid.to, n: grid.count, g: known };
    const request = JSON.stringify([panel.key, path, parameters]);
    if (data.failed.has(request)) return;
    const knownEnd = info.end;
    if (path === 'buckets' && !set.best(shifted, 1, key))
      Object.assign(parameters, { stream: 1, approximate: 1 });
    jobs.push({
      path,
      parameters,
      query,
      parts: [{ panel, data, set, key, request, knownEnd, ...namesOf(panel) }],
    });
  };
  if (isTextPanel(panel, catalogue)) {
    add('states', statesQuery(panel), data.states, source, 0, info.generation);
    return jobs;
  }
  const lines = linesQuery(panel, catalogue);
  const step = (window.to - window.from) / pixels;
  const heat = heatQuery(panel, catalogue, step, data.interval);
  add('buckets', lines, data.lines, source, 0, info.generation);
  if (heat) add('heat', heat, data.heat, source, 0, info.generation);
  if (compare) add('buckets', lines, data.others, compare.source ?? source, compare.shift, null);
  return jobs;
}

/** @param {Panel} panel */
function namesOf(panel) {
  const metrics = new Set();
  const instances = new Set();
  for (const { metric, instance } of neededSeries(panel)) {
    if (instance === null) metrics.add(metric);
    else instances.add(`${metric}\n${instance}`);
  }
  return { metrics, instances };
}

/**
 * Jobs that differ in their metrics alone become one.
 * @param {Job[]} jobs
 */
function mergeJobs(jobs) {
  const merged = new Map();
  for (const job of jobs) {
    const share = job.path === 'buckets' ? sharingKey(job.query) : null;
    const { m, ...rest } = job.parameters;
    const key = JSON.stringify(share === null ? [job.path, job.parameters] : [job.path, rest]);
    const other = merged.get(key);
    if (!other) {
      merged.set(key, job);
    } else {
      other.parameters.m = [...new Set([other.parameters.m, m].flat())];
      other.parts.push(...job.parts);
    }
  }
  return [...merged.values()];
}
