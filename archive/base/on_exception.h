// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Puts in order what an exception leaves half done.

#pragma once

#include <exception>
#include <utility>

namespace fdr {

/// Calls `action` if an exception leaves the scope of this object.  The action must not throw.
template <typename Action>
class [[nodiscard]] OnException {
 public:
  explicit OnException(Action action) : action_(std::move(action)) {}
  ~OnException() {
    if (std::uncaught_exceptions() > before_) action_();
  }
  OnException(const OnException&) = delete;
  OnException& operator=(const OnException&) = delete;

 private:
  const int before_ = std::uncaught_exceptions();
  Action action_;
};

}  // namespace fdr
