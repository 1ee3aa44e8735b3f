// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instance domains and labels of parts of archives, as they change over time.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fdr/archive/archive.h"

namespace fdr {

/// The metadata of the data from `first` to `last` are meant.
struct DataSpan {
  const Archive* archive = nullptr;
  Timestamp first, last;
};

/// A record of the history of a domain, or of labels.  Borrows from the archive.
struct MetadataChange {
  Timestamp stamp;
  const Archive* archive = nullptr;
  const InDomHistory* domain = nullptr;
  const LabelHistory* labels = nullptr;  ///< if it is no domain
  std::size_t record = 0;                ///< its place in the history

  /// The members of the domain; the first of several with one identifier.
  InstanceList Members() const;
  /// The same, and those that hold at this time in the other parts, whose records need their names,
  /// too.  If the parts name an instance differently, this change counts.
  InstanceList MembersAmong(std::span<const DataSpan> parts) const;
};

/// The changes of all parts in the order of time.  What holds at the first record of a part gets
/// its stamp.
std::vector<MetadataChange> ChangesOf(std::span<const DataSpan> parts);

}  // namespace fdr
