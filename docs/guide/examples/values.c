/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The example of docs/guide/c-api.md, a program as they are written for PCP: the values of a metric
 * in an archive, one second apart.
 */

#include <pcp/pmapi.h>

static int die(const char *what, int status) {
  fprintf(stderr, "%s: %s: %s\n", pmGetProgname(), what, pmErrStr(status));
  return 1;
}

int main(int argc, char **argv) {
  const char *metric = argc > 2 ? argv[2] : "kernel.all.load";
  pmLogLabel label;
  pmResult *result;
  pmDesc desc;
  pmID id;
  int status;

  pmSetProgname(argv[0]);
  if ((status = pmNewContext(PM_CONTEXT_ARCHIVE, argc > 1 ? argv[1] : "")) < 0)
    return die("archive", status);
  if ((status = pmLookupName(1, &metric, &id)) < 0 || (status = pmLookupDesc(id, &desc)) < 0)
    return die(metric, status);
  if ((status = pmGetArchiveLabel(&label)) < 0 ||
      (status = pmSetMode(PM_MODE_INTERP, &label.ll_start, 1000)) < 0)
    return die("label", status);

  pmNewContextZone();
  while ((status = pmFetch(1, &id, &result)) >= 0) {
    const pmValueSet *set = result->vset[0];
    pmPrintStamp(stdout, &result->timestamp);
    for (int i = 0; i < set->numval; i++) {
      putchar(' ');
      pmPrintValue(stdout, set->valfmt, desc.type, &set->vlist[i], 1);
    }
    putchar('\n');
    pmFreeResult(result);
  }
  return status == PM_ERR_EOL ? 0 : die(metric, status);
}
