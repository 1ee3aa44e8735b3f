// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Creates, selects and destroys contexts.

#include <fmt/format.h>
#include <pcp/pmapi.h>

#include <string>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/new_context.h"

namespace fdr::pmapi {
namespace {

// Without a handle, takes the next one.
int Use(int handle, std::shared_ptr<ApiContext> context) {
  if (handle == kNoContext) handle = ReserveHandle();
  AddContext(handle, std::move(context));
  SetCurrentHandle(handle);
  return handle;
}

// On failure the thread keeps its context; with PCP, the handle is lost.
int NewContext(int type, const char* name) {
  const int lost = RepeatsFaults() ? ReserveHandle() : kNoContext;
  auto context = OpenContext(type, name);
  const int status = context ? Use(lost, std::move(*context)) : ErrorCode(context.error());
  if (pmDebugOptions.context != 0) TraceNewContext(type, name, status);
  return status;
}

int DupContext() {
  int handle = kNoContext;
  Result<std::shared_ptr<ApiContext>> copy;
  {
    const LockedContext current;
    if (!current) return PM_ERR_NOCONTEXT;
    if (RepeatsFaults()) handle = ReserveHandle();
    copy = current->Duplicate();
    if (copy) (*copy)->derived().TakeOwnFrom(current->derived());
  }
  const int original = CurrentHandle();
  const int status = copy ? Use(handle, std::move(*copy)) : ErrorCode(copy.error());
  if (pmDebugOptions.context != 0)
    TraceLine("context", fmt::format("the copy of context {} is {}", original, StatusText(status)));
  return status;
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::LockedContext;

int pmNewContext(int type, const char* name) {
  return fdr::pmapi::Guarded([&] { return fdr::pmapi::NewContext(type, name); });
}

int pmDupContext(void) { return fdr::pmapi::Guarded(fdr::pmapi::DupContext); }

int pmUseContext(int handle) {
  return fdr::pmapi::Guarded([&] {
    const bool exists{LockedContext(handle)};
    if (pmDebugOptions.context != 0)
      fdr::pmapi::TraceLine("context", fmt::format("context {} {}", handle,
                                                   exists ? "is current" : "does not exist"));
    if (!exists) return PM_ERR_NOCONTEXT;
    fdr::pmapi::SetCurrentHandle(handle);
    return 0;
  });
}

int pmWhichContext(void) {
  return fdr::pmapi::Guarded([] {
    const int handle = fdr::pmapi::CurrentHandle();
    return LockedContext(handle) ? handle : PM_ERR_NOCONTEXT;
  });
}

int pmDestroyContext(int handle) {
  const bool existed = fdr::pmapi::RemoveContext(handle);
  if (pmDebugOptions.context != 0)
    fdr::pmapi::TraceLine(
        "context", fmt::format("context {} {}", handle, existed ? "is closed" : "does not exist"));
  if (!existed) return PM_ERR_NOCONTEXT;
  if (handle == fdr::pmapi::CurrentHandle()) fdr::pmapi::SetCurrentHandle(fdr::pmapi::kNoContext);
  return 0;
}

int pmReconnectContext(int handle) {
  return fdr::pmapi::Guarded([&] {
    const LockedContext context(handle);
    if (!context) return PM_ERR_NOCONTEXT;
    const int status = context->Reconnect();
    if (status >= 0) context->derived().Renew();
    if (pmDebugOptions.context != 0)
      fdr::pmapi::TraceLine("context", fmt::format("reconnection of context {}: {}", handle,
                                                   fdr::pmapi::StatusText(status)));
    return status < 0 ? status : handle;
  });
}

char* pmGetContextHostName_r(int handle, char* buf, int buflen) {
  if (buf == nullptr || buflen <= 0) return buf;
  buf[0] = '\0';
  fdr::pmapi::Guarded([&] {
    const LockedContext context(handle);
    if (!context) return PM_ERR_NOCONTEXT;
    const std::string host = context->HostName();
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
