// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All values of a metric, by instance.

#include <algorithm>
#include <string>
#include <unordered_map>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/fetch_group_extend.h"

namespace fdr::pmapi {
namespace {

class InDomRequest : public GroupRequest {
 public:
  InDomRequest(const GroupConversion& conversion, int* codes, char** names,
               const GroupOutputs& outputs)
      : conversion_(conversion),
        codes_(codes),
        names_(names),
        outputs_(outputs),
        values_(outputs, outputs.statuses) {
    Empty();
  }
  ~InDomRequest() override {
    if (names_ != nullptr) std::fill_n(names_, outputs_.most, nullptr);
  }

  pmID metric() const override { return conversion_.desc.pmid; }

  void Fill(const pmHighResResult* now, const pmHighResResult* before) override {
    const pmValueSet* const set = FindSet(now, metric());
    const bool is_discrete = conversion_.desc.sem == PM_SEM_DISCRETE;
    if (set != nullptr && set->numval == 0 && is_discrete) return;  // what was seen last stays
    if (set != nullptr || !is_discrete) Empty();
    int status = set == nullptr ? PM_ERR_VALUE : std::min(set->numval, 0);
    if (set != nullptr && set->numval > 0) status = FillValues(*set, *now, before);
    if (outputs_.status != nullptr) *outputs_.status = status;
  }

 private:
  void Empty() {
    for (unsigned int i = 0; i < outputs_.most; ++i) {
      values_.SetError(i, PM_ERR_VALUE);
      if (names_ != nullptr) names_[i] = nullptr;
    }
    if (outputs_.count != nullptr) *outputs_.count = 0;
  }

  int FillValues(const pmValueSet& set, const pmHighResResult& now, const pmHighResResult* before) {
    const auto count = static_cast<unsigned int>(set.numval);
    if (names_ != nullptr) LearnNames(set);
    for (unsigned int i = 0; i < std::min(count, outputs_.most); ++i) {
      const pmValue& value = set.vlist[i];
      if (codes_ != nullptr) codes_[i] = value.inst;
      if (names_ != nullptr) names_[i] = NameOf(value.inst);
      values_.Set(i, ConvertAgainst(conversion_, set, value, now, before));
    }
    if (count > outputs_.most) return PM_ERR_TOOBIG;
    if (outputs_.count != nullptr) *outputs_.count = count;
    return 0;
  }

  // Names are looked up again only when an instance has none yet.
  void LearnNames(const pmValueSet& set) {
    const bool knows_all =
        std::all_of(set.vlist, set.vlist + set.numval,
                    [&](const pmValue& value) { return NameOf(value.inst) != nullptr; });
    int* codes;
    char** names;
    if (knows_all || conversion_.desc.indom == PM_INDOM_NULL) return;
    const int count = pmGetInDom(conversion_.desc.indom, &codes, &names);
    if (count <= 0) return;
    const MallocPtr<int> owned_codes(codes);
    const MallocPtr<char*> owned_names(names);
    known_names_.clear();
    for (int i = 0; i < count; ++i) known_names_.emplace(codes[i], names[i]);
  }

  char* NameOf(int instance) {
    const auto found = known_names_.find(instance);
    return found != known_names_.end() ? found->second.data() : nullptr;
  }

  GroupConversion conversion_;
  int* codes_;
  char** names_;
  GroupOutputs outputs_;
  GroupValues values_;
  std::unordered_map<int, std::string> known_names_;
};

}  // namespace

int AddInDom(FetchGroup& group, const char* metric, const char* scale, int* codes, char** names,
             const GroupOutputs& outputs) {
  if (metric == nullptr) return -EINVAL;
  const UsedContext used(group.context());
  if (used.status() < 0) return used.status();
  GroupConversion conversion;
  int status = FindMetric(metric, conversion.desc);
  if (status >= 0) status = SetConversion(scale, outputs.type, conversion);
  if (status < 0) return status;
  group.IncludeAll(conversion.desc.indom);
  group.Add(std::make_unique<InDomRequest>(conversion, codes, names, outputs));
  return 0;
}

}  // namespace fdr::pmapi
