// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmFetchGroup(3) and its family.

#include <pcp/pmapi.h>

#include <memory>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/fetch_groups/fetch_group_extend.h"

// The type behind a program's pmFG.
struct __pmFetchGroup : fdr::pmapi::FetchGroup {  // NOLINT: the name is PCP's
  using FetchGroup::FetchGroup;
};

namespace {

// Returns the result of `use` for the group.
template <class Use>
int With(pmFG group, Use use) {
  if (group == nullptr) return -EINVAL;
  return fdr::pmapi::Guarded([&] { return use(*group); });
}

}  // namespace

int pmCreateFetchGroup(pmFG* ptr, int type, const char* name) {
  if (ptr == nullptr) return -EINVAL;
  *ptr = nullptr;
  const int context = pmNewContext(type, name);
  if (context < 0) return context;
  const int status = fdr::pmapi::Guarded([&] {
    *ptr = std::make_unique<__pmFetchGroup>(context).release();
    return 0;
  });
  if (*ptr == nullptr) pmDestroyContext(context);
  return status;
}

int pmGetFetchGroupContext(pmFG pmfg) {
  return With(pmfg, [](const fdr::pmapi::FetchGroup& group) { return group.context(); });
}

int pmExtendFetchGroup_item(pmFG pmfg, const char* metric, const char* instance, const char* scale,
                            pmAtomValue* out_value, int out_type, int* out_sts) {
  return With(pmfg, [&](fdr::pmapi::FetchGroup& group) {
    return AddItem(group, metric, instance, scale,
                   {.values = out_value, .type = out_type, .status = out_sts});
  });
}

int pmExtendFetchGroup_indom(pmFG pmfg, const char* metric, const char* scale, int out_inst_codes[],
                             char* out_inst_names[], pmAtomValue out_values[], int out_type,
                             int out_stss[], unsigned int out_maxnum, unsigned int* out_num,
                             int* out_sts) {
  return With(pmfg, [&](fdr::pmapi::FetchGroup& group) {
    return AddInDom(group, metric, scale, out_inst_codes, out_inst_names,
                    {.values = out_values,
                     .statuses = out_stss,
                     .type = out_type,
                     .most = out_maxnum,
                     .count = out_num,
                     .status = out_sts});
  });
}

int pmExtendFetchGroup_event(pmFG pmfg, const char* metric, const char* instance, const char* field,
                             const char* scale, struct timespec out_times[],
                             pmAtomValue out_values[], int out_type, int out_stss[],
                             unsigned int out_maxnum, unsigned int* out_num, int* out_sts) {
  return With(pmfg, [&](fdr::pmapi::FetchGroup& group) {
    return AddEvent(group, metric, instance, field, scale, out_times,
                    {.values = out_values,
                     .statuses = out_stss,
                     .type = out_type,
                     .most = out_maxnum,
                     .count = out_num,
                     .status = out_sts});
  });
}

int pmExtendFetchGroup_timestamp(pmFG pmfg, struct timeval* out_value) {
  return pmExtendFetchGroup_timeval(pmfg, out_value);
}
int pmExtendFetchGroup_timeval(pmFG pmfg, struct timeval* out_value) {
  return With(pmfg,
              [&](fdr::pmapi::FetchGroup& group) { return AddStamp(group, out_value, nullptr); });
}
int pmExtendFetchGroup_timespec(pmFG pmfg, struct timespec* out_value) {
  return With(pmfg,
              [&](fdr::pmapi::FetchGroup& group) { return AddStamp(group, nullptr, out_value); });
}

int pmFetchGroup(pmFG pmfg) {
  return With(pmfg, [](fdr::pmapi::FetchGroup& group) { return group.Fetch(); });
}

int pmClearFetchGroup(pmFG pmfg) {
  return With(pmfg, [](fdr::pmapi::FetchGroup& group) {
    group.Clear();
    return 0;
  });
}

int pmDestroyFetchGroup(pmFG pmfg) {
  if (pmfg == nullptr) return -EINVAL;
  const std::unique_ptr<__pmFetchGroup> owned(pmfg);
  return 0;
}
