// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Samples of several series of one source, one after the other.

#pragma once

#include <cstddef>
#include <span>

#include "fdr/archive/base/error.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/serve/series/instance_ids.h"

namespace fdr {

/// Takes the samples of several series.
class SampleSink {
 public:
  virtual ~SampleSink() = default;

  /// `series` is a place in the list that the reader was opened with.  `ids` has moved to the time
  /// of the sample; null for a singular metric.
  virtual void Take(std::size_t series, Timestamp stamp, std::span<const FetchedValue> values,
                    InstanceIds* ids) = 0;
};

/// One thread at a time.
class SampleReader {
 public:
  virtual ~SampleReader() = default;

  /// Gives the sink what comes next, perhaps nothing; false behind the last sample.
  virtual Result<bool> Read(SampleSink& sink) = 0;
};

}  // namespace fdr
