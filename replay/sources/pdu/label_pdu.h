// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Label sets, and the question for them.

#pragma once

#include <vector>

#include "fdr/archive/record/labelset_record.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct LabelRequestPdu {
  std::uint32_t id = 0xffffffff;
  LabelLevel level = LabelLevel::kContext;

  static Result<LabelRequestPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

/// Borrows the JSON.
struct LabelPdu {
  std::uint32_t id = 0xffffffff;
  LabelLevel level = LabelLevel::kContext;
  std::vector<LabelSet> sets;

  /// The approximate memory for the answer, decoded and copied; several sets may share the same
  /// JSON.
  static std::size_t MemoryFor(Bytes body);
  static Result<LabelPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
