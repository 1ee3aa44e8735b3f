/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Merges labels and prints them.
 *
 *   labels SEED COUNT   generated sets, some of them faulty
 *   labels ARCHIVE      the labels of all metrics and instance domains of an archive
 */

#include <pcp/pmapi.h>

#include "random.h"

enum { kMostSets = 4, kMostText = 2000 };

static char texts[kMostSets][kMostText];
static char *end; /* of the written text */

static void put(const char *text) { end = stpcpy(end, text); }

static void put_space(void) {
  static const char *const spaces[] = {" ", "\n", "\t", "\r", "  "};
  if (below(10) == 0) put(PICK(spaces));
}

static void put_token(const char *token) {
  put_space();
  put(token);
  put_space();
}

/* Names have only one part: the peer takes some names of several parts for faulty. */
static void put_name(void) {
  static const char *const names[] = {"a", "b", "c",  "ab", "aa", "abc", "a_", "B1",
                                      "B", "Z", "a1", "d",  "e",  "f",   "g",  "h"};
  static const char *const faulty[] = {"", "1", "_a", ".a", "a b", "a-b", "\\u0061", "\303\244"};
  put("\"");
  put(below(100) == 0 ? PICK(faulty) : PICK(names));
  put("\"");
}

/* If a merged text is shorter than the one before it and more sets follow, the peer fails to read
 * the text again.  So if there are more than two texts, all values have one character. */
static int is_plain;

static void put_primitive(void) {
  static const char *const values[] = {"0",      "1",       "-1",          "123456789012345678901",
                                       "1.5",    "0.10",    "1e5",         "-1.25E-7",
                                       "true",   "false",   "null",        "\"\"",
                                       "\"x\"",  "\"x y\"", "\"\\\"\"",    "\"\\\\\"",
                                       "\"{a\"", "\"],\"",  "\"\\u00e4\"", "\"\303\244\"",
                                       "0e1",    "-0",      "\"\\/\\n\"",  "100"};
  static const char *const faulty[] = {"01",  "1.",  "-",     ".5",      "NaN",  "'x'",
                                       "x",   "tru", "truex", "nulL",    "1e",   "1e+",
                                       "1-2", "+1",  "0x1",   "\"\\x\"", "1.5.2"};
  if (is_plain)
    *end++ = (char)('0' + below(10)), *end = '\0';
  else
    put(below(100) == 0 ? PICK(faulty) : PICK(values));
}

/* The peer loses count of white space in arrays: docs/compatibility.md, "Labels". */
static void put_array(void) {
  put("[");
  for (int i = below(4); i > 0; i--) {
    put_primitive();
    if (i > 1) put(",");
  }
  put("]");
}

static void put_object(int depth) {
  put_token("{");
  for (int i = below(5); i > 0; i--) {
    put_space();
    put_name();
    put_token(":");
    if (!is_plain && depth == 0 && below(3) == 0)
      put_object(1);
    else if (!is_plain && below(4) == 0)
      put_array();
    else
      put_primitive();
    if (i > 1) put_token(below(200) == 0 ? ",," : ",");
  }
  put_token("}");
}

static void make_text(char *text) {
  end = text;
  *end = '\0';
  if (below(20) != 0) put_object(0);
  const int length = (int)strlen(text);
  if (length == 0) return;
  if (below(10) == 0) text[below(length)] = '\0';
  if (below(20) == 0 && strchr(text, '[') == NULL) text[below(length)] = '?';
}

static char merged[kMostText];

static void print_merged(int status) {
  printf("= %d '%s'\n", status, *merged == '#' ? "untouched" : merged);
}

static int random_room(void) {
  memset(merged, '#', sizeof merged - 1);
  return below(3) == 0 ? 1 + below(60) : kMostText;
}

static void merge_texts(void) {
  char *sets[kMostSets];
  const int count = below(kMostSets + 1);
  is_plain = count > 2;
  for (int i = 0; i < count; i++) {
    sets[i] = texts[i];
    make_text(texts[i]);
    if (below(20) == 0) sets[i] = NULL;
    printf("%s\n", sets[i] != NULL ? sets[i] : "NULL");
  }
  const int room = random_room();
  printf("in %d ", room);
  print_merged(pmMergeLabels(sets, count, merged, room));
}

/* Takes a label or not, by its name and the argument.  The peer may have garbage behind the
 * JSON. */
static int filter(const pmLabel *label, const char *json, void *arg) {
  printf("? %.*s=%.*s flags %x at %d\n", label->namelen, json + label->name, label->valuelen,
         json + label->value, label->flags, label->name);
  return arg == NULL || json[label->name + label->namelen - 1] % *(int *)arg != 0;
}

static void make_set(pmLabelSet *set, char *text, pmLabel *labels) {
  const int ascending = below(4) != 0, level = 1 << below(6);
  int name = below(20);
  memset(set, 0, sizeof *set);
  set->inst = PM_IN_NULL;
  set->nlabels = below(20) == 0 ? -1 : below(6);
  end = text;
  put("{");
  for (int i = 0; i < set->nlabels; i++) {
    name = ascending ? name + 1 + below(4) : below(60);
    if (i > 0) put(",");
    labels[i].name = (unsigned)(end - text + 1) & 0xffff;
    labels[i].flags = (unsigned)(level | below(4) << 6) & 0xff;
    end += sprintf(end, "\"%c%s\":", 'a' + name / 3,
                   name % 3 == 0   ? ""
                   : name % 3 == 1 ? "a"
                                   : "b");
    labels[i].namelen = (unsigned)(end - text - 2 - labels[i].name) & 0xff;
    labels[i].value = (unsigned)(end - text) & 0xffff;
    put_primitive();
    labels[i].valuelen = (unsigned)(end - text - labels[i].value) & 0xffff;
  }
  put("}");
  set->json = text;
  set->jsonlen = (unsigned)strlen(text) & 0xffff;
  set->labels = labels;
}

static void merge_sets(void) {
  is_plain = 0;
  pmLabelSet made[kMostSets], *sets[kMostSets];
  pmLabel labels[kMostSets][6];
  int which = 1 + below(4);
  const int count = below(kMostSets + 1), type = 1 << below(6);
  for (int i = 0; i < count; i++) {
    sets[i] = below(20) == 0 ? NULL : &made[i];
    make_set(&made[i], texts[i], labels[i]);
    pmPrintLabelSets(stdout, (int)(random_bits() & 0x7fffffff), type, &made[i], 1);
  }
  const int room = random_room();
  print_merged(pmMergeLabelSets(sets, count, merged, room, below(4) == 0 ? NULL : filter,
                                below(2) ? &which : NULL));
}

static void print_metric(const char *name) {
  pmID pmid;
  pmLabelSet *sets, *each[8];
  pmDesc desc;
  if (pmLookupName(1, &name, &pmid) < 0) return;
  int count = pmLookupLabels(pmid, &sets);
  printf("%s %d\n", name, count);
  for (int i = 0; i < count; i++) {
    each[i] = &sets[i];
    printf("compound %d\n", sets[i].compound);
  }
  if (count > 0) {
    pmPrintLabelSets(stdout, (int)pmid, PM_LABEL_ITEM, sets, count);
    print_merged(pmMergeLabelSets(each, count, merged, sizeof merged, NULL, NULL));
    pmFreeLabelSets(sets, count);
  }
  if (pmLookupDesc(pmid, &desc) < 0 || desc.indom == PM_INDOM_NULL) return;
  count = pmGetInstancesLabels(desc.indom, &sets);
  printf("instances %d\n", count);
  if (count <= 0) return;
  pmPrintLabelSets(stdout, (int)desc.indom, PM_LABEL_INSTANCES, sets, count);
  pmFreeLabelSets(sets, count);
}

static void walk(const char *archive) {
  struct timeval last;
  const int status = pmNewContext(PM_CONTEXT_ARCHIVE, archive);
  printf("%s: %d\n", archive, status);
  if (status < 0 || pmGetArchiveEnd(&last) < 0) return;
  pmSetMode(PM_MODE_BACK, &last, 0);
  pmTraversePMNS("", print_metric);
}

int main(int argc, char **argv) {
  /* The peer writes to standard error what is wrong with a text. */
  if (freopen("/dev/null", "w", stderr) == NULL) return 1;
  if (argc == 2) {
    walk(argv[1]);
    return 0;
  }
  for (long count = seeded(argc, argv); count > 0; count--) {
    merge_texts();
    merge_sets();
  }
  return 0;
}
