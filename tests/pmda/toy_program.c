/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The agent of toy_agent.h as a program, at standard input and output.
 */

#include "toy_agent.h"

int main(void) {
  pmdaInterface dispatch = {.domain = kToyDomain};
  pmSetProgname("toy");
  pmdaDaemon(&dispatch, PMDA_INTERFACE_7, "toy", kToyDomain, NULL, NULL);
  toy_init(&dispatch);
  pmdaSetCommFlags(&dispatch, PMDA_FLAG_AUTHORIZE);
  pmdaConnect(&dispatch);
  if (dispatch.status < 0) return 1;
  pmdaMain(&dispatch);
  return 0;
}
