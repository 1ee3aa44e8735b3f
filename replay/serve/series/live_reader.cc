// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/live_reader.h"

#include <algorithm>

#include "fdr/replay/serve/series/sample_choice.h"

namespace fdr {
namespace {

// The last ones first.
LiveHistory::Samples NewestSamples(const LiveHistory::Samples& all, std::uint64_t count) {
  const auto most = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count, all.size()));
  return {all.rbegin(), all.rbegin() + most};
}

}  // namespace

LiveHistory::Samples ChosenSamples(const LiveHistory::Samples& all, const SeriesWindow& window) {
  if (window.newest_first) return NewestSamples(all, window.samples);
  LiveHistory::Samples chosen;
  SampleChoice choice(window.start, window.interval);
  std::shared_ptr<const LiveSample> kept;
  for (const auto& sample : all) {
    if (window.start && sample->stamp() < *window.start) continue;
    if (sample->stamp() > window.finish) break;
    const SampleChoice::Step step = choice.Take(sample->stamp());
    if (step == SampleChoice::Step::kShow) chosen.push_back(sample);
    if (step == SampleChoice::Step::kShowKept) chosen.push_back(kept);
    if (step != SampleChoice::Step::kShow) kept = sample;
  }
  if (choice.has_kept()) chosen.push_back(kept);
  if (window.samples > 0 && chosen.size() > window.samples) chosen.resize(window.samples);
  return chosen;
}

Result<std::unique_ptr<SampleReader>> LiveReader::Open(const SeriesSource& source,
                                                       std::span<const SeriesMetric> metrics,
                                                       const SeriesWindow& window) {
  std::unique_ptr<LiveReader> reader(new LiveReader(source, window));
  for (const SeriesMetric& metric : metrics) {
    const InDomId indom = metric.desc.indom;
    std::shared_ptr<const SeriesDomain> domain;
    InstanceIds* ids = nullptr;
    if (!indom.IsNull()) {
      auto known = source.catalogue->Domain(nullptr, indom);
      if (!known) return Fail(known.error());
      domain = std::move(*known);
      if (!domain) domain = std::make_shared<const SeriesDomain>();
      ids = &reader->ids_.try_emplace(indom, domain).first->second;
      ids->MoveTo(nullptr, {});
    }
    reader->series_.push_back({metric.id, std::move(domain), ids});
  }
  return reader;
}

// Samples that are not needed yet stay where they are: a client may take its time.
Result<bool> LiveReader::Read(SeriesSample& sample) {
  sample = {};
  if (at_ == chosen_.size()) {
    shown_.reset();
    if (next_ == series_.size()) return false;
    at_ = 0;
    chosen_ =
        ChosenSamples(source_.history->Of(source_.source->id(), series_[next_++].id), window_);
    return true;
  }
  const Series& series = series_[next_ - 1];
  shown_ = std::move(chosen_[at_++]);
  values_.clear();
  shown_->AppendValues(series.domain.get(), values_);
  sample = {next_ - 1, shown_->stamp(), values_, series.ids};
  return true;
}

}  // namespace fdr
