// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws the same charts with the modules of the page or with uPlot.

import {
  drawBand,
  drawGrid,
  drawLine,
  plotArea,
  projection,
  rangeOf,
  startDrawing,
  valueAxis,
} from './page/plots/plot.js';
import { timeTicks } from './page/base/scales.js';
import uPlot from './uplot/uPlot.esm.js';

const CHARTS = 8;
const SERIES = 3;
const POINTS = 1200;
const [WIDTH, HEIGHT] = [1200, 108];
const FROM = 1700000000;
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];
const GRID = { grid: '#dddddd', soft: '#555555', font: '11px sans-serif' };

/** Waves, and bands of different widths around them. */
function makeFrame(seed) {
  const series = [];
  for (let s = 0; s < SERIES; s += 1) {
    const [min, max, avg] = [0, 1, 2].map(() => new Float32Array(POINTS));
    for (let k = 0; k < POINTS; k += 1) {
      avg[k] = 50 + 30 * Math.sin((k * (s + 1)) / 40 + seed) + ((k * 7919 + seed * 31) % 17);
      min[k] = avg[k] - ((k * 31) % 13);
      max[k] = avg[k] + ((k * 17) % 11);
    }
    series.push({ min, max, avg });
  }
  return { from: FROM, step: 1, n: POINTS, series };
}

function addCanvas() {
  const canvas = document.createElement('canvas');
  canvas.style.width = `${WIDTH}px`;
  document.body.append(canvas);
  return canvas;
}

function ours(frame, hasBands) {
  const canvas = addCanvas();
  const draw = (window) => {
    const context = startDrawing(canvas, WIDTH, HEIGHT);
    const area = plotArea(WIDTH, HEIGHT, 60);
    const axis = valueAxis(rangeOf(frame, frame.series, window), 'count', area.height);
    const project = projection(area, window, axis);
    const { ticks } = timeTicks(window.from, window.to, 8, 'UTC');
    drawGrid(context, { area, axis, ticks, colours: GRID, project, tickText: String });
    frame.series.forEach((series, at) => {
      const look = { frame, series, window, project, colour: COLOURS[at], dash: [] };
      if (hasBands) drawBand(context, look);
      drawLine(context, look);
    });
  };
  return { canvas, draw };
}

function theirs(frame, hasBands) {
  const data = [Float64Array.from({ length: POINTS }, (_, k) => FROM + k)];
  const series = [{}];
  const bands = [];
  frame.series.forEach(({ min, max, avg }, at) => {
    const line = { stroke: COLOURS[at], width: 1.4, points: { show: false } };
    data.push(Array.from(avg));
    series.push(line);
    if (!hasBands) return;
    bands.push({ series: [data.length, data.length + 1], fill: `${COLOURS[at]}42` });
    for (const edge of [max, min]) {
      data.push(Array.from(edge));
      series.push({ width: 0, points: { show: false } });
    }
  });
  const options = { width: WIDTH, height: HEIGHT, series, bands, legend: { show: false } };
  const chart = new uPlot({ ...options, cursor: { show: false } }, data, document.body);
  const draw = (window) => chart.setScale('x', { min: window.from, max: window.to });
  return { canvas: chart.ctx.canvas, draw };
}

/** Draws frames of the charts, each for another window. */
async function drawFrames(make, hasBands, frames) {
  const charts = Array.from({ length: CHARTS }, (_, seed) => make(makeFrame(seed), hasBands));
  for (let i = 0; i < frames; i += 1) {
    const from = FROM + (i % 200);
    for (const { draw } of charts) draw({ from, to: from + 900 });
    await null; // uPlot draws in a microtask
    // What was drawn so far must be there.
    for (const { canvas } of charts) canvas.getContext('2d').getImageData(0, 0, 1, 1);
    await new Promise(requestAnimationFrame);
  }
  document.body.replaceChildren();
}

window.drawFrames = (isOurs, hasBands, frames) =>
  drawFrames(isOurs ? ours : theirs, hasBands, frames);
