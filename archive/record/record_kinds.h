// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decodes records of a few kinds.  Kinds alternate in a volume if some metrics are logged more
// often than others.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Decodes each record into the ResultRecord that held the last record of its kind, because
/// DecodeSets() is fastest if both have the same sets.  A Note about a kind is kept with the kind.
template <class Note>
class RecordKinds {
 public:
  struct Kind {
    ResultRecord record;
    Note note = {};  ///< of an earlier record, unless this record has the same sets
  };

  /// Valid until the next call.
  Result<Kind*> DecodeSets(Version version, Bytes body) {
    Kind& kind =
        KindOf(ResultRecord::DecodeStamp(version, body) ? ResultRecord::CountOf(version, body)
                                                        : 0);  // and fails
    const Result<void> decoded = kind.record.DecodeSets(version, body);
    if (decoded) return &kind;
    kind = {};  // forget both the last record and this one
    return Fail(decoded.error());
  }

  void ForgetNotes() {
    for (Kind& kind : kinds_) kind.note = {};
  }

 private:
  Kind& KindOf(std::uint32_t sets) {
    for (Kind& kind : kinds_)
      if (kind.record.sets().size() == sets) return kind;
    return kinds_[next_++ % kinds_.size()];
  }

  std::array<Kind, 4> kinds_;
  std::size_t next_ = 0;  // the oldest
};

}  // namespace fdr
