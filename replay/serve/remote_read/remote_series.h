// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series of one answer to a remote read, with their samples as they are sent.

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "fdr/replay/serve/remote_read/remote_labels.h"

namespace fdr {

/// The samples of one series, already encoded.
class RemoteSamples {
 public:
  /// Adds a sample; the time has milliseconds.  Ignores it if it is not behind the last one, since
  /// Prometheus has one sample at a time.  Returns the number of bytes that were added.
  std::size_t Add(std::int64_t time, double value);
  /// Says that the series has no value from now on: Prometheus looks back for a value, but not
  /// beyond this.
  std::size_t AddEnd(std::int64_t time);
  /// The same, right behind the last sample.
  std::size_t AddEndBehindLast() { return AddEnd(last_ + 1); }

  const std::string& encoded() const { return encoded_; }
  std::string Release() { return std::move(encoded_); }

 private:
  std::string encoded_;
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
};

/// By their labels, in the order of Prometheus.  Two series with the same labels are one.
using RemoteSeries = std::map<RemoteLabels, RemoteSamples>;

}  // namespace fdr
