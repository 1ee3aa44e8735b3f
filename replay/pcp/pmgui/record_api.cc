// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmRecordSetup(3), pmRecordAddHost(3), pmRecordControl(3).

#include <pcp/pmafm.h>

#include <cerrno>
#include <mutex>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmgui/folio_session.h"

namespace {

using fdr::pmapi::Guarded;
using fdr::pmgui::FolioSession;

std::mutex mutex;

// Never destroyed: programs keep pointers into it until they end.
FolioSession& Session() {
  static FolioSession& session = *new FolioSession;
  return session;
}

int Control(pmRecordHost* host, int request, const char* text) {
  FolioSession& session = Session();
  switch (request) {
    case PM_REC_SETARG:
      return session.AddArgument(host, text);
    case PM_REC_ON:
      return session.Start(host);
    case PM_REC_STATUS:
      return session.Tell(host, '?', text);
    case PM_REC_OFF:
      return session.Release(host, 'Q', text);
    case PM_REC_DETACH:
      return session.Release(host, 'D', text);
    default:
      return -EINVAL;
  }
}

}  // namespace

FILE* pmRecordSetup(const char* folio, const char* creator, int replay) {
  FILE* stream = nullptr;
  const int status = Guarded([&] {
    if (folio == nullptr || creator == nullptr) return -EINVAL;
    const std::lock_guard lock(mutex);
    return Session().Begin(folio, creator, replay != 0, &stream);
  });
  if (status == 0) return stream;
  errno = -status;
  return nullptr;
}

int pmRecordAddHost(const char* host, int isdefault, pmRecordHost** rhp) {
  return Guarded([&] {
    if (host == nullptr || rhp == nullptr) return -EINVAL;
    const std::lock_guard lock(mutex);
    return Session().AddHost(host, isdefault != 0, rhp);
  });
}

int pmRecordControl(pmRecordHost* rhp, int request, const char* options) {
  return Guarded([&] {
    const std::lock_guard lock(mutex);
    Session().Reap();
    return Control(rhp, request, options);
  });
}
