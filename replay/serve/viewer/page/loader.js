// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Gets what the visible panels lack.  Panels that can share a request do; what is no longer wanted
// is cancelled.

import { isAborted } from './client.js';
import { nameSeries } from './frame_set.js';
import { heatQuery, linesQuery, queryKey, sharingKey } from './panel_query.js';
import { bucketGrid } from './ranges.js';
import { afterPause } from './dom.js';

const FIRST_RETRY = 1000;
const LAST_RETRY = 30000;
/** Steps of a zoom follow each other faster than this. */
const PAUSE = 40;

export class Loader {
  #client;
  #jobs = new Map();
  #wanted = () => [];
  #retry = FIRST_RETRY;
  #timer = 0;
  #idle = [];

  /** Called when a panel has got data, or a reason why there are none. */
  onData = () => {};
  /** Called with the seconds until the next attempt, or 0 when the server answers again. */
  onTrouble = () => {};

  #isAsked = false;
  #afterPause = afterPause(PAUSE, () => this.refresh());

  constructor(client) {
    this.#client = client;
  }

  refreshSoon() {
    this.#isAsked = true;
    this.#afterPause();
  }

  /** `wanted()` lists what is visible: {panel, data, window, pixels, source, catalogue, compare}. */
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
    const jobs = mergeJobs(this.#wanted().flatMap((view) => jobsOf(view)));
    for (const [key, running] of this.#jobs) {
      if (jobs.has(key)) continue;
      running.controller.abort();
      this.#jobs.delete(key);
    }
    for (const [key, job] of jobs) {
      if (!this.#jobs.has(key)) this.#start(key, job);
    }
    this.#tellIdle();
  }

  async #start(key, job) {
    const controller = new AbortController();
    this.#jobs.set(key, { controller });
    try {
      await (job.path === 'heat' ? this.#heat(job, controller.signal) : this.#lines(job, controller.signal));
      this.#retry = FIRST_RETRY;
      this.onTrouble(0);
    } catch (error) {
      if (isAborted(error)) return;
      this.#fail(job, error);
    }
    if (this.#jobs.get(key)?.controller === controller) this.#jobs.delete(key);
    this.#tellIdle();
  }

  async #lines(job, signal) {
    await this.#client.buckets(job.parameters, (frame) => {
      for (const part of job.parts) part.set.add(nameSeries(partOf(frame, part), part.key));
      for (const part of job.parts) this.#arrived(part, frame.missing ?? []);
    }, { signal });
  }

  async #heat(job, signal) {
    const frame = await this.#client.heat(job.parameters, { signal });
    for (const part of job.parts) {
      part.set.add(nameSeries({ ...frame, isLast: true }, part.key));
      this.#arrived(part, []);
    }
  }

  #arrived(part, missing) {
    part.data.trouble = '';
    part.data.missing = missing;
    this.onData(part.panel);
  }

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

/** The series of a frame that a panel asked for. */
function partOf(frame, { metrics, instances }) {
  const series = frame.series.filter(({ m, i }) => metrics.has(m) || instances.has(`${m}\n${i}`));
  return { ...frame, series };
}

/** The requests of one panel for one window: lines, heat map, and lines to compare with. */
function jobsOf({ panel, data, window, pixels, source, catalogue, compare, generation }) {
  const jobs = [];
  const add = (path, query, set, of, shift, known) => {
    const shifted = { from: window.from + shift, to: window.to + shift };
    const grid = bucketGrid(shifted, pixels);
    const key = queryKey(query, of, shift);
    if (set.isExact(shifted, (window.to - window.from) / pixels, key)) return;
    const parameters = { s: of, ...query, from: grid.from, to: grid.to, n: grid.count, g: known };
    if (path === 'buckets' && !set.best(shifted, 1, key)) Object.assign(parameters, { stream: 1, approximate: 1 });
    const request = JSON.stringify([path, parameters]);
    if (data.failed.has(request)) return;
    jobs.push({ path, parameters, query, parts: [{ panel, data, set, key, request, ...namesOf(panel, query) }] });
  };
  const lines = linesQuery(panel, catalogue);
  const heat = heatQuery(panel, catalogue);
  add('buckets', lines, data.lines, source, 0, generation);
  if (heat) add('heat', heat, data.heat, source, 0, generation);
  if (compare) add('buckets', lines, data.others, compare.source ?? source, compare.shift, null);
  return jobs;
}

function namesOf(panel) {
  const metrics = new Set();
  const instances = new Set();
  for (const { metric, instance } of panel.series) {
    if (instance === null) metrics.add(metric);
    else instances.add(`${metric}\n${instance}`);
  }
  return { metrics, instances };
}

/** Jobs that differ in their metrics alone become one. */
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
  // Names go into the key at last: a job in flight is another one if panels were added.
  return new Map([...merged.values()].map((job) => [JSON.stringify([job.path, job.parameters]), job]));
}
