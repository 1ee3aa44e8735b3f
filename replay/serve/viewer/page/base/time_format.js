// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Points in time as text, and text as points in time.  A point is a number of seconds since 1970.

import { posixZone } from './posix_zone.js';

const QUARTER_HOUR = 900;
const formatters = new Map();
const offsets = new Map();

/** {calendar}: the browser's own, or {offsetAt}: that of a zone such as "EST5EDT". */
function zoneRule(zone) {
  if (formatters.has(zone)) return formatters.get(zone);
  let rule;
  try {
    const calendar = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
    rule = { calendar };
  } catch {
    rule = { offsetAt: posixZone(zone) ?? (() => 0) };
  }
  formatters.set(zone, rule);
  return rule;
}

/** How many seconds the clocks of a zone are ahead of UTC.  Unknown zones are UTC. */
export function zoneOffset(zone, time) {
  const rule = zoneRule(zone);
  if (!rule.calendar) return rule.offsetAt(time);
  const quarter = Math.floor(time / QUARTER_HOUR);
  const key = `${zone}\n${quarter}`;
  if (offsets.has(key)) return offsets.get(key);
  const parts = {};
  const date = new Date(quarter * QUARTER_HOUR * 1000);
  if (Number.isNaN(date.getTime())) return 0;
  for (const { type, value } of rule.calendar.formatToParts(date)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local =
    Date.UTC(
      year,
      parts.month - 1,
      Number(parts.day),
      Number(parts.hour),
      Number(parts.minute),
      Number(parts.second),
    ) / 1000;
  const offset = local - quarter * QUARTER_HOUR;
  if (offsets.size > 20000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

const pad = (number, width = 2) => String(number).padStart(width, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The fields of a calendar and a clock. */
export function fields(time, zone) {
  const local = time + zoneOffset(zone, time);
  const date = new Date(Math.floor(local) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    fraction: local - Math.floor(local),
  };
}

/** "14:30:05", with as many decimals of the second as wanted.  Decimals are cut, never rounded up. */
export function clockText(time, zone, decimals = 0) {
  const at = fields(time, zone);
  // A float has about a quarter of a microsecond here, so a hair is added before cutting.
  const scale = 10 ** decimals;
  const cut = Math.min(Math.floor(at.fraction * scale + 2e-4), scale - 1);
  const tail = decimals > 0 ? `.${pad(cut, decimals)}` : '';
  return `${pad(at.hour)}:${pad(at.minute)}:${pad(at.second)}${tail}`;
}

export function dateText(time, zone) {
  const at = fields(time, zone);
  return `${pad(at.year, 4)}-${pad(at.month)}-${pad(at.day)}`;
}

export function dayText(time, zone) {
  const at = fields(time, zone);
  return `${DAYS[at.weekday]} ${at.day} ${MONTHS[at.month - 1]}`;
}

export function fullText(time, zone, decimals = 0) {
  return `${dateText(time, zone)} ${clockText(time, zone, decimals)}`;
}

/** "+02:00", or "UTC" without an offset. */
export function offsetText(time, zone) {
  const minutes = Math.round(zoneOffset(zone, time) / 60);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** RFC 3339 in UTC, with microseconds: what commands and files take. */
export function isoText(time) {
  const whole = Math.floor(time);
  const micros = Math.round((time - whole) * 1e6);
  const date = new Date((whole + (micros === 1e6 ? 1 : 0)) * 1000).toISOString().slice(0, 19);
  return micros % 1e6 === 0 ? `${date}Z` : `${date}.${pad(micros, 6)}Z`;
}

/** @type {[number, string][]} */
const LENGTHS = [
  [86400 * 7, 'w'],
  [86400, 'd'],
  [3600, 'h'],
  [60, 'm'],
  [1, 's'],
];

/** A length of time with its two largest parts: "2h 5m", "350 ms". */
export function lengthText(seconds) {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? '−' : '';
  if (size < 1e-3) return `${sign}${Math.round(size * 1e6)} µs`;
  if (size < 1) return `${sign}${Number((size * 1e3).toPrecision(3))} ms`;
  if (size < 60) return `${sign}${Number(size.toPrecision(3))} s`;
  const parts = [];
  let rest = Math.round(size);
  for (const [unit, letter] of LENGTHS) {
    const count = Math.floor(rest / unit);
    if (count > 0) parts.push(`${count}${letter}`);
    else if (parts.length > 0) break;
    rest -= count * unit;
    if (parts.length === 2) break;
  }
  return sign + parts.join(' ');
}

const UNIT_SECONDS = { ms: 1e-3, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86400, w: 604800 };

/** "-10m" is -600, "1h30m" is 5400; null for other texts. */
export function parseLength(text) {
  const match = /^([+-]?)((?:\d+(?:\.\d+)?(?:ms|sec|min|[smhdw]))+)$/.exec(
    text.trim().replace('−', '-'),
  );
  if (!match) return null;
  let total = 0;
  for (const [, count, unit] of match[2].matchAll(/(\d+(?:\.\d+)?)(ms|sec|min|[smhdw])/g)) {
    total += Number(count) * UNIT_SECONDS[unit];
  }
  return match[1] === '-' ? -total : total;
}

/** The time at which the clocks of a zone show `local`, a count of seconds as if they showed UTC. */
function fromLocal(local, zone) {
  const guess = local - zoneOffset(zone, local);
  return local - zoneOffset(zone, guess);
}

const STAMP =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?$/;

function parseStamp(text, zone) {
  const match = STAMP.exec(text);
  if (!match) return null;
  const numbers = match.slice(1, 8).map((part) => Number(part ?? 0));
  const [year, month, day, hour, minute, second, fraction] = numbers;
  const shift = match[8];
  const local = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 + fraction;
  if (!shift) return fromLocal(local, zone);
  if (/^(Z|UTC)$/i.test(shift)) return local;
  const size = Number(shift.slice(1, 3)) * 3600 + Number(shift.slice(-2)) * 60;
  return local - (shift[0] === '-' ? -size : size);
}

/**
 * What people type for a point in time: "14:30" on the day of `near`, "-10m" from `near`, "now",
 * "start", "end", "@1700000000", "2026-11-23 14:30", RFC 3339.  Null for other texts.
 */
export function parseTime(text, { near, zone, start, end, now }) {
  const clean = text.trim();
  const word = { start, end, now }[clean.toLowerCase()];
  if (word !== undefined) return word;
  const length = parseLength(clean);
  if (length !== null) return near + length;
  const relative = /^(now|start|end)\s*([+-].+)$/i.exec(clean);
  if (relative) {
    const shift = parseLength(relative[2]);
    return shift === null ? null : { start, end, now }[relative[1].toLowerCase()] + shift;
  }
  if (/^@?\d{9,10}(\.\d+)?$/.test(clean)) return Number(clean.replace('@', ''));
  const clock = CLOCK.exec(clean);
  if (clock) {
    const today = Math.floor((near + zoneOffset(zone, near)) / 86400) * 86400;
    const [hour, minute, second, fraction] = clock.slice(1).map((part) => Number(part ?? 0));
    if (hour > 24 || minute > 59 || second > 60) return null;
    return fromLocal(today + hour * 3600 + minute * 60 + second + fraction, zone);
  }
  const stamp = parseStamp(clean, zone);
  return Number.isFinite(stamp) ? stamp : null;
}
