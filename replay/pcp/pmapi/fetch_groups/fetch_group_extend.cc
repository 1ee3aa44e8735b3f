// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_extend.h"

#include <algorithm>

#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/instance_lookup.h"

namespace fdr::pmapi {
namespace {

class StampRequest : public GroupRequest {
 public:
  StampRequest(timeval* low, timespec* high) : low_(low), high_(high) { Set({}); }

  pmID metric() const override { return PM_ID_NULL; }

  // After a failed fetch, uses the time of this machine.
  void Fill(const pmHighResResult* now, const pmHighResResult*) override {
    timespec stamp;
    if (now != nullptr)
      stamp = now->timestamp;
    else
      pmtimespecNow(&stamp);
    Set(stamp);
  }

 private:
  void Set(const timespec& stamp) {
    if (low_ != nullptr) *low_ = {stamp.tv_sec, stamp.tv_nsec / 1000};
    if (high_ != nullptr) *high_ = stamp;
  }

  timeval* low_;
  timespec* high_;
};

using LookUp = int(pmInDom, const char*);

int FindInstance(const pmDesc& desc, const char* name, LookUp look_up, int& instance) {
  if ((desc.indom == PM_INDOM_NULL) != (name == nullptr)) return PM_ERR_INDOM;
  instance = static_cast<int>(PM_IN_NULL);
  if (name == nullptr) return 0;
  instance = look_up(desc.indom, name);
  return std::min(instance, 0);
}

// A field must not have instances.
int FindField(const char* name, pmDesc& desc) {
  if (const int status = FindMetric(name, desc); status < 0) return status;
  return desc.indom == PM_INDOM_NULL ? 0 : PM_ERR_INDOM;
}

int FindTarget(const char* metric, const char* instance, const char* field, LookUp look_up,
               GroupTarget& target) {
  int status = FindMetric(metric, target.desc);
  if (status >= 0) status = FindInstance(target.desc, instance, look_up, target.instance);
  if (status >= 0 && field != nullptr) status = FindField(field, target.field);
  return status;
}

bool IsOfArchive() {
  const LockedContext context;
  return context && context->AsArchive() != nullptr;
}

int LookupInDomAtEnd(pmInDom indom, const char* name) {
  return Guarded([&] {
    const LockedContext context;
    ArchiveApiContext* const archive = context ? context->AsArchive() : nullptr;
    if (archive == nullptr) return PM_ERR_NOCONTEXT;
    const Result<InstanceId> found = LookupAtEnd(*archive, InDomId{indom}, name);
    return found ? *found : ErrorCode(found.error());
  });
}

void ComeBack() {
  const LockedContext context;
  if (ArchiveApiContext* const archive = context ? context->AsArchive() : nullptr)
    archive->SetModeAgain();
}

}  // namespace

int AddStamp(FetchGroup& group, timeval* low, timespec* high) {
  group.Add(std::make_unique<StampRequest>(low, high));
  return 0;
}

int FindMetric(const char* name, pmDesc& desc) {
  pmID id;
  if (const int status = pmLookupName(1, &name, &id); status < 0) return status;
  return pmLookupDesc(id, &desc);
}

// If any part is missing, PCP goes to the end of a log and looks up all parts again.
int FindTarget(const char* metric, const char* instance, const char* field, GroupTarget& target) {
  int status = FindTarget(metric, instance, field, pmLookupInDom, target);
  if (status >= 0) return 0;
  if (!IsOfArchive()) return status;
  status = FindTarget(metric, instance, field, LookupInDomAtEnd, target);
  ComeBack();
  return status;
}

int SetConversion(const char* scale, int out_type, GroupConversion& conversion) {
  conversion.out_type = out_type;
  if (!IsGroupType(conversion.desc.type) || !IsGroupType(out_type)) return PM_ERR_TYPE;
  return SetScale(scale, conversion);
}

}  // namespace fdr::pmapi
