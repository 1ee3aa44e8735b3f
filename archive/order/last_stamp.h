// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Judges whether the stamp of the last record of an archive is credible.
//
//   stamps     10  20  30  2^30        a flipped bit?  Or the recorder was stopped for years?
//
// No later record contradicts this stamp, and a reader that walks over time would walk up to it.
// So other evidence counts: the records before, the temporal index, and the time of the last write
// to the file.

#pragma once

#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct LastStamp {
  Timestamp stamp;
  std::optional<Timestamp> before = {};         ///< of the record before it
  std::optional<Timestamp> second_before = {};  ///< of the record before that one
  Timestamp start = {-1, 0};                    ///< of the archive, by its label
  std::optional<Timestamp> indexed = {};        ///< of this record, from the index
  std::optional<Timestamp> written = {};        ///< when the volume was last written to
};

/// A stamp is contradicted if it is not a valid time.  It is also contradicted if it is earlier
/// than the stamp of the record before, unless that record is out of order itself.  So is a stamp
/// that makes the archive more than twice as long, and longer by an hour or more, while the index
/// has an earlier stamp or the file was written earlier.
bool IsContradicted(const LastStamp& last);

}  // namespace fdr
