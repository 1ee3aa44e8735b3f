// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of series, read while the client takes them: memory does not grow with their number.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/http/http_response.h"
#include "fdr/replay/serve/series/series_reader.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// Rows of JSON, source after source.  Each record is read once for all series.
class ValueStream final : public BodySource {
 public:
  /// How many values an answer may have.
  static constexpr std::size_t kMostValues = 50'000'000;

  /// Series of live sources have no values.  `before` and `after` are what encloses the rows.
  ValueStream(const std::vector<FoundSeries>& wanted, const SeriesWindow& window,
              std::shared_ptr<WorkLimit> limit, std::string before, std::string after);

  Result<Piece> Next() override;

 private:
  struct Part {
    std::shared_ptr<ArchiveSource> archive;
    std::shared_ptr<const SeriesCatalogue> catalogue;
    std::vector<SeriesMetric> metrics;
  };

  Result<bool> ReadOn(std::string& out);
  Result<void> CheckLimits() const;

  std::vector<Part> parts_;  // the one that is read is the last
  SeriesWindow window_;
  std::shared_ptr<WorkLimit> limit_;
  std::string before_, after_;
  std::unique_ptr<SeriesReader> reader_;
  std::size_t rows_ = 0;
};

}  // namespace fdr
