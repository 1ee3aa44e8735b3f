/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints values, numbers and times of day, and converts them to texts.
 */

#include "random_value.h"

static double random_number(void) {
  static const double edges[] = {999995e9, 999995e6, 999995e3, 999995, 999.995, 0.005,
                                 99995e9,  99995e6,  99995e3,  99995,  99.995,  0.0};
  double number = below(3) ? random_double() : PICK(edges);
  if (below(3) == 0) number *= 1 + (below(5) - 2) * 2.220446049250313e-16;
  return below(2) ? number : -number;
}

static void print_number(void) {
  const double number = random_number();
  const int length = random_length();
  print_texts("number", pmNumberStr(number), pmNumberStr_r(number, buffer, length));
}

static void print_atom(void) {
  static char string[48];
  const int type = PICK(types);
  pmAtomValue atom = random_atom(type);
  if (type == PM_TYPE_STRING) {
    const int length = below(48);
    for (int i = 0; i < length; i++) string[i] = (char)(' ' + below(95));
    string[length] = '\0';
    atom.cp = below(10) ? string : NULL;
  } else if (is_event(type)) {
    fill_events(type);
    atom.vbp = &any.block;
  } else if (type == PM_TYPE_AGGREGATE || type == PM_TYPE_AGGREGATE_STATIC) {
    fill_block(type);
    atom.vbp = below(10) ? &any.block : NULL;
  }
  const int length = random_length();
  print_texts("atom", pmAtomStr(&atom, type), pmAtomStr_r(&atom, type, buffer, length));
}

/* Leaves out an event array in a word: the peer takes the word for an address. */
static void print_value(void) {
  const int type = below(3) ? below(6) : PICK(types);
  const int width = below(3) ? below(30) : below(20) ? -below(30) : below(3000);
  pmValue value = {.inst = PM_IN_NULL};
  int format = 1 + below(2);
  if (is_event(type)) {
    fill_events(type);
    value.value.pval = &any.block;
  } else if (below(2)) {
    format = PM_VAL_INSITU;
    value.value.lval = random_atom(type).l;
  } else {
    fill_block(type);
    value.value.pval = &any.block;
    if (below(30) == 0) format = below(2) ? -1 : 3;
  }
  printf("value %d %d %d {", type, format, width);
  pmPrintValue(stdout, format, type, &value, width);
  printf("}\n");
}

/* Two million years: the C library has no summer time in later years. */
static time_t random_seconds(void) { return (time_t)(int64_t)random_word() % 60000000000000; }

static void print_stamps(void) {
  const struct timeval t = {random_seconds(), below(4) ? below(1000000) : (long)random_word()};
  const struct timespec ts = {random_seconds(), below(4) ? below(1000000000) : (long)random_word()};
  printf("stamps ");
  pmPrintStamp(stdout, &t);
  printf(" ");
  pmPrintHighResStamp(stdout, &ts);
  printf("\n");
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  for (long i = 0; i < count; i++) {
    if (i == count / 2) pmNewZone("EST5EDT");
    print_number();
    print_atom();
    print_value();
    print_stamps();
  }
  return 0;
}
