// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of a metric with strings or aggregates, thinned.

#pragma once

#include <map>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/copy/thin/thinned_metric.h"

namespace fdr {

/// A sample is written if it differs from what was written last.
class ThinnedTexts final : public ThinnedMetric {
 public:
  using ThinnedMetric::ThinnedMetric;

 private:
  struct Text {
    InstanceId instance = kSingular;
    Type type = Type::kString;
    ByteBuffer payload = {};

    friend bool operator==(const Text&, const Text&) = default;
  };

  bool Read(const ValueSet& set) override;
  void WriteLast(OutputPlace place) override;
  void Accept(bool written, double seconds) override;
  void Join() override;
  std::size_t CountGone() const override { return gone_.size(); }
  void ForgetValues() override;

  std::vector<Text> texts_, next_;
  std::map<InstanceId, Text> gone_;  // since the last record of the output
  std::vector<Text> written_;
};

}  // namespace fdr
