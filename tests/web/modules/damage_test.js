// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

import { equal, test } from './check.js';
import { problemText } from '/page/damage.js';

test('damage is said as the command says it', () => {
  equal(
    problemText({ file: 'a.0', offset: 104843348, lost: 13764, text: 'Damaged tail' }),
    'a.0: Damaged tail at offset 104843348 (13764 bytes lost)',
  );
  equal(
    problemText({ file: 'a.index', offset: 0, lost: 0, text: 'No index' }),
    'a.index: No index',
  );
});
