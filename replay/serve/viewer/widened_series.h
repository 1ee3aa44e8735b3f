// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Series of a thinned archive, with the extremes that other metrics of it have.

#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/viewer/bucket_source.h"
#include "fdr/replay/serve/viewer/metric_choice.h"

namespace fdr {

class WidenedSeries final : public BucketSource {
 public:
  /// `series` has the keys of the choice: KeysOf().
  WidenedSeries(std::shared_ptr<const BucketSource> series, const MetricChoice& choice);

  std::span<const InstanceId> Instances(std::size_t key) const override {
    return series_->Instances(key);
  }
  void Fill(std::size_t key, std::size_t series, SeriesBuckets& out) const override;
  bool HasAnyGrid() const override { return series_->HasAnyGrid(); }

 private:
  struct Extreme {
    std::size_t key = 0;
    std::unordered_map<InstanceId, std::size_t> series;
  };

  std::shared_ptr<const BucketSource> series_;
  std::vector<std::vector<Extreme>> extremes_;  // by key of a metric
};

/// The series as they are, if no metric of the choice has extremes.
std::shared_ptr<const BucketSource> Widened(std::shared_ptr<const BucketSource> series,
                                            const MetricChoice& choice);

}  // namespace fdr
