// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The question for the names below a name.

#pragma once

#include <string_view>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// kChildren: the names directly below; kTraverse: all metrics at and below.  Borrows the name.
struct SubtreePdu {
  std::uint32_t with_status = 0;  ///< kChildren: whether each child is a metric
  std::string_view name;          ///< "" for the root

  static Result<SubtreePdu> Decode(Bytes body);
  void Encode(PduType type, ByteBuffer& out) const;
};

}  // namespace fdr
