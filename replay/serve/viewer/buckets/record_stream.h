// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All records of an archive and the gaps between them, in the order of time.

#pragma once

#include <functional>
#include <optional>
#include <span>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr {

/// Fails when work has become useless.  Long work asks now and then.
using CheckLimit = std::function<Result<void>()>;
/// Between two such questions.
inline constexpr std::uint32_t kRecordsPerCheck = 64;

struct StreamedRecord {
  Nanos at = 0;
  bool is_gap = false;             ///< a mark, a seam, or damage 1 ns behind the record before it
  std::span<const ValueSet> sets;  ///< valid until the next step
};

/// Borrows the context, which has a sink for damage, and sets its mode.  Hides records with stamps
/// that go back.
class RecordStream {
 public:
  /// Begins with the first record at `from` or behind it.
  RecordStream(ArchiveContext& archive, Timestamp from);

  /// Nothing at the end.
  Result<std::optional<StreamedRecord>> Next();

 private:
  ArchiveContext& archive_;
  Nanos last_at_;
  std::optional<StreamedRecord> behind_;  // the record behind the damage
};

}  // namespace fdr
