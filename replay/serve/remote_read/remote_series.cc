// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_series.h"

#include <bit>

#include "fdr/replay/serve/remote_read/protobuf_writer.h"

namespace fdr {
namespace {

// The numbers of fields in prometheus.proto.
constexpr std::uint32_t kSamples = 2, kSampleValue = 1, kSampleTime = 2;

constexpr std::size_t kDoubleFieldSize = 9;

// The bits of the number with which Prometheus marks the end of a series.
constexpr std::uint64_t kStaleBits = 0x7ff0000000000002;

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

}  // namespace fdr
