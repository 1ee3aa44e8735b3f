// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/computed_rows.h"

#include <utility>

#include "fdr/replay/serve/series/value_rows.h"

namespace fdr {

ComputedRows::ComputedRows(std::string_view id, std::vector<ComputedSeries> series,
                           std::shared_ptr<void> hold)
    : hold_(std::move(hold)), series_(std::move(series)) {
  head_.append(",{\"series\":\"").append(id).append("\",\"instance\":\"");
}

Result<std::optional<std::size_t>> ComputedRows::Read(std::string& out) {
  while (at_ < series_.size() && sample_ == series_[at_].run->samples.size()) {
    series_[at_].run.reset();
    ++at_;
    sample_ = 0;
  }
  if (at_ == series_.size()) return std::nullopt;
  const SampleRun::Sample& sample = series_[at_].run->samples[sample_++];
  Append(series_[at_], sample, out);
  return sample.count;
}

void ComputedRows::Append(const ComputedSeries& series, const SampleRun::Sample& sample,
                          std::string& out) const {
  RowStamp stamp;
  stamp.Set(sample.stamp);
  for (std::size_t i = sample.first; i < sample.first + sample.count; ++i) {
    const FetchedValue& value = series.run->values[i];
    if (!series.run->stamps.empty()) stamp.Set(series.run->stamps[i]);
    out += head_;
    out += value.instance == kSingular ? series.metric_id : series.ids->at(value.instance);
    out.append("\"").append(stamp.text()).append("\"");
    AppendNumberText(value.bits, series.type, out);
    out += "\"}";
  }
}

}  // namespace fdr
