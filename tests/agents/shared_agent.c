/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An agent that is a shared object, and does what a test asks it for.
 */

#include <pcp/pmapi.h>
#include <pcp/pmda.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kAnswer, kBlocks, kOtherMetrics, kProcess, kMostCalls, kMetrics };

#define METRIC(item)                                                 \
  {                                                                  \
    NULL, {                                                          \
      PMDA_PMID(0, item), PM_TYPE_32, PM_INDOM_NULL, PM_SEM_INSTANT, \
          PMDA_PMUNITS(0, 0, 0, 0, 0, 0)                             \
    }                                                                \
  }

static const pmdaMetric metrics[kMetrics] = {
    METRIC(kAnswer), METRIC(kBlocks), METRIC(kOtherMetrics), METRIC(kProcess), METRIC(kMostCalls)};
/* The library puts the domain into the table of each start. */
static pmdaMetric tables[16][kMetrics];
static int starts;

static atomic_int is_blocked, calls, most_calls;

/* Whether the metric kBlocks has no value for now. */
void shared_block(int blocks) { is_blocked = blocks; }

static int value_of(pmdaMetric *metric, unsigned int instance, pmAtomValue *value) {
  (void)instance;
  switch (pmID_item(metric->m_desc.pmid)) {
    case kProcess:
      value->l = getpid();
      break;
    case kMostCalls:
      usleep(20000); /* so that others can call meanwhile */
      value->l = most_calls;
      break;
    default:
      value->l = 42;
  }
  return PMDA_FETCH_STATIC;
}

static int fetch(int count, pmID *ids, pmResult **result, pmdaExt *pmda) {
  const unsigned item = pmID_item(ids[0]);
  const int present = ++calls;
  if (present > most_calls) most_calls = present;
  while (item == kBlocks && is_blocked) usleep(1000);
  const int status = pmdaFetch(count, ids, result, pmda);
  if (item == kOtherMetrics && status >= 0) ++(*result)->vset[0]->pmid;
  --calls;
  return status;
}

void shared_init(pmdaInterface *dispatch) {
  if (getenv("SHARED_AGENT_BLOCKS") != NULL) is_blocked = 1;
  pmdaMetric *const table = tables[starts++ % 16];
  memcpy(table, metrics, sizeof metrics);
  pmdaDSO(dispatch, PMDA_INTERFACE_7, "shared", NULL);
  dispatch->version.any.fetch = fetch;
  pmdaSetFetchCallBack(dispatch, value_of);
  pmdaInit(dispatch, NULL, 0, table, kMetrics);
}

/* It cannot begin. */
void failing_init(pmdaInterface *dispatch) {
  pmdaDSO(dispatch, PMDA_INTERFACE_7, "shared", NULL);
  dispatch->status = PM_ERR_GENERIC;
}

/* It does not return before it may. */
void blocked_init(pmdaInterface *dispatch) {
  while (is_blocked) usleep(1000);
  shared_init(dispatch);
}
