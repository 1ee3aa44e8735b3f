// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What answers keep until their clients have taken them: all of it together has a limit, since a
// client may take its time.

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Any thread.
class HeldAnswers {
 public:
  /// `most`: of values, or of bytes.
  explicit HeldAnswers(std::size_t most) : most_(most) {}

  /// Counts `size` as long as the result lives, which may be longer than this object.  kTooLarge if
  /// that is too much.
  Result<std::shared_ptr<void>> Hold(std::size_t size) {
    if (held_->fetch_add(size) + size > most_) {
      held_->fetch_sub(size);
      return Fail(Errc::kTooLarge, "clients have not yet taken the answers to other requests");
    }
    return std::shared_ptr<void>(nullptr, [held = held_, size](void*) { held->fetch_sub(size); });
  }

 private:
  const std::size_t most_;
  std::shared_ptr<std::atomic<std::size_t>> held_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace fdr
