// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_series.h"

#include <bit>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"

namespace fdr {
namespace {

// The numbers of fields in prometheus.proto.
constexpr std::uint32_t kResults = 1, kTimeSeries = 1, kLabels = 1, kSamples = 2;
constexpr std::uint32_t kLabelName = 1, kLabelValue = 2, kSampleValue = 1, kSampleTime = 2;

constexpr std::size_t kDoubleFieldSize = 9;

// The bits of the number with which Prometheus marks the end of a series.
constexpr std::uint64_t kStaleBits = 0x7ff0000000000002;

std::string EncodedLabels(const RemoteLabels& labels) {
  std::string encoded, label;
  for (const auto& [name, value] : labels) {
    if (value.empty()) continue;  // the same as no label
    label.clear();
    AppendTextField(kLabelName, name, label);
    AppendTextField(kLabelValue, value, label);
    AppendTextField(kLabels, label, encoded);
  }
  return encoded;
}

}  // namespace

std::size_t RemoteSamples::Add(std::int64_t time, double value) {
  if (time <= last_) return 0;
  last_ = time;
  const std::size_t before = encoded_.size();
  const auto stored = static_cast<std::uint64_t>(time);
  AppendFieldHead(kSamples, kDoubleFieldSize + 1 + VarintSize(stored), encoded_);
  AppendDoubleField(kSampleValue, value, encoded_);
  AppendIntegerField(kSampleTime, stored, encoded_);
  return encoded_.size() - before;
}

std::size_t RemoteSamples::AddEnd(std::int64_t time) {
  return Add(time, std::bit_cast<double>(kStaleBits));
}

void AppendQueryResult(const RemoteSeries& series, bool keeps_empty, std::string& response) {
  std::string result;
  for (const auto& [labels, samples] : series) {
    if (samples.encoded().empty() && !keeps_empty) continue;
    const std::string encoded = EncodedLabels(labels);
    AppendFieldHead(kTimeSeries, encoded.size() + samples.encoded().size(), result);
    result.append(encoded).append(samples.encoded());
  }
  AppendTextField(kResults, result, response);
}

}  // namespace fdr
