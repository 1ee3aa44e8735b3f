// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Contexts: made, chosen, destroyed.

#include <pcp/pmapi.h>

#include <algorithm>
#include <string>

#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/peer_version.h"
#include "fdr/replay/pmapi/replay_options.h"

namespace fdr::pmapi {
namespace {

// The thread keeps the context that it had if this fails, and the handle is lost.
int NewArchiveContext(int type, const char* names) {
  const int handle = ReserveHandle();
  if (names == nullptr) return PM_ERR_NOCONTEXT;
  if (*names == '\0') return PM_ERR_LOGFILE;
  ReplayOptions options = OptionsFromEnvironment();
  options.open.ignore_features = (type & static_cast<int>(PM_CTXFLAG_NO_FEATURE_CHECK)) != 0;
  Result<std::unique_ptr<ArchiveContext>> archive = ArchiveContext::Open(names, std::move(options));
  if (!archive) return ErrorCode(archive.error());
  const std::optional<Error>& left_out = (*archive)->timeline().left_out_error();
  if (left_out && !SpeaksVersion7()) return ErrorCode(*left_out);
  AddContext(handle, std::make_shared<ApiContext>(std::move(*archive)));
  SetCurrentHandle(handle);
  return handle;
}

int NewContext(int type, const char* name) {
  switch (type & PM_CONTEXT_TYPEMASK) {
    case PM_CONTEXT_ARCHIVE:
      return NewArchiveContext(type, name);
    case PM_CONTEXT_HOST:
    case PM_CONTEXT_LOCAL:
      ReserveHandle();
      return -ECONNREFUSED;
    default:
      ReserveHandle();
      return PM_ERR_NOCONTEXT;
  }
}

int DupContext() {
  const LockedContext current;
  if (!current) return PM_ERR_NOCONTEXT;
  const int handle = ReserveHandle();
  AddContext(handle, current->Duplicate());
  SetCurrentHandle(handle);
  return handle;
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::LockedContext;

int pmNewContext(int type, const char* name) {
  return fdr::pmapi::Guarded([&] { return fdr::pmapi::NewContext(type, name); });
}

int pmDupContext(void) { return fdr::pmapi::Guarded(fdr::pmapi::DupContext); }

int pmUseContext(int handle) {
  if (!LockedContext(handle)) return PM_ERR_NOCONTEXT;
  fdr::pmapi::SetCurrentHandle(handle);
  return 0;
}

int pmWhichContext(void) {
  const int handle = fdr::pmapi::CurrentHandle();
  return LockedContext(handle) ? handle : PM_ERR_NOCONTEXT;
}

int pmDestroyContext(int handle) {
  if (!fdr::pmapi::RemoveContext(handle)) return PM_ERR_NOCONTEXT;
  if (handle == fdr::pmapi::CurrentHandle()) fdr::pmapi::SetCurrentHandle(fdr::pmapi::kNoContext);
  return 0;
}

// An archive is never disconnected.
int pmReconnectContext(int handle) { return LockedContext(handle) ? handle : PM_ERR_NOCONTEXT; }

char* pmGetContextHostName_r(int handle, char* buf, int buflen) {
  if (buf == nullptr || buflen <= 0) return buf;
  buf[0] = '\0';
  fdr::pmapi::Guarded([&] {
    const LockedContext context(handle);
    if (!context) return PM_ERR_NOCONTEXT;
    const std::string host = context->archive().HostName();
    buf[host.copy(buf, static_cast<std::size_t>(buflen) - 1)] = '\0';
    return 0;
  });
  return buf;
}

const char* pmGetContextHostName(int handle) {
  thread_local char name[PM_MAX_HOSTNAMELEN];
  return pmGetContextHostName_r(handle, name, sizeof name);
}

int pmGetHostName(int handle, char* buf, int buflen) {
  pmGetContextHostName_r(handle, buf, buflen);
  return 0;
}
