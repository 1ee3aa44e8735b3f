// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time zones as POSIX writes them in TZ: "EST5", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3".

const NAME = '(?:<[A-Za-z0-9+-]{3,}>|[A-Za-z]{3,})';
const CLOCK = '[+-]?\\d{1,3}(?::\\d{2}(?::\\d{2})?)?';
const ZONE = new RegExp(`^${NAME}(${CLOCK})(?:${NAME}(${CLOCK})?(?:,([^,]+),([^,]+))?)?$`);
const HAS_SUMMER = new RegExp(`^${NAME}${CLOCK}${NAME}`);
const CHANGE = new RegExp(`^M(\\d{1,2})\\.([1-5])\\.([0-6])(?:/(${CLOCK}))?$`);
/** The changes of a zone that names none: those of the United States. */
const CHANGES = ['M3.2.0', 'M11.1.0'];
const HOUR = 3600;
const DAY = 86400;

function seconds(clock) {
  const sign = clock.startsWith('-') ? -1 : 1;
  const [hours, minutes = 0, rest = 0] = clock.replace(/^[+-]/, '').split(':').map(Number);
  return sign * (hours * HOUR + minutes * 60 + rest);
}

/** "M3.5.0/2": the last Sunday of March at 2 o'clock, in seconds as if the clocks showed UTC. */
function changeIn(year, [month, week, weekday, clock]) {
  const first = Date.UTC(year, month - 1, 1) / 1000;
  const days = (weekday - new Date(first * 1000).getUTCDay() + 7) % 7;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  let day = days + 7 * (week - 1);
  if (day >= length) day -= 7;
  return first + day * DAY + clock;
}

/** @returns {[number, number, number, number] | null} */
function parseChange(text) {
  const match = CHANGE.exec(text);
  if (!match) return null;
  const [, month, week, weekday, clock = '2'] = match;
  return [Number(month), Number(week), Number(weekday), seconds(clock)];
}

/**
 * A function from times to seconds that clocks are ahead of UTC; null for other texts.  POSIX counts
 * towards the west, so signs change.
 */
export function posixZone(text) {
  const match = ZONE.exec(text);
  if (!match) return null;
  const standard = -seconds(match[1]);
  if (!HAS_SUMMER.test(text)) return () => standard;
  const summer = match[2] === undefined ? standard + HOUR : -seconds(match[2]);
  const [there, back] = [match[3] ?? CHANGES[0], match[4] ?? CHANGES[1]].map(parseChange);
  if (!there || !back) return () => standard;
  return (time) => {
    const year = new Date((time + standard) * 1000).getUTCFullYear();
    const begin = changeIn(year, there) - standard;
    const end = changeIn(year, back) - summer;
    const isSummer = begin < end ? time >= begin && time < end : time >= begin || time < end;
    return isSummer ? summer : standard;
  };
}
