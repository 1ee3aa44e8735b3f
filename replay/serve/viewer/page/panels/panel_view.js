// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A panel on the page: its head, its legend, its canvas, and the table in their place.

import { chosenColour, seriesStyle, styleColour } from '../plots/colours.js';
import { drawSeries, edgesOf } from './chart_lines.js';
import { element, iconButton, setText } from '../base/dom.js';
import { criticalBuckets, criticalSeries } from '../data/critical.js';
import { FrameSet, latestPlace, placeOf } from '../data/frame_set.js';
import { shapedFrame, shapedValues } from '../data/panel_values.js';
import { ZeroSeries } from '../data/zero_series.js';
import { placeInPanel } from '../names/given_names.js';
import { titleOf } from '../names/groups.js';
import { cellValue, drawHeat, heatHeight, rowAt } from '../plots/heat_plot.js';
import { LONG_NAME, rowLabel } from '../names/instance_names.js';
import { Legend } from '../plots/legend.js';
import { openPanelMenu } from './panel_menu.js';
import {
  heatMetrics,
  heatQuery,
  isStacked,
  linesQuery,
  queryKey,
  statesQuery,
  viewOf,
} from '../names/panel_query.js';
import {
  drawGaps,
  drawGrid,
  placesIn,
  plotArea,
  projection,
  rangeOf,
  startDrawing,
  valueAxis,
} from '../plots/plot.js';
import { drawCritical } from '../plots/limits_plot.js';
import { panelTable } from './panel_table.js';
import { timeTicks } from '../base/scales.js';
import { shortNames } from '../names/short_names.js';
import { StateLines } from './state_lines.js';
import { isTextPanel } from '../names/states.js';
import { digits, SHARE, valueText } from '../base/units.js';

/** Series that always have a colour each. */
const MOST_FIXED = 8;
const HEIGHT = 108;
const HEIGHT_OVER_HEAT = 70;

/**
 * The colours of the style sheet that a canvas needs.
 * @returns {Colours}
 */
export function canvasColours() {
  const names = ['grid', 'soft', 'text', 'hatch', 'outside', 'mark', 'accent', 'panel', 'odd'];
  const colours = Object.fromEntries(names.map((name) => [name, styleColour(name)]));
  colours.font = `11px ${styleColour('font')}`;
  return /** @type {Colours} */ (colours); // it has all of the names
}

export class PanelView {
  /** @type {PanelData} */
  data = {
    lines: new FrameSet(),
    others: new FrameSet(),
    heat: new FrameSet(),
    states: new FrameSet(),
    trouble: '',
    missing: [],
    failed: new Set(),
    interval: NaN,
  };
  isVisible = true;
  /** The one that its data are of. */
  source = '';
  hoveredRow = -1;
  /** Names beside rows need room. */
  hasLongNames = false;
  #zeros = new ZeroSeries();

  /**
   * @param {Stage} stage
   * @param {Panel} panel
   */
  constructor(stage, panel) {
    this.stage = stage;
    this.panel = panel;
    this.title = element('h2', { class: 'panel-title' });
    this.legend = new Legend(
      () => stage.drawSoon(),
      () => stage.app.commands.run('panel.zeros', { panel: this.panel.key }),
    );
    this.states = new StateLines(this);
    this.scale = element('span', { class: 'panel-scale' });
    this.canvas = element('canvas', { class: 'plot', role: 'img', 'data-plot': true });
    this.heatCanvas = element('canvas', { class: 'plot', role: 'img', 'data-plot': true });
    this.heatTitle = element('p', { class: 'heat-title', hidden: true });
    this.message = element('p', { class: 'panel-message', role: 'status' });
    this.body = element(
      'div',
      { class: 'panel-body' },
      this.canvas,
      this.heatTitle,
      this.heatCanvas,
      this.message,
    );
    this.menuButton = iconButton('more', 'Panel menu', () => openPanelMenu(stage.app.commands, this), {
      'aria-haspopup': 'menu',
    });
    this.pin = iconButton(
      'pin',
      'Pin to the top',
      () => stage.app.commands.run('panel.pin', { panel: this.panel.key }),
      { 'aria-pressed': 'false' },
    );
    this.root = element(
      'section',
      { class: 'panel', 'data-panel': panel.key },
      element(
        'header',
        { class: 'panel-head' },
        this.title,
        this.scale,
        this.legend.root,
        this.states.legend.root,
        element('div', { class: 'panel-buttons' }, this.pin, this.menuButton),
      ),
      this.body,
    );
    this.states.listenTo(this.canvas);
    this.heatCanvas.addEventListener('pointermove', (event) => this.#hoverRow(event));
    this.heatCanvas.addEventListener('pointerleave', () => this.#hoverRow(null));
    this.setPanel(panel);
  }

  /** @param {Panel} panel */
  setPanel(panel) {
    this.panel = panel;
    const title = titleOf(panel);
    setText(this.title, title);
    this.title.title = panel.series
      .map(({ metric, instance }) => (instance === null ? metric : `${metric}[${instance}]`))
      .join('\n');
    this.root.setAttribute('aria-label', title);
    this.menuButton.setAttribute('aria-label', `Menu of ${title}`);
    this.pin.setAttribute('aria-pressed', String(panel.pinned));
    this.pin.setAttribute('aria-label', `Pin ${title} to the top`);
  }

  /** New data of a growing archive: what was drawn stays until better frames arrive. */
  forgetFailures() {
    this.data.failed.clear();
  }

  get view() {
    return viewOf(this.panel, this.stage.app.state.catalogue);
  }

  get isText() {
    return isTextPanel(this.panel, this.stage.app.state.catalogue);
  }

  /**
   * The frames for the present window, each null if there is none.
   * @returns {Frames}
   */
  frames() {
    const { window, source, compare, catalogue } = this.stage.app.state;
    const step = (window.to - window.from) / this.stage.geometry().width;
    const pick = (set, query, of, shift) =>
      set.best(
        { from: window.from + shift, to: window.to + shift },
        step,
        queryKey(query, of, shift),
      );
    if (this.isText) {
      const states = pick(this.data.states, statesQuery(this.panel), source, 0);
      return { lines: null, heat: null, others: null, states, isComparable: true };
    }
    const lines = linesQuery(this.panel, catalogue);
    const heat = [this.data.interval, NaN].map((interval) =>
      heatQuery(this.panel, catalogue, step, interval),
    );
    const shaped = (frame) => frame && shapedFrame(this.panel, frame);
    const own = shaped(pick(this.data.lines, lines, source, 0));
    const others =
      compare && shaped(pick(this.data.others, lines, compare.source ?? source, compare.shift));
    const isComparable = !own || !others || own.isOfWhole === others.isOfWhole;
    return {
      lines: own,
      heat:
        heat[0] &&
        (pick(this.data.heat, heat[0], source, 0) ?? pick(this.data.heat, heat[1], source, 0)),
      others: isComparable ? others : null,
      isComparable,
      states: null,
    };
  }

  /**
   * The series that are drawn, each with its style: the order of the panel, then of the server.
   * @param {Frame | null} frame
   * @returns {StyledSeries[]}
   */
  shown(frame) {
    if (!frame) return [];
    const placed = frame.series.map((series) => ({
      series,
      place: placeInPanel(this.panel, series),
    }));
    placed.sort((a, b) => a.place - b.place);
    const { source } = this.stage.app.state;
    const isLeftOut = (series) => this.panel.nonzero && this.#zeros.has(series, source);
    const living = placed.filter(({ series }) => !isLeftOut(series));
    // A few series keep their colours whether or not others are zero.
    const numbered = placed.length <= MOST_FIXED ? placed : living;
    return living.map((one) => {
      const { series, place } = one;
      const style = seriesStyle(numbered.indexOf(one));
      const chosen = chosenColour(this.panel.series[place]?.colour);
      return { ...series, ...style, colour: chosen ?? style.colour };
    });
  }

  /** How many series are left out, of those of a frame. */
  leftOut({ lines }) {
    return lines ? lines.series.length - this.shown(lines).length : 0;
  }

  /** @param {Colours} colours */
  draw(colours) {
    const frames = this.frames();
    const shown = this.shown(frames.lines);
    const view = this.view;
    const leftOut = this.leftOut(frames);
    this.legend.show(shown, this.panel, leftOut);
    this.legend.root.hidden = this.isText;
    this.canvas.hidden = view === 'table' || (leftOut > 0 && shown.length === 0);
    this.heatCanvas.hidden = view !== 'heat';
    this.body.querySelector('.panel-table')?.toggleAttribute('hidden', view !== 'table');
    this.states.prepare(frames.states);
    if (this.isText) this.#drawStates(frames, view, colours);
    else if (view === 'table') this.#drawTable(frames.lines, shown);
    else
      this.#drawLines(
        frames,
        shown.filter(({ label }) => !this.legend.isHidden(label)),
        colours,
        view === 'heat',
      );
    if (view === 'heat') this.#drawHeat(frames.heat, colours);
    this.#sayMapped(view);
    this.#say(frames, shown);
    this.showValues();
    this.#noteNames(frames);
  }

  /**
   * Before rows have arrived, the place of the plots stays as it is.
   * @param {Frames} frames
   */
  #noteNames({ heat, states }) {
    const isRows = this.view === 'heat' || this.view === 'states';
    if (isRows && !heat && !states) return;
    const names = isRows ? (heat?.rows ?? []).map(({ i }) => i ?? '') : [];
    if (isRows && states) names.push(...this.states.rows.map(({ name }) => name));
    const hasLongNames = names.some((name) => rowLabel(name).length > LONG_NAME);
    if (hasLongNames === this.hasLongNames) return;
    this.hasLongNames = hasLongNames;
    this.stage.moveGutter();
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Axis} axis
   * @param {Colours} colours
   */
  #plot(canvas, height, axis, colours) {
    const { width, left } = this.stage.geometry();
    const { window, info, zone } = this.stage.app.state;
    const context = startDrawing(canvas, left + width + 1, height);
    const area = plotArea(left + width + 1, height, left);
    const project = projection(area, window, axis);
    const { ticks } = timeTicks(window.from, window.to, width / 90, this.stage.app.zoneName(zone));
    const place = {
      area,
      window,
      axis,
      project,
      colours,
      ticks,
      gaps: info.gaps ?? [],
      marks: info.marks ?? [],
      extent: info,
    };
    drawGaps(context, place);
    return { context, place };
  }

  /**
   * @param {Frames} frames
   * @param {StyledSeries[]} shown
   * @param {Colours} colours
   */
  #drawLines(frames, shown, colours, isOverHeat) {
    const { window, compare, catalogue } = this.stage.app.state;
    const height = isOverHeat ? HEIGHT_OVER_HEAT : HEIGHT;
    const shift = compare?.shift ?? 0;
    const families = new Set(shown.map(({ units }) => units));
    const isStack = !isOverHeat && families.size === 1 && isStacked(this.panel, catalogue);
    const { drawn, others } = edgesOf(this.panel, frames, shown, isStack);
    const isShare = isStack && this.panel.stack === 'share';
    const { lines } = frames;
    const isOfWhole = isStack && lines?.isOfWhole && !this.panel.scale;
    const fixed = isShare || isOfWhole ? { low: 0, high: 1 } : this.panel.scale;
    const whole = lines?.whole ?? null;
    const range =
      fixed ??
      joined(
        lines && rangeOf(lines, whole ? [...drawn, whole] : drawn, window),
        frames.others &&
          rangeOf(frames.others, [...others.values()], {
            from: window.from + shift,
            to: window.to + shift,
          }),
      );
    const units = families.size === 1 ? shown[0].units : '';
    const axis = valueAxis(range, isShare ? SHARE : units, height, Boolean(fixed));
    setText(this.scale, families.size > 1 ? 'mixed units' : axis.name);
    const { context, place } = this.#plot(this.canvas, height, axis, colours);
    drawGrid(context, { ...place, tickText: digits });
    if (!lines) return;
    const critical = this.panel.raw ? [] : criticalBuckets(lines.raw);
    drawCritical(context, { ...place, frame: lines, critical });
    const isStep = ({ metric }) => catalogue.isDiscrete(metric);
    drawSeries(context, place, { lines, drawn, others, frame: frames.others, shift, isStep });
  }

  /**
   * @param {Frames} frames
   * @param {string} view
   * @param {Colours} colours
   */
  #drawStates({ states }, view, colours) {
    setText(this.scale, '');
    if (view === 'table') {
      this.#showTable(states && this.states.table());
      return;
    }
    const { context, place } = this.#plot(
      this.canvas,
      this.states.height(),
      { low: 0, high: 1, factor: 1, ticks: [] },
      colours,
    );
    this.states.draw(context, place);
  }

  /**
   * @param {HeatFrame | null} frame
   * @param {Colours} colours
   */
  #drawHeat(frame, colours) {
    const height = heatHeight(frame?.rows.length ?? 2) + 10;
    const { context, place } = this.#plot(
      this.heatCanvas,
      height,
      { low: 0, high: 1, factor: 1, ticks: [] },
      colours,
    );
    this.heatPlace = place;
    if (frame) drawHeat(context, frame, { ...place, hoveredRow: this.hoveredRow });
  }

  /** What the heat map shows of a panel with several metrics. */
  #sayMapped(view) {
    const metrics = heatMetrics(this.panel, this.stage.app.state.catalogue);
    const names = shortNames(metrics.map((metric) => ({ metric, instance: null })));
    this.heatTitle.hidden = view !== 'heat' || this.panel.series.length < 2;
    setText(this.heatTitle, `By instance: ${names.join(' + ')}`);
  }

  /** @param {PointerEvent | null} event */
  #hoverRow(event) {
    const { heat } = this.frames();
    const row =
      event && heat && this.heatPlace ? rowAt(heat, this.heatPlace.area, event.offsetY) : -1;
    if (row === this.hoveredRow) return;
    this.hoveredRow = row;
    this.stage.drawSoon();
  }

  /**
   * @param {Frame | null} frame
   * @param {StyledSeries[]} shown
   */
  #drawTable(frame, shown) {
    const { window, zone } = this.stage.app.state;
    this.#showTable(
      frame && panelTable(frame, shown, window, this.stage.app.zoneName(zone), titleOf(this.panel)),
    );
  }

  /** @param {HTMLElement | null} table */
  #showTable(table) {
    this.body.querySelector('.panel-table')?.remove();
    if (table) this.body.append(table);
  }

  /**
   * Says in words what the picture shows, or why there is none.
   * @param {Frames} frames
   * @param {StyledSeries[]} shown
   */
  #say(frames, shown) {
    const { trouble, missing } = this.data;
    const isKnown = frames.lines || frames.states;
    let text = trouble;
    const isEmpty = shown.length === 0 && this.states.rows.length === 0;
    if (!text && isKnown && isEmpty && this.leftOut(frames) === 0) {
      text =
        missing.length > 0
          ? `Not in this source: ${missing.slice(0, 3).join(', ')}`
          : 'No values in this window';
    }
    if (!text && !frames.isComparable)
      text = `No comparison: one of the two has no ${this.panel.whole}`;
    setText(this.message, text);
    this.message.hidden = text === '';
    this.root.classList.toggle('is-waiting', !isKnown && !trouble);
    if (this.isText) {
      this.canvas.setAttribute('aria-label', this.states.description());
      return;
    }
    const parts = shown.slice(0, 8).map((series) => {
      const range = frames.lines && rangeOf(frames.lines, [series], this.stage.app.state.window);
      const name = series.formula ?? series.label;
      return range
        ? `${name} from ${valueText(range.low, series.units)} to ${valueText(range.high, series.units)}`
        : `${name} without values`;
    });
    if (this.#isCriticalIn(frames.lines)) parts.push('critical at times');
    const kind = isStacked(this.panel, this.stage.app.state.catalogue) ? 'Stacked chart' : 'Chart';
    this.canvas.setAttribute(
      'aria-label',
      `${kind} of ${titleOf(this.panel)}: ${parts.join('; ') || 'no values'}`,
    );
    this.heatCanvas.setAttribute(
      'aria-label',
      `Heat map of ${titleOf(this.panel)}: ${frames.heat?.rows.length ?? 0} instances`,
    );
  }

  /** @param {ShapedFrame | null} frame */
  #isCriticalIn(frame) {
    if (!frame || this.panel.raw) return false;
    const [first, last] = placesIn(frame, this.stage.app.state.window);
    return criticalBuckets(frame.raw).slice(Math.max(0, first), last + 1).includes(true);
  }

  /**
   * @param {Frame | null} frame as the server sent it
   * @param {Values | null} exact
   */
  #criticalAt(frame, time, exact) {
    if (!frame || time === null || this.panel.raw) return new Set();
    const valueOf = (one) => {
      const known = exact?.get(one.label);
      if (typeof known === 'number') return known;
      const place = latestPlace(frame, one, time, this.data.interval);
      return place < 0 ? NaN : one.avg[place];
    };
    return criticalSeries(frame.series, valueOf, this.panel.stack === 'parts');
  }

  showValues() {
    const { cursor, playhead, values } = this.stage.app.state;
    const { lines, heat } = this.frames();
    const exact = cursor === null && values?.t === playhead ? values.byLabel : null;
    const time = cursor ?? playhead;
    if (this.isText) {
      this.states.showTexts(time, exact);
      return;
    }
    const shaped = exact && shapedValues(this.panel, lines, exact);
    this.legend.showValues(lines, time, shaped, this.data.interval);
    this.legend.showCritical(this.#criticalAt(lines?.raw ?? null, time, exact));
    if (this.hoveredRow < 0 || !heat || cursor === null) return;
    const column = placeOf(heat, cursor);
    const cell = column < 0 ? NaN : cellValue(heat, this.hoveredRow, column);
    setText(this.scale, `${heat.rows[this.hoveredRow]?.i ?? ''}: ${valueText(cell, heat.units)}`);
  }
}

function joined(a, b) {
  if (!a || !b) return a || b || null;
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}
