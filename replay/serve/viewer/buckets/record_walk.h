// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All records of an archive and the gaps between them, in the order of time.

#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>

#include "fdr/archive/base/error_place.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr {

/// Fails when work has become useless.  Long work asks now and then.
using CheckLimit = std::function<Result<void>()>;
/// Between two such questions.
inline constexpr std::uint32_t kRecordsPerCheck = 64;

struct WalkedRecord {
  Nanos at = 0;
  bool is_gap = false;             ///< a mark, a seam, or damage 1 ns behind the record before it
  std::span<const ValueSet> sets;  ///< valid until the next step
};

/// Borrows the context, and sets its mode.  Reports damage to OpenOptions::on_problem, and goes on
/// behind it.  Hides records with stamps that go back.
class RecordWalk {
 public:
  /// Begins with the first record at `from` or behind it.
  RecordWalk(ArchiveContext& archive, Timestamp from);

  /// Nothing at the end.
  Result<std::optional<WalkedRecord>> Next();

 private:
  Result<bool> GoOnAfter(const Error& error);

  ArchiveContext& archive_;
  Nanos last_at_;
  bool met_damage_ = false;             // since the last record
  std::optional<WalkedRecord> behind_;  // the record behind the damage
  std::set<ErrorPlace> errors_;
};

}  // namespace fdr
