// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers with units, scaled as PCP scales them: bytes by 1024, counts by 1000, times by the clock.

const SPACE = { byte: 0, Kbyte: 1, Mbyte: 2, Gbyte: 3, Tbyte: 4, Pbyte: 5, Ebyte: 6 };
const TIME = { nanosec: 1e-9, microsec: 1e-6, millisec: 1e-3, sec: 1, min: 60, hour: 3600 };

const SPACE_STEPS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'].map((name, power) => ({
  name,
  size: 1024 ** power,
}));
const COUNT_STEPS = [
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
].map(([name, size]) => ({ name, size }));
const TIME_STEPS = [
  ['ns', 1e-9],
  ['µs', 1e-6],
  ['ms', 1e-3],
  ['s', 1],
  ['min', 60],
  ['h', 3600],
  ['d', 86400],
].map(([name, size]) => ({ name, size }));
const PERCENT = [{ name: '%', size: 0.01 }];
const UNKNOWN = [{ name: '', size: 1 }];

function countScale(word) {
  const match = /^count(?: ?x ?10\^(-?\d+))?$/.exec(word);
  return match ? 10 ** Number(match[1] ?? 0) : null;
}

/** Units of the rate of a counter of time: 0.35 is 35 % of one processor, disk, ... */
export const SHARE = 'share';

/**
 * What PCP's text of units means: factors to bytes, seconds and counts, and the steps in which
 * people read them.  "millisec / sec" is a share of time, shown in percent.
 */
function parseUnits(text) {
  if (text === SHARE) return { up: 1, steps: PERCENT, tail: '' };
  const [above = '', below = ''] = text.split('/').map((part) => part.trim());
  const factor = { up: 1, kind: 'plain' };
  if (above in SPACE) Object.assign(factor, { up: 1024 ** SPACE[above], kind: 'space' });
  else if (above in TIME) Object.assign(factor, { up: TIME[above], kind: 'time' });
  else if (countScale(above) !== null)
    Object.assign(factor, { up: countScale(above), kind: 'count' });
  else if (above !== '' && above !== 'none') return { up: 1, steps: UNKNOWN, tail: text };
  if (below === '') return { up: factor.up, steps: stepsOf(factor.kind), tail: '' };
  if (below in TIME) {
    const up = factor.up / TIME[below];
    if (factor.kind === 'time') return { up, steps: PERCENT, tail: '' };
    return { up, steps: stepsOf(factor.kind), tail: '/s' };
  }
  return { up: factor.up, steps: stepsOf(factor.kind), tail: `/${below}` };
}

function stepsOf(kind) {
  return { space: SPACE_STEPS, time: TIME_STEPS }[kind] ?? COUNT_STEPS;
}

const parsed = new Map();
function unitsOf(text) {
  if (!parsed.has(text)) parsed.set(text, parseUnits(text));
  return parsed.get(text);
}

/**
 * The units of a series as answers of the server have them: shares of time have none there.
 * @param {{rate?: boolean, units: string}} series
 */
export function unitsOfSeries({ rate, units }) {
  return rate && units === '' ? SHARE : units;
}

/**
 * Units without a scale, and the factor to them: "Kbyte / sec" is 1024 times "byte / sec".  So
 * series of one panel have one axis.
 */
export function baseUnits(text) {
  const { up, steps, tail } = unitsOf(text);
  if (text === SHARE || up === 1) return { factor: 1, units: text };
  if (steps === PERCENT) return { factor: up, units: SHARE };
  const base = steps === SPACE_STEPS ? 'byte' : steps === TIME_STEPS ? 'sec' : 'count';
  return {
    factor: up,
    units: tail === '' ? base : `${base} / ${tail === '/s' ? 'sec' : tail.slice(1)}`,
  };
}

/**
 * The step in which numbers up to `largest` are read: a factor to multiply with, and a name such
 * as "MiB/s".
 */
export function scaleFor(largest, text) {
  const { up, steps, tail } = unitsOf(text);
  const size = Math.abs(largest) * up;
  let best = steps[0];
  if (steps === TIME_STEPS && !(size > 0)) best = TIME_STEPS[3];
  for (const step of steps) {
    if (size >= step.size && size > 0) best = step;
  }
  return { factor: up / best.size, name: best.name + tail, base: steps === SPACE_STEPS ? 2 : 10 };
}

/** Digits as an instrument shows them: three that count, no exponent until it is needed. */
export function digits(value) {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return '–';
  if (size === 0) return '0';
  let text;
  if (size >= 1e15 || size < 1e-4) text = value.toExponential(2);
  else if (size >= 100) text = value.toFixed(0);
  else text = String(Number(value.toPrecision(3)));
  return text.replace('-', '−');
}

/** Whole numbers without a scale, such as counts of processes, are worth all of their digits. */
const LONGEST_COUNT = 1e6;

/** "12.4 MiB/s"; "–" for no value. */
export function valueText(value, units) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (typeof value === 'string') return value;
  const { steps, tail } = unitsOf(units);
  if (
    steps === COUNT_STEPS &&
    tail === '' &&
    Number.isInteger(value) &&
    Math.abs(value) < LONGEST_COUNT
  ) {
    return value.toLocaleString('en').replace('-', '−');
  }
  const { factor, name } = scaleFor(value, units);
  return name === '' ? digits(value * factor) : `${digits(value * factor)} ${name}`;
}
