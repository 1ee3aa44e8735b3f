// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Callbacks that may come after their object is gone.

#pragma once

#include <memory>
#include <utility>

namespace fdr {

/// A member of the object that the callbacks use.
class Lifeline {
 public:
  Lifeline() = default;
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

  /// Returns a callback that does what `call` does, and nothing once this lifeline is gone.
  template <class Call>
  auto Guard(Call call) const {
    return [call = std::move(call), end = std::weak_ptr(end_)](auto&&... arguments) {
      if (!end.expired()) call(std::forward<decltype(arguments)>(arguments)...);
    };
  }

 private:
  struct End {};
  std::shared_ptr<End> end_ = std::make_shared<End>();
};

}  // namespace fdr
