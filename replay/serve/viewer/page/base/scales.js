// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the ticks of an axis lie.

import { clockText, dateText, dayText, fields, zoneOffset } from './time_format.js';

/** The smallest of 1, 2, 5, 10, ... (or of powers of two) that is not below `least`. */
function roundStep(least, base) {
  if (base === 2 && least >= 1) return 2 ** Math.ceil(Math.log2(least));
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

const LARGEST = 1e30;

/** Whether an axis can have these ends: doubles can tell apart what lies between them. */
export function isAxis(low, high) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return size <= LARGEST && high - low > size * 1e-6;
}

/** An axis for numbers from `low` to `high`: round bounds, and `count` ticks at most. */
export function numberAxis(low, high, count, base = 10) {
  if (!(high > low)) {
    const size = Math.abs(low) || 1;
    [low, high] = low === 0 ? [0, 1] : [Math.min(low, 0), Math.max(low + size * 0.1, 0)];
  }
  const step = roundStep((high - low) / Math.max(1, count), base);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = [];
  for (let i = first; i <= last; i += 1) ticks.push(i * step);
  return { low: first * step, high: last * step, step, ticks };
}

const STEPS = [
  1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1,
  0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
  86400, 172800, 345600, 604800, 1209600, 2592000, 7776000, 31536000, 315360000,
];

function decimalsOf(step) {
  return step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step) - 1e-9));
}

/**
 * Ticks of a time axis: at round times of the zone's clocks, `count` at most.  `isDay` is set where
 * a day begins: its label is the date.
 * @returns {{step: number, ticks: Tick[]}}
 */
export function timeTicks(from, to, count, zone) {
  const least = (to - from) / Math.max(1, count);
  const step = STEPS.find((candidate) => candidate >= least) ?? STEPS[STEPS.length - 1];
  const ticks = [];
  const origin = zoneOffset(zone, from);
  let index = Math.ceil((from + origin) / step - 1e-9);
  for (let guard = 0; guard < 1000; guard += 1, index += 1) {
    let time = index * step - origin;
    // Clocks may have been changed since `from`.
    const moved = zoneOffset(zone, time) - origin;
    if (step >= 3600) time -= moved;
    if (time > to + step * 1e-9) break;
    if (time < from) continue;
    const at = fields(time + step * 1e-6, zone);
    const isDay =
      at.hour === 0 && at.minute === 0 && at.second === 0 && at.fraction < step * 1e-3 + 1e-6;
    ticks.push({ time, isDay, text: tickText(time, step, isDay, zone) });
  }
  return { step, ticks };
}

function tickText(time, step, isDay, zone) {
  const hair = time + Math.min(step * 1e-6, 1e-3);
  if (step >= 2592000) return dateText(hair, zone).slice(0, 7);
  if (step >= 86400 || isDay) return dayText(hair, zone);
  const decimals = decimalsOf(step);
  const text = clockText(step >= 1 ? hair : time, zone, decimals);
  return step >= 60 ? text.slice(0, 5) : text;
}

/** How many decimals of a second tell the pixels of a window apart. */
export function decimalsFor(secondsPerPixel) {
  if (secondsPerPixel >= 1) return 0;
  return Math.min(6, Math.ceil(-Math.log10(secondsPerPixel)));
}
