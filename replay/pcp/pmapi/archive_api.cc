// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The label of an archive, and its end.

#include <pcp/pmapi.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"

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

// Returns the result of `use` for the archive of the current context.
template <class Use>
int WithArchive(Use use) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    ArchiveApiContext* const archive = context->AsArchive();
    return archive != nullptr ? use(archive->archive()) : PM_ERR_NOTARCHIVE;
  });
}

template <class Label>
int GetLabel(Label* label) {
  return WithArchive([&](const ArchiveContext& archive) {
    Fill(archive.label(), *label);
    return 0;
  });
}

// Calls `tell` whenever there is an archive, even after an error.
template <class Tell>
int GetEnd(Tell tell) {
  return WithArchive([&](ArchiveContext& archive) {
    const Result<Timestamp> found = archive.LastStamp();
    tell(found ? PcpTime(*found) : PcpTime(PM_MAX_TIME_T, 0));
    return found ? 0 : PM_ERR_LOGREC;
  });
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetArchiveLabel(pmLogLabel* label) { return fdr::pmapi::GetLabel(label); }
int pmGetHighResArchiveLabel(pmHighResLogLabel* label) { return fdr::pmapi::GetLabel(label); }

int pmGetArchiveEnd(struct timeval* end) {
  return fdr::pmapi::GetEnd([&](fdr::pmapi::PcpTime time) { *end = time.AsTimeval(); });
}
int pmGetHighResArchiveEnd(struct timespec* end) {
  return fdr::pmapi::GetEnd([&](fdr::pmapi::PcpTime time) { *end = time.AsTimespec(); });
}
