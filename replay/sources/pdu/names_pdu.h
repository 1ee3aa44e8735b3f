// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics.  A client asks for their identifiers; a collector sends the names of one
// metric, the children of a name, or all metrics below a name.

#pragma once

#include <string_view>
#include <vector>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// Borrows the names.
struct NamesPdu {
  enum Status : std::int32_t { kLeaf = 0, kNonLeaf = 1 };

  std::vector<std::string_view> names;
  std::vector<std::int32_t> status;  ///< one for each name, or empty

  /// The size of a name in the message.
  static std::size_t EntrySize(std::string_view name) { return 4 + (name.size() + 3) / 4 * 4; }

  /// The approximate memory for the answer, decoded and copied.
  static std::size_t MemoryFor(Bytes body);
  static Result<NamesPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
