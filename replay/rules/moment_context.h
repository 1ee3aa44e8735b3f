// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive at a time that moves from outside.  Metrics are derived from it when rules are
// evaluated.

#pragma once

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// Fetches interpolate at the present moment, and instances are those of that time.  Names and
/// metadata are those of `names`, a context over the archive.  Borrows both.
class MomentContext final : public ForwardingContext {
 public:
  MomentContext(ArchiveContext& archive, Context& names)
      : ForwardingContext(names), archive_(archive) {}

  /// `after_gap`: recording was interrupted since the moment before.
  void MoveTo(Timestamp moment, bool after_gap);

  Timestamp Now() const override { return moment_; }
  void Start(Question question) override;

 private:
  Result<bool> FetchNow(const FetchQuestion& question);

  ArchiveContext& archive_;
  Timestamp moment_;
  bool after_gap_ = false;
};

}  // namespace fdr
