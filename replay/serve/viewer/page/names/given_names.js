// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names that series have in a panel in place of those of their metrics.  A name may have wildcards,
// as in pmchart(1): "in %i" is "in eth0" for the instance "eth0".

/**
 * The series of a panel that shows an instance of a metric; -1 for none.
 * @param {{series: PanelSeries[]}} panel
 * @param {Series} series
 */
export function placeInPanel(panel, { metric, instance }) {
  /** @param {Series} one */
  const isOwn = (one, name) => one.metric === metric && one.instance === name;
  const place = panel.series.findIndex((one) => isOwn(one, instance));
  return place >= 0 ? place : panel.series.findIndex((one) => isOwn(one, null));
}

/**
 * "" if the panel gives the series no name.
 * @param {{series: PanelSeries[]}} panel
 * @param {Series} series
 */
export function givenName(panel, series) {
  const own = panel.series[placeInPanel(panel, series)];
  return own?.name ? withInstance(own.name, series.instance) : '';
}

/** Fills in the name of an instance: all of it, or its first word. */
export function withInstance(template, instance) {
  const whole = instance ?? '';
  return filled(template, { I: whole, i: whole.split(/\s/)[0] });
}

/** Fills in the name of a host. */
export function withHost(template, host) {
  const isAddress = /^[\d.]+$|:/.test(host);
  return filled(template, { H: host, h: isAddress ? host : host.split('.')[0] });
}

/** Fills in the name of a metric: all of it, or its last two parts. */
export function withMetric(template, metric) {
  return filled(template, { M: metric, m: metric.split('.').slice(-2).join('.') });
}

function filled(template, texts) {
  return template.replace(/%([a-zA-Z])/g, (found, letter) => texts[letter] ?? found);
}
