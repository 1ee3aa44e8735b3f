// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A logger, as a server sees it that takes orders for it.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/log_control/log_messages.h"

namespace fdr {

class ControlledLogger {
 public:
  virtual ~ControlledLogger() = default;

  virtual LogStatus Status() const = 0;
  /// Ends with the number of the volume.
  virtual void StartNextVolume(Done<std::int32_t> done) = 0;
  /// Ends when all that is recorded is on the medium.
  virtual void StartFlush(Done<void> done) = 0;
  /// `client` is where the order comes from, for people.
  virtual void StartOrder(LogOrder order, const std::string& client, Done<LogStates> done) = 0;
};

}  // namespace fdr
