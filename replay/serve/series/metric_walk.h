// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of some metrics, one after the other, damage or not.

#pragma once

#include <set>
#include <span>

#include "fdr/archive/base/error_place.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// One thread at a time.
class MetricWalk {
 public:
  /// Borrows the context, and sets its mode: kForward from `from` on, or kBackward.
  MetricWalk(ArchiveContext& context, Mode mode, Timestamp from) : context_(context) {
    static_cast<void>(context_.SetMode(mode, from));  // an archive has these modes
  }

  /// The next record with any of these metrics; false at the end.  Passes over damaged records.
  Result<bool> Next(std::span<const MetricId> metrics, FetchResult& result);

 private:
  bool GoesOnAfter(const Error& error);

  ArchiveContext& context_;
  std::set<ErrorPlace> errors_;
};

}  // namespace fdr
