// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of several series of one live source that a window chooses, of those that were
// fetched.

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/series/live_history.h"
#include "fdr/replay/serve/series/sample_reader.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// Those that belong to an answer, of samples with ascending stamps.
LiveHistory::Samples ChosenSamples(const LiveHistory::Samples& all, const SeriesWindow& window);

/// Series after series.
class LiveReader final : public SampleReader {
 public:
  static Result<std::unique_ptr<SampleReader>> Open(const SeriesSource& source,
                                                    std::span<const SeriesMetric> metrics,
                                                    const SeriesWindow& window);

  Result<bool> Read(SeriesSample& sample) override;

 private:
  struct Series {
    std::string id;
    std::shared_ptr<const SeriesDomain> domain;  // null for a singular metric
    InstanceIds* ids;
  };

  LiveReader(const SeriesSource& source, const SeriesWindow& window)
      : source_(source), window_(window) {}

  SeriesSource source_;
  SeriesWindow window_;
  std::vector<Series> series_;
  std::unordered_map<InDomId, InstanceIds> ids_;
  std::size_t next_ = 0;         // the next series
  LiveHistory::Samples chosen_;  // of the one before it
  std::size_t at_ = 0;           // the next one of these
  // The sample that was read last, and its values.
  std::shared_ptr<const LiveSample> shown_;
  std::vector<FetchedValue> values_;
};

}  // namespace fdr
