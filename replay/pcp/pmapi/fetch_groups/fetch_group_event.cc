// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A request for all values of one field of event records.

#include <algorithm>

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_extend.h"

namespace fdr::pmapi {
namespace {

timespec TimeOf(const pmResult& record) {
  return {record.timestamp.tv_sec, record.timestamp.tv_usec * 1000};
}
timespec TimeOf(const pmHighResResult& record) { return record.timestamp; }

class EventRequest : public GroupRequest {
 public:
  EventRequest(const pmDesc& desc, int instance, const GroupConversion& field, timespec* times,
               const GroupOutputs& outputs)
      : desc_(desc),
        instance_(instance),
        field_(field),
        times_(times),
        outputs_(outputs),
        values_(outputs, outputs.statuses) {
    Empty();
  }

  pmID metric() const override { return desc_.pmid; }

  void Fill(const pmHighResResult* now, const pmHighResResult*) override {
    const pmValueSet* const set = FindSet(now, metric());
    const bool is_discrete = desc_.sem == PM_SEM_DISCRETE;
    if (set != nullptr && set->numval == 0 && is_discrete) return;  // the previous values stay
    if (set != nullptr || !is_discrete) Empty();
    int status = set == nullptr ? PM_ERR_VALUE : std::min(set->numval, 0);
    if (set != nullptr && set->numval > 0) status = FillFrom(*set);
    if (outputs_.status != nullptr) *outputs_.status = status;
  }

 private:
  void Empty() {
    for (unsigned int i = 0; i < outputs_.most; ++i) {
      values_.SetError(i, PM_ERR_VALUE);
      if (times_ != nullptr) times_[i] = {};
    }
    if (outputs_.count != nullptr) *outputs_.count = 0;
  }

  int FillFrom(const pmValueSet& set) {
    const pmValue* const value = FindValue(&set, instance_);
    if (value == nullptr) return PM_ERR_VALUE;
    // PCP's unpacking functions take it without const.
    pmValueSet single = {};
    single.pmid = set.pmid;
    single.numval = 1;
    single.valfmt = set.valfmt;
    single.vlist[0] = *value;
    if (desc_.type == PM_TYPE_HIGHRES_EVENT) {
      pmHighResResult** records = nullptr;
      const int count = pmUnpackHighResEventRecords(&single, 0, &records);
      const int status = FillRecords(records, count);
      if (count > 0) pmFreeHighResEventResult(records);
      return status;
    }
    pmResult** records = nullptr;
    const int count = pmUnpackEventRecords(&single, 0, &records);
    const int status = FillRecords(records, count);
    if (count > 0) pmFreeEventResult(records);
    return status;
  }

  template <class ResultType>
  int FillRecords(ResultType* const* records, int count) {
    if (count < 0) return count;
    unsigned int found = 0;
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < records[i]->numpmid; ++k) {
        const pmValueSet& set = *records[i]->vset[k];
        if (set.pmid != field_.desc.pmid) continue;
        if (found < outputs_.most) SetField(found, set, TimeOf(*records[i]));
        ++found;
      }
    }
    if (outputs_.count != nullptr) *outputs_.count = std::min(found, outputs_.most);
    return found > outputs_.most ? PM_ERR_TOOBIG : 0;
  }

  void SetField(unsigned int place, const pmValueSet& set, const timespec& time) {
    const ConvertedValue value = ConvertValue(field_, set.valfmt, set.vlist[0]);
    if (value.status >= 0 && times_ != nullptr) times_[place] = time;
    values_.Set(place, value);
  }

  pmDesc desc_;
  int instance_;
  GroupConversion field_;
  timespec* times_;
  GroupOutputs outputs_;
  GroupValues values_;
};

// A rate of a field has no time to refer to.
int SetFieldConversion(const char* scale, int out_type, GroupConversion& field) {
  if (const int status = SetConversion(scale, out_type, field); status < 0) return status;
  if (field.is_rate && scale != nullptr) return PM_ERR_CONV;
  field.is_rate = false;
  return 0;
}

}  // namespace

int AddEvent(FetchGroup& group, const char* metric, const char* instance, const char* field,
             const char* scale, timespec* times, const GroupOutputs& outputs) {
  if (metric == nullptr || field == nullptr) return -EINVAL;
  const UsedContext used(group.context());
  if (used.status() < 0) return used.status();
  GroupTarget target;
  int status = FindTarget(metric, instance, field, target);
  if (status < 0) return status;
  const pmDesc& desc = target.desc;
  group.Include(desc.indom, target.instance);
  if (desc.type != PM_TYPE_EVENT && desc.type != PM_TYPE_HIGHRES_EVENT) return PM_ERR_TYPE;
  GroupConversion conversion{.desc = target.field};
  status = SetFieldConversion(scale, outputs.type, conversion);
  if (status < 0) return status;
  group.Add(std::make_unique<EventRequest>(desc, target.instance, conversion, times, outputs));
  return 0;
}

}  // namespace fdr::pmapi
