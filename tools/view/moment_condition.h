// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression that is true at some moments: "rate(disk.all.write_bytes) > 1e8".

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/tools/view/moment.h"

namespace fdr::tools {

class MomentCondition {
 public:
  /// Borrows the archive.  kInvalidArgument if this is no expression of metrics of the archive.
  static Result<MomentCondition> Open(Context& archive, const std::string& expression);

  const std::string& expression() const { return expression_; }
  /// Whether the expression is true for an instance at the moment.
  Result<bool> HoldsAt(const Moment& moment) const;

 private:
  std::string expression_;
  std::unique_ptr<DerivedContext> derived_;
  std::vector<WatchedMetric> watched_;
};

}  // namespace fdr::tools
