// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain at a moving time, looked up only where they change.

#pragma once

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/metadata/indom_history.h"

namespace fdr::tools {

/// Borrows the history.  One thread at a time.
class InDomMoment {
 public:
  /// `history` is null for an unknown domain.
  explicit InDomMoment(const InDomHistory* history) : history_(history) {}

  /// Sets the time of members().  False if they stay the same.
  bool MoveTo(Timestamp t) {
    if (t >= from_ && t < until_) return false;
    Load(t);
    return true;
  }
  /// Ascending by identifier; empty for an unknown domain.
  const InstanceList& members() const { return members_; }

 private:
  void Load(Timestamp t);

  const InDomHistory* history_;
  Timestamp from_{1, 0}, until_{0, 0};  // when the members are valid; never, at first
  InstanceList members_;
};

}  // namespace fdr::tools
