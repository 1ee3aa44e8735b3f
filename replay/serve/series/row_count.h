// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the texts share that an answer with values consists of.

#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/http_request.h"

namespace fdr {

/// Counts the rows of one answer, and knows when it is too long.
class RowCount {
 public:
  /// How many values an answer may have.
  static constexpr std::size_t kMost = 50'000'000;

  explicit RowCount(std::shared_ptr<WorkLimit> limit) : limit_(std::move(limit)) {}

  /// Appends how a row begins, which is a comma and more: the first row has no comma.
  void Begin(const std::string& head, std::string& out) const {
    out.append(head, rows_ == 0 ? 1 : 0);
  }
  void Add() { ++rows_; }
  /// kTooLarge; or that the request has taken too long, or is cancelled.
  Result<void> Check() const {
    if (rows_ > kMost) return Fail(Errc::kTooLarge, fmt::format("more than {} values", kMost));
    return limit_ ? limit_->Check() : Result<void>{};
  }

 private:
  std::shared_ptr<WorkLimit> limit_;  // may be null
  std::size_t rows_ = 0;
};

}  // namespace fdr
