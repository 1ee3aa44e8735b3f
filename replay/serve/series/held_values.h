// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many values answers keep until their clients have taken them: all of them together have a
// limit, since a client may take its time.

#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Any thread.
class HeldValues {
 public:
  static constexpr std::size_t kMost = 32'000'000;

  /// Counts the values as long as the result lives, which may be longer than this object.
  /// kTooLarge if there are too many already.
  Result<std::shared_ptr<void>> Hold(std::size_t values) {
    if (count_->fetch_add(values) + values > kMost) {
      count_->fetch_sub(values);
      return Fail(Errc::kTooLarge, "clients have not yet taken the answers to other expressions");
    }
    return std::shared_ptr<void>(nullptr,
                                 [count = count_, values](void*) { count->fetch_sub(values); });
  }

 private:
  std::shared_ptr<std::atomic<std::size_t>> count_ = std::make_shared<std::atomic<std::size_t>>(0);
};

}  // namespace fdr
