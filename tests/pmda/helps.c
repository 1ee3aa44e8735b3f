/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Help texts.  The arguments are names of help files, without the suffix.
 */

#include "tell.h"

static void text(int handle, unsigned id, int is_indom, int type) {
  const char *found = is_indom ? pmdaGetInDomHelp(handle, id, type) : pmdaGetHelp(handle, id, type);
  printf("%d %u %d %d: %s\n", handle, id, is_indom, type, found != NULL ? found : "(none)");
}

int main(int argc, char **argv) {
  keep_messages("helps");
  for (int i = 1; i < argc; i++) {
    const int handle = pmdaOpenHelp(argv[i]);
    tell("open", handle);
    const pmID ids[] = {pmID_build(60, 0, 1), pmID_build(60, 0, 2), pmID_build(30, 5, 6), 7};
    for (int type = 1; type <= 2; type++) {
      for (int id = 0; id < 4; id++) text(handle, ids[id], 0, type);
      text(handle, pmInDom_build(60, 1), 1, type);
      text(handle, pmInDom_build(60, 2), 1, type);
    }
  }
  text(99, 0, 0, 1);
  text(-1, 0, 0, 1);
  pmdaCloseHelp(0);
  text(0, pmID_build(60, 0, 1), 0, 1);
  return 0;
}
