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

/// The values of one series in one record.
struct SeriesSample {
  std::size_t series = 0;  ///< a place in the list that the reader was opened with
  Timestamp stamp = {};
  std::span<const FetchedValue> values = {};
  InstanceIds* ids = nullptr;  ///< at the time of the sample; null for a singular metric
};

/// One thread at a time.
class SampleReader {
 public:
  virtual ~SampleReader() = default;

  /// The next sample, valid until the next call; false behind the last one.  Some samples have no
  /// values, so that callers can check their limits: of an archive one for each record, of a live
  /// source one for each series.
  virtual Result<bool> Read(SeriesSample& sample) = 0;
};

}  // namespace fdr
