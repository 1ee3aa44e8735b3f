// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/live_history.h"

#include <algorithm>
#include <cstring>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

// What lists and maps take besides.
constexpr std::size_t kPerSample = 128, kPerSeries = 1024;

bool HasPayload(const FetchedValue& value) { return value.header != 0 && !value.IsNumber(); }

// The first digits, which tell apart the names that one instance may have.
std::uint64_t MarkOf(const SeriesInstance& instance) {
  std::uint64_t mark = 0;
  std::memcpy(&mark, instance.id.data(), std::min(sizeof mark, instance.id.size()));
  return mark;
}

}  // namespace

LiveSample::LiveSample(Timestamp stamp, std::span<const FetchedValue> values,
                       const SeriesDomain* domain)
    : stamp_(stamp) {
  std::size_t size = 0;
  for (const FetchedValue& value : values)
    if (HasPayload(value)) size += value.size();
  payloads_.reserve(size);  // so that bytes do not move
  values_.reserve(values.size());
  if (domain != nullptr) marks_.reserve(values.size());
  for (FetchedValue value : values) {
    if (domain != nullptr) {
      const SeriesInstance* const instance = domain->FindNewest(value.instance);
      if (instance == nullptr) continue;
      marks_.push_back(MarkOf(*instance));
    }
    if (HasPayload(value)) {
      const Bytes payload = value.Payload();
      const std::size_t at = payloads_.size();
      payloads_.insert(payloads_.end(), payload.begin(), payload.end());
      value.bits = reinterpret_cast<std::uintptr_t>(payloads_.data() + at);
    }
    values_.push_back(value);
  }
}

std::size_t LiveSample::bytes() const {
  return sizeof *this + kPerSample + values_.capacity() * sizeof values_[0] +
         marks_.capacity() * sizeof marks_[0] + payloads_.capacity();
}

void LiveSample::AppendValues(const SeriesDomain* domain, std::vector<FetchedValue>& out) const {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!marks_.empty()) {
      const SeriesInstance* const instance =
          domain != nullptr ? domain->FindNewest(values_[i].instance) : nullptr;
      if (instance == nullptr || MarkOf(*instance) != marks_[i]) continue;
    }
    out.push_back(values_[i]);
  }
}

std::shared_ptr<const LiveSample> LiveHistory::Counted(LiveSample sample) const {
  const std::size_t bytes = sample.bytes();
  *bytes_ += bytes;
  return {new LiveSample(std::move(sample)), [count = bytes_, bytes](const LiveSample* old) {
            delete old;
            *count -= bytes;
          }};
}

void LiveHistory::Add(const std::string& source, const std::string& series, LiveSample sample,
                      Time now) {
  const AnswerMemory::WithoutRefusal whole;
  std::shared_ptr<const LiveSample> counted = Counted(std::move(sample));
  const std::lock_guard lock(mutex_);
  DropBefore(now - kLongest);
  const auto [place, is_new] = known_.try_emplace({source, series});
  if (is_new) *bytes_ += kPerSeries;
  auto& samples = place->second.samples;
  while (!samples.empty() && samples.back()->stamp() >= counted->stamp()) samples.pop_back();
  samples.push_back(counted);
  ++place->second.kept;
  all_.push_back({place, std::move(counted), now});
  while (*bytes_ > most_ && !all_.empty()) DropOldest();
}

LiveHistory::Samples LiveHistory::Of(const std::string& source, const std::string& series) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find({source, series});
  if (found == known_.end()) return {};
  return {found->second.samples.begin(), found->second.samples.end()};
}

void LiveHistory::Tidy(Time now) {
  const std::lock_guard lock(mutex_);
  DropBefore(now - kLongest);
}

void LiveHistory::DropBefore(Time time) {
  while (!all_.empty() && all_.front().fetched < time) DropOldest();
}

// The sample may have left its series before: see Add().
void LiveHistory::DropOldest() {
  const Entry oldest = std::move(all_.front());
  all_.pop_front();
  Series& series = oldest.series->second;
  if (!series.samples.empty() && series.samples.front() == oldest.sample)
    series.samples.pop_front();
  if (--series.kept > 0) return;
  known_.erase(oldest.series);
  *bytes_ -= kPerSeries;
}

}  // namespace fdr
