// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain at a time that moves on, looked up only where they change.

#pragma once

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/metadata/indom_history.h"

namespace fdr::tools {

/// Borrows the history.  One thread at a time.
class InDomMoment {
 public:
  /// `history` is null where nothing is known of the domain.
  explicit InDomMoment(const InDomHistory* history) : history_(history) {}

  /// members() is about time `t` from now on.  False if it is what it was.
  bool MoveTo(Timestamp t) {
    if (t >= from_ && t < until_) return false;
    Load(t);
    return true;
  }
  /// Ascending by identifier; empty where nothing is known.
  const InstanceList& members() const { return members_; }

 private:
  void Load(Timestamp t);

  const InDomHistory* history_;
  Timestamp from_{1, 0}, until_{0, 0};  // the members are these; never, at first
  InstanceList members_;
};

}  // namespace fdr::tools
