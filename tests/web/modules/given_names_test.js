// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { givenName, withHost, withInstance, withMetric } from '/page/names/given_names.js';
import { makePanel } from '/page/names/groups.js';
import { readPanel, writePanel } from '/page/names/series_name.js';
import { shortNames } from '/page/names/short_names.js';

const IN = { metric: 'network.interface.in.bytes', instance: null, name: 'in %i' };
const ETH0 = { metric: 'network.interface.in.bytes', instance: 'eth0', name: 'uplink' };
const shown = (instance) => ({ metric: IN.metric, instance });

test('a series of a panel may have a name', () => {
  equal(givenName(makePanel([IN]), shown('eth0 x')), 'in eth0');
  equal(givenName(makePanel([IN, ETH0]), shown('eth0')), 'uplink');
  equal(givenName(makePanel([IN, ETH0]), shown('lo')), 'in lo');
  equal(givenName(makePanel([{ metric: 'a', instance: null }]), shown('eth0')), '');
});

test('names stand in the legend; other series keep the short names of their metrics', () => {
  const panel = makePanel([{ ...ETH0 }, { metric: IN.metric, instance: 'lo' }]);
  equal(shortNames([shown('eth0'), shown('lo')], panel), ['uplink', 'lo']);
});

test('names have the wildcards of pmchart', () => {
  equal(withInstance('%i of %I, %x %', 'a b c'), 'a of a b c, %x %');
  equal(withInstance('%i', null), '');
  equal(withHost('%h %H', 'web1.example.com'), 'web1 web1.example.com');
  equal(withHost('%h', '192.168.0.1'), '192.168.0.1');
  equal(withHost('%h', 'fe80::1'), 'fe80::1');
  equal(withMetric('%m %M', 'disk.dev.read'), 'dev.read disk.dev.read');
  equal(withMetric('%m', '$&'), '$&');
});

test('a series of a panel may have a colour', () => {
  const series = [{ ...IN, colour: '#ff0080' }];
  equal(writePanel(makePanel(series)), 'network.interface.in.bytes,~as.in%20%25i,~c.ff0080');
  equal(readPanel(writePanel(makePanel(series))).series, series);
  for (const wrong of ['red', 'ff008', 'ff00800', 'url(x)'])
    equal(readPanel(`a.b,~c.${wrong}`).series, [{ metric: 'a.b', instance: null }]);
});

test('every name of a series survives a link', () => {
  for (const name of ['in %i', 'a,b', '~raw', 'x:y;z', '<b>&', '😀']) {
    const read = readPanel(
      writePanel(
        makePanel([
          { ...IN, name },
          { ...ETH0, name },
        ]),
      ),
    );
    equal(
      read.series.map((one) => [one.instance, one.name]),
      [
        [null, name],
        ['eth0', name],
      ],
    );
  }
  equal(readPanel('~as.nothing,a.b').series, [{ metric: 'a.b', instance: null }]);
});
