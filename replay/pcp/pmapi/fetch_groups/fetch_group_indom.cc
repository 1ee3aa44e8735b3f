// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A request for all values of a metric, by instance.

#include <algorithm>

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_extend.h"

namespace fdr::pmapi {
namespace {

class InDomRequest : public GroupRequest {
 public:
  InDomRequest(const GroupConversion& conversion, std::shared_ptr<InstanceNames> known_names,
               int* codes, char** names, const GroupOutputs& outputs)
      : conversion_(conversion),
        codes_(codes),
        names_(names),
        outputs_(outputs),
        values_(outputs, outputs.statuses),
        filled_(outputs.most),
        known_names_(std::move(known_names)) {
    Empty();
  }
  ~InDomRequest() override {
    if (names_ != nullptr) std::fill_n(names_, outputs_.most, nullptr);
  }

  pmID metric() const override { return conversion_.desc.pmid; }

  void Fill(const pmHighResResult* now, const pmHighResResult* before) override {
    const pmValueSet* const set = FindSet(now, metric());
    const bool is_discrete = conversion_.desc.sem == PM_SEM_DISCRETE;
    if (set != nullptr && set->numval == 0 && is_discrete) return;  // the previous values stay
    if (set != nullptr || !is_discrete) Empty();
    int status = set == nullptr ? PM_ERR_VALUE : std::min(set->numval, 0);
    if (set != nullptr && set->numval > 0) status = FillValues(*set, *now, before);
    if (outputs_.status != nullptr) *outputs_.status = status;
  }

 private:
  // Programs provide room for many more instances than there are.
  void Empty() {
    for (unsigned int i = 0; i < filled_; ++i) {
      values_.SetError(i, PM_ERR_VALUE);
      if (names_ != nullptr) names_[i] = nullptr;
    }
    filled_ = 0;
    if (outputs_.count != nullptr) *outputs_.count = 0;
  }

  int FillValues(const pmValueSet& set, const pmHighResResult& now, const pmHighResResult* before) {
    const auto count = static_cast<unsigned int>(set.numval);
    if (names_ != nullptr) known_names_->Learn(conversion_.desc.indom, set);
    filled_ = std::min(count, outputs_.most);
    for (unsigned int i = 0; i < filled_; ++i) {
      const pmValue& value = set.vlist[i];
      if (codes_ != nullptr) codes_[i] = value.inst;
      if (names_ != nullptr) names_[i] = NameOf(value.inst);
      values_.Set(i, ConvertAgainst(conversion_, set, value, now, before));
    }
    if (count > outputs_.most) return PM_ERR_TOOBIG;
    if (outputs_.count != nullptr) *outputs_.count = count;
    return 0;
  }

  char* NameOf(int instance) {
    // Programs get a char*, but only read it.
    return const_cast<char*>(known_names_->Find(instance));
  }

  GroupConversion conversion_;
  int* codes_;
  char** names_;
  GroupOutputs outputs_;
  GroupValues values_;
  unsigned int filled_;  // the first places, which are not empty
  std::shared_ptr<InstanceNames> known_names_;
};

}  // namespace

int AddInDom(FetchGroup& group, const char* metric, const char* scale, int* codes, char** names,
             const GroupOutputs& outputs) {
  if (metric == nullptr) return -EINVAL;
  const UsedContext used(group.context());
  if (used.status() < 0) return used.status();
  GroupConversion conversion;
  int status = FindMetric(metric, conversion.desc);
  if (status < 0) return status;
  group.IncludeAll(conversion.desc.indom);
  status = SetConversion(scale, outputs.type, conversion);
  if (status < 0) return status;
  group.Add(std::make_unique<InDomRequest>(conversion, group.NamesOf(conversion.desc.indom), codes,
                                           names, outputs));
  return 0;
}

}  // namespace fdr::pmapi
