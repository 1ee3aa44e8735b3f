/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints errors, identifiers, types, semantics, flags, units and descriptors as texts, in buffers
 * of any size.
 */

#include <pcp/pmapi.h>

#include "random_units.h"

/* Below PM_ERR_NYI the peer asks an authentication library: docs/compatibility.md, "The C API". */
static void print_errors(void) {
  for (int code = PM_ERR_NYI; code <= 200; code++) printf("%d %s\n", code, pmErrStr(code));
}

static void print_some(void) {
  int length = random_length();
  const int code = -(int)(random_bits() % (uint64_t)-PM_ERR_NYI);
  print_texts("error", pmErrStr(code), pmErrStr_r(code, buffer, length));

  length = random_length();
  const pmID pmid = below(8) == 0 ? PM_ID_NULL
                                  : pmID_build(below(2) ? 511 : (unsigned)below(600),
                                               (unsigned)below(5000), (unsigned)below(2)) |
                                        (unsigned)below(2) << 31;
  print_texts("metric", pmIDStr(pmid), pmIDStr_r(pmid, buffer, length));

  length = random_length();
  const pmInDom indom = (pmInDom)random_word();
  print_texts("indom", pmInDomStr(indom), pmInDomStr_r(indom, buffer, length));

  length = random_length();
  const int type = below(8) == 0 ? (int)random_word() : below(20) - 4;
  print_texts("type", pmTypeStr(type), pmTypeStr_r(type, buffer, length));

  length = random_length();
  const int sem = below(8) == 0 ? (int)random_word() : below(8) - 1;
  print_texts("semantics", pmSemStr(sem), pmSemStr_r(sem, buffer, length));

  length = random_length();
  const int flags = below(4) == 0 ? (int)random_word() : below(128);
  print_texts("flags", pmEventFlagsStr(flags), pmEventFlagsStr_r(flags, buffer, length));

  length = random_length();
  const pmDesc desc = {
      .pmid = pmid, .type = type, .indom = indom, .sem = sem, .units = random_units(2, 10)};
  print_texts("units", pmUnitsStr(&desc.units), pmUnitsStr_r(&desc.units, buffer, length));
  pmPrintDesc(stdout, &desc);
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  print_errors();
  for (int type = -5; type < 260; type++) printf("%d %s\n", type, pmTypeStr(type));
  for (long i = 0; i < count; i++) print_some();
  return 0;
}
