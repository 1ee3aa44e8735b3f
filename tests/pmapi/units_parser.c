/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parses texts that are units or nearly units.
 */

#include <ctype.h>
#include <pcp/pmapi.h>

#include "random.h"

static const char *const words[] = {"ns",
                                    "nanosec",
                                    "nanosecond",
                                    "nanoseconds",
                                    "us",
                                    "microsec",
                                    "microsecond",
                                    "microseconds",
                                    "ms",
                                    "millisec",
                                    "millisecond",
                                    "milliseconds",
                                    "s",
                                    "sec",
                                    "second",
                                    "seconds",
                                    "min",
                                    "minute",
                                    "minutes",
                                    "h",
                                    "hr",
                                    "hour",
                                    "hours",
                                    "byte",
                                    "bytes",
                                    "KB",
                                    "KiB",
                                    "Kbyte",
                                    "Kbytes",
                                    "Kibibyte",
                                    "Kibibytes",
                                    "Kilobyte",
                                    "Kilobytes",
                                    "MB",
                                    "MiB",
                                    "Mbyte",
                                    "Mebibyte",
                                    "Megabytes",
                                    "GB",
                                    "GiB",
                                    "Gbytes",
                                    "Gibibyte",
                                    "Gigabyte",
                                    "TB",
                                    "TiB",
                                    "Tbyte",
                                    "Tebibytes",
                                    "Terabyte",
                                    "PB",
                                    "PiB",
                                    "Pbyte",
                                    "Pebibyte",
                                    "Petabyte",
                                    "EB",
                                    "EiB",
                                    "Ebyte",
                                    "Exbibyte",
                                    "Exabytes",
                                    "ZB",
                                    "ZiB",
                                    "Zbyte",
                                    "Zebibyte",
                                    "Zettabyte",
                                    "YB",
                                    "YiB",
                                    "Ybyte",
                                    "Yobibytes",
                                    "Yottabyte",
                                    "count",
                                    "counts",
                                    "count x 10",
                                    "count x 10^2",
                                    "count x 10^7",
                                    "count x 10^1",
                                    "count x 10^-1",
                                    "count x 10^-8",
                                    "space-0",
                                    "space-8",
                                    "space-9",
                                    "space-15",
                                    "time-0",
                                    "time-5",
                                    "time-15"};

static const char *const odd_words[] = {
    "count x 10^0", "count x 10^8", "count x 10^-9", "count x 10^10", "space-16",    "time-16",
    "nsec",         "usec",         "msec",          "day",           "b",           "kibi",
    "kb2",          "mbit",         "x 10",          "x 10^3",        "count x 100", "counts x 10",
    "count x  10",  "hrs",          "mins",          "secs",          "kiloibytes",  "kibib",
    "space-",       "time-01"};

static const char *const numbers[] = {
    "1",  "2",     "0",     "10",    "0.5",    ".5",     "5.",   "1e3",  "1e-3", "-2",
    "-0", "0x10",  "0x1p4", "1e400", "1e-400", "1e-310", "-inf", "-nan", "inf",  "nan",
    "+1", "1.5.2", "-",     ".",     "1e",     "--1",    "7",    "3",    "1024", "123456789.123"};

static const char *const exponents[] = {"^2", "^3", "^-1", "^-2", "^0", "^1", "^7", "^8", "^-8"};

static const char *const odd_exponents[] = {"^-9", "^15", "^16", "^",   "^x",  "^+2",
                                            "^02", "^2x", "^-0", " ^2", "^ 2", "^2^2"};

static const char *const blanks[] = {" ", " ", " ", " ", "  ", "\t", "", "\n", "\v", ","};

static char text[400];

static void append(const char *more) { strcat(text, more); }

static void append_side(int sound) {
  for (int n = below(4); n > 0; n--) {
    if (below(4) == 0) {
      append(PICK(numbers));
    } else {
      const size_t start = strlen(text);
      append(sound || below(2) ? PICK(words) : PICK(odd_words));
      if (below(8) == 0)
        for (size_t i = start; text[i] != '\0'; i++)
          text[i] = (char)(below(2) ? toupper(text[i]) : tolower(text[i]));
      if (below(3) == 0) append(sound || below(2) ? PICK(exponents) : PICK(odd_exponents));
    }
    append(sound ? " " : PICK(blanks));
  }
}

static void mutate(void) {
  static const char letters[] = " /^-+.0123456789xeEkKmMbBsS\t\xe9(";
  for (int n = 1 + below(2); n > 0; n--) {
    const size_t length = strlen(text);
    if (length == 0 || length > sizeof text - 2) return;
    char *const at = text + below((int)length);
    const char letter = letters[below((int)sizeof letters - 1)];
    switch (below(3)) {
      case 0:
        *at = letter;
        break;
      case 1:
        memmove(at, at + 1, strlen(at));
        break;
      default:
        memmove(at + 1, at, strlen(at) + 1);
        *at = letter;
    }
  }
}

/* A scale of time that does not exist, against another time or with an exponent of 0, kills the
 * peer by an assertion. */
static int kills_the_peer(void) {
  int times = 0, unknown = 0;
  for (const char *word = strcasestr(text, "time-"); word != NULL;
       word = strcasestr(word + 1, "time-"))
    unknown |= !(word[5] >= '0' && word[5] <= '5' && !isdigit((unsigned char)word[6]));
  for (const char *at = text; *at != '\0'; at++) times += strchr("sSnNhHtT", *at) != NULL;
  return unknown && (times > 1 || strstr(text, "^0") != NULL);
}

static void parse(void) {
  union {
    pmUnits units;
    uint32_t word;
  } result = {.word = 0xeeeeeeee};
  double multiplier = 42;
  char *message = NULL;
  const int sts = pmParseUnitsStr(text, &result.units, &multiplier, &message);
  printf("'%s' %d %08x ", text, sts, result.word);
  if (multiplier != multiplier)
    printf("nan"); /* of either sign */
  else
    printf("%.17g", multiplier);
  printf(" %s\n", message != NULL ? message : "");
  free(message);
}

/* Printed units can be parsed. */
static void parse_printed(void) {
  union {
    uint32_t word;
    pmUnits units;
  } any = {.word = (uint32_t)random_bits()};
  strcpy(text, pmUnitsStr(&any.units));
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  for (long i = 0; i < count; i++) {
    text[0] = '\0';
    if (below(10) == 0) {
      parse_printed();
    } else {
      const int sound = below(2);
      append_side(sound);
      if (below(2)) {
        append("/");
        append_side(sound);
      }
      if (below(16) == 0) append("/ s");
    }
    if (below(6) == 0) mutate();
    if (!kills_the_peer()) parse();
  }
  return 0;
}
