// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instance domains in damaged metadata: decides which records readers still take as they are meant,
// and what replaces the others.  See docs/format/metadata.md.
//
//   damaged   full{1 a, 2 b}   (lost: -1)   delta{+1 c}         full{1 c, 2 b, 3 d}
//   mended    full{1 a, 2 b}                full{1 c, 2 b}      full{1 c, 2 b, 3 d}
//
//   recorded  full{1 a, 2 b}   delta{-2}    full{1 c, 3 d}
//   mended    full{1 a, 2 b}   delta{-2}    delta{-1, +1 c, +3 d}
//
//   recorded  full{1 a, 2 b}   delta{-2}@5  delta{+3 c}@5
//   mended    full{1 a, 2 b}                full{1 a, 3 c}@5
//
// In the first archive, readers would keep "a" for 1, which is wrong.  The second crashes
// PCP 6.0.3, and the third crashes all of PCP.

#pragma once

#include <optional>
#include <unordered_map>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/archive/write/membership.h"

namespace fdr {

/// Follows the membership of every domain, record by record.  Copies names.
class InDomMender {
 public:
  enum class Verdict {
    kFits,      ///< readers get the recorded members
    kNoBase,    ///< a delta to an unknown list
    kReplaced,  ///< write the replacement instead
    kCombined,  ///< the same; it has changes of earlier records, too
    kRepeated,  ///< write nothing: readers know these members
    kWaits,     ///< write nothing: the next record of this stamp has this change, too
    kNothing,   ///< write nothing: no member is left
  };

  /// Applies the next record, in order of time; ignores a record with kNoBase.  `is_followed`: by a
  /// record of the same domain and stamp, which has entries.
  Verdict Add(Version version, const InDomRecord& record, bool is_followed);

  /// The replacement of the last record; valid until the next call of Add().
  const InDomRecord& replacement() const { return replacement_; }

 private:
  struct Domain {
    Membership written;               // as readers of the mended records know it
    std::optional<MemberList> meant;  // if that is something else
  };

  std::unordered_map<InDomId, Domain> domains_;
  InDomBuilder builder_;
  InDomRecord replacement_;
};

}  // namespace fdr
