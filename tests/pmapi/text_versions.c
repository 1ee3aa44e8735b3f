/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Texts and conversions that depend on FDR_PCP_VERSION.  With "edges", texts and conversions that
 * differ from the peer's on purpose: most of them would kill the peer.  With "units", the units of
 * version 7.
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

static int parse(const char *text, pmUnits *units) {
  double multiplier;
  char *message = NULL;
  const int sts = pmParseUnitsStr(text, units, &multiplier, &message);
  if (sts < 0) {
    printf("%s: %d %s\n", text, sts, message);
    free(message);
  }
  return sts;
}

static void parse_and_print(const char *text) {
  pmUnits units;
  if (parse(text, &units) >= 0) printf("%s: %s\n", text, pmUnitsStr(&units));
}

static void convert(int type, const char *from, const char *to, pmAtomValue value) {
  pmUnits source, target;
  pmAtomValue result = {.ull = 0};
  if (parse(from, &source) < 0 || parse(to, &target) < 0) return;
  const int sts = pmConvScale(type, &value, &source, &result, &target);
  printf("%s to %s: ", from, to);
  if (sts < 0)
    printf("%d\n", sts);
  else
    printf("%s\n", pmAtomStr(&result, type));
}

static void print_units_of_7(void) {
  static const char *texts[] = {"temperature (C)",
                                "temperature (K)",
                                "voltage (mV) / sec",
                                "/ power (uW)",
                                "Kbyte current (uA)",
                                "2 voltage (V)",
                                "temperature",
                                "temperature (X)",
                                "voltage (mV) voltage (V)",
                                "voltage (V) / current (A)",
                                "power (W)^2",
                                "temperature (C)x"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) parse_and_print(texts[i]);
  convert(PM_TYPE_DOUBLE, "temperature (C)", "temperature (F)", (pmAtomValue){.d = 100});
  convert(PM_TYPE_DOUBLE, "temperature (F)", "temperature (C)", (pmAtomValue){.d = -40});
  convert(PM_TYPE_FLOAT, "temperature (K)", "temperature (C)", (pmAtomValue){.f = 0});
  convert(PM_TYPE_32, "temperature (C)", "temperature (K)", (pmAtomValue){.l = -273});
  convert(PM_TYPE_U32, "temperature (K)", "temperature (C)", (pmAtomValue){.ul = 0});
  convert(PM_TYPE_64, "temperature (F)", "temperature (F)", (pmAtomValue){.ll = 7});
  convert(PM_TYPE_U64, "temperature (C)", "temperature (F)", (pmAtomValue){.ull = 20});
  convert(PM_TYPE_DOUBLE, "temperature (C) / sec", "temperature (F) / sec", (pmAtomValue){.d = 1});
  convert(PM_TYPE_32, "voltage (V)", "voltage (mV)", (pmAtomValue){.l = 12});
  convert(PM_TYPE_DOUBLE, "voltage (uV)", "voltage (V)", (pmAtomValue){.d = 5});
  convert(PM_TYPE_U64, "power (kW)", "power (uW)", (pmAtomValue){.ull = 3});
  convert(PM_TYPE_32, "/ current (mA)", "/ current (A)", (pmAtomValue){.l = 2});
  convert(PM_TYPE_32, "voltage (V) / min", "voltage (mV) / sec", (pmAtomValue){.l = 60});
  convert(PM_TYPE_32, "voltage (V)", "current (A)", (pmAtomValue){.l = 1});
  convert(PM_TYPE_32, "voltage (V)", "count", (pmAtomValue){.l = 1});
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "edges") == 0)
    print_edges();
  else if (argc > 1 && strcmp(argv[1], "units") == 0)
    print_units_of_7();
  else
    print_versions();
  return 0;
}
