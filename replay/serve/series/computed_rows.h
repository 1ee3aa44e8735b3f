// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of an expression over series.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/series/query_values.h"
#include "fdr/replay/serve/series/row_source.h"

namespace fdr {

/// Series after series, sample after sample.
class ComputedRows final : public RowSource {
 public:
  /// `id` is that of the expression.  Keeps `hold`: see HeldAnswers.
  ComputedRows(std::string_view id, std::vector<ComputedSeries> series, std::shared_ptr<void> hold);

  Result<std::optional<std::size_t>> Read(std::string& out) override;

 private:
  void Append(const ComputedSeries& series, const SampleRun::Sample& sample,
              std::string& out) const;

  std::string head_;
  std::shared_ptr<void> hold_;
  std::vector<ComputedSeries> series_;
  std::size_t at_ = 0, sample_ = 0;  // the next one
};

}  // namespace fdr
