/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Texts and conversions that depend on FDR_PCP_VERSION.  With "edges", texts and conversions that
 * differ from the peer's on purpose: most of them would kill the peer.
 */

#include <pcp/pmapi.h>

#define PRINT(text) printf("%s\n", text)

static void print_versions(void) {
  PRINT(pmErrStr(PM_ERR_EOL));
  PRINT(pmErrStr(-12415));

  const pmUnits scaled = {.scaleCount = 3};
  PRINT(pmUnitsStr(&scaled));
  const pmUnits extra = {.dimTime = -1, .scaleTime = PM_TIME_SEC, .pad = 1 << 3 | 2};
  PRINT(pmUnitsStr(&extra));
  const pmUnits plain = {.dimTime = -1, .scaleTime = PM_TIME_SEC};
  pmAtomValue atom = {.d = 2};
  printf("%d\n", pmConvScale(PM_TYPE_DOUBLE, &atom, &plain, &atom, &extra));

  const pmValue word = {.inst = PM_IN_NULL, .value = {.lval = -5}};
  int sts = pmExtractValue(PM_VAL_INSITU, &word, PM_TYPE_32, &atom, PM_TYPE_STRING);
  printf("%d %s\n", sts, sts < 0 ? "-" : atom.cp);
  if (sts >= 0) free(atom.cp);

  union {
    pmValueBlock block;
    char bytes[32];
  } any;
  const pmValue value = {.inst = PM_IN_NULL, .value = {.pval = &any.block}};
  const double third = 1.0 / 3;
  memcpy(any.block.vbuf, &third, sizeof third);
  any.block.vtype = PM_TYPE_DOUBLE;
  any.block.vlen = PM_VAL_HDR_SIZE + sizeof third;
  sts = pmExtractValue(PM_VAL_DPTR, &value, PM_TYPE_DOUBLE, &atom, PM_TYPE_STRING);
  printf("%d %s\n", sts, sts < 0 ? "-" : atom.cp);
  if (sts >= 0) free(atom.cp);

  any.block.vtype = PM_TYPE_STRING;
  any.block.vlen = PM_VAL_HDR_SIZE + 4;
  memcpy(any.block.vbuf, "a\nb", 4);
  pmPrintValue(stdout, PM_VAL_DPTR, PM_TYPE_STRING, &value, 1);
  printf("\n");
}

static void print_edges(void) {
  PRINT(pmErrStr(-21345));
  char buffer[] = "#";
  pmErrStr_r(PM_ERR_EOL, buffer, 0);
  pmIDStr_r(1, buffer, 0);
  pmTypeStr_r(PM_TYPE_32, buffer, -1);
  pmNumberStr_r(1, buffer, 0);
  printf("%d ", pmstrncpy(buffer, 0, "abc"));
  printf("%d ", pmstrncat(buffer, 0, "abc"));
  printf("%d ", pmsprintf(buffer, 0, "abc"));
  PRINT(buffer);

  const pmUnits bytes = {.dimSpace = 4}, kbytes = {.dimSpace = 4, .scaleSpace = PM_SPACE_KBYTE};
  pmAtomValue atom = {.ll = 1};
  printf("%d\n", pmConvScale(PM_TYPE_64, &atom, &bytes, &atom, &kbytes));

  pmUnits units;
  double multiplier;
  pmMetricSpec *spec;
  char *message;
  printf("%d ", pmParseUnitsStr("time-7 / s", &units, &multiplier, &message));
  PRINT(message);
  free(message);
  printf("%d ", pmParseMetricSpec(NULL, 0, NULL, &spec, &message));
  PRINT(message);
  free(message);

  const pmValueBlock none = {.vlen = 0, .vtype = PM_TYPE_STRING};
  const pmValue value = {.inst = PM_IN_NULL, .value = {.pval = (pmValueBlock *)&none}};
  printf("%d ", pmExtractValue(PM_VAL_DPTR, &value, PM_TYPE_STRING, &atom, PM_TYPE_STRING));
  pmPrintValue(stdout, PM_VAL_DPTR, PM_TYPE_AGGREGATE, &value, 1);
  pmPrintValue(stdout, PM_VAL_DPTR, PM_TYPE_EVENT, &value, 1);
  const pmValue word = {.inst = PM_IN_NULL, .value = {.lval = 1}};
  pmPrintValue(stdout, PM_VAL_INSITU, PM_TYPE_EVENT, &word, 1);
  printf("\n");
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "edges") == 0)
    print_edges();
  else
    print_versions();
  return 0;
}
