/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Metrics with names that come and go: pmdaDynamicPMNS() and its family.
 */

#include "tell.h"

enum { kMetrics = 5 };

static pmdaInterface dispatch;
static pmdaMetric metrics[kMetrics];
static pmdaNameSpace *tree;
static int total = 3, trees = 2, is_changed;

static int update_names(pmdaExt *ext, pmdaNameSpace **names) {
  (void)ext;
  if (tree == NULL) {
    pmdaTreeCreate(&tree);
    pmdaTreeInsert(tree, pmID_build(77, 5, 1), "dyn.a");
    pmdaTreeInsert(tree, pmID_build(77, 5, 0), "dyn.b");
    pmdaTreeInsert(tree, pmID_build(77, 6, 0), "dyn.c");
    pmdaTreeInsert(tree, pmID_build(77, 1, 1), "dyn.d");
    pmdaTreeRebuildHash(tree, 4);
  }
  *names = tree;
  return is_changed;
}

static int text_of(pmdaExt *ext, pmID id, int type, char **text) {
  (void)ext;
  printf(" text of %s %d\n", pmIDStr(id), type);
  *text = "hello";
  return 0;
}

static void update_metric(pmdaMetric *source, pmdaMetric *copy, int number) {
  printf(" copy %d of row %d\n", number, (int)(source - metrics));
  copy->m_desc = source->m_desc;
  copy->m_desc.pmid = pmID_build(77, pmID_cluster(source->m_desc.pmid),
                                 pmID_item(source->m_desc.pmid) + 100 * (unsigned)number);
}

static void count_metrics(int *metric_count, int *tree_count) {
  *metric_count = total;
  *tree_count = trees;
}

static void show_table(void) {
  const pmdaExt *ext = dispatch.version.any.ext;
  printf("own %d, %d metrics:", ext->e_metrics == metrics, ext->e_nmetrics);
  for (int i = 0; i < ext->e_nmetrics; i++) printf(" %s", pmIDStr(ext->e_metrics[i].m_desc.pmid));
  printf("\n");
}

static void name(const char *text) {
  const pmdaNameSpace *found = pmdaDynamicLookupName(dispatch.version.any.ext, text);
  printf("name %s: %d\n", text, found != NULL && found == tree);
}

static void metric(unsigned cluster, unsigned item) {
  const pmdaNameSpace *found =
      pmdaDynamicLookupPMID(dispatch.version.any.ext, pmID_build(77, cluster, item));
  printf("metric %u.%u: %d\n", cluster, item, found != NULL && found == tree);
}

static int no_value(pmdaMetric *asked, unsigned int instance, pmAtomValue *value) {
  (void)asked, (void)instance, (void)value;
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  keep_messages("dynamic");
  const int items[kMetrics] = {0, 1, 0, 3, 0}, clusters[kMetrics] = {1, 1, 5, 5, 6};
  for (int i = 0; i < kMetrics; i++) {
    metrics[i].m_desc.pmid = PMDA_PMID(clusters[i], items[i]);
    metrics[i].m_desc.indom = PM_INDOM_NULL;
  }
  pmdaDaemon(&dispatch, PMDA_INTERFACE_7, "toy", 77, NULL, NULL);
  pmdaSetFetchCallBack(&dispatch, no_value);
  int own[] = {5, 6};
  pmdaExt *ext = dispatch.version.any.ext;
  if (argc > 1)
    pmdaDynamicPMNS("dyn", own, 2, update_names, text_of, update_metric, count_metrics, metrics,
                    kMetrics);
  else
    pmdaExtDynamicPMNS("dyn", own, 2, update_names, text_of, update_metric, count_metrics, metrics,
                       kMetrics, ext);
  pmdaSetFlags(&dispatch, PMDA_EXT_FLAG_HASHED);
  pmdaInit(&dispatch, NULL, 0, metrics, kMetrics);
  const char *const asked[] = {"dyn", "dyn.a", "dynamic.x", "dy", "other"};
  for (int i = 0; i < 5; i++) name(asked[i]);
  show_table();
  metric(5, 1);
  metric(6, 1);
  metric(2, 0);
  char *text = "(none)";
  TELL(pmdaDynamicLookupText(pmID_build(77, 5, 1), PM_TEXT_HELP, &text, ext));
  TELL(pmdaDynamicLookupText(pmID_build(77, 2, 1), PM_TEXT_HELP, &text, ext));
  printf("%s\n", text);
  is_changed = 1;
  name("dyn.a");
  show_table();
  is_changed = 0;
  trees = 1;
  pmdaDynamicMetricTable(ext);
  show_table();
  total = trees = 0;
  pmdaDynamicMetricTable(ext);
  show_table();
  tell_messages();
  return 0;
}
