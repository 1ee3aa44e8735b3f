/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Specifications of metrics with hosts, archives and instances.  Some have mistakes.
 */

#include <pcp/pmapi.h>

#include "random.h"

static const char *const pieces[] = {
    "host", "a.b", "m",        "kernel.all.load", "@",   ":", "/",  "[", "]",       ",", " ", "\t",
    "\"",   "\\",  "1 minute", "\"1 minute\"",    "x y", "'", "\n", "#", "\xc3\xa9"};

static char text[600];

static void append_sound(void) {
  static const char *const sources[] = {"host:", "archive/", "/var/log/pcp/a/",
                                        "@:",    "u@h?c:",   "host:1234/",
                                        " h :",  "@/",       ":",
                                        "C:/x/", "a\\:b:",   "\\@:"};
  static const char *const metrics[] = {"m", "kernel.all.load", " m ", "a\\ b", "a\\[b", "x\"y",
                                        ""};
  static const char *const instances[] = {"a",        "\"a b\"", "1 minute", "a\\]b",
                                          "\"\\\"\"", "",        "\"]\"",    "'a b'",
                                          "a\"b",     "a,b",     "\t",       "x/y"};
  if (below(2)) strcat(text, PICK(sources));
  strcat(text, PICK(metrics));
  if (below(2)) return;
  strcat(text, "[");
  for (int n = below(4); n > 0; n--) {
    strcat(text, PICK(instances));
    strcat(text, below(2) ? "," : " ");
  }
  strcat(text, "]");
}

static void parse(void) {
  pmMetricSpec *spec = NULL;
  char *message = NULL;
  char source[] = "source";
  const int isarch = below(4);
  const int sts = pmParseMetricSpec(text, isarch, below(2) ? source : NULL, &spec, &message);
  printf("{%s} %d ", text, sts);
  if (sts < 0) {
    printf("%s", message);
    free(message);
    return;
  }
  printf("%d {%s} {%s}", spec->isarch, spec->source != NULL ? spec->source : "none", spec->metric);
  for (int i = 0; i < spec->ninst; i++) printf(" {%s}", spec->inst[i]);
  printf("\n");
  pmFreeMetricSpec(spec);
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  for (long i = 0; i < count; i++) {
    text[0] = '\0';
    const int sound = below(2);
    if (sound) append_sound();
    for (int n = sound ? below(2) : below(9); n > 0; n--) strcat(text, PICK(pieces));
    if (sound && below(3) == 0 && text[0] != '\0') text[below((int)strlen(text))] = *PICK(pieces);
    parse();
  }
  return 0;
}
