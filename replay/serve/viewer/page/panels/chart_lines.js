// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The lines and the layers of a panel's chart, and behind them what they are compared with.

import { drawWhole } from '../plots/limits_plot.js';
import { drawBand, drawLine, drawRecords } from '../plots/plot.js';
import { drawLayer, edgeOf, stackOf } from '../plots/stack_plot.js';

/**
 * What is drawn: the series, or a stack of them.  Of another stack, only the top is drawn.
 * @param {Panel} panel
 * @param {Frames} frames
 * @param {StyledSeries[]} shown
 * @returns {{drawn: (StyledSeries | Layer<StyledSeries>)[], others: Map<string, FrameSeries>}}
 */
export function edgesOf({ stack }, frames, shown, isStack) {
  const known = new Map((frames.others?.series ?? []).map((series) => [series.label, series]));
  const others = shown.flatMap(({ label }) => known.get(label) ?? []);
  /** @param {FrameSeries[]} list */
  const byLabel = (list) => new Map(list.map((series) => [series.label, series]));
  if (!isStack) return { drawn: shown, others: byLabel(others) };
  const isShare = stack === 'share';
  return {
    drawn: stackOf(frames.lines, shown, isShare),
    others: byLabel(isShare ? [] : stackOf(frames.others, others, false).slice(-1)),
  };
}

/**
 * `frame`: that of the others.
 * @param {Context} context
 * @param {Plot} place
 * @param {{
 *   lines: ShapedFrame,
 *   drawn: (StyledSeries | Layer<StyledSeries>)[],
 *   others: Map<string, FrameSeries>,
 *   frame: Frame | null,
 *   shift: number,
 *   isStep: (series: Series) => boolean,
 * }} chart
 */
export function drawSeries(context, place, { lines, drawn, others, frame, shift, isStep }) {
  const { area, colours } = place;
  context.save();
  context.beginPath();
  context.rect(area.left, 0, area.width, area.top + area.height + area.top);
  context.clip();
  for (const series of drawn) {
    const other = others.get(series.label);
    if (other && frame) {
      const behind = { colour: colours.soft, dash: [2, 2], width: 1.2, isStep: isStep(series) };
      context.globalAlpha = 0.6;
      drawLine(context, { ...place, ...behind, frame, series: other, shift });
      context.globalAlpha = 1;
    }
    drawOne(context, { ...place, frame: lines, series, colour: series.colour }, isStep(series));
  }
  if (lines.whole)
    drawWhole(context, { ...place, frame: lines, series: lines.whole, colour: colours.text });
  context.restore();
}

/**
 * @param {Context} context
 * @param {SeriesPlot & {series: StyledSeries | Layer<StyledSeries>}} line
 * @param {boolean} isStep
 */
function drawOne(context, line, isStep) {
  const { series } = line;
  const { dash } = series;
  if ('low' in series) {
    drawLayer(context, { ...line, series });
    drawLine(context, { ...line, series: edgeOf(series), dash, isStep: false });
    return;
  }
  drawBand(context, line);
  drawLine(context, { ...line, dash, isStep });
  drawRecords(context, line);
}
