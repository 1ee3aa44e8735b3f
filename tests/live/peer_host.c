/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints everything that the installed PCP library says about a host.  It prints one fact per line,
 * as in context_facts.h, in any order.
 *
 * usage: peer_host HOST (metadata | values)
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The collector takes long for names. */
#define NAMES_OF_EACH 16

static char **names;
static int count, room;

/* Leaves out the metrics that the library makes up for event records. */
static void add_name(const char *name) {
  pmID id;
  if (pmLookupName(1, &name, &id) == 1 && pmID_domain(id) == 511) return;
  if (count == room) names = realloc(names, sizeof *names * (size_t)(room = 2 * room + 64));
  if (names == NULL) exit(1);
  names[count++] = strdup(name);
}

/* Escapes characters that would end a line. */
static void print_escaped(const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '\n')
      fputs("\\n", stdout);
    else
      putchar(*text);
  }
  putchar('\n');
}

static void print_desc(pmID id) {
  pmDesc desc;
  unsigned units;
  const int sts = pmLookupDesc(id, &desc);
  if (sts < 0) {
    printf("desc %u error %d\n", id, sts);
    return;
  }
  memcpy(&units, &desc.units, sizeof units);
  printf("desc %u %d %u %d %s\n", id, desc.type, desc.indom, desc.sem, pmUnitsStr(&desc.units));
}

static void print_text(pmID id, int is_indom, int level) {
  char *text;
  const int kind = level | PM_TEXT_DIRECT;
  const int sts = is_indom ? pmLookupInDomText(id, kind, &text) : pmLookupText(id, kind, &text);
  printf("text %u %d ", id, level | (is_indom ? PM_TEXT_INDOM : PM_TEXT_PMID));
  if (sts < 0) {
    printf("error %d\n", sts);
    return;
  }
  print_escaped(text);
  free(text);
}

static void print_instances(pmInDom indom) {
  int *ids;
  char **texts;
  const int sts = pmGetInDom(indom, &ids, &texts);
  if (sts < 0) printf("indom %u error %d\n", indom, sts);
  for (int i = 0; i < sts; i++) printf("instance %u %d %s\n", indom, ids[i], texts[i]);
  if (sts > 0) {
    free(ids);
    free(texts);
  }
}

static void print_labels(int level, unsigned id, int sts, pmLabelSet *sets) {
  if (sts < 0) printf("labels %d %u error %d\n", level, id, sts);
  for (int i = 0; i < sts; i++) {
    printf("labels %d %u %u %d %.*s\n", level, id, sets[i].inst, sets[i].nlabels,
           (int)sets[i].jsonlen, sets[i].json != NULL ? sets[i].json : "");
    for (int k = 0; k < sets[i].nlabels; k++) {
      const pmLabel *label = &sets[i].labels[k];
      printf("label %d %u %u %u %u %u %u %u\n", level, id, sets[i].inst, label->name,
             label->namelen, label->flags, label->value, label->valuelen);
    }
  }
  if (sts > 0) pmFreeLabelSets(sets, sts);
}

static void print_indom(pmInDom indom) {
  pmLabelSet *sets = NULL;
  int sts;
  print_instances(indom);
  print_text(indom, 1, PM_TEXT_ONELINE);
  print_text(indom, 1, PM_TEXT_HELP);
  sts = pmGetInDomLabels(indom, &sets);
  print_labels(PM_LABEL_INDOM, indom, sts, sets);
  sets = NULL;
  sts = pmGetInstancesLabels(indom, &sets);
  print_labels(PM_LABEL_INSTANCES, indom, sts, sets);
}

static void print_names(pmID id) {
  char **all;
  const int sts = pmNameAll(id, &all);
  if (sts < 0) printf("names %u error %d\n", id, sts);
  for (int i = 0; i < sts; i++) printf("names %u %s\n", id, all[i]);
  if (sts > 0) free(all);
}

static void print_metric(pmID id) {
  pmLabelSet *sets = NULL;
  int sts;
  print_desc(id);
  print_text(id, 0, PM_TEXT_ONELINE);
  print_text(id, 0, PM_TEXT_HELP);
  sts = pmGetItemLabels(id, &sets);
  print_labels(PM_LABEL_ITEM, id, sts, sets);
  sets = NULL;
  sts = pmGetClusterLabels(id, &sets);
  print_labels(PM_LABEL_CLUSTER, id, sts, sets);
}

static void print_metadata(const pmID *ids) {
  pmLabelSet *sets = NULL;
  pmInDom *indoms = calloc((size_t)count, sizeof *indoms);
  int n = 0, sts = pmGetContextLabels(&sets);
  print_labels(PM_LABEL_CONTEXT, PM_IN_NULL, sts, sets);
  for (int domain = 0; domain < 511; domain++) {
    for (int i = 0; i < count; i++) {
      if (pmID_domain(ids[i]) != (unsigned)domain) continue;
      sets = NULL;
      sts = pmGetDomainLabels(domain, &sets);
      print_labels(PM_LABEL_DOMAIN, (unsigned)domain, sts, sets);
      break;
    }
  }
  for (int i = 0; i < count; i++) {
    pmDesc desc;
    int seen = 0;
    printf("name %s %u\n", names[i], ids[i]);
    print_metric(ids[i]);
    if (i % NAMES_OF_EACH == 0) print_names(ids[i]);
    if (pmLookupDesc(ids[i], &desc) < 0 || desc.indom == PM_INDOM_NULL) continue;
    for (int k = 0; k < n; k++) seen |= indoms[k] == desc.indom;
    if (seen) continue;
    indoms[n++] = desc.indom;
    print_indom(desc.indom);
  }
}

static void print_value(pmID id, int format, const pmValue *value) {
  printf("value %u %d ", id, value->inst);
  if (format == PM_VAL_INSITU) {
    printf("%08x\n", (unsigned)value->value.lval);
    return;
  }
  const pmValueBlock *block = value->value.pval;
  printf("%u ", block->vtype);
  /* The library changes the byte order of the fields in event records. */
  if (block->vtype == PM_TYPE_EVENT || block->vtype == PM_TYPE_HIGHRES_EVENT) {
    printf("%d bytes\n", (int)block->vlen - PM_VAL_HDR_SIZE);
    return;
  }
  for (int i = 0; i < (int)block->vlen - PM_VAL_HDR_SIZE; i++)
    printf("%02x", (unsigned char)block->vbuf[i]);
  printf("\n");
}

static int print_values(pmID *ids) {
  pmResult *result;
  const int sts = pmFetch(count, ids, &result);
  if (sts < 0) {
    fprintf(stderr, "peer_host: %s\n", pmErrStr(sts));
    return 1;
  }
  for (int i = 0; i < result->numpmid; i++) {
    const pmValueSet *set = result->vset[i];
    if (set->numval < 0) printf("values %u error %d\n", set->pmid, set->numval);
    for (int k = 0; k < set->numval; k++) print_value(set->pmid, set->valfmt, &set->vlist[k]);
  }
  pmFreeResult(result);
  return 0;
}

int main(int argc, char **argv) {
  pmID *ids;
  int sts;
  if (argc != 3) return 2;
  if ((sts = pmNewContext(PM_CONTEXT_HOST, argv[1])) < 0 ||
      (sts = pmTraversePMNS("", add_name)) < 0) {
    fprintf(stderr, "peer_host: %s\n", pmErrStr(sts));
    return 1;
  }
  ids = calloc((size_t)count, sizeof *ids);
  if (ids == NULL || (sts = pmLookupName(count, (const char **)names, ids)) < 0) {
    fprintf(stderr, "peer_host: %s\n", pmErrStr(sts));
    return 1;
  }
  if (strcmp(argv[2], "values") == 0) return print_values(ids);
  print_metadata(ids);
  return 0;
}
