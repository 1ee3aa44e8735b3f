/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * See toy_agent.h.  What a client stores is counted, and otherwise ignored.
 */

#include "toy_agent.h"

static pmdaInstid letters[] = {{0, "a"}, {1, "b c"}, {7, "d"}};

enum { kTable = 3, kCache = 4 };

static pmdaIndom indoms[] = {{kTable, 3, letters}, {kCache, 0, NULL}};

#define METRIC(item, type, indom)                                                             \
  {                                                                                           \
    NULL, { PMDA_PMID(0, item), type, indom, PM_SEM_INSTANT, PMDA_PMUNITS(0, 0, 0, 0, 0, 0) } \
  }

static pmdaMetric metrics[] = {
    METRIC(0, PM_TYPE_32, PM_INDOM_NULL),
    METRIC(1, PM_TYPE_U32, kTable),
    METRIC(2, PM_TYPE_64, kTable),
    METRIC(3, PM_TYPE_U64, PM_INDOM_NULL),
    METRIC(4, PM_TYPE_FLOAT, kCache),
    METRIC(5, PM_TYPE_DOUBLE, kCache),
    METRIC(6, PM_TYPE_STRING, kTable),
    METRIC(7, PM_TYPE_AGGREGATE, PM_INDOM_NULL),
    METRIC(8, PM_TYPE_EVENT, PM_INDOM_NULL),
    METRIC(9, PM_TYPE_HIGHRES_EVENT, PM_INDOM_NULL),
    METRIC(10, PM_TYPE_STRING, PM_INDOM_NULL),
};

static pmdaNameSpace *tree;
static unsigned stored;
static int events = -1, highres_events = -1;

static pmValueBlock *event_array(void) {
  struct timeval stamp = {1, 2};
  pmAtomValue parameter = {.cp = "text"};
  pmdaEventResetArray(events);
  pmdaEventAddRecord(events, &stamp, PM_EVENT_FLAG_POINT);
  pmdaEventAddParam(events, metrics[10].m_desc.pmid, PM_TYPE_STRING, &parameter);
  pmdaEventAddMissedRecord(events, &stamp, 3);
  return (pmValueBlock *)pmdaEventGetAddr(events);
}

static pmValueBlock *highres_event_array(void) {
  struct timespec stamp = {1, 2};
  pmAtomValue parameter = {.ull = 7};
  pmdaEventResetHighResArray(highres_events);
  pmdaEventAddHighResRecord(highres_events, &stamp, PM_EVENT_FLAG_POINT);
  pmdaEventAddHighResParam(highres_events, metrics[3].m_desc.pmid, PM_TYPE_U64, &parameter);
  return (pmValueBlock *)pmdaEventGetHighResAddr(highres_events);
}

static int value_of(pmdaMetric *metric, unsigned int instance, pmAtomValue *value) {
  static struct {
    pmValueBlock head;
    char more[8];
  } aggregate;
  switch (metric->m_desc.type) {
    case PM_TYPE_FLOAT:
      value->f = 1.5F + (float)instance;
      break;
    case PM_TYPE_DOUBLE:
      value->d = 2.5 + instance;
      break;
    case PM_TYPE_STRING:
      if (instance == 1) return PM_ERR_AGAIN;
      if (instance == 7) return PMDA_FETCH_NOVALUES;
      value->cp = strdup("some text");
      return PMDA_FETCH_DYNAMIC;
    case PM_TYPE_AGGREGATE:
      aggregate.head.vtype = PM_TYPE_AGGREGATE;
      aggregate.head.vlen = PM_VAL_HDR_SIZE + 6;
      value->vbp = &aggregate.head;
      break;
    case PM_TYPE_EVENT:
      value->vbp = event_array();
      break;
    case PM_TYPE_HIGHRES_EVENT:
      value->vbp = highres_event_array();
      break;
    default:
      value->ull = stored + instance;
  }
  return PMDA_FETCH_STATIC;
}

static int store(pmResult *result, pmdaExt *pmda) {
  (void)pmda;
  for (int i = 0; i < result->numpmid; i++) {
    const pmValueSet *set = result->vset[i];
    for (int v = 0; v < set->numval; v++)
      stored += set->valfmt == PM_VAL_INSITU ? (unsigned)set->vlist[v].value.lval
                                             : set->vlist[v].value.pval->vlen;
  }
  return result->numpmid > 3 ? PM_ERR_PERMISSION : 0;
}

static int pmid_of(const char *name, pmID *pmid, pmdaExt *pmda) {
  (void)pmda;
  return pmdaTreePMID(tree, name, pmid);
}

static int name_of(pmID pmid, char ***names, pmdaExt *pmda) {
  (void)pmda;
  return pmdaTreeName(tree, pmid, names);
}

static int children_of(const char *name, int traverse, char ***names, int **states, pmdaExt *pmda) {
  (void)pmda;
  return pmdaTreeChildren(tree, name, traverse, names, states);
}

static int label_of(pmInDom indom, unsigned int instance, pmLabelSet **set) {
  if (instance == 1) return 0;
  return pmdaAddLabels(set, "{\"serial\":%u,\"instance\":%d}", pmInDom_serial(indom),
                       (int)instance);
}

static int text_of(int ident, int type, char **text, pmdaExt *pmda) {
  static char buffer[64];
  (void)pmda;
  if (ident == (int)metrics[1].m_desc.pmid) return PM_ERR_TEXT;
  pmsprintf(buffer, sizeof buffer, "text %x of %x", (unsigned)type, (unsigned)ident);
  *text = buffer;
  return 0;
}

void toy_init(pmdaInterface *dispatch) {
  dispatch->version.any.store = store;
  dispatch->version.any.text = text_of;
  dispatch->version.seven.pmid = pmid_of;
  dispatch->version.seven.name = name_of;
  dispatch->version.seven.children = children_of;
  pmdaSetFetchCallBack(dispatch, value_of);
  pmdaSetLabelCallBack(dispatch, label_of);
  pmdaInit(dispatch, indoms, sizeof indoms / sizeof indoms[0], metrics,
           sizeof metrics / sizeof metrics[0]);
  pmdaCacheStore(indoms[1].it_indom, PMDA_CACHE_ADD, "one x", NULL);
  pmdaCacheStore(indoms[1].it_indom, PMDA_CACHE_ADD, "two", NULL);
  pmdaCacheStore(indoms[1].it_indom, PMDA_CACHE_HIDE, "two", NULL);
  pmdaTreeCreate(&tree);
  pmdaTreeInsert(tree, metrics[0].m_desc.pmid, "toy.first");
  pmdaTreeInsert(tree, metrics[1].m_desc.pmid, "toy.more.second");
  pmdaTreeInsert(tree, metrics[1].m_desc.pmid, "toy.more.again");
  pmdaTreeRebuildHash(tree, 3);
  events = pmdaEventNewArray();
  highres_events = pmdaEventNewHighResArray();
}
