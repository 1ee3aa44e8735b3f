// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The label of an archive, and its end.

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"

namespace fdr::pmapi {
namespace {

template <std::size_t kSize>
void Copy(const LabelText& text, char (&to)[kSize]) {
  const std::string_view from = text.view().substr(0, kSize - 1);
  std::memset(to, 0, kSize);
  std::memcpy(to, from.data(), from.size());
}

int Magic(const LabelRecord& label) { return PM_LOG_MAGIC | static_cast<int>(label.version); }

void Fill(const LabelRecord& from, pmLogLabel& to) {
  to.ll_magic = Magic(from);
  to.ll_pid = from.pid;
  to.ll_start = PcpTime(from.start).AsTimeval();
  Copy(from.host, to.ll_hostname);
  Copy(from.timezone, to.ll_tz);
}

void Fill(const LabelRecord& from, pmHighResLogLabel& to) {
  to.magic = Magic(from);
  to.pid = from.pid;
  to.start = PcpTime(from.start).AsTimespec();
  Copy(from.host, to.hostname);
  Copy(from.timezone, to.timezone);
  Copy(from.zoneinfo, to.zoneinfo);
}

template <class Label>
int GetLabel(Label* label) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    Fill(context->archive().label(), *label);
    return 0;
  });
}

int GetEnd(PcpTime& end) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    const Result<Timestamp> found = context->archive().EndTime();
    end = found ? PcpTime(*found) : PcpTime(PM_MAX_TIME_T, 0);
    return found ? 0 : PM_ERR_LOGREC;
  });
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetArchiveLabel(pmLogLabel* label) { return fdr::pmapi::GetLabel(label); }
int pmGetHighResArchiveLabel(pmHighResLogLabel* label) { return fdr::pmapi::GetLabel(label); }

int pmGetArchiveEnd(struct timeval* end) {
  fdr::pmapi::PcpTime time;
  const int status = fdr::pmapi::GetEnd(time);
  if (status != PM_ERR_NOCONTEXT) *end = time.AsTimeval();
  return status;
}
int pmGetHighResArchiveEnd(struct timespec* end) {
  fdr::pmapi::PcpTime time;
  const int status = fdr::pmapi::GetEnd(time);
  if (status != PM_ERR_NOCONTEXT) *end = time.AsTimespec();
  return status;
}
