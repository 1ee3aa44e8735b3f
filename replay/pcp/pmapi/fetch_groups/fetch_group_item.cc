// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A request for one value of a metric.

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_extend.h"

namespace fdr::pmapi {
namespace {

class ItemRequest : public GroupRequest {
 public:
  ItemRequest(const GroupConversion& conversion, int instance, const GroupOutputs& outputs)
      : conversion_(conversion), instance_(instance), values_(outputs, outputs.status) {}

  pmID metric() const override { return conversion_.desc.pmid; }

  void Fill(const pmHighResResult* now, const pmHighResResult* before) override {
    const pmValueSet* const set = FindSet(now, metric());
    const bool is_discrete = conversion_.desc.sem == PM_SEM_DISCRETE;
    if (set == nullptr && is_discrete)
      values_.SetStatus(0, PM_ERR_VALUE);
    else if (set != nullptr && set->numval < 0)
      values_.SetError(0, set->numval);
    else if (const pmValue* const value = FindValue(set, instance_); value != nullptr)
      values_.Set(0, ConvertAgainst(conversion_, *set, *value, *now, before));
    else if (set == nullptr || set->numval > 0 || !is_discrete)
      values_.SetError(0, PM_ERR_VALUE);
    // otherwise the previous value stays
  }

 private:
  GroupConversion conversion_;
  int instance_;
  GroupValues values_;
};

}  // namespace

int AddItem(FetchGroup& group, const char* metric, const char* instance, const char* scale,
            const GroupOutputs& outputs) {
  if (metric == nullptr) return -EINVAL;
  const UsedContext used(group.context());
  if (used.status() < 0) return used.status();
  GroupTarget target;
  int status = FindTarget(metric, instance, nullptr, target);
  if (status < 0) return status;
  group.Include(target.desc.indom, target.instance);
  GroupConversion conversion{.desc = target.desc};
  status = SetConversion(scale, outputs.type, conversion);
  if (status < 0) return status;
  group.Add(std::make_unique<ItemRequest>(conversion, target.instance, outputs));
  return 0;
}

}  // namespace fdr::pmapi
