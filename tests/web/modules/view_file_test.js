// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, isTrue, test } from './check.js';
import { LARGEST_VIEW, readView } from '/page/views/view_file.js';
import { ViewError } from '/page/views/view_words.js';

const read = (...lines) => readView(['#kmchart', 'version 1', ...lines].join('\n'));
const readOld = (...lines) =>
  readView(['#pmchart', 'Version 2.0 host dynamic', ...lines].join('\n'));

function problemOf(body) {
  try {
    body();
  } catch (error) {
    return error.message;
  }
  return 'none';
}

const PLOT = { line: 4, metric: 'a.b', name: '', colour: '', host: '*', choice: null };
const onlyPlot = (text) => read('chart style plot', text)[0].plots[0];

test('a view has charts with plots', () => {
  equal(
    read(
      '# a comment',
      '',
      'chart title "CPU Use [%h]" style utilization scale from 0 to 100 legend off antialiasing on',
      '\tplot legend "User" color #2d2de2 metric kernel.all.cpu.user',
      '  # another one',
      '\toptional-plot metric kernel.all.cpu.nice',
      'chart style line',
    ),
    [
      {
        title: 'CPU Use [%h]',
        style: 'utilization',
        scale: { low: 0, high: 100 },
        plots: [
          { ...PLOT, line: 6, metric: 'kernel.all.cpu.user', name: 'User', colour: '#2d2de2' },
          { ...PLOT, line: 8, metric: 'kernel.all.cpu.nice' },
        ],
      },
      { title: '', style: 'line', scale: null, plots: [] },
    ],
  );
});

test('keywords have any case, and lines any end', () => {
  const text = '#KMChart\r\nVersion 1\r\nCHART Title x STYLE Bar\r\nPlot Metric a.B\r\n';
  equal(readView(text)[0].plots[0].metric, 'a.B');
  equal(readView(text.replaceAll('\r\n', '\r')).length, 1);
  equal(readView(` ${text}`)[0].title, 'x');
});

test('all styles are known', () => {
  for (const style of ['plot', 'line', 'bar', 'bars', 'stacking', 'area', 'utilization', 'event'])
    equal(read(`chart style ${style}`)[0].style, style);
});

test('a scale needs neither "from" nor "to"', () => {
  equal(read('chart style plot scale -1.5 2e3')[0].scale, { low: -1.5, high: 2000 });
});

test('a plot may have a legend, a color and a host', () => {
  equal(onlyPlot('plot title "in %i" color rgbi:f:f:f host h metric a.b'), {
    ...PLOT,
    name: 'in %i',
    colour: 'rgbi:f:f:f',
    host: 'h',
  });
  equal(onlyPlot('plot color "steel blue" host * metric a.b'), { ...PLOT, colour: 'steel blue' });
});

test('a plot may choose instances', () => {
  for (const kind of ['instance', 'matching', 'not-matching'])
    equal(onlyPlot(`plot metric a.b ${kind} "1 minute"`).choice, { kind, text: '1 minute' });
  equal(onlyPlot('plot metric a.b matching [\\\\/]x').choice.text, '[\\\\/]x');
});

test('in old views, instances go to the end of the line', () => {
  const [{ plots }] = readOld(
    'Chart Style plot',
    'Plot Color #-cycle Host * Metric a.b Instance 1 minute ',
    'Plot Color red Host * Metric a.b Matching .* x',
    'Plot Color red Host * Metric a.b Instance "15 minute"',
  );
  equal(
    plots.map(({ choice }) => choice.text),
    ['1 minute', '.* x', '15 minute'],
  );
});

test('what is about windows and schemes has no effect', () => {
  const charts = read(
    'global width 600',
    'global points 360',
    'scheme Fire #f2b600 red',
    'tab "One" points 5 samples 6',
    'chart style plot',
    'plot metric a',
    'tab Two host other',
    'chart style plot',
    'plot metric a',
    'plot host third metric a',
  );
  equal(
    charts.map(({ plots }) => plots.map(({ host }) => host)),
    [['*'], ['other', 'third']],
  );
});

test('versions are those of pmchart', () => {
  equal(read(), []);
  equal(readView('#kmchart\n\n# c\nversion 1 host dynamic'), []);
  for (const version of ['1.1', '1.2', '2.0'])
    equal(readView(`#pmchart\nversion ${version} host literal`), []);
});

const HEADS = [
  ['', 'line 1: a view file begins with #kmchart or #pmchart'],
  ['\n#kmchart\nversion 1', 'line 1: a view file begins with #kmchart or #pmchart'],
  ['#constructor\nversion 1', 'line 1: a view file begins with #kmchart or #pmchart'],
  ['#kmchart x\nversion 1', 'line 1: did not expect "x"'],
  ['#kmchart', 'line 1: expected "version", but the file ends'],
  ['#kmchart\nchart style plot', 'line 2: expected "version", found "chart"'],
  ['#kmchart\nversion', 'line 2: expected version 1 of #kmchart, but the line ends'],
  ['#kmchart\nversion 2.0', 'line 2: expected version 1 of #kmchart, found "2.0"'],
  ['#kmchart\nversion 1 x', 'line 2: expected "host", found "x"'],
  ['#pmchart\nversion 1', 'line 2: expected version 1.1 or 1.2 or 2.0 of #pmchart, found "1"'],
  ['#pmchart\nversion 2.0', 'line 2: expected "host", but the line ends'],
  ['#pmchart\nversion 2.0 host x', 'line 2: expected "dynamic" or "literal", found "x"'],
  ['#pmchart\nversion 2.0 host dynamic x', 'line 2: did not expect "x"'],
];

test('a wrong beginning is named', () => {
  for (const [text, message] of HEADS)
    equal(
      problemOf(() => readView(text)),
      message,
    );
});

const STATEMENTS = [
  ['bogus', 'expected "chart", "plot", "global", "scheme" or "tab", found "bogus"'],
  ['plot metric a', 'a plot stands in front of the first chart'],
  ['global', 'expected "width", "height", "points", "xpos", "ypos", but the line ends'],
  ['global width x', 'expected a number, found "x"'],
  ['global width 5 6', 'did not expect "6"'],
  ['scheme', 'expected the name of a scheme, but the line ends'],
  ['tab', 'expected the name of a tab, but the line ends'],
  ['tab A host', 'expected the name of a host, but the line ends'],
  ['tab A points x', 'expected a number of points, found "x"'],
  ['tab A points 5 samples ""', 'expected a number of samples, found ""'],
  ['tab A samples 5', 'did not expect "samples"'],
  ['tab A B', 'did not expect "B"'],
  ['chart', 'expected "style", but the line ends'],
  ['chart title', 'expected a title, but the line ends'],
  ['chart title "A style plot', 'a quote does not end'],
  ['chart title A', 'expected "style", but the line ends'],
  [
    'chart style pie',
    'expected a style: line, plot, bar, bars, stacking, area, utilization, event, found "pie"',
  ],
  ['chart style plot x', 'expected "scale", "legend" or "antialiasing", found "x"'],
  ['chart style plot legend x', 'expected "on" or "off", found "x"'],
  ['chart style plot antialiasing', 'expected "on" or "off", but the line ends'],
  ['chart style plot scale from', 'expected the lower end of the scale, but the line ends'],
  ['chart style plot scale 0 to', 'expected the upper end of the scale, but the line ends'],
  ['chart style plot scale 0 1e999', 'expected the upper end of the scale, found "1e999"'],
  ['chart style plot scale 5 1', 'the ends of the scale make no axis'],
];

test('a wrong statement is named, with its line', () => {
  for (const [text, message] of STATEMENTS)
    equal(
      problemOf(() => read('', text)),
      `line 4: ${message}`,
    );
});

const PLOTS = [
  ['plot', 'expected "metric", but the line ends'],
  ['plot legend', 'expected a text for the legend, but the line ends'],
  ['plot color', 'expected a color, but the line ends'],
  ['plot host', 'expected the name of a host, but the line ends'],
  ['plot color red legend b metric a', 'expected "metric", found "legend"'],
  ['optional-plot metric', 'expected the name of a metric, but the line ends'],
  ['plot metric 9..a', '"9..a" is no name of a metric'],
  ['plot metric a,b', '"a,b" is no name of a metric'],
  ['plot metric a[b]', '"a[b]" is no name of a metric'],
  ['plot metric a context b', 'expected "instance", "matching" or "not-matching", found "context"'],
  ['plot metric a instance', 'expected the name of an instance, but the line ends'],
  ['plot metric a matching', 'expected a regular expression, but the line ends'],
  ['plot metric a instance b c', 'did not expect "c"'],
  ['plot metric a instance "b', 'a quote does not end'],
];

test('a wrong plot is named, with its line', () => {
  for (const [text, message] of PLOTS)
    equal(
      problemOf(() => read('chart style plot', text)),
      `line 4: ${message}`,
    );
});

test('what is no view file is refused', () => {
  const problem = (text) => problemOf(() => readView(text));
  const program = 'line 1: the file is a program that writes a view: run it, and open its output';
  equal(problem('#!/bin/sh\necho'), program);
  equal(problem('#kmchart\nversion 1\n\0'), 'line 3: the file is not text in UTF-8');
  equal(problem('\x7fELF\x02\ufffd'), 'line 1: the file is not text in UTF-8');
  equal(
    problem('#kmchart\n'.repeat(LARGEST_VIEW)),
    'line 1: the file is too large for a view file',
  );
});

test('a file that is as large as one may be is read at once', () => {
  const begun = performance.now();
  const fill = (text) => text.repeat(LARGEST_VIEW / text.length - 100);
  for (const text of [fill('\n'), fill('"'), fill('"x '), fill('a.'), fill(' '), `${fill('a')}!`]) {
    problemOf(() => read(text));
    problemOf(() => read(`chart title ${text} style plot`));
    problemOf(() => read('chart style plot', `plot metric a${text}`));
  }
  isTrue(performance.now() - begun < 2000, `${performance.now() - begun} ms`);
  const chart = 'chart style plot';
  equal(
    problemOf(() => read(...Array(101).fill(chart))),
    'line 103: more than 100 charts',
  );
  equal(
    problemOf(() => read(chart, ...Array(1001).fill('plot metric a'))),
    'line 1004: more than 1000 plots',
  );
});

test('damage is an error of the file, or another view', () => {
  const whole = `#pmchart\nVersion 2.0 host dynamic\nglobal width 5\ntab "A" host h points 5\n
    Chart Title "A b" Style area Scale from 0 to 5 Legend on\n
    Plot Title "c d" Color #-cycle Host * Metric e.f Not-Matching "^g|h$"\n`;
  const survive = (text) => {
    try {
      readView(text);
    } catch (error) {
      if (!(error instanceof ViewError)) throw error;
    }
  };
  for (let at = 0; at < whole.length; at += 1) {
    survive(whole.slice(0, at));
    survive(whole.slice(at));
    for (const piece of ['"', '\n', '#', ' 1 ', '\\', '\ud800'])
      survive(whole.slice(0, at) + piece + whole.slice(at + 1));
  }
});

test('long words are cut in messages', () => {
  equal(problemOf(() => read('x'.repeat(1000))).length < 150, true);
});
