// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads view files of PCP's pmchart, as pmchart(1) describes them.  Some rules are not in that page:
// they were observed with `pmchart -C -c FILE` of PCP 6.0.3, and the tests have them.

import { isAxis } from '../base/scales.js';
import { shown, ViewError, Words } from './view_words.js';

/** A larger file is no view file.  The largest of pmchart has 4 KB. */
export const LARGEST_VIEW = 256 * 1024;
const MOST_CHARTS = 100;
const MOST_PLOTS = 1000;

const VERSIONS = { '#kmchart': ['1'], '#pmchart': ['1.1', '1.2', '2.0'] };
/** pmchart itself knows no "bars", but programs that come with it write views with this style. */
const STYLES = ['line', 'plot', 'bar', 'bars', 'stacking', 'area', 'utilization', 'event'];
const STATEMENTS = ['chart', 'plot', 'optional-plot', 'global', 'scheme', 'tab'];
const METRIC = /^[a-z]\w*(\.[a-z]\w*)*$/i;
const GLOBALS = ['width', 'height', 'points', 'xpos', 'ypos'];

/**
 * The charts of a file, in its order.  Throws a ViewError.
 * @returns {ViewChart[]}
 */
export function readView(text) {
  return new ViewReader(text).charts;
}

class ViewReader {
  /** @type {ViewChart[]} */
  charts = [];
  #plots = 0;
  #host = '*'; // of the present tab
  #isOld = false;

  constructor(text) {
    checkText(text);
    const lines = text.split(/\r\n|\r|\n/);
    this.#readHead(lines[0]);
    let hasVersion = false;
    for (let i = 1; i < lines.length; i += 1) {
      if (/^\s*(#|$)/.test(lines[i])) continue;
      const words = new Words(lines[i], i + 1);
      if (hasVersion) this.#readStatement(words);
      else this.#readVersion(words);
      hasVersion = true;
    }
    if (!hasVersion) throw new ViewError(lines.length, 'expected "version", but the file ends');
  }

  #readHead(line) {
    const words = new Words(line, 1);
    const kind = words.isEmpty ? '' : words.next('').toLowerCase();
    if (!Object.hasOwn(VERSIONS, kind)) words.fail('a view file begins with #kmchart or #pmchart');
    words.end();
    this.kind = kind;
    this.#isOld = kind === '#pmchart';
  }

  /** @param {Words} words */
  #readVersion(words) {
    words.keyword('"version"', ['version']);
    const known = VERSIONS[this.kind];
    words.keyword(`version ${known.join(' or ')} of ${this.kind}`, known);
    if (this.#isOld || !words.isEmpty) {
      words.keyword('"host"', ['host']);
      words.keyword('"dynamic" or "literal"', ['dynamic', 'literal']);
    }
    words.end();
  }

  /** @param {Words} words */
  #readStatement(words) {
    switch (words.keyword('"chart", "plot", "global", "scheme" or "tab"', STATEMENTS)) {
      case 'chart':
        this.#readChart(words);
        break;
      case 'plot':
      case 'optional-plot': // what a source does not have is left out, of both kinds
        this.#readPlot(words);
        break;
      case 'tab':
        this.#readTab(words);
        break;
      case 'global':
        words.keyword(GLOBALS.map((name) => `"${name}"`).join(', '), GLOBALS);
        words.number('a number');
        words.end();
        break;
      default: // a scheme: colours for charts that pmchart's users make
        words.next('the name of a scheme');
    }
  }

  /**
   * Tabs are no pages here, but charts of a tab may belong to another host.
   * @param {Words} words
   */
  #readTab(words) {
    words.next('the name of a tab');
    this.#host = words.take('host') ? words.next('the name of a host') : '*';
    if (words.take('points')) {
      words.number('a number of points');
      if (words.take('samples')) words.number('a number of samples');
    }
    words.end();
  }

  /** @param {Words} words */
  #readChart(words) {
    if (this.charts.length === MOST_CHARTS) words.fail(`more than ${MOST_CHARTS} charts`);
    const title = words.take('title') ? words.next('a title') : '';
    words.keyword('"style"', ['style']);
    const style = words.keyword(`a style: ${STYLES.join(', ')}`, STYLES);
    /** @type {ViewChart} */
    const chart = { title, style, scale: null, plots: [] };
    while (!words.isEmpty) {
      const option = words.keyword('"scale", "legend" or "antialiasing"', [
        'scale',
        'legend',
        'antialiasing',
      ]);
      if (option === 'scale') chart.scale = readScale(words);
      else words.keyword('"on" or "off"', ['on', 'off']);
    }
    this.charts.push(chart);
  }

  /** @param {Words} words */
  #readPlot(words) {
    const chart = this.charts.at(-1);
    if (!chart) words.fail('a plot stands in front of the first chart');
    if (this.#plots === MOST_PLOTS) words.fail(`more than ${MOST_PLOTS} plots`);
    this.#plots += 1;
    const name = words.take('title', 'legend') ? words.next('a text for the legend') : '';
    const colour = words.take('color') ? words.next('a color') : '';
    const host = words.take('host') ? words.next('the name of a host') : '*';
    words.keyword('"metric"', ['metric']);
    const metric = words.next('the name of a metric');
    if (!METRIC.test(metric)) words.fail(`${shown(metric)} is no name of a metric`);
    const choice = this.#readChoice(words);
    const { line } = words;
    const from = host === '*' ? this.#host : host;
    chart.plots.push({ line, metric, name, colour, host: from, choice });
  }

  /**
   * @param {Words} words
   * @returns {ViewChoice | null}
   */
  #readChoice(words) {
    if (words.isEmpty) return null;
    /** @type {ViewChoice["kind"][]} */
    const kinds = ['instance', 'matching', 'not-matching'];
    const kind = words.keyword('"instance", "matching" or "not-matching"', kinds);
    const what = kind === 'instance' ? 'the name of an instance' : 'a regular expression';
    const text = this.#isOld ? words.tail(what) : words.next(what);
    words.end();
    return { kind, text };
  }
}

/** Refuses what is no view file before its lines are looked at. */
function checkText(text) {
  if (text.length > LARGEST_VIEW) throw new ViewError(1, 'the file is too large for a view file');
  if (text.startsWith('#!'))
    throw new ViewError(1, 'the file is a program that writes a view: run it, and open its output');
  const at = text.search(/[\0-\x08\x0e-\x1f\ufffd]/);
  if (at >= 0)
    throw new ViewError(text.slice(0, at).split('\n').length, 'the file is not text in UTF-8');
}

/** @param {Words} words */
function readScale(words) {
  words.take('from');
  const low = words.number('the lower end of the scale');
  words.take('to');
  const high = words.number('the upper end of the scale');
  return isAxis(low, high) ? { low, high } : words.fail('the ends of the scale make no axis');
}
