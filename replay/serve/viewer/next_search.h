// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the next time at which something is so, in either direction.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/replay/serve/viewer/recorded_rows.h"

namespace fdr {

struct NextCondition {
  enum Kind : std::uint8_t { kRecord, kChange, kMark, kAbove, kBelow } kind = kRecord;
  double limit = 0;  ///< of kAbove and kBelow

  /// "record", "change", "mark", "gt:0.9", "lt:0.9".
  static Result<NextCondition> Parse(std::string_view text);
};

struct NextFound {
  Nanos at = 0;
  std::size_t metric = 0;  ///< in the choice
  InstanceId instance = kSingular;
  std::optional<MomentValue> value = {};  ///< nothing for kRecord and kMark
};

/// Never finds `at` itself.  Nothing at the end of the archive.
Result<std::optional<NextFound>> FindNext(ArchiveContext& archive, const MetricChoice& choice,
                                          Nanos at, bool is_forward, const NextCondition& condition,
                                          const CheckLimit& check);

}  // namespace fdr
