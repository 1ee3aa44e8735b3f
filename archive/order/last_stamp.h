// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the stamp of the last record of an archive is to be believed.
//
//   stamps     10  20  30  2^30        a flipped bit?  Or the recorder was stopped for years?
//
// No later record contradicts it, and whoever walks over time walks there.  So other witnesses are
// asked: the records before it, the temporal index, and the time at which the file was last
// written.

#pragma once

#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct LastStamp {
  Timestamp stamp;
  std::optional<Timestamp> before = {};         ///< of the record before it
  std::optional<Timestamp> second_before = {};  ///< of the one before that
  Timestamp start = {-1, 0};                    ///< of the archive, by its label
  std::optional<Timestamp> indexed = {};        ///< of this record, as the index has it
  std::optional<Timestamp> written = {};        ///< when the volume was last written to
};

/// Contradicted is
/// * what no stamp can be;
/// * a stamp before that of the record before, unless that one is out of order itself;
/// * a stamp that makes the archive more than twice as long, and longer by an hour or more, where
///   the index has an earlier one, or the file was written earlier.
bool IsContradicted(const LastStamp& last);

}  // namespace fdr
