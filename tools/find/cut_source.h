// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A window of archives as a source for a recorder, which gets the records as they are.

#pragma once

#include <unordered_set>
#include <vector>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr::tools {

/// Fetches are the records of the window, one after the other, whatever metrics are asked for.  The
/// first fetch is no record: it has the metrics that change rarely, with the values that hold at
/// the start.  Borrows the context, which has a sink for damage: damaged records are left out.
class CutSource final : public ForwardingContext {
 public:
  CutSource(ArchiveContext& archive, Timestamp start, Timestamp end);

  /// The records have only these metrics from now on.
  void Keep(const std::vector<MetricId>& metrics);

  void Start(Question question) override;

 private:
  Result<bool> FetchPresent(FetchResult& result);
  Result<bool> FetchHeld(FetchResult& result);
  Result<bool> FetchNext(FetchResult& result);
  void DropOthers(FetchResult& result);

  ArchiveContext& archive_;
  Timestamp start_, end_;
  std::vector<MetricId> kept_;
  std::unordered_set<MetricId> is_kept_;
  bool has_begun_ = false;
  FetchResult whole_;  // a record with other metrics, too
};

}  // namespace fdr::tools
