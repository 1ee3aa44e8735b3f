// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { processOf, rowLabel } from '/page/names/instance_names.js';

test('a process is called by its name, and then its number', () => {
  equal(rowLabel('010051 /usr/lib64/firefox/firefox'), 'firefox 10051');
  equal(rowLabel('000812 backup.sh'), 'backup.sh 812');
  equal(rowLabel('000008 (rcu_sched)'), '(rcu_sched) 8');
  equal(rowLabel('001234 sshd: ann'), 'sshd: 1234');
  equal(rowLabel('1234567 /usr/bin/python3 /opt/a b.py'), 'python3 1234567');
  equal(rowLabel('000009 /'), '/ 9');
  equal(processOf('010051 /usr/lib64/firefox/firefox')?.command, '/usr/lib64/firefox/firefox');
});

test('other instances keep their names', () => {
  for (const name of ['sda', '1 minute', 'cpu12', '123456', '000000', '']) {
    equal(processOf(name), null);
    equal(rowLabel(name), name);
  }
});
