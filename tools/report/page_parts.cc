// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/page_parts.h"

namespace fdr::tools {

const char* const kReportStyle = R"css(
:root{color-scheme:light dark;--page:#ffffff;--ink:#1f2328;--soft:#596069;--line:#d0d5da;--box:#f4f6f8;--link:#0550ae}
@media(prefers-color-scheme:dark){:root{--page:#13171c;--ink:#e6e9ed;--soft:#9aa3ad;--line:#3a424b;--box:#1b2128;--link:#79b8ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main,header{max-width:64rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p,li{overflow-wrap:anywhere}
.soft{color:var(--soft)}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:6px;background:var(--box)}
pre{margin:0;padding:.75rem;font:13px/1.45 ui-monospace,'DejaVu Sans Mono',Consolas,monospace}
figure{margin:1rem 0}
figure .wide{background:var(--page)}
figure svg{display:block;min-width:38rem;width:100%;height:auto}
table{border-collapse:collapse;width:100%;min-width:30rem}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.number,th.number{text-align:right;white-space:nowrap}
.tools{position:sticky;top:0;background:var(--page);padding:.5rem 0;display:flex;flex-wrap:wrap;gap:.4rem;align-items:center;z-index:1}
button{font:inherit;color:inherit;background:var(--box);border:1px solid var(--soft);border-radius:6px;padding:.2rem .7rem;cursor:pointer}
button:focus-visible,.wide:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
summary{cursor:pointer}
@media print{.tools{display:none}}
)css";

// The part of the stretch that is shown goes from `from` to `to`: 0 and 1 are its ends.
const char* const kReportScript = R"js(
'use strict';
(() => {
  const charts = [...document.querySelectorAll('svg[data-frames]')].map(prepare);
  const place = document.getElementById('charts');
  if (!charts.length || !place) return;
  const least = 0.002;
  let from = 0, to = 1;
  const tools = document.createElement('div'), range = document.createElement('span');
  tools.className = 'tools';
  range.setAttribute('aria-live', 'polite');
  for (const [name, act] of [
    ['Zoom in', () => zoom(0.5)], ['Zoom out', () => zoom(2)], ['Earlier', () => move(-0.5)],
    ['Later', () => move(0.5)], ['Show all', () => show(0, 1)]]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.onclick = act;
    tools.append(button);
  }
  tools.append(range);
  place.after(tools);
  show(0, 1);

  function prepare(svg) {
    const frames = svg.dataset.frames.split(';').map(frame => frame.split(',').map(Number));
    const chart = {svg, x: frames[0][0], width: frames[0][2], inner: [], lines: [], texts: []};
    for (const [x, y, width, height] of frames) {
      const inner = document.createElementNS(svg.namespaceURI, 'svg');
      for (const [name, value] of Object.entries(
        {x, y: y - 2, width, height: height + 4, preserveAspectRatio: 'none'}))
        inner.setAttribute(name, value);
      for (const path of [...svg.children].filter(child => child.querySelector('title'))) {
        const box = path.getBBox(), middle = box.y + box.height / 2;
        if (middle < y - 2 || middle > y + height + 2) continue;
        path.setAttribute('vector-effect', 'non-scaling-stroke');
        inner.append(path);
      }
      svg.append(inner);
      chart.inner.push([inner, x, y - 2, width, height + 4]);
    }
    const bottom = Math.max(...frames.map(([, y, , height]) => y + height));
    for (const path of svg.querySelectorAll(':scope > .s-grid, :scope > .s-faint'))
      chart.lines.push([path, [...path.getAttribute('d').matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)]
        .map(line => line.slice(1).map(Number))]);
    for (const text of svg.querySelectorAll(':scope > text[text-anchor=middle]'))
      if (Number(text.getAttribute('y')) > bottom) chart.texts.push([text, Number(text.getAttribute('x'))]);
    select(chart);
    return chart;
  }

  // A stretch that the pointer marks is shown.
  function select(chart) {
    const mark = document.createElementNS(chart.svg.namespaceURI, 'rect');
    mark.setAttribute('fill', 'currentColor');
    mark.setAttribute('fill-opacity', '0.15');
    let begin = null;
    const fraction = event => {
      const box = chart.svg.getBoundingClientRect(), scale = chart.svg.viewBox.baseVal.width / box.width;
      return Math.min(Math.max(((event.clientX - box.left) * scale - chart.x) / chart.width, 0), 1);
    };
    chart.svg.addEventListener('pointerdown', event => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      begin = fraction(event);
      chart.svg.setPointerCapture(event.pointerId);
    });
    chart.svg.addEventListener('pointermove', event => {
      if (begin === null) return;
      const end = fraction(event);
      mark.setAttribute('x', chart.x + Math.min(begin, end) * chart.width);
      mark.setAttribute('width', Math.abs(end - begin) * chart.width);
      mark.setAttribute('y', chart.inner[0][2]);
      mark.setAttribute('height', chart.inner.at(-1)[2] + chart.inner.at(-1)[4] - chart.inner[0][2]);
      chart.svg.append(mark);
    });
    chart.svg.addEventListener('pointerup', event => {
      if (begin === null) return;
      const ends = [begin, fraction(event)].sort((a, b) => a - b).map(part => from + part * (to - from));
      begin = null;
      mark.remove();
      if (ends[1] - ends[0] >= least) show(ends[0], ends[1]);
    });
    chart.svg.addEventListener('dblclick', () => show(0, 1));
  }

  function zoom(factor) {
    const middle = (from + to) / 2, half = Math.max((to - from) * factor, least) / 2;
    show(middle - half, middle + half);
  }

  function move(part) {
    const by = Math.min(Math.max(part * (to - from), -from), 1 - to);
    show(from + by, to + by);
  }

  function show(begin, end) {
    from = Math.max(begin, 0);
    to = Math.min(end, 1);
    for (const chart of charts) draw(chart);
    const {start, end: last, offsets} = place.dataset;
    const time = part => {
      const at = Number(start) + part * (last - start);
      return new Date((at + offsetAt(offsets, at)) * 1000).toISOString().slice(0, 19).replace('T', ' ');
    };
    range.textContent = time(from) + ' to ' + time(to);
  }

  // Clocks may be set within the stretch: "1698541200,0" says the offset from that second on.
  function offsetAt(offsets, time) {
    const pairs = offsets.split(';').map(pair => pair.split(',').map(Number));
    return (pairs.filter(([from]) => from <= time).at(-1) ?? pairs[0])[1];
  }

  function draw(chart) {
    const place = x => chart.x + ((x - chart.x) / chart.width - from) / (to - from) * chart.width;
    const isInside = x => x >= chart.x - 0.5 && x <= chart.x + chart.width + 0.5;
    for (const [inner, x, y, width, height] of chart.inner)
      inner.setAttribute('viewBox', [x + from * width, y, (to - from) * width, height].join(' '));
    for (const [path, lines] of chart.lines) {
      let d = '';
      for (const [x1, y1, x2, y2] of lines)
        if (x1 !== x2) d += `M${x1} ${y1}L${x2} ${y2}`;
        else if (isInside(place(x1))) d += `M${place(x1)} ${y1}L${place(x1)} ${y2}`;
      path.setAttribute('d', d || 'M0 0');
    }
    for (const [text, x] of chart.texts) {
      text.setAttribute('x', place(x));
      text.style.display = isInside(place(x)) ? '' : 'none';
    }
  }
})();
)js";

}  // namespace fdr::tools
