// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/source_rows.h"

#include <utility>

namespace fdr {

SourceRows::SourceRows(SourceSeries part, const SeriesWindow& window)
    : part_(std::move(part)), window_(window) {
  for (const SeriesMetric& metric : part_.metrics)
    rows_.emplace_back(metric.id, metric.desc.type, metric.desc.indom.IsNull());
}

Result<std::optional<std::size_t>> SourceRows::Read(std::string& out) {
  if (!reader_) {
    auto opened = part_.Open(window_);
    if (!opened) return Fail(opened.error());
    reader_ = std::move(*opened);
  }
  out_ = &out;
  count_ = 0;
  const Result<bool> read = reader_->Read(*this);
  if (!read) return Fail(read.error());
  if (*read) return count_;
  return std::nullopt;
}

void SourceRows::Take(std::size_t series, Timestamp stamp, std::span<const FetchedValue> values,
                      InstanceIds* ids) {
  if (stamp != stamp_) {
    stamp_ = stamp;
    stamp_text_.Set(stamp);
  }
  count_ += rows_[series].Append(values, stamp_text_, ids, *out_);
}

}  // namespace fdr
