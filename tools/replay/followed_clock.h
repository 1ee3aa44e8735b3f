// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The clock of a time server, PCP's pmtime or fdr replay --serve-time, which says what to show.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/sources/time_control/time_client.h"
#include "fdr/tools/replay/plan.h"

namespace fdr::tools {

/// A row to show.
struct ClockStep {
  Timestamp time;
  Direction direction = Direction::kForward;
  std::int64_t interval = 0;
  bool is_next = false;  ///< follows the step before, at its interval
};

class FollowedClock {
 public:
  static Result<FollowedClock> Connect(std::uint16_t port, const Plan& plan);

  /// Waits for the next step.  Nothing at the end, and after Ctrl-C.
  Result<std::optional<ClockStep>> Next();
  /// The zone that the user of the clock has chosen since the last call, as in TZ.
  std::optional<std::string> TakeZone() { return std::exchange(zone_, std::nullopt); }
  /// Reports to the server that the step was shown.
  void Confirm() { static_cast<void>(client_.Confirm(last_->time)); }

 private:
  explicit FollowedClock(TimeClient client) : client_(std::move(client)) {}

  TimeClient client_;
  std::optional<ClockStep> last_;
  bool has_moved_ = true;
  std::optional<std::string> zone_;
};

}  // namespace fdr::tools
