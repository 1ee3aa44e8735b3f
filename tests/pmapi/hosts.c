/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Asks a host for constant facts.
 *
 * usage: hosts HOST metadata | values METRIC... | errors | differences | store | group | open |
 * options OPTION
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOW(call) show(#call, call)
/* Frees the memory that the call may allocate. */
#define SHOW_GIVEN(call, given) (given = NULL, SHOW(call), free(given))

/* The instances are clients of the collector.  The twins are different clients. */
static const int client_serial = 6;

static void show(const char *call, int sts) {
  printf("%s %d %s\n", call, sts, sts < 0 ? pmErrStr(sts) : "");
}

static void print_text(unsigned id, int is_indom, int level) {
  char *text;
  const int sts = is_indom ? pmLookupInDomText(id, level, &text) : pmLookupText(id, level, &text);
  printf("  text %d %d %s\n", level, sts, sts < 0 ? "" : text);
  if (sts >= 0) free(text);
}

static void print_labels(const char *level, int sts, pmLabelSet *sets) {
  printf("  %s %d\n", level, sts);
  for (int i = 0; i < sts; i++) {
    printf("    %u %d %.*s\n", sets[i].inst, sets[i].nlabels, (int)sets[i].jsonlen,
           sets[i].json != NULL ? sets[i].json : "");
    for (int k = 0; k < sets[i].nlabels; k++)
      printf("    %u %u %u %u %x\n", sets[i].labels[k].name, sets[i].labels[k].namelen,
             sets[i].labels[k].value, sets[i].labels[k].valuelen, sets[i].labels[k].flags);
  }
  if (sts > 0) pmFreeLabelSets(sets, sts);
}

static void print_instance(pmInDom indom, int instance, const char *listed) {
  char *name;
  const int sts = pmNameInDom(indom, instance, &name);
  printf("    %d %s %s %d\n", instance, listed, sts < 0 ? pmErrStr(sts) : name,
         pmLookupInDom(indom, listed));
  if (sts >= 0) free(name);
}

/* Prints instances in ascending order: the libraries may list them in different orders. */
static void print_instances(pmInDom indom, int count, const int *ids, char **names) {
  for (long last = -1; count > 0;) {
    int next = -1;
    for (int i = 0; i < count; i++)
      if (ids[i] > last && (next < 0 || ids[i] < ids[next])) next = i;
    if (next < 0) break;
    print_instance(indom, ids[next], names[next]);
    last = ids[next];
  }
}

static void print_indom(pmInDom indom) {
  int *ids;
  char **names;
  pmLabelSet *sets = NULL;
  const int count = pmGetInDom(indom, &ids, &names);
  printf("  indom %s %d\n", pmInDomStr(indom), count);
  if (count > 0) {
    print_instances(indom, count, ids, names);
    free(ids);
    free(names);
  }
  for (int level = PM_TEXT_ONELINE; level <= PM_TEXT_HELP; level++) print_text(indom, 1, level);
  int sts = pmGetInDomLabels(indom, &sets);
  print_labels("indom labels", sts, sets);
  sets = NULL;
  sts = pmGetInstancesLabels(indom, &sets);
  print_labels("instances labels", sts, sets);
}

static pmInDom seen[500];
static int seen_count;

static int is_new(pmInDom indom) {
  for (int i = 0; i < seen_count; i++)
    if (seen[i] == indom) return 0;
  if (seen_count == sizeof seen / sizeof seen[0]) return 0;
  seen[seen_count++] = indom;
  return 1;
}

static void print_metric(const char *name) {
  pmID id;
  pmDesc desc, again = {0};
  pmLabelSet *sets = NULL;
  char **names;
  int sts = pmLookupName(1, &name, &id);
  printf("%s %s\n", name, sts < 0 ? pmErrStr(sts) : pmIDStr(id));
  if (sts < 0) return;
  sts = pmNameAll(id, &names);
  for (int i = 0; i < sts; i++) printf("  is %s\n", names[i]);
  if (sts > 0) free(names);
  sts = pmLookupDesc(id, &desc);
  printf("  desc %d %d\n", sts, pmLookupDescs(1, &id, &again));
  if (sts >= 0) {
    printf("  %d %x %d %s %d\n", desc.type, desc.indom, desc.sem, pmUnitsStr(&desc.units),
           again.type);
    if (desc.indom != PM_INDOM_NULL && desc.indom != pmInDom_build(2, client_serial) &&
        is_new(desc.indom))
      print_indom(desc.indom);
  }
  /* Each library describes the metrics that it makes up in its own words. */
  for (int level = PM_TEXT_ONELINE; level <= PM_TEXT_HELP && pmID_domain(id) != 511; level++) {
    print_text(id, 0, level);
    print_text(id, 0, level | PM_TEXT_DIRECT);
  }
  sts = pmLookupLabels(id, &sets);
  print_labels("labels", sts, sets);
}

static void walk(const char *name) {
  char **children;
  int *leaf;
  const int count = pmGetChildrenStatus(name, &children, &leaf);
  for (int i = 0; i < count; i++) {
    char full[1024];
    snprintf(full, sizeof full, "%s%s%s", name, *name != '\0' ? "." : "", children[i]);
    if (leaf[i] == PMNS_LEAF_STATUS)
      print_metric(full);
    else
      walk(full);
  }
  if (count > 0) {
    free(children);
    free(leaf);
  }
  if (count <= 0) printf("%s has no children: %d\n", name, count);
}

static void count_name(const char *name) {
  static unsigned hash = 5381;
  for (; *name != '\0'; name++) hash = hash * 33 + (unsigned char)*name;
  printf("%08x\n", hash);
}

static void print_metadata(void) {
  pmLabelSet *sets = NULL;
  SHOW(pmTraversePMNS("", count_name));
  walk("");
  int sts = pmGetContextLabels(&sets);
  print_labels("context", sts, sets);
}

static void print_set(const pmValueSet *set) {
  pmDesc desc;
  printf("  %s %d", pmIDStr(set->pmid), set->numval);
  if (set->numval > 0 && pmLookupDesc(set->pmid, &desc) >= 0) {
    printf(" format %d", set->valfmt != PM_VAL_INSITU);
    for (int i = 0; i < set->numval; i++) {
      printf(" [%d] ", set->vlist[i].inst);
      pmPrintValue(stdout, set->valfmt, desc.type, &set->vlist[i], 1);
    }
  }
  putchar('\n');
}

static void print_fetch(int count, pmID *ids) {
  pmResult *result;
  pmHighResResult *highres;
  int sts = pmFetch(count, ids, &result);
  printf("fetch %d\n", sts);
  for (int i = 0; sts >= 0 && i < result->numpmid; i++) print_set(result->vset[i]);
  if (sts >= 0) pmFreeResult(result);
  sts = pmFetchHighRes(count, ids, &highres);
  printf("fetch %d\n", sts);
  for (int i = 0; sts >= 0 && i < highres->numpmid; i++) print_set(highres->vset[i]);
  if (sts >= 0) pmFreeHighResResult(highres);
}

static char *all[4000];
static int all_count;

static void add(const char *name) {
  if (all_count < (int)(sizeof all / sizeof all[0])) all[all_count++] = strdup(name);
}

static void print_values(int count, char **tops) {
  static pmID ids[sizeof all / sizeof all[0]];
  int ones[] = {0, 100, 900};
  for (int i = 0; i < count; i++) pmTraversePMNS(tops[i], add);
  SHOW(pmLookupName(all_count, (const char **)all, ids));
  print_fetch(all_count, ids);
  SHOW(pmAddProfile(pmInDom_build(29, 2), 3, ones));
  print_fetch(all_count, ids);
  SHOW(pmDelProfile(PM_INDOM_NULL, 0, NULL));
  print_fetch(all_count, ids);
  SHOW(pmAddProfile(pmInDom_build(29, 2), 2, ones));
  SHOW(pmDupContext());
  print_fetch(1, ids);
  SHOW(pmAddProfile(PM_INDOM_NULL, 0, NULL));
  print_fetch(all_count, ids);
}

static void print_archive_errors(void) {
  const pmInDom loads = pmInDom_build(60, 2);
  pmLogLabel label;
  pmHighResLogLabel highres_label;
  struct timeval tv = {0};
  struct timespec ts = {0};
  pmResult *result;
  pmHighResResult *highres;
  int *ids;
  char **names, *name;
  SHOW(pmGetArchiveLabel(&label));
  SHOW(pmGetHighResArchiveLabel(&highres_label));
  SHOW(pmFetchArchive(&result));
  SHOW(pmFetchHighResArchive(&highres));
  SHOW(pmGetInDomArchive(loads, &ids, &names));
  SHOW(pmNameInDomArchive(loads, 1, &name));
  SHOW(pmLookupInDomArchive(loads, "1 minute"));
  SHOW(pmSetMode(PM_MODE_LIVE, NULL, 0));
  SHOW(pmSetMode(PM_MODE_LIVE, &tv, 5));
  SHOW(pmSetMode(PM_MODE_FORW, NULL, 0));
  SHOW(pmSetMode(PM_MODE_BACK, &tv, 0));
  SHOW(pmSetMode(PM_MODE_INTERP, &tv, 0));
  SHOW(pmSetMode(77, &tv, 0));
  SHOW(pmSetModeHighRes(PM_MODE_LIVE, NULL, NULL));
  SHOW(pmSetModeHighRes(PM_MODE_FORW, &ts, &ts));
}

/* These calls are separate: PCP's library also complains of its own lock. */
static void print_differences(void) {
  struct timeval tv;
  struct timespec ts;
  SHOW(pmLookupInDom(pmInDom_build(60, 2), NULL));
  SHOW(pmGetArchiveEnd(&tv));
  SHOW(pmGetHighResArchiveEnd(&ts));
}

static void print_name_errors(void) {
  const char *names[] = {"kernel.all.load", "no.such", "event.flags", "kernel", "no"};
  const pmID unknown = pmID_build(60, 1000, 0), nobodys = pmID_build(400, 1, 1);
  pmID ids[5];
  char **found, *name;
  SHOW(pmLookupName(5, names, ids));
  for (int i = 0; i < 5; i++) printf(" %x\n", ids[i]);
  for (int i = 0; i < 5; i++) SHOW(pmLookupName(1, names + i, ids));
  SHOW(pmLookupName(2, names + 3, ids));
  SHOW(pmLookupName(0, names, ids));
  SHOW_GIVEN(pmNameID(unknown, &name), name);
  SHOW_GIVEN(pmNameID(nobodys, &name), name);
  SHOW_GIVEN(pmNameID(PM_ID_NULL, &name), name);
  SHOW_GIVEN(pmNameID(pmID_build(511, 0, 1), &name), name);
  SHOW_GIVEN(pmNameAll(unknown, &found), found);
  SHOW_GIVEN(pmNameAll(nobodys, &found), found);
  SHOW_GIVEN(pmGetChildren("no.such", &found), found);
  SHOW_GIVEN(pmGetChildren("kernel.all.load", &found), found);
  SHOW_GIVEN(pmGetChildren("event", &found), found);
  SHOW_GIVEN(pmGetChildren(NULL, &found), found);
  SHOW(pmTraversePMNS("no.such", add));
  SHOW(pmTraversePMNS("event", add));
  SHOW(pmGetPMNSLocation());
  SHOW(pmTrimNameSpace());
}

static void print_metadata_errors(void) {
  const pmInDom loads = pmInDom_build(60, 2), unknown_indom = pmInDom_build(60, 1000),
                nobodys_indom = pmInDom_build(400, 1);
  const pmID load = pmID_build(60, 2, 0), unknown = pmID_build(60, 1000, 0),
             nobodys = pmID_build(400, 1, 1), event = pmID_build(511, 0, 1);
  pmID some[] = {load, nobodys, event, load}, none[] = {unknown, nobodys};
  pmDesc desc, descs[4];
  pmLabelSet *sets;
  int *ids;
  char **names, *text;
  SHOW(pmLookupDesc(unknown, &desc));
  SHOW(pmLookupDesc(nobodys, &desc));
  SHOW(pmLookupDesc(PM_ID_NULL, &desc));
  SHOW(pmLookupDesc(event, &desc));
  SHOW(pmLookupDescs(4, some, descs));
  for (int i = 0; i < 4; i++) printf(" %x\n", descs[i].pmid);
  SHOW(pmLookupDescs(1, none, descs));
  SHOW(pmLookupDescs(2, none, descs));
  SHOW(pmLookupDescs(0, none, descs));
  SHOW(pmGetInDom(PM_INDOM_NULL, &ids, &names));
  SHOW(pmGetInDom(unknown_indom, &ids, &names));
  SHOW(pmGetInDom(nobodys_indom, &ids, &names));
  SHOW(pmNameInDom(loads, 77, &text));
  SHOW(pmNameInDom(PM_INDOM_NULL, 1, &text));
  SHOW(pmNameInDom(nobodys_indom, 1, &text));
  SHOW(pmLookupInDom(loads, "1"));
  SHOW(pmLookupInDom(loads, "15 foo"));
  SHOW(pmLookupInDom(loads, "none"));
  SHOW(pmLookupInDom(PM_INDOM_NULL, "none"));
  SHOW(pmLookupText(unknown, PM_TEXT_ONELINE, &text));
  SHOW(pmLookupText(nobodys, PM_TEXT_HELP, &text));
  SHOW(pmLookupText(PM_ID_NULL, PM_TEXT_HELP, &text));
  SHOW(pmLookupInDomText(unknown_indom, PM_TEXT_HELP, &text));
  SHOW(pmLookupInDomText(nobodys_indom, PM_TEXT_HELP, &text));
  SHOW(pmLookupInDomText(PM_INDOM_NULL, PM_TEXT_HELP, &text));
  SHOW(pmGetDomainLabels(400, &sets));
  SHOW(pmGetDomainLabels(-1, &sets));
  SHOW(pmGetInDomLabels(PM_INDOM_NULL, &sets));
  SHOW(pmGetInDomLabels(nobodys_indom, &sets));
  SHOW(pmGetClusterLabels(PM_ID_NULL, &sets));
  SHOW(pmGetItemLabels(unknown, &sets));
  SHOW(pmGetItemLabels(nobodys, &sets));
  SHOW(pmGetInstancesLabels(PM_INDOM_NULL, &sets));
  SHOW(pmGetInstancesLabels(nobodys_indom, &sets));
  SHOW(pmLookupLabels(unknown, &sets));
  SHOW(pmLookupLabels(nobodys, &sets));
  SHOW(pmLookupLabels(event, &sets));
}

static void print_errors(int context) {
  pmID ids[] = {pmID_build(400, 1, 1), pmID_build(511, 0, 1), pmID_build(60, 1000, 0), PM_ID_NULL};
  char *zone;
  print_archive_errors();
  print_name_errors();
  print_metadata_errors();
  print_fetch(4, ids);
  print_fetch(0, ids);
  SHOW(pmReconnectContext(context + 99));
  SHOW(pmReconnectContext(context));
  SHOW(pmWhichContext());
  SHOW(pmDupContext());
  SHOW(pmNewContextZone());
  SHOW(pmWhichZone(&zone));
  printf("%s %s\n", pmGetContextHostName(context), zone);
}

/* Changes a number or a text. */
static void change(const pmValueBlock *block, char letter) {
  pmValueBlock *const changed = (pmValueBlock *)block;
  changed->vbuf[0] = letter;
}

/* Stores a fetched result with other values, and fetches it again. */
static void store(const char *name, char letter) {
  pmID id;
  pmResult *result;
  int sts = pmLookupName(1, &name, &id);
  if (sts >= 0) sts = pmFetch(1, &id, &result);
  printf("%s %d\n", name, sts);
  if (sts < 0) return;
  pmValueSet *const set = result->vset[0];
  if (set->numval > 0 && set->valfmt == PM_VAL_INSITU)
    set->vlist[0].value.lval = letter;
  else if (set->numval > 0)
    change(set->vlist[0].value.pval, letter);
  SHOW(pmStore(result));
  print_fetch(1, &id);
  set->pmid = pmID_build(400, 1, 1);
  SHOW(pmStore(result));
  set->pmid = pmID_build(29, 1000, 1);
  SHOW(pmStore(result));
  set->numval = 0;
  SHOW(pmStore(result));
  result->numpmid = 0;
  SHOW(pmStore(result));
  result->numpmid = 1;
  pmFreeResult(result);
  pmHighResResult *highres;
  sts = pmFetchHighRes(1, &id, &highres);
  if (sts < 0) return;
  SHOW(pmStoreHighRes(highres));
  pmFreeHighResResult(highres);
}

static void print_stores(void) {
  static const char *names[] = {
      "sample.long.write_me",      "sample.longlong.write_me", "sample.ulong.write_me",
      "sample.float.write_me",     "sample.double.write_me",   "sample.string.write_me",
      "sample.aggregate.write_me", "sample.long.one",          "hinv.ncpu",
      "pmcd.control.timeout",      "sample.bogus_bin"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    store(names[i], 'a');
    store(names[i], 'b');
  }
}

static void print_group(const char *host) {
  enum { most = 10 };
  pmFG group;
  pmAtomValue one = {0}, values[most] = {{0}};
  int status = 0, statuses[most] = {0}, codes[most];
  char *names[most];
  unsigned count = 0;
  SHOW(pmCreateFetchGroup(&group, PM_CONTEXT_HOST, host));
  SHOW(pmExtendFetchGroup_item(group, "no.such", NULL, NULL, &one, PM_TYPE_32, &status));
  SHOW(pmExtendFetchGroup_item(group, "sample.bin", "none", NULL, &one, PM_TYPE_32, &status));
  SHOW(pmExtendFetchGroup_item(group, "sample.bin", "bin-300", NULL, &one, PM_TYPE_32, &status));
  SHOW(pmExtendFetchGroup_indom(group, "sample.colour", "instant", codes, names, values,
                                PM_TYPE_DOUBLE, statuses, most, &count, &status));
  SHOW(pmFetchGroup(group));
  printf("%d %d %u\n", status, one.l, count);
  for (unsigned i = 0; i < count; i++) printf(" %d %s %d\n", codes[i], names[i], statuses[i]);
  SHOW(pmDestroyFetchGroup(group));
}

static void print_options(char *host, char *zone_option) {
  static pmLongOptions known[] = {PMOPT_HOST, PMOPT_LOCALPMDA, PMOPT_HOSTZONE, PMAPI_OPTIONS_END};
  static pmOptions options = {
      .flags = PM_OPTFLAG_STDOUT_TZ, .short_options = "h:Lz", .long_options = known};
  char program[] = "hosts", host_option[] = "-h";
  char *arguments[] = {program, host_option, host, zone_option, NULL};
  char *zone = NULL;
  while (pmGetOptions(4, arguments, &options) != EOF) printf("unknown option\n");
  printf("%d hosts, context %d, errors %d\n", options.nhosts, options.context, options.errors);
  if (options.nhosts < 1) return;
  const int context = pmNewContext(options.context, options.hosts[0]);
  SHOW(pmGetContextOptions(context, &options));
  printf("zone %d", pmWhichZone(&zone));
  printf(" %s\n", zone != NULL ? zone : "-");
  pmFreeOptions(&options);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  if (strcmp(argv[2], "options") == 0) {
    print_options(argv[1], argv[3]);
    return 0;
  }
  const int context = pmNewContext(PM_CONTEXT_HOST, argv[1]);
  printf("%d %s\n", context, context < 0 ? pmErrStr(context) : "");
  if (context < 0) return 0;
  if (strcmp(argv[2], "metadata") == 0) print_metadata();
  if (strcmp(argv[2], "values") == 0) print_values(argc - 3, argv + 3);
  if (strcmp(argv[2], "errors") == 0) print_errors(context);
  if (strcmp(argv[2], "differences") == 0) print_differences();
  if (strcmp(argv[2], "store") == 0) print_stores();
  if (strcmp(argv[2], "group") == 0) print_group(argv[1]);
  return 0;
}
