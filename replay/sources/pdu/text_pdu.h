// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help text of a metric or an instance domain, and the question for it.

#pragma once

#include <string_view>

#include "fdr/archive/record/text_record.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct TextRequestPdu {
  std::uint32_t id = 0;
  TextKind kind = TextKind::kMetricOneLine;

  static Result<TextRequestPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

/// Borrows the text.
struct TextPdu {
  std::uint32_t id = 0;  ///< unreliable: in the byte order of the collector
  std::string_view text;

  static Result<TextPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
