/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an agent answers through the functions of the library: values, instances, descriptors,
 * labels.
 */

#include "tell.h"

enum { kMetrics = 8 };

static pmdaInterface dispatch;
static pmdaInstid letters[] = {{0, "a"}, {1, "b c"}, {2, "d"}};
static pmdaIndom indoms[] = {{3, 3, letters}, {5, 0, NULL}};
static pmdaMetric metrics[kMetrics];
static int error;        /* what the callback answers */
static int for_instance; /* for this instance only; or -2 */
static int code = 1;     /* otherwise */

static int value_of(pmdaMetric *metric, unsigned int instance, pmAtomValue *value) {
  if (error != 0 && (for_instance == -2 || for_instance == (int)instance)) return error;
  switch (metric->m_desc.type) {
    case PM_TYPE_STRING:
      /* Only newer versions free the value. */
      value->cp = code != PMDA_FETCH_DYNAMIC                         ? "static"
                  : dispatch.comm.pmda_interface >= PMDA_INTERFACE_5 ? strdup("dynamic")
                                                                     : "dynamic";
      break;
    case PM_TYPE_DOUBLE:
      value->d = 2.5;
      break;
    default:
      value->ll = 77;
  }
  return code;
}

static void add_metric(int place, int cluster, int item, int type, pmInDom indom) {
  const pmdaMetric metric = {
      NULL,
      {PMDA_PMID(cluster, item), type, indom, PM_SEM_INSTANT, PMDA_PMUNITS(0, 0, 0, 0, 0, 0)}};
  metrics[place] = metric;
}

static void begin(int version) {
  indoms[0].it_indom = 3;
  indoms[1].it_indom = 5;
  add_metric(0, 0, 0, PM_TYPE_U32, PM_INDOM_NULL);
  add_metric(1, 0, 1, PM_TYPE_U64, 3);
  add_metric(2, 1, 7, PM_TYPE_STRING, 5);
  add_metric(3, 1, 9, PM_TYPE_DOUBLE, PM_INDOM_NULL);
  add_metric(4, 1, 10, PM_TYPE_STRING, PM_INDOM_NULL);
  add_metric(5, 1, 11, 99, PM_INDOM_NULL);
  add_metric(6, 1, 12, PM_TYPE_NOSUPPORT, PM_INDOM_NULL);
  add_metric(7, 1, 13, PM_TYPE_32, 3);
  memset(&dispatch, 0, sizeof dispatch);
  pmdaDaemon(&dispatch, version, "toy", 77, NULL, NULL);
  pmdaSetFetchCallBack(&dispatch, value_of);
  pmdaInit(&dispatch, indoms, 2, metrics, kMetrics);
}

static void print_value(const pmValue *value, int format) {
  if (format == PM_VAL_INSITU)
    printf(" %d:%d", value->inst, value->value.lval);
  else
    printf(" %d:type %d length %d", value->inst, value->value.pval->vtype, value->value.pval->vlen);
}

static void fetch(const char *what, int count, pmID *ids) {
  pmResult *result = NULL;
  const int sts = pmdaFetch(count, ids, &result, dispatch.version.any.ext);
  printf("fetch %s = %d\n", what, sts);
  tell_messages();
  if (sts < 0) return;
  printf(" stamp %ld %ld, %d metrics\n", (long)result->timestamp.tv_sec,
         (long)result->timestamp.tv_usec, result->numpmid);
  for (int i = 0; i < result->numpmid; i++) {
    const pmValueSet *set = result->vset[i];
    printf("  %s: %d", pmIDStr(set->pmid), set->numval);
    if (set->numval > 0) printf(" format %d", set->valfmt);
    for (int v = 0; v < set->numval; v++) print_value(&set->vlist[v], set->valfmt);
    printf("\n");
  }
  dispatch.version.any.ext->e_resultCallBack(result);
}

/* All metrics, one that is not in the table, and one of another domain. */
static int all_ids(pmID *ids) {
  for (int i = 0; i < kMetrics; i++) ids[i] = metrics[i].m_desc.pmid;
  ids[kMetrics] = pmID_build(77, 0, 99);
  ids[kMetrics + 1] = pmID_build(5, 0, 0);
  return kMetrics + 2;
}

static void fetch_errors(void) {
  const int errors[] = {PM_ERR_PMID,       PM_ERR_INST,  PM_ERR_AGAIN, PM_ERR_APPVERSION,
                        PM_ERR_PERMISSION, PM_ERR_VALUE, -EIO,         PM_ERR_INDOM};
  pmID ids[] = {metrics[0].m_desc.pmid, metrics[1].m_desc.pmid};
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
    for (for_instance = -2; for_instance <= 2; for_instance++) {
      error = errors[i];
      printf("error %d for instance %d\n", error, for_instance);
      fetch("errors", 2, ids);
    }
  error = 0;
}

static void fetch_all(void) {
  pmID ids[kMetrics + 2];
  const int count = all_ids(ids);
  fetch("all", count, ids);
  code = 0;
  fetch("without values", 5, ids);
  code = 7;
  fetch("with another code", 2, ids);
  code = PMDA_FETCH_DYNAMIC;
  fetch("dynamic", 1, ids + 4);
  code = 1;
  fetch("nothing", 0, ids);
  metrics[0].m_desc.indom = pmInDom_build(77, 44);
  fetch("unknown domain", 2, ids);
  metrics[0].m_desc.indom = PM_INDOM_NULL;
}

static void fetch_changes(void) {
  pmID id = metrics[0].m_desc.pmid;
  pmdaSetFlags(&dispatch, PMDA_EXT_NAMES_CHANGE);
  fetch("new names", 1, &id);
  pmdaSetFlags(&dispatch, PMDA_EXT_NAMES_CHANGE | PMDA_EXT_LABEL_CHANGE);
  fetch("new names and labels", 1, &id);
  fetch("nothing new", 1, &id);
}

static void fetch_profiles(void) {
  pmID ids[] = {metrics[0].m_desc.pmid, metrics[1].m_desc.pmid};
  pmdaExt *ext = dispatch.version.any.ext;
  int exceptions[] = {2, 0};
  pmInDomProfile domain = {indoms[0].it_indom, PM_PROFILE_EXCLUDE, 2, exceptions};
  pmProfile profile = {PM_PROFILE_INCLUDE, 1, &domain};
  TELL(pmdaProfile(&profile, ext));
  fetch("two instances", 2, ids);
  TELL(__pmdaCntInst(indoms[0].it_indom, ext));
  domain.state = PM_PROFILE_INCLUDE;
  fetch("all but two", 2, ids);
  profile.state = PM_PROFILE_EXCLUDE;
  fetch("others excluded", 2, ids);
  profile.profile_len = 0;
  fetch("no instance", 2, ids);
  ext->e_prof = NULL;
  fetch("all instances", 2, ids);
}

static void walk(pmInDom indom) {
  int instance = -5;
  __pmdaStartInst(indom, dispatch.version.any.ext);
  while (__pmdaNextInst(&instance, dispatch.version.any.ext)) printf(" %d", instance);
  printf("\n");
}

static void free_instances(pmInResult *result) {
  for (int i = 0; i < result->numinst && result->namelist != NULL; i++) free(result->namelist[i]);
  free(result->namelist);
  free(result->instlist);
  free(result);
}

static void instances(pmInDom indom, int instance, char *name) {
  pmInResult *result = NULL;
  const int sts = pmdaInstance(indom, instance, name, &result, dispatch.version.any.ext);
  printf("instances %s %d %s", pmInDomStr(indom), instance, name != NULL ? name : "(none)");
  tell("", sts);
  if (sts < 0) return;
  printf(" %s: %d", pmInDomStr(result->indom), result->numinst);
  for (int i = 0; i < result->numinst; i++) {
    if (result->instlist != NULL) printf(" %d", result->instlist[i]);
    if (result->namelist != NULL) printf(" \"%s\"", result->namelist[i]);
  }
  printf("\n");
  free_instances(result);
}

static void all_instances(void) {
  const int any = (int)PM_IN_NULL;
  const pmInDom table = indoms[0].it_indom, cache = indoms[1].it_indom;
  walk(table);
  walk(PM_INDOM_NULL);
  TELL(__pmdaCntInst(table, dispatch.version.any.ext));
  TELL(__pmdaCntInst(PM_INDOM_NULL, dispatch.version.any.ext));
  TELL(__pmdaCntInst(99, dispatch.version.any.ext));
  char *const names[] = {NULL, "a", "b", "b c", "b d", "", "e"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) instances(table, any, names[i]);
  instances(table, 1, NULL);
  instances(table, 9, NULL);
  instances(table, 1, "a");
  instances(99, any, NULL);
  instances(cache, any, NULL);
  pmdaCacheStore(cache, PMDA_CACHE_ADD, "c one", NULL);
  pmdaCacheStore(cache, PMDA_CACHE_ADD, "c2", NULL);
  pmdaCacheStore(cache, PMDA_CACHE_ADD, "c3", NULL);
  pmdaCacheStore(cache, PMDA_CACHE_HIDE, "c2", NULL);
  char *const cached[] = {NULL, "c", "c one", "c two", "c2", "c4"};
  for (size_t i = 0; i < sizeof cached / sizeof cached[0]; i++) instances(cache, any, cached[i]);
  for (int instance = 0; instance < 4; instance++) instances(cache, instance, NULL);
  walk(cache);
  fetch("from the cache", 1, &metrics[2].m_desc.pmid);
  tell_messages();
}

static int label_of(pmInDom indom, unsigned int instance, pmLabelSet **set) {
  if (instance == 1) return error;
  return pmdaAddLabels(set, "{\"serial\":%d,\"instance\":%d}", pmInDom_serial(indom),
                       (int)instance);
}

static void labels(int ident, int type, const char *first) {
  pmLabelSet *sets = NULL;
  if (first != NULL) pmdaAddLabels(&sets, "%s", first);
  const int count = pmdaLabel(ident, type, &sets, dispatch.version.any.ext);
  printf("labels %x %d", ident, type);
  tell("", count);
  tell_messages();
  for (int i = 0; i < count; i++) {
    printf("  %d: %d %.*s", sets[i].inst, sets[i].nlabels, (int)sets[i].jsonlen,
           sets[i].json != NULL ? sets[i].json : "");
    for (int l = 0; l < sets[i].nlabels; l++) printf(" %x", sets[i].labels[l].flags);
    printf("\n");
  }
  if (sets != NULL) pmFreeLabelSets(sets, count > 0 ? count : 1);
}

static void all_labels(void) {
  const char *const firsts[] = {NULL, "{\"first\":1}"};
  for (int i = 0; i < 2; i++) {
    labels(77, PM_LABEL_DOMAIN, firsts[i]);
    labels((int)metrics[1].m_desc.pmid, PM_LABEL_CLUSTER, firsts[i]);
    labels((int)metrics[1].m_desc.pmid, PM_LABEL_ITEM, firsts[i]);
    labels((int)indoms[0].it_indom, PM_LABEL_INDOM, firsts[i]);
  }
  labels(0, PM_LABEL_CONTEXT, NULL);
  labels(0, 99, NULL);
  labels((int)indoms[0].it_indom, PM_LABEL_INSTANCES, NULL);
  pmdaSetLabelCallBack(&dispatch, label_of);
  labels((int)indoms[0].it_indom, PM_LABEL_INSTANCES, NULL);
  labels((int)indoms[1].it_indom, PM_LABEL_INSTANCES, NULL);
  labels((int)PM_INDOM_NULL, PM_LABEL_INSTANCES, NULL);
  labels(99, PM_LABEL_INSTANCES, NULL);
  error = -EIO;
  labels((int)indoms[0].it_indom, PM_LABEL_INSTANCES, NULL);
  error = 0;
}

static void sets_of_labels(void) {
  pmLabelSet *set = NULL;
  TELL(pmdaAddLabels(&set, "{\"a\":%d}", 5));
  TELL(pmdaAddNotes(&set, "{\"b\":\"%s\"}", "x"));
  TELL(pmdaAddLabels(&set, "no labels"));
  TELL(pmdaAddLabelFlags(set, PM_LABEL_ITEM));
  printf("%s %x %x\n", set->json, set->labels[0].flags, set->labels[1].flags);
  TELL(pmdaAddLabelFlags(NULL, PM_LABEL_ITEM));
  pmFreeLabelSets(set, 1);
  tell_messages();
}

static void other_answers(void) {
  pmdaExt *ext = dispatch.version.any.ext;
  pmDesc desc;
  pmID id;
  char **names;
  int *states;
  TELL(pmdaDesc(metrics[1].m_desc.pmid, &desc, ext));
  printf("%x %d %x\n", desc.pmid, desc.type, desc.indom);
  TELL(pmdaDesc(pmID_build(77, 0, 99), &desc, ext));
  TELL(pmdaDesc(pmID_build(5, 0, 0), &desc, ext));
  TELL(pmdaPMID("x", &id, ext));
  TELL(pmdaName(1, &names, ext));
  TELL(pmdaChildren("x", 0, &names, &states, ext));
  TELL(pmdaStore(NULL, ext));
  TELL(pmdaAttribute(1, PMDA_ATTR_USERID, "0", 2, ext));
  ext->e_context = 5;
  TELL(pmdaDesc(metrics[1].m_desc.pmid, &desc, ext));
  TELL(pmdaGetContext());
  __pmdaSetContext(9);
  TELL(pmdaGetContext());
  tell_messages();
}

int main(int argc, char **argv) {
  keep_messages("answers");
  begin(argc > 1 ? atoi(argv[1]) : PMDA_INTERFACE_7);
  fetch_all();
  fetch_errors();
  fetch_changes();
  fetch_profiles();
  all_instances();
  all_labels();
  sets_of_labels();
  other_answers();
  return 0;
}
