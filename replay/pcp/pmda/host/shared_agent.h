// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An agent that is a shared object: docs/agent-protocol.md.

#pragma once

#include <pcp/pmapi.h>
// After pmapi.h, on which it depends.
#include <pcp/pmda.h>

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr::pmda {

class SharedAgent {
 public:
  /// Loads the object, whose libraries are its own, and calls its first function.  Object and
  /// interface stay for good: a thread of the agent may use them.  A path without a slash is looked
  /// for in the directories of $PMCD_PATH.  One thread at a time.
  static Result<SharedAgent> Load(const std::string& path, const std::string& function, int domain);

  pmdaInterface& interface() { return *interface_; }
  /// CollectorFeature: what it wants to hear of clients.
  std::uint16_t wishes() const;
  /// The client whose request comes next.
  void SetClient(std::uint32_t client);
  /// The request has been answered.
  void OnDone();

 private:
  explicit SharedAgent(pmdaInterface* interface) : interface_(interface) {}

  pmdaInterface* interface_;
};

}  // namespace fdr::pmda
