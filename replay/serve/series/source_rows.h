// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows of series of one source, read while the client takes them.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/replay/serve/series/row_source.h"
#include "fdr/replay/serve/series/source_series.h"
#include "fdr/replay/serve/series/value_rows.h"

namespace fdr {

/// Opens the source at the first call.  Gives an archive back at the end.
class SourceRows final : public RowSource, private SampleSink {
 public:
  SourceRows(SourceSeries part, const SeriesWindow& window);

  Result<std::optional<std::size_t>> Read(std::string& out) override;

 private:
  void Take(std::size_t series, Timestamp stamp, std::span<const FetchedValue> values,
            InstanceIds* ids) override;

  SourceSeries part_;
  SeriesWindow window_;
  std::vector<ValueRows> rows_;  // by series
  std::unique_ptr<SampleReader> reader_;
  std::optional<Timestamp> stamp_;  // of stamp_text_
  RowStamp stamp_text_;
  std::string* out_ = nullptr;  // during a call of Read
  std::size_t count_ = 0;       // of rows in this call
};

}  // namespace fdr
