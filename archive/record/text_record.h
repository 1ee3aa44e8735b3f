// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help text of a metric or an instance domain.  See docs/format/metadata.md.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"

namespace fdr {

enum class TextKind : std::uint32_t {
  kMetricOneLine = 5,
  kMetricHelp = 6,
  kInDomOneLine = 9,
  kInDomHelp = 10,
};

constexpr bool IsKnown(TextKind kind) {
  return kind == TextKind::kMetricOneLine || kind == TextKind::kMetricHelp ||
         kind == TextKind::kInDomOneLine || kind == TextKind::kInDomHelp;
}

/// Whether a text of a known kind is about a metric, not about an instance domain.
constexpr bool IsOfMetric(TextKind kind) {
  return kind == TextKind::kMetricOneLine || kind == TextKind::kMetricHelp;
}
/// Whether a text of a known kind is the short one.
constexpr bool IsOneLine(TextKind kind) {
  return kind == TextKind::kMetricOneLine || kind == TextKind::kInDomOneLine;
}

/// Borrows the text from the decoded bytes.
struct TextRecord {
  TextKind kind = TextKind::kMetricOneLine;  ///< a damaged archive may hold other numbers
  std::uint32_t id = 0;                      ///< of a metric or of an instance domain, by kind
  std::string_view stored;                   ///< as in the file, with the NUL at the end

  std::string_view text() const { return UpToNul(stored); }

  /// `body` is a metadata record's body, after the type word.
  static Result<TextRecord> Decode(Bytes body);
  /// Writes `stored`, and adds a missing NUL.
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
