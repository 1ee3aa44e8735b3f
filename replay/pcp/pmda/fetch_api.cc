// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaFetch(3): the values of metrics, from the callback of an agent.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/selected_instances.h"

namespace fdr::pmda {
namespace {

// Whether the lack of a value is nothing to tell.
bool IsOrdinary(int error) {
  return error == PM_ERR_INST || error == PM_ERR_APPVERSION || error == PM_ERR_AGAIN ||
         error == PM_ERR_PERMISSION || error == PM_ERR_VALUE;
}

void Complain(const pmdaMetric& metric, int instance, int error) {
  if (IsOrdinary(error)) return;
  char id[20], reason[PM_MAXERRMSGLEN];
  pmIDStr_r(metric.m_desc.pmid, id, sizeof id);
  if (error == PM_ERR_PMID)
    pmNotifyErr(LOG_ERR, "pmdaFetch: PMID %s not handled by fetch callback\n", id);
  else
    pmNotifyErr(LOG_ERR, "pmdaFetch: Fetch callback error from metric PMID %s[%d]: %s\n", id,
                instance, pmErrStr_r(error, reason, sizeof reason));
}

void FreeDynamic(const pmdaMetric& metric, const pmAtomValue& atom) {
  char type[20], id[20];
  switch (metric.m_desc.type) {
    case PM_TYPE_STRING:
      std::free(atom.cp);  // NOLINT
      break;
    case PM_TYPE_AGGREGATE:
      std::free(atom.vbp);  // NOLINT
      break;
    default:
      pmNotifyErr(LOG_WARNING, "pmdaFetch: Attempt to free value for metric %s of wrong type %s\n",
                  pmIDStr_r(metric.m_desc.pmid, id, sizeof id),
                  pmTypeStr_r(metric.m_desc.type, type, sizeof type));
  }
}

// The values of one metric.
class SetBuilder {
 public:
  SetBuilder(const pmdaMetric& metric, ResultArena& arena) : metric_(metric), arena_(arena) {}

  pmValueSet* Begin(int most) {
    set_ = arena_.NewSet(most);
    *set_ = {};
    set_->pmid = metric_.m_desc.pmid;
    most_ = most;
    return set_;
  }

  bool IsFull() const { return set_->numval == most_; }

  // PM_ERR_TYPE if the type of the metric is none.
  int Add(int instance, const pmAtomValue& atom) {
    pmValue& value = set_->vlist[set_->numval];
    value.inst = instance;
    switch (metric_.m_desc.type) {
      case PM_TYPE_32:
      case PM_TYPE_U32:
        set_->valfmt = PM_VAL_INSITU;
        value.value.pval = nullptr;
        value.value.lval = atom.l;
        break;
      case PM_TYPE_FLOAT:
        Put(value, &atom.f, sizeof atom.f);
        break;
      case PM_TYPE_64:
      case PM_TYPE_U64:
      case PM_TYPE_DOUBLE:
        Put(value, &atom.ull, sizeof atom.ull);
        break;
      case PM_TYPE_STRING:
        if (atom.cp == nullptr) return PM_ERR_VALUE;
        Put(value, atom.cp, strlen(atom.cp) + 1);
        break;
      case PM_TYPE_AGGREGATE:
        if (atom.vbp == nullptr) return PM_ERR_VALUE;
        Put(value, atom.vbp->vbuf, std::max(atom.vbp->vlen, 4U) - PM_VAL_HDR_SIZE);
        break;
      case PM_TYPE_AGGREGATE_STATIC:
      case PM_TYPE_EVENT:
      case PM_TYPE_HIGHRES_EVENT:
        if (atom.vbp == nullptr) return PM_ERR_VALUE;
        set_->valfmt = PM_VAL_SPTR;
        value.value.pval = atom.vbp;
        break;
      default:
        return PM_ERR_TYPE;
    }
    ++set_->numval;
    return 0;
  }

 private:
  void Put(pmValue& value, const void* contents, std::size_t size) {
    set_->valfmt = PM_VAL_DPTR;
    value.value.pval = arena_.NewBlock(metric_.m_desc.type, size);
    std::memcpy(value.value.pval->vbuf, contents, size);
  }

  const pmdaMetric& metric_;
  ResultArena& arena_;
  pmValueSet* set_ = nullptr;
  int most_ = 0;
};

class Fetch {
 public:
  explicit Fetch(pmdaExt& ext)
      : ext_(ext),
        agent_(AgentOf(ext)),
        has_novalues_(HasVersion(ext, PMDA_INTERFACE_3)),
        has_dynamic_values_(HasVersion(ext, PMDA_INTERFACE_5)) {}

  pmResult* Run(int count, const pmID* ids) {
    pmResult* const result = agent_.results.Begin(count);
    for (int i = 0; i < count; ++i) result->vset[i] = SetOf(ids[i]);
    result->timestamp.tv_sec = TakeChanges();
    return result;
  }

 private:
  pmValueSet* SetOf(pmID id) {
    pmdaMetric* const metric = FindMetric(id);
    if (metric != nullptr) return SetOf(*metric);
    // PCP asks for the descriptor, too.
    TellUndefined(ext_, id, "pmdaDesc");
    TellUndefined(ext_, id, "pmdaFetch");
    pmValueSet* const set = agent_.results.NewSet(0);
    *set = {};
    set->pmid = id;
    set->numval = PM_ERR_PMID;
    return set;
  }

  pmdaMetric* FindMetric(pmID id) const {
    const std::span<pmdaMetric> metrics = MetricsOf(ext_);
    const unsigned item = pmID_item(id);
    if (ext_.e_direct == 1 && item < metrics.size() && metrics[item].m_desc.pmid == id)
      return &metrics[item];
    return agent_.metrics.Find(id, metrics);
  }

  // If there is no value, the last answer of the agent says why.
  pmValueSet* SetOf(pmdaMetric& metric) {
    SelectedInstances instances(metric.m_desc.indom, ext_);
    SetBuilder builder(metric, agent_.results);
    pmValueSet* const set = builder.Begin(instances.Most());
    int status = 0;
    for (int instance = 0; !builder.IsFull() && instances.Next(instance);)
      status = AddValue(metric, instance, builder);
    if (set->numval == 0 && status < 0) set->numval = status;
    return set;
  }

  int AddValue(pmdaMetric& metric, int instance, SetBuilder& builder) {
    pmAtomValue atom = {};
    const int answer = ext_.e_fetchCallBack(&metric, static_cast<unsigned>(instance), &atom);
    if (answer < 0) {
      Complain(metric, instance, answer);
      return answer;
    }
    if (answer == PMDA_FETCH_NOVALUES && has_novalues_) return 0;
    const int status = builder.Add(instance, atom);
    if (status == PM_ERR_TYPE) {
      char type[20], id[20];
      pmNotifyErr(LOG_ERR, "pmdaFetch: Descriptor type (%s) for metric %s is bad",
                  pmTypeStr_r(metric.m_desc.type, type, sizeof type),
                  pmIDStr_r(metric.m_desc.pmid, id, sizeof id));
    }
    if (answer == PMDA_FETCH_DYNAMIC && has_dynamic_values_) FreeDynamic(metric, atom);
    return status;
  }

  // Each change is told once.
  int TakeChanges() {
    if (!HasVersion(ext_, PMDA_INTERFACE_7)) return 0;
    int changes = 0;
    if ((ext_.e_flags & PMDA_EXT_LABEL_CHANGE) != 0) changes |= PMCD_LABEL_CHANGE;
    if ((ext_.e_flags & PMDA_EXT_NAMES_CHANGE) != 0) changes |= PMCD_NAMES_CHANGE;
    ext_.e_flags &= ~static_cast<unsigned>(PMDA_EXT_LABEL_CHANGE | PMDA_EXT_NAMES_CHANGE);
    return changes;
  }

  pmdaExt& ext_;
  AgentState& agent_;
  bool has_novalues_, has_dynamic_values_;
};

}  // namespace
}  // namespace fdr::pmda

int pmdaFetch(int numpmid, pmID* pmidlist, pmResult** resp, pmdaExt* pmda) {
  fdr::pmda::TakeContext(*pmda);
  if (pmda->e_fetchCallBack == nullptr) return PM_ERR_GENERIC;
  return fdr::pmapi::Guarded([&] {
    *resp = fdr::pmda::Fetch(*pmda).Run(std::max(numpmid, 0), pmidlist);
    return 0;
  });
}
