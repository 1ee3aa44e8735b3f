/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Loads the instance caches 77.0, 77.1, ... from files.  The argument is their number.
 */

#include "tell.h"

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 0;
  keep_messages("loads");
  for (int serial = 0; serial < count; serial++) {
    const pmInDom indom = pmInDom_build(77, (unsigned)serial);
    const int loaded = pmdaCacheOp(indom, PMDA_CACHE_LOAD);
    printf("%d %d %d\n", serial, loaded, pmdaCacheOp(indom, PMDA_CACHE_SIZE));
    if (pmdaCacheOp(indom, PMDA_CACHE_SIZE) > 4) return 3;
  }
  return 0;
}
