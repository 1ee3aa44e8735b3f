/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An agent with a thousand metrics, for agent_bench.py: 760 singular ones, and 240 with ten or
 * eleven instances each.  They have
 * clusters, as the metrics of large agents have.  The argument is a number of flags for
 * pmdaSetFlags().
 */

#include <pcp/pmapi.h>
#include <pcp/pmda.h>

enum { kSingular = 760, kMetrics = 1000, kPerCluster = 50, kInstances = 11, kCached = 10 };

static pmdaInstid instances[kInstances];
static char names[kInstances][16];
static pmdaIndom indoms[] = {{0, kInstances, instances}, {1, 0, NULL}};
static pmdaMetric metrics[kMetrics];
static unsigned long long calls;

static int value_of(pmdaMetric *metric, unsigned int instance, pmAtomValue *value) {
  calls++;
  switch (metric->m_desc.type) {
    case PM_TYPE_DOUBLE:
      value->d = (double)calls + instance;
      break;
    case PM_TYPE_STRING:
      value->cp = "the value of a metric";
      break;
    default:
      value->ull = calls;
  }
  return PMDA_FETCH_STATIC;
}

static void make_metric(int row) {
  static const int types[] = {PM_TYPE_U64, PM_TYPE_U32, PM_TYPE_U64, PM_TYPE_DOUBLE, PM_TYPE_32};
  pmDesc *desc = &metrics[row].m_desc;
  desc->pmid = PMDA_PMID(row / kPerCluster + 1, row % kPerCluster);
  desc->type = row % 50 == 7 ? PM_TYPE_STRING : types[row % 5];
  desc->indom = row < kSingular ? PM_INDOM_NULL : (pmInDom)(row % 3 == 0);
  desc->sem = PM_SEM_COUNTER;
}

int main(int argc, char **argv) {
  pmdaInterface dispatch = {.domain = 77};
  pmSetProgname("bench");
  pmdaDaemon(&dispatch, PMDA_INTERFACE_7, "bench", 77, NULL, NULL);
  for (int i = 0; i < kInstances; i++) {
    pmsprintf(names[i], sizeof names[i], "instance %d", i);
    instances[i].i_inst = i;
    instances[i].i_name = names[i];
  }
  for (int row = 0; row < kMetrics; row++) make_metric(row);
  pmdaSetFetchCallBack(&dispatch, value_of);
  if (argc > 1) pmdaSetFlags(&dispatch, atoi(argv[1]));
  pmdaInit(&dispatch, indoms, 2, metrics, kMetrics);
  for (int i = 0; i < kCached; i++) {
    char name[16];
    pmsprintf(name, sizeof name, "cached%d", i);
    pmdaCacheStore(indoms[1].it_indom, PMDA_CACHE_ADD, name, NULL);
  }
  pmdaConnect(&dispatch);
  if (dispatch.status < 0) return 1;
  pmdaMain(&dispatch);
  return 0;
}
