// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of an archive that clients look at, in memory: made when they are first asked for, in
// one pass for all metrics of a question, and kept within a bound.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/metric_column.h"
#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"

namespace fdr {

/// Any thread.
class Pyramid {
 public:
  explicit Pyramid(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// Columns do not change, nor do their times.
  struct Columns {
    std::shared_ptr<const Moments> moments;
    std::vector<std::shared_ptr<const MetricColumn>> columns;  ///< by key
  };

  /// Returns the columns of these metrics, up to the end of the archive, which is in this
  /// generation.  All of them must be numbers.  What a cancelled call has read is not lost.
  /// kTooLarge if they do not fit into the bound.
  Result<Columns> Get(ArchiveContext& archive, std::uint64_t generation,
                      std::span<const ColumnKey> keys, const CheckLimit& check);
  /// Whether Get() would answer at once.
  bool Has(std::uint64_t generation, std::span<const ColumnKey> keys);

  /// The memory of all columns.
  std::size_t memory();

 private:
  struct Entry {
    std::shared_ptr<MetricColumn> column;
    std::uint32_t next = 0;                   // the number of moments that it has taken
    std::optional<std::uint64_t> generation;  // it is complete in this one
    std::uint64_t used = 0;                   // when it was last asked for
  };

  using Guard = std::unique_lock<PatientMutex>;
  Result<Guard> Lock(const CheckLimit& check);
  void Choose(const ArchiveContext& archive, std::span<const ColumnKey> keys);
  Result<void> Extend(ArchiveContext& archive, std::uint64_t generation,
                      std::span<const ColumnKey> keys, const CheckLimit& check);
  void Forget(Errc code, std::uint64_t generation, std::span<const ColumnKey> keys);
  std::size_t Memory() const;
  Result<void> MakeRoom();
  tl::unexpected<Error> TooLarge() const;

  const std::size_t most_bytes_;
  PatientMutex mutex_;  // guards all below
  std::map<ColumnKey, Entry> entries_;
  std::shared_ptr<Moments> moments_ = std::make_shared<Moments>();
  std::uint64_t uses_ = 0;
  // The sets of columns that were too large, and in which generation: there is no need to try
  // again.
  std::map<std::vector<ColumnKey>, std::uint64_t> refused_;
};

}  // namespace fdr
